"""The page's modules by themselves, imported inside Chromium: store, address, words, tokens, export."""

import csv
import io
import json
import shlex
import unicodedata

import pytest
from playwright.sync_api import Page

from tests.browser.modules import call
from tests.browser.test_frame import PAGE_FILES


def catalogue(shell: Page, language: str) -> dict[str, str]:
    """The words of the frame and of all views; no key is in two files."""
    words: dict[str, str] = {}
    for name in ("", "plane_", "road_", "names_", "train_", "sweep_", "number_"):
        part = call(shell, f"i18n/{name}{language}", "m.default")
        assert not words.keys() & part.keys()
        words |= part
    return words


def test_catalogues_agree(shell: Page) -> None:
    catalogues = {language: catalogue(shell, language) for language in ("en", "zh")}
    placed = "Object.entries(v.words).map(([key, sentence]) => [key, m.placesIn(sentence)]).sort()"
    places = {language: call(shell, "i18n", placed, words=words) for language, words in catalogues.items()}
    assert catalogues["en"].keys() == catalogues["zh"].keys()
    assert places["en"] == places["zh"]
    assert all(sentence.strip() for catalogue in catalogues.values() for sentence in catalogue.values())


def test_every_message_is_used(shell: Page) -> None:
    keys = set(catalogue(shell, "en"))
    code = "\n".join(path.read_text() for path in PAGE_FILES.rglob("*.js") if path.parent.name != "i18n")
    patterns = {
        "frame.theme.",
        "frame.language.",
        "view.",
        "kind.",
        "metric.",
        "hint.",
        "plane.zoom.",
        "sweep.",
        "train.state.",
        "train.knob.",
        "train.recipe.",
        "train.init.",
        "train.about.",
        "train.measure.",
        "train.loss.",
        "error.",
        "dimension.",
        "road.step.",
        "road.at.",
        "names.",
    }
    unused = {key for key in keys if f'"{key}"' not in code and not any(key.startswith(start) for start in patterns)}
    assert not unused


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [(48486, None, "48,486"), (-1.424, 2, "\u22121.42"), (-0.001, 2, "0.00"), (None, 2, "—"), (1.0, 2, "1.00")],
)
def test_numbers(shell: Page, value: float | None, digits: int | None, text: str) -> None:
    assert call(shell, "i18n", "m.formatNumber(v.value, v.digits ?? undefined)", value=value, digits=digits) == text


def test_words_with_counts(shell: Page) -> None:
    say = "await m.fetchWords('en', ['plane']), [1, 2].map((count) => m.translate('en', 'plane.times', { count }))"
    assert call(shell, "i18n", say) == ["1 time", "2 times"]
    both = "[m.sentences('en', 'One.', '', 'Two.'), m.sentences('zh', '一。', '', '二。')]"
    assert call(shell, "i18n", both) == ["One. Two.", "一。二。"]
    with pytest.raises(Exception, match="needs a value"):
        call(shell, "i18n", "m.translate('en', 'plane.times', {})")


def test_store_tells_by_changed_keys_until_the_signal(shell: Page) -> None:
    heard = call(
        shell,
        "store",
        """(() => {
            const store = m.createStore({ a: 1, b: 2 });
            const end = new AbortController();
            const heard = [];
            store.subscribe(["a"], (state, changed) => heard.push([state.a, [...changed]]), end.signal);
            store.change({ b: 3 });
            store.change({ a: 1 });
            store.change({ a: 5, b: 6 });
            end.abort();
            store.change({ a: 7 });
            return { heard, state: store.state, frozen: Object.isFrozen(store.state) };
        })()""",
    )
    assert heard == {"heard": [[5, ["a", "b"]]], "state": {"a": 7, "b": 6}, "frozen": True}


ZOOM = "m.numberField({ least: 1, most: 8, absent: 1, whole: true })"
PLACES = f"[{{ id: 'plane', fields: {{ token: m.textField(), zoom: {ZOOM} }} }}]"


@pytest.mark.parametrize("token", [".", "e", " ", "&", "=", "#", "?", "/", "%", "é", "字", "🙂", "+"])
def test_address_carries_any_token(shell: Page, token: str) -> None:
    state = {"view": "plane", "model": "names-2d", "language": "zh", "languageChosen": True, "token": token, "zoom": 4}
    read = call(shell, "address", f"m.readAddress(m.writeAddress(v.state, {PLACES}), {PLACES})", state=state)
    assert read == {"patch": state, "ignored": []}


@pytest.mark.parametrize("zoom", ["0", "9", "1.5", "two", "", "NaN", "1e9"])
def test_address_refuses_numbers_beyond_limits(shell: Page, zoom: str) -> None:
    read = call(shell, "address", f"m.readAddress('#/plane?zoom=' + v.zoom, {PLACES})", zoom=zoom)
    assert read["ignored"] == [f"zoom={zoom}"]
    assert read["patch"]["zoom"] == 1


def test_kinds_of_characters(shell: Page) -> None:
    wanted = {
        "vowel": "aeiouAEIOUáèîöūåøæаеёиоуыэюяії",
        "consonant": "bcdfghjklmnpqrstvwxyzñçßбвгдйўж",
        "letter": "字あ한אب",
        "other": "-'7 ",
        "boundary": ".",
    }
    for kind, tokens in wanted.items():
        for token in map(str, unicodedata.normalize("NFC", tokens)):
            assert call(shell, "token", "m.tokenKind(v.token)", token=token) == kind, token
    assert call(shell, "token", "m.tokenLabel(' ')") == "␣"
    assert call(shell, "token", "m.tokenLabel('\\u0301')") == "◌\u0301"


@pytest.mark.parametrize(
    ("tokens", "first"), [(list(".abe"), "e"), (list(".bia"), "i"), ([".", "字"], "字"), (["."], ".")]
)
def test_first_token(shell: Page, tokens: list[str], first: str) -> None:
    assert call(shell, "token", "m.firstToken(v.tokens)", tokens=tokens) == first


def test_curl_and_csv(shell: Page) -> None:
    body = {"prefix": 'o\'neil "x"', "n": 1}
    command = call(shell, "export", "m.curlCommand('http://h/api/x?of=%27', v.body)", body=body)
    words = shlex.split(command)
    assert words[:2] == ["curl", "http://h/api/x?of=%27"]
    assert json.loads(words[-1]) == body
    rows = [["a,b", 1.5, None], ['say "x"', -2e-17, "line\nbreak"]]
    text = call(shell, "export", "m.csv({ columns: ['x', 'y', 'z'], rows: v.rows })", rows=rows)
    read = list(csv.reader(io.StringIO(text, newline="")))
    assert read == [["x", "y", "z"], ["a,b", "1.5", ""], ['say "x"', "-2e-17", "line\nbreak"]]
