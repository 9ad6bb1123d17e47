"""Colours by the role they play, light and dark, after the colour-blind-safe set of Okabe and Ito.

Every ink has a contrast of at least 4.5 to 1 on its card (tested), so that the same colour serves text, formula and
figure. Figures are built in the light colours; the page exchanges each for its dark partner when the reader asks.
"""

from __future__ import annotations

from typing import NamedTuple


class Ink(NamedTuple):
    """One role's colour on light and on dark ground."""

    light: str
    dark: str


roles = {
    "input": Ink("#6a7078", "#a9b0b8"),
    "query": Ink("#0068a8", "#5cb8f5"),
    "key": Ink("#b84a00", "#ff9a5c"),
    "value": Ink("#9c3f7c", "#eb9fcd"),
    "score": Ink("#4b55a5", "#a3adf7"),
    "negative": Ink("#a8324a", "#ff8fa3"),
    "weight": Ink("#00736a", "#3fcdb8"),
    "output": Ink("#8a5a00", "#f2b632"),
}
surfaces = {
    "page": Ink("#ffffff", "#14171b"),
    "card": Ink("#f8f8f5", "#1c2026"),
    "ink": Ink("#1d2126", "#e6e8ea"),
    "quiet": Ink("#5f666e", "#a4abb3"),
    "line": Ink("#d3d5d1", "#3c434b"),
    "grid": Ink("#e7e8e4", "#2b3138"),
    "edge": Ink("#8b9197", "#747c85"),  # of a field that can be written in: 3 to 1
    "right": Ink("#00635b", "#4fd6c2"),
    "wrong": Ink("#a3182f", "#ff98a8"),
}
colours = roles | surfaces


def light(role: str) -> str:
    """The light colour of a role, in which figures are built."""
    return colours[role].light


def swaps() -> dict[str, str]:
    """Each light colour's dark partner, for figures that are already drawn."""
    return {ink.light: ink.dark for ink in colours.values()}


def style_sheet() -> str:
    """The colours as CSS custom properties: light, dark when the system says so, and either when the page says so."""

    def block(selector: str, tone: str) -> str:
        return f"{selector}{{{''.join(f'--{role}:{getattr(ink, tone)};' for role, ink in colours.items())}}}"

    dark = block(":root:not([data-theme=light])", "dark")
    return "\n".join(
        [
            block(":root", "light"),
            f"@media screen and (prefers-color-scheme: dark){{{dark}}}",
            f"@media screen{{{block(':root[data-theme=dark]', 'dark')}}}",
            ":root{--accent:var(--ink)}",  # the page itself is ink on white: colour means a role and nothing else
            *(f"[data-role={role}]{{--accent:var(--{role})}}" for role in roles),
            *(f".term-{role}{{color:var(--{role})}}" for role in roles),
            "",
        ]
    )
