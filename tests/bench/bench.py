"""`make bench`: our page, the same widget as stock Panel ships it, and bare Pyodide, side by side in one run.

Each browser has a new profile, and visits its page twice; the pages take turns, so that what else the machine does
falls on all. Prints medians and ratios and writes .bench/results.json. A missed target is said, but fails nothing: this
is a bench, not a test. Options: --runs N (3), --steps N (200), --heap-steps N (2000; 20000 take
minutes), --readme to put the table into README.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import floor
import peer
from measure import Site, each_page, handicapped, scrolled, sent_plain, visit, worn
from playwright.sync_api import Playwright, sync_playwright

from sitebuild.output import squeeze
from sitebuild.python import vendor

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
    "figures_drawn": Row("figures drawn", "ms", 0),
    "figures_visible": Row("figures visible", "ms", 0),
    "live": Row("live", "ms", 0),
    "second_figures_visible": Row("second visit: figures visible", "ms", 0),
    "second_live": Row("second visit: live", "ms", 0),
    "step_median": Row("drag step, frame to frame: median", "ms", 1),
    "step_p95": Row("drag step, frame to frame: p95", "ms", 1),
    "first_p95": Row("... in the first sweep: p95", "ms", 1),
    "step_painted": Row("... painted: median", "ms", 1),
    "step_painted_p95": Row("... painted: p95", "ms", 1),
    "step_answered": Row("... answer in the figure: median", "ms", 1),
    "step_python": Row("... of which Python: median", "ms", 1),
    "plain": Row("bytes raw", "MB", 2),
    "gzip": Row("bytes gzip", "MB", 2),
    "brotli": Row("bytes Brotli", "MB", 2),
    "wasm": Row("heap: Python's memory", "MB", 1),
    "js_worker": Row("heap: JavaScript in the worker", "MB", 1),
    "js_page": Row("heap: JavaScript in the page", "MB", 1),
    "heap": Row("heap: all three", "MB", 1),
}
NOTES = """
Times count from navigation, on this machine, files from a local server. figures drawn: the last of the figures'
canvases drawn for the first time; figures visible: and no loading sign over them (the peer's has one until it
is live). live: our page shows Python's first answer; the peer's page has its document; the floor has imported
NumPy. drag step: an arrow key on the slider at the begin of a frame (when browsers tell of a moved pointer)
until the frame is ready that shows the new figures; painted: until the canvases are, whichever frame that is
for; after one sweep of the slider, in which the browser compiles what a step runs. Python: inside the worker,
from message to answer; for the peer, what Panel runs in Pyodide. bytes raw: from a host that compresses
nothing; gzip: each file at level 6; Brotli: from a host with Brotli for all but what is a zip already. heap:
after a collection.
"""


class Target(NamedTuple):
    """What the project set itself: a figure of ours, over another page's where `over` names one, at most `limit`."""

    figure: str
    over: str | None
    limit: float


TARGETS = (
    Target("live", "peer", 0.1),
    Target("live", "floor", 0.4),
    Target("figures_visible", "peer", 1 / 20),
    Target("plain", "peer", 0.65),
    Target("step_median", None, 17.0),  # one frame, and what the clock of a frame is off by
    Target("step_p95", None, 20.0),
    Target("step_python", None, 1.0),
)
SECOND_LIVE = 0.3  # of the floor's first visit, at most
BEGIN, END = "<!-- bench: written by make bench ARGS=--readme -->", "<!-- bench: end -->"


def main(runs: int, steps: int, heap_steps: int, readme: bool) -> None:
    sites = prepare()
    machine = {"cores": os.cpu_count(), "system": platform.platform(), "load_before_rounds": []}
    visits: dict[str, list[dict[str, Any]]] = {site.name: [] for site in sites}
    with sync_playwright() as play:
        plain = {site.name: sent_plain(play, site) for site in sites}
        for run in range(runs):
            machine["load_before_rounds"].append(os.getloadavg()[0])
            for site in sites:
                print(f"run {run + 1} of {runs}: {site.name}", file=sys.stderr, flush=True)
                visits[site.name].append(summed_up(visit(play, site, steps)) | plain[site.name])
            write(visits, machine, steps)
        once = measured_once(play, sites, heap_steps)
    medians = middle(visits)
    write(visits, machine, steps, once)
    shown_table = "\n".join([table(medians), "", *said_once(once)])
    print(shown_table, NOTES, *judged(medians), *complaints(visits, machine), sep="\n")
    if readme:
        put_into_readme("\n".join([shown_table, "", *judged(medians)]))


