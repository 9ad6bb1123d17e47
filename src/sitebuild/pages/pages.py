"""Pages out of Markdown: four placeholder verbs, strict; where widgets and exercises go; sets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from html import escape, unescape
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import TemplateSyntaxError, UndefinedError

from attention.language.words import fill, language, large, wanted
from attention.widget import find
from sitebuild.pages import claims, exercises
from sitebuild.pages.markdown import environment, joined, term, to_html

NOTICES = "<!--NOTICES-->"  # where the page of licences has those of all that travels
GLOSSARY = "<!--GLOSSARY-->"  # where the glossary page has all terms, which are known when all pages are


class Placement(NamedTuple):
    """A widget put somewhere: its name, the parameters it starts with, and the template of its sentence (HTML)."""

    name: str
    params: dict[str, Any]
    sentence: str = ""

    @property
    def file(self) -> str:
        """The name of its prerendered JSON: its own for other starting parameters."""
        return "--".join(
            [
                self.name,
                *(
                    re.sub(r"[^\w.]+", "-", f"{key}-{str(value).replace('-', 'minus')}")
                    for key, value in sorted(self.params.items())
                ),
            ]
        )


class Page(NamedTuple):
    """One page in one language, rendered but for its widgets and exercises, which stand as markers.

    A part of a set has the set's name before its own in its slug: "course/query"; the set's contents page is "course",
    the first page of the language "".
    """

    slug: str
    lang: str
    title: str
    html: str
    headings: list[tuple[int, str, str]]  # level, id, HTML
    placements: list[Placement]
    facts: list[tuple[str, str]]  # section id, fact
    exercises: list[str]  # names, in their order

    @property
    def path(self) -> str:
        """The folder of the page in the site."""
        return f"{self.lang}/{self.slug}/" if self.slug else f"{self.lang}/"

    @property
    def root(self) -> str:
        """The way from there back to the site's own folder."""
        return "../" * self.path.count("/")


class Card(NamedTuple):
    """A section of a page shown as cards: all HTML, `body` is what stands below the title."""

    id: str
    title: str
    body: str


class Around(NamedTuple):
    """A page's place in its set: the contents page, all parts in their order, and the parts before and after it."""

    contents: Page
    parts: list[Page]
    number: int  # from 1; 0 for the contents page itself
    previous: Page | None
    next: Page | None


class PageError(Exception):
    """Something in a page that the build does not recognise; it names the page."""


def all_in(folder: Path) -> list[Page]:
    """Every page of the folder, then every set (a folder in it): its parts by their number, its contents page."""
    sources = [*sorted(folder.glob("*.md")), *sorted(folder.glob("*/*.md"))]
    return [read(path, path.parent.name if path.parent != folder else "") for path in sources]


def read(path: Path, of_set: str = "") -> Page:
    """The page in <slug>.<lang>.md, or that part (<nn>-<part>.<lang>.md) or contents page (index.<lang>.md) of a set.

    index.<lang>.md outside any set is the first page of its language.

    PageError for an unknown widget, parameter, fact or term, and for a part without its number.
    """
    slug, lang = path.name.removesuffix(".md").split(".")
    token = language.set(lang)
    try:
        slug = in_set(of_set, slug) if of_set else "" if slug == "index" else slug
        return render(slug, lang, path.read_text())
    except (LookupError, ValueError, TypeError, UndefinedError, TemplateSyntaxError) as error:
        raise PageError(f"{path.name}: {error}") from error
    finally:
        language.reset(token)


def in_set(name: str, stem: str) -> str:
    """The slug of a set's page: "index" -> "course", "03-query" -> "course/query"."""
    numbered = re.fullmatch(r"\d\d-([a-z][a-z0-9-]*)", stem)
    if stem != "index" and not numbered:
        raise ValueError(f"a page of the set {name} is called index or <two digits>-<name>, not {stem!r}")
    return f"{name}/{numbered[1]}" if numbered else name


def around(page: Page, contents: list[Page]) -> Around | None:
    """Where the page stands in its set; None for a page that is alone. PageError for a set without a contents page."""
    name = page.slug.partition("/")[0]
    parts = [one for one in contents if one.lang == page.lang and one.slug.startswith(f"{name}/")]
    index = [one for one in contents if (one.lang, one.slug) == (page.lang, name)]
    if not index:
        raise PageError(f"the set {name} has no contents page: write pages/{name}/index.{page.lang}.md")
    if page in parts:
        at = parts.index(page)
        return Around(
            index[0], parts, at + 1, parts[at - 1] if at else None, parts[at + 1] if at + 1 < len(parts) else None
        )
    return Around(page, parts, 0, None, parts[0]) if parts else None


