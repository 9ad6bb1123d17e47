"""The code that a widget shows is code that runs, and computes what the core computes."""

import runpy

import numpy as np
import pytest

from attention import core
from attention.examples import toy
from attention.widget import find, names
from sitebuild.drawing.prerender import CODE, listing

LISTINGS = sorted({name for widget in names() for name in find(widget).listings})
MASK = core.causal_mask(len(toy.tokens))
EXPECTED = core.attend(toy.head.queries, toy.head.keys, toy.head.values, MASK).outputs


def test_numpy_computes_what_the_core_computes():
    attend = runpy.run_path(str(CODE / "numpy.py"))["attend"]
    np.testing.assert_allclose(attend(toy.head.queries, toy.head.keys, toy.head.values, MASK), EXPECTED, rtol=1e-12)


def test_pytorch_computes_what_the_core_computes():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    attend = runpy.run_path(str(CODE / "pytorch.py"))["attend"]
    given = [torch.from_numpy(np.array(array)) for array in (toy.head.queries, toy.head.keys, toy.head.values, MASK)]
    np.testing.assert_allclose(attend(*given).numpy(), EXPECTED, rtol=1e-12)


@pytest.mark.parametrize("name", LISTINGS)
def test_a_listing_has_a_title_and_four_lines_that_light_up(name):
    shown = listing(name)
    assert shown["title"].isprintable()
    assert [line["number"] for line in shown["lines"] if line["number"]] == [1, 2, 3, 4]
    assert "\n".join(line["text"] for line in shown["lines"]) == shown["source"]