def measured_once(play: Playwright, sites: list[Site], heap_steps: int) -> dict[str, Any]:
    """What takes long and needs no turns: the slow line, the slow processor, every page, a scroll, many steps."""
    ours, base = sites[0], [site for site in sites if site.name != "peer"]  # the peer takes minutes on a slow line
    folder = ours.folder
    paths = [path.parent.relative_to(folder).as_posix() + "/" for path in sorted((folder / "en").rglob("index.html"))]
    jobs: dict[str, Callable[[], Any]] = {
        "slow_4g": lambda: {site.name: handicapped(play, site, slow=True) for site in base},
        "cpu_4x": lambda: {site.name: handicapped(play, site, cpu=4) for site in base},
        "pages": lambda: each_page(play, folder, paths),
        "scroll": lambda: scrolled(play, folder, "en/explorable/"),
        "heap": lambda: worn(play, ours, heap_steps),
    }
    once = {}
    for name, job in jobs.items():
        print(f"once: {name}", file=sys.stderr, flush=True)
        once[name] = job()
    return once


def said_once(once: dict[str, Any]) -> list[str]:
    """A line for each of the things measured once."""
    lines = []
    for name, label in (("slow_4g", "slow 4G"), ("cpu_4x", "processor of the page 4 times slower")):
        ours, floor_live = once[name]["ours"], once[name]["floor"]["live"]
        lines.append(
            f"{label}: figures after {ours['figures_visible']:.0f} ms, live after {ours['live']:.0f} ms; "
            f"the floor is live after {floor_live:.0f} ms"
        )
    alive = {path: figures for path, figures in once["pages"].items() if figures.get("live")}
    slowest = max(alive, key=lambda path: alive[path]["live"])
    lines.append(
        f"{len(alive)} pages with widgets: the slowest, {slowest}, is live after {alive[slowest]['live']:.0f} ms"
    )
    scroll, held = once["scroll"], once["heap"]
    lines.append(
        f"scrolling through all widgets: {scroll['late_frames']:.1%} of the frames late, "
        f"{scroll['late_frames_empty']:.1%} on an empty page"
    )
    lines.append(f"heap: {held['heap_before']:.1f} MB, after {held['heap_steps']} steps {held['heap_after']:.1f} MB")
    return lines


def put_into_readme(text: str) -> None:
    """Between the two marks in README.md."""
    path = ROOT / "README.md"
    before, _, rest = path.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(f"{before}{BEGIN}\n```\n{text}\n```\n{END}{after}")


def write(
    visits: dict[str, list[dict[str, Any]]],
    machine: dict[str, Any],
    steps: int,
    once: dict[str, Any] | None = None,
) -> None:
    """The results so far: after each round, so that a run cut short has told what it knows."""
    medians = middle(visits)
    results = {"versions": versions(visits), "machine": machine, "runs": len(visits["ours"]), "steps": steps}
    results |= {"medians": medians, "targets": judged(medians), "once": once, "visits": visits}
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
    squeeze.squeeze(BENCH / "floor", vendor.cache())  # it travels as well packed as ours
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
    drawn, painted = figures.pop("step_drawn"), figures["step_painted"]
    return figures | {
        "first_p95": statistics.quantiles(figures.pop("first_drawn"), n=20)[-1],
        "step_median": statistics.median(drawn),
        "step_p95": statistics.quantiles(drawn, n=20)[-1],
        "step_painted": statistics.median(painted),
        "step_painted_p95": statistics.quantiles(painted, n=20)[-1],
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
    again, first = medians["ours"]["second_live"], medians["floor"]["live"]
    if again is not None and first:
        verdict = "met" if again / first <= SECOND_LIVE else "MISSED"
        lines.append(
            f"{verdict:<13}second visit live, ours/first of floor: {again / first:.3f}, at most {SECOND_LIVE:.3f}"
        )
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
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--heap-steps", type=int, default=2000)
    parser.add_argument("--readme", action="store_true")
    main(**vars(parser.parse_args()))
