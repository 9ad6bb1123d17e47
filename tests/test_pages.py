"""Pages out of Markdown: what the placeholders become, and all that stops a build."""

import re
import tomllib
import unicodedata
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from settings import settings

from attention.language.words import fill, glossary
from attention.widget import find, names
from sitebuild.pages import check, pages
from sitebuild.pages.pages import PageError

FOLDER = Path(__file__).parents[1] / "pages"
SOURCES = sorted(FOLDER.rglob("*.md"))


def of_set(path):
    """The set that a page belongs to, or nothing."""
    return "" if path.parent == FOLDER else path.parent.name


LANGUAGES = tomllib.loads((FOLDER / "_site.toml").read_text())["languages"]


@pytest.fixture
def read(tmp_path):
    """Reads a source as the page tale.<lang>.md."""

    def read(source, lang="en", slug="tale"):
        path = tmp_path / f"{slug}.{lang}.md"
        path.write_text(f"# Title\n\n{source}\n")
        return pages.read(path)

    return read


# What the placeholders become.


def test_a_term_is_the_glossarys_word_in_the_pages_language_and_colour(read):
    assert '<span class="term term-query" data-term="query">query</span>' in read('{{ term("query") }}').html
    assert '<span class="term term-query" data-term="query">クエリ</span>' in read('{{ term("query") }}', "ja").html
    assert (
        '<span class="term term-key" data-term="key">of its key</span>' in read('{{ term("key", "of its key") }}').html
    )


def test_a_term_without_a_role_wears_no_colour(read):
    assert '<span class="term" data-term="softmax">softmax</span>' in read('{{ term("softmax") }}').html


def test_a_fact_is_asked_of_the_widget_and_follows_it(read):
    page = read('{{ fact("key_stretch.cat_score", ".2f") }}')
    assert re.search(r'<data [^>]*data-of="key_stretch" data-says="\{cat_score:.2f\}"[^>]*>1.72</data>', page.html)


def test_a_fact_at_other_parameters_stays_what_it_is(read):
    page = read('{{ fact("key_stretch.and_score", ".2f", stretch=4.4) }}')
    assert ">1.74</data>" in page.html
    assert "data-says" not in page.html
    assert page.facts == [("", "key_stretch.and_score")]


def test_a_fact_may_be_one_of_a_list(read):
    assert ">1.72</data>" in read('{{ fact("key_stretch.dot_products[1]", ".2f") }}').html


def test_a_large_count_may_be_told_in_words(read):
    source = '{{ fact("parameter_count.attention_rounded", "~4", n_layers=96) }}'
    assert ">58.06\N{NO-BREAK SPACE}billion</data>" in read(source).html
    assert ">580.6億</data>" in read(source, "ja").html
    with pytest.raises(PageError, match="needs parameters"):
        read('{{ fact("parameter_count.attention_rounded", "~4") }}')


def test_a_widget_leaves_a_marker_and_its_starting_parameters(read):
    page = read('before\n\n{{ widget("key_stretch", stretch=4.4) }}\n\nafter')
    [placement] = page.placements
    assert (placement.name, placement.params, placement.sentence) == ("key_stretch", {"stretch": 4.4}, "")
    assert pages.place(page, ["HERE"], "link").count("HERE") == 1
    assert "<p>HERE" not in pages.place(page, ["HERE"], "link")
    assert "WIDGET" not in pages.place(page, ["HERE"], "link")


def test_the_sentence_under_a_widget_is_its_own_and_not_the_pages(read):
    page = read('{{ widget("key_stretch") }}\n: *{winner}* wins at {stretch:.1f}.\n\nafter')
    [placement] = page.placements
    assert fill(placement.sentence, find("key_stretch")().answer()[1]) == "<em>cat</em> wins at 1.0."
    placed = pages.place(page, ["HERE"], "link")
    assert "wins" not in placed
    assert placed.index("HERE") < placed.index("after")


def test_words_for_any_other_value_are_not_taken_for_emphasis(read):
    source = '{{ widget("key_stretch") }}\n: {winner:?cat=*cat* wins|else=*{winner}* overtakes *cat*}.'
    [placement] = read(source).placements
    said = [fill(placement.sentence, find("key_stretch")(stretch=s).answer()[1]) for s in (1.0, 5.0)]
    assert said == ["<em>cat</em> wins.", "<em>and</em> overtakes <em>cat</em>."]


