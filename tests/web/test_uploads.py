"""POST /api/corpora: what a new corpus is, under which id, with which report; and every list that cannot be taken."""

import hashlib
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from backend.web.routes import uploads
from tests.web.problem import check_problem

ROUTE = "/api/corpora"
JSON = {"content-type": "application/json"}
TEXT = "\ufeffzoe\u0301\r\n\r\n  Anna \nst.john\nAnna\nb2b\n"


def send(client, text, name="Mine"):
    return client.post(ROUTE, json={"name": name, "text": text})


def send_file(client, content, filename="mine.txt", **fields):
    return client.post(ROUTE, files={"file": (filename, content, "text/plain")}, data=fields)


def test_the_answer_is_the_card_and_the_report(open_client, tmp_path: Path) -> None:
    client = open_client()
    answer = send(client, TEXT)
    assert answer.status_code == 201
    added = answer.json()
    report = added.pop("report")
    words = ["zo\u00e9", "Anna", "Anna", "b2b"]
    assert added == client.get(f"{ROUTE}/mine").json()
    assert (added["id"], added["words"], added["unique"]) == ("mine", 4, 3)
    assert added["examples"] == sum(len(word) + 1 for word in words)
    assert added["vocabulary"] == [".", *sorted(set("".join(words)))]
    content = "".join(f"{word}\n" for word in words).encode()
    assert added["sha256"] == hashlib.sha256(content).hexdigest()
    assert (tmp_path / "store" / "corpora" / "mine.txt").read_bytes() == content
    assert {name: report[name] for name in ("lines", "kept", "duplicates", "empty", "refused_lines")} == {
        "lines": 6,
        "kept": 4,
        "duplicates": 1,
        "empty": 1,
        "refused_lines": 1,
    }
    (refused,) = report["refused"]
    assert refused["line"] == 4
    assert "'.'" in refused["reason"]
    counted = Counter("".join(f"{word}." for word in words))
    assert {row["token"]: row["count"] for row in report["characters"]} == counted
    assert {row["token"]: row["unusual"] for row in report["characters"] if row["unusual"]} == {
        "2": "digit among letters; in 1 of 4 words"
    }


def test_json_and_a_form_give_the_same_corpus(open_client) -> None:
    client = open_client()
    by_json = send(client, TEXT, "one").json()
    by_form = send_file(client, TEXT.encode(), name="two").json()
    by_filename = send_file(client, TEXT.encode(), "three.txt").json()
    assert [card.pop("id") for card in (by_json, by_form, by_filename)] == ["one", "two", "three"]
    assert by_json == by_form == by_filename


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Möbel & Häuser (2024)", "mobel-hauser-2024"),
        ("../../etc/passwd", "etc-passwd"),
        ("\0\u202e\u200d\ufeff", None),
        ("имена", None),
        ("👩\u200d🚀", None),
        (" ", None),
        ("x" * 200, "x" * 56),
        ("names", "names-2"),  # a shipped one has it
    ],
)
@pytest.mark.parametrize("form", [False, True])
def test_any_name_becomes_an_id(open_client, tmp_path: Path, name: str, expected: str | None, form: bool) -> None:
    client = open_client()
    answer = send_file(client, b"anna\nbob\n", name=name) if form else send(client, "anna\nbob\n", name)
    expected = expected or f"corpus-{hashlib.sha256(b'anna' + bytes([10]) + b'bob' + bytes([10])).hexdigest()[:8]}"
    assert answer.json()["id"] == expected
    assert client.get(f"{ROUTE}/{expected}").status_code == 200
    assert [path.name for path in (tmp_path / "store" / "corpora").iterdir()] == [f"{expected}.txt"]


def test_a_name_never_conflicts_not_even_with_the_same_words(open_client) -> None:
    client = open_client()
    assert [send(client, text).json()["id"] for text in ("a\n", "a\n", "b\n")] == ["mine", "mine-2", "mine-3"]
    client.delete(f"{ROUTE}/mine-2")
    assert send(client, "c\n").json()["id"] == "mine-2"


def test_names_sent_at_once_get_ids_of_their_own(open_client, tmp_path: Path) -> None:
    client = open_client()
    texts = [f"{letter * 5}\n" * 1000 for letter in "abcdefghijkl"]
    with ThreadPoolExecutor(12) as pool:
        answers = [answer.json() for answer in pool.map(lambda text: send(client, text), texts)]
    assert {answer["id"] for answer in answers} == {"mine", *(f"mine-{n}" for n in range(2, 13))}
    for answer, text in zip(answers, texts, strict=True):
        assert (tmp_path / "store" / "corpora" / f"{answer['id']}.txt").read_text() == text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "of 0 lines"),
        (b"\n \n\n", "of 3 lines"),
        (b"a.b\n...\n", "line 1: '.'"),
        (b"anna\n\xe9mile\n", "line 2 is not UTF-8"),
        ("anna\nbob\n".encode("utf-16"), "save it as UTF-8"),
        (b"PK\x03\x04\x14\0\0\0", "zip file"),
        (b"name,sex\nanna,f\nbob,m\n", "2 columns"),
        (b"x" * 3_000_000, "3,000,000 characters"),
        (b"\0" * 1000, "UTF-8"),
    ],
)
def test_what_is_no_word_list_is_told_what_it_is(open_client, tmp_path: Path, content: bytes, said: str) -> None:
    client = open_client()
    check_problem(send_file(client, content), 422, "text", said)
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return
    if text.isprintable() or "\n" in text or not text:
        check_problem(send(client, text), 422, "text", said)
    assert not (tmp_path / "store" / "corpora").exists()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"text": "a\n"}, "name"),
        ({"name": "a"}, "text"),
        ({"name": "", "text": "a\n"}, "name"),
        ({"name": "a" * 201, "text": "a\n"}, "name"),
        ({"name": 3, "text": "a\n"}, "name"),
        ({"name": "a", "text": None}, "text"),
        ({"name": "a", "text": ["a"]}, "text"),
        ({"name": "a", "text": "a\n", "id": "b"}, "id"),
        ([], "body"),
        (None, "body"),
        ("a", "body"),
    ],
)
def test_json_names_the_field(open_client, body: object, field: str) -> None:
    check_problem(open_client().post(ROUTE, content=json.dumps(body), headers=JSON), 422, field)


