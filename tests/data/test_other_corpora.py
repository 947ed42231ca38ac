"""The other shipped corpora: the figures and hashes that data/README.md gives, their letters, and their licences."""

import hashlib
import re

import pytest

from tests.data.test_names import DATA

README = (DATA / "README.md").read_text(encoding="utf-8")
CORPORA = {
    "russian-names": ("[а-яё]{2,15}", 33, ["александр", "николай", "иван"]),
    "japanese-names": ("[a-z]{2,13}", 22, ["asu", "ato", "ai"]),
    "places": ("[a-z]{2,15}", 26, ["shanghai", "beijing", "shenzhen"]),
}


def section(corpus: str) -> str:
    return README.split(f"\n## {corpus}.txt\n", 1)[1].split("\n## ", 1)[0]


@pytest.mark.parametrize("corpus", CORPORA)
def test_words_are_of_one_kind_and_each_is_there_once(corpus):
    pattern, letters, first = CORPORA[corpus]
    content = (DATA / f"{corpus}.txt").read_text(encoding="utf-8")
    words = content.split("\n")
    assert words.pop() == ""
    assert words[:3] == first
    assert all(re.fullmatch(pattern, word) for word in words)
    assert len(set(words)) == len(words)
    assert len(set("".join(words))) == letters


@pytest.mark.parametrize("corpus", CORPORA)
def test_readme_has_its_figures_and_hash(corpus):
    content = (DATA / f"{corpus}.txt").read_bytes()
    said = section(corpus)
    words = content.decode().split()
    assert f"| lines | {len(words):,} |" in said
    assert f"| bytes | {len(content):,}" in said
    assert f"`{hashlib.sha256(content).hexdigest()}`" in said
    lengths = [len(word) for word in words]
    assert f"{min(lengths)} to {max(lengths)} a word" in said


@pytest.mark.parametrize(
    ("corpus", "licence", "said"),
    [
        ("russian-names", "russian-names.txt", "BSD 3-Clause License"),
        ("japanese-names", "japanese-names.txt", "MIT License"),
        ("places", "places.txt", "GeoNames (https://www.geonames.org/)"),
        ("places", "CC-BY-4.0.txt", "Attribution 4.0 International"),
    ],
)
def test_the_licence_lies_beside_the_data_and_readme_names_it(corpus, licence, said):
    assert said in (DATA / "licences" / licence).read_text(encoding="utf-8")
    assert f"licences/{licence}" in section(corpus)
