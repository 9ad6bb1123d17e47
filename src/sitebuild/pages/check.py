"""What stops a build: twins that differ, a widget placed nowhere, a link that leads nowhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from attention.language.words import glossary
from attention.widget import find, names
from sitebuild.pages.pages import Page, PageError


def twins(pages: list[Page], languages: list[str]) -> None:
    """PageError where a page lacks its twin, or twins differ in headings, widgets, or the facts a section quotes.

    Within a section the facts may come in another order: two languages rarely put their numbers alike.
    """
    by_slug: dict[str, dict[str, Page]] = {}
    for page in pages:
        by_slug.setdefault(page.slug, {})[page.lang] = page
    shapes: dict[str, Callable[[Page], Any]] = {
        "headings": lambda page: [heading[:2] for heading in page.headings],
        "widgets": lambda page: [placement[:2] for placement in page.placements],
        "facts": lambda page: Counter(page.facts),
        "exercises": lambda page: page.exercises,
    }
    for slug, versions in by_slug.items():
        if missing := set(languages) - set(versions):
            raise PageError(f"{slug} has no twin in {', '.join(sorted(missing))}")
        first, *others = versions.values()
        for other in others:
            for what, shape in shapes.items():
                if shape(first) != shape(other):
                    raise PageError(
                        f"{slug}: the {what} of {first.lang} and {other.lang} differ:\n"
                        f"  {shape(first)}\n  {shape(other)}"
                    )


def placed(pages: list[Page], widgets: Iterable[str]) -> None:
    """PageError when a widget stands in no page: nobody would ever see it."""
    if lost := set(widgets) - {placement.name for page in pages for placement in page.placements}:
        raise PageError(
            f'no page places the widget {", ".join(sorted(lost))}: write {{{{ widget("its_name") }}}} in both twins'
        )


NAMED = [("attention-widget", "name"), ("attention-exercise", "name")]


class Links(HTMLParser):
    """Collects what a page refers to and the ids it offers."""

    def __init__(self) -> None:
        super().__init__()
        self.references: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.references.append(value)
            if value and (name == "id" or (tag, name) in NAMED):
                self.ids.add(value)  # both can be linked to by their names, with parameters after a question mark


def links(dist: Path, base: str = "/") -> None:
    """PageError when a link of a written page leads to no file, or to no id in it; `base` is the path of the site."""
    parsed = {}
    for path in sorted(dist.rglob("*.html")):
        parsed[path] = Links()
        parsed[path].feed(path.read_text())
    for path, page in parsed.items():
        for reference in page.references:
            parts = urlsplit(reference)
            if parts.scheme or parts.netloc:
                continue
            here = dist if parts.path.startswith(base) else path.parent
            target = (here / unquote(parts.path.removeprefix(base))).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file() or (parts.fragment and parts.fragment.split("?")[0] not in parsed[target].ids):
                raise PageError(f"{path.relative_to(dist)} links to {reference}, which is not there")


def untold(languages: list[str]) -> list[str]:
    """Where words are lacking in one of the languages, so that its readers get the English."""
    told = {f"glossary, {key}": term.words for key, term in glossary.items()}
    told |= {f"{name}, {key}": words for name in names() for key, words in find(name).words.items()}
    return [
        f"{lang}: no words for {where} ({words})"
        for lang in languages
        for where, words in told.items()
        if lang not in words
    ]
