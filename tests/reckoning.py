"""Everything the site computes, worked out in whichever Python runs this: the build machine's, or the browser's."""

from settings import settings

from attention.runtime import exercise
from attention.widget import find, names

SEEDS = range(201)
EXPRESSIONS = (  # what an exercise may count, some of it beyond 32 bits
    "np.sum(wide * wide)",
    "np.sum(huge) + huge[1]",
    "wide[0] * wide[1] * 96",
    "[wide[0], 70000] * 70000",
    "np.max(wide) * 60000",
    "np.where([1, 0] , wide, 2) * 60000",
    "np.round(wide) ** 2",
    "np.abs(-65536) * 65536",
    "np.sum([1, 2, 3] / 2)",
    "costs.block(wide[0], wide[1], 96)",
    "costs.significant(huge[0] * 96, 3)",
    "np.eye(2) * 3000000000",
)
NUMBERS = {"wide": [50_000, 60_000], "huge": [3_000_000_000, -5_000_000_000]}
FAR = 3e10  # beyond 32 bits, as a wrong answer may be


def exercises(told):
    """For each exercise and seed: the numbers, and what becomes of the right answer (for some, of wrong ones too)."""
    return {name: [tried(drawn, numbers, seed) for seed in SEEDS] for name, numbers in told.items()}


def drawn(told, seed):
    found = exercise.draw(told, seed)
    answer = list(found["answer"]) if isinstance(found["answer"], tuple) else [found["answer"]]
    others = [] if seed % 8 else [[10 * number for number in answer], [number + FAR for number in answer]]
    typed = [", ".join(map(repr, numbers)) for numbers in (answer, *others)]
    return [found, [exercise.check(told, seed, one) for one in typed]]


def widgets(wanted):
    """For each widget at each of its settings: its columns and its facts."""
    return {name: [tried(find(name).answer, find(name)(**params)) for params in settings(name)] for name in wanted}


def tried(work, *told):
    """What the work gives, or what it raises: one failure must not hide the others."""
    try:
        return work(*told)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def expressions():
    """What each of the expressions gives."""
    return [tried(lambda told: exercise.plain(exercise.evaluate(told, NUMBERS)), told) for told in EXPRESSIONS]


def everything(told):
    """All of it, for the program in the browser's Python."""
    return {"expressions": expressions(), "exercises": exercises(told), "widgets": widgets(names())}
