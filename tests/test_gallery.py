"""The same widgets in a notebook and under `panel serve`: shown, moved, imported by their class names."""

import panel as pn
import pytest
from bokeh.models import ColumnDataSource

from attention import widgets
from attention.gallery import show
from attention.widget import find, names


@pytest.mark.parametrize("name", names())
def test_a_widget_shows_its_figures_and_controls(name):
    widget = find(name)()
    model = pn.panel(widget).get_root()
    sources = {source.name for source in model.select({"type": ColumnDataSource})}
    assert set(widget.answer()[0]) <= sources


def test_moving_a_parameter_refills_the_same_figure():
    widget = widgets.KeyStretch()
    model = show(widget).get_root()
    [bars] = [source for source in model.select({"type": ColumnDataSource}) if source.name == "bars"]
    before = list(bars.data["top"])
    widget.stretch = 4.4
    assert bars.data["top"] != before
    assert bars.data["top"] == widget.answer()[0]["bars"]["top"]


def test_moving_a_control_moves_the_parameter():
    widget = widgets.KeyStretch()
    [slider] = show(widget).select(pn.widgets.FloatSlider)
    slider.value = 4.4
    assert widget.stretch == 4.4


@pytest.mark.parametrize("name", names())
def test_a_class_is_imported_by_its_own_name(name):
    widget = find(name)
    assert getattr(widgets, widget.__name__) is widget


def test_a_name_that_is_no_widget_says_which_there_are():
    with pytest.raises(AttributeError, match="key_stretch"):
        widgets.Nonsense  # noqa: B018
