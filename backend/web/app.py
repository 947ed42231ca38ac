"""Settings -> the app: routes, errors, limits, the page, and Plotly beside it. Nothing is made at import."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib import import_module
from threading import Thread
from typing import Any

from anyio import CapacityLimiter
from fastapi import FastAPI, Request, Response
from fastapi.middleware.cors import CORSMiddleware
from fastapi.middleware.gzip import GZipMiddleware
from fastapi_offline import FastAPIOffline
from starlette.middleware.body_limit import RequestBodyLimitMiddleware

from backend import __version__
from backend.settings import ROOT, Settings
from backend.studio.cluster import Cluster
from backend.studio.kept import Kept
from backend.studio.library import Library
from backend.web import problems
from backend.web.error_shape import ErrorShape
from backend.web.plotly_asset import PlotlyAsset
from backend.web.prefix import Prefix
from backend.web.revalidated import Revalidated
from backend.web.routes import (
    arena,
    claims,
    compare,
    corpora,
    experiments,
    health,
    lookup,
    models,
    origins,
    retrieval,
    slips,
    sweeps,
    tables,
    trainings,
    uploads,
)
from backend.web.schemas.wire import Problem
from backend.web.uploaded import ENVELOPE

DESCRIPTION = """A character MLP after Bengio et al. (2003) and its embedding table, over JSON.

Errors are RFC 9457 problem documents whose `detail` names the thing, the place and the remedy. Names are drawn from a
seed that is always answered: the same seed gives the same bytes, here and on the command line."""

IMPORTS_AT_ONCE = 2  # the largest word list takes a gigabyte while it is read


def create_app(settings: Settings) -> FastAPI:
    """The app over a library and settings of its own; the library is loaded when the app starts."""
    library = Library(settings)
    cluster = Cluster(settings)
    plotly = PlotlyAsset(settings.store / "cache")

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        library.start()
        cluster.start()
        Thread(target=plotly.compressed, name="plotly", daemon=True).start()
        yield
        cluster.close()

    app = FastAPIOffline(
        title="Embedscope",
        version=__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        redoc_url=None,
        favicon_url="favicon.svg",
        static_url="/docs-assets",
        responses={"4XX": {"model": Problem, "description": "what was refused, where, and what to do"}},
    )
    app.state.library = library
    boards: Kept[str, Any] = Kept(2)  # one of each, however many ask for it first
    app.state.board = lambda: boards.get(
        "board", None, lambda: import_module("backend.studio.trainings.board").Board(library, cluster)
    )
    app.state.sweeps = lambda: boards.get(
        "sweeps", None, lambda: import_module("backend.studio.sweeps.desk").Sweeps(app.state.board())
    )
    app.state.ledger = cache(lambda: import_module("backend.studio.ledger").Ledger(library))
    app.state.importing = CapacityLimiter(IMPORTS_AT_ONCE)
    app.state.measuring = CapacityLimiter(1)  # two look-ups at once would measure each other
    problems.install(app)
    models_and_numbers = (health, models, origins, compare, tables, retrieval)
    words_and_runs = (corpora, trainings, sweeps, claims, experiments, arena, lookup, slips)
    for routes in (*models_and_numbers, *words_and_runs):
        app.include_router(routes.router, max_body_size=settings.max_json_bytes)
    app.include_router(uploads.router, max_body_size=settings.max_upload_bytes + ENVELOPE)

    @app.get("/plotly.min.js", include_in_schema=False)
    def plotly_script(request: Request) -> Response:
        return plotly.respond(request)

    app.frontend("/", directory=ROOT / "frontend", fallback=None, check_dir=True)
    _surround(app, settings)
    return app


def _surround(app: FastAPI, settings: Settings) -> None:
    """What every request passes through, from the inside to the outside."""
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=4)
    app.add_middleware(Revalidated)
    app.add_middleware(RequestBodyLimitMiddleware, max_body_size=settings.max_json_bytes)
    if settings.origins:
        app.add_middleware(CORSMiddleware, allow_origins=settings.origins, allow_methods=["*"], allow_headers=["*"])
    app.add_middleware(ErrorShape)
    if settings.root_path:
        app.add_middleware(Prefix, root_path=settings.root_path)
