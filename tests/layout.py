"""Where everything in a figure comes to lie, in pixels: from the figure itself, as svg.py reads it, without browser."""

import math
from functools import cache
from typing import NamedTuple

from bokeh.models import Arrow, ColumnDataSource, GlyphRenderer, HBar, Quad, Rect, Scatter, Text, VBar
from PIL import ImageFont

from attention.pictures import canvas
from attention.widget import find
from sitebuild.drawing.svg import Frame, edges, scale

CAP, LINE = 0.73, 1.17  # height of a capital and of a line, in font sizes


class Box(NamedTuple):
    """What takes room: a text, a bar, or the tip of an arrow or a dot (a box without extent)."""

    kind: str
    what: str
    left: float
    top: float
    right: float
    bottom: float
    aslant: bool = False

    def outside(self, width, height):
        """How many pixels it reaches beyond the figure."""
        return max(-self.left, -self.top, self.right - width, self.bottom - height, 0.0)

    def over(self, other):
        """The share of the smaller of two boxes that the other covers."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        if wide <= 0 or high <= 0:
            return 0.0
        sizes = [(box.right - box.left) * (box.bottom - box.top) for box in (self, other)]
        return wide * high / (min(sizes) or 1.0)

    def cut(self, shaft):
        """The length of a line (x0, y0, x1, y1) that lies within the box, less two pixels of its edges."""
        x0, y0, x1, y1 = shaft
        start, end = 0.0, 1.0
        sides = ((x0, x1 - x0, self.left + 2, self.right - 2), (y0, y1 - y0, self.top + 2, self.bottom - 2))
        for at, way, low, high in sides:
            if abs(way) < 1e-9:
                if not low < at < high:
                    return 0.0
                continue
            first, last = sorted(((low - at) / way, (high - at) / way))
            start, end = max(start, first), min(end, last)
        return max(0.0, end - start) * math.hypot(x1 - x0, y1 - y0)


@cache
def wide(text, size, bold):
    """How wide a text is, in a sans of the usual width: signs of Japanese are square."""
    font = ImageFont.load_default(100)
    signs = [1.0 if ord(sign) > 0x2E7F else font.getlength("n" if ord(sign) > 0x7E else sign) / 100 for sign in text]
    return size * sum(signs) * (1.1 if bold else 1.02)


def pixels(text):
    """The number of a size as Bokeh has it."""
    return float(text.removesuffix("px"))


class Figure:
    """One of a widget's figures at a width in pixels, at whatever setting."""

    def __init__(self, plot, width):
        self.width, self.height = width, width / plot.aspect_ratio
        self.plot = plot
        x = scale(plot.x_scale, plot.x_range, 0, width)
        y = scale(plot.y_scale, plot.y_range, self.height, 0)
        self.frame = lambda model, source: Frame(x, y, self.height, model.properties_with_values(), source)
        self.axes = bool([axis for axis in (*plot.below, *plot.left) if axis.visible])

    def boxes(self):
        """Everything that can be seen and takes room."""
        for one in (*self.plot.renderers, *self.plot.center):
            glyph = one.glyph if isinstance(one, GlyphRenderer) else one
            source = one.data_source if isinstance(one, GlyphRenderer) else getattr(one, "source", ColumnDataSource())
            draw = {Text: texts, VBar: bars, HBar: bars, Rect: bars, Quad: bars, Arrow: tips, Scatter: dots}.get(
                type(glyph)
            )
            if draw and any(len(column) for column in source.data.values()):
                yield from draw(self.frame(glyph, source))

    def shafts(self):
        """The arrows as lines (x0, y0, x1, y1)."""
        for one in (*self.plot.renderers, *self.plot.center):
            if isinstance(one, Arrow) and one.line_dash == []:
                frame = self.frame(one, one.source)
                for x0, y0, x1, y1 in frame.columns("x_start y_start x_end y_end"):
                    yield frame.x(x0), frame.y(y0), frame.x(x1), frame.y(y1)


def texts(frame):
    """The boxes of a glyph's texts."""
    names = "x y text text_alpha angle x_offset y_offset text_baseline text_align text_font_style text_font_size"
    for x, y, text, alpha, angle, aside, below, baseline, align, style, size in frame.columns(names):
        if not text or not alpha:
            continue
        width, high = wide(str(text), pixels(size), style == "bold"), pixels(size) * CAP
        left = {"left": 0.0, "center": -width / 2, "right": -width}[align]
        top = {"top": 0.0, "middle": -high / 2, "bottom": -high}[baseline]
        corners = [(left + a * width, top + b * high) for a in (0, 1) for b in (0, 1)]
        cosine, sine = math.cos(angle), math.sin(angle)
        turned = [(a * cosine + b * sine, b * cosine - a * sine) for a, b in corners]
        at = frame.x(x) + aside, frame.y(y) + below
        across, down = zip(*turned, strict=True)
        yield Box(
            "text",
            str(text),
            at[0] + min(across),
            at[1] + min(down),
            at[0] + max(across),
            at[1] + max(down),
            bool(angle),
        )


def bars(frame):
    """The boxes of bars and squares, those that are to be seen."""
    told = frame.told
    across = "left right" if "right" in told else "x width"
    upright = "bottom top" if "top" in told else "y height"
    alphas = frame.columns("fill_alpha line_alpha")
    places = zip(edges(frame, frame.x, across), edges(frame, frame.y, upright), alphas, strict=True)
    for pair, ends, alpha in places:
        if not any(alpha):
            continue
        (left, right), (top, bottom) = sorted(pair), sorted(ends)
        yield Box("bar", f"{pair} {ends}", left, top, right, bottom)


def tips(frame):
    """The points of arrows."""
    for x, y in frame.columns("x_end y_end"):
        yield Box("tip", f"({x:.2f}, {y:.2f})", frame.x(x), frame.y(y), frame.x(x), frame.y(y))


def dots(frame):
    """The middles of dots."""
    for x, y in frame.columns("x y"):
        yield Box("dot", f"({x:.2f}, {y:.2f})", frame.x(x), frame.y(y), frame.x(x), frame.y(y))


class Drawn:
    """A widget with its figures, to be taken to any setting."""

    def __init__(self, name):
        self.widget = find(name)
        columns, _ = self.widget().answer()
        self.sources = {key: ColumnDataSource(data=data, name=key) for key, data in columns.items()}
        self.plots = list(self.widget().figure(self.sources))
        canvas.level(self.plots)

    def at(self, params):
        """Take it there; its facts."""
        columns, facts = self.widget(**params).answer()
        for key, data in columns.items():
            self.sources[key].data = data
        return facts
