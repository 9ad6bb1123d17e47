""" "Embed this": what the panel says, taken as it stands, is what a page of another origin shows."""

import re
import shutil
from html import escape
from urllib.parse import parse_qsl, urlsplit

import pytest
from browser.controllers import LIVE
from browser.hosting import hosting
from browser.test_embedding import HOSTS
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("browser_test_snippets")  # what they share takes long to make
ODD = r"""<b>"it's"</b> & 50 %, `c` [d](e) *f* $g$ \h {i} #j @k | ねこ"""
# A page of each kind, a widget on it and what is done to it; in the end the widget is in the state after that.
PAGES = {
    "explorable": ("{lang}/explorable/", "key_stretch", {"stretch": 3.3}, {"stretch": 3.3}),
    "course": (
        "{lang}/course/problem/",
        "meaning_in_context",
        {"typed": ODD[:40].strip()},
        {"typed": ODD[:40].strip()},
    ),
    "tour": ("{lang}/tour/", "bank_sense", {"neighbour": "money"}, {"neighbour": "money"}),
    "teachers": ("{lang}/teachers/", "key_stretch", {}, {"stretch": 3}),  # which places it so
    "embed": (
        "embed/{lang}/many_examples/",
        "many_examples",
        {"text": ODD, "n_tokens": 5},
        {"text": ODD, "n_tokens": 5},
    ),
}
PLACES = [(lang, kind) for lang in ("en", "ja") for kind in PAGES]
READ = """(element, params) => {
  element.params = params;
  element.querySelector(".embed").click();
  const select = element.querySelector(".share select"), read = {};
  for (const { value } of select.options) {
    select.value = value;
    select.dispatchEvent(new Event("change"));
    read[value] = element.querySelector(".share code").textContent;
  }
  return read;
}"""
# Where a course is written in each system: a page of the tools that are here, and for the two that are not, what their
# manuals say they make of it.
WRITTEN = {
    "HTML": "plain/html.html",
    "HTML (iframe)": "plain/iframe.html",
    "Moodle": "plain/moodle.html",
    "Quarto": "plain/quarto.html",
    "Jupyter Book 2 (MyST)": "plain/book2.html",
    "Jupyter Book 1, MyST for Sphinx": "sphinx/myst.md",
    "Sphinx (reStructuredText)": "sphinx/index.rst",
    "MkDocs": "mkdocs/docs/index.md",
}
SHOWN = {path: path.replace("/docs/", "/").rsplit(".", 1)[0] + ".html" for path in WRITTEN.values()}
TITLE = {
    "md": "# A course\n\n",
    "rst": "A course\n========\n\n",
    "html": "<!doctype html>\n<html lang='fr'>\n<meta charset='utf-8'>\n<title>A course</title>\n",
}
TITLE["live"] = TITLE["html"] + "<link rel='icon' href='data:,'>\n"


@pytest.fixture(scope="module")
def pasted(chromium, address):
    """What the panels say: {(language, kind of page): {system: text}}. No Python is needed for that."""
    context = chromium.new_context(base_url=address, service_workers="block")
    context.route("**/python/*/*", lambda route: None)
    page, read = context.new_page(), {}
    for lang, kind in PLACES:
        path, name, act, _ = PAGES[kind]
        page.goto(path.format(lang=lang))
        element = page.locator(f'attention-widget[name="{name}"]')
        element.evaluate("(element) => element.scrollIntoView()")
        expect(element).to_have_attribute("data-drawn", "")
        read[lang, kind] = element.evaluate(READ, act)
    context.close()
    return read


def unwrapped(system, text):
    """What a system whose tool is not here puts into its page."""
    if system == "Quarto":
        return re.fullmatch(r"```\{=html\}\n(.*)\n```", text, re.DOTALL)[1]
    if system == "Jupyter Book 2 (MyST)":
        source, title = re.fullmatch(r":::\{iframe\} (\S+)\n:width: 100%\n:title: ([^\n]+)\n:::", text).groups()
        return f'<iframe src="{escape(source)}" title="{escape(title)}" width="100%"></iframe>'
    return text


