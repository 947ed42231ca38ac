"""Contexts of the whole corpus: one long id array against the lesson's loop, its torch.tensor call included."""

import torch
from clock import paired, report

from backend.lesson.contexts import window
from backend.lesson.corpus import Corpus, read_corpus
from backend.settings import ROOT

K = 3


def plain(corpus: Corpus) -> tuple[torch.Tensor, torch.Tensor]:
    """The loop as the lesson prints it (embedding-27-to-2, sliding window)."""
    stoi = {token: i for i, token in enumerate(corpus.vocabulary.tokens)}
    X, Y = [], []
    for word in corpus.words:
        context = [0] * K
        for character in word + ".":
            ix = stoi[character]
            X.append(context)
            Y.append(ix)
            context = [*context[1:], ix]
    return torch.tensor(X), torch.tensor(Y)


def ours(corpus: Corpus) -> tuple[torch.Tensor, torch.Tensor]:
    """The same two tensors."""
    examples = window(corpus.words, corpus.vocabulary, K)
    return torch.from_numpy(examples.X), torch.from_numpy(examples.Y)


def main() -> None:
    """Compare both results, then their times."""
    torch.set_num_threads(1)
    corpus = read_corpus((ROOT / "data" / "names.txt").read_text(encoding="utf-8"))
    for mine, theirs in zip(ours(corpus), plain(corpus), strict=True):
        assert torch.equal(mine, theirs)
    report(*paired(lambda: ours(corpus), lambda: plain(corpus), rounds=7), what="contexts of 32,033 names, K=3")


if __name__ == "__main__":
    main()
