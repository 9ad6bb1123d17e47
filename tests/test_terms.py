"""The glossary page and what the search looks through."""

import re
from pathlib import Path

import pytest

from attention.language.words import LANGUAGES, glossary
from sitebuild.pages import pages, search, terms
from sitebuild.pages.pages import PageError

SOURCES = Path(__file__).parents[1] / "pages"


@pytest.fixture(scope="module")
def entries():
    return terms.read(SOURCES / "_glossary.toml")


@pytest.fixture
def written(tmp_path):
    """Two pages of one language: the first without sections, the second with two."""
    (tmp_path / "plain.en.md").write_text('# Plain\n\nA {{ term("query") }} and $x^2$ & more.\n')
    (tmp_path / "long.en.md").write_text(
        '# Long\n\nBefore.\n\n{#one}\n## One {{ term("key") }}\n\n{{ term("queries") }}, {{ term("query") }}.\n\n'
        '{#two}\n## Two\n\n{{ widget("key_stretch") }}\n\n{{ term("queries") }}\n'
    )
    return pages.all_in(tmp_path)


def test_every_term_has_a_meaning_in_both_languages(entries):
    assert {key for entry in entries for key in (entry.key, *entry.forms)} == set(glossary)
    for entry in entries:
        for lang in LANGUAGES:
            assert entry.meaning[lang].endswith("。" if lang == "ja" else ".")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text.replace("[gradient]", "[gradiant]"), "gradiant, gradient"),
        (lambda text: text.replace('forms = ["keys"]', ""), "keys"),
    ],
)
def test_terms_and_meanings_that_differ_stop_the_build(change, told, tmp_path):
    path = tmp_path / "_glossary.toml"
    path.write_text(change((SOURCES / "_glossary.toml").read_text()))
    with pytest.raises(PageError, match=told):
        terms.read(path)


def test_a_term_is_found_where_it_is_used_in_any_of_its_forms(entries, written):
    [query] = [entry for entry in entries if entry.key == "query"]
    places = [(place.page.slug, place.section, place.title) for place in terms.taught(query, "en", written)]
    assert places[0][:2] == ("long", "one")
    assert places[1:] == [("long", "two", "Two"), ("plain", "", "Plain")]
    assert terms.taught(query, "ja", written) == []


def test_the_first_mention_leads_to_the_glossary_and_a_heading_does_not(written):
    html = pages.place(written[0], ["", ""], "link")
    assert html.count("../../en/glossary/#") == 2
    assert '<a class="term term-query" data-term="queries" href="../../en/glossary/#queries">' in html
    assert "glossary/#key" not in html
    assert html.count('<span class="term term-query" data-term="queries">') == 1


def test_the_search_has_each_section_and_each_term_as_plain_text(entries, written):
    found = {entry["at"]: entry for entry in search.index("en", written, entries)}
    assert set(found) == {"plain/", "long/", "long/#one", "long/#two", *(f"glossary/#{entry.key}" for entry in entries)}
    assert found["plain/"]["text"] == "Plain A query and & more."
    assert "A key that wins by its length" in found["long/#two"]["text"]
    assert "キー" in found["glossary/#key"]["also"].split()
    assert {"内積", "ないせき"} <= set(found["glossary/#dot_product"]["also"].split())
    assert {"クエリ", "キー"} <= set(found["long/#one"]["also"].split())
    assert not [entry for entry in found.values() if "<" in entry["text"]]


def test_each_term_says_how_it_is_read(entries):
    for entry in entries:
        assert re.fullmatch("[ぁ-ゖァ-ヺー ]+", entry.reading), entry.key
