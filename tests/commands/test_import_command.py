"""`python -m backend import`: the report in words and in JSON, refusals in one line, and a kill half way."""

import json
import time

import pytest
from fastapi.testclient import TestClient

from backend.settings import Settings
from backend.web.app import create_app

TEXT = "anna\nst.john\nbob\n\nzoé\nanna\nаda\n"


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "My words.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_the_report_in_words(run, words, store) -> None:
    status, out, err = run("import", words)
    assert (status, err) == (0, "")
    assert "my-words: 5 words, 4 of them different, 9 tokens" in out
    assert "7 lines: 5 kept (1 duplicates), 1 empty, 1 refused" in out
    assert "line 2: '.' marks where a word begins" in out
    assert "unusual: а  U+0430 CYRILLIC SMALL LETTER A is of another script than most letters, LATIN" in out
    assert (store / "corpora" / "my-words.txt").read_text(encoding="utf-8").split() == [
        "anna",
        "bob",
        "zoé",
        "anna",
        "аda",
    ]


def test_json_is_byte_for_byte_what_the_route_answers(run, words, store) -> None:
    _, out, _ = run("import", words, "--name", "Two names", "--json")
    assert json.loads(out)["id"] == "two-names"
    (store / "corpora" / "two-names.txt").unlink()
    with TestClient(create_app(Settings(workers=0))) as client:
        answer = client.post("/api/corpora", files={"file": ("a.txt", TEXT.encode())}, data={"name": "Two names"})
    assert out.encode() == answer.content + b"\n"


def test_a_name_never_conflicts_and_the_corpus_can_be_trained_on(run, words) -> None:
    words.write_text("".join(f"{a}{b}\n" for a in "abcde" for b in "xyz"), encoding="utf-8")
    assert [run("import", words)[1].split(":")[0] for _ in range(2)] == ["my-words", "my-words-2"]
    status, out, _ = run("train", "--corpus", "my-words-2", "--steps", 5, "--hidden-size", 4, "--out", "mine")
    assert status == 0
    assert out.startswith("mine: ")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no word that can be kept"),
        (b"a,b\nc,d\n", "2 columns"),
        ("anna\nbob\n".encode("utf-16"), "save it as UTF-8"),
        (b"PK\x03\x04", "zip file"),
        (b"anna\n\xff\n", "line 2 is not UTF-8"),
        (b"x" * 1000, "1,000 characters"),
    ],
)
def test_what_is_no_word_list_is_said_in_one_line(run, words, store, content: bytes, said: str) -> None:
    words.write_bytes(content)
    status, out, err = run("import", words)
    assert (status, out) == (1, "")
    assert err.startswith("import: My words.txt: ")
    assert said in err
    assert err.count("\n") == 1
    assert not (store / "corpora").exists()


def test_a_file_that_cannot_be_read_or_is_too_large(run, words, tmp_path, monkeypatch) -> None:
    assert run("import", tmp_path / "nothing")[::2] == (
        1,
        f"import: {tmp_path / 'nothing'}: No such file or directory\n",
    )
    assert run("import", tmp_path)[::2] == (1, f"import: {tmp_path}: Is a directory\n")
    monkeypatch.setenv("EMBEDSCOPE_MAX_UPLOAD_BYTES", "1000")
    words.write_bytes(b"anna\n" * 200)
    assert run("import", words)[0] == 0
    words.write_bytes(b"anna\n" * 200 + b"b")
    assert "at most 1,000 bytes" in run("import", words)[2]
    assert "at most 1,000 bytes" in run("import", "/dev/zero")[2]


def test_long_reports_are_cut_and_terminals_are_safe(run, words) -> None:
    odd = "".join(map(chr, range(0x4E00, 0x4E00 + 100)))
    words.write_text("a.b\n" * 30 + "an\u202ena\n" + odd + "\n", encoding="utf-8")
    _, out, _ = run("import", words)
    assert "and 10 more" in out
    assert "\u202e" not in out
    assert "U+202E" in out


def test_killed_half_way_nothing_is_half_written(start, words, store) -> None:
    whole = b"".join(b"%07d\n" % n for n in range(400_000))
    words.write_bytes(whole)
    folder = store / "corpora"
    for _ in range(3):
        process = start("import", words)
        while process.poll() is None and not (folder.exists() and any(folder.iterdir())):
            time.sleep(0.0005)
        process.kill()  # while the file is being written, or as soon as it is there
        process.wait()
        for path in folder.glob("*.txt"):
            assert path.read_bytes() == whole
            path.unlink()
        for path in folder.iterdir():
            path.unlink()
