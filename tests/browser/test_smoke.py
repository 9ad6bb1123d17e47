"""Every widget, and every page in both languages: alive, drawn, silent, and nothing from elsewhere."""

import pytest
from browser.controllers import LIVE, python_facts, violations
from claims import alike
from playwright.sync_api import expect

from attention.language.words import LANGUAGES
from attention.widget import names

every = pytest.mark.parametrize("standing", [(name, "en") for name in names()], indirect=True, ids="-".join)


@every
def test_a_widget_comes_alive_and_says_what_it_shows(standing):
    assert standing.state == "live"
    assert alike(standing.facts, python_facts(standing.name, standing.params))
    assert standing.text
    assert "{" not in standing.text
    assert len(standing.page.workers) == 1
    expect(standing.progress).to_be_hidden()
    expect(standing.notice).to_be_empty()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_widgets_of_a_page_come_alive_on_one_python_and_axe_finds_nothing_serious(site, page, everywhere, lang):
    for path in sorted(site.glob(f"{lang}/**/index.html")):
        page.watch.requests.clear()  # also of what an earlier page has fetched when nobody moved anything
        drivers = everywhere(f"{path.parent.relative_to(site)}/", lang)
        assert len(page.workers) == min(len(drivers), 1)
        assert [driver.state for driver in drivers] == ["live"] * len(drivers)
        for driver in drivers:
            assert driver.text
        fetched = [url.rpartition("/python/")[2] for url in page.watch.requests if "/python/" in url]
        assert len(fetched) == len(set(fetched)), "a file of Python's was asked for twice"
        page.locator("details").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")
        assert not violations(page), path.parent
        if lang == "en":  # the colours are the same in both
            page.emulate_media(color_scheme="dark")
            assert not violations(page, "color-contrast"), f"{path.parent}, dark"
            page.emulate_media(color_scheme="light")


def test_nothing_starts_before_it_comes_near(page):
    page.goto("en/explorable/")
    first = page.locator("attention-widget").first
    expect(first).to_have_attribute("data-state", "live", timeout=LIVE)
    expect(page.locator("attention-widget").last).to_have_attribute("data-state", "static")
