"""What a host may send instead of a file to a browser that takes it: the same, compressed, beside it as .br and .gz.

A host that compresses by itself does it in haste, or not at all for what it does not know; here there is time.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import brotli

PACKED = {".gz", ".br", ".zip", ".png", ".whl", ".woff2"}
RARE = ".tar"  # fetched only where the image fails
# Brotli's best costs four seconds a megabyte, once in a lifetime of the cache. Who waits for a draft gets large files
# an eighth larger.
BEST, FAST, LARGE = 11, 9, 2_000_000
WAYS: dict[str, Callable[[bytes, int], bytes]] = {
    ".br": lambda content, quality: brotli.compress(content, quality=quality, lgwin=24),
    ".gz": lambda content, _: gzip.compress(content, 9, mtime=0),  # has one best, at no great cost
}


def squeeze(folder: Path, cache: Path, draft: bool = False) -> None:
    """Put the compressed forms beside every file that gets smaller by it; a draft in haste."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in PACKED]
    files.sort(key=lambda path: path.stat().st_size, reverse=True)  # the long ones first: the cores end together
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # both libraries let other threads run meanwhile
        for _ in pool.map(lambda path: beside(path, cache, draft), files):
            pass


def beside(path: Path, cache: Path, draft: bool) -> None:
    """Both forms of one file."""
    content = path.read_bytes()
    quality = FAST if len(content) > LARGE and (draft or path.name.endswith(RARE)) else BEST
    for suffix in WAYS:
        small = squeezed(content, suffix, quality, cache)
        if len(small) < len(content):
            path.with_name(path.name + suffix).write_bytes(small)


def squeezed(content: bytes, suffix: str, quality: int, cache: Path) -> bytes:
    """The content in the form that the suffix names, kept in the cache by its sha256."""
    made = cache / "squeezed" / f"{hashlib.sha256(content).hexdigest()[:32]}-{quality}{suffix}"
    if not made.is_file():
        made.parent.mkdir(exist_ok=True)
        fresh = made.with_name(f"{made.name}.{os.getpid()}.{threading.get_ident()}.part")
        fresh.write_bytes(WAYS[suffix](content, quality))
        fresh.replace(made)
    return made.read_bytes()
