"""What S1 to S48 must come to, as the list of claims has it; a number with its tolerance, anything else exactly.

Values over the whole list are the published ones. What depends on the split is of the shipped order, where it differs
from the published order that the list was measured on: 1,161 of 22,939 dev events never met (published: 1,116 of
22,655), add-one 2.1919 (2.1954), add-0.1 2.0986 (2.1018), K = 4 2.1359 (2.152), K = 5 2.3026 (2.318).

Where we differ from the list, and who is right:
- S1 gives 2.454357 where the list has 2.454356: a sum in float32, one by one, depends on the order of the names.
- S40: 5.00, not 5.29, is the best hexagonal packing of 27 points; 5.29 (the root of 28) was the best of fewer.
- S18, S43, S46: the list has one seed and plain descent, we two or three and the counts recipe. Dev losses agree
  within .02. Vowel gaps of narrow tables hang on the seed (at D = 2 from .5 to 1.3, with plain descent too), so the
  .30 / .30 / .20 / .08 of the list is one draw; that they fall as D grows holds in both.
"""

from typing import Any

A, B = "names-2d", "names-10d"
Number = tuple[float, float]

EVERYWHERE: dict[str, tuple[str, dict[str, Any]]] = {
    "S1": (
        "depends",
        {
            "float32_add_one": (2.454356, 2e-6),
            "exact_add_one": (2.454577, 5e-7),
            "exact_unsmoothed": (2.454014, 5e-7),
        },
    ),
    "S2": ("holds", {"contexts_ending_in_a": 27, "distinct_rows_given": 1, "p_end": (0.196, 5e-4)}),
    "S3": (
        "holds",
        {
            "rows": [27, 729, 19683],
            "cells": [729, 19683, 531441],
            "examples_per_cell": [(312.96, 5e-3), (11.59, 5e-3), (0.4293, 5e-5)],
        },
    ),
    "S4": ("holds", {"words": 32033, "examples": [228146] * 3}),
    "S5": ("holds", {"cells": 531441, "examples": 228146, "examples_per_cell": (0.4293, 5e-5)}),
    "S6": (
        "holds",
        {
            "cells_filled": 24783,
            "cells_filled_percent": (4.66, 5e-3),
            "cells_empty": 506658,
            "dev_events": 22939,
            "dev_events_never": 1161,
            "dev_events_never_percent": (5.06, 5e-3),
            "infinite": True,
        },
    ),
    "S7": (
        "depends",
        {
            "p_unseen": (0.0370, 5e-5),
            "dev_k3_add_1": (2.1919, 5e-5),
            "dev_k3_add_0_1": (2.0986, 5e-5),
            "test_k3_add_0_1": (2.1065, 5e-5),
            "dev_k4_add_0_1": (2.1359, 5e-5),
            "dev_k5_add_0_1": (2.3026, 5e-5),
        },
    ),
    "S9": ("holds", {"an": 5438, "rows_changed": ["a"]}),
    "S12": ("holds", {"X_shape": [228146, 3], "Y_shape": [228146], "X_dtype": "int64", "Y_dtype": "int64"}),
    "S13": ("holds", {"rows": [["...", "e"], ["..e", "m"], [".em", "m"], ["emm", "a"], ["mma", "."]]}),
    "S14": ("holds", {"padding": [0, 0, 0], "boundary_id": 0, "vocabulary": 27, "letters": 26}),
    "S15": ("holds", {"words": 32033, "labels_that_end": 32033, "contexts_with_an_end_inside": 0}),
    "S16": ("holds", {"X_bigram": [228146], "X_window": [228146, 3], "Y_shape": [228146], "labels_that_differ": 0}),
    "S17": ("holds", {"pairs": 228146, "pairs_that_differ": 0}),
    "S18": ("depends", {"dev": [(2.108, 0.02), (2.066, 0.02), (2.055, 0.02), (2.054, 0.02)]}),
    "S19": (
        "fails",
        {
            "contexts_possible": 19683,
            "contexts_reachable": 18279,
            "contexts_seen": 5686,
            "contexts_seen_percent": (28.9, 0.05),
            "contexts_once": 1132,
            "contexts_at_most_twice": 1763,
            "cells": 531441,
            "cells_filled": 24783,
            "cells_once": 9440,
        },
    ),
    "S23": (
        "holds",
        {"one_hot_numbers": 18479826, "float32_megabytes": (73.9, 0.05), "int64_megabytes": (147.8, 0.05)},
    ),
    "S24": ("holds", {"zeros_percent": (96.296, 5e-4)}),
    "S25": ("holds", {"numbers": (34.4e9, 5e7), "gigabytes": (137.6, 0.05)}),
    "S31": (
        "holds",
        {"components_of_pair": 2, "shape_of_pair": [2], "ndim": {"scalar": 0, "pair": 1, "matrix": 2, "emb": 3}},
    ),
    "S32": ("holds", {"ndim": [2, 2, 2, 2]}),
    "S33": ("holds", {"ndim": [0, 1, 2], "brackets": [0, 1, 2]}),
    "S35": (
        "holds",
        {"pairs": 351, "largest_dot": 0.0, "least_distance": (1.414214, 5e-7), "largest_distance": (1.414214, 5e-7)},
    ),
    "S36": ("holds", {"q_then_u": 206, "q": 272, "q_then_u_percent": (75.7, 0.05), "distance_a_q": (2**0.5, 1e-12)}),
    "S37": ("holds", {"rows": 27, "rows_moved": ["a"]}),
    "S38": (
        "holds",
        {
            "sides": [(1, 1e-12)] * 3,
            "centre_to_corners": [(0.57735, 5e-6)] * 3,
            "most_equidistant": {"1": 2, "2": 3, "3": 4, "26": 27},
            "best_ratio_of_four": (2**0.5, 1e-12),
        },
    ),
    "S39": ("holds", {"points": 27, "dimensions": 26}),
    "S43": (
        "holds",
        {"identity_is_one_hot": True, "gap_27_lecture": (0.03, 0.03), "gap_27_scaled": (0.08, 0.03)},
    ),
    "S46": (
        "depends",
        {
            "dev": [(2.177, 0.03), (2.133, 0.03), (2.108, 0.03), (2.088, 0.03)],
            "gap": [(0.026, 0.01), (0.048, 0.01), (0.070, 0.01), (0.094, 0.01)],
        },
    ),
}
BY_MODEL: dict[tuple[str, str], tuple[str, dict[str, Any]]] = {
    ("S8", A): ("holds", {"kl_when_equal": 0.0, "uniform_loss": (3.295837, 5e-7)}),
    ("S8", B): ("holds", {"kl_when_equal": 0.0, "uniform_loss": (3.295837, 5e-7)}),
    ("S10", A): ("holds", {"widths": [3, 6, 100, 27], "parameters": 3481}),
    ("S10", B): ("depends", {"widths": [3, 30, 200, 27], "parameters": 11897}),
    ("S11", A): ("holds", {"bigram_by_cross_entropy": (2.454014, 5e-7)}),
    ("S11", B): ("holds", {"bigram_by_cross_entropy": (2.454014, 5e-7)}),
    ("S20", A): ("holds", {"parameters": 3481, "cells": 531441, "cells_per_parameter": (153, 0.5)}),
    ("S20", B): ("depends", {"parameters": 11897, "cells": 531441, "cells_per_parameter": (45, 0.5)}),
    ("S21", A): ("holds", {"emb_shape": [228146, 3, 2], "floats": 1368876, "megabytes": (5.48, 5e-3)}),
    ("S21", B): ("depends", {"emb_shape": [228146, 3, 10], "floats": 6844380, "megabytes": (27.38, 5e-3)}),
    ("S22", A): ("holds", {"allclose": True, "equal_to_the_last_bit": True, "distinct_contexts_checked": 5686}),
    ("S22", B): ("holds", {"allclose": True, "equal_to_the_last_bit": True, "distinct_contexts_checked": 5686}),
    ("S27", A): ("holds", {"values_equal": True, "ndim": [1, 2]}),
    ("S27", B): ("holds", {"values_equal": True, "ndim": [1, 2]}),
    ("S28", A): ("holds", {"error": "IndexError"}),
    ("S28", B): ("holds", {"error": "IndexError"}),
    ("S29", A): ("holds", {"i": [0, 228145], "j": [0, 2], "k": [0, 1], "oldest_is_0": True}),
    ("S29", B): ("depends", {"i": [0, 228145], "j": [0, 2], "k": [0, 9], "oldest_is_0": True}),
    ("S30", A): ("holds", {"samples": 228146, "matrix": [3, 2]}),
    ("S30", B): ("depends", {"samples": 228146, "matrix": [3, 10]}),
    ("S40", A): ("holds", {"points": 27, "best_ratio_in_a_plane": (5.0, 1e-9)}),
    ("S40", B): ("depends", {"points": 27, "best_ratio_in_a_plane": (5.0, 1e-9)}),
    ("S41", A): ("holds", {"beyond_bound": 0, "beyond_after_tanh": 0}),
    ("S41", B): ("holds", {"beyond_bound": 0, "beyond_after_tanh": 0}),
    ("S45", A): ("holds", {"one_hot": 8100, "embedding": 654}),
    ("S45", B): ("depends", {"one_hot": 16200, "embedding": 6270}),
}
SHAPES = {"C[5]": [], "C[5:6]": [1], "C[[5, 6, 7]]": [3], "C[torch.tensor([0, 0, 5, 6, 7])]": [5]}
for model, D in ((A, 2), (B, 10)):
    shapes = {**{name: [*index, D] for name, index in SHAPES.items()}, "C[X[:32]]": [32, 3, D], "C[X]": [228146, 3, D]}
    BY_MODEL["S26", model] = ("holds", {"shapes": shapes})


def meets(found: Any, expected: Any) -> bool:
    """Whether a number is within its tolerance, item by item in lists and objects; anything else exactly."""
    if isinstance(expected, tuple):
        return abs(found - expected[0]) <= expected[1]
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(meets, found, expected))
    if isinstance(expected, dict):
        return set(found) == set(expected) and all(meets(found[name], expected[name]) for name in expected)
    return type(found) is type(expected) and found == expected
