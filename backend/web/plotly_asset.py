"""The installed `plotly` package -> its plotly.min.js, compressed once and kept, so that no page waits for gzip."""

import gzip
import hashlib
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from threading import Lock

from fastapi import Request, Response

from backend.lesson.checkpoint import write_whole


class PlotlyAsset:
    """Plotly's script for the page, from the cache folder where it has been compressed before."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache / f"plotly-{version('plotly')}.min.js.gz"
        self._lock = Lock()
        self._compressed: bytes | None = None

    def compressed(self) -> bytes:
        """The script in gzip; made on the first call, kept in memory and, where that can be written, on disk."""
        with self._lock:
            if self._compressed is None:
                self._compressed = self._read() or self._make()
            return self._compressed

    def respond(self, request: Request) -> Response:
        """The script, or 304 where the browser has it."""
        content = self.compressed()
        etag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        headers = {"ETag": etag, "Cache-Control": "public, max-age=86400", "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
        else:
            content = gzip.decompress(content)
        return Response(content, media_type="text/javascript", headers=headers)

    def _read(self) -> bytes | None:
        try:
            content = self._cache.read_bytes()
            gzip.decompress(content)
        except (OSError, EOFError, gzip.BadGzipFile):
            return None
        return content

    def _make(self) -> bytes:
        script = files("plotly").joinpath("package_data", "plotly.min.js").read_bytes()
        content = gzip.compress(script, 9, mtime=0)
        try:
            write_whole(self._cache, content)
        except OSError:
            return content  # a store that cannot be written costs a moment at the next start, nothing else
        return content
