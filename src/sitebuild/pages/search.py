"""What the search on the pages looks through: one entry a section, and one a term of the glossary."""

from __future__ import annotations

import re
from html import unescape

from attention.language.words import speaking
from attention.widget import find
from sitebuild.pages.pages import Page
from sitebuild.pages.terms import Entry, sections


def index(lang: str, pages: list[Page], entries: list[Entry]) -> list[dict[str, str]]:
    """Entries of one language: `at` is the address below that language's first page, `text` what is looked through.

    So is `also`, which is not shown: the reading of each term that is explained there, its word in the other language.
    """
    found = []
    called = {form: entry for entry in entries for form in (entry.key, *entry.forms)}
    for page in (page for page in pages if page.lang == lang):
        for place, html in sections(page):
            fragment = f"#{place.section}" if place.section else ""
            found.append(
                {
                    "at": f"{page.slug}/{fragment}" if page.slug else "",
                    "page": page.title,
                    "title": plain(place.title) if place.section else page.title,
                    "text": plain(named(html, page)),
                    "also": " ".join(dict.fromkeys([*also(html, called, lang), *signs(html)])),
                }
            )
    for entry in entries:
        with speaking(lang):
            words = str(entry.term.words)
        more = " ".join([*calling(entry, lang), *signs(entry.meaning[lang])])
        found.append(
            {
                "at": f"glossary/#{entry.key}",
                "page": "",
                "title": words,
                "text": entry.meaning[lang].replace("_", ""),
                "also": more,
            }
        )
    return found


def also(html: str, called: dict[str, Entry], lang: str) -> list[str]:
    """What a reader may call the terms of a section."""
    terms = dict.fromkeys(re.findall(r'data-term="(\w+)"', html))
    return [word for key in terms for word in calling(called[key], lang)]


def calling(entry: Entry, lang: str) -> list[str]:
    """The word for a term in the other languages, and how the Japanese one is read."""
    return [entry.reading, *(said for spoken, said in entry.term.words.items() if spoken != lang)]


def signs(html: str) -> list[str]:
    """Words for signs that nobody types."""
    return ["sqrt", "square root", "平方根", "ルート"] if re.search("√|<msqrt", html) else []


def named(html: str, page: Page) -> str:
    """The section with the names of its widgets where they stand."""
    with speaking(page.lang):
        return re.sub(
            r"<!--WIDGET(\d+)END-->",
            lambda marker: str(find(page.placements[int(marker[1])].name).word("title")),
            html,
        )


def plain(html: str) -> str:
    """The text of some HTML, without formulas (their markup reads as noise), without code and line ends."""
    text = re.sub(r"<math.*?</math>|<pre.*?</pre>|<!--.*?-->", " ", html, flags=re.S)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", "", text))).strip()
