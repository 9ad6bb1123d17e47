"""The icons of the installed site, drawn from static/style/icon.svg at the sizes that systems ask for."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

SOURCE = Path(__file__).parents[3] / "static" / "style" / "icon.svg"
FINE = 4  # points looked at along each side of a pixel
# What a system may cut off a maskable icon lies outside a circle of four fifths of its width; the ground fills all.
SAFE = 0.8
ICONS = {"icon-192.png": (192, False), "icon-512.png": (512, False), "maskable-512.png": (512, True)}


def icons() -> dict[str, bytes]:
    """Each icon as a PNG, by its name; ValueError when icon.svg holds what is not understood here."""
    return {name: png(*how) for name, how in ICONS.items()}


def png(size: int, maskable: bool) -> bytes:
    """The icon, `size` pixels wide and high."""
    drawing = ET.parse(SOURCE).getroot()
    width = float(drawing.attrib["viewBox"].split()[-1])
    steps = (np.arange(size * FINE) + 0.5) / (size * FINE) * width  # (size * FINE,)
    scale = SAFE if maskable else 1.0
    x, y = np.meshgrid(*2 * [(steps - width / 2) / scale + width / 2])  # (size * FINE, size * FINE) each
    picture = np.zeros((*x.shape, 4))  # red, green, blue, opacity, from 0 to 1
    for shape in drawing:
        if shape.tag.endswith("}rect"):
            inside = np.ones(x.shape) if maskable else in_rectangle(x, y, width, float(shape.attrib["rx"]))
            paint(picture, inside, shape.attrib["fill"])
        elif shape.tag.endswith("}g"):
            reach = float(shape.attrib["stroke-width"]) / 2
            for path in shape:
                near = distance(x, y, corners(path.attrib["d"])) <= reach
                paint(picture, near * float(path.attrib.get("opacity", 1)), shape.attrib["stroke"])
        else:
            raise ValueError(f"{SOURCE.name}: only rect and g of paths are drawn here, not {shape.tag}")
    pixels = picture.reshape(size, FINE, size, FINE, 4).mean(axis=(1, 3))
    pixels[..., :3] /= np.maximum(pixels[..., 3:], 1e-9)
    out = io.BytesIO()
    Image.fromarray((pixels * 255).round().astype(np.uint8), "RGBA").save(out, "PNG", optimize=True)
    return out.getvalue()


def paint(picture: Any, cover: Any, colour: str) -> None:
    """Lay a colour (#rgb or #rrggbb) over the picture, whose colours are multiplied by their opacity."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    ink = np.array([*(int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)), 1.0])
    picture[:] = picture * (1 - cover)[..., None] + ink * cover[..., None]


def in_rectangle(x: Any, y: Any, width: float, radius: float) -> Any:
    """1.0 inside a square from the origin with round corners, 0.0 outside."""
    beyond = [np.maximum(np.abs(at - width / 2) - (width / 2 - radius), 0) for at in (x, y)]
    return (np.hypot(*beyond) <= radius).astype(float)


def corners(path: str) -> list[tuple[float, float]]:
    """The corners of an SVG path of straight strokes (M, L, H, V, absolute)."""
    points: list[tuple[float, float]] = []
    if strange := set(re.findall("[A-Za-z]", path)) - set("MLHV"):
        raise ValueError(f"{SOURCE.name}: no {', '.join(sorted(strange))} in a path is drawn here")
    for command, numbers in re.findall(r"([MLHV])([^MLHV]*)", path):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if command == "H":
            points += [(value, points[-1][1]) for value in values]
        elif command == "V":
            points += [(points[-1][0], value) for value in values]
        else:
            points += zip(values[::2], values[1::2], strict=True)
    return points


def distance(x: Any, y: Any, points: list[tuple[float, float]]) -> Any:
    """How far each place lies from the strokes between these points."""
    nearest = np.full(x.shape, np.inf)
    for (x0, y0), (x1, y1) in pairwise(points):
        across, up = x1 - x0, y1 - y0
        along = np.clip(((x - x0) * across + (y - y0) * up) / (across**2 + up**2), 0, 1)
        nearest = np.minimum(nearest, np.hypot(x - x0 - along * across, y - y0 - along * up))
    return nearest
