"""Calling the page's own modules inside Chromium, with plain values in and out."""

from typing import Any

from playwright.sync_api import Page


def call(page: Page, module: str, expression: str, **values: Any) -> Any:
    """What an expression over a module's exports `m` and plain `values` gives, as plain values."""
    script = f"async (v) => {{ const m = await import('/src/{module}.js'); return ({expression}); }}"
    return page.evaluate(script, values)
