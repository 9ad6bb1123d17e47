"""The last step of a build: what changes gets a name that changes with it, so that nobody has parts of two builds.

Scripts, styles, and the JSON of widgets and exercises go into release/<hash of them all>/, as Python's files are in
two folders python/<hash>/ already; pages name that folder. Only pages and what others link to keep their names:
static/embed.js and its types, embed/schema.json. static/offline/sw.js gets the list of all files with their sha256.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import Any

from attention.pictures import theme
from sitebuild.drawing import raster
from sitebuild.output.about import NO_PAGE

DRAWN = ("widgets", "exercises")  # folders of JSON
# Known to other people's pages by these names; a link to one of them stays as it is.
PUBLIC = ("embed.js", "embed.d.ts")
# What lies beside a file for hosts alone; the worker itself asks for python/*.gz.
SIDE = re.compile(r"\.br$|^(?!python/).*\.gz$|^python/.*\.(?:js|json)\.gz$")
REFERENCE = re.compile(
    rf'(\b(?:href|src)="(?:(?:\.\./)*|/(?:[^":]*/)?))((?:static|widgets)/)(?!(?:{"|".join(map(re.escape, PUBLIC))})")'
)


def seal(folder: Path, strings: dict[str, dict[str, Any]]) -> None:
    """Give the built site in the folder its names, its icons, its web manifests and its service worker."""
    moved = rename(folder)
    for page in folder.rglob("*.html"):
        page.write_text(REFERENCE.sub(rf"\1{moved}/\2", page.read_text()))
    for name, content in raster.icons().items():
        (folder / moved / "static" / name).write_bytes(content)
    for lang, words in strings.items():
        manifest = json.dumps(web_manifest(lang, words, f"{moved}/static"), ensure_ascii=False, indent=1)
        (folder / f"{lang}.webmanifest").write_text(manifest)
    worker = folder / moved / "static/offline/sw.js"
    script = worker.read_text()
    worker.unlink()
    serve_offline(folder, script)


def rename(folder: Path) -> str:
    """Move what changes into its folder; its path in the site."""
    changing = [path for part in ("static", *DRAWN) for path in sorted((folder / part).rglob("*")) if path.is_file()]
    changing = [path for path in changing if path.name not in PUBLIC] + [folder / "embed/schema.json"]
    listing = json.loads((folder / "python/files.json").read_text())
    listing["folders"] = {name: f"../../../python/{folder}" for name, folder in listing["folders"].items()}
    contents = {path.relative_to(folder).as_posix(): path.read_bytes() for path in changing}
    # Named .bin, to be sent as the image of Python's memory is: by how this comes, the worker knows how that would.
    contents["python/files.bin"] = json.dumps(listing).encode()
    moved = f"release/{digest(*(part for name in contents for part in (name.encode(), contents[name])))[:16]}"
    for name, content in contents.items():
        (folder / moved / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / moved / name).write_bytes(content)
    for path in (*changing[:-1], folder / "python/files.json"):
        path.unlink()
    for part in DRAWN:
        shutil.rmtree(folder / part)  # nothing but empty folders
    return moved


def digest(*parts: bytes) -> str:
    """One sha256 for these contents in their order, as hexadecimal digits."""
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def web_manifest(lang: str, words: dict[str, Any], static: str) -> dict[str, Any]:
    """What a system wants to know of a site that is installed; paths are relative to the manifest."""
    return {
        "id": "./",
        "name": words["site"],
        "short_name": words["site"],
        "description": words["tagline"],
        "lang": lang,
        "start_url": f"./{lang}/",
        "scope": "./",
        "display": "standalone",
        "background_color": theme.surfaces["page"].light,
        "theme_color": theme.surfaces["ink"].light,
        "icons": [
            {
                "src": f"{static}/{name}",
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": "maskable" if maskable else "any",
            }
            for name, (size, maskable) in raster.ICONS.items()
        ],
    }


def serve_offline(folder: Path, script: str) -> None:
    """The service worker at the site's root, with the sha256 of every file: what pages are made of, then the pages."""
    paths = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file()]
    paths = [path for path in paths if not (SIDE.search(path) or NO_PAGE.search(path) or path == "sw.js")]
    paths.sort(key=lambda path: (path.endswith(".html"), not path.startswith(("python/", "release/"))))
    sums = {path: hashlib.sha256((folder / path).read_bytes()).hexdigest() for path in paths}
    version = digest(json.dumps(sums).encode(), script.encode())[:16]
    build = f"const VERSION = {json.dumps(version)}, FILES = {json.dumps(sums, indent=0)};\n"
    (folder / "sw.js").write_text(build + script)
