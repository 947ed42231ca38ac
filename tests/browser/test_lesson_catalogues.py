"""The lesson's words: both languages say the same things, and every message is used."""

import re

import pytest
from playwright.sync_api import Page

from tests.browser.test_frame import PAGE_FILES

WORDS = PAGE_FILES / "src" / "i18n"
LABS = sorted(path.stem for path in (WORDS / "lab").glob("*.js"))
CHINESE = re.compile(r"[\u4e00-\u9fff]")
BY_PATTERN = ("chapter.", "story.", "verdict.", "part.", "ask.", "said.", "loop.")


def catalogues(shell: Page, path: str, expression: str) -> dict[str, dict[str, str]]:
    return shell.evaluate(
        f"async (path) => {{ const m = await import(new URL(path, document.baseURI)); return {expression}; }}", path
    )


def places(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", sentence))


def check(both: dict[str, dict[str, str]], code: str) -> None:
    assert both["en"].keys() == both["zh"].keys()
    for key, sentence in both["en"].items():
        assert sentence.strip() and both["zh"][key].strip(), key
        assert places(sentence) == places(both["zh"][key]), key
        assert not CHINESE.search(sentence), key
    unused = [key for key in both["en"] if f'"{key}"' not in code and not key.startswith(BY_PATTERN)]
    assert not unused


def test_the_lessons_own(shell: Page) -> None:
    code = "\n".join(path.read_text() for path in (PAGE_FILES / "src").rglob("*.js") if path.parent != WORDS)
    check(catalogues(shell, "src/i18n/lesson.js", "m.lessonCatalogues"), code)


@pytest.mark.parametrize("lab", LABS)
def test_an_experiments(shell: Page, lab: str) -> None:
    experiments = PAGE_FILES / "src" / "views" / "experiments"
    check_code = "\n".join(path.read_text() for path in experiments.glob("*.js"))
    both = catalogues(shell, f"src/i18n/lab/{lab}.js", "m.default")
    letters = {key for key in both["en"] if len(key) == 1}  # K, D, H, V name their own knobs
    check({language: {k: v for k, v in own.items() if k not in letters} for language, own in both.items()}, check_code)
