"""The characters a model knows: text -> ids and back.

One token is one Unicode code point after NFC; the boundary '.' has id 0, the others follow by code point, so that for
the shipped names a = 1 .. z = 26. No extra padding id: the boundary pads as well (embedding-27-to-2, sliding window).
"""

import unicodedata
from collections.abc import Iterable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from backend.refusal import Refusal

BOUNDARY = "."
Ids = NDArray[np.int64]


def code_points(text: str) -> NDArray[np.uint32]:
    """The code points of a text, one number a character; lone surrogates must have been refused before."""
    return np.frombuffer(text.encode("utf-32-le"), dtype="<u4")


def well_formed(text: str, field: str) -> str:
    """The text in NFC; raises Refusal for a lone surrogate, which no encoding can carry."""
    for place, character in enumerate(text):
        if "\ud800" <= character <= "\udfff":
            raise Refusal(
                f"{field} has a lone surrogate (U+{ord(character):04X}) at character {place + 1}, which is half of a "
                "character; send the whole character",
                field,
            )
    return unicodedata.normalize("NFC", text)


class Vocabulary:
    """V tokens, '.' first, the rest in the order of their code points."""

    def __init__(self, characters: Iterable[str]) -> None:
        self.tokens: tuple[str, ...] = (BOUNDARY, *sorted(set(characters) - {BOUNDARY}))
        self._ids = {token: i for i, token in enumerate(self.tokens)}

    def __len__(self) -> int:
        return len(self.tokens)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vocabulary) and self.tokens == other.tokens

    def __hash__(self) -> int:
        return hash(self.tokens)

    def __contains__(self, token: object) -> bool:
        return token in self._ids

    @cached_property
    def _id_of_code_point(self) -> Ids:
        points = np.array([ord(token) for token in self.tokens])
        table = np.full(points.max() + 1, -1, dtype=np.int64)
        table[points] = np.arange(len(points))
        return table

    def encode_known(self, text: str) -> Ids:
        """Ids (N,) of a text whose characters are all in the vocabulary, as a corpus' own text is: one look-up."""
        return self._id_of_code_point[code_points(text)]

    def encode(self, text: str, field: str) -> list[int]:
        """Ids of a text from outside; raises Refusal naming the character, its place and the characters there are."""
        text = well_formed(text, field)
        for place, character in enumerate(text):
            if character not in self._ids:
                raise Refusal(
                    f"{field} {text!r} has {self.named(character)} at character {place + 1}, which is not in the "
                    f"vocabulary; the characters are {self.listed()}",
                    field,
                )
        return [self._ids[character] for character in text]

    def decode(self, ids: Iterable[int]) -> str:
        """The text of a row of ids."""
        return "".join(self.tokens[i] for i in ids)

    def listed(self) -> str:
        """The tokens for an error message: all of a small alphabet, the first sixty of a large one."""
        shown = " ".join(self.tokens[:60])
        return shown if len(self) <= 60 else f"{shown} and {len(self) - 60} more"

    @staticmethod
    def named(character: str) -> str:
        """A character for an error message, readable even when it has no ink."""
        name = unicodedata.name(character, "no name")
        return f"{character!r} (U+{ord(character):04X}, {name})"