def render(slug: str, lang: str, source: str) -> Page:
    """Markdown with placeholders -> Page."""
    placements: list[Placement] = []
    placed: list[str] = []  # exercises

    def widget(name: str, **params: Any) -> str:
        find(name)(**params)
        placements.append(Placement(name, params))
        return f"WIDGET{len(placements) - 1}END"

    def exercise(name: str) -> str:
        exercises.find(name)
        placed.append(name)
        return f"EXERCISE{len(placed) - 1}END"

    text = (
        environment()
        .from_string(joined(source) if lang == "ja" else source)
        .render(
            widget=widget,
            fact=fact,
            term=term,
            exercise=exercise,
            glossary=lambda: GLOSSARY,
            notices=lambda: NOTICES,
        )
    )
    html = to_html(text)
    for number, placement in enumerate(placements):
        html, placements[number] = with_sentence(html, number, placement)
        _, facts = find(placement.name)(**placement.params).answer()
        if unknown := wanted(placements[number].sentence) - set(facts):
            raise LookupError(f"the sentence of {placement.name} asks for {', '.join(sorted(unknown))}, no fact of it")
        fill(placements[number].sentence, facts)  # a format that does not fit is told here, where the page is known
    for number, name in enumerate(placed):
        if f"<p>EXERCISE{number}END</p>" not in html:
            raise ValueError(f"the exercise {name} must stand in a line of its own")
        html = html.replace(f"<p>EXERCISE{number}END</p>", f"<!--EXERCISE{number}END-->")
    headings = [
        (int(level), name or "", title)
        for level, name, title in re.findall(r"<h(\d)(?: id=\"([^\"]+)\")?[^>]*>(.*?)</h\1>", html, re.S)
    ]
    [title] = [words for level, _, words in headings if level == 1]
    if nameless := [words for level, name, words in headings if level == 2 and not name]:
        raise ValueError(f"the section “{nameless[0]}” has no id: put {{#its-id}} on the line before it")
    if repeated := [name for name, times in Counter(name for _, name, _ in headings if name).items() if times > 1]:
        raise ValueError(f"more than one section has the id {', '.join(repeated)}")
    return Page(slug, lang, bare(title), html, headings, placements, quoted(html), placed)


def bare(html: str) -> str:
    """The text of a title."""
    return unescape(re.sub("<[^>]+>", "", html))


def with_sentence(html: str, number: int, placement: Placement) -> tuple[str, Placement]:
    """The marker of a widget alone on its line, and the sentence under it (`: ...`) taken out of the page."""
    marker = f"WIDGET{number}END"
    html = html.replace(f"<p>{marker}</p>", f"<!--{marker}-->")
    described = re.compile(rf"<dt>{marker}</dt>\s*<dd>(.*?)</dd>", re.S)
    if found := described.search(html):
        sentence = re.sub(r"^<p>|</p>$", "", found.group(1).strip())
        html, placement = described.sub(f"<!--{marker}-->", html), placement._replace(sentence=sentence)
    if f"<!--{marker}-->" not in html:
        raise ValueError(f"the widget {placement.name} must stand in a line of its own")
    # Markdown has made one list of definitions of each run of widgets; without definitions it is none.
    return re.sub(r"<dl>((?:\s*<!--WIDGET\d+END-->)+)\s*</dl>", r"\1", html), placement


def fact(path: str, spec: str = "", **params: Any) -> str:
    """A figure asked of a widget's own compute; without parameters it follows the widget shown on the page."""
    name, _, which = path.partition(".")
    digits = int(spec[1:]) if spec[:1] == "~" else 0  # "~4": a large count in words, to four digits
    if digits and not params:
        raise ValueError(f"{path}: a count in words stays as the build writes it, so it needs parameters")
    template = f"{{{which}:{spec}}}" if spec else f"{{{which}}}"
    _, facts = find(name)(**params).answer()
    if which.partition("[")[0] not in facts:
        raise LookupError(f"{name} has no fact {which!r}; it has {', '.join(facts)}")
    more = claims.state(find(name), params) if params else f' data-of="{name}" data-says="{escape(template)}"'
    says = large(facts[which], digits) if digits else fill(template, facts)
    return f'<data class="fact" data-fact="{escape(path)}"{more}>{says}</data>'


def quoted(html: str) -> list[tuple[str, str]]:
    """Which facts each section quotes."""
    section, facts = "", []
    for heading, name in re.findall(r"<h2 id=\"([^\"]+)\"|data-fact=\"([^\"]+)\"", html):
        section = heading or section
        if name:
            facts.append((section, name))
    return facts


def place(page: Page, widgets: list[str], section_link: str | None, exercises: Sequence[str] = ()) -> str:
    """The page's HTML with widgets and exercises, in their order, where their markers stand.

    With the words of a `section_link` each section has a link to itself, and terms lead to the glossary.
    """
    html = page.html
    if section_link is not None:
        html = re.sub(
            r"(<h2 id=\"([^\"]+)\">.*?)</h2>",
            rf'\1<a class="anchor" href="#\2" aria-label="{escape(section_link)}">#</a></h2>',
            explained(page),
            flags=re.S,
        )
    for number, widget in enumerate(widgets):
        html = html.replace(f"<!--WIDGET{number}END-->", widget)
    for number, exercise in enumerate(exercises):
        html = html.replace(f"<!--EXERCISE{number}END-->", exercise)
    return html


def explained(page: Page) -> str:
    """The page's HTML, in which the first mention of each term, headings aside, leads to the glossary."""
    seen: set[str] = set()

    def lead(found: re.Match[str]) -> str:
        classes, key, words = found.groups()
        if key is None or key in seen:
            return found[0]
        seen.add(key)
        return f'<a class="{classes}" data-term="{key}" href="{page.root}{page.lang}/glossary/#{key}">{words}</a>'

    # Headings and links stand first among the alternatives: what matches whole is left as it is.
    return re.sub(
        r'<(?:h\d|a)\b.*?</(?:h\d|a)>|<span class="(term[^"]*)" data-term="(\w+)">(.*?)</span>',
        lead,
        page.html,
        flags=re.S,
    )


def cards(page: Page, widgets: list[str]) -> list[Card]:
    """The sections of a page as cards, with their widgets. PageError for words before the first: no card shows them."""
    before, *parts = re.split(r"<h2 id=\"([^\"]+)\"[^>]*>(.*?)</h2>", place(page, widgets, None), flags=re.S)
    if stray := re.sub(r"<h1.*?</h1>|<[^>]+>", "", before, flags=re.S).strip():
        raise PageError(f"{page.slug}.{page.lang}: “{stray[:60]}” stands before the first section, on no card")
    return [Card(*parts[at : at + 3]) for at in range(0, len(parts), 3)]
