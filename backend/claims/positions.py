"""Vectors side by side: what is computed, and how it is judged, for concatenation and its order (S56, S73 to S79)."""

import torch
import torch.nn.functional as F  # the name that everybody gives it

from backend.claims.claim import Ruling, Value
from backend.claims.ground import Ground
from backend.claims.ruling import HOLDS, NotHere, fails, holds_if
from backend.lesson.network import Network, Shape
from backend.lesson.trace import trace

PUBLISHED_SEED = 2147483647  # of the lecture's draw of all five parameters, one after another
SIZES = (1, 5, 32, 1000)
CLOSE = 1e-5


def two_ways_twice(ground: Ground) -> Value:
    """Two concatenations and two losses over the first 32 examples, at the lecture's own start for D = 2, H = 100."""
    words = ground.words
    X, Y = words.contexts(3)[:32], words.labels(3)[:32]
    shape = Shape(3, 2, 100, len(words.vocabulary))
    generator = torch.Generator().manual_seed(PUBLISHED_SEED)
    drawn = [torch.randn(size, generator=generator).reshape(-1) for size in shape.tensors().values()]
    made = Network(shape, torch.cat(drawn)).forward(X)
    side_by_side = torch.cat(torch.unbind(made.embedding, 1), 1)
    large = torch.zeros(1, shape.vocabulary_size)
    large[0, 1] = 100.0
    by_hand = _by_hand(large, torch.tensor([1]))
    return {
        "concatenations_equal": bool(torch.equal(side_by_side, made.concatenation)),
        "cat_shares_memory": side_by_side.data_ptr() == made.embedding.data_ptr(),
        "view_shares_memory": made.concatenation.data_ptr() == made.embedding.data_ptr(),
        "by_hand": float(_by_hand(made.logits, Y)),
        "cross_entropy": float(F.cross_entropy(made.logits, Y)),
        "by_hand_is_nan_at_100": bool(by_hand.isnan()),
        "cross_entropy_at_100": float(F.cross_entropy(large, torch.tensor([1]))),
    }


def _by_hand(logits: torch.Tensor, Y: torch.Tensor) -> torch.Tensor:
    counts = logits.exp()
    p = counts / counts.sum(1, keepdim=True)
    return -p[torch.arange(len(Y)), Y].log().mean()


def rule_two_ways(value: Value) -> Ruling:
    """Holds where the numbers are the same and the price is not."""
    same = value["concatenations_equal"] and abs(value["by_hand"] - value["cross_entropy"]) < CLOSE
    prices = value["view_shares_memory"] and not value["cat_shares_memory"] and value["by_hand_is_nan_at_100"]
    return holds_if(same and prices, fails("两种写法在这里没有差别。", "The two ways do not differ here."))


def any_batch(ground: Ground) -> Value:
    """What the three lines give for batches of several sizes."""
    network, X = ground.model.network, ground.own_words.contexts(ground.model.card.context_length)
    made = [network.forward(X[:B]) for B in SIZES]
    return {
        "flat": [list(m.concatenation.shape) for m in made],
        "hidden": [list(m.hidden.shape) for m in made],
        "logits": [list(m.logits.shape) for m in made],
    }


def rule_any_batch(value: Value) -> Ruling:
    """Holds where only the first axis changes."""
    fixed = all([shape[0] for shape in shapes] == list(SIZES) for shapes in value.values())
    widths = all(len({shape[1] for shape in shapes}) == 1 for shapes in value.values())
    return holds_if(fixed and widths, fails("有一个 B 的形状不对。", "For some B a shape is not right."))


def drawn(ground: Ground) -> Value:
    """The road from ids to logits as the lost figure must have had it: every tensor, and what it is multiplied with."""
    network, K = ground.model.network, ground.model.card.context_length
    steps = trace(network, ground.own_words.contexts(K)[:1])
    weights = {"embedding": "table", "preactivation": "hidden.weight", "logits": "logits.weight"}
    nodes = [
        {
            "name": step.name,
            "shape": list(step.tensor.shape),
            "with": list(network.tensors[weights[step.name]].shape) if step.name in weights else None,
        }
        for step in steps[:-1]
    ]
    return {"nodes": nodes}


