"""Points at equal distances: what is computed, and how it is judged, for one-hot vectors and for d dimensions."""

import numpy as np
import torch

from backend.claims.claim import Ruling, Value
from backend.claims.ground import Ground
from backend.claims.ruling import HOLDS, depends, fails
from backend.lesson.gradient import Gradient
from backend.lesson.network import Shape, initialised
from backend.space.similarity import Floats, distances

CENTRES = 7
TRIANGLE = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(3) / 2]])


def all_distances(points: Floats) -> Floats:
    """The distances of every pair of points (N, d), each pair once: (N (N - 1) / 2,)."""
    columns = np.ascontiguousarray(points.T)
    whole = np.stack([distances(columns, row) for row in range(len(points))])
    return whole[np.triu_indices(len(points), 1)]


def one_hot_pairs(ground: Ground) -> Value:
    """Dot products and distances of all pairs of one-hot vectors."""
    V = len(ground.words.vocabulary)
    rows = np.eye(V)
    dots, apart = (rows @ rows.T)[np.triu_indices(V, 1)], all_distances(rows)
    return {
        "pairs": len(dots),
        "largest_dot": float(np.abs(dots).max()),
        "least_distance": float(apart.min()),
        "largest_distance": float(apart.max()),
    }


def a_e_q(ground: Ground) -> Value:
    """What one-hot says of a, e and q, and what the counts say of what follows q."""
    words = ground.words
    a, e, q, u = words.ids("aequ")
    rows = np.eye(len(words.vocabulary))
    after_q = words.counts(1).row(np.array([q]))
    return {
        "distance_a_e": float(np.linalg.norm(rows[a] - rows[e])),
        "distance_a_q": float(np.linalg.norm(rows[a] - rows[q])),
        "q_then_u": int(after_q[u]),
        "q": int(after_q.sum()),
        "q_then_u_percent": 100 * float(after_q[u] / after_q.sum()),
    }


def rule_a_e_q(value: Value) -> Ruling:
    """Holds where the two distances are one and u follows q more often than not."""
    if value["distance_a_e"] != value["distance_a_q"] or value["q_then_u_percent"] <= 50:
        return fails(
            f"q 后面是 u 的只占 {value['q_then_u_percent']:.1f}%。",
            f"u follows q in only {value['q_then_u_percent']:.1f} per cent.",
        )
    return HOLDS


def lone_gradient(ground: Ground) -> Value:
    """Which rows of the first layer one example moves, when every character is a one-hot row."""
    V, a = len(ground.words.vocabulary), ground.words.id_of("a")
    network = initialised(Shape(1, V, 8, V), "scaled", 1)
    network.table.copy_(torch.eye(V))
    X, target = torch.tensor([[a]]), torch.zeros(1, V)
    target[0, ground.words.id_of("n")] = 1
    gradient = Gradient(network).fill(X, network.forward(X), target)
    W1 = gradient[V * V : V * V + V * 8].view(V, 8)
    moved = [ground.words.vocabulary.tokens[row] for row in W1.abs().sum(dim=1).nonzero()[:, 0].tolist()]
    return {"rows": V, "rows_moved": moved}


def triangle(_: Ground) -> Value:
    """Three points in a plane, their centre, and how nearly equal four points can be made there."""
    centre = TRIANGLE.mean(axis=0)
    four = all_distances(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]))  # no four points do better
    return {
        "sides": all_distances(TRIANGLE).tolist(),
        "centre_to_corners": [float(np.linalg.norm(corner - centre)) for corner in TRIANGLE],
        "best_ratio_of_four": float(four.max() / four.min()),
        "most_equidistant": {str(d): most_equidistant(d) for d in (1, 2, 3, 26)},
    }


def most_equidistant(d: int) -> int:
    """The most points at distance 1 of each other in d dimensions: the Gram matrix (1 + [i = j]) / 2 has full rank.

    With the first point at the origin the others have dot products 1/2 and length 1, so n - 1 of them are independent
    and need n - 1 dimensions.
    """
    n = 1
    while np.linalg.matrix_rank((np.ones((n, n)) + np.eye(n)) / 2) <= d:
        n += 1
    return n


def rule_triangle(value: Value) -> Ruling:
    """Holds where d + 1 is the most, and the centre is as far from every corner but not as far as they are."""
    counts_fit = all(most == int(d) + 1 for d, most in value["most_equidistant"].items())
    to_corner, side = value["centre_to_corners"][0], value["sides"][0]
    if not counts_fit or abs(to_corner - side) < 1e-9:
        return fails("算出来的个数不是 d + 1。", "The numbers found are not d + 1.")
    return HOLDS


def needed(ground: Ground) -> Value:
    """The dimensions that V equidistant points span."""
    V = len(ground.words.vocabulary)
    rows = np.eye(V)
    return {"points": V, "dimensions": int(np.linalg.matrix_rank(rows - rows.mean(axis=0)))}


def packed(ground: Ground) -> Value:
    """The best of the hexagonal packings of V points that were tried, and how it is in the table of the model.

    A packing is the V lattice points nearest to some centre; centres on a grid over one cell of the lattice.
    """
    table = ground.model.table
    V = table.rows
    reach = int(np.sqrt(V)) + 3
    i, j = np.meshgrid(np.arange(-reach, reach + 1), np.arange(-reach, reach + 1))
    lattice = np.stack([(i + j / 2).ravel(), (j * np.sqrt(3) / 2).ravel()], axis=1)
    ratios = []
    for x in np.linspace(0, 1, CENTRES):
        for y in np.linspace(0, np.sqrt(3) / 2, CENTRES):
            nearest = np.argsort(np.linalg.norm(lattice - [x, y], axis=1).round(9), kind="stable")[:V]
            apart = all_distances(lattice[nearest])
            ratios.append(float(apart.max() / apart.min()))
    apart = all_distances(np.asarray(table.vectors, dtype=np.float64))
    return {
        "points": V,
        "dimensions": table.dimensions,
        "best_ratio_in_a_plane": min(ratios),
        "packings_tried": len(ratios),
        "ratio_in_this_table": float(apart.max() / apart.min()) if apart.min() > 0 else None,
    }


def rule_packed(value: Value) -> Ruling:
    """Holds in a plane; with more dimensions, and fewer than V - 1, points are forced together less."""
    V, D, ratio = value["points"], value["dimensions"], value["ratio_in_this_table"]
    said = "∞" if ratio is None else f"{ratio:.2f}"
    if D <= 2 < V - 1:
        return HOLDS
    if D < V - 1:
        return depends(
            f"这个模型有 {D} 维：{V} 个点仍做不到两两等距（要 {V - 1} 维），但挤得没那么狠；最远比最近是 {said} 倍。",
            f"This model has {D} dimensions: {V} points still cannot be equidistant (that takes {V - 1}), but they are "
            f"pressed less; the farthest pair is {said} times as far as the nearest.",
        )
    return fails(f"{D} 维放得下 {V} 个等距的点。", f"{D} dimensions have room for {V} equidistant points.")
