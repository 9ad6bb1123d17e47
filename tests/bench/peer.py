"""The peer: the same widget as `panel convert --to pyodide-worker` ships it, with every file on our own server.

We are generous to it: no file comes from far away, its wheels carry neither bundled JavaScript nor tests, all pure ones
are installed in a single call, and what Pyodide's lock file would list beyond them is left out.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

from floor import RUNTIME, link, lock, name

from attention import __file__ as package
from sitebuild.python import vendor

HERE, PACKAGE = Path(__file__).parent, Path(package).parent
PINS = tomllib.loads((HERE / "peer.toml").read_text())
FOLDER_VARIABLE = "ATTENTION_PEER"
APP = "key_stretch"
CODE = """import panel as pn

from attention.widgets.key_stretch import KeyStretch

pn.panel(KeyStretch()).servable()
"""
DEPENDS = {
    "micropip": ["packaging"],
    "pandas": ["numpy", "python-dateutil", "pytz"],
    "python-dateutil": ["six"],
    "contourpy": ["numpy"],
}


class MissingError(RuntimeError):
    """Something the peer is made of cannot be had here."""


def build(bench: Path) -> Path:
    """The peer's site, made anew only when a source, a pin or this recipe changed."""
    site, stamp = bench / "peer", bench / "peer" / "stamp"
    inputs = [*(HERE / own for own in ("peer.py", "floor.py", "peer.toml")), *sources(), vendor.LOCK]
    key = hashlib.sha256(b"".join(path.read_bytes() for path in inputs)).hexdigest()
    if not stamp.is_file() or stamp.read_text() != key:
        distribution = collect()
        try:
            make(site, environment(bench / "peer-venv"), distribution, bench / "peer-wheels")
        except subprocess.CalledProcessError as error:
            raise MissingError(f"a step of making it failed: {' '.join(map(str, error.cmd[:6]))} ...") from error
        stamp.write_text(key)
    return site


def sources() -> list[Path]:
    """Our package as the peer ships it: all but what makes the site."""
    return sorted(path for path in PACKAGE.rglob("*.py"))


def collect() -> list[Path]:
    """Pyodide's own wheels, verified, from the first source that has each."""
    vendor.cache().mkdir(parents=True, exist_ok=True)
    folder = os.environ.get(FOLDER_VARIABLE)
    for wheel, sha256 in PINS["distribution"].items():
        had = vendor.verified(vendor.cache() / wheel, sha256)
        had = had or bool(folder and vendor.take(lambda it, to: shutil.copy(Path(folder) / it, to), wheel, sha256))
        if not had and not vendor.take(lambda it, to: vendor.download(vendor.lock()["cdn"] + it, to), wheel, sha256):
            raise MissingError(
                f"no source has the pinned bytes of {wheel}: neither {folder or 'a folder (none is named)'} nor "
                f"Pyodide's CDN. Put the wheels of peer.toml into a folder and name it in {FOLDER_VARIABLE}."
            )
    return [vendor.cache() / wheel for wheel in PINS["distribution"]]


