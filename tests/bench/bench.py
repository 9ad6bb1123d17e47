"""`make bench`: our page, the same widget as stock Panel ships it, and bare Pyodide, side by side in one run.

Each visit is a first one, in a browser with a new profile; the pages take turns, so that what else the machine does
falls on all. Prints medians and ratios and writes .bench/results.json. A missed target is said, but fails nothing: this
is a bench, not a test. Options: --runs N (5), --steps N (200).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import sys
from pathlib import Path
from typing import Any, NamedTuple

import floor
import peer
from measure import Site, visit
from playwright.sync_api import sync_playwright

from attention.site import vendor

ROOT = Path(__file__).parents[2]
BENCH = ROOT / ".bench"
FRAME_MS = 1000 / 60


class Row(NamedTuple):
    """A line of the table: how it is called, in what unit, and how long after the point it goes."""

    label: str
    unit: str
    digits: int


ROWS = {
    "first_contentful_paint": Row("first contentful paint", "ms", 0),
    "figures_visible": Row("figures visible", "ms", 0),
    "live": Row("live", "ms", 0),
    "step_median": Row("drag step, drawn: median", "ms", 1),
    "step_p95": Row("drag step, drawn: p95", "ms", 1),
    "step_answered": Row("... answer in the figure: median", "ms", 1),
    "step_python": Row("... of which Python: median", "ms", 1),
    "raw": Row("bytes raw", "MB", 2),
    "gzip": Row("bytes gzip", "MB", 2),
    "wasm": Row("heap: Python's memory", "MB", 1),
    "js_worker": Row("heap: JavaScript in the worker", "MB", 1),
    "js_page": Row("heap: JavaScript in the page", "MB", 1),
    "heap": Row("heap: all three", "MB", 1),
}
NOTES = """
Times count from navigation, on this machine, files from a local server. figures visible: the last of the figures'
canvases drawn for the first time (the peer's stand under a loading sign until it is live). live: our page
shows Python's first answer; the peer's page has its document; the floor has imported NumPy. drag step: arrow key on the
slider until the frame with the new figures is done; keys fall anywhere between two frames. Python: inside the worker,
from message to answer; for the peer, what Panel runs in Pyodide. gzip: each file at level 6. heap: after a collection.
"""


class Target(NamedTuple):
    """What the project set itself: a figure of ours, over another page's where `over` names one, at most `limit`."""

    figure: str
    over: str | None
    limit: float


TARGETS = (
    Target("live", "peer", 1 / 3.5),
    Target("live", "floor", 1.15),
    Target("raw", "peer", 0.65),
    Target("step_median", None, FRAME_MS),
    Target("step_python", None, 2.0),
)


def main(runs: int, steps: int) -> None:
    sites = prepare()
    machine = {"cores": os.cpu_count(), "system": platform.platform(), "load_before_rounds": []}
    visits: dict[str, list[dict[str, Any]]] = {site.name: [] for site in sites}
    with sync_playwright() as play:
        for run in range(runs):
            machine["load_before_rounds"].append(os.getloadavg()[0])
            for site in sites:
                print(f"run {run + 1} of {runs}: {site.name}", file=sys.stderr, flush=True)
                visits[site.name].append(summed_up(visit(play, site, steps)))
            write(visits, machine, steps)
    medians = middle(visits)
    print(table(medians), NOTES, *judged(medians), *complaints(visits, machine), sep="\n")


def write(visits: dict[str, list[dict[str, Any]]], machine: dict[str, Any], steps: int) -> None:
    """The results so far: after each round, so that a run cut short has told what it knows."""
    medians = middle(visits)
    results = {"versions": versions(visits), "machine": machine, "runs": len(visits["ours"]), "steps": steps}
    results |= {"medians": medians, "targets": judged(medians), "visits": visits}
    (BENCH / "results.json").write_text(json.dumps(rounded(results), indent=1, ensure_ascii=False) + "\n")


def middle(visits: dict[str, list[dict[str, Any]]]) -> dict[str, dict[str, float | None]]:
    """The median of each row over a page's visits."""
    return {name: {row: median(those, row) for row in ROWS} for name, those in visits.items()}


def prepare() -> list[Site]:
    """The three pages, in the order of visits; without the peer where what it is made of cannot be had."""
    BENCH.mkdir(exist_ok=True)
    # A copy, so that a build while the bench runs changes nothing under it.
    shutil.rmtree(BENCH / "ours", ignore_errors=True)
    shutil.copytree(ROOT / "dist", BENCH / "ours")
    floor.build(BENCH / "floor")
    sites = [
        Site("ours", BENCH / "ours", f"embed/en/{peer.APP}/", steps=True),
        Site("floor", BENCH / "floor", "index.html", steps=False),
    ]
    try:
        sites.append(Site("peer", peer.build(BENCH), f"{peer.APP}.html", steps=True))
    except peer.MissingError as error:
        print(f"WITHOUT THE PEER: {error}", file=sys.stderr)
    return sites


def summed_up(figures: dict[str, Any]) -> dict[str, Any]:
    """A visit's figures with the list of its steps as median and p95."""
    if "step_drawn" not in figures:
        return figures
    drawn = figures.pop("step_drawn")
    return figures | {
        "step_median": statistics.median(drawn),
        "step_p95": statistics.quantiles(drawn, n=20)[-1],
        "step_answered": statistics.median(figures["step_answered"]),
        "step_python": statistics.median(figures["step_python"]),
    }


def median(visits: list[dict[str, Any]], row: str) -> float | None:
    values = [figures[row] for figures in visits if figures.get(row) is not None]
    return statistics.median(values) if values else None


def ratio(medians: dict[str, dict[str, float | None]], row: str, other: str) -> float | None:
    ours, theirs = medians["ours"][row], medians.get(other, {}).get(row)
    return ours / theirs if ours is not None and theirs else None


def table(medians: dict[str, dict[str, float | None]]) -> str:
    lines = [f"{'median of the visits':<36}{'ours':>9}{'floor':>9}{'peer':>9}{'ours/floor':>13}{'ours/peer':>12}"]
    for name, row in ROWS.items():
        cells = [shown(medians.get(site, {}).get(name), row.digits) for site in ("ours", "floor", "peer")]
        ratios = [shown(ratio(medians, name, other), 2) for other in ("floor", "peer")]
        lines.append(
            f"{f'{row.label}, {row.unit}':<36}{''.join(f'{one:>9}' for one in cells)}{ratios[0]:>13}{ratios[1]:>12}"
        )
    return "\n".join(lines)


def shown(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def judged(medians: dict[str, dict[str, float | None]]) -> list[str]:
    """A line for each target: met, MISSED, or not measured."""
    lines = []
    for figure, over, limit in TARGETS:
        value = ratio(medians, figure, over) if over else medians["ours"][figure]
        verdict = "not measured" if value is None else "met" if value <= limit else "MISSED"
        what = ROWS[figure].label + (f", ours/{over}" if over else f", {ROWS[figure].unit}")
        lines.append(f"{verdict:<13}{what}: {shown(value, 3)}, at most {limit:.3f}")
    return lines


def complaints(visits: dict[str, list[dict[str, Any]]], machine: dict[str, Any]) -> list[str]:
    """What makes the figures unfair or untrue: a page that asked another machine for something, or a busy machine."""
    asked = {name: sorted({url for one in those for url in one["outside"]}) for name, those in visits.items()}
    lines = [f"ATTENTION: {name} asked elsewhere for {', '.join(urls)}" for name, urls in asked.items() if urls]
    # One visit keeps about two cores busy by itself; more than that is somebody else's work.
    if (load := max(machine["load_before_rounds"])) > machine["cores"] + 1:
        lines.append(
            f"ATTENTION: the machine was busy with other things (load {load:.1f} on {machine['cores']} cores): "
            "milliseconds are too high, and targets in milliseconds are not judged fairly; ratios hold better."
        )
    return lines


def versions(visits: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    lock = vendor.lock()
    return {
        "pyodide": lock["pyodide"],
        "numpy": lock["numpy"],
        "chromium": visits["ours"][0]["chromium"],
        "peer": {"panel": peer.PINS["panel"], "bokeh": peer.PINS["bokeh"]},
    }


def rounded(value: Any) -> Any:
    """Numbers as long as they mean something."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return round(value, 3) if isinstance(value, float) else value


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--steps", type=int, default=200)
    main(**vars(parser.parse_args()))
