"""What no loss can go below: on given examples, and with softmax taken twice (finding 10, S65)."""

import math
from collections import Counter
from collections.abc import Sequence


def floor_of(pairs: Sequence[tuple[object, object]]) -> float:
    """The least loss in nats that any model can have on pairs of context and label: their conditional entropy."""
    contexts = Counter(context for context, _ in pairs)
    return -sum(n * math.log(n / contexts[context]) for (context, _), n in Counter(pairs).items()) / len(pairs)


def floor_of_softmax_twice(V: int) -> float:
    """The loss of a perfect model whose probabilities are taken for logits: ln(e + V - 1) - 1 (finding 10)."""
    return math.log(math.e + V - 1) - 1
