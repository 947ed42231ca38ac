"""A million words of ten letters from a seed: reading them with the report, and their contexts for K = 3.

Nothing is compared here: the figures are seconds, and the most memory that this process has had.
"""

import json
import random
import resource
import sys

from clock import seconds

from backend.lesson.contexts import window
from backend.lesson.corpus import decoded, read_corpus
from backend.lesson.word_list import word_list
from backend.studio.importing import report_on

WORDS, LETTERS, K, SEED = 1_000_000, 10, 3, 1
ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def million() -> bytes:
    """The file: one word a line, every letter equally likely."""
    letters = "".join(random.Random(SEED).choices(ALPHABET, k=WORDS * LETTERS))
    return "".join(f"{letters[i : i + LETTERS]}\n" for i in range(0, len(letters), LETTERS)).encode()


def main() -> None:
    """Read as an upload is read, slide the window, and print a line of JSON."""
    data = million()
    reading = seconds(lambda: report_on(read_corpus(word_list(data))))
    corpus = read_corpus(decoded(data))
    vocabulary = corpus.vocabulary
    sliding = seconds(lambda: window(corpus.words, vocabulary, K))
    unit = 1 if sys.platform == "darwin" else 1000  # ru_maxrss is in bytes there and in kilobytes elsewhere
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6
    print(
        json.dumps(
            {
                "contexts_seconds": round(sliding, 3),
                "read_seconds": round(reading, 3),
                "peak_mb": round(peak),
                "what": f"{WORDS:,} words of {LETTERS} letters, K={K}",
            }
        )
    )


if __name__ == "__main__":
    main()
