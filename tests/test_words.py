"""Sentences filled with facts, and the glossary."""

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.language.numbers import number
from attention.language.words import LANGUAGES, Words, choose, fill, glossary, large, speaking, wanted
from attention.pictures import theme
from attention.widget import find, names
from sitebuild.drawing.prerender import prerender
from sitebuild.pages import check

finite = st.floats(-1e6, 1e6, allow_nan=False)

# English, Japanese: the words of the field that must not drift.
SPOKEN = {
    "self_attention": ("self-attention", "自己注意"),
    "token": ("token", "トークン"),
    "embedding": ("embedding", "埋め込み"),
    "query": ("query", "クエリ"),
    "key": ("key", "キー"),
    "value": ("value", "バリュー"),
    "query_matrix": ("query matrix", "クエリ行列"),
    "key_matrix": ("key matrix", "キー行列"),
    "value_matrix": ("value matrix", "バリュー行列"),
    "projection": ("projection", "射影"),
    "dot_product": ("dot product", "内積"),
    "score": ("score", "スコア"),
    "divisor": ("divisor", "除数"),
    "weight": ("weight", "重み"),
    "attention_pattern": ("attention pattern", "注意パターン"),
    "attention_map": ("attention map", "注意マップ"),
    "causal_mask": ("causal mask", "因果マスク"),
    "weighted_sum": ("weighted sum", "重み付き和"),
    "convex_combination": ("convex combination", "凸結合"),
    "convex_hull": ("convex hull", "凸包"),
    "output": ("output", "出力"),
    "residual": ("residual connection", "残差接続"),
    "head": ("head", "ヘッド"),
    "positional_encoding": ("positional encoding", "位置エンコーディング"),
    "context_length": ("context length", "文脈長"),
    "gradient": ("gradient", "勾配"),
    "loss": ("loss", "損失"),
}


@pytest.mark.parametrize(
    ("template", "facts", "says"),
    [
        ("{x:.2f}", {"x": 1.234}, "1.23"),
        ("{x:.2f}", {"x": -1.234}, "−1.23"),
        ("{x:.2f}", {"x": -0.001}, "0.00"),
        ("{x:.2f}", {"x": -0.0}, "0.00"),
        ("{x:.0f}", {"x": -0.4}, "0"),
        ("{x:+.1f}", {"x": -0.04}, "+0.0"),
        ("{x:.1e}", {"x": 1.23e-14}, "1.2\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}10⁻¹⁴"),
        ("{x}", {"x": -3}, "−3"),
        ("{x:,}", {"x": 134217728}, "134,217,728"),
        ("{x:.1%}", {"x": 0.0208}, "2.1%"),
        ("{x:.2f}", {"x": 3}, "3.00"),
        ("{x:.0f}°", {"x": None}, "–°"),
        ("{x}", {"x": None}, "–"),
        ("{x[1]:.1f} {x[0]:.1f}", {"x": [1.0, 2.0]}, "2.0 1.0"),
        ("{x[1][0]:.1f}", {"x": [[1.0], [-2.0]]}, "−2.0"),
        ("{name} wins", {"name": "cat"}, "cat wins"),
        ("{{x}}", {}, "{x}"),
        ("no field", {}, "no field"),
    ],
)
def test_numbers_and_words(template, facts, says):
    assert fill(template, facts) == says


def test_words_in_braces_are_escaped_and_the_sentence_round_them_is_not():
    assert fill("<em>{x}</em>", {"x": '<b>&"'}) == "<em>&lt;b&gt;&amp;&quot;</em>"


@pytest.mark.parametrize(
    ("mode", "says"),
    [("add", "0 exactly"), ("multiply", "0.092 is left"), ("zero_after", "neither"), (True, "neither")],
)
def test_words_are_chosen_by_a_fact_and_may_hold_facts(mode, says):
    template = "{mode:?add=0 exactly|multiply={last:.3f} is left|else=neither}"
    assert fill(template, {"mode": mode, "last": 0.0918}) == says


def test_words_chosen_by_true_and_false():
    template = "{inside:?True=inside|False=outside}"
    assert [fill(template, {"inside": inside}) for inside in (True, False)] == ["inside", "outside"]


def test_wanted_finds_the_facts_of_words_not_chosen_too():
    assert wanted("{mode:?a={gone[0]:.2f}|else=here {b:?c={d}|else=}} and {e}") == {"mode", "gone", "b", "d", "e"}


def test_words_may_be_empty():
    assert fill("x{mode:?a=|else= or y}", {"mode": "a"}) == "x"


def test_no_words_for_a_value_is_an_error_that_says_for_which_there_are():
    with pytest.raises(ValueError, match=r"'c'.*a, b"):
        fill("{mode:?a=1|b=2}", {"mode": "c"})
    with pytest.raises(ValueError, match="'c'"):
        choose("c", "")


