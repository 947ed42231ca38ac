"""Trainings: start, watch as server-sent events, pause, resume, stop, fork, and go back to any step."""

from collections.abc import AsyncIterable
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Header, Path, Query, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from backend.web.dependencies import TrainingBoard
from backend.web.schemas.training import (
    Snapshot,
    Trail,
    TrailQuery,
    TrainingBody,
    TrainingList,
    TrainingLosses,
    TrainingState,
)

router = APIRouter(prefix="/api/trainings", tags=["trainings"])
TrainingId = Annotated[str, Path(alias="id", description="id of a training", examples=["names-2d-0a1b2c3d"])]
Step = Annotated[int, Path(ge=0, description="a step that has been taken; 0 is before the first", examples=[0])]


def known_training(board: TrainingBoard, training_id: TrainingId) -> str:
    """The id of a training there is; asked for before a stream begins, where an error has no place any more."""
    return board.record(training_id).id


@router.post("", operation_id="start_training", summary="Start a training", status_code=202)
def start_training(
    board: TrainingBoard,
    body: Annotated[TrainingBody, Body(openapi_examples={"short": {"value": {"embedding_dim": 2, "steps": 200}}})],
) -> TrainingState:
    """Answers at once with the id; watch its events. Every knob has a default, so `{}` trains."""
    content = body.model_dump(by_alias=True, exclude_none=True)
    return TrainingState(**board.start(content))


@router.get("", operation_id="list_trainings", summary="All trainings")
def list_trainings(board: TrainingBoard) -> TrainingList:
    """Oldest first."""
    return TrainingList(trainings=[TrainingState(**state) for state in board.states()])


@router.get("/{id}", operation_id="get_training", summary="A training's state")
def get_training(board: TrainingBoard, training_id: TrainingId) -> TrainingState:
    """State, step, losses, and the model once it is saved."""
    return TrainingState(**board.state(training_id))


@router.delete("/{id}", operation_id="stop_training", summary="Stop, or forget", response_model=TrainingState)
def stop_training(board: TrainingBoard, training_id: TrainingId) -> Any:  # noqa: ANN401 - a state, or nothing
    """A training at work ends with the best model so far (202); one that has ended is forgotten, its model stays."""
    if board.has_ended(training_id):
        board.remove(training_id)
        return Response(status_code=204)
    return Response(TrainingState(**board.stop(training_id)).model_dump_json(), 202, media_type="application/json")


@router.post("/{id}/pause", operation_id="pause_training", summary="Pause")
def pause_training(board: TrainingBoard, training_id: TrainingId) -> TrainingState:
    """Stop where it is, to go on later; its worker is free for another."""
    return TrainingState(**board.pause(training_id))


@router.post("/{id}/resume", operation_id="resume_training", summary="Go on")
def resume_training(board: TrainingBoard, training_id: TrainingId) -> TrainingState:
    """Take the steps that are left, exactly those that would have been taken without the break."""
    return TrainingState(**board.resume(training_id))


@router.get("/{id}/snapshots/{step}", operation_id="get_snapshot", summary="The model at a step")
def get_snapshot(board: TrainingBoard, training_id: TrainingId, step: Step) -> Snapshot:
    """C, all parameters and the exact losses at any step taken; losses equal the streamed ones to the last bit."""
    made, state = board.at(training_id, step)
    made.run.restore(state)
    network = made.run.network
    losses = asdict(made.run.losses())
    return Snapshot(
        training=training_id,
        step=step,
        table=network.table.tolist(),
        losses=TrainingLosses(**losses),
        parameters={name: tensor.tolist() for name, tensor in network.tensors.items()},
    )


@router.get("/{id}/trail", operation_id="get_trail", summary="C through time")
def get_trail(board: TrainingBoard, training_id: TrainingId, query: Annotated[TrailQuery, Query()]) -> Trail:
    """The table at many steps at once, to scrub through."""
    stride, steps, tables = board.trail(training_id, query.count)
    return Trail(training=training_id, stride=stride, steps=steps, tables=tables)


@router.get(
    "/{id}/events",
    operation_id="watch_training",
    summary="Events as they come",
    response_class=EventSourceResponse,
)
async def watch_training(
    board: TrainingBoard,
    training_id: Annotated[str, Depends(known_training)],
    last_event_id: Annotated[str, Header(pattern=r"^\d{0,9}$", description="go on after this event")] = "",
) -> AsyncIterable[ServerSentEvent]:
    """Server-sent events progress, done, failed, cancelled, numbered from 1; ends when the training has ended."""
    async for number, kind, told in board.events(training_id, int(last_event_id or 0)):
        yield ServerSentEvent(id=str(number), event=kind, data=told)
