"""Exercises out of pages/exercises/<name>.toml: checked, both languages rendered, for exercise.py and pages."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from attention.language.words import LANGUAGES, fill, speaking
from attention.runtime import exercise
from sitebuild.pages.markdown import environment, joined, term, to_html

FOLDER = Path(__file__).parents[3] / "pages" / "exercises"
NUMBERS = {"answer", "tolerance", "draw", "given", "unless", "slips", "steps"}  # what only a numeric exercise has
TRIED = range(24)  # seeds with which the build tries every exercise


class Text(NamedTuple):
    """An exercise in one language: HTML, with places for the numbers."""

    title: str
    question: str
    solution: str
    hints: list[str]  # shown one by one
    checks: list[str]  # an open one: what a good answer says
    slips: list[str]
    steps: list[str]  # what each box of the working is for
    parts: list[str]  # what each number of the answer is, if each has a field of its own


class Exercise(NamedTuple):
    """An exercise as its file says it, texts rendered."""

    name: str
    kind: str  # "numeric" or "open"
    numbers: dict[str, Any]  # for exercise.py, without words
    texts: dict[str, Text]

    def spoken(self, lang: str) -> dict[str, Any]:
        """The numbers with what each slip says in this language: what exercise.py checks with."""
        text = self.texts[lang]
        told = {
            which: [one | {key: words} for one, words in zip(self.numbers.get(which, []), said, strict=True)]
            for which, key, said in (("slips", "says", text.slips), ("steps", "label", text.steps))
        }
        return self.numbers | told

    def said(self, lang: str, seed: int = 0) -> dict[str, Any]:
        """The question, the solution and the hints with the numbers of this seed, as HTML."""
        drawn = exercise.draw(self.numbers, seed) if self.kind == "numeric" else {}
        text = self.texts[lang]
        hints = [fill(hint, drawn) for hint in text.hints]
        return {"question": fill(text.question, drawn), "solution": fill(text.solution, drawn), "hints": hints}

    def tolerated(self, words: dict[str, str]) -> str:
        """How far an answer may be off, in the words of the interface; nothing for an open exercise."""
        if self.kind == "open":
            return ""
        tolerance = self.numbers["tolerance"]
        how = "exact" if not tolerance else "share" if isinstance(tolerance, str) else "within"
        decimals = len(str(tolerance).partition(".")[2])
        return fill(words[how], {"tolerance": tolerance, "decimals": decimals})

    @property
    def asked(self) -> int:
        """How many numbers the answer has."""
        answer = exercise.draw(self.numbers)["answer"]
        return len(answer) if isinstance(answer, tuple) else 1


def names() -> list[str]:
    """Every exercise there is."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def find(name: str) -> Exercise:
    """The exercise of that name; LookupError lists the names there are, ValueError says what is wrong in its file."""
    if name not in names():
        raise LookupError(f"there is no exercise {name!r}; there are {', '.join(names())}")
    return read(FOLDER / f"{name}.toml")


@cache
def read(path: Path) -> Exercise:
    """The exercise in a file; ValueError with the file's name for anything that is missing, unknown or does not fit."""
    try:
        return made(path.stem, tomllib.loads(path.read_text()))
    except Exception as error:  # also what the expressions and the placeholders raise: the file must be named
        raise ValueError(f"{path.name}: {error}") from error


def made(name: str, told: dict[str, Any]) -> Exercise:
    """The exercise that these tables describe."""
    kind = told.get("kind")
    if kind not in ("numeric", "open"):
        raise ValueError(f"kind is {kind!r}; it is numeric or open")
    numeric = kind == "numeric"
    needed = {"kind", *LANGUAGES} | ({"answer", "tolerance"} if numeric else set())
    keys("the file", told, needed, needed | (NUMBERS if numeric else set()))
    lists = {"slips": told.get("slips", []), "steps": told.get("steps", [])}
    for which, items in lists.items():
        for one in items:
            keys(f"a {which[:-1]}", one, {"answer", *LANGUAGES}, {"answer", *LANGUAGES})
    texts = {lang: text(lang, told, numeric) for lang in LANGUAGES}
    for which in ("checks", "hints", "parts"):
        if len({len(getattr(text, which)) for text in texts.values()}) > 1:
            raise ValueError(f"the languages differ in the number of their {which}")
    numbers = {key: value for key, value in told.items() if key in NUMBERS - set(lists)}
    numbers |= {which: [{"answer": one["answer"]} for one in items] for which, items in lists.items()}
    found = Exercise(name, kind, numbers if numeric else {}, texts)
    for seed in TRIED if numeric else (0,):
        drawn = exercise.draw(numbers, seed) if numeric else {}
        for spoken in texts.values():
            for template in (spoken.question, spoken.solution, *spoken.slips, *spoken.hints):
                fill(template, drawn)
            if spoken.parts and len(spoken.parts) != len(exercise.listed(drawn["answer"])):
                raise ValueError(f"the answer has not {len(spoken.parts)} parts")
        for step in numbers["steps"]:
            exercise.evaluate(step["answer"], drawn)
    return found


def text(lang: str, file: dict[str, Any], numeric: bool) -> Text:
    """One language of an exercise, rendered."""
    told = file[lang]
    needed = {"title", "question", "solution", "hints"} | (set() if numeric else {"checks"})
    keys(lang, told, needed, needed | ({"parts"} if numeric else set()))
    if not 2 <= len(told["hints"]) <= 3:
        raise ValueError(f"{lang} has {len(told['hints'])} hints; there are two or three before the answer")
    with speaking(lang):
        lists = {which: [line(lang, one) for one in told.get(which, [])] for which in ("hints", "checks", "parts")}
        lists |= {which: [line(lang, one[lang]) for one in file.get(which, [])] for which in ("slips", "steps")}
        return Text(told["title"], html(lang, told["question"]), html(lang, told["solution"]), **lists)


def html(lang: str, source: str) -> str:
    """Markdown with {{ term("...") }} as HTML."""
    return to_html(environment().from_string(joined(source) if lang == "ja" else source).render(term=term)).strip()


def line(lang: str, source: str) -> str:
    """The same of a text that is one paragraph, without the paragraph."""
    return html(lang, source).removeprefix("<p>").removesuffix("</p>")


def keys(what: str, table: dict[str, Any], needed: set[str], allowed: set[str]) -> None:
    """ValueError when keys are missing or unknown."""
    if missing := needed - set(table):
        raise ValueError(f"{what} lacks {', '.join(sorted(missing))}")
    if unknown := set(table) - allowed:
        raise ValueError(f"{what} has {', '.join(sorted(unknown))}; it may have {', '.join(sorted(allowed))}")