@pytest.mark.parametrize("template", ["{gone}", "{gone:.2f}", "{gone[0]}", "{gone:?a=1|else=2}", "{x:?1={gone}}"])
def test_an_unknown_fact_is_an_error_that_names_it(template):
    with pytest.raises(KeyError, match="gone"):
        fill(template, {"x": 1})


@pytest.mark.parametrize("template", ["{x:.2q}", "{x", "{x[9]}", "{}"])
def test_a_broken_template_is_an_error(template):
    with pytest.raises((ValueError, KeyError, IndexError)):
        fill(template, {"x": [1.0]} if "[" in template else {"x": 1.0})


@given(finite, st.integers(0, 6))
def test_a_number_reads_back_as_itself_rounded(value, digits):
    said = number(value, digits)
    assert "-" not in said
    assert float(said.replace("−", "-").replace(",", "")) == round(value, digits)
    assert len(said.partition(".")[2]) == digits


@given(finite, st.integers(0, 6))
def test_nothing_is_ever_minus_nothing(value, digits):
    said = number(value, digits)
    assert said.strip("−0.") or not said.startswith("−")


@given(st.text())
def test_any_text_as_a_fact_is_text_in_the_page(text):
    said = fill("{x}", {"x": text})
    assert html.unescape(said) == text or "&" in text
    assert not set(said) & set("<>\"'")


@given(st.text(st.characters(exclude_characters="{}")))
def test_a_sentence_without_facts_stays_as_it_is(text):
    assert fill(text, {}) == text


def test_words_speak_the_language_of_the_block_they_stand_in():
    word = Words(ja="重み", en="weight")
    with speaking("ja"):
        assert str(word) == "重み"
        with speaking("en"):
            assert str(word) == "weight"
        assert str(word) == "重み"


def test_the_language_is_given_back_after_an_error():
    word = Words(ja="重み", en="weight")
    with speaking("en"):
        with pytest.raises(RuntimeError), speaking("ja"):
            raise RuntimeError
        assert str(word) == "weight"


@pytest.mark.parametrize("key", glossary)
def test_each_term_has_both_languages_and_a_colour_there_is(key):
    term = glossary[key]
    for lang in LANGUAGES:
        assert term.words[lang].strip() == term.words[lang] != ""
    assert term.words["en"].isascii()
    assert term.role is None or term.role in theme.roles


@pytest.mark.parametrize("key", SPOKEN)
def test_a_term_is_called_what_the_field_calls_it(key):
    assert (glossary[key].words["en"], glossary[key].words["ja"]) == SPOKEN[key]


def test_query_key_and_value_wear_their_own_colours():
    for role in ("query", "key", "value"):
        wearing = {glossary[key].role for key in (role, f"{role}_matrix")}
        assert wearing == {role}
    assert len({theme.roles[role].light for role in theme.roles}) == len(theme.roles)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (",.1f", "1,234.5"),
        (">9,.1f", "  1,234.5"),
        ("#.2g", "1.2\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}10³"),
        ("+.0f", "+1,234"),
    ],
)
def test_a_float_keeps_its_format_beside_the_guard_against_negative_zero(spec, said):
    assert fill(f"{{x:{spec}}}", {"x": 1234.5}) == said
    assert fill("{x:,.1f}", {"x": -0.01}) == "0.0"


@pytest.mark.parametrize(
    ("count", "digits", "en", "ja"),
    [
        (58_060_800_000, 4, "58.06\N{NO-BREAK SPACE}billion", "580.6億"),
        (175_000_000_000, 3, "175\N{NO-BREAK SPACE}billion", "1750億"),
        (604_800_000, 4, "604.8\N{NO-BREAK SPACE}million", "6億480万"),
        (6_291_456, 2, "6.3\N{NO-BREAK SPACE}million", "630万"),
        (1_235_116_032, 2, "1.2\N{NO-BREAK SPACE}billion", "12億"),
        (200_000_000, 3, "200\N{NO-BREAK SPACE}million", "2億"),
        (999_999, 2, "1\N{NO-BREAK SPACE}million", "100万"),
        (12_288, 5, "12,288", "12,288"),
        (12_288, 1, "10,000", "1万"),
        (0, 3, "0", "0"),
    ],
)
def test_large_counts_in_the_words_of_each_language(count, digits, en, ja):
    with speaking("en"):
        assert large(count, digits) == en
    with speaking("ja"):
        assert large(count, digits) == ja


def test_a_language_without_words_speaks_english():
    words = Words(ja="猫", en="a cat")
    with speaking("de"):
        assert (str(words), f"{words}") == ("a cat", "a cat")
        assert str(Words(en="a cat", de="eine Katze")) == "eine Katze"


def test_every_widget_can_be_drawn_in_a_language_that_has_no_words_yet():
    with speaking("de"):
        for name in names():
            assert prerender(find(name)())["title"] == find(name).word("title")["en"]


def test_the_build_says_where_words_are_lacking():
    assert check.untold(["ja", "en"]) == []
    assert "de: no words for key_stretch, stretch (length of the key of “and”, times)" in check.untold(["de"])
