"""One spelling for each word: pages/_style.toml against all that a reader reads."""

import re
import tomllib
from pathlib import Path

import pytest

from attention.language.words import LANGUAGES, glossary
from attention.widget import find, names

PAGES = Path(__file__).parents[1] / "pages"
STYLE = tomllib.loads((PAGES / "_style.toml").read_text())


def term(lang):
    """What a placeholder of a term says in the language: its own words, or the glossary's."""

    def says(found):
        key, words = found.groups()
        return words or glossary[key].words[lang]

    return says


def prose(source, lang):
    """A source as a reader sees it, more or less: terms spelled out, no programs, formulas, addresses or tags."""
    source = re.sub(r'\{\{ *term\("(\w+)"(?:, *"([^"]*)")?\) *\}\}', term(lang), source)
    source = re.sub(r"^(```|~~~).*?^\1", "", source, flags=re.S | re.M)
    source = re.sub(r'\{\{[^{}]*"~\d"[^{}]*\}\}', "1億", source)  # a count in words ends with one
    source = re.sub(r"\{\{.*?\}\}", "0", source, flags=re.S)
    source = re.sub(r"\{%.*?%\}|\{#.*?\}|\$\$.*?\$\$", "", source, flags=re.S)
    for said in (r"\$[^$\n]*\$", r"`[^`\n]*`"):
        source = re.sub(said, "x", source)
    source = re.sub(r"\]\([^)\s]*\)", "]", source)
    return re.sub(r"</?\w[^>\n]*>|[*]", "", source)


def leaves(told, path=""):
    """Every text in a table of tables and lists, by its path."""
    if isinstance(told, str):
        yield path, told
    elif isinstance(told, dict | list):
        for key, inner in told.items() if isinstance(told, dict) else enumerate(told):
            yield from leaves(inner, f"{path}.{key}")


def texts(lang):
    """All that is said in the language: (where, text)."""
    for path in sorted(PAGES.rglob(f"*.{lang}.md")):
        yield str(path.relative_to(PAGES)), prose(path.read_text(), lang)
    yield from leaves(tomllib.loads((PAGES / "_strings.toml").read_text())[lang], "_strings")
    for path in [PAGES / "_glossary.toml", PAGES / "_figures.toml", *sorted((PAGES / "exercises").glob("*.toml"))]:
        for where, text in leaves(tomllib.loads(path.read_text()), path.stem):
            if lang in where.split("."):
                yield where, prose(text, lang)
    for name in names():
        for key, words in find(name).words.items():
            yield f"{name}.words.{key}", words[lang]
    for key, named in glossary.items():
        yield f"glossary.{key}", named.words[lang]


def slips(text, rules):
    """Where the text breaks a rule: what it says, and what it should."""
    return [
        f"{text[max(found.start() - 12, 0) : found.end() + 12]!r}: {instead}"
        for pattern, instead in rules.items()
        for found in re.finditer(pattern, text, re.M)
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_spelled_as_the_house_spells_it(lang):
    found = [f"{where}: {slip}" for where, text in texts(lang) for slip in slips(text, STYLE[lang])]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "パラメータは三つ"),
        ("ja", "ヘッド(注意)は"),
        ("ja", "いま何が見えている?"),
        ("ja", "重み:どの語"),
        ("ja", "8トークン"),
        ("ja", "二倍の長さ"),
        ("ja", "注意の層"),
        ("ja", "三分の一"),
        ("en", "toward the key"),
        ("en", "One step. softmax makes shares."),
        ("en", "an 4.5 here"),
    ],
)
def test_a_slip_is_found(lang, text):
    assert slips(text, STYLE[lang])


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "パラメーター、(0.82, 0.81) の点、8 トークン、第15回、1行目、二つ、自己注意の層、注意を向ける"),
        ("ja", "{n:?0=まだ|else={n} 個です}。ヘッド（{x:.2f}）"),
        ("en", "towards the key. The softmax of a row. An 8 and a 4.5."),
    ],
)
def test_what_is_right_is_left_alone(lang, text):
    assert not slips(text, STYLE[lang])


@pytest.mark.parametrize("name", names())
def test_words_about_a_table_hold_whichever_way_it_is_turned(name):
    """A reader may put the queries in columns: what is said of one is said of a query, not of a row."""
    source = (PAGES.parent / "src/attention/widgets" / f"{name}.py").read_text()
    if "tables.figure(" not in source or "Cells(" in source:  # a grid to paint on is not turned
        return
    said = {f"{key}, {lang}": text for key, words in find(name).words.items() for lang, text in words.items()}
    for lang in LANGUAGES:
        for path in PAGES.rglob(f"*.{lang}.md"):
            shown = re.findall(rf'^{{{{ widget\("{name}".*\n: (.*)', path.read_text(), re.M)
            said |= {f"{path.name} {place}": text for place, text in enumerate(shown)}
        for place, text in enumerate(tomllib.loads((PAGES / "_figures.toml").read_text())[name][lang]):
            said[f"_figures.toml {lang} {place}"] = text
    for where, text in said.items():
        plain = re.sub(r"\{\w+|行列|実行した行|[一二三四五]行(?=も|とも|のコード)|\d+行目|実行", "", text)
        assert not re.search(r"\b[Rr]ows?\b|行|\b[Cc]olumns?\b|列(?=の|に)", plain), f"{where}: {text}"
