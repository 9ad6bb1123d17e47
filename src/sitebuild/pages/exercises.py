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
NUMBERS = {"answer", "tolerance", "draw", "given", "unless", "slips"}  # what only a numeric exercise has
TRIED = range(24)  # seeds with which the build tries every exercise


class Text(NamedTuple):
    """An exercise in one language: HTML, with places for the numbers."""

    title: str
    question: str
    solution: str
    checks: list[str]  # an open one: what a good answer says
    slips: list[str]


class Exercise(NamedTuple):
    """An exercise as its file says it, texts rendered."""

    name: str
    kind: str  # "numeric" or "open"
    numbers: dict[str, Any]  # for exercise.py, without words
    texts: dict[str, Text]

    def spoken(self, lang: str) -> dict[str, Any]:
        """The numbers with what each slip says in this language: what exercise.py checks with."""
        says = self.texts[lang].slips
        told = [slip | {"says": text} for slip, text in zip(self.numbers.get("slips", []), says, strict=True)]
        return self.numbers | {"slips": told}

    def said(self, lang: str, seed: int = 0) -> dict[str, str]:
        """The question and the solution with the numbers of this seed, as HTML."""
        drawn = exercise.draw(self.numbers, seed) if self.kind == "numeric" else {}
        text = self.texts[lang]
        return {"question": fill(text.question, drawn), "solution": fill(text.solution, drawn)}

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
    slips = told.get("slips", [])
    for slip in slips:
        keys("a slip", slip, {"answer", *LANGUAGES}, {"answer", *LANGUAGES})
    texts = {lang: text(lang, told[lang], [slip[lang] for slip in slips], numeric) for lang in LANGUAGES}
    if len({len(text.checks) for text in texts.values()}) > 1:
        raise ValueError("the languages differ in the number of their checks")
    numbers = {key: value for key, value in told.items() if key in NUMBERS - {"slips"}}
    numbers["slips"] = [{"answer": slip["answer"]} for slip in slips]
    found = Exercise(name, kind, numbers if numeric else {}, texts)
    for seed in TRIED if numeric else (0,):
        drawn = exercise.draw(numbers, seed) if numeric else {}
        for spoken in texts.values():
            for template in (spoken.question, spoken.solution, *spoken.slips):
                fill(template, drawn)
    return found


def text(lang: str, told: dict[str, Any], slips: list[str], numeric: bool) -> Text:
    """One language of an exercise, rendered."""
    needed = {"title", "question", "solution"} | (set() if numeric else {"checks"})
    keys(lang, told, needed, needed)
    with speaking(lang):
        checks = [line(lang, check) for check in told.get("checks", [])]
        return Text(
            told["title"],
            html(lang, told["question"]),
            html(lang, told["solution"]),
            checks,
            [line(lang, slip) for slip in slips],
        )


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
