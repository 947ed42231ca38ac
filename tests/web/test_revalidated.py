"""Files of the page are asked for again each time, and are not sent twice; other answers are left as they are."""

import pytest
from fastapi.testclient import TestClient


@pytest.mark.parametrize("path", ["/", "/src/main.js", "/styles/tokens.css"])
def test_a_file_of_the_page_is_asked_for_again(client: TestClient, path: str) -> None:
    first = client.get(path)
    assert first.status_code == 200
    assert first.headers["cache-control"] == "no-cache"
    again = client.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "no-cache"


def test_what_says_how_long_it_is_good_for_keeps_its_word(client: TestClient) -> None:
    assert "max-age" in client.get("/plotly.min.js").headers["cache-control"]


def test_answers_without_a_tag_get_no_header(client: TestClient) -> None:
    assert "cache-control" not in client.get("/api/models").headers
