"""Tokens -> which of them are vowels, in the alphabets that write their vowels: Latin, Cyrillic, Greek.

An accent does not change what a letter is (é is a vowel), but й and ў, a vowel and a breve when decomposed, are none.
"""

import unicodedata
from collections.abc import Sequence

VOWELS = frozenset("aeiouæœøıаеёиоуыэюяіїєαεηιουω")
CONSONANTS_BY_MARK = frozenset("йў")
SCRIPTS = ("LATIN ", "CYRILLIC ", "GREEK ")


def vowels_and_consonants(tokens: Sequence[str]) -> tuple[list[int], list[int]]:
    """Row numbers of the vowels and of the consonants; letters of other scripts, marks and '.' are neither."""
    vowels: list[int] = []
    consonants: list[int] = []
    for row, token in enumerate(tokens):
        if not token.isalpha() or len(token) != 1 or not unicodedata.name(token, "").startswith(SCRIPTS):
            continue
        (vowels if is_vowel(token) else consonants).append(row)
    return vowels, consonants


def is_vowel(letter: str) -> bool:
    """Whether a letter of Latin, Cyrillic or Greek is a vowel."""
    small = letter.lower()
    if unicodedata.normalize("NFC", small) in CONSONANTS_BY_MARK:
        return False
    return unicodedata.normalize("NFD", small)[0] in VOWELS
