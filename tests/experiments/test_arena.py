"""The arena against dictionaries of counts and a plain forward, and the shipped model's scores against known values."""

import math
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from backend.experiments import arena as arena_module
from backend.experiments.arena import ADD, CONTESTANTS, COUNT, INTERPOLATED, MIXTURE, NETWORK, Arena
from backend.lesson.checkpoint import load_model
from backend.lesson.corpus import decoded, read_corpus
from backend.lesson.network import Shape, initialised
from backend.lesson.split import Split, split_words
from backend.lesson.vocabulary import Vocabulary
from backend.refusal import Refusal
from backend.settings import ROOT
from tests.lesson.plain import Plain

SPLIT = Split(
    train=("emma", "emma", "anna", "eve", "ava", "maeve", "nan", "amanda", "ada", "edna"),
    dev=("eva", "emma", "dean", "anna"),
    test=("nadav", "ava", "emmav"),
)
WORDS = (*SPLIT.train, *SPLIT.dev, *SPLIT.test)
VOCABULARY = Vocabulary("".join(WORDS))
V = len(VOCABULARY)
NETWORK_OF_3 = initialised(Shape(3, 2, 8, V), "lecture", 3)


def pairs(words: tuple[str, ...], length: int) -> Iterator[tuple[str, str]]:
    for word in words:
        for i, token in enumerate(word + "."):
            yield ("." * length + word)[i : i + length], token


@pytest.fixture(scope="module")
def small() -> Arena:
    return Arena(NETWORK_OF_3, VOCABULARY, SPLIT, 2)


def known_of(part: str, which: str) -> tuple[str, ...]:
    words = getattr(SPLIT, part)
    return words if which == "all" else tuple(w for w in words if (w in SPLIT.train) == (which == "seen"))


@pytest.mark.parametrize("part", ["dev", "test"])
@pytest.mark.parametrize("which", ["all", "seen", "unseen"])
@pytest.mark.parametrize("k", [0.0, 0.1, 2.0])
def test_counting_scores(small: Arena, part: str, which: str, k: float) -> None:
    cells, rows = Counter(pairs(SPLIT.train, 2)), Counter(context for context, _ in pairs(SPLIT.train, 2))
    events = list(pairs(known_of(part, which), 2))
    board = small.board(k)
    for contestant, raised in ((COUNT, 0.0), (ADD, k)):
        score = board[contestant, part, which]
        p = [(cells[c, x] + raised) / (rows[c] + raised * V) if rows[c] + raised else 0 for c, x in events]
        assert (score.events, score.impossible) == (len(events), p.count(0))
        assert score.loss == (math.inf if 0 in p else pytest.approx(-sum(map(math.log, p)) / len(p)))


@pytest.mark.parametrize("part", ["dev", "test"])
@pytest.mark.parametrize("which", ["all", "seen", "unseen"])
def test_scores_of_the_network_and_the_mixture(small: Arena, part: str, which: str) -> None:
    forward = Plain(NETWORK_OF_3.tensors)
    board, network, mixture = small.board(0.1), [], []
    for context, token in pairs(known_of(part, which), 3):
        ids, x = VOCABULARY.encode(context, "context"), VOCABULARY.encode(token, "token")[0]
        p = math.exp(forward.log_probabilities(ids)[x])
        interpolated = small.interpolation.probabilities(small.orders.after(np.array(ids)))[x]
        network.append(p)
        mixture.append(small.network_share * p + (1 - small.network_share) * interpolated)
    for contestant, p in ((NETWORK, network), (MIXTURE, mixture)):
        expected = -sum(map(math.log, p)) / len(p)
        assert board[contestant, part, which].loss == pytest.approx(expected, abs=1e-5)


def test_the_columns_of_a_context(small: Arena) -> None:
    ids = np.array(VOCABULARY.encode("emm", "context"))
    after = Counter(x for c, x in pairs(SPLIT.train, 2) if c == "mm")
    columns = small.columns(ids, 0.5)
    assert tuple(columns) == CONTESTANTS
    assert columns[COUNT].tolist() == [after[x] / after.total() for x in VOCABULARY.tokens]
    assert columns[ADD].tolist() == [(after[x] + 0.5) / (after.total() + 0.5 * V) for x in VOCABULARY.tokens]
    network = np.exp(Plain(NETWORK_OF_3.tensors).log_probabilities(ids.tolist()))
    assert columns[NETWORK].tolist() == pytest.approx(network.tolist(), abs=1e-6)
    for p in columns.values():
        assert p.sum() == pytest.approx(1, abs=1e-6)


