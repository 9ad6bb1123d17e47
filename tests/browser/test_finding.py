"""Finding the way: the first page, the glossary, the search."""

import pytest
from browser.controllers import LIVE
from playwright.sync_api import expect

pytestmark = pytest.mark.without_python


@pytest.mark.parametrize(("locale", "lang", "other"), [("ja-JP", "ja", "en"), ("fr-FR", "en", "ja")])
def test_the_first_page_speaks_the_readers_language_and_leads_everyone_in_one_click(locale, lang, other, open_page):
    page = open_page(locale=locale)
    page.goto("")
    expect(page.locator(f"section[lang={lang}]")).to_be_visible()
    expect(page.locator(f"section[lang={other}]")).to_be_hidden()
    expect(page.locator(f"section[lang={lang}] attention-widget")).to_have_attribute(
        "data-state", "booting", timeout=LIVE
    )
    expect(page.locator(f"section[lang={other}] attention-widget")).to_have_attribute("data-state", "static")
    ways = page.locator(f"section[lang={lang}] .ways a")
    wanted = [f"/{lang}/{way}/" for way in ("tour", "explorable", "course", "teachers")]
    assert ways.evaluate_all("(links) => links.map((link) => new URL(link.href).pathname)") == wanted
    ways.nth(1).click()
    expect(page.locator("h1")).to_be_visible()
    assert page.url.endswith(wanted[1])
    page.goto("")
    page.locator(f"section[lang={lang}] .choose a[lang={other}]").click()
    expect(page.locator("html")).to_have_attribute("lang", other)
    assert page.url.endswith(f"/{other}/")


def test_a_term_leads_to_its_meaning_and_back(page):
    page.goto("en/explorable/#softmax")
    page.locator("a[data-term=softmax]").first.click()
    expect(page.locator("dt:target")).to_contain_text("softmax")
    expect(page.locator("dt:target + dd a").first).to_be_visible()
    page.go_back()
    assert page.url.endswith("/en/explorable/#softmax")


@pytest.mark.parametrize(
    ("lang", "question", "first"),
    [
        ("en", "softmax", "glossary/#softmax"),
        ("en", "permutaton", "glossary/#permutation_equivariance"),  # a slip of the finger
        ("ja", "因果マスク", "glossary/#causal_mask"),
        ("ja", "SOFTMAX", "glossary/#softmax"),
    ],
)
def test_the_search_finds_it_and_enter_goes_there(lang, question, first, page):
    page.goto(f"{lang}/explorable/")
    page.locator("body").press("/")
    field = page.locator("dialog.search input")
    expect(field).to_be_focused()
    field.fill(question)
    results = page.locator("dialog.search li a")
    expect(results.first).to_be_visible()
    assert f"/{lang}/{first}" in [link.evaluate("(a) => new URL(a.href).pathname + a.hash") for link in results.all()]
    expect(page.locator("dialog.search [role=status]")).to_contain_text(str(results.count()))
    field.press("Enter")
    expect(page.locator("dialog.search")).to_be_hidden()
    expect(page.locator("h1")).to_be_visible()


def test_the_search_says_when_there_is_nothing_and_closes(page):
    page.goto("en/teachers/")
    button = page.locator("button.find")
    button.click()
    field = page.locator("dialog.search input")
    field.fill("xylophone <b>")
    expect(page.locator("dialog.search [role=status]")).to_contain_text("xylophone <b>")
    expect(page.locator("dialog.search li")).to_have_count(0)
    field.press("Escape")
    expect(page.locator("dialog.search")).to_be_hidden()
    expect(button).to_be_focused()


@pytest.mark.expects_errors
def test_a_search_that_could_not_be_fetched_says_so_and_tries_again(page):
    blocked = "**/search-en.json"
    page.route(blocked, lambda route: route.abort())
    page.goto("en/teachers/")
    page.locator("button.find").click()
    field, told = page.locator("dialog.search input"), page.locator("dialog.search [role=status]")
    field.fill("gradient")
    expect(told).to_contain_text("could not be set up")
    page.unroute(blocked)
    field.fill("gradients")
    expect(page.locator("dialog.search li a").first).to_be_visible()
