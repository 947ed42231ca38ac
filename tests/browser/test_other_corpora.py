"""The models of other corpora on the page: their letters on the Plane, their contexts on the Road, their names."""

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

OpenPage = Callable[..., Page]
DATA = Path(__file__).parents[2] / "data"
MODELS = {
    "russian-2d": ("russian-names", "аеиоуыэюяё", "ива"),
    "japanese-2d": ("japanese-names", "aeiou", "hir"),
    "places-2d": ("places", "aeiou", "ber"),
}


def letters(model: str) -> list[str]:
    return sorted(set((DATA / f"{MODELS[model][0]}.txt").read_text(encoding="utf-8")) - {"\n"})


@pytest.mark.parametrize("model", MODELS)
def test_plane_draws_every_letter_and_colours_the_vowels(open_page: OpenPage, model: str) -> None:
    page = open_page(f"#/plane?model={model}")
    drawn = page.locator(".panel-map .textpoint text")
    expect(drawn).to_have_count(len(letters(model)) + 1)
    colours = dict(drawn.evaluate_all("nodes => nodes.map((n) => [n.textContent, getComputedStyle(n).fill])"))
    selected = next(
        letter for letter in ["e", *letters(model)] if letter in letters(model) and letter in MODELS[model][1]
    )
    vowels = {letter for letter in letters(model) if letter in MODELS[model][1]} - {selected}
    consonants = set(letters(model)) - vowels - {selected}
    assert {colours[letter] for letter in vowels} & {colours[letter] for letter in consonants} == set()
    assert len({colours[letter] for letter in vowels}) == len({colours[letter] for letter in consonants}) == 1


@pytest.mark.parametrize("model", MODELS)
def test_road_reads_a_context_of_its_alphabet(open_page: OpenPage, server: str, model: str) -> None:
    context = MODELS[model][2]
    page = open_page(f"#/road?model={model}&context={context}", ready=False)
    answer = httpx.post(f"{server}api/models/{model}/trace", json={"contexts": [context]}, timeout=30).json()
    likeliest = answer["predictions"][0][0]
    bar = page.locator(".prediction").first
    expect(bar).to_have_attribute("data-token", likeliest["token"])
    expect(page.locator(".chip b")).to_have_text(answer["contexts"][0])


@pytest.mark.parametrize("model", MODELS)
def test_names_are_of_its_alphabet(open_page: OpenPage, model: str) -> None:
    page = open_page(f"#/names?model={model}&seed=7", ready=False)
    expect(page.locator(".name")).to_have_count(30)
    names = page.locator(".name").evaluate_all("nodes => nodes.map((n) => n.dataset.name)")
    assert set("".join(names)) <= set(letters(model))
    words = set((DATA / f"{MODELS[model][0]}.txt").read_text(encoding="utf-8").split())
    tags = page.locator(".tag").all_text_contents()
    assert tags == ["in the corpus" if name in words else "new" for name in names]


def test_a_first_visit_shows_the_lesson_s_model(open_page: OpenPage) -> None:
    expect(open_page().get_by_label("Model")).to_have_value("names-2d")
