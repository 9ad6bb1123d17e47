"""SVG as pixels, by resvg: the icons of the installed site, and pictures of pages for others to show."""

from __future__ import annotations

import re
import struct
from html import escape
from pathlib import Path

import resvg_py

from attention.pictures import theme

SOURCE = Path(__file__).parents[3] / "static" / "style" / "icon.svg"
# What a system may cut off a maskable icon lies outside a circle of four fifths of its width; the ground fills all.
SAFE = 0.8
ICONS = {"icon-192.png": (192, False), "icon-512.png": (512, False), "maskable-512.png": (512, True)}
FAVICON = 32  # pixels
PREVIEW = (1200, 630)  # pixels, as the sites that show them ask for
ZOOM = 1.6  # of figures in a preview, which is mostly seen at a third of its size
FACE = "IPAexGothic"  # the font of runtime.toml


def icons() -> dict[str, bytes]:
    """Each icon as a PNG, by its name."""
    return {name: icon(*how) for name, how in ICONS.items()}


def icon(size: int, maskable: bool) -> bytes:
    """The icon, `size` pixels wide and high."""
    drawing = SOURCE.read_text().strip()
    if maskable:
        ground, rest = drawing.replace(' rx="7"', "").removesuffix("</svg>").split("/>", 1)
        drawing = f'{ground}/><g transform="translate(16 16) scale({SAFE}) translate(-16 -16)">{rest}</g></svg>'
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=size, height=size, skip_system_fonts=True))


def favicon() -> bytes:
    """The icon as browsers ask for it without being told: a PNG in the wrapping of an .ico."""
    png = icon(FAVICON, maskable=False)
    head = struct.pack("<3H", 0, 1, 1)  # an icon, one picture
    entry = struct.pack("<4B2H2I", FAVICON, FAVICON, 0, 0, 1, 32, len(png), len(head) + 16)  # 32 bits a pixel
    return head + entry + png


def preview(pictures: list[str], ratios: list[float], title: str, site: str, font: Path) -> bytes:
    """What other sites show of a page: its first figures side by side, its title above, the site's name below.

    `pictures` are those of svg.py, `ratios` their widths to their heights; `font` has every sign of title and figures.
    """
    (wide, high), edge, gap = PREVIEW, 60, 50
    room = (wide - 2 * edge - gap * (len(pictures) - 1), high - 260)
    tall = min(room[1], room[0] / sum(ratios))
    left, drawn = (wide - tall * sum(ratios) - gap * (len(pictures) - 1)) / 2, []
    for picture, ratio in zip(pictures, ratios, strict=True):
        figure = fixed(picture, tall * ratio / ZOOM, tall / ZOOM)
        drawn.append(f'<g transform="translate({left} {150 + (room[1] - tall) / 2}) scale({ZOOM})">{figure}</g>')
        left += tall * ratio + gap
    ink, quiet, ground = (theme.light(role) for role in ("ink", "quiet", "page"))
    size = min(50, 1.6 * (wide - 2 * edge) / len(title)) if title.isascii() else min(50, (wide - 2 * edge) / len(title))
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" font-family="{FACE}">'
        f'<rect width="100%" height="100%" fill="{ground}"/>'
        f'<text x="{edge}" y="100" font-size="{size:g}" fill="{ink}">{escape(title)}</text>{"".join(drawn)}'
        f'<text x="{edge}" y="{high - 45}" font-size="26" fill="{quiet}">{escape(site)}</text></svg>'
    )
    drawing = re.sub(r"var\(--(\w+)\)", lambda role: theme.light(role[1]), drawing)
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, font_files=[str(font)], skip_system_fonts=True))


def fixed(picture: str, width: float, height: float) -> str:
    """A picture of svg.py in a size of its own, in what resvg understands: no style sheet, strokes that stretch."""
    above = left = 0.0
    if padded := re.match(
        r'<div class="picture" style="padding: (\d+)px (\d+)px (\d+)px (\d+)px">(?:<i>(.*?)</i>)?', picture, re.S
    ):
        above, right, below, left = map(float, padded.groups()[:4])
        if names := padded[5]:
            left = 14 + 6.2 * max(map(len, names.split("\n")))  # of figures 11 pixels high
        width, height = width - left - right, height - above - below
        picture = picture[padded.end() :].removesuffix("</div>")

    def stretched(sheet: re.Match[str]) -> str:
        by = int(sheet[1]) / width
        inside = re.sub(
            r'(stroke-width|stroke-dasharray)="([\d. ]+)"',
            lambda found: f'{found[1]}="{times(found[2], by)}"',
            sheet[0],
        )
        return re.sub(r"<path (?![^>]*stroke-width)", f'<path stroke-width="{by:.2f}" ', inside)

    picture = re.sub(r'<svg viewBox="0 0 (\d+) \d+".*?</svg>', stretched, picture, flags=re.S)
    picture = re.sub(r'style="--size: (\d+)px"', r'font-size="\1"', picture).replace(
        "<svg x=", '<svg overflow="visible" x='
    )
    place = f'x="{left}" y="{above}" width="{width}" height="{height}" overflow="visible"'
    box = f'<svg {place} fill="none" font-size="13" stroke-linejoin="bevel"'
    return re.sub(r"^<svg(?: class=\"picture\")?", box, picture)


def times(numbers: str, by: float) -> str:
    """Numbers in a row, each so many times as large."""
    return " ".join(f"{float(number) * by:.2f}" for number in numbers.split())
