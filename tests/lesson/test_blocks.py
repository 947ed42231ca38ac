"""The K blocks of W1 against slices and sums over plain lists."""

import math

import pytest

from backend.lesson.blocks import blocks
from backend.lesson.network import Shape, initialised

SHAPES = [Shape(3, 2, 100, 27), Shape(4, 3, 7, 40), Shape(1, 1, 1, 1)]


@pytest.mark.parametrize("shape", SHAPES)
def test_the_blocks_are_w1_and_their_sizes_are_sums_of_squares(shape):
    network = initialised(shape, "lecture", 1)
    C, W1, D = network.table.tolist(), network.hidden_weight.tolist(), shape.embedding_dim
    found = blocks(network)
    assert [row for block in found for row in block.weights.tolist()] == W1
    mean = [sum(column) / len(C) for column in zip(*C, strict=True)]
    for k, block in enumerate(found):
        rows = W1[k * D : (k + 1) * D]
        assert (block.position, block.first, block.last) == (k, k * D, k * D + D)
        assert block.norm == pytest.approx(math.sqrt(sum(w * w for row in rows for w in row)))
        moves = []
        for row in C:
            off = [x - m for x, m in zip(row, mean, strict=True)]
            pushed = [sum(off[d] * rows[d][h] for d in range(D)) for h in range(shape.hidden_size)]
            moves.append(sum(x * x for x in pushed))
        assert block.push == pytest.approx(math.sqrt(sum(moves) / len(moves)), abs=1e-9)


def test_stretching_c_and_shrinking_w1_changes_the_norm_and_not_the_push():
    network = initialised(Shape(3, 2, 10, 27), "lecture", 1)
    before = blocks(network)
    network.table.mul_(4)
    network.hidden_weight.div_(4)
    for one, other in zip(before, blocks(network), strict=True):
        assert other.norm == pytest.approx(one.norm / 4)
        assert other.push == pytest.approx(one.push)