def test_a_context_that_never_occurred(small: Arena) -> None:
    ids = np.array(VOCABULARY.encode("vvv", "context"))
    columns = small.columns(ids, 0.0)
    assert columns[COUNT] is None and columns[ADD] is None
    assert small.columns(ids, 1.0)[ADD].tolist() == [1 / V] * V
    below, sights = small.sights(ids)
    v = sum(word.count("v") for word in SPLIT.train)
    examples = sum(len(word) + 1 for word in SPLIT.train)
    assert [(one.length, one.count) for one in sights] == [(0, examples), (1, v), (2, 0)]
    assert sights[2].share == 0 and below + sum(one.share for one in sights) == pytest.approx(1)


def test_an_order_beyond_the_networks_context() -> None:
    longer = Arena(NETWORK_OF_3, VOCABULARY, SPLIT, 5)
    assert longer.longest == 5
    assert longer.board(0.1)[NETWORK, "test", "all"].loss == pytest.approx(
        Arena(NETWORK_OF_3, VOCABULARY, SPLIT, 1).board(0.1)[NETWORK, "test", "all"].loss, abs=1e-9
    )


def test_a_part_without_words_has_no_loss() -> None:
    apart = Arena(NETWORK_OF_3, VOCABULARY, Split(SPLIT.train, ("dean",), ("nadav",)), 2)
    assert apart.board(0.1)[COUNT, "dev", "seen"].loss is None
    assert apart.board(0.1)[NETWORK, "dev", "unseen"] == apart.board(0.1)[NETWORK, "dev", "all"]


@pytest.mark.parametrize(
    ("limit", "most", "field"), [("MOST_TOKENS", 3, "id"), ("MOST_WINDOWS", 100, "order"), ("MOST_WORK", 1000, "id")]
)
def test_what_would_take_too_long_is_refused(
    monkeypatch: pytest.MonkeyPatch, limit: str, most: int, field: str
) -> None:
    monkeypatch.setattr(arena_module, limit, most)
    with pytest.raises(Refusal, match=f"{most:,}") as refused:
        Arena(NETWORK_OF_3, VOCABULARY, SPLIT, 2)
    assert refused.value.field == field


@pytest.mark.parametrize("order", [0, 9])
def test_orders_have_bounds(order: int) -> None:
    with pytest.raises(Refusal, match="1 to 8"):
        Arena(NETWORK_OF_3, VOCABULARY, SPLIT, order)


@pytest.mark.parametrize(
    ("order", "add"),
    [(3, {"dev": 2.0986, "test": 2.1065}), (4, {"dev": 2.1359}), (5, {"dev": 2.3026})],
)
def test_the_shipped_model(order: int, add: dict[str, float]) -> None:
    network, card = load_model(ROOT / "models", "names-10d")
    corpus = read_corpus(decoded((ROOT / "data" / "names.txt").read_bytes()))
    arena = Arena(network, corpus.vocabulary, split_words(corpus.words, card.split), order)
    board = arena.board(0.1)
    for part, known in add.items():
        assert board[ADD, part, "all"].loss == pytest.approx(known, abs=6e-5)
    for part in ("dev", "test"):
        assert board[NETWORK, part, "all"].loss == pytest.approx(getattr(card.losses, part), abs=1e-6)
        assert board[MIXTURE, part, "all"].loss < board[INTERPOLATED, part, "all"].loss < board[ADD, part, "all"].loss
        assert board[NETWORK, part, "seen"].loss < board[NETWORK, part, "unseen"].loss
    impossible = board[COUNT, "dev", "all"]
    if order == 3:
        assert 100 * impossible.impossible / impossible.events == pytest.approx(5.06, abs=0.005)
    assert impossible.loss == math.inf and board[COUNT, "dev", "seen"].loss < 2
