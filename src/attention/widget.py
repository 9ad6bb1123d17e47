"""The one shape of a widget: parameters -> compute() -> columns() for the figures and facts() for the sentences.

The same class runs in pytest, under `panel serve`, in a notebook and, with NumPy alone, in the reader's browser.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

import numpy as np
import param

from attention import widgets
from attention.language.words import Words, glossary
from attention.pictures.columns import Columns


class Handle(NamedTuple):
    """A vector's tip that the reader drags: two parameters on one plane (figure number `figure`)."""

    x: str
    y: str
    role: str
    figure: int = 0


class Widget(param.Parameterized):
    """Subclass it in a file of its own under widgets/, named as the widget."""

    words: ClassVar[dict[str, Words]] = {}  # "title", each parameter, "parameter.option", facts to be tabled
    handle: ClassVar[Handle | None] = None
    roles: ClassVar[dict[str, str]] = {}  # of parameters that move one thing: its role, whose colour the control wears
    listings: ClassVar[
        tuple[str, ...]
    ] = ()  # code under pages/code/; the lines of its attend() light up by the fact "line"
    # Of one that builds up step by step: the parameters at which it is done, as those see it who cannot move it.
    finished: ClassVar[dict[str, Any]] = {}
    # Which mark shows a fact: the source whose rows are its items, "source[name]" or "source[query,key]" for the rows
    # of a token, "source[0]" for a row; {braces} are filled by facts. Pressed in prose, the fact is lit there.
    marks: ClassVar[dict[str, str]] = {}
    checks: ClassVar[tuple[str, ...]] = ()  # facts that are true or false, shown as a panel of assertions
    strip: ClassVar[tuple[str, Sequence[Any]]] = (
        "",
        (),
    )  # a parameter and values of it at which the build draws the first figure small, for who cannot wait
    presets: ClassVar[dict[str, dict[str, Any]]] = {}  # buttons that set several parameters; "preset.<name>" in words

    @classmethod
    def needs(cls) -> str:
        """A file among the examples without which it computes nothing; it comes with the widget. Most need none."""
        return ""

    @classmethod
    def provide(cls, content: bytes) -> None:
        """What is in that file, where there are no files."""

    def compute(self) -> Any:
        """The numbers, from the parameters alone: NumPy and core, no state."""
        raise NotImplementedError

    def advance(self) -> bool:
        """One slice of work that is too long for one answer; whether there is more. Most widgets have none."""
        return False

    def facts(self, computed: Any) -> dict[str, Any]:
        """What a sentence, a test or a host page may quote, by name."""
        raise NotImplementedError

    def columns(self, computed: Any) -> dict[str, Columns]:
        """What the figures draw, by the name of the source."""
        raise NotImplementedError

    def figure(self, sources: Mapping[str, Any]) -> Sequence[Any]:
        """The Bokeh figures over those sources; the only place that may import Panel or Bokeh."""
        raise NotImplementedError

    @classmethod
    def slug(cls) -> str:
        """The widget's name everywhere: module, placeholder, element, URL."""
        return cls.__module__.rpartition(".")[2]

    @classmethod
    @cache
    def parameters(cls) -> Mapping[str, param.Parameter]:
        """What a reader, a link or a host page can set, in the order of definition."""
        defined = (
            name
            for base in reversed(cls.__mro__)
            for name, thing in vars(base).items()
            if isinstance(thing, param.Parameter) and name != "name"
        )  # param itself sorts them by the alphabet
        return {name: cls.param[name] for name in defined}

    @classmethod
    def word(cls, name: str) -> Words:
        """The label of a parameter, an option or a fact; KeyError says which is missing where."""
        if name in cls.words:
            return cls.words[name]
        if name in glossary:
            return glossary[name].words
        raise KeyError(f"{cls.slug()} has no words for {name!r}: add them to {cls.__name__}.words")

    @classmethod
    def role(cls, name: str) -> str | None:
        """The role of what a parameter moves, if it is one thing that has one."""
        dragged = cls.handle is not None and name in (cls.handle.x, cls.handle.y)
        return cls.handle.role if cls.handle and dragged else cls.roles.get(name)

    def state(self) -> dict[str, Any]:
        """The present parameters by name."""
        return {name: plain(getattr(self, name)) for name in self.parameters()}

    def answer(self) -> tuple[dict[str, Columns], dict[str, Any]]:
        """Columns and facts at the present parameters; the facts include the parameters."""
        while self.advance():
            pass
        return self.shown()

    def shown(self) -> tuple[dict[str, Columns], dict[str, Any]]:
        """The same as far as work has come."""
        computed = self.compute()
        return self.columns(computed), self.state() | {n: plain(fact) for n, fact in self.facts(computed).items()}

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        """What a notebook shows: the live widget."""
        import panel

        return panel.panel(self)._repr_mimebundle_(include, exclude)

    def __panel__(self) -> Any:
        from attention.gallery import show

        return show(self)


def plain(value: Any) -> Any:
    """NumPy's arrays and scalars as lists and numbers, and no infinity or NaN (JSON has none): they become None."""
    if isinstance(value, np.ndarray) and value.dtype.kind in "biuf" and np.isfinite(value).all():
        return value.tolist()  # as most are: no need to look at each item
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return None if isinstance(value, float) and not np.isfinite(value) else value


def names() -> list[str]:
    """Every widget there is: each module under widgets/ is one."""
    return sorted(module.name for module in pkgutil.iter_modules(widgets.__path__))


@cache
def find(name: str) -> type[Widget]:
    """The widget of that name; LookupError lists the names there are."""
    if name not in names():
        raise LookupError(f"there is no widget {name!r}; there are {', '.join(names())}")
    module = import_module(f"{widgets.__name__}.{name}")
    [widget] = [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Widget) and thing.__module__ == module.__name__
    ]
    return widget
