"""What others have made and a built site carries along, with the licence texts that must travel with it."""

from __future__ import annotations

import zipfile
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

from sitebuild.drawing.bundle import Package
from sitebuild.python import vendor

KEPT = Path(__file__).with_name("notices")  # texts of what brings none along
FONT = "Copyright 2014-2023 Adobe (http://www.adobe.com/), with Reserved Font Name 'Source'.\n"
BSD, DRAWN, FONTS = "BSD 3-Clause", "release/*/widgets/*/*.json", "release/*/static/style/fonts"


class Notice(NamedTuple):
    """One work: `files` are patterns of the files of a built site that hold it, `text` its copyright and licence."""

    name: str
    version: str
    licence: str
    address: str
    files: tuple[str, ...]
    text: str

    @property
    def path(self) -> str:
        """Where a built site has the text."""
        return f"licences/{self.name.lower().lstrip('@').replace('/', '-').replace(' ', '-')}.txt"


def travelling(packages: list[Package]) -> list[Notice]:
    """A notice for everything that travels; `packages` are those of which the bundle of BokehJS is made."""
    runtime, python, github = vendor.lock(), "python/*/", "https://github.com/"
    image = (f"{python}image.bin*", f"{python}image.json")
    wasm, script = (f"{python}pyodide.asm.*wasm", *image), f"{python}pyodide.asm.js"
    archive, bokeh = f"{python}python.tar", "release/*/static/bokeh.min.js"
    search = runtime["search"]["package"].partition("@")[2]
    made = [
        ("Pyodide", runtime["pyodide"], "MPL 2.0", "pyodide/pyodide", (script, *wasm), kept("pyodide")),
        ("CPython", runtime["info"]["python"], "PSF 2", "python/cpython", (f"{python}*.zip", *wasm), kept("cpython")),
        ("Emscripten", "3.1.58", "MIT", "emscripten-core/emscripten", (script, *wasm), kept("emscripten")),
        ("error-stack-parser", "2", "MIT", "stacktracejs/error-stack-parser", (script,), kept("stacktrace")),
        ("NumPy", runtime["numpy"], BSD, "numpy/numpy", (f"{python}numpy.*.wasm", archive, *image), of_numpy()),
        ("param", installed("param"), BSD, "holoviz/param", (archive, *image), texts("param")),
        ("Bokeh", installed("bokeh"), BSD, "bokeh/bokeh", (bokeh, DRAWN), texts("bokeh")),
        ("Panel", installed("panel"), BSD, "holoviz/panel", (DRAWN,), texts("panel")),
        ("MiniSearch", search, "MIT", "lucaong/minisearch", ("release/*/static/minisearch.js",), kept("minisearch")),
        ("Source Serif 4", "4", "OFL 1.1", "adobe-fonts/source-serif", (f"{FONTS}/*.woff2",), FONT + of_fonts()),
    ]
    fixed = [
        Notice(name, version, licence, f"{github}{where}", files, text)
        for name, version, licence, where, files, text in made
    ]
    return fixed + [Notice(one.name, one.version, one.licence, one.address, (bokeh,), one.text) for one in packages]


def kept(name: str) -> str:
    """A text of ours to keep, where what travels has none in it."""
    return (KEPT / f"{name}.txt").read_text()


def of_fonts() -> str:
    """The licence of the fonts, which lies beside them."""
    return (Path(__file__).parents[3] / "static/style/fonts/OFL.txt").read_text()


def installed(name: str) -> str:
    """The version of an installed package."""
    return distribution(name).version


def texts(name: str) -> str:
    """The licence texts of an installed package. FileNotFoundError if it has none."""
    found = [file for file in distribution(name).files or [] if "licenses/" in str(file) and ".dist-info" in str(file)]
    if not found:
        raise FileNotFoundError(f"the package {name} brings no licence text")
    return "\n\n".join(Path(str(file.locate())).read_text() for file in found)


def of_numpy() -> str:
    """The texts in the wheel of which the browser's NumPy is made."""
    wheel = next(name for name in vendor.lock()["sha256"] if name.startswith("numpy-"))
    with zipfile.ZipFile(vendor.collect() / wheel) as packed:
        names = [name for name in packed.namelist() if name.rpartition("/")[2].startswith("LICENSE")]
        return "\n\n".join(f"{name}\n\n{packed.read(name).decode()}" for name in sorted(names))
