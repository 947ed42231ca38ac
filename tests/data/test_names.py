"""data/names.txt as published: its hash, order, letters and the names that occur twice."""

import hashlib
from pathlib import Path

DATA = Path(__file__).parents[2] / "data"
BYTES = (DATA / "names.txt").read_bytes()
LINES = BYTES.decode("ascii").split("\n")[:-1]


def test_the_file_is_the_published_list():
    assert hashlib.sha256(BYTES).hexdigest() == "3a83b1b3f3b9535eeb070f19ae678c29d83558ede501a863b19b82c4807450d2"
    assert len(BYTES) == 228_146
    assert BYTES.endswith(b"\n") and b"\r" not in BYTES


def test_names_are_in_the_order_of_the_list():
    assert LINES[:5] == ["emma", "olivia", "ava", "isabella", "sophia"]
    assert len(LINES) == 32_033


def test_names_are_lower_case_letters():
    assert set("".join(LINES)) == set("abcdefghijklmnopqrstuvwxyz")
    lengths = [len(line) for line in LINES]
    assert (min(lengths), max(lengths)) == (2, 15)
    assert round(sum(lengths) / len(lengths), 2) == 6.12


def test_names_given_to_girls_and_boys_occur_twice():
    seen, again = set(), []
    for line in LINES:
        if line in seen:
            again.append(line)
        seen.add(line)
    assert len(seen) == 29_494
    assert len(again) == len(set(again)) == 2_539


def test_the_rows_added_later_are_name_and_sex():
    rows = (DATA / "rows-added-later.csv").read_text(encoding="ascii").split("\n")[:-1]
    assert len(rows) == len(set(rows)) == 145
    for row in rows:
        name, sex = row.split(",")
        assert name.isalpha() and sex in ("F", "M")
