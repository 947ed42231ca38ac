"""A corpus: text -> words, with a report on every line that was not taken.

One word a line, in NFC, white space around it dropped, duplicates kept and counted, nothing lower-cased. The boundary
'.' and control characters cannot be spelled in a word. What this leaves out: files and folders.
"""

import hashlib
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from backend.lesson.characters import character_counts, parts, unusual_characters
from backend.lesson.vocabulary import BOUNDARY, Vocabulary
from backend.refusal import Refusal

LISTED_LINES = 1000
LONGEST_WORD = 256


@dataclass(frozen=True)
class RefusedLine:
    """A line that is not in the corpus: its number, from 1, and why."""

    line: int
    reason: str


@dataclass(frozen=True)
class Report:
    """What became of a text's lines; `refused` lists the first thousand of `refused_lines`."""

    lines: int
    kept: int
    duplicates: int
    empty: int
    refused_lines: int
    refused: tuple[RefusedLine, ...]


@dataclass(frozen=True)
class Corpus:
    """Words in file order, duplicates included, and the report on the text they came from."""

    words: tuple[str, ...]
    report: Report
    unique: frozenset[str] = field(repr=False, compare=False)  # the distinct words: what `in_corpus` asks

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """'.' and every character that some word has."""
        return Vocabulary(self._counts)

    @cached_property
    def examples(self) -> int:
        """Positions to predict: every character and one end a word."""
        return sum(self._counts.values())

    @cached_property
    def sha256(self) -> str:
        """Hash of the words as lines in UTF-8, each ended by a newline."""
        hashed = hashlib.sha256()
        for lines in self.lines():
            hashed.update(lines)
        return hashed.hexdigest()

    def lines(self) -> Iterator[bytes]:
        """The words as a file holds them, some at a time: one a line in UTF-8, each ended by a newline."""
        return ("\n".join((*part, "")).encode() for part in parts(self.words))

    def characters(self) -> dict[str, int]:
        """How often each token is to be predicted, in vocabulary order; '.' once a word."""
        return {token: self._counts[token] for token in self.vocabulary.tokens}

    def unusual(self) -> dict[str, str]:
        """Why a character looks out of place, for each that does, in vocabulary order."""
        return unusual_characters(self.words, self.characters())

    @cached_property
    def _counts(self) -> dict[str, int]:
        counted: Counter[str] = Counter({BOUNDARY: len(self.words)})
        for part in parts(self.words):
            counted.update(character_counts("".join(part)))
        return counted


def decoded(data: bytes) -> str:
    """The text of a UTF-8 file; raises Refusal naming the line of the first bad byte."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = len(re.split(rb"\r\n|\r|\n", data[: error.start]))
        raise Refusal(
            f"line {line} is not UTF-8 (byte 0x{data[error.start]:02x} at {error.start}); save the file as UTF-8",
            "text",
        ) from None


def read_corpus(text: str) -> Corpus:
    """The corpus in a text, a byte order mark dropped; raises Refusal when not a single word can be kept.

    The whole text is searched for forbidden characters at once, so that lines are looked at one by one only where some
    line has to be refused.
    """
    text = text.removeprefix("\ufeff")
    composed = unicodedata.is_normalized("NFC", text)
    words = [line.strip() for line in io.StringIO(text, newline=None)]  # lines end as any system ends them
    if not composed:
        words = [unicodedata.normalize("NFC", word) for word in words]
    lines = len(words)
    forbidden = {character for character in character_counts(text) if reason_against(character)} - {"\n", "\r"}
    refused: list[RefusedLine] = []
    if forbidden or max(map(len, words), default=0) > LONGEST_WORD:
        words, refused = _without_refused(words, forbidden)
    kept = tuple(word for word in words if word)
    if not kept:
        first = f"; line {refused[0].line}: {refused[0].reason}" if refused else ""
        raise Refusal(
            f"the corpus has no word that can be kept, of {lines:,} lines{first}; give one word a line", "text"
        )
    unique: set[str] = set()
    for part in parts(kept):
        unique.update(part)
    report = Report(
        lines=lines,
        kept=len(kept),
        duplicates=len(kept) - len(unique),
        empty=lines - len(kept) - len(refused),
        refused_lines=len(refused),
        refused=tuple(refused[:LISTED_LINES]),
    )
    return Corpus(kept, report, frozenset(unique))


def reason_against(character: str) -> str | None:
    """Why no word may have this character, or None."""
    if character == BOUNDARY:
        return "'.' marks where a word begins and ends, so no word can contain it; remove it or write another character"
    category = unicodedata.category(character)
    if category == "Cc":
        return f"control character U+{ord(character):04X}; remove it"
    if category == "Cs":
        return f"lone surrogate U+{ord(character):04X}, half of a character; write the whole character"
    return None


def _without_refused(words: list[str], forbidden: set[str]) -> tuple[list[str], list[RefusedLine]]:
    bad = re.compile(f"[{re.escape(''.join(sorted(forbidden)))}]" if forbidden else "(?!)")
    kept, refused = [], []
    for number, word in enumerate(words, start=1):
        found = bad.search(word)
        if found:
            refused.append(RefusedLine(number, reason_against(found[0]) or ""))
        elif len(word) > LONGEST_WORD:
            too_long = f"a word of {len(word):,} characters; the longest has {LONGEST_WORD}; give one word a line"
            refused.append(RefusedLine(number, too_long))
        else:
            kept.append(word)
    return kept, refused
