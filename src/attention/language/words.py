"""What is said to a reader: words in each language, the glossary, and sentences filled with facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from html import escape
from string import Formatter
from typing import Any, NamedTuple

from attention.core import costs
from attention.language.numbers import written

language: ContextVar[str] = ContextVar("language", default="en")
FALLBACK = "en"  # where a language has no words yet; the build says where (check.untold)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Within the block, str() of any Words gives this language."""
    token = language.set(code)
    try:
        yield
    finally:
        language.reset(token)


class Words(dict[str, str]):
    """The same thing by language, Words(ja="...", en="..."); str() gives the one being spoken, or else the English."""

    def __str__(self) -> str:
        return self.get(language.get(), self[FALLBACK])


class Term(NamedTuple):
    """A word of the field: its name, and the role whose colour it wears (None: the colour of the text)."""

    words: Words
    role: str | None = None


glossary = {
    "self_attention": Term(Words(ja="自己注意", en="self-attention")),
    "token": Term(Words(ja="トークン", en="token")),
    "embedding": Term(Words(ja="埋め込み", en="embedding"), "input"),
    "input": Term(Words(ja="入力", en="input"), "input"),
    "query": Term(Words(ja="クエリ", en="query"), "query"),
    "key": Term(Words(ja="キー", en="key"), "key"),
    "value": Term(Words(ja="バリュー", en="value"), "value"),
    "queries": Term(Words(ja="クエリ", en="queries"), "query"),
    "keys": Term(Words(ja="キー", en="keys"), "key"),
    "values": Term(Words(ja="バリュー", en="values"), "value"),
    "query_matrix": Term(Words(ja="クエリ行列", en="query matrix"), "query"),
    "key_matrix": Term(Words(ja="キー行列", en="key matrix"), "key"),
    "value_matrix": Term(Words(ja="バリュー行列", en="value matrix"), "value"),
    "projection": Term(Words(ja="射影", en="projection")),
    "dot_product": Term(Words(ja="内積", en="dot product"), "score"),
    "dot_products": Term(Words(ja="内積", en="dot products"), "score"),
    "score": Term(Words(ja="スコア", en="score"), "score"),
    "scores": Term(Words(ja="スコア", en="scores"), "score"),
    "spread": Term(Words(ja="ばらつき（標準偏差）", en="spread (standard deviation)")),
    "divisor": Term(Words(ja="除数", en="divisor")),
    "softmax": Term(Words(ja="softmax", en="softmax")),
    "weight": Term(Words(ja="重み", en="weight"), "weight"),
    "weights": Term(Words(ja="重み", en="weights"), "weight"),
    "attention_pattern": Term(Words(ja="注意パターン", en="attention pattern"), "weight"),
    "attention_map": Term(Words(ja="注意マップ", en="attention map"), "weight"),
    "causal_mask": Term(Words(ja="因果マスク", en="causal mask")),
    "weighted_sum": Term(Words(ja="重み付き和", en="weighted sum")),
    "convex_combination": Term(Words(ja="凸結合", en="convex combination")),
    "convex_hull": Term(Words(ja="凸包", en="convex hull")),
    "output": Term(Words(ja="出力", en="output"), "output"),
    "residual": Term(Words(ja="残差接続", en="residual connection")),
    "head": Term(Words(ja="ヘッド", en="head")),
    "positional_encoding": Term(Words(ja="位置エンコーディング", en="positional encoding")),
    "permutation_equivariance": Term(Words(ja="置換同変性", en="permutation equivariance")),
    "cross_attention": Term(Words(ja="交差注意", en="cross-attention")),
    "multi_head": Term(Words(ja="マルチヘッド", en="multi-head")),
    "low_rank": Term(Words(ja="低ランク", en="low-rank")),
    "context_length": Term(Words(ja="文脈長", en="context length")),
    "gradient": Term(Words(ja="勾配", en="gradient")),
    "loss": Term(Words(ja="損失", en="loss")),
    "layer": Term(Words(ja="層", en="layer")),
    "layers": Term(Words(ja="層", en="layers")),
    "mlp": Term(Words(ja="MLP", en="MLP")),
    "mlps": Term(Words(ja="MLP", en="MLPs")),
    "layer_norm": Term(Words(ja="LayerNorm", en="LayerNorm")),
    "qk_norm": Term(Words(ja="QK-norm", en="QK-norm")),
    "gpt2_small": Term(Words(ja="GPT-2 small", en="GPT-2 small")),
    "nan": Term(Words(ja="NaN", en="NaN")),
    "precision": Term(Words(ja="精度", en="precision")),
    "rotary": Term(Words(ja="回転位置エンコーディング", en="rotary encoding")),
    "parameter": Term(Words(ja="パラメーター", en="parameter")),
    "parameters": Term(Words(ja="パラメーター", en="parameters")),
    "temperature": Term(Words(ja="温度", en="temperature")),
    "output_matrix": Term(Words(ja="出力行列", en="output matrix")),
}