def environment(venv: Path) -> Path:
    """The converter's own environment, for its Panel is older than ours; gives its site-packages."""
    wanted = [f"panel=={PINS['panel']}", f"bokeh=={PINS['bokeh']}", *PINS["pure"]]
    stamp = venv / "stamp"
    if not stamp.is_file() or stamp.read_text() != "\n".join(wanted):
        print("peer: making the converter's environment", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", venv], check=True)
        pip(venv, "install", *wanted)
        stamp.write_text("\n".join(wanted))
    return next((venv / "lib").glob("python*/site-packages"))


def pip(venv: Path, *arguments: str | Path) -> None:
    quiet = ("--quiet", "--disable-pip-version-check")
    subprocess.run([venv / "bin" / "python", "-m", "pip", *arguments, *quiet], check=True, stderr=subprocess.DEVNULL)


def make(site: Path, packages: Path, distribution: list[Path], downloads: Path) -> None:
    """Wheels, the converted page, and every file that either asks for."""
    print("peer: converting the widget", flush=True)
    venv = packages.parents[2]
    shutil.rmtree(site, ignore_errors=True)
    site.mkdir(parents=True)
    wheels = pure_wheels(venv, packages, downloads, site)
    (site / f"{APP}.py").write_text(CODE)
    convert = [venv / "bin" / "panel", "convert", site / f"{APP}.py", "--to", "pyodide-worker", "--out", site]
    environ = os.environ | {"PYTHONPATH": str(PACKAGE.parent)}
    subprocess.run(convert, check=True, capture_output=True, env=environ)

    files = vendor.collect()
    numpy = next(files.glob("numpy-*.whl"))
    link([*(files / runtime for runtime in RUNTIME), numpy, *distribution], site)
    # micropip needs packaging before it can install anything.
    loaded = [numpy, *distribution, *(one for one in wheels if name(one) == "packaging")]
    (site / "pyodide-lock.json").write_text(lock(loaded, DEPENDS))
    link([packages / "panel" / "dist"], site)
    link((packages / "bokeh" / "server" / "static" / "js").glob("bokeh*.min.js"), site)
    localise_page(site / f"{APP}.html")
    localise_worker(site / f"{APP}.js", [name(one) for one in loaded], [one for one in wheels if one not in loaded])


def pure_wheels(venv: Path, packages: Path, downloads: Path, site: Path) -> list[Path]:
    """Every pure wheel of the peer, slimmed, in the site's own folder."""
    wanted = [f"panel=={PINS['panel']}", f"bokeh=={PINS['bokeh']}", *PINS["pure"]]
    target = ("--python-version", vendor.lock()["info"]["python"], "--platform", "any", "--only-binary=:all:")
    pip(venv, "download", "--no-deps", *target, "--dest", downloads, *wanted)
    for requirement in wanted:
        project, _, version = requirement.partition("==")
        [wheel] = [one for one in downloads.glob(f"*-{version}-*.whl") if name(one) == project]
        slim(wheel, site / wheel.name)
    for module, project in PINS["optional_c"].items():
        repack(packages, module, project, site)
    ours = [(path, str(path.relative_to(PACKAGE.parent))) for path in sources()]
    write_wheel(site, "attention_explorable", "0.1.0", ours)
    return sorted(site.glob("*.whl"))


def dropped(path: str) -> bool:
    """What a wheel holds that Python in the browser has no use for."""
    return path.startswith(("panel/dist/", "bokeh/server/static/js/")) or "/tests/" in path


def slim(wheel: Path, target: Path) -> None:
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as thin:
        for entry in whole.namelist():
            if not dropped(entry):
                thin.writestr(entry, whole.read(entry))


def repack(packages: Path, module: str, project: str, site: Path) -> None:
    """A pure wheel of an installed package, without its C part."""
    [info] = [one for one in packages.glob("*.dist-info") if name(one) == project.lower()]
    version = info.name.removesuffix(".dist-info").split("-")[1]
    files = [(path, f"{module}/{path.name}") for path in sorted((packages / module).glob("*.py"))]
    write_wheel(site, project, version, files)


def write_wheel(site: Path, project: str, version: str, files: list[tuple[Path, str]]) -> None:
    info = f"{project}-{version}.dist-info"
    with zipfile.ZipFile(site / f"{project}-{version}-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, inside in files:
            wheel.write(path, inside)
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {project}\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")


def localise_page(page: Path) -> None:
    """Scripts and style sheets from beside the page; the shim for old browsers is not needed."""
    html = re.sub(r"<script[^>]*es-module-shims[^>]*></script>", "", page.read_text())
    html = re.sub(rf"https://[^\"']*/(bokeh[a-z-]*)-{re.escape(PINS['bokeh'])}\.min\.js", r"\1.min.js", html)
    page.write_text(re.sub(r"https://[^\"'\s]*?/dist/", "dist/", html))


def localise_worker(worker: Path, loaded: list[str], wheels: list[Path]) -> None:
    """Pyodide from beside the page, all packages at once, and local style sheets in the document that Python writes."""
    code = re.sub(r'importScripts\("[^"]*"\)', 'importScripts("./pyodide.js")', worker.read_text())
    start, end = (
        code.index('  await self.pyodide.loadPackage("micropip")'),
        code.index('  console.log("Packages loaded'),
    )
    install = (
        f"  await self.pyodide.loadPackage({json.dumps(loaded)});\n"
        f"  const wheels = {json.dumps([one.name for one in wheels])}\n"
        "    .map((wheel) => new URL(wheel, self.location.href).href);\n"
        "  self.pyodide.globals.set('wheels', wheels);\n"
        "  await self.pyodide.runPythonAsync('import micropip; await micropip.install(wheels.to_py(), deps=False)');\n"
    )
    code = code[:start] + install + code[end:]
    local = r"docs_json: docs_json.replace(/https:[^\"\s]*?\/dist\//g, 'dist/'),"
    worker.write_text(code.replace("docs_json: docs_json,", local))
