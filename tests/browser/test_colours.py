"""The style sheet's colours in Chromium: contrast of every ink on every ground, and colours told apart by all eyes."""

import numpy as np
import pytest
from playwright.sync_api import Page

COLOURS = """([theme, names]) => {
    document.documentElement.dataset.theme = theme;
    return names.map((name) => {
        document.body.style.color = `var(--${name})`;
        return getComputedStyle(document.body).color.match(/[\\d.]+/g).slice(0, 3).map((channel) => channel / 255);
    });
}"""
INKS = ["ink", "muted", "accent", "danger", "vowel", "consonant", "boundary", *(f"dim-{letter}" for letter in "bkdhv")]
GROUNDS = ["paper", "surface", "wash", "accent-wash"]
# Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB
SEEN_BY = {
    "all": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


def linear(page: Page, theme: str, names: list[str]) -> np.ndarray:
    """Colours of the style sheet as linear RGB (N, 3), by the definition of sRGB."""
    values = np.array(page.evaluate(COLOURS, [theme, names]))
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast(page: Page, theme: str) -> None:
    """WCAG 2: at least 4.5 for every ink on every ground."""
    inks, grounds = (linear(page, theme, names) @ [0.2126, 0.7152, 0.0722] + 0.05 for names in (INKS, GROUNDS))
    ratio = np.maximum(inks[:, None] / grounds, grounds / inks[:, None])
    assert ratio.min() >= 4.5, dict(zip(INKS, ratio.round(2).tolist(), strict=True))


@pytest.mark.parametrize("sight", SEEN_BY)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_dimension_colours_stay_apart(page: Page, theme: str, sight: str) -> None:
    """CIE 1976 difference of at least 15 between any two (2.3 is just noticeable)."""
    seen = np.clip(linear(page, theme, INKS[-5:]) @ np.array(SEEN_BY[sight]).T, 0, 1)
    xyz = seen @ np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]).T
    cube = np.cbrt(xyz / [0.9505, 1, 1.089])
    lab = np.stack([116 * cube[:, 1] - 16, 500 * (cube[:, 0] - cube[:, 1]), 200 * (cube[:, 1] - cube[:, 2])], axis=1)
    apart = np.linalg.norm(lab[:, None] - lab, axis=2) + 1000 * np.eye(5)
    assert apart.min() > 15, apart.round()
