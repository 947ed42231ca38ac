"""Everything that is on disk, by id: corpora, models, and the tables that models bring.

Made at once, usable a moment later: `load` imports PyTorch and opens the shipped files in a thread of its own, so that
a server can listen before that. `wait` holds a request until then.
"""

import importlib
import logging
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Literal

from backend.refusal import Damaged
from backend.settings import Settings
from backend.space.table import Table
from backend.studio.corpus_entry import CorpusEntry, load_corpus
from backend.studio.kept import Kept
from backend.studio.missing import Missing
from backend.studio.shelf import Shelf
from backend.studio.table_map import TableMap, draw_map

if TYPE_CHECKING:
    from backend.studio.model_entry import ModelEntry

log = logging.getLogger("embedscope")
MAPS_KEPT = 64
MOST_TOPICS = 64  # more than there are


class Unopened(RuntimeError):
    """The library could not be opened, so that nothing in it can be asked; the message says why."""


class Library:
    """The shelves of one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.corpora: Shelf[CorpusEntry] = Shelf(
            "corpus",
            (settings.data, settings.store / "corpora"),
            ".txt",
            lambda folder, id_: load_corpus(folder, id_, added=folder != settings.data),
        )
        self.models: Shelf[ModelEntry] = Shelf(
            "model", (settings.models, settings.store / "models"), ".json", _load_model
        )
        self._maps: Kept[tuple[str, str | None], TableMap] = Kept(MAPS_KEPT)
        self._kept: Kept[str, Kept[Any, Any]] = Kept(MOST_TOPICS)
        self._loaded = Event()
        self._failure: Exception | None = None

    @property
    def status(self) -> Literal["starting", "ready", "failed"]:
        """Whether questions can be answered yet."""
        if not self._loaded.is_set():
            return "starting"
        return "failed" if self._failure else "ready"

    def start(self) -> None:
        """Load in a thread of its own."""
        Thread(target=self.load, name="library", daemon=True).start()

    def load(self) -> None:
        """Import PyTorch and open what is shipped, so that the first visitor does not wait for it."""
        try:
            torch = importlib.import_module("torch")
            torch.set_num_threads(self.settings.threads)
            self._open_all()
        except Exception as failure:
            self._failure = failure
            log.exception("the library could not be opened")
        finally:
            self._loaded.set()

    def wait(self, seconds: float) -> bool:
        """Hold until loading has ended; raises Unopened if it failed; False when the time is over first."""
        ended = self._loaded.wait(seconds)
        if self._failure:
            raise Unopened(
                f"Models and corpora could not be opened: {self._failure}. Mend that and start the server again."
            ) from self._failure
        return ended

    def table(self, table_id: str) -> Table:
        """One table: a model's C has the model's id. Raises Missing or Damaged."""
        return self.models.get(table_id).table

    def map_of(self, table_id: str, method: str | None) -> TableMap:
        """The map of a table, drawn once as long as the table stays the same. Raises Missing, Damaged or Refusal."""
        table = self.table(table_id)
        return self._maps.get((table_id, method), table.sha256, lambda: draw_map(table, method))

    def kept(self, topic: str, most: int) -> Kept[Any, Any]:
        """What has been made of the things on the shelves, by topic; a topic keeps the last `most` of them."""
        return self._kept.get(topic, None, lambda: Kept(most))

    def words_of(self, entry: "ModelEntry") -> frozenset[str] | None:
        """The words that the model learnt from, or None where that very corpus is not here any more."""
        try:
            corpus = self.corpora.get(entry.card.corpus).corpus
        except (Missing, Damaged):  # a damaged file is another text, and its own routes say what is wrong with it
            return None
        return corpus.unique if corpus.sha256 == entry.card.corpus_sha256 else None

    def _open_all(self) -> None:
        """Load every file and compute once what every question about it needs."""
        for name in ("models", "data"):
            folder = getattr(self.settings, name)
            if not folder.is_dir():
                log.warning("EMBEDSCOPE_%s: there is no folder %s", name.upper(), folder)
        for entry in self.models.readable():
            entry.table  # noqa: B018
        for corpus in self.corpora.readable():
            corpus.card  # noqa: B018
            corpus.corpus.unique  # noqa: B018


def _load_model(folder: Path, model_id: str) -> "ModelEntry":
    """Load through a late import: the server listens before PyTorch is there."""
    loaded: ModelEntry = importlib.import_module("backend.studio.model_entry").load_model_entry(folder, model_id)
    return loaded