def test_widgets_in_a_row_keep_their_order_and_their_sentences(read):
    run = "\n\n".join(f'{{{{ widget("{name}") }}}}\n: number {number}' for number, name in enumerate(names()))
    page = read(f'{run}\n\n{{{{ widget("{names()[0]}") }}}}\n\nA term\n: and its meaning')
    assert [placement.name for placement in page.placements] == [*names(), names()[0]]
    assert [placement.sentence for placement in page.placements] == [*(f"number {n}" for n in range(len(names()))), ""]
    placed = pages.place(page, [f"[{n}]" for n in range(len(page.placements))], "link")
    assert re.findall(r"\[(\d+)\]", placed) == [str(n) for n in range(len(page.placements))]
    assert "<dd>and its meaning</dd>" in placed


def test_more_than_ten_widgets_are_not_taken_for_each_other(read):
    page = read("\n\n".join(['{{ widget("key_stretch") }}'] * 12))
    placed = pages.place(page, [f"<i>{n}</i>" for n in range(12)], "link")
    assert re.findall(r"<i>(\d+)</i>", placed) == [str(n) for n in range(12)]


def test_symbols_wear_the_colours_of_their_terms(read):
    html = read("$q = W_Q x$ and $$w_i = v$$").html
    for symbol, role in {"q": "query", "x": "input", "w": "weight", "v": "value"}.items():
        assert f'<mi class="term-{role}">{symbol}</mi>' in html
    assert "<mi>W</mi>" in html
    assert html.count("<math") == 2


def test_formulas_are_mathml_and_nothing_else(read):
    html = read(r"$$\mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$").html
    assert "<msqrt>" in html
    assert "<mfrac>" in html
    assert "$" not in html


def test_headings_carry_their_ids(read):
    page = read("{#one}\n## The *first*\n\ntext\n\n{#two}\n## The second")
    assert [(level, name) for level, name, _ in page.headings] == [(1, ""), (2, "one"), (2, "two")]
    assert page.title == "Title"


def test_facts_know_their_section(read):
    source = '{#a}\n## A\n\n{{ fact("key_stretch.cat_score") }}\n\n{#b}\n## B\n\n{{ fact("root_d.spread") }}'
    assert read(source).facts == [("a", "key_stretch.cat_score"), ("b", "root_d.spread")]


def test_an_exercise_leaves_a_marker(read):
    page = read('before\n\n{{ exercise("two-dot-products") }}\n\n{{ exercise("two-contexts") }}\n\nafter')
    assert page.exercises == ["two-dot-products", "two-contexts"]
    placed = pages.place(page, [], "link", ["ONE", "TWO"])
    assert re.search(r"before.*ONE\s*TWO.*after", placed, re.S)
    assert "EXERCISE" not in placed
    assert "<p>ONE" not in placed


# What stops the build.


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        ('{{ widget("no_such") }}', "no_such"),
        ('{{ widget("key_stretch", gone=1) }}', "gone"),
        ('{{ widget("key_stretch", stretch=99) }}', "stretch"),
        ('{{ widget("key_stretch", stretch="long") }}', "stretch"),
        ('{{ widget("root_d", divisor="half") }}', "half"),
        ('in a line {{ widget("key_stretch") }} of text', "key_stretch"),
        ('{{ exercise("no-such") }}', "two-dot-products"),
        ('in a line {{ exercise("two-contexts") }} of text', "two-contexts"),
        ('{{ exercise("two-contexts", seed=1) }}', "seed"),
        ('{{ fact("no_such.thing") }}', "no_such"),
        ('{{ fact("key_stretch.gone") }}', "gone"),
        ('{{ fact("key_stretch.cat_score", ".2f", gone=1) }}', "gone"),
        ('{{ fact("key_stretch.cat_score", ".2q") }}', "format"),
        ('{{ fact("key_stretch") }}', "key_stretch"),
        ('{{ term("no_such") }}', "no_such"),
        ('{{ picture("x") }}', "picture"),
        ("{{ stretch }}", "stretch"),
        ("{{ term('key' }}", "'}'"),
        ("## A section without id", "A section without id"),
        ("# A second title", ""),
    ],
)
def test_what_the_build_does_not_know_stops_it_and_names_the_page(read, source, hint):
    with pytest.raises(PageError) as stopped:
        read(source)
    assert "tale.en.md" in str(stopped.value)
    assert hint in str(stopped.value)


@pytest.mark.parametrize("sentence", ["{gone:.2f}", "{winner:?dog=a}", "{stretch:.2q}", "{stretch"])
def test_a_sentence_that_asks_for_what_is_not_there_stops_the_build(read, sentence):
    with pytest.raises(PageError, match=r"tale\.en\.md"):
        read(f'{{{{ widget("key_stretch") }}}}\n: It is {sentence}.')


def test_an_unknown_term_is_answered_with_those_there_are(read):
    with pytest.raises(PageError) as stopped:
        read('{{ term("no_such") }}')
    assert all(key in str(stopped.value) for key in glossary)


