"""Labelled rows of vectors: what every other file of this package works on.

Tokens and an array of floats -> a `Table` that is checked once and cannot change afterwards. A model's C is
one, word vectors read from a file are another. What differs from table to table (file formats, where it came
from, its id) lives elsewhere.
"""

import hashlib
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from backend.refusal import Refusal
from backend.space.spelling import close_to, quoted

FloatArray = NDArray[np.floating[Any]]

LARGEST_VALUE = 1e100  # so that no square, no sum of squares and no product of two rows can overflow float64
BLOCK_ROWS = 8192  # rows looked at together; bounds the memory that a pass over a large table needs
LISTED_TOKENS = 64  # a refusal lists the tokens of a table up to this size


@dataclass(frozen=True, eq=False)
class Table:
    """V tokens, each with a row of D numbers. Made by `Table.build`; `vectors` is read-only."""

    tokens: tuple[str, ...]
    vectors: FloatArray  # (V, D) float32 or float64

    @classmethod
    def build(cls, tokens: Iterable[str], vectors: ArrayLike) -> "Table":
        """Check tokens (V) and vectors (V, D) and make a table of them.

        float32 and float64 stay as they are, float16 becomes float32, whole numbers become float64. A
        writeable array is copied, so that nobody can change the table later; a read-only memory map is not,
        so it may exceed memory.

        Raises Refusal with field "vectors" (not numbers, not two-dimensional, no row, no column, not finite,
        beyond 1e100) or "tokens" (not one a row, not text, not encodable, one token on two rows).
        """
        names = tuple(tokens)
        array = _floats(vectors)
        _check_tokens(names, len(array))
        _check_values(names, array)
        return cls(names, _frozen(array))

    @property
    def rows(self) -> int:
        """V, the number of rows."""
        return int(self.vectors.shape[0])

    @property
    def dimensions(self) -> int:
        """D, the number of columns."""
        return int(self.vectors.shape[1])

    def row_of(self, token: str, field: str = "of") -> int:
        """The row of a token. Raises Refusal in the caller's `field`, which says which tokens there are."""
        row = self._row_by_token.get(token)
        if row is None:
            raise Refusal(self._unknown(token), field)
        return row

    def blocks(self) -> Iterator[tuple[int, NDArray[np.float64]]]:
        """The rows in float64, some thousands at a time: (number of the first row, array (rows, D))."""
        for start in range(0, self.rows, BLOCK_ROWS):
            yield start, np.asarray(self.vectors[start : start + BLOCK_ROWS], dtype=np.float64)

    def norms(self) -> NDArray[np.float64]:
        """Euclidean length of every row, (V,), in the vectors' unit; computed anew at each call (S52)."""
        norms = np.empty(self.rows)
        for start, block in self.blocks():
            largest = np.abs(block).max(axis=1)
            unit = block / np.where(largest > 0, largest, 1.0)[:, None]
            norms[start : start + len(block)] = largest * np.sqrt(np.square(unit).sum(axis=1))
        return norms

    @cached_property
    def sha256(self) -> str:
        """64 hex digits that name this content: tokens, shape and every bit of the vectors.

        SHA-256 over, one after another: the ASCII line "embedscope-table/1 V D T" and a newline, where T is
        <f4 or <f8; for every token in row order its UTF-8 length as 8 bytes, little-endian, then its UTF-8
        bytes; the vectors row by row, each number in little-endian IEEE 754 of type T.
        """
        kind = f"<f{self.vectors.dtype.itemsize}"
        digest = hashlib.sha256(f"embedscope-table/1 {self.rows} {self.dimensions} {kind}\n".encode("ascii"))
        for token in self.tokens:
            encoded = token.encode("utf-8")
            digest.update(struct.pack("<Q", len(encoded)) + encoded)
        for start in range(0, self.rows, BLOCK_ROWS):
            digest.update(np.ascontiguousarray(self.vectors[start : start + BLOCK_ROWS], dtype=kind).tobytes())
        return digest.hexdigest()

    @cached_property
    def _row_by_token(self) -> dict[str, int]:
        return {token: row for row, token in enumerate(self.tokens)}

    def _unknown(self, token: str) -> str:
        said = f"The table has no token {quoted(token)}."
        if self.rows <= LISTED_TOKENS:
            return f"{said} Its {self.rows} tokens are: {' '.join(map(quoted, self.tokens))}."
        close = close_to(token, self.tokens)
        hint = f" Close by spelling: {', '.join(map(quoted, close))}." if close else " None is spelled like it."
        return f"{said} It has {self.rows:,} tokens.{hint}"


def _floats(vectors: ArrayLike) -> FloatArray:
    """Any array-like as a float32 or float64 array (V, D) in this machine's byte order."""
    try:
        array = np.asarray(vectors)
    except ValueError as reason:
        raise Refusal(
            "The rows have different lengths; give every row the same number of values.", "vectors"
        ) from reason
    if array.dtype.kind not in "fiu" and array.size:
        raise Refusal(f"The vectors hold {array.dtype}, not real numbers.", "vectors")
    if array.ndim != 2:
        raise Refusal(f"The vectors have shape {array.shape}; a table needs two axes, rows and columns.", "vectors")
    if 0 in array.shape:
        missing = "row" if array.shape[0] == 0 else "column"
        raise Refusal(f"The vectors have shape {array.shape}; a table needs at least one {missing}.", "vectors")
    if array.dtype.kind == "f" and array.dtype.itemsize <= 4:
        return np.asarray(array, dtype=np.float32)
    return np.asarray(array, dtype=np.float64)


def _check_tokens(tokens: tuple[str, ...], rows: int) -> None:
    if len(tokens) != rows:
        raise Refusal(f"{len(tokens):,} tokens for {rows:,} rows; give one token a row.", "tokens")
    seen: dict[str, int] = {}
    for row, token in enumerate(tokens):
        if not isinstance(token, str):
            raise Refusal(f"The token of row {row} is {type(token).__name__}, not text.", "tokens")
        try:
            token.encode("utf-8")
        except UnicodeEncodeError as reason:
            raise Refusal(f"The token of row {row}, {quoted(token)}, is not valid Unicode text.", "tokens") from reason
        first = seen.setdefault(token, row)
        if first != row:
            raise Refusal(
                f"The token {quoted(token)} stands on rows {first} and {row}; give every row its own token.",
                "tokens",
            )


def _check_values(tokens: tuple[str, ...], array: FloatArray) -> None:
    limit = min(LARGEST_VALUE, float(np.finfo(array.dtype).max))
    for start in range(0, len(array), BLOCK_ROWS):
        bad = np.argwhere(~(np.abs(array[start : start + BLOCK_ROWS]) <= limit))  # a NaN is not <= anything
        if len(bad):
            row, column = start + int(bad[0][0]), int(bad[0][1])
            value = float(array[row, column])
            remedy = "values must be finite" if not np.isfinite(value) else "values beyond 1e100 must be scaled down"
            raise Refusal(f"Row {row} ({quoted(tokens[row])}), column {column} holds {value}; {remedy}.", "vectors")


def _frozen(array: FloatArray) -> FloatArray:
    """The array itself if nobody can write to it, else a copy that nobody can."""
    if _writeable(array) or not array.flags.c_contiguous:
        array = np.array(array, order="C", copy=True)
    plain = array.view(np.ndarray)
    plain.flags.writeable = False
    return plain


def _writeable(array: FloatArray) -> bool:
    owner: Any = array
    while isinstance(owner, np.ndarray):
        if owner.flags.writeable:
            return True
        owner = owner.base
    return False
