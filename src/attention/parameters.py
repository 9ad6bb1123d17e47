"""What a reader can set. Each class knows all of its kind: what it accepts, its control, and its values worth trying.

A new kind of control is a class here and, if the page has to read it in a new way, an entry in static/element/check.js.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import param

from attention.language.words import Words

FEW = 40  # whole numbers that are all worth trying


class Controlled:
    """What every parameter of a widget adds to param's: its default is the first of the values worth trying."""

    __slots__: list[str] = []
    default: Any
    control: ClassVar[
        str
    ]  # how the page reads and writes it: slider, steps, choice, tokens, flag, order, cells, numbers, text

    def accepts(self, say: Callable[[str], str]) -> dict[str, Any]:
        """What links and host pages may say, for the schema; `say` gives the words of an option."""
        raise NotImplementedError

    def panel(self, label: str, now: Any, accepts: dict[str, Any]) -> Any:
        """Panel's widget, at `now`; None where the page has a control of its own. For builds and notebooks."""
        return None

    def reach(self) -> list[Any]:
        """Values that lead to where something may go wrong."""
        raise NotImplementedError

    def worth_trying(self) -> list[Any]:
        """The default, and the others that are worth trying."""
        return [self.default, *(value for value in self.reach() if value != self.default)]


class Flag(Controlled, param.Boolean):
    """Yes or no."""

    control = "flag"

    def accepts(self, say: Callable[[str], str]) -> dict[str, Any]:
        return {"kind": "flag"}

    def panel(self, label: str, now: Any, accepts: dict[str, Any]) -> Any:
        import panel

        return panel.widgets.CheckBoxGroup(options={label: True}, value=[True] if now else [])

    def reach(self) -> list[Any]:
        return [False, True]


class Choice(Controlled, param.Selector):
    """One of `objects`, each of which has words of its own: "parameter.option"."""

    control = "choice"

    def accepts(self, say: Callable[[str], str]) -> dict[str, Any]:
        return {"kind": "choice", "options": list(self.objects), "words": [say(option) for option in self.objects]}

    def panel(self, label: str, now: Any, accepts: dict[str, Any]) -> Any:
        import panel

        options = dict(zip(accepts["words"], accepts["options"], strict=True))
        return panel.widgets.RadioBoxGroup(name=label, options=options, value=now, inline=True)

    def reach(self) -> list[Any]:
        return list(self.objects)


class Number(Controlled, param.Number):
    """A number within `bounds`, on a slider with that `step`; a link may say any in between."""

    control = "slider"

    def accepts(self, say: Callable[[str], str]) -> dict[str, Any]:
        low, high = self.bounds
        return {"kind": "number", "min": low, "max": high, "step": self.step, "digits": self.digits(), "play": False}

    def digits(self) -> int:
        """How many decimals its step has, at least one: so many it is shown with."""
        return max(1, len(f"{self.step:g}".partition(".")[2]))

    def panel(self, label: str, now: Any, accepts: dict[str, Any]) -> Any:
        import panel

        low, high = self.bounds
        form = f"0,0.{'0' * self.digits()}"
        return panel.widgets.FloatSlider(name=label, start=low, end=high, step=self.step, value=now, format=form)

    def reach(self) -> list[Any]:
        (low, high), step = self.bounds, self.step or 1
        return [low, high, low + step, high - step, *([type(low)(0)] if low < 0 < high else [])]


class Whole(Controlled, param.Integer):
    """A whole number within `bounds`, on a slider."""

    control = "slider"
    plays: ClassVar[bool] = False

    def accepts(self, say: Callable[[str], str]) -> dict[str, Any]:
        low, high = self.bounds
        return {"kind": "integer", "min": low, "max": high, "step": 1, "play": self.plays}

    def panel(self, label: str, now: Any, accepts: dict[str, Any]) -> Any:
        import panel

        low, high = self.bounds
        return panel.widgets.IntSlider(name=label, start=low, end=high, value=now)

    def reach(self) -> list[Any]:
        low, high = self.bounds
        if high - low <= FEW:
            return list(range(low, high + 1))
        return [low, high, low + 1, high - 1, *([0] if low < 0 < high else [])]


class Steps(Whole):
    """How far a calculation shown step by step has come, from 0 to `last`; it can be played, stepped and dragged."""

    plays = True

    def __init__(self, default: int, *, last: int = 0, **kwargs: Any) -> None:
        super().__init__(default, bounds=(0, last), **kwargs)


class Stops(Whole):
    """A whole number whose control stops only at `stops` (widths, context lengths); a link may say any in between."""

    __slots__ = ["stops"]
    control = "steps"

    def __init__(self, default: int, *, stops: Sequence[int] = (), **kwargs: Any) -> None:
        self.stops = tuple(stops)
        super().__init__(default, bounds=(min(stops), max(stops)) if stops else None, **kwargs)

    def accepts(self, say: Callable[[str], str]) -> dict[str, Any]:
        low, high = self.bounds
        return {"kind": "integer", "min": low, "max": high, "stops": list(self.stops)}

    def panel(self, label: str, now: Any, accepts: dict[str, Any]) -> Any:
        from attention.controls import StepSlider

        return StepSlider(name=label, stops=list(self.stops), value=now)

    def reach(self) -> list[Any]:
        return list(self.stops)


