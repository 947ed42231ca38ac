"""Sweeps: a grid of trainings, its table as it fills, and stopping it."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Response

from backend.web.dependencies import SweepDesk
from backend.web.schemas.sweep import SweepBody, SweepList, SweepState

router = APIRouter(prefix="/api/sweeps", tags=["sweeps"])
SweepId = Annotated[str, Path(alias="id", description="id of a sweep", examples=["sweep-0a1b2c3d4e"])]
SHORT = {"short": {"value": {"embedding_dims": [1, 2], "hidden_sizes": [20], "seeds": 2, "steps": 50}}}


@router.post("", operation_id="start_sweep", summary="Start a sweep, or go on with one", status_code=202)
def start_sweep(sweeps: SweepDesk, body: Annotated[SweepBody, Body(openapi_examples=SHORT)]) -> SweepState:
    """Answers at once. The same grid over the same corpus is the same sweep: only what is missing is trained."""
    return SweepState(**sweeps.start(body.grid()))


@router.get("", operation_id="list_sweeps", summary="All sweeps")
def list_sweeps(sweeps: SweepDesk) -> SweepList:
    """Oldest first."""
    return SweepList(sweeps=[SweepState(**state) for state in sweeps.states()])


@router.get("/{id}", operation_id="get_sweep", summary="A sweep's progress and table")
def get_sweep(sweeps: SweepDesk, sweep_id: SweepId) -> SweepState:
    """Dev loss, train-dev gap and structure for every D and H, over the seeds that are done."""
    return SweepState(**sweeps.state(sweep_id))


@router.delete("/{id}", operation_id="stop_sweep", summary="Stop, or forget", response_model=SweepState)
def stop_sweep(sweeps: SweepDesk, sweep_id: SweepId) -> Any:  # noqa: ANN401 - a state, or nothing
    """A sweep at work is stopped and what is done stays (202); one at rest is forgotten, its trainings stay."""
    if sweeps.state(sweep_id)["state"] != "running":
        sweeps.remove(sweep_id)
        return Response(status_code=204)
    return Response(SweepState(**sweeps.stop(sweep_id)).model_dump_json(), 202, media_type="application/json")
