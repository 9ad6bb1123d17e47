"""The built site, for every test that looks at what a reader gets."""

import json
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


def build(folder: Path, hash_seed: int, cache: Path | None = None) -> Path:
    """The site as the command line builds it, from another working folder and with its own order of hashes.

    With `cache`, an empty folder, nothing of an earlier build is taken: no figure, no image, no packed file.
    """
    environment = os.environ | {"PYTHONHASHSEED": str(hash_seed)}
    if cache:
        environment["XDG_CACHE_HOME"] = str(cache)
    if VENDOR.is_dir():
        environment.setdefault("ATTENTION_VENDOR", str(VENDOR))
    done = subprocess.run(
        [sys.executable, ROOT / "build.py", folder],
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


def python_listing(site: Path) -> dict:
    """What the worker reads first: the files that the browser loads to run Python."""
    return json.loads((release(site) / "python/files.bin").read_text())


def python_files(site: Path) -> dict[str, Path]:
    """Where each of those files lies."""
    start = release(site) / "python"
    return {name: (start / folder / name).resolve() for name, folder in python_listing(site)["folders"].items()}


def files(folder: Path) -> list[Path]:
    """Every file of a folder but the compressed forms that lie beside others."""
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and not is_form(path)]


def is_form(path: Path) -> bool:
    """Whether this is another file's compressed form."""
    return path.suffix in (".br", ".gz") and path.with_suffix("").is_file()