class Token(Whole):
    """A position in a sentence, chosen by a row of token chips; with `play`, a button also walks along them."""

    __slots__ = ["play", "tokens"]
    control = "tokens"

    def __init__(self, default: int, *, tokens: Sequence[str | Words], play: bool = False, **kwargs: Any) -> None:
        self.play, self.tokens = play, tuple(tokens)
        super().__init__(default, bounds=(0, len(tokens) - 1), **kwargs)

    def accepts(self, say: Callable[[str], str]) -> dict[str, Any]:
        (low, high), tokens = self.bounds, [str(token) for token in self.tokens]
        # A token that stands twice is told apart by its place.
        words = [token if tokens.count(token) == 1 else f"{token} ({place})" for place, token in enumerate(tokens)]
        said = {"options": list(range(high + 1)), "words": words, "play": self.play}
        return {"kind": "integer", "min": low, "max": high} | said

    def panel(self, label: str, now: Any, accepts: dict[str, Any]) -> Any:
        import panel

        options = dict(zip(accepts["words"], accepts["options"], strict=True))
        return panel.widgets.RadioBoxGroup(name=label, options=options, value=now, inline=True)


class Order(Controlled, param.List):
    """A permutation of a sentence's positions; its control is a row of tokens to drag, and a button to shuffle."""

    __slots__ = ["tokens"]
    control = "order"

    def __init__(self, default: Sequence[int] | None = None, *, tokens: Sequence[str | Words], **kwargs: Any) -> None:
        self.tokens = tuple(tokens)
        super().__init__(list(range(len(tokens)) if default is None else default), item_type=int, **kwargs)

    def _validate(self, val: Any) -> None:
        super()._validate(val)
        if sorted(val) != list(range(len(self.tokens))):
            raise ValueError(f"{self.name} must hold each position from 0 to {len(self.tokens) - 1} once, not {val}.")

    def accepts(self, say: Callable[[str], str]) -> dict[str, Any]:
        tokens = [str(token) for token in self.tokens]
        return {"kind": "order", "length": len(tokens), "options": tokens}

    def reach(self) -> list[Any]:
        ahead = sorted(self.default)
        return [ahead, ahead[::-1], ahead[1:] + ahead[:1]]


class Cells(Whole):
    """Which cells of a small table are on: one whole number, its cells row by row, the first of them the lowest bit."""

    __slots__ = ["columns", "rows"]
    control = "cells"

    def __init__(self, default: int, *, rows: Sequence[str], columns: Sequence[str], **kwargs: Any) -> None:
        self.rows, self.columns = tuple(rows), tuple(columns)
        super().__init__(default, bounds=(0, 2 ** (len(rows) * len(columns)) - 1), **kwargs)

    def accepts(self, say: Callable[[str], str]) -> dict[str, Any]:
        low, high = self.bounds
        return {"kind": "integer", "min": low, "max": high, "rows": list(self.rows), "columns": list(self.columns)}

    def panel(self, label: str, now: Any, accepts: dict[str, Any]) -> Any:
        return None

    def reach(self) -> list[Any]:
        high = self.bounds[1]
        return [0, high, 1, high // 3, high - 1]  # none, all, the first, every other one, all but the first


class Numbers(Controlled, param.List):
    """A list of finite numbers, each from `low` to `high`, typed as text; `length` is how many, or (fewest, most)."""

    __slots__ = ["high", "low"]
    control = "numbers"

    def __init__(
        self, default: Sequence[float], *, low: float = -10.0, high: float = 10.0, length: int | tuple[int, int] = 3
    ) -> None:
        self.low, self.high = low, high
        super().__init__(list(default), bounds=(length, length) if isinstance(length, int) else length)

    def _validate(self, val: Any) -> None:
        super()._validate(val)
        for number in val:
            if isinstance(number, bool) or not isinstance(number, int | float) or not self.low <= number <= self.high:
                raise ValueError(f"{self.name} takes numbers from {self.low:g} to {self.high:g}, not {number!r}.")

    def accepts(self, say: Callable[[str], str]) -> dict[str, Any]:
        fewest, most = self.bounds
        return {"kind": "numbers", "min": self.low, "max": self.high, "fewest": fewest, "most": most}

    def reach(self) -> list[Any]:
        (fewest, most), low, high = self.bounds, self.low, self.high
        ends = [low + (high - low) * place / max(1, most - 1) for place in range(most)]
        return [ends, ends[:fewest], [low] * most, [high] * fewest, [min(max(0.0, low), high)] * most]


class Text(Controlled, param.String):
    """A short text in one line, of at most `most` characters."""

    __slots__ = ["most"]
    control = "text"

    def __init__(self, default: str = "", *, most: int = 60) -> None:
        self.most = most
        super().__init__(default)

    def _validate(self, val: Any) -> None:
        super()._validate(val)
        if len(val) > self.most or len(val.splitlines()) > 1:
            raise ValueError(f"{self.name} takes a line of at most {self.most} characters, not {val!r}.")

    def accepts(self, say: Callable[[str], str]) -> dict[str, Any]:
        return {"kind": "text", "most": self.most}

    def reach(self) -> list[Any]:
        return [f"{self.default} x".strip()[: self.most], "", "?" * self.most, "ねこ、<b> & 🐈"]
