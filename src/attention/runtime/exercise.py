"""Exercises that are checked by computing: numbers drawn by a seed, their answer, and the slips that lead elsewhere.

An exercise is a dict (sitebuild makes it of pages/exercises/<name>.toml, the page sends it to the worker):

    draw       name -> {"first": number or (nested) list, and "from", "to", "step" or "of": a list to choose from}
    given      name -> expression: further numbers, each from those before it
    answer     expression: one number, or a row of them
    tolerance  how far a number may be off: a number, or a share of the answer such as "1 %"
    unless     [expression]: where one of them holds, the numbers make no good exercise and others are drawn
    slips      [{"answer": expression, "says": template}]
    steps      [{"answer": expression, "label": words}]: the working on the way to the answer, for boxes of its own

Expressions are arithmetic over these names, `core`, `heads`, `costs` and a little of `np` (see `evaluate`). Besides
"answer", templates and `unless` know "least" and "most", between which a single answer is right (and both in percent).
Templates are those of words.fill. NumPy, the package's own arithmetic and the standard library only.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from types import ModuleType
from typing import Any

import numpy as np

from attention.core import attention, costs, heads
from attention.language.words import fill, said
from attention.runtime import reading

MODULES: dict[str, ModuleType] = {"core": attention, "heads": heads, "costs": costs}
ROUNDED = "0.5 %"  # how near a number must be to a slip: three figures, whatever the answer itself is held to
SEEDS = 10_000  # 0 to 9,999: short enough to be read out in class
NUMPY = (
    "sqrt",
    "exp",
    "log2",
    "sum",
    "mean",
    "max",
    "abs",
    "sort",
    "flip",
    "transpose",
    "where",
    "eye",
    "ones",
    "round",
    "any",
    "min",
    "size",
    "unique",
)
OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.Eq: operator.eq,
    ast.Lt: operator.lt,
    ast.Gt: operator.gt,
}
Exercise = Mapping[str, Any]


class Row(tuple[Any, ...]):
    """Numbers beside one another, as a sentence prints them: (2, −1, 3), each in the format that is asked for."""

    def __format__(self, spec: str) -> str:
        return f"({', '.join(said(number, spec, {}) for number in self)})"


def draw(exercise: Exercise, seed: int = 0) -> dict[str, Any]:
    """All numbers of the exercise at this seed, by name, with "answer"; seed 0 gives the first ones.

    Drawn again until they make a good exercise (see `fault`) and another answer than the first ones, which are the
    course's own. ValueError: a seed outside 0 to 9,999, an expression that asks for what is not there, or an exercise
    whose first numbers are at fault, or all others.
    """
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
        raise ValueError(f"seed: {seed!r}; accepted is an integer from 0 to {SEEDS - 1}")
    how = exercise.get("draw", {})
    first = derived(exercise, {name: one["first"] for name, one in how.items()})
    if seed == 0 or not how:
        numbers, wrong = first, fault(exercise, first)
    else:
        chance, wrong = Random(seed), "there are no others than the first numbers"
        for _ in range(200):
            numbers = derived(exercise, {name: drawn(one, one["first"], chance.random) for name, one in how.items()})
            if near(numbers["answer"], first["answer"], exercise["tolerance"]):
                continue
            wrong = fault(exercise, numbers)
            if not wrong:
                break
    if wrong:
        raise ValueError(f"{wrong}: another slip, a smaller tolerance or other numbers")
    return {name: row(value) for name, value in numbers.items()}


def derived(exercise: Exercise, numbers: dict[str, Any]) -> dict[str, Any]:
    """The numbers drawn, with all that follow from them."""
    for name, expression in exercise.get("given", {}).items():
        numbers[name] = plain(evaluate(expression, numbers))
    answer = numbers["answer"] = plain(evaluate(exercise["answer"], numbers))
    if not isinstance(answer, list):
        slack = float(allowed(abs(answer), exercise["tolerance"]))
        numbers |= {"least": answer - slack, "most": answer + slack}
        numbers |= {f"{end}_percent": 100 * numbers[end] for end in ("least", "most")}
    return numbers


def fault(exercise: Exercise, numbers: Mapping[str, Any]) -> str:
    """Why these numbers make no good exercise; "" if they do.

    A slip must be told from the answer, and from the other slips, at the precision at which slips are recognised.
    """
    for expression in exercise.get("unless", ()):
        if np.any(evaluate(expression, numbers)):
            return f"trivial, since {expression}"
    tolerance = exercise["tolerance"]
    found = [slip for slip in slips(exercise, numbers) if np.shape(slip) == np.shape(numbers["answer"])]
    found = [slip for slip in found if slip is not None]
    if any(near(slip, numbers["answer"], tolerance, ROUNDED) for slip in found):
        return "a slip cannot be told from the answer"
    if any(near(one, other, tolerance, ROUNDED) for one, other in combinations(found, 2)):
        return "a slip cannot be told from another"
    return ""


def drawn(how: Mapping[str, Any], first: Any, chance: Callable[[], float]) -> Any:
    """A number in place of each number of `first`; of rows to choose from, a whole row."""
    options = how.get("of")
    if isinstance(first, list) and not (options and isinstance(options[0], list)):
        return [drawn(how, item, chance) for item in first]
    if options is None:
        count = round((how["to"] - how["from"]) / how["step"]) + 1
        value = how["from"] + int(chance() * count) * how["step"]
        return value if isinstance(value, int) else round(value, 10)
    return options[int(chance() * len(options))]


@np.errstate(over="ignore")
def check(exercise: Exercise, seed: int, typed: str | Sequence[str], working: Sequence[str] = ()) -> dict[str, Any]:
    """What became of an answer, as it was typed: all in one field, or a field for each number; and of the working.

    {"verdict": "right" | "slip" | "order" | "sign" | "zeros" | "close" | "wrong"}, a slip with what it "says" (HTML);
    of a row that is not right, "good" says which numbers are. Apart from the exercise's own slips: the right numbers in
    another order, but for a sign, but for a power of ten, and ten tolerances away. What cannot be read (reading.py) has
    the reason for a verdict, with "part", "given", "count", and which "field". "steps", if any box of the working is
    filled in: for each box True, False, or None for an empty one.
    """
    numbers = draw(exercise, seed)
    answer = listed(numbers["answer"])
    fields = [typed] if isinstance(typed, str) else list(typed)
    told: dict[str, Any] = {}
    if any(text.strip() for text in working):
        told["steps"] = stepped(exercise, numbers, working)
    given: list[float] = []
    for place, text in enumerate(fields):
        count = len(answer) // len(fields)
        read = reading.read(text, count)
        if read.values is None:
            unread = {"verdict": read.reason, "part": read.part, "given": read.given, "count": count, "field": place}
            return unread | told
        given += read.values
    return judged(exercise, numbers, given) | told


def listed(answer: Any) -> list[Any]:
    """The numbers of an answer, of one or of many."""
    return list(answer) if isinstance(answer, tuple | list) else [answer]


def stepped(exercise: Exercise, numbers: Mapping[str, Any], working: Sequence[str]) -> list[bool | None]:
    """For each step of the working whether it is right; None for one that is not there."""
    found: list[bool | None] = []
    for step, text in zip(exercise.get("steps", ()), working, strict=True):
        value = np.ravel(plain(evaluate(step["answer"], numbers))).tolist()
        given = reading.read(text, len(value)).values
        good = given is not None and near(
            given, value, exercise["tolerance"], ROUNDED, written=[written(one) for one in given]
        )
        found.append(good if text.strip() else None)
    return found


def judged(exercise: Exercise, numbers: Mapping[str, Any], given: list[float]) -> dict[str, Any]:
    """The verdict on numbers that could be read, see `check`."""
    answer, tolerance = listed(numbers["answer"]), exercise["tolerance"]
    good = [near(one, other, tolerance) for one, other in zip(given, answer, strict=True)]
    if all(good):
        return {"verdict": "right"}
    parts = {"good": good} if len(good) > 1 else {}
    if says := slipped(exercise, numbers, given, good):
        return {"verdict": "slip", "says": says} | parts
    ways: dict[str, Callable[[], bool]] = {
        "order": lambda: near(sorted(given), sorted(answer), tolerance),
        "sign": lambda: near(np.abs(given), np.abs(answer), tolerance),
        "zeros": lambda: any(near(np.multiply(given, 10.0**k), answer, tolerance) for k in range(-9, 10)),
        "close": lambda: near(given, answer, tolerance, times=10),
    }
    return {"verdict": next((way for way, fits in ways.items() if fits()), "wrong")} | parts


def slipped(exercise: Exercise, numbers: Mapping[str, Any], given: list[float], good: list[bool]) -> str:
    """What the slip says that leads to whatever of this is not good, the nearest to all of it; "" if none does."""
    found = []
    wrong = [place for place, right in enumerate(good) if not right]
    places = [written(one) for one in given]
    for told, value in zip(exercise.get("slips", ()), slips(exercise, numbers), strict=True):
        if value is None or np.size(value) != len(given):
            continue
        row = np.ravel(value).tolist()
        if all(near(given[k], row[k], exercise["tolerance"], ROUNDED, written=places[k]) for k in wrong):
            found.append((float(np.abs(np.subtract(given, row)).max()), told["says"]))
    return fill(min(found)[1], numbers) if found else ""


def sentence(exercise: Exercise, check: Mapping[str, Any], words: Mapping[str, Any]) -> str:
    """What `check` gave as the reader is told it (HTML), in the words of the interface under [exercise]."""
    verdict, good, steps = check["verdict"], check.get("good", []), check.get("steps", [])
    said = [words[verdict].replace("{says}", check["says"]) if verdict == "slip" else fill(words[verdict], check)]
    if any(good) and verdict in ("slip", "sign", "wrong"):
        right, wrong = (
            words["and"].join(words["places"][place] for place, one in enumerate(good) if one is which)
            for which in (True, False)
        )
        said = [*(said if verdict != "wrong" else []), fill(words["partly"], {"right": right, "wrong": wrong})]
    if steps and verdict != "right":
        lost = next((place for place, right in enumerate(steps) if right is False), None)
        told = words["steps_good"] if lost is None else words["step_wrong"]
        label = None if lost is None else exercise["steps"][lost]["label"]
        said = [*(said if verdict != "empty" else []), told.replace("{step}", label or "")]
    return str(words["gap"]).join(said)


def near(one: Any, other: Any, *tolerances: float | str, times: float = 1, written: float | list[float] = 0.0) -> bool:
    """Whether numbers, or rows of equal length, agree to within so many times the widest of the tolerances.

    `written`: how far each may be off besides, because it is written to so many figures.
    """
    if one is None or other is None or np.shape(one) != np.shape(other):
        return False
    ours, theirs = np.asarray(one, float), np.asarray(other, float)  # whole numbers may be larger than NumPy's are
    size = np.abs(theirs)
    slack = np.maximum(np.max([allowed(size, tolerance) for tolerance in tolerances], axis=0) * times, written)
    return bool((np.abs(ours - theirs) <= slack + 1e-9 * np.maximum(size, 1)).all())


def allowed(size: Any, tolerance: float | str) -> Any:
    """How far numbers of this size may be off."""
    return size * float(tolerance.removesuffix("%")) / 100 if isinstance(tolerance, str) else tolerance + 0 * size


def written(number: float) -> float:
    """Half of the last decimal place that a number is written to, if that makes two figures or more; else nothing."""
    text = f"{abs(number):.10g}"
    if "." not in text or "e" in text or len(text.replace(".", "").lstrip("0")) < 2:
        return 0.0
    return float(0.5 * 10.0 ** -len(text.partition(".")[2]))


def slips(exercise: Exercise, numbers: Mapping[str, Any]) -> list[Any]:
    """What each slip gives with these numbers; None for one that gives no number here."""
    found = []
    for slip in exercise.get("slips", ()):
        try:
            value = plain(evaluate(slip["answer"], numbers))
        except ZeroDivisionError:
            value = None
        found.append(value if value is not None and np.isfinite(value).all() else None)
    return found


@np.errstate(all="ignore")
def evaluate(expression: str, numbers: Mapping[str, Any]) -> Any:
    """The value of an expression over the numbers; a list in it is an array.

    It knows + - * / // % **, one of == < >, [] with places and slices, and calls of what core, heads, costs and np (the
    functions in NUMPY) offer. ValueError: anything else.
    """
    return value_of(
        parsed(expression),
        {name: wide(np.array(value)) if np.ndim(value) else value for name, value in numbers.items()},
    )


@lru_cache(256)
def parsed(expression: str) -> ast.expr:
    """An expression read, once for many draws; ValueError for what is none."""
    try:
        return ast.parse(expression, mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"{expression!r} is no expression: {error.msg}") from error


def wide(value: Any) -> Any:
    """The value with no integers that overflow where a C long has 32 bits, as in the browser.

    A single number is Python's own, integers of an array have 64 bits; anything else is as it was.
    """
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray) and value.dtype.kind in "iu":
        return value.astype(np.int64)
    return value


def value_of(node: ast.AST, numbers: Mapping[str, Any]) -> Any:
    """The value of one node of an expression."""

    def of(part: ast.AST) -> Any:
        return value_of(part, numbers)

    match node:
        case ast.Constant(int() | float() | str() | None as value):
            return value
        case ast.Name(name) if name in numbers:
            return numbers[name]
        case ast.Attribute(ast.Name(module), name) if module in MODULES:
            return offered(MODULES[module], name)
        case ast.Attribute(ast.Name("np"), name) if name in NUMPY:
            return getattr(np, name)
        case ast.List(items):
            return wide(np.array([of(item) for item in items]))
        case ast.BinOp(left, operation, right) if type(operation) in OPERATORS:
            return OPERATORS[type(operation)](of(left), of(right))
        case ast.Compare(left, [operation], [right]) if type(operation) in OPERATORS:
            return OPERATORS[type(operation)](of(left), of(right))
        case ast.UnaryOp(ast.USub(), value):
            return -of(value)
        case ast.Subscript(value, place):
            return wide(of(value)[of(place)])
        case ast.Slice(start, stop, step):
            return slice(*(part and of(part) for part in (start, stop, step)))
        case ast.Tuple(items):
            return tuple(of(item) for item in items)
        case ast.Call(ast.Attribute() as function, places, names):
            return wide(of(function)(*map(of, places), **{name.arg: of(name.value) for name in names if name.arg}))
    raise ValueError(f"{ast.unparse(node)!r} is not known here; there are {', '.join(numbers)}, core, heads, costs, np")


def offered(module: ModuleType, name: str) -> Any:
    """What the module itself defines under this name; ValueError for anything else."""
    thing = None if name.startswith("_") else vars(module).get(name)
    if isinstance(thing, costs.Model) or getattr(thing, "__module__", None) == module.__name__:
        return thing
    raise ValueError(f"{module.__name__.rpartition('.')[2]} has no {name}")


def plain(value: Any) -> Any:
    """A result as numbers and lists of them."""
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def row(value: Any) -> Any:
    """Lists as rows, which sentences can print."""
    return Row(row(item) for item in value) if isinstance(value, list | tuple) else value
