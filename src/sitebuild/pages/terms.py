"""The glossary page: what each term means, and where the pages use it."""

from __future__ import annotations

import re
import tomllib
from html import escape
from pathlib import Path
from typing import NamedTuple

from attention.language.words import LANGUAGES, Term, glossary
from sitebuild.pages.pages import Page, PageError


class Entry(NamedTuple):
    """A term of the glossary, its meaning by language, other forms of it ("queries"), how its Japanese is read."""

    key: str
    term: Term
    meaning: dict[str, str]
    forms: list[str]
    reading: str

    def html(self, lang: str) -> str:
        """The meaning with its matrices set as such: W_Q with a lowered Q."""
        return re.sub(r"W_(\w)", r"<i>W</i><sub>\1</sub>", escape(self.meaning[lang], quote=False))


class Place(NamedTuple):
    """A section of a page; without sections, the page."""

    page: Page
    section: str
    title: str  # HTML


def read(path: Path) -> list[Entry]:
    """The entries of the file; PageError for a term of words.py without a meaning, and for a meaning without a term."""
    meanings = tomllib.loads(path.read_text())
    entries = [
        Entry(
            key,
            glossary[key],
            {lang: meaning[lang] for lang in LANGUAGES},
            meaning.get("forms", []),
            meaning.get("reading") or glossary[key].words["ja"],
        )
        for key, meaning in meanings.items()
        if key in glossary
    ]
    told = {key for entry in entries for key in (entry.key, *entry.forms)}
    if apart := (told | set(meanings)) ^ set(glossary):
        raise PageError(f"{path.name} and the glossary of words.py differ in {', '.join(sorted(apart))}")
    return entries


def taught(entry: Entry, lang: str, pages: list[Page]) -> list[Place]:
    """The sections that use the term, in the order of the pages, each once."""
    return [
        place
        for page in pages
        if page.lang == lang
        for place, html in sections(page)
        if set(re.findall(r'data-term="(\w+)"', html)) & {entry.key, *entry.forms}
    ]


def sections(page: Page) -> list[tuple[Place, str]]:
    """The page cut at its sections: where each is, and its HTML with its heading."""
    parts = re.split(r'(?=<h2 id=")', page.html)
    titles = {name: title for level, name, title in page.headings if level == 2}
    found = []
    for part in parts:
        heading = re.match(r'<h2 id="([^"]+)"', part)
        name = heading[1] if heading else ""
        found.append((Place(page, name, titles.get(name, page.title)), part))
    return found