def test_two_sections_of_one_id_stop_the_build(read):
    with pytest.raises(PageError, match="same"):
        read("{#same}\n## A\n\n{#same}\n## B")


SECTION = '{#a}\n## A\n\n{{ fact("key_stretch.cat_score") }} {{ fact("key_stretch.and_score") }}\n\n'
WIDGETS = '{{ widget("key_stretch") }}\n\n{{ widget("root_d") }}'


def test_twins_that_agree_pass_with_their_facts_in_another_order(read):
    japanese = '{#a}\n## あ\n\n{{ fact("key_stretch.and_score") }} {{ fact("key_stretch.cat_score") }}\n\n'
    check.twins([read(SECTION + WIDGETS), read(japanese + WIDGETS, "ja")], ["ja", "en"])


@pytest.mark.parametrize(
    ("twin", "what"),
    [
        ('{#a}\n## A\n\n{{ fact("key_stretch.cat_score") }}\n\n' + WIDGETS, "facts"),
        (SECTION + WIDGETS + "\n\n{#b}\n## B", "headings"),
        (SECTION.replace("{#a}", "{#other}") + WIDGETS, "headings"),
        (SECTION + '{{ widget("root_d") }}\n\n{{ widget("key_stretch") }}', "widgets"),
        (SECTION + WIDGETS.replace('"root_d"', '"root_d", width=4'), "widgets"),
        (SECTION, "widgets"),
        (SECTION + WIDGETS + '\n\n{{ exercise("two-contexts") }}', "exercises"),
    ],
)
def test_twins_that_differ_stop_the_build(read, twin, what):
    with pytest.raises(PageError, match=f"tale: the {what} of"):
        check.twins([read(SECTION + WIDGETS), read(twin, "ja")], ["ja", "en"])


def test_a_page_without_its_twin_stops_the_build(read):
    with pytest.raises(PageError, match="tale has no twin in ja"):
        check.twins([read(""), read("", "en", "other"), read("", "ja", "other")], ["ja", "en"])


def test_a_widget_that_no_page_places_stops_the_build(read):
    page = read('{{ widget("key_stretch") }}')
    check.placed([page], ["key_stretch"])
    with pytest.raises(PageError, match="root_d"):
        check.placed([page], ["key_stretch", "root_d"])


# Sets of pages.


@pytest.fixture
def contents(tmp_path):
    """The pages of a folder with one page alone and a set of three parts, in English."""
    (tmp_path / "tale").mkdir()
    for name in ("alone", "tale/index", "tale/02-middle", "tale/10-end", "tale/01-start"):
        (tmp_path / f"{name}.en.md").write_text(f"# The {name}\n\ntext\n")
    return pages.all_in(tmp_path)


def test_a_set_is_read_in_the_order_of_its_numbers(contents):
    slugs = [page.slug for page in contents]
    assert slugs == ["alone", "tale/start", "tale/middle", "tale/end", "tale"]
    alone, start, middle, end, index = (pages.around(page, contents) for page in contents)
    assert alone is None
    assert [place.number for place in (index, start, middle, end)] == [0, 1, 2, 3]
    assert [page.slug for page in middle.parts] == ["tale/start", "tale/middle", "tale/end"]
    assert (start.previous, start.next.slug) == (None, "tale/middle")
    assert (middle.previous.slug, middle.next.slug) == ("tale/start", "tale/end")
    assert (end.previous.slug, end.next) == ("tale/middle", None)
    assert (index.previous, index.next.slug, end.contents.slug) == (None, "tale/start", "tale")


@pytest.mark.parametrize("stem", ["query", "3-query", "03query", "03-Query", "003-query"])
def test_a_part_without_its_number_stops_the_build(tmp_path, stem):
    (tmp_path / "tale").mkdir()
    (tmp_path / f"tale/{stem}.en.md").write_text("# Title\n")
    with pytest.raises(PageError, match=f"{stem}.en.md: a page of the set tale"):
        pages.all_in(tmp_path)


def test_a_set_without_a_contents_page_stops_the_build(contents):
    without = [page for page in contents if page.slug != "tale"]
    with pytest.raises(PageError, match=r"tale has no contents page: write pages/tale/index\.en\.md"):
        pages.around(without[1], without)


@pytest.mark.parametrize("reference", ["gone.html", "other/", "#gone", "other.html#gone", "../outside.html"])
def test_a_link_that_leads_nowhere_stops_the_build(tmp_path, reference):
    (tmp_path / "other.html").write_text('<p id="there">')
    (tmp_path / "page.html").write_text('<a href="other.html#there">x</a><a href="#here">x</a><p id="here">')
    check.links(tmp_path)
    (tmp_path / "page.html").write_text(f'<a href="{reference}">x</a>')
    with pytest.raises(PageError, match=re.escape(f"page.html links to {reference}")):
        check.links(tmp_path)


