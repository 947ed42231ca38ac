"""Everything that is on disk, by id: corpora, models, and the tables that models bring.

Made at once, usable a moment later: `load` imports PyTorch and opens the shipped files in a thread of its own, so that
a server can listen before that. `wait` holds a request until then.
"""

import importlib
import logging
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Literal, TypeVar

from backend.refusal import Damaged
from backend.settings import Settings
from backend.space.table import Table
from backend.studio.corpus_entry import CorpusEntry, load_corpus
from backend.studio.shelf import Shelf
from backend.studio.table_map import TableMap, draw_map

if TYPE_CHECKING:
    from backend.studio.model_entry import ModelEntry

Thing = TypeVar("Thing")
log = logging.getLogger("embedscope")
MAPS_KEPT = 64


class Library:
    """The shelves of one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.corpora: Shelf[CorpusEntry] = Shelf(
            "corpus", (settings.data, settings.store / "corpora"), ".txt", load_corpus
        )
        self._models: Shelf[ModelEntry] = Shelf(
            "model", (settings.models, settings.store / "models"), ".json", _load_model
        )
        self._maps: dict[tuple[str, str | None], TableMap] = {}
        self._loaded = Event()
        self._failure: BaseException | None = None

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
        except BaseException as failure:
            self._failure = failure
            log.exception("the library could not be opened")
        finally:
            self._loaded.set()

    def wait(self, seconds: float) -> bool:
        """Hold until loading has ended; raises what loading failed with; False when the time is over first."""
        ended = self._loaded.wait(seconds)
        if self._failure:
            raise RuntimeError(f"the library could not be opened: {self._failure}") from self._failure
        return ended

    def model_ids(self) -> list[str]:
        """The ids of all models."""
        return self._models.ids()

    def models(self) -> list["ModelEntry"]:
        """All models that can be read; one that is damaged is left out and logged, `model` says what is wrong."""
        return _readable(self._models.ids(), self._models.get)

    def model(self, model_id: str) -> "ModelEntry":
        """One model; raises Missing, or Damaged where its files are."""
        return self._models.get(model_id)

    def table(self, table_id: str) -> Table:
        """One table: a model's C has the model's id. Raises Missing or Damaged."""
        return self.model(table_id).table

    def map_of(self, table_id: str, method: str | None) -> TableMap:
        """The map of a table, drawn once as long as the table stays the same. Raises Missing, Damaged or Refusal."""
        table = self.table(table_id)
        key = (table.sha256, method)
        if key not in self._maps:
            if len(self._maps) >= MAPS_KEPT:
                self._maps.clear()
            self._maps[key] = draw_map(table, method)
        return self._maps[key]

    def words_of(self, entry: "ModelEntry") -> frozenset[str] | None:
        """The words that the model learnt from, or None where that very corpus is not here any more."""
        if entry.card.corpus not in self.corpora.ids():
            return None
        corpus = self.corpora.get(entry.card.corpus).corpus
        return corpus.unique if corpus.sha256 == entry.card.corpus_sha256 else None

    def _open_all(self) -> None:
        for entry in self.models():
            self.words_of(entry)
        for corpus in _readable(self.corpora.ids(), self.corpora.get):
            corpus.card  # noqa: B018 - computed once, here


def _readable(ids: list[str], get: Callable[[str], Thing]) -> list[Thing]:
    found = []
    for asked in ids:
        try:
            found.append(get(asked))
        except (Damaged, OSError) as problem:
            log.warning("%s cannot be read: %s", asked, problem)
    return found


def _load_model(folder: Path, model_id: str) -> "ModelEntry":
    """Load through a late import: the server listens before PyTorch is there."""
    loaded: ModelEntry = importlib.import_module("backend.studio.model_entry").load_model_entry(folder, model_id)
    return loaded