@pytest.fixture(scope="module")
def hosts(pasted, tmp_path_factory):
    """A page of every system with all that was read for it, and one with a little of each kind that is to go live."""
    folder = tmp_path_factory.mktemp("pasted")
    shutil.copytree(HOSTS, folder, ignore=shutil.ignore_patterns("*.md", "*.html"), dirs_exist_ok=True)
    for system, path in WRITTEN.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        texts = [unwrapped(system, pasted[place][system]) for place in PLACES]
        contents = "\n.. toctree::\n\n   myst\n" if path.endswith("rst") else ""
        target.write_text(TITLE[path.rsplit(".", 1)[1]] + "\n\n".join(texts) + "\n" + contents)
    live = [pasted[lang, kind]["HTML"] for lang, kind in LIVING] + [pasted["ja", "tour"]["Moodle"]]
    (folder / "plain/live.html").write_text(TITLE["live"] + "\n".join(live))
    with hosting(folder) as served:
        yield served


LIVING = list(zip(("en", "ja", "en", "ja", "ja"), PAGES, strict=True))


def asked(place, address):
    """What the address of the frame must be: its path and its parameters."""
    lang, kind = place
    _, name, _, state = PAGES[kind]
    return f"{address}embed/{lang}/{name}/", {param: str(value) for param, value in state.items()}


def read(url):
    parts = urlsplit(url)
    own = {key: value for key, value in parse_qsl(parts.query) if key not in ("theme", "load")}
    return parts._replace(query="").geturl(), own


@pytest.mark.parametrize("system", WRITTEN)
def test_a_snippet_opens_the_page_and_the_state_that_its_panel_showed(system, pasted, hosts, chromium, address):
    assert set(pasted["en", "tour"]) == set(WRITTEN)
    context = chromium.new_context(base_url=hosts, service_workers="block")
    context.route(f"{address}embed/**", lambda route: route.fulfill(body="", content_type="text/html"))
    page = context.new_page()
    assert page.goto(SHOWN[WRITTEN[system]]).ok
    holders = page.locator("attention-widget, iframe:not(attention-widget iframe)")
    expect(holders).to_have_count(len(PLACES))
    for place, holder in zip(PLACES, holders.all(), strict=True):
        holder.scroll_into_view_if_needed()
        frame = holder.locator("iframe") if holder.evaluate("(e) => e.localName") != "iframe" else holder
        source = frame.get_attribute("src")
        assert read(source) == asked(place, address)
        answer = context.request.get(source)
        assert answer.status == 200
        assert f'<html lang="{place[0]}">' in answer.text()
        if holder.evaluate("(e) => e.localName") == "iframe":
            assert frame.get_attribute("title") in answer.text()
    context.close()


def test_snippets_of_every_kind_of_page_go_live_in_the_state_shown(hosts, chromium):
    page = chromium.new_context(base_url=hosts, service_workers="block").new_page()
    page.add_init_script(
        """addEventListener("attention:ready", ({ target, detail }) => { target.told = detail; }, true);"""
    )
    page.goto("plain/live.html")
    for (lang, kind), element in zip(LIVING, page.locator("attention-widget").all(), strict=True):
        _, name, _, state = PAGES[kind]
        element.scroll_into_view_if_needed()
        inside = element.locator("iframe").content_frame.locator("attention-widget")
        expect(inside).to_have_attribute("data-state", "live", timeout=LIVE)
        assert inside.get_attribute("lang") == lang
        told, params = element.evaluate("(e) => [e.told, e.params]")
        assert (told["name"], told["lang"]) == (name, lang)
        assert params | state == params
        assert inside.evaluate("(e) => e.facts") == element.evaluate("(e) => e.facts") != {}
        assert not inside.locator(".notice p").count()
    plain = page.locator("body > iframe").content_frame.locator("attention-widget")
    page.locator("body > iframe").scroll_into_view_if_needed()
    expect(plain).to_have_attribute("data-state", "live", timeout=LIVE)
    assert plain.evaluate("(e) => e.params") == {"neighbour": "money"}
    page.context.close()
