"""GET /api/health."""

from fastapi import APIRouter

from backend import __version__
from backend.web.dependencies import AnyLibrary
from backend.web.schemas.health import Health

router = APIRouter(prefix="/api", tags=["health"])


@router.get("/health", operation_id="health", summary="State of the server")
async def health(library: AnyLibrary) -> Health:
    """Answers at once, also while the models are being loaded; other routes wait for them."""
    models = library.models.ids()
    return Health(
        status=library.status, version=__version__, models=models, tables=models, corpora=library.corpora.ids()
    )
