"""The installed `plotly` package -> its plotly.min.js, compressed once and kept, so that no page waits for gzip."""

import gzip
import hashlib
import zlib
from functools import cached_property
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from threading import Lock

from fastapi import Request, Response

from backend.lesson.whole_file import write_whole


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
                self._compressed = self._cached() or self._made()
            return self._compressed

    def respond(self, request: Request) -> Response:
        """The script, or 304 where the browser has it."""
        headers = {"ETag": self._etag, "Cache-Control": "public, max-age=86400", "Vary": "Accept-Encoding"}
        known = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
        if self._etag in known or "*" in known:
            return Response(status_code=304, headers=headers)
        content = self._script
        if "gzip" in request.headers.get("accept-encoding", ""):
            content = self.compressed()
            headers["Content-Encoding"] = "gzip"
        return Response(content, media_type="text/javascript", headers=headers)

    @cached_property
    def _script(self) -> bytes:
        return files("plotly").joinpath("package_data", "plotly.min.js").read_bytes()

    @cached_property
    def _etag(self) -> str:
        """Weak, because one tag stands for the script with and without gzip."""
        return f'W/"{hashlib.sha256(self._script).hexdigest()[:16]}"'

    def _cached(self) -> bytes | None:
        try:
            content = self._cache.read_bytes()
            return content if gzip.decompress(content) == self._script else None
        except (OSError, EOFError, zlib.error):  # no cache, or a damaged one, which is made anew
            return None

    def _made(self) -> bytes:
        content = gzip.compress(self._script, 9, mtime=0)
        try:
            write_whole(self._cache, content)
        except OSError:
            return content  # a store that cannot be written costs a moment at the next start, nothing else
        return content
