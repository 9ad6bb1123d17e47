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
    wanted = [f"/{lang}/{way}/" for way in ("tour", "explorable", "course", "lab", "teachers")]
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
        ("ja", "くえり", "glossary/#query"),
        ("ja", "ないせき", "glossary/#dot_product"),
        ("ja", "そふとまっくす", "glossary/#softmax"),
        ("ja", "平方根", "glossary/#score"),
        ("en", "ソフトマックス", "glossary/#softmax"),
        ("en", "内積", "glossary/#dot_product"),
        ("en", "qurey", "glossary/#query"),
        ("en", "sqrt", "glossary/#score"),
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


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_page_that_is_not_there_leads_to_the_search(lang, open_page):
    page = open_page(locale=lang)
    page.goto("404.html")  # as a host shows it
    page.locator(f"section[lang={lang}] a[href$='#search']").click()
    expect(page.locator("dialog.search input")).to_be_focused()
    assert page.url.endswith(f"/{lang}/#search")


@pytest.mark.expects_errors
def test_the_server_shows_that_page_for_any_address(page):
    answer = page.goto("en/no/such/page/")
    assert answer.status == 404
    expect(page.locator("h1:visible")).to_have_text("There is no such page")
    assert page.evaluate("getComputedStyle(document.body).margin") == "0px", "its style came"


@pytest.mark.parametrize("path", ["en/tour/#card-99", "en/tour/#99", "ja/explorable/#no_such?stretch=2"])
def test_an_address_that_names_nothing_says_so(path, page):
    page.goto(path)
    expect(page.locator(".nowhere")).to_contain_text(path.partition("#")[2].partition("?")[0])
    page.evaluate("location.hash = document.querySelector('main [id]').id")
    expect(page.locator(".nowhere")).to_be_empty()


@pytest.mark.parametrize(
    "path", ["en/tour/#card-2", "en/tour/#2", "en/explorable/#key_stretch?stretch=2", "ja/glossary/#keys"]
)
def test_an_address_that_names_something_says_nothing(path, page):
    page.goto(path)
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".nowhere")).to_be_empty()
