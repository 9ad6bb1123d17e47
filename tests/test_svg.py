"""Bokeh's figures as SVG: every kind of glyph by hand, and a stop at what is not known."""

import re
import xml.etree.ElementTree as ET

import pytest
from bokeh.models import Arrow, ColumnDataSource, NormalHead, VeeHead

from attention.language.words import speaking
from attention.pictures import theme
from attention.pictures.canvas import blank, scales
from attention.widget import find
from sitebuild.drawing.prerender import prerender
from sitebuild.drawing.svg import picture


def drawn(draw, x=(0, 10), y=(0, 5)):
    """The picture of what is drawn on a figure twice as wide as it is high."""
    plot = blank(x, y, 2.0, "")
    draw(plot)
    return picture(plot)


def paths(svg):
    return re.findall(r'<path ([^>]*?) ?d="([^"]*)"', svg)


def test_shapes_stand_in_thousandths_of_the_width():
    ink = theme.light("ink")
    assert paths(drawn(lambda plot: plot.quad([1], [3], [4], [2], color=ink))) == [
        ('fill="var(--ink)" stroke="var(--ink)"', "m100 100h200v200h-200z")
    ]
    bar = drawn(lambda plot: plot.vbar(x=[2, 4], width=1, top=[1, 2], fill_color=ink, line_color=None))
    assert paths(bar) == [('fill="var(--ink)"', "m150 400h100v100h-100zm200 -100h100v200h-100z")]
    lying = drawn(lambda plot: plot.hbar(y=[1], height=1, right=[5], fill_alpha=0, line_color=ink, line_width=2))
    assert paths(lying) == [('stroke="var(--ink)" stroke-width="2"', "m0 350h500v100h-500z")]
    square = drawn(lambda plot: plot.rect([5], [2.5], 1, 1, fill_color=ink, fill_alpha=0.5, line_color=None))
    assert paths(square) == [('fill="var(--ink)" fill-opacity=".5"', "m450 200h100v100h-100z")]


def test_lines_break_where_there_is_no_number():
    svg = drawn(
        lambda plot: plot.line([0, 1, 2, 3, 4], [0, 1, float("nan"), 1, 0], color="#123456", line_dash="dashed")
    )
    assert paths(svg) == [('stroke="#123456" stroke-dasharray="6"', "m0 500l100-100m200 0l100 100")]


def test_an_arrow_ends_in_its_head():
    source = ColumnDataSource({"x0": [1], "y0": [1], "x1": [9], "y1": [1]})
    ends = {"x_start": "x0", "y_start": "y0", "x_end": "x1", "y_end": "y1"}
    key = theme.light("key")
    head = VeeHead(size=10, line_color=key, fill_color=key)
    svg = drawn(lambda plot: plot.add_layout(Arrow(source=source, **ends, line_color=key, end=head)))
    assert '<svg x="90%" y="80%"><path transform="rotate(90)" d="M5 10L0 0L-5 10L0 5z"/></svg>' in svg
    [(look, line)] = paths(svg)[:1]
    assert look == 'stroke="var(--key)"'
    assert line == "m100 400l789 0"  # up to the notch, 5 pixels before the tip at a width of 440


def test_numbers_stand_by_their_figures_and_words_by_the_font():
    text = {
        "text_align": "center",
        "text_baseline": "middle",
        "text_font_size": "13px",
        "text_color": theme.light("ink"),
    }
    svg = drawn(lambda plot: plot.text([5, 5], [1, 2], ["−0.31", "<b> & it"], **text))
    assert '<text x="50%" y="80%" dy=".36em">−0.31</text>' in svg
    assert 'dominant-baseline="central" text-anchor="middle"><text x="50%" y="60%">&lt;b&gt; &amp; it</text>' in svg


def test_numbers_of_an_axis_take_as_much_room_as_they_need():
    def draw(plot):
        scales(plot, (0, 10), (0, 5))
        plot.scatter([5], [2.5], size=8, color=theme.light("ink"))

    svg = drawn(draw)
    ET.fromstring(svg)  # well formed
    assert svg.startswith('<div class="picture" style="padding: 4px 4px 22px 0px"><i>0\n5</i><svg>')
    assert svg.count(">10</text>") == 1
    assert '<svg x="50%" y="50%"><circle r="4"/></svg>' in svg


@pytest.mark.parametrize(
    ("draw", "told"),
    [
        (lambda plot: plot.step([0, 1], [0, 1]), "Step is nothing"),
        (lambda plot: plot.quad([0], [1], [1], [0], hatch_pattern="x"), "Quad with hatch_pattern"),
        (lambda plot: plot.scatter([0], [1], marker="star"), "a star is no marker"),
        (lambda plot: plot.add_layout(Arrow(end=NormalHead())), "VeeHead"),
        (lambda plot: setattr(plot, "title_location", "left"), "title_location"),
    ],
)
def test_what_is_not_known_stops_the_build(draw, told):
    with pytest.raises(ValueError, match=told):
        drawn(draw)


def test_a_strip_shows_the_first_figure_at_each_state_it_names():
    widget = find("train_head")()
    with speaking("en"):
        shown = prerender(widget)["strip"]
    name, values = widget.strip
    assert [one["label"] for one in shown] == [f"{widget.word(name)} {value}" for value in values]
    assert len({one["picture"] for one in shown}) == len(values) == 4
    for one, value in zip(shown, values, strict=True):
        columns, _ = find("train_head")(**{name: value}).answer()
        sources = {of: ColumnDataSource(data=data, name=of) for of, data in columns.items()}
        assert one["picture"] == picture(widget.figure(sources)[0])
    assert not prerender(find("key_stretch")())["strip"]
