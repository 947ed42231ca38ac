"""Ten thousand names: all advancing together against the lesson's loop, one name and one token at a time."""

import torch
from clock import report, seconds

from backend.lesson.checkpoint import load_model
from backend.lesson.network import Network
from backend.lesson.sampling import Sampler, draw_names
from backend.settings import ROOT

NAMES, PLAIN_NAMES, LONGEST = 10_000, 300, 50


def plain(network: Network, count: int, generator: torch.Generator) -> list[list[int]]:
    """The sampling loop of embedding-and-mlp 7.6."""
    K = network.shape.context_length
    C, W1, b1 = network.table, network.hidden_weight, network.hidden_bias
    W2, b2 = network.logits_weight, network.logits_bias
    names = []
    for _ in range(count):
        context, name = [0] * K, []
        for _ in range(LONGEST):
            emb = C[torch.tensor([context])]
            h = torch.tanh(emb.view(1, -1) @ W1 + b1)
            probabilities = torch.softmax(h @ W2 + b2, dim=1)
            ix = int(torch.multinomial(probabilities, 1, generator=generator).item())
            if ix == 0:
                break
            name.append(ix)
            context = [*context[1:], ix]
        names.append(name)
    return names


def main() -> None:
    """Time ten thousand of ours; time some hundred of the plain ones in turn, and extend."""
    torch.set_num_threads(1)
    network, _ = load_model(ROOT / "models", "names-10d")
    generator = torch.Generator().manual_seed(1)
    draw_names(network, NAMES, 0, Sampler(), [], LONGEST)
    plain(network, 20, generator)
    rounds = [
        (
            seconds(lambda seed=seed: draw_names(network, NAMES, seed, Sampler(), [], LONGEST)),  # type: ignore[misc]
            seconds(lambda: plain(network, PLAIN_NAMES, generator)) * NAMES / PLAIN_NAMES,
        )
        for seed in range(7)
    ]
    ours, theirs = (sorted(column)[len(rounds) // 2] for column in zip(*rounds, strict=True))
    report(ours, theirs, what="10,000 names")


if __name__ == "__main__":
    main()
