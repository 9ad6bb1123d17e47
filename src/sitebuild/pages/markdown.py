"""Markdown as the pages and the exercises use it: formulas as MathML, terms in their colours, Japanese without gaps."""

from __future__ import annotations

import re
from typing import Any

import latex2mathml.converter
from jinja2 import Environment, StrictUndefined
from markdown_it import MarkdownIt
from mdit_py_plugins.attrs import attrs_block_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin

from attention.language.words import glossary

# The symbols of the formulas and the terms whose colours they wear, the same wherever they stand.
SYMBOLS = {
    "x": "input",
    "X": "input",
    "q": "query",
    "Q": "query",
    "k": "key",
    "K": "key",
    "v": "value",
    "V": "value",
    "s": "score",
    "S": "score",
    "w": "weight",
    "o": "output",
    "O": "output",
}


def environment() -> Environment:
    """What reads the placeholders."""
    return Environment(
        undefined=StrictUndefined, autoescape=False, comment_start_string="<#", comment_end_string="#>"
    )  # {#id} names a section


def to_html(text: str) -> str:
    """Markdown, its placeholders already filled, as HTML."""
    markdown = (
        MarkdownIt("commonmark", {"html": True, "typographer": True})
        .enable(["table", "smartquotes"])
        .use(attrs_block_plugin)
        .use(deflist_plugin)
        .use(dollarmath_plugin, renderer=formula, allow_space=True)
    )
    html: str = markdown.render(text)
    return html.replace("<pre>", '<pre tabindex="0">')  # what scrolls must take the keyboard


def inline(text: str) -> str:
    """One paragraph of Markdown as HTML without its tag."""
    return to_html(text).strip().removeprefix("<p>").removesuffix("</p>")


def joined(japanese: str) -> str:
    """Japanese without the spaces that line ends would leave between its characters."""
    return re.sub(r"(?<=[、。」)）：？])\n(?=[^\s:#$-])(?!\d+\. )|(?<=[぀-鿿。、])\n(?=[぀-鿿「(（])", "", japanese)


def term(key: str, words: str | None = None) -> str:
    """A term of the glossary in its colour; `words` where the sentence needs another form of it."""
    if key not in glossary:
        raise LookupError(f"no term {key!r} in the glossary; it has {', '.join(glossary)}")
    entry = glossary[key]
    role = f" term-{entry.role}" if entry.role else ""
    return f'<span class="term{role}" data-term="{key}">{words or entry.words}</span>'


def formula(latex: str, options: dict[str, Any]) -> str:
    """MathML, each symbol that stands for a term in the term's colour."""
    mathml = latex2mathml.converter.convert(latex, display="block" if options["display_mode"] else "inline")
    return re.sub(
        r"<mi>(\w)</mi>",
        lambda found: f'<mi class="term-{SYMBOLS[found[1]]}">{found[1]}</mi>' if found[1] in SYMBOLS else found[0],
        mathml,
    )
