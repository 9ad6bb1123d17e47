"""Nothing leaves its figure, and no word lies on another or on an arrow: every widget, where its parameters can go."""

from itertools import combinations

import pytest
from layout import Drawn, Figure, wide
from settings import settings

from attention.language.words import LANGUAGES, speaking
from attention.widget import names

PHONE, COLUMN, ALONE = 328, 412, 480  # pixels of a figure: in 360, and in 912 beside another or alone
EDGE, COVERED, CUT = (
    1.5,
    0.3,
    10.0,
)  # pixels beyond the edge, share of a word under another, pixels of an arrow in a word
MOST = 12  # settings of one widget
OWN = ("own_sentence",)  # a reader's own matrices may lay all arrows on one line


def spaced(name):
    """So many of its settings, from all of them."""
    every = settings(name)
    step = max(1, len(every) // MOST)
    return [*every[::step], every[-1]]


def faults(figure):
    """What is wrong in a figure, in words."""
    boxes = list(figure.boxes())
    words = [box for box in boxes if box.kind == "text"]
    for box in boxes:
        if (beyond := box.outside(figure.width, figure.height)) > EDGE and not (figure.axes and box.kind == "text"):
            yield f"{box.kind} {box.what} is {beyond:.0f} px outside"
    for one, other in combinations([word for word in words if not word.aslant], 2):
        if (share := one.over(other)) > COVERED:
            yield f"{one.what} and {other.what} lie on each other, {share:.0%}"
    for word in words:
        if (cut := max((word.cut(shaft) for shaft in figure.shafts()), default=0.0)) > CUT:
            yield f"{word.what} lies on an arrow, {cut:.0f} px of it"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in names() if name not in OWN])
def test_everything_lies_in_its_figure_and_clear_of_the_rest(name, lang):
    wrong = []
    with speaking(lang):
        drawn = Drawn(name)
        for params in spaced(name):
            if drawn.at(params).get("beyond"):
                continue  # the sentence says that it is
            for place, plot in enumerate(drawn.plots):
                for width in (PHONE, COLUMN if len(drawn.plots) > 1 else ALONE):
                    wrong += [f"{params}, figure {place}, {width} px: {what}" for what in faults(Figure(plot, width))]
    assert not wrong, "\n".join(wrong[:20])


def test_a_word_is_measured():
    assert 18 < wide("cat", 13, True) < 30
    assert wide("ことば", 10, False) == pytest.approx(30.6)
    assert wide("", 13, False) == 0
