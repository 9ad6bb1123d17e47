"""What is said to a reader: words in each language, the glossary, and sentences filled with facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from html import escape
from string import Formatter
from typing import Any, NamedTuple

language: ContextVar[str] = ContextVar("language", default="en")
LANGUAGES = ("ja", "en")


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Within the block, str() of any Words gives this language."""
    token = language.set(code)
    try:
        yield
    finally:
        language.reset(token)


class Words(NamedTuple):
    """The same thing in both languages; str() gives the one being spoken."""

    ja: str
    en: str

    def __str__(self) -> str:
        return str(getattr(self, language.get()))


class Term(NamedTuple):
    """A word of the field: its name, and the role whose colour it wears (None: the colour of the text)."""

    words: Words
    role: str | None = None


glossary = {
    "self_attention": Term(Words("自己注意", "self-attention")),
    "token": Term(Words("トークン", "token")),
    "embedding": Term(Words("埋め込み", "embedding"), "input"),
    "input": Term(Words("入力", "input"), "input"),
    "query": Term(Words("クエリ", "query"), "query"),
    "key": Term(Words("キー", "key"), "key"),
    "value": Term(Words("バリュー", "value"), "value"),
    "queries": Term(Words("クエリ", "queries"), "query"),
    "keys": Term(Words("キー", "keys"), "key"),
    "values": Term(Words("バリュー", "values"), "value"),
    "query_matrix": Term(Words("クエリ行列", "query matrix"), "query"),
    "key_matrix": Term(Words("キー行列", "key matrix"), "key"),
    "value_matrix": Term(Words("バリュー行列", "value matrix"), "value"),
    "projection": Term(Words("射影", "projection")),
    "dot_product": Term(Words("内積", "dot product"), "score"),
    "dot_products": Term(Words("内積", "dot products"), "score"),
    "score": Term(Words("スコア", "score"), "score"),
    "scores": Term(Words("スコア", "scores"), "score"),
    "spread": Term(Words("ばらつき(標準偏差)", "spread (standard deviation)")),
    "divisor": Term(Words("除数", "divisor")),
    "softmax": Term(Words("softmax", "softmax")),
    "weight": Term(Words("重み", "weight"), "weight"),
    "weights": Term(Words("重み", "weights"), "weight"),
    "attention_pattern": Term(Words("注意パターン", "attention pattern"), "weight"),
    "attention_map": Term(Words("注意マップ", "attention map"), "weight"),
    "causal_mask": Term(Words("因果マスク", "causal mask")),
    "weighted_sum": Term(Words("重み付き和", "weighted sum")),
    "convex_combination": Term(Words("凸結合", "convex combination")),
    "convex_hull": Term(Words("凸包", "convex hull")),
    "output": Term(Words("出力", "output"), "output"),
    "residual": Term(Words("残差", "residual")),
    "head": Term(Words("ヘッド", "head")),
    "positional_encoding": Term(Words("位置エンコーディング", "positional encoding")),
    "permutation_equivariance": Term(Words("置換同変性", "permutation equivariance")),
    "context_length": Term(Words("文脈長", "context length")),
    "gradient": Term(Words("勾配", "gradient")),
    "loss": Term(Words("損失", "loss")),
}


class Sentence(Formatter):
    """str.format with the reader in mind.

    Numbers get a true minus sign and never a negative zero. `{mode:?add=...|multiply=...|*=...}` chooses words by
    a fact's value (`*`: any other); the chosen words may hold further `{facts}`. A fact that has no value (the angle
    of a vector without length) is a dash. Strings are escaped for HTML.
    """

    def vformat(self, format_string: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        return self._vformat(format_string, args, kwargs, set(), 4)[0]

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec.startswith("?"):
            return choose(value, format_spec[1:])
        if value is None:
            return "–"
        if isinstance(value, bool) or not isinstance(value, int | float):
            return escape(format(value, format_spec))
        if isinstance(value, float) and format_spec[-1:] in tuple("feg%"):
            format_spec = re.sub(r"^(?:.?[<>=^])?[-+ ]?", r"\g<0>z", format_spec)  # z stands behind align and sign
        return format(value, format_spec).replace("-", "−")


def choose(value: Any, alternatives: str) -> str:
    """The words standing after `value=`; ValueError names what there is to choose from."""
    options = dict(part.partition("=")[::2] for part in alternatives.split("|"))
    try:
        return options[str(value)] if str(value) in options else options["*"]
    except KeyError:
        raise ValueError(f"no words for {value!r}: the sentence has words for {', '.join(options)}") from None


_sentence = Sentence()


def fill(template: str, facts: Mapping[str, Any]) -> str:
    """The template's sentence about these facts; KeyError or ValueError when it asks for what is not there."""
    return _sentence.vformat(template, (), facts)


def number(value: float, digits: int = 2) -> str:
    """A number as figures print it: fixed decimals, a true minus sign, no negative zero."""
    return _sentence.format_field(float(value), f".{digits}f")
