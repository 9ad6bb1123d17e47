"""Pyodide's and NumPy's modules in two parts each; how a browser joins them is for tests/browser/test_image.py."""

import json
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitebuild.python import split, vendor, wasm
from sitebuild.python.wasm import FUNCTION, Module, Section


@pytest.fixture(scope="module")
def linalg():
    """One of NumPy's libraries, as it is built."""
    with zipfile.ZipFile(next(vendor.collect().glob("numpy-*.whl"))) as wheel:
        return wheel.read(next(name for name in wheel.namelist() if "_umath_linalg" in name))


def test_a_module_put_together_again_is_the_same(linalg):
    assert Module(linalg).written({}) == linalg


def test_what_is_no_module_is_refused():
    with pytest.raises(ValueError, match="not a WebAssembly module"):
        Module(b"\x7fELF")


def test_each_body_is_in_one_part_and_both_number_alike(linalg):
    whole, run = Module(linalg), set(range(0, 460, 3))
    hot, cold = (Module(part) for part in split.split(whole, run))
    assert len(whole.bodies) == len(cold.bodies) == len(hot.bodies) - 1
    for place, body in enumerate(whole.bodies):
        assert (hot.bodies[place] == body) is (place in run) or len(body) < 12, place
        assert (cold.bodies[place] == body) is (place not in run) or len(body) < 12, place
    assert hot.imports == whole.imports
    assert hot.exports[: len(whole.exports)] == whole.exports
    assert cold.from_outside(FUNCTION) == whole.from_outside(FUNCTION)
    assert not {Section.DATA, Section.MEMORY, Section.EXPORT, Section.START} & cold.sections.keys()


def test_a_module_that_the_profile_does_not_know_stops_the_build(linalg, tmp_path):
    with pytest.raises(RuntimeError, match="make profile"):
        split.parted("pyodide.asm.wasm", linalg, tmp_path)


def test_the_profile_knows_what_is_pinned(site, linalg):
    known = json.loads(split.PROFILE.read_text())
    assert split.fingerprint((vendor.collect() / "pyodide.asm.wasm").read_bytes()) == known["pyodide.asm.wasm"]["code"]
    assert split.fingerprint(linalg) == known["numpy.linalg._umath_linalg.wasm"]["code"]


@given(st.sets(st.integers(0, 20_000)))
def test_a_set_of_functions_survives_being_written(run):
    assert split.unpacked(split.packed(run)) == run


@given(st.integers(0, 2**31 - 1))
def test_a_constant_is_written_as_a_signed_number(value):
    code = wasm.constant(value)
    signed = sum((byte & 127) << 7 * place for place, byte in enumerate(code[1:]))
    assert code[:1] == b"\x41"
    assert not code[-1] & 0b1100_0000  # it ends, and is not negative
    assert signed == value
