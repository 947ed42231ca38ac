"""The bytes of a file that somebody chose -> the text of a list of words, or a refusal that says what the file is.

Apart from the corpus so that a stored corpus is read as it stands: what follows is about files made elsewhere.
"""

import re
from collections import Counter

from backend.lesson.corpus import decoded
from backend.refusal import Refusal

UTF_16 = (b"\xff\xfe", b"\xfe\xff")
OTHER_FILES = {
    b"PK\x03\x04": "a zip file (spreadsheets and documents are such files too)",
    b"\x1f\x8b": "a gzip file",
    b"7z\xbc\xaf\x27\x1c": "a 7z file",
    b"%PDF-": "a PDF file",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"\x28\xb5\x2f\xfd": "a zstd file",
    b"PAR1": "a Parquet file",
    b"SQLite format 3\0": "a database",
}
SEPARATORS = ",;\t|"
CHARACTERS_SEEN = 100_000


def word_list(data: bytes) -> str:
    """The text of a file; raises Refusal for one that is of another kind, of another encoding, or a table."""
    for beginning, what in OTHER_FILES.items():
        if data.startswith(beginning):
            raise Refusal(f"this is {what}; send the list itself, a plain text in UTF-8 with one word a line", "text")
    if data.startswith(UTF_16) or _looks_wide(data[:1000]):
        raise Refusal("this text is in UTF-16 or UTF-32; save it as UTF-8 and send it again", "text")
    text = decoded(data)
    check_one_column(text)
    return text


def check_one_column(text: str) -> None:
    """Raise Refusal for a table: where nine lines in ten, of two or more, have the same number of one separator."""
    lines = [line for line in re.split(r"[\r\n]+", text[:CHARACTERS_SEEN]) if line.strip()]
    for separator in SEPARATORS:
        number, found = Counter(line.strip().count(separator) for line in lines).most_common(1)[0] if lines else (0, 0)
        if number and len(lines) > 1 and found >= 0.9 * len(lines):
            raise Refusal(
                f"nearly every line has {number + 1} columns, separated by {separator!r}: this is a table; "
                "keep the one column that has the words, and give one word a line",
                "text",
            )


def _looks_wide(data: bytes) -> bool:
    """Whether every other byte is nearly always 0, as in the UTF-16 of a Latin text."""
    return max(data[0::2].count(0), data[1::2].count(0)) * 4 > len(data)
