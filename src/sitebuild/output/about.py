"""What a page says of itself to search engines and to sites that link to it; the files at the root that say more."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from textwrap import shorten
from typing import NamedTuple

from sitebuild.pages.pages import Page
from sitebuild.pages.search import plain

LONGEST = {"en": 160, "ja": 90}  # characters of a description that search engines show
# For others than readers: not kept for offline reading.
NO_PAGE = re.compile(r"^(404\.html|robots\.txt|sitemap\.xml|favicon\.ico|preview/.*)$")


class About(NamedTuple):
    """`path` and `picture` are paths in the site, `twins` those of the page by language, `base` the site's address.

    Without a base no absolute address is told, and so no picture.
    """

    title: str
    description: str
    path: str
    base: str = ""
    twins: dict[str, str] = {}
    picture: str = ""
    indexed: bool = True


def description(page: Page, otherwise: str) -> str:
    """The first paragraph of a page, shortened; `otherwise` where it has none."""
    found = re.search(r"<p>(?!<!--)(.*?)</p>", page.html, re.S)
    return cut(plain(found[1]) if found else otherwise, page.lang)


def cut(text: str, lang: str) -> str:
    """As much of a text as is shown."""
    if " " in text and lang != "ja":
        return shorten(text, LONGEST[lang], placeholder="…")
    return text if len(text) <= LONGEST[lang] else f"{text[: LONGEST[lang] - 1]}…"


def site_map(abouts: Iterable[About]) -> str:
    """sitemap.xml of the pages that search engines may list."""
    entries = []
    for about in abouts:
        others = "".join(
            f'<xhtml:link rel="alternate" hreflang="{lang}" href="{escape(about.base + path)}"/>'
            for lang, path in about.twins.items()
        )
        entries.append(f"<url><loc>{escape(about.base + about.path)}</loc>{others}</url>")
    head = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *entries, "</urlset>", ""])


def robots(base: str) -> str:
    """robots.txt: everything may be read; where the map is, if the site knows its own address."""
    return "User-agent: *\nAllow: /\n" + (f"Sitemap: {base}sitemap.xml\n" if base else "")
