"""Trains every head of the lab's second chapter from twenty starts, a few minutes on one core: `make seeds`.

What comes out is kept in src/attention/examples/twenty_seeds.py; a slow test runs it again.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import product
from pathlib import Path

from attention import examples
from attention.core.training import History, look
from attention.examples import broken
from attention.examples import small_language as language

KEPT = Path(*examples.__path__) / "twenty_seeds.py"
SEEDS, STEPS = 20, 300
HEAD = '''"""What became of the heads in broken.py after {steps} steps, by setting and seed: written by `make seeds`.

Each: learned sentences answered right while all of them lies before the head, kept ones answered right when they end at
their pronoun, and whether all kept ones were once right by way of the right noun.
"""

'''


def outcome(name: str, seed: int) -> tuple[int, int, bool]:
    """Learned sentences right in training, kept ones right in writing, and whether it found the noun."""
    setting, rule = broken.SETTINGS[name]
    learned, kept = language.split(rule)
    history = History(learned, kept, replace(setting, seed=seed))
    history.advance(STEPS, STEPS)
    parameters = history.run.parameters
    training, writing = look(parameters, learned, setting, writing=False), look(parameters, kept, setting)
    return (
        round(training.right * len(learned)),
        round(writing.right * len(kept)),
        history.found_at(STEPS) is not None,
    )


def main() -> None:
    """Train them all and write what became of them."""
    wanted = list(product(broken.SETTINGS, range(SEEDS)))
    with ProcessPoolExecutor() as processes:
        came = dict(zip(wanted, processes.map(outcome, *zip(*wanted, strict=True)), strict=True))
    lines = []
    for name in broken.SETTINGS:
        runs = [came[name, seed] for seed in range(SEEDS)]
        lines.append(f'    "{name}": {runs!r},\n')
        print(f"{name}: found in {sum(found for _, _, found in runs)} of {SEEDS}")
    text = HEAD.format(steps=STEPS) + "RUNS: dict[str, list[tuple[int, int, bool]]] = {\n" + "".join(lines) + "}\n"
    KEPT.write_text(text)


if __name__ == "__main__":
    main()
