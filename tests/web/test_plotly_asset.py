import gzip
from importlib.resources import files
from pathlib import Path

import pytest

URL = "/plotly.min.js"
SCRIPT = files("plotly").joinpath("package_data", "plotly.min.js").read_bytes()
PLAIN = {"accept-encoding": "identity"}


def test_it_is_the_installed_package_s_script(client) -> None:
    for headers in (PLAIN, {"accept-encoding": "gzip"}, {"accept-encoding": "br, gzip"}):
        answer = client.get(URL, headers=headers)
        assert answer.status_code == 200
        assert answer.content == SCRIPT
        assert answer.headers["content-type"].startswith("text/javascript")
        assert "Accept-Encoding" in answer.headers["vary"]


def test_it_is_compressed_once_and_only_where_that_is_accepted(client) -> None:
    with client.stream("GET", URL, headers={"accept-encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        sent = b"".join(answer.iter_raw())
    assert gzip.decompress(sent) == SCRIPT
    assert len(sent) < len(SCRIPT) / 3
    assert int(answer.headers["content-length"]) == len(sent)
    for headers in (PLAIN, {"accept-encoding": "br"}):
        plain = client.get(URL, headers=headers)
        assert "content-encoding" not in plain.headers
        assert int(plain.headers["content-length"]) == len(SCRIPT)


@pytest.mark.parametrize("accepted", ["gzip", "identity"])
def test_a_browser_that_has_it_is_told_so(client, accepted: str) -> None:
    tag = client.get(URL, headers={"accept-encoding": accepted}).headers["etag"]
    for known in (tag, f'"other", {tag}', "*"):
        answer = client.get(URL, headers={"if-none-match": known, "accept-encoding": accepted})
        assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", tag)
    assert client.get(URL, headers={"if-none-match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    "spoil",
    [lambda b: b[:-9], lambda b: b[:50] + b"\0\0\0\0" + b[54:], lambda _: gzip.compress(b"evil"), lambda _: b""],
)
def test_a_spoilt_cache_is_made_anew(open_client, tmp_path: Path, spoil) -> None:
    open_client().get(URL)
    (cached,) = (tmp_path / "store" / "cache").iterdir()
    good = cached.read_bytes()
    cached.write_bytes(spoil(good))
    assert open_client().get(URL).content == SCRIPT
    assert cached.read_bytes() == good