@given(st.text(st.characters(codec="utf-8", exclude_characters="{}#$=-"), max_size=40))  # no headings
def test_any_prose_is_a_page(text):
    assert pages.render("tale", "en", f"# Title\n\nA {text}").placements == []


# The pages that there are.


def prose(source):
    """The source without placeholders, sentence templates, formulas, programs and addresses."""
    for gone in (
        r"^(```|~~~).*?^\1",
        r"\{\{.*?\}\}",
        r"\{%.*?%\}",
        r"\{#.*?\}",
        r"\$\$.*?\$\$",
        r"\$[^$\n]*\$",
        r"\{[^{}]*\}",
        r"\]\([^)]*\)",
        r"https?://\S+",
        r"<[^>]*>",
    ):
        source = re.sub(gone, " ", source, flags=re.S | re.M)
    return source


def decimals(source):
    """Decimal numbers typed by hand: not versions and section numbers of three parts, not the numbers of preprints."""
    text = unicodedata.normalize("NFKC", prose(source)).replace("CC BY 4.0", "")
    text = re.sub(r"(?<![\d.])[12]\.[1-4](?![\d.]*\d)", "", text) if "two_layers" in source else text  # heads
    return re.findall(r"(?<![\w.:])[-+−]?\d[\d,]*\.\d+(?![\d.]*\.\d)", text)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_no_decimal_is_typed_by_hand(source):
    assert not decimals(source.read_text()), 'ask the model instead: {{ fact("widget.fact", ".2f") }}'


def test_what_counts_as_a_decimal_typed_by_hand():
    assert decimals("It is 0.57, −1.5 or 1,000.25, and 0.3 in full width.") == ["0.57", "−1.5", "1,000.25", "0.3"]
    allowed = (
        'GPT-2, 36 of 1,000,000, §3.2.1, $0.5$, {x:.2f}, {{ fact("a.b", ".2f", x=0.5) }}, [x](v1.5), arXiv:1706.03762'
    )
    assert decimals(allowed) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_has_a_source_in_the_language(lang):
    stems = {path.with_name(path.name.split(".")[0]) for path in SOURCES}
    assert {path for path in SOURCES if path.name.endswith(f".{lang}.md")} == {
        stem.with_name(f"{stem.name}.{lang}.md") for stem in stems
    }
    offered = {path.name for path in stems if path.parent == FOLDER} | {of_set(path) for path in stems} - {""}
    offered -= {"index", "licences"}  # where all others are offered, and what stands at the foot of all
    assert set(tomllib.loads((FOLDER / "_site.toml").read_text())["order"]) == offered


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_no_widget_is_left_without_its_sentence(source):
    without = [placement.name for placement in pages.read(source, of_set(source)).placements if not placement.sentence]
    assert not without, "say what the picture shows: a line `: ...` under the placeholder"


def test_the_interface_has_the_same_words_in_both_languages():
    def keys(table, path=""):
        return {
            inner
            for key, value in table.items()
            for inner in (keys(value, f"{path}{key}.") if isinstance(value, dict) else {(f"{path}{key}", holes(value))})
        }

    def holes(text):
        return frozenset(re.findall(r"\{(\w+)[:}]", str(text)))

    strings = tomllib.loads((FOLDER / "_strings.toml").read_text())
    assert set(strings) == set(LANGUAGES)
    first, *others = (keys(strings[lang]) for lang in LANGUAGES)
    assert all(other == first for other in others)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_the_sentences_can_be_said_wherever_a_reader_goes(source):
    page = pages.read(source, of_set(source))
    said = [(placement.name, placement.sentence) for placement in page.placements]
    said += [(name, unescape(says)) for name, says in re.findall(r'data-of="(\w+)" data-says="([^"]*)"', page.html)]
    for name in {name for name, _ in said}:
        for params in settings(name):
            _, facts = find(name)(**params).answer()
            for template in (template for other, template in said if other == name):
                sentence = fill(template, facts)
                assert not re.search(r"nan|None|inf\b|[{}\[\]]|–", re.sub("<[^>]+>", "", sentence)), (
                    f"{params}: {sentence}"
                )


def test_placements_that_start_otherwise_have_files_of_their_own():
    starts = ([4, 1, 0], [-4, 1, 0], [4, -1, 0], [4, 10])
    assert len({pages.Placement("softmax_calculator", {"scores": start}).file for start in starts}) == len(starts)
