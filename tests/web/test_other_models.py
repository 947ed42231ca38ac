"""The shipped models of the other corpora: small, of the shipped words, with the losses that a plain pass gives."""

import hashlib
import random

import numpy as np
import pytest
from fastapi.testclient import TestClient

from tests.web import oracles

MODELS = {"russian-2d": ("russian-names", 34), "japanese-2d": ("japanese-names", 23), "places-2d": ("places", 27)}


def parts(corpus: str) -> dict[str, list[str]]:
    words = (oracles.ROOT / "data" / f"{corpus}.txt").read_text(encoding="utf-8").split()
    random.seed(42)
    random.shuffle(words)
    first, second = int(0.8 * len(words)), int(0.9 * len(words))
    return {"train": words[:first], "dev": words[first:second], "test": words[second:]}


@pytest.mark.parametrize("model", MODELS)
def test_a_card_says_what_the_model_is(client: TestClient, model: str) -> None:
    corpus, V = MODELS[model]
    card = client.get(f"/api/models/{model}").json()
    content = (oracles.ROOT / "data" / f"{corpus}.txt").read_bytes()
    assert (card["corpus"], card["corpus_sha256"]) == (corpus, hashlib.sha256(content).hexdigest())
    assert card["vocabulary"] == [".", *sorted(set(content.decode()) - {"\n"})]
    assert (len(card["vocabulary"]), card["embedding_dim"]) == (V, 2)
    assert set(card["description"]) == {"en", "zh"}
    assert len(client.get(f"/api/models/{model}/weights").content) < 100_000


@pytest.mark.parametrize("model", MODELS)
def test_losses_are_those_of_every_example_of_the_split(client: TestClient, model: str) -> None:
    card = client.get(f"/api/models/{model}").json()
    ids = {token: i for i, token in enumerate(card["vocabulary"])}
    given = oracles.weights(model)
    for part, words in parts(card["corpus"]).items():
        rows = [row for word in words for row in oracles.window(word, card["context_length"])]
        X = np.array([[ids[character] for character in context] for context, _ in rows])
        Y = np.array([ids[token] for _, token in rows])
        hidden = np.tanh(given["table"][X].reshape(len(X), -1) @ given["hidden.weight"] + given["hidden.bias"])
        logits = hidden @ given["logits.weight"] + given["logits.bias"]
        highest = logits.max(axis=1)
        log_sums = highest + np.log(np.exp(logits - highest[:, None]).sum(axis=1))
        loss = (log_sums - logits[np.arange(len(Y)), Y]).mean()
        assert card["losses"][part] == pytest.approx(float(loss), abs=1e-5)


@pytest.mark.parametrize("model", MODELS)
def test_it_is_better_than_the_table_of_pairs(client: TestClient, model: str) -> None:
    """The best possible bigram table, on all words, is what a model has to beat on words it has not seen."""
    card = client.get(f"/api/models/{model}").json()
    token = card["vocabulary"][1]
    pairs = client.get(f"/api/corpora/{card['corpus']}/counts", params={"context": token, "context_length": 1}).json()
    assert card["losses"]["dev"] < pairs["loss"]


@pytest.mark.parametrize(
    ("model", "vowels"), [("russian-2d", "аеиоуыэюя"), ("japanese-2d", "aeiou"), ("places-2d", "aeiou")]
)
def test_its_vowels_lie_together(model: str, vowels: str) -> None:
    """Mean cosine among vowels less mean cosine of vowels and consonants; above most random groups of that size."""
    table = oracles.weights(model)["table"]
    letters = sorted(set((oracles.ROOT / "data" / f"{MODELS[model][0]}.txt").read_text(encoding="utf-8")) - {"\n"})
    unit = table[1:] / np.linalg.norm(table[1:], axis=1, keepdims=True)
    cosines = unit @ unit.T

    def gap(group: list[int]) -> float:
        rest = [i for i in range(len(letters)) if i not in group]
        within = [cosines[i, j] for i in group for j in group if i != j]
        return float(np.mean(within) - np.mean(cosines[np.ix_(group, rest)]))

    rng = random.Random(0)
    ours = gap([letters.index(vowel) for vowel in vowels])
    others = [gap(rng.sample(range(len(letters)), len(vowels))) for _ in range(200)]
    assert sum(other >= ours for other in others) <= 10
