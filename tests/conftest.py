"""The built site, for every test that looks at what a reader gets."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("ours", deadline=None)  # how long a machine takes is no fault of ours
settings.load_profile("ours")

ROOT = Path(__file__).parents[1]
VENDOR = ROOT.parent / "shared" / "vendor"


# Builds a site again, but takes Japanese widgets at their defaults from one that is there.
AGAIN = """
import json, re, sys
from pathlib import Path
root, folder, drawn = map(Path, sys.argv[1:])
sys.path[:0] = [str(root), str(root / "src")]
import build
from sitebuild.output import writing
draw = writing.figure
def figure(lang, name, params):
    if lang == "en" or params:
        return draw(lang, name, params)
    told = json.loads((drawn / lang / f"{name}.json").read_text())
    page = (drawn.parents[2] / "embed" / lang / name / "index.html").read_text()
    pictures = re.findall(r'<div class="canvas"[^>]*>(.*?)</div></div></div>\\n', page, re.S)
    return {key: value for key, value in told.items() if key != "html"} | {"pictures": pictures}
writing.figure = figure
build.main(folder)
"""


def build(folder: Path, hash_seed: int, drawn: Path | None = None) -> Path:
    """The site as the command line builds it, from another working folder and with its own order of hashes.

    With `drawn`, the folder of a built site's widgets, it is quicker: see AGAIN.
    """
    environment = os.environ | {"PYTHONHASHSEED": str(hash_seed)}
    if VENDOR.is_dir():
        environment.setdefault("ATTENTION_VENDOR", str(VENDOR))
    done = subprocess.run(
        [sys.executable, "-c", AGAIN, ROOT, folder, drawn] if drawn else [sys.executable, ROOT / "build.py", folder],
        cwd=folder.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.fail(f"the build failed:\n{done.stdout}{done.stderr}", pytrace=False)
    return folder


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the site: the one that make has just built and names, or one built now."""
    if "ATTENTION_SITE" in os.environ:
        return Path(os.environ["ATTENTION_SITE"]).resolve()
    return build(tmp_path_factory.mktemp("site") / "dist", hash_seed=1)


def release(site: Path) -> Path:
    """The folder of a built site that holds its scripts, styles and widgets, named by their content."""
    [folder] = (site / "release").iterdir()
    return folder


def files(folder: Path) -> list[Path]:
    """Every file of a folder but the compressed forms that lie beside others."""
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and not is_form(path)]


def is_form(path: Path) -> bool:
    """Whether this is another file's compressed form."""
    return path.suffix in (".br", ".gz") and path.with_suffix("").is_file()