def test_json_that_is_none(open_client) -> None:
    client = open_client()
    for body in (b"{", b'{"name": }', b"name=a", b"\x00"):
        check_problem(client.post(ROUTE, content=body, headers=JSON), 400, None, "JSON", "character")
    for body in (b"[" * 100_000, b'{"name":' + b"9" * 5000 + b"}", b'{"name": "\xff"}'):
        check_problem(client.post(ROUTE, content=body, headers=JSON), 400, None, "JSON", "UTF-8")
    check_problem(client.post(ROUTE, content=b"", headers=JSON), 422, "body", "empty")
    check_problem(
        client.post(ROUTE, content=b'{"name": "\\ud800", "text": "a"}', headers=JSON), 422, "name", "surrogate"
    )
    check_problem(
        client.post(ROUTE, content=b'{"name": "a", "text": "\\ud800"}', headers=JSON), 422, "text", "surrogate"
    )


def test_a_form_names_the_field(open_client) -> None:
    client = open_client()
    check_problem(client.post(ROUTE, files={"list": ("a.txt", b"a\n")}), 422, "list", "file")
    check_problem(client.post(ROUTE, files={"name": ("a.txt", b"a\n")}), 422, "file", "missing")
    check_problem(client.post(ROUTE, files={"x": ("", b"")}, data={"file": "anna"}), 422)
    check_problem(send_file(client, b"a\n", name="a" * 201), 422, "name", "200")
    check_problem(send_file(client, b"a\n", colour="red"), 422, "colour")
    two = [("file", ("a.txt", b"a\n")), ("file", ("b.txt", b"b\n"))]
    check_problem(client.post(ROUTE, files=two), 400)
    for broken in (b"", b"--x\r\n", b"--x\r\nanna"):
        answer = client.post(ROUTE, content=broken, headers={"content-type": "multipart/form-data; boundary=x"})
        assert answer.status_code in (400, 422)
        check_problem(answer, answer.status_code)
    check_problem(client.post(ROUTE, content=b"a", headers={"content-type": "multipart/form-data"}), 400)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "text/csv", ""])
def test_another_kind_of_body_is_told_the_two_there_are(open_client, kind: str) -> None:
    answer = open_client().post(ROUTE, content=b"anna\n", headers={"content-type": kind})
    check_problem(answer, 415, None, "application/json", "multipart/form-data")


def test_beyond_the_limit_the_answer_is_413_and_other_routes_keep_their_own(open_client, tmp_path: Path) -> None:
    client = open_client(max_upload_bytes=2_000_000)
    fits = "anna\n" * 400_000
    assert send(client, fits[:1_600_000]).status_code == 201  # escapes make a JSON body longer than its text
    assert send_file(client, fits.encode()).status_code == 201
    check_problem(send_file(client, fits.encode() + b"b"), 413, None, "2,000,001", "2,000,000")
    check_problem(send_file(client, fits.encode() * 2), 413, None, "limit")
    check_problem(send(client, fits * 2), 413, None, "limit")
    chunks = (b" " * 100_000 for _ in range(30))
    check_problem(client.post(ROUTE, content=chunks, headers=JSON), 413, None, "limit")
    check_problem(send(client, "é" * 200 + "\n" + "б" * 1_000_000), 413, None, "2,000,401")
    body = json.dumps({"prefix": "a" * 1_000_001})
    check_problem(client.post("/api/models/names-2d/generate", content=body, headers=JSON), 413, None, "limit")
    assert len(list((tmp_path / "store" / "corpora").iterdir())) == 2


def test_other_requests_are_answered_while_lists_are_read(open_client, monkeypatch) -> None:
    client, begun, go_on = open_client(), Event(), Event()
    read = uploads.import_corpus

    def slow(*given):
        begun.set()
        assert go_on.wait(30)
        return read(*given)

    monkeypatch.setattr(uploads, "import_corpus", slow)
    with ThreadPoolExecutor(60) as pool:
        sent = [pool.submit(send, client, "anna\n") for _ in range(60)]  # more than there are threads for other routes
        assert begun.wait(30)
        assert client.get("/api/health").status_code == 200
        assert client.post("/api/models/names-2d/generate", json={}).status_code == 200
        go_on.set()
        assert len({answer.result().json()["id"] for answer in sent}) == 60


def test_a_model_s_words_are_still_found_under_their_own_name(open_client) -> None:
    """A corpus of the same name as a shipped one does not take its place."""
    client = open_client()
    assert send(client, "anna\n", "names").json()["id"] == "names-2"
    assert client.get(f"{ROUTE}/names").json()["words"] == 32_033
