"""Model cards: there and back through JSON, and every way in which one can be wrong."""

import json
import math

import pytest

from backend.lesson.card import Losses, ModelCard, read_card
from backend.lesson.network import Shape
from backend.lesson.split import SplitRecipe
from backend.refusal import Damaged

CARD = ModelCard(
    id="three-letters",
    description={"en": "Three letters", "zh": "三个字母"},
    corpus="letters",
    corpus_sha256="0" * 64,
    split=SplitRecipe(7, 4, True),
    vocabulary=(".", "a", "é", "𝒜"),
    context_length=3,
    embedding_dim=2,
    hidden_size=5,
    parameters=4 * 2 + 6 * 5 + 5 + 5 * 4 + 4,
    recipe="counts",
    init="scaled",
    seed=2**64 - 1,
    steps=300,
    batch_size=256,
    learning_rate=0.04,
    losses=Losses(1 / 3, 2.0, 3),
    torch="2.13.0",
    weights_sha256="f" * 64,
)


def altered(**changes):
    """The card's JSON with some fields replaced."""
    return json.dumps({**CARD.as_dict(), **changes})


def test_a_card_comes_back_as_it_was():
    assert read_card(CARD.as_json(), "card.json") == CARD
    assert CARD.shape == Shape(3, 2, 5, 4)


def test_the_file_is_readable_json_with_the_characters_as_they_are():
    text = CARD.as_json()
    assert text.endswith("}\n") and '"𝒜"' in text and "三个字母" in text
    content = json.loads(text)
    assert content["split"] == {"seed": 7, "shuffles": 4, "unique": True}
    assert content["losses"]["train"] == 1 / 3
    assert content["format"] == "embedscope-model-1"


def test_a_field_that_a_later_version_adds_is_passed_over():
    assert read_card(altered(colour="red"), "card.json") == CARD


@pytest.mark.parametrize("text", ["", "{", "not JSON", '{"id": }', CARD.as_json()[:-3], "\ufeff" + CARD.as_json()])
def test_what_is_not_json(text):
    with pytest.raises(Damaged, match=r"three\.json is not JSON \(line \d+\)"):
        read_card(text, "three.json")


@pytest.mark.parametrize("text", ["[" * 100_000, "1" * 5000, f'{{"seed": {"9" * 5000}}}'])
def test_json_that_python_will_not_read(text):
    with pytest.raises(Damaged, match=r"three\.json is JSON that no model card is made of"):
        read_card(text, "three.json")


@pytest.mark.parametrize("text", ["null", "[]", "3", '"card"', "{}", altered(format="other"), altered(format=None)])
def test_json_that_something_else_has_written(text):
    with pytest.raises(Damaged, match=r"three\.json is not a model card of the format 'embedscope-model-1'"):
        read_card(text, "three.json")


TEXTS = ["id", "corpus", "corpus_sha256", "recipe", "init", "torch", "weights_sha256"]
WHOLE = ["context_length", "embedding_dim", "hidden_size", "parameters", "seed", "steps", "batch_size"]
WRONG = [
    *((name, value) for name in TEXTS for value in (None, 1, True, ["x"])),
    *((name, value) for name in WHOLE for value in (None, "3", 3.0, True, [3])),
    *(("learning_rate", value) for value in (None, "0.04", True, math.nan, math.inf, -math.inf, 10**400)),
    *(("description", value) for value in (None, "x", ["x"], {"en": 1})),
    *(
        ("vocabulary", value)
        for value in (None, ".aé𝒜", {".": 0}, [".", "ab"], [".", ["a"]], [".", ""], [".", "\ud800"], [0, 1])
    ),
    *(("split", value) for value in (None, [42, 1, False], "42", {})),
    *(("split", {"seed": 42, "shuffles": 1, "unique": False} | wrong) for wrong in ({"seed": "42"}, {"unique": 1})),
    *(("stopped_at", value) for value in ("7", 1.5, True)),
    *(("origin", value) for value in ("run", [1])),
    *(("losses", value) for value in (None, [1, 2, 3], {"train": 1.0, "dev": 2.0})),
    *(("losses", {"train": 1, "dev": 2, "test": value}) for value in (None, "2.1", math.nan, math.inf)),
]


@pytest.mark.parametrize(("name", "value"), WRONG, ids=lambda part: repr(part)[:30])
def test_a_field_of_another_kind_is_named(name, value):
    with pytest.raises(Damaged, match=rf"three\.json is not a whole model card: {name}.*; train the model again"):
        read_card(altered(**{name: value}), "three.json")


OPTIONAL = ("stopped_at", "origin")


@pytest.mark.parametrize("name", OPTIONAL)
def test_a_card_without_an_optional_field_is_whole(name):
    content = CARD.as_dict()
    del content[name]
    assert read_card(json.dumps(content), "three.json") == CARD


@pytest.mark.parametrize("name", [name for name in CARD.as_dict() if name not in ("format", *OPTIONAL)])
def test_a_field_that_is_missing_is_named(name):
    content = CARD.as_dict()
    del content[name]
    with pytest.raises(Damaged, match=rf"three\.json is not a whole model card: {name} is missing"):
        read_card(json.dumps(content), "three.json")


@pytest.mark.parametrize("name", ["context_length", "embedding_dim", "hidden_size"])
def test_a_size_below_1_is_named(name):
    with pytest.raises(Damaged, match=f"{name} is 0"):
        read_card(altered(**{name: 0}), "three.json")


@pytest.mark.parametrize(
    "changes",
    [
        {"parameters": 68},
        {"hidden_size": 6},
        {"context_length": 10**400},
        {"vocabulary": [".", "a", "é"]},
        {"vocabulary": ["a", ".", "é", "𝒜"]},
        {"vocabulary": [".", "é", "a", "𝒜"]},
        {"vocabulary": [".", "a", "a", "é"]},
        {"vocabulary": []},
    ],
)
def test_a_card_that_contradicts_itself(changes):
    with pytest.raises(Damaged, match=r"three\.json (contradicts itself|is not a whole model card: vocabulary)"):
        read_card(altered(**changes), "three.json")
