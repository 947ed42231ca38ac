"""Words -> how often each character occurs, and which characters look out of place, each with the reason.

A homoglyph, a stray mark or a digit costs a row of the embedding table that hardly any word trains. Nothing is refused
here: the reasons are shown, and whoever made the list decides.
"""

import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from backend.lesson.vocabulary import BOUNDARY, Vocabulary, code_points

FEW = 1000  # a character that fewer than one word in so many has is rare
PART = 100_000  # words, or characters of a text
KANA_AND_HAN = ("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC")  # one word may have all of them


def parts(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """The words, some at a time: one call on millions would let no other thread run until it ends."""
    return (words[start : start + PART] for start in range(0, len(words), PART))


def character_counts(text: str) -> dict[str, int]:
    """How often each character of a text occurs, by code point; lone surrogates included."""
    counts = np.zeros(sys.maxunicode + 1, dtype=np.int64)
    for part in parts(text):
        points = np.frombuffer(str(part).encode("utf-32-le", "surrogatepass"), dtype="<u4")
        counted = np.bincount(points)
        counts[: len(counted)] += counted
    return {chr(point): int(counts[point]) for point in np.flatnonzero(counts).tolist()}


def script(character: str) -> str:
    """The script of a letter by its Unicode name, such as LATIN; kana and Han count as one, '' where there is none."""
    words = unicodedata.name(character, "").replace("FULLWIDTH ", "").replace("HALFWIDTH ", "").split(" ")
    return "CJK" if words[0] in KANA_AND_HAN else words[0]


def unusual_characters(words: Sequence[str], counts: Mapping[str, int]) -> dict[str, str]:
    """Why a character looks out of place, for each that does; `counts` are those of the words' own characters."""
    letters = {c: n for c, n in counts.items() if c.isalpha()}
    scripts: Counter[str] = Counter()
    for character, count in letters.items():
        scripts[script(character)] += count
    main = scripts.most_common(1)[0][0] if scripts else ""
    in_letters = 2 * sum(letters.values()) > sum(counts.values()) - counts.get(BOUNDARY, 0)
    reasons = {c: reason for c in counts if c != BOUNDARY and (reason := _reason(c, main, in_letters))}
    most = len(words) * max(map(len, words), default=0) // FEW  # more often than that no rare character occurs
    shared = words_with(words, {c for c, n in counts.items() if n <= most and c != BOUNDARY} | set(reasons))
    for character, number in shared.items():
        where = f"in {number:,} of {len(words):,} words"
        if character in reasons:
            reasons[character] += f"; {where}"
        elif number * FEW < len(words):
            reasons[character] = f"rare: {where}"
    return {character: reasons[character] for character in counts if character in reasons}


def words_with(words: Sequence[str], characters: set[str]) -> dict[str, int]:
    """How many of the words have each of these characters, which are not '.'."""
    chosen = Vocabulary(characters)  # '.' comes first, so that a row in it is never 0
    row_of = np.zeros(sys.maxunicode + 1, dtype=np.int64)
    row_of[[ord(token) for token in chosen.tokens]] = np.arange(len(chosen))
    counted = np.zeros(len(chosen), dtype=np.int64)
    for part in parts(words) if characters else ():
        points = code_points(BOUNDARY.join(part))
        places = np.flatnonzero(row_of[points])
        word = np.searchsorted(np.flatnonzero(points == ord(BOUNDARY)), places)
        pairs = np.unique(word * len(chosen) + row_of[points[places]])
        counted += np.bincount(pairs % len(chosen), minlength=len(chosen))
    return dict(zip(chosen.tokens[1:], counted[1:].tolist(), strict=True))


def _reason(character: str, main: str, in_letters: bool) -> str:
    """The rule that a character meets, or '' where it meets none."""
    kind, point = unicodedata.category(character), f"U+{ord(character):04X}"
    named = f"{point} {unicodedata.name(character, '')}".strip()
    if kind == "Cf":
        return f"invisible format character {named}"
    if character.isspace():
        return f"white space inside words, {named}"
    if kind in ("Co", "Cn"):
        return f"{point} has no agreed meaning"
    if kind[0] == "M":
        return "" if script(character) == main else f"combining mark left after NFC, {named}"
    if kind[0] == "L":
        return "" if script(character) == main else f"{named} is of another script than most letters, {main}"
    what = {"N": "digit", "P": "punctuation"}.get(kind[0], "symbol")
    return f"{what} among letters" if in_letters else ""
