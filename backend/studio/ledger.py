"""The lesson's claims over what is on the shelves: each judged once for the words, or for the model, that it is about.

A claim about words is computed over the lesson's names. One about a model is computed over that model and the words it
learnt from, and again when its weights change.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from backend.claims.claim import Claim, Judged, Statement
from backend.claims.ground import Ground, Model, Words
from backend.claims.judging import judged
from backend.claims.registry import CHAPTERS, by_id
from backend.claims.snippet import preamble
from backend.claims.trained import Trained, read_trained
from backend.settings import ROOT
from backend.studio.kept import Kept
from backend.studio.library import Library
from backend.studio.missing import missing
from backend.studio.model_entry import ModelEntry

LESSON = "names"  # the corpus that the lesson speaks of
STORED = Path("claims") / "trained.json"  # in the folder of models; a folder of its own, for it is no model's card
JUDGED_KEPT, WORDS_KEPT = 4096, 4


@dataclass(frozen=True)
class Entry:
    """A claim in its chapter, with its verdict for a model, and the trainings behind it where it needs any."""

    claim: Claim
    chapter: str
    judged: Judged
    model: str | None
    preamble: str
    trained: Trained | None


class Ledger:
    """Every claim's verdict, computed when it is first asked for."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._judged: Kept[tuple[str, str], Judged] = Kept(JUDGED_KEPT)
        self._words: Kept[str, Words] = Kept(WORDS_KEPT)

    def chapters(self) -> list[tuple[str, Statement]]:
        """Every chapter's id and title, in reading order."""
        return [(chapter.id, chapter.title) for chapter in CHAPTERS]

    def all(self, model_id: str) -> list[Entry]:
        """Every claim in reading order; raises Missing for an unknown model."""
        here = _Here(self, self._library.models.get(model_id))
        return [self._entry(claim_id, here) for claim_id in by_id()]

    def one(self, claim_id: str, model_id: str) -> Entry:
        """One claim, what has to be measured in it measured now; raises Missing for an unknown claim or model."""
        if claim_id not in by_id():
            first, *_, last = sorted(by_id(), key=lambda known: int(known[1:]))
            raise missing("claim", claim_id, [f"{first} to {last}"])
        here = _Here(self, self._library.models.get(model_id))
        return self._entry(claim_id, here, now=True)

    def _entry(self, claim_id: str, here: "_Here", now: bool = False) -> Entry:
        claim, chapter = by_id()[claim_id]
        ground = here.of_model if claim.of_model else here.of_words
        model_id = here.entry.card.id
        key = (claim_id, model_id if claim.of_model else "")
        version = (ground.words.corpus.sha256, here.entry.card.weights_sha256 if claim.of_model else "", here.stamp)
        if now and claim.measured:
            found = judged(claim, ground, now=True)
        else:
            found = self._judged.get(key, version, lambda: judged(claim, ground))
        before = preamble(claim, model_id, here.folder)
        return Entry(
            claim,
            chapter,
            found,
            model_id if claim.of_model else None,
            before,
            ground.trained if claim.trained else None,
        )

    def words(self, corpus_id: str) -> Words:
        """A corpus with its counts; raises Missing or Damaged."""
        corpus = self._library.corpora.get(corpus_id).corpus
        return self._words.get(corpus_id, corpus.sha256, lambda: Words(corpus))

    def stored(self, corpus_sha256: str) -> Trained | None:
        """The stored trainings for these words, None where there are none."""
        try:
            text = (self._library.settings.models / STORED).read_text(encoding="utf-8")
        except (FileNotFoundError, UnicodeDecodeError):
            return None
        return read_trained(text, corpus_sha256)

    def has_words_of(self, entry: ModelEntry) -> bool:
        """Whether the very words are here that a model learnt from."""
        return self._library.words_of(entry) is not None

    def folder_of(self, model_id: str) -> str:
        """The folder of a model's files as a reader in the project's folder would write it."""
        folder = self._library.models.folder_of(model_id) or self._library.settings.models
        return str(folder.relative_to(ROOT)) if folder.is_relative_to(ROOT) else folder.name


@dataclass(frozen=True)
class _Here:
    """The two grounds of one request: of words and of the model."""

    ledger: Ledger
    entry: ModelEntry

    @cached_property
    def model(self) -> Model:
        return Model(self.entry.card, self.entry.network)

    @cached_property
    def folder(self) -> str:
        return self.ledger.folder_of(self.entry.card.id)

    @cached_property
    def of_words(self) -> Ground:
        words = self.ledger.words(LESSON)
        return Ground(words, self.model, self.ledger.stored(words.corpus.sha256))

    @cached_property
    def of_model(self) -> Ground:
        if self.entry.card.corpus == LESSON or not self.ledger.has_words_of(self.entry):
            return self.of_words
        words = self.ledger.words(self.entry.card.corpus)
        return Ground(words, self.model, self.ledger.stored(words.corpus.sha256))

    @property
    def stamp(self) -> object:
        """What stored trainings there are: verdicts change with them."""
        trained = self.of_words.trained
        return None if trained is None else (trained.inputs_sha256, trained.seconds)
