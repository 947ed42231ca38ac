"""Names as vectors against the lesson's loops over lists."""

import numpy as np
import pytest

from backend.lesson.name_vectors import WAYS, averaged, name_ids
from backend.lesson.network import Shape, initialised
from backend.lesson.vocabulary import Vocabulary
from tests.lesson.plain import Plain

NAMES = ["ana", "b", "cabana", "nab", "ban"]
VOCABULARY = Vocabulary("abcn")


@pytest.mark.parametrize("shape", [Shape(3, 2, 10, 5), Shape(8, 3, 4, 5), Shape(1, 1, 1, 5)])
@pytest.mark.parametrize("length", [6, 9, 4])
def test_every_way_is_what_a_loop_over_characters_gives(shape, length):
    network = initialised(shape, "lecture", 1)
    plain, K = Plain(network.tensors), shape.context_length
    ids = name_ids(NAMES, VOCABULARY, length)
    vectors = {way: make(network, ids) for way, make in WAYS.items()}
    for row, name in enumerate(NAMES):
        numbers = [".abcn".index(character) for character in name[-length:]]
        filled = [0] * (length - len(numbers)) + numbers
        assert ids[row].tolist() == filled
        beside = [x for number in filled for x in plain.table[number]]
        assert vectors["concatenation"][row].tolist() == beside
        mean = [sum(plain.table[i][d] for i in numbers) / len(numbers) for d in range(shape.embedding_dim)]
        assert vectors["mean"][row] == pytest.approx(mean)
        context = ([0] * K + numbers)[-K:]
        assert vectors["hidden"][row] == pytest.approx(plain.hidden(context), abs=1e-5)


def test_the_same_letters_have_the_same_mean_to_the_last_bit():
    network = initialised(Shape(3, 7, 4, 5), "lecture", 1)
    one, other = averaged(network, name_ids(["nab", "ban"], VOCABULARY, 6))
    assert np.array_equal(one, other)
