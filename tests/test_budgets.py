"""What travels, in the forms that lie beside the files, stays within tests/budgets.toml."""

import base64
import gzip
import json
import re
import tomllib
from pathlib import Path

import brotli
import pytest
from conftest import files, python_files, python_listing, release

from attention import examples
from attention.widget import find, names

BUDGETS = tomllib.loads((Path(__file__).parent / "budgets.toml").read_text())
SUFFIX = {"gzip": ".gz", "brotli": ".br"}


def weight(paths, coding):
    """Bytes of these files as a host sends them: what does not shrink goes as it is."""
    forms = ((path, path.with_name(path.name + SUFFIX[coding])) for path in paths)
    return sum((form if form.is_file() else path).stat().st_size for path, form in forms)


def figures(site, page):
    """What shows the figures of a page: it, its scripts and styles, Bokeh's, and the JSON of its largest widget."""
    static = release(site) / "static"
    text = page.read_text()
    named = {
        (site if name[0] == "/" else page.parent).joinpath(name.lstrip("/")).resolve()
        for name in re.findall(r'(?:href|src)="([^"]+\.(?:js|css|svg))"', text)
    }
    named |= {static / name for name in ("bokeh.min.js", "swaps.json", "strings.json")}
    drawn = [
        release(site) / f"widgets/{lang}/{name}.json"
        for lang, name in re.findall(r'<attention-widget[^>]* lang="(\w+)"[^>]* data-file="([^"]+)"', text)
    ]
    assert all(path.is_file() for path in (*named, *drawn))
    return [page, *named, *sorted(drawn, key=lambda path: path.stat().st_size)[-1:]]


def python(site):
    """What starts Python: the worker's scripts, the core and the image."""
    static, groups, there = release(site) / "static", python_listing(site)["groups"], python_files(site)
    parts = [there[name] for group in ("core", "image") for name in groups[group]]
    return [
        static / "python/worker.js",
        static / "python/files.js",
        static / "python/restore.js",
        release(site) / "python/files.bin",
        *parts,
    ]


@pytest.fixture(scope="module")
def pages(site):
    return [path for path in files(site) if path.suffix == ".html"]


def test_no_page_is_over_its_budget(pages):
    heaviest = max(pages, key=lambda page: weight([page], "gzip"))
    assert weight([heaviest], "gzip") <= BUDGETS["gzip"]["pages"], heaviest


@pytest.mark.parametrize("coding", BUDGETS)
def test_figures_and_python_stay_within_their_budget(site, pages, coding):
    for page in pages:
        shown = figures(site, page)
        assert weight(shown, coding) <= BUDGETS[coding]["figures"], page
        assert weight([*shown, *python(site)], coding) <= BUDGETS[coding]["live"], page


@pytest.mark.parametrize("suffix", [".gz", ".br"])
def test_each_text_lies_compressed_beside_itself(site, suffix):
    unpack = {".gz": gzip.decompress, ".br": brotli.decompress}[suffix]
    for path in files(site):
        form = path.with_name(path.name + suffix)
        if path.suffix in (".html", ".js", ".css", ".wasm", ".bin"):
            assert form.is_file(), path
        if form.is_file():
            assert form.stat().st_size < path.stat().st_size
            assert unpack(form.read_bytes()) == path.read_bytes(), form


@pytest.mark.parametrize("name", [name for name in names() if find(name).needs()])
def test_what_one_widget_needs_travels_with_it_alone(site, name):
    content = Path(*examples.__path__, find(name).needs()).read_bytes()
    whole, telling = base64.b64encode(content), [content[at : at + 48] for at in (0, 9600, 24000)]
    carriers = []
    for path in files(site):
        held = path.read_bytes()
        if path.suffix not in (".gz", ".br") and (whole[:64] in held or any(part in held for part in telling)):
            carriers.append(path)
    assert carriers, "nobody brings it"
    assert all(path.parent.parent.name == "widgets" and path.stem.split("--")[0] == name for path in carriers)
    for path in carriers:
        assert base64.b64decode(json.loads(path.read_text())["file"]) == content
        assert path.with_name(f"{path.name}.gz").stat().st_size < 60_000
