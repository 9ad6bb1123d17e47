"""Our own bundle of BokehJS draws what Bokeh's own draws, to the pixel."""

from pathlib import Path

import bokeh
import numpy as np
import pytest
from browser.conftest import REPLACE
from browser.controllers import WidgetDriver, pixels
from settings import settings

from attention.widget import names

SCRIPTS = Path(bokeh.__file__).parent / "server" / "static" / "js"
# In two animation frames and a task all has been painted that was to be.
PAINTED = """() => new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))"""


def shipped():
    """What Bokeh ships, under the name that our pages know."""
    scripts = [(SCRIPTS / name).read_text() for name in ("bokeh.min.js", "bokeh-widgets.min.js")]
    return "\n;".join([*scripts, 'Bokeh.Document = Bokeh.require("document").Document;'])


@pytest.fixture(params=names())
def name(request):
    return request.param


@pytest.fixture(scope="module")
def pages(chromium, address):
    """Two pages with one Python each: with our bundle, and with Bokeh's own; what they say in the console."""
    opened, said = [], []
    theirs = shipped()
    for with_theirs in (False, True):
        context = chromium.new_context(base_url=address, service_workers="block", reduced_motion="reduce")
        if with_theirs:
            context.route(
                "**/static/bokeh.min.js", lambda route: route.fulfill(body=theirs, content_type="text/javascript")
            )
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
        page.goto(f"embed/en/{names()[0]}/")
        opened.append(page)
    yield opened, said
    for page in opened:
        page.context.close()


def calm(page, widget):
    """A picture of the widget when nothing in it changes any more."""
    before, now = None, b""
    while before != now:
        page.evaluate(PAINTED)
        before, now = now, widget.element.screenshot()
    return pixels(now)


def seen(page, name):
    """Pictures of a live widget: light, dark, and taken to its last setting."""
    page.evaluate(REPLACE, [name, "en"])
    widget, pictures = WidgetDriver(page, name).wait_live(), []
    widget.settled()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        pictures.append(calm(page, widget))
    if settings(name)[-1]:
        widget.set(**settings(name)[-1])
    return [*pictures, calm(page, widget)]


@pytest.mark.slow
@pytest.mark.xdist_group("browser_test_bundle")
def test_every_pixel_is_as_with_bokeh_s_own(pages, name):
    (ours, theirs), said = pages
    assert ours.evaluate("Bokeh.version") == theirs.evaluate("Bokeh.version") == bokeh.__version__
    for one, other in zip(seen(ours, name), seen(theirs, name), strict=True):
        assert one.std() > 1, "an empty picture"
        np.testing.assert_array_equal(one, other)
    assert not [text for text in said if "blocked by Playwright" not in text]