LANGUAGES = tuple(glossary["token"].words)  # those that the words are told in


def fill(template: str, facts: Mapping[str, Any]) -> str:
    """The template's sentence about these facts: the fields of str.format, with the reader in mind.

    Numbers are written by numbers.written(), which knows two formats more. `{mode:?add=...|multiply=...|else=...}`
    chooses words by a fact's value (`else`: any other); the chosen words may hold further `{facts}`. A fact that has no
    value (the angle of a vector without length) is a dash. Strings are escaped for HTML. KeyError, LookupError or
    ValueError when the template asks for what is not there.
    """
    return "".join(
        [
            literal if name is None else said(pick(facts, name, path), spec, facts)
            for literal, name, path, spec in parsed(template)
        ]
    )


def wanted(template: str) -> set[str]:
    """The names of all facts that the template asks for, in words that are not chosen just now too."""
    return {name for name, _ in fields(template)}


def fields(template: str) -> set[tuple[str, str]]:
    """The name and the format of each fact that the template asks for, chosen or not; "?" for one that only chooses."""
    found = set()
    for _, name, _, spec in parsed(template):
        if name is not None:
            found.add((name, "?" if spec.startswith("?") else spec))
            if spec.startswith("?"):
                found.update(*(fields(words) for words in alternatives(spec).values()))
    return found


@cache
def parsed(template: str) -> tuple[tuple[str, str | None, tuple[Any, ...], str], ...]:
    """A template as literal text and fields (name, path of keys into it, format), read once and filled many times."""
    parts: list[tuple[str, str | None, tuple[Any, ...], str]] = []
    for literal, field, spec, conversion in Formatter().parse(template):
        if literal:
            parts.append((literal, None, (), ""))
        if field is not None:
            name, *path = re.split(r"\]?\[|\]$", field.removesuffix("]"))
            if conversion or not name.isidentifier():
                raise ValueError(f"{{{field}}} is no fact: a sentence takes {{name}}, {{name[0]}} or {{name:.2f}}")
            parts.append(("", name, tuple(int(key) if key.isdigit() else key for key in path), spec or ""))
    return tuple(parts)


def pick(facts: Mapping[str, Any], name: str, path: tuple[Any, ...]) -> Any:
    """A fact, or what lies in it at the keys of the path."""
    value = facts[name]
    for key in path:
        value = value[key]
    return value


def said(value: Any, spec: str, facts: Mapping[str, Any]) -> str:
    """One field: a number in its format, a word escaped, or the words chosen by the value."""
    if spec.startswith("?"):
        return fill(choose(value, spec), facts)
    if value is None:
        return "–"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return escape(format(value, spec))
    return escape(written(value, spec))


@cache
def alternatives(spec: str) -> dict[str, str]:
    """`?a=...|b=...` as {a: ..., b: ...}; what stands in braces inside an alternative belongs to it whole."""
    parts, depth = [""], 0
    for sign in spec[1:]:
        depth += (sign == "{") - (sign == "}")
        if sign == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return {value: words for value, _, words in (part.partition("=") for part in parts)}


def choose(value: Any, spec: str) -> str:
    """The words for this value; ValueError names what there is to choose from."""
    options = alternatives(spec)
    words = options.get(str(value), options.get("else"))
    if words is None:
        raise ValueError(f"no words for {value!r}: the sentence has words for {', '.join(options)}")
    return words


def large(count: int, digits: int) -> str:
    """A large count in the words of the language being spoken, to so many significant digits: 58.06 billion, 580.6億.

    Below a million in English, and below 10,000 in Japanese, it is written out. Digits that are rounded away are zeros.
    """
    rounded = costs.significant(count, digits)

    def in_units(one: int) -> str:
        return f"{rounded / one:.12g}"

    if language.get() == "ja":
        if rounded >= 10**10:
            return f"{in_units(10**8)}億"
        high, low = divmod(rounded, 10**8)
        if low % 10**4 or not rounded >= 10**4:
            return f"{rounded:,}"
        return (f"{high}億" if high else "") + (f"{low // 10**4}万" if low else "")
    for one, name in ((10**9, "billion"), (10**6, "million")):
        if rounded >= one:
            return f"{in_units(one)}\N{NO-BREAK SPACE}{name}"
    return f"{rounded:,}"