def rule_drawn(value: Value) -> Ruling:
    """Holds where each tensor fits what it is multiplied with: the road joins up."""
    nodes = value["nodes"]
    names = [node["name"] for node in nodes]
    road = names == ["ids", "embedding", "concatenation", "preactivation", "hidden", "logits"]
    products = [(nodes[i - 1]["shape"][-1], nodes[i]) for i in (3, 5)] if road else []
    fits = all(width == node["with"][0] and node["shape"][-1] == node["with"][1] for width, node in products)
    table = road and nodes[1]["shape"] == [*nodes[0]["shape"], nodes[1]["with"][1]]
    return holds_if(road and fits and table, fails("形状接不上。", "The shapes do not join up."))


def two_orders(ground: Ground) -> Value:
    """The logits after ab and after ba, and how many pairs of characters give the same in both orders."""
    model, K = ground.model, ground.model.card.context_length
    if K < 2:
        raise NotHere("这个模型只看一个字符，没有顺序可言。", "This model sees one character: there is no order.")
    a, b = model.id_of("a"), model.id_of("b")
    V = len(model.vocabulary)
    pairs = torch.combinations(torch.arange(1, V))  # (P, 2)
    padding = torch.zeros(len(pairs), K - 2, dtype=torch.int64)
    forward, backward = (torch.cat([padding, rows], 1) for rows in (pairs, pairs.flip(1)))
    network = model.network
    moved = (network.forward(forward).logits - network.forward(backward).logits).abs().amax(1)  # (P,)
    place = int(((pairs[:, 0] == a) & (pairs[:, 1] == b)).nonzero()[0, 0])
    return {
        "largest_difference_ab_ba": float(moved[place]),
        "pairs": len(pairs),
        "pairs_equal_in_both_orders": int((moved < CLOSE).sum()),
    }


def rule_two_orders(value: Value) -> Ruling:
    """Holds where ab and ba give different logits."""
    same = value["pairs_equal_in_both_orders"]
    return holds_if(
        value["largest_difference_ab_ba"] > CLOSE and same == 0,
        fails(f"有 {same} 对字符两种次序一样。", f"{same} pairs of characters give the same in both orders."),
    )


def by_position(ground: Ground) -> Value:
    """The rows of W1 that each position meets, and what the row of a adds to the hidden layer at each."""
    network, shape = ground.model.network, ground.model.card.shape
    K, D = shape.context_length, shape.embedding_dim
    if K < 2:
        raise NotHere("这个模型只看一个字符，只有一个位置。", "This model sees one character: there is one position.")
    row = network.table[ground.model.id_of("a")]
    added = torch.stack([row @ network.hidden_weight[k * D : (k + 1) * D] for k in range(K)])  # (K, H)
    apart = [float((added[i] - added[j]).norm()) for i in range(K) for j in range(i + 1, K)]
    return {
        "rows_of_W1": [[k * D, (k + 1) * D - 1] for k in range(K)],
        "length_added": added.norm(dim=1).tolist(),
        "distances_between_positions": apart,
    }


def rule_by_position(value: Value) -> Ruling:
    """Holds where a adds something else at each position."""
    least = min(value["distances_between_positions"])
    return HOLDS if least > CLOSE else fails("有两个位置的权重一样。", "Two positions have the same weights.")


def summed(ground: Ground) -> Value:
    """h and z of the first five examples by the formulas, in plain Python, against the network's."""
    network, shape = ground.model.network, ground.model.card.shape
    K, D, H, V = shape.context_length, shape.embedding_dim, shape.hidden_size, shape.vocabulary_size
    X = ground.own_words.contexts(K)[:5]
    made = network.forward(X)
    C, W1, b1 = network.table.tolist(), network.hidden_weight.tolist(), network.hidden_bias.tolist()
    W2, b2 = network.logits_weight.tolist(), network.logits_bias.tolist()
    before = [
        [b1[q] + sum(C[x[k]][d] * W1[k * D + d][q] for k in range(K) for d in range(D)) for q in range(H)]
        for x in X.tolist()
    ]
    hidden = torch.tensor(before, dtype=torch.float64).tanh()  # (5, H)
    h = hidden.tolist()
    z = [[b2[j] + sum(row[q] * W2[q][j] for q in range(H)) for j in range(V)] for row in h]
    return {
        "rows": len(X),
        "largest_difference_h": float((hidden - made.hidden).abs().max()),
        "largest_difference_z": float((torch.tensor(z, dtype=torch.float64) - made.logits).abs().max()),
    }


def rule_summed(name: str, value: Value) -> Ruling:
    """Holds where the sums are the matrix product up to float32."""
    largest = value[name]
    return holds_if(largest < CLOSE, fails(f"最多相差 {largest:.3g}。", f"They differ by up to {largest:.3g}."))
