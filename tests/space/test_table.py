import hashlib
import math
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.refusal import Refusal
from backend.space.table import Table
from tests.space.oracles import CASES, letters


def test_a_table_holds_tokens_and_vectors():
    table = Table.build(["a", "b", "."], [[1, 2], [3, 4], [5, 6]])
    assert table.tokens == ("a", "b", ".")
    assert (table.rows, table.dimensions) == (3, 2)
    assert table.vectors.tolist() == [[1, 2], [3, 4], [5, 6]]
    assert [table.row_of(token) for token in "ab."] == [0, 1, 2]


@pytest.mark.parametrize(
    ("given_type", "kept"),
    [("f2", "f4"), ("f4", "f4"), ("f8", "f8"), ("i4", "f8"), ("u1", "f8"), (">f4", "f4"), (">f8", "f8")],
)
def test_which_number_types_are_kept(given_type, kept):
    table = Table.build(["a", "b"], np.array([[1, 2], [3, 4]], dtype=given_type))
    assert table.vectors.dtype == np.dtype(kept)
    assert table.vectors.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("tokens", "vectors", "field", "message"),
    [
        (["a"], [1.0, 2.0], "vectors", "shape (2,); a table needs two axes"),
        (["a"], [[[1.0]]], "vectors", "shape (1, 1, 1); a table needs two axes"),
        ([], np.zeros((0, 3)), "vectors", "at least one row"),
        ([], [], "vectors", "two axes"),
        (["a"], np.zeros((1, 0)), "vectors", "at least one column"),
        (["a", "b"], [[1.0, 2.0], [1.0]], "vectors", "different lengths"),
        (["a"], [["1", "2"]], "vectors", "not real numbers"),
        (["a"], [[1j, 2]], "vectors", "complex128, not real numbers"),
        (["a"], [[True, False]], "vectors", "bool, not real numbers"),
        (["a", "b"], [[1.0, 2.0], [3.0, math.nan]], "vectors", "Row 1 ('b'), column 1 holds nan"),
        (["a", "b"], [[1.0, -math.inf], [3.0, 4.0]], "vectors", "Row 0 ('a'), column 1 holds -inf"),
        (["a"], [[1e101]], "vectors", "beyond 1e100 must be scaled down"),
        (["a"], np.array([[math.inf]], dtype="f4"), "vectors", "must be finite"),
        (["a", "b"], [[1.0]], "tokens", "2 tokens for 1 rows"),
        (["a", "b", "a"], [[1.0], [2.0], [3.0]], "tokens", "'a' stands on rows 0 and 2"),
        (["a", 7], [[1.0], [2.0]], "tokens", "The token of row 1 is int, not text"),
        (["\ud800"], [[1.0]], "tokens", "'\\ud800', is not valid Unicode"),
    ],
)
def test_what_is_refused(tokens, vectors, field, message):
    with pytest.raises(Refusal) as refused:
        Table.build(tokens, vectors)
    assert refused.value.field == field
    assert message in str(refused.value)


def test_the_bad_cell_is_found_beyond_the_first_block():
    vectors = np.ones((20_000, 2), dtype=np.float32)
    vectors[19_999, 1] = np.nan
    with pytest.raises(Refusal, match=r"Row 19999 \('t19999'\), column 1 holds nan"):
        Table.build(letters(20_000), vectors)


def test_nobody_can_change_a_table():
    mine = np.array([[1.0, 2.0], [3.0, 4.0]])
    table = Table.build("ab", mine)
    through_a_view = mine[:]
    through_a_view.flags.writeable = False
    second = Table.build("ab", through_a_view)
    mine[0, 0] = 99
    assert table.vectors[0, 0] == second.vectors[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        table.vectors[0, 0] = 5


def test_a_read_only_memory_map_is_not_copied(tmp_path):
    path = tmp_path / "vectors.npy"
    np.save(path, np.arange(6, dtype=np.float32).reshape(3, 2))
    mapped = np.load(path, mmap_mode="r")
    table = Table.build("abc", mapped)
    assert np.shares_memory(table.vectors, mapped)
    assert table.vectors.tolist() == [[0, 1], [2, 3], [4, 5]]


def test_an_unknown_token_of_a_small_table_lists_all():
    with pytest.raises(Refusal) as refused:
        Table.build([".", "a", "b"], [[1], [2], [3]]).row_of("z", "plus")
    assert str(refused.value) == "The table has no token 'z'. Its 3 tokens are: '.' 'a' 'b'."
    assert refused.value.field == "plus"


def test_an_unknown_token_of_a_large_table_says_what_is_close():
    tokens = [*letters(100_000), "king", "kings", "Queen"]
    table = Table.build(tokens, np.ones((len(tokens), 1), dtype=np.float32))
    for asked, expected in [("kinge", "'king'"), ("queen", "'Queen'"), ("ŋ", "None is spelled like it")]:
        with pytest.raises(Refusal) as refused:
            table.row_of(asked)
        assert refused.value.field == "of"
        assert f"no token '{asked}'" in str(refused.value)
        assert "100,003 tokens" in str(refused.value)
        assert expected in str(refused.value)


@pytest.mark.parametrize("asked", ["", "x" * 100_000, "\x00", "\ud800", "👩‍👩‍👧", "שלום"])
def test_any_text_can_be_asked_and_the_message_stays_short_and_encodable(asked):
    for size in (3, 100):
        with pytest.raises(Refusal) as refused:
            Table.build(letters(size), np.ones((size, 1))).row_of(asked)
        assert len(str(refused.value).encode("utf-8")) < 400


@pytest.mark.parametrize("rows", CASES.values(), ids=CASES)
def test_norms_are_the_lengths(rows):
    assert Table.build(letters(len(rows)), rows).norms() == pytest.approx(
        [math.hypot(*row) for row in rows], rel=1e-14, abs=0
    )


def test_the_hash_is_the_documented_recipe():
    table = Table.build([".", "é"], np.array([[1.5, -2.0, 0.0], [3.0, 4.0, 5.0]], dtype=np.float32))
    content = b"embedscope-table/1 2 3 <f4\n"
    content += struct.pack("<Q", 1) + b"." + struct.pack("<Q", 2) + b"\xc3\xa9"
    content += struct.pack("<6f", 1.5, -2.0, 0.0, 3.0, 4.0, 5.0)
    assert table.sha256 == hashlib.sha256(content).hexdigest()


def test_the_hash_tells_tables_apart():
    plain = np.arange(6, dtype=np.float64).reshape(3, 2)
    variants = [
        Table.build("abc", plain),
        Table.build("abd", plain),
        Table.build("abc", plain.astype("f4")),
        Table.build("abc", np.nextafter(plain, 9)),
        Table.build("ab", plain.reshape(2, 3)),
        Table.build(["ab", "c", ""], plain),
        Table.build(["a", "bc", ""], plain),
    ]
    assert len({table.sha256 for table in variants}) == len(variants)


@given(st.sampled_from(["f4", "f8", ">f4"]), st.booleans())
def test_the_hash_does_not_depend_on_how_the_array_lies_in_memory(kind, fortran):
    values = np.arange(12).reshape(4, 3)
    stored = np.array(values, dtype=kind, order="F" if fortran else "C")
    assert Table.build("abcd", stored).sha256 == Table.build("abcd", values.astype(f"<{kind[-2:]}")).sha256
