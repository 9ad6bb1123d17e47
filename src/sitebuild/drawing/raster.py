"""SVG as pixels, by resvg: the icons of the installed site."""

from __future__ import annotations

import struct
from pathlib import Path

import resvg_py

SOURCE = Path(__file__).parents[3] / "static" / "style" / "icon.svg"
# What a system may cut off a maskable icon lies outside a circle of four fifths of its width; the ground fills all.
SAFE = 0.8
ICONS = {"icon-192.png": (192, False), "icon-512.png": (512, False), "maskable-512.png": (512, True)}
FAVICON = 32  # pixels


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
