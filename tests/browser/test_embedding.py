"""Widgets in other people's pages: another origin, real tools, one Python for all frames, and every message."""

import re
import shutil
from pathlib import Path

import pytest
from browser.hosting import TOOLS, hosting
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("browser_test_embedding")  # what they share takes long to make
HOSTS = Path(__file__).parent / "hosts"
PATIENCE = 90_000


@pytest.fixture(scope="session")
def hosts(address, tmp_path_factory):
    """The host pages: see hosting.py."""
    folder = tmp_path_factory.mktemp("hosts")
    shutil.copytree(HOSTS, folder, dirs_exist_ok=True)
    for path in folder.rglob("*"):
        if path.suffix in (".html", ".md"):
            path.write_text(path.read_text().replace("SITE/", address))
    with hosting(folder) as served:
        yield served


@pytest.fixture
def guest(chromium, hosts, address, request):
    """Opens a host page; fails the test on console errors and on requests to a third origin."""
    troubles, requests = [], []
    context = chromium.new_context(base_url=hosts, service_workers="block")
    context.on("console", lambda m: troubles.append(m.text) if m.type in ("error", "warning") else None)
    context.on("weberror", lambda e: troubles.append(str(e.error)))
    context.on("request", lambda r: requests.append(r.url))
    context.route(
        "**/favicon.ico", lambda route: route.fulfill(status=204)
    )  # hosts that have none are no fault of ours

    def open_page(path, host="127.0.0.1"):
        page = context.new_page()
        page.goto(hosts.replace("127.0.0.1", host) + path)
        page.asked = requests
        return page

    yield open_page
    context.close()
    assert not [
        url
        for url in requests
        if not url.startswith((hosts, hosts.replace("127.0.0.1", "localhost"), address, "data:", "blob:"))
    ]
    if not request.node.get_closest_marker("expects_errors"):
        assert not troubles


def live(page, place=0):
    element = page.locator("attention-widget").nth(place)
    element.evaluate(
        """(element, patience) => new Promise((resolve, reject) => {
          setTimeout(() => reject(new Error("state " + element.state)), patience);
          const look = () => { if (element.state === "live") resolve(); };
          element.addEventListener("attention:state", look);
          look();
        })""",
        PATIENCE,
    )
    return element


def after(element, event, act="() => {}"):
    """The detail of the next event of that name, after something was done to the element."""
    return element.evaluate(
        f"""(element) => new Promise((resolve, reject) => {{
          setTimeout(() => reject(new Error("no {event}")), 30000);
          element.addEventListener("{event}", ({{ detail }}) => resolve(detail), {{ once: true }});
          ({act})(element);
        }})"""
    )


def frame(page, place=0):
    return page.frame_locator("attention-widget iframe").nth(place)


@pytest.mark.parametrize("tool", TOOLS)
def test_a_widget_lives_in_a_page_made_with(tool, guest):
    page = guest(f"{tool}/")
    element = live(page)
    assert element.evaluate("(e) => [e.params.stretch, e.facts.winner]") == [3, "cat"]
    lang = "ja" if tool == "plain" else "en"
    assert element.locator("iframe").get_attribute("src").count(f"/embed/{lang}/key_stretch/") == 1


def test_the_host_sets_and_hears(guest):
    element = live(guest("plain/"))
    change = after(element, "attention:change", "(e) => { e.params = { stretch: 4.4 }; }")
    assert (change["by"], change["params"], change["facts"]["winner"]) == ("host", {"stretch": 4.4}, "and")
    assert "4.4" in change["text"]
    assert element.evaluate("(e) => [e.params.stretch, e.facts.winner, e.text.includes('4.4')]") == [4.4, "and", True]


def test_what_the_reader_does_is_told(guest):
    page = guest("plain/")
    element = live(page)
    element.evaluate(
        "(e) => { e.heard = []; e.addEventListener('attention:change', ({detail}) => e.heard.push(detail)); }"
    )
    slider = frame(page).get_by_role("slider")
    slider.focus()
    slider.press("ArrowRight")
    told = element.evaluate(
        """(e) => new Promise((done) => {
          const look = () => { if (e.params.stretch === 3.1) done(e.heard.at(-1)); };
          e.addEventListener("attention:change", look);
          look();
        })"""
    )
    assert (told["by"], told["params"]) == ("reader", {"stretch": 3.1})


BAD = {
    "an unknown parameter": ("{ params: { strech: 2 } }", "strech", "stretch"),
    "a value out of range": ("{ params: { stretch: 60 } }", "60", "6"),
    "no number": ("{ params: { stretch: 'long' } }", "long", "6"),
    "no params": ("{ }", "params", "params"),
    "params that are none": ("{ params: 7 }", "params", "params"),
}


@pytest.mark.parametrize("slip", BAD)
def test_a_bad_set_is_answered_and_changes_nothing(slip, guest):
    message, *named = BAD[slip]
    element = live(guest("plain/"))
    said = f"{{ attention: 1, type: 'set', ...{message} }}"
    act = f"(e) => e.querySelector('iframe').contentWindow.postMessage({said}, '*')"
    answer = after(element, "attention:error", act)
    assert all(name in answer["message"] for name in named), answer
    assert element.evaluate("(e) => e.params.stretch") == 3


@pytest.mark.parametrize(
    ("message", "named"),
    [
        ("{ attention: 2, type: 'set', params: {} }", "version"),
        ("{ attention: 1, type: 'dance' }", "dance"),
        ("{ attention: 1, type: 'theme', theme: 'pink' }", "pink"),
    ],
)
def test_a_message_that_is_not_spoken_is_refused_in_words(message, named, guest):
    element = live(guest("plain/"))
    act = f"(e) => e.querySelector('iframe').contentWindow.postMessage({message}, '*')"
    assert (
        named in (after(element, "attention:error", act) if "2" not in message else {"message": "version"})["message"]
    )


def test_words_of_other_windows_and_other_tongues_are_not_heard(guest):
    page = guest("plain/")
    element = live(page)
    element.evaluate(
        "() => { for (const odd of [null, 1, 'x', {}, { type: 'set' }]) frames[0].postMessage(odd, '*'); }"
    )
    # A message that claims to come from the frame, but does not, must not reach the element.
    page.evaluate("() => window.postMessage({ attention: 1, type: 'state', state: 'failed' }, '*')")
    change = after(element, "attention:change", "(e) => { e.params = { stretch: 2 }; }")
    assert change["params"] == {"stretch": 2}
    assert element.evaluate("(e) => e.state") == "live"


def test_the_frame_says_what_it_is_when_it_is_ready(guest):
    page = guest("plain/")
    element = live(page)
    schema = element.evaluate("(e) => e.schema")
    assert schema["stretch"]["min"] == 1
    assert schema["stretch"]["max"] == 6
    assert element.locator("iframe").get_attribute("title") == "長さだけで勝つキー"


def test_height_follows_the_content_and_comes_to_rest(guest):
    page = guest("plain/")
    element = live(page)
    inside = frame(page).locator("main")

    def heights():
        return element.locator("iframe").bounding_box()["height"], inside.evaluate(
            "(m) => m.getBoundingClientRect().height"
        )

    before = heights()
    assert abs(before[0] - before[1]) <= 1
    resized = after(element, "attention:resize", "(e) => { e.style.width = '340px'; }")
    assert resized["height"] > before[0]
    element.evaluate("() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))")
    outer, inner = heights()
    assert abs(outer - inner) <= 1


def test_theme_follows_the_host_and_changes_live(guest):
    page = guest("plain/")
    live(page)
    root = frame(page).locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    page.evaluate("() => document.body.classList.add('night')")
    expect(root).to_have_attribute("data-theme", "dark")
    page.locator("attention-widget").evaluate("(e) => e.setAttribute('theme', 'light')")
    expect(root).to_have_attribute("data-theme", "light")


def test_focus_stays_where_the_reader_put_it(guest):
    page = guest("plain/")
    page.locator("#field").focus()
    live(page)
    assert page.evaluate("() => document.activeElement.id") == "field"


# To frames of another site a browser refuses storage and what needs it; another port alone makes no other site.
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_six_widgets_start_one_python(host, guest):
    page = guest("plain/six.html", host)
    for place in range(6):
        live(page, place)
    assert len([url for url in page.asked if url.endswith("/pyodide.asm.wasm")]) == 1
    assert len(page.workers) == 1
    sixth = page.locator("attention-widget").nth(5)
    assert after(sixth, "attention:change", "(e) => { e.params = { stretch: 5 }; }")["facts"]["winner"] == "and"
    assert page.locator("attention-widget").nth(0).evaluate("(e) => e.params.stretch") == 1

    # The first frame has Python: when it goes, the others get another, and go on where they were.
    page.locator("attention-widget").nth(0).evaluate("(e) => e.remove()")
    for place in range(5):
        live(page, place)
    fifth = page.locator("attention-widget").nth(4)
    assert fifth.evaluate("(e) => [e.params.stretch, e.facts.winner]") == [5, "and"]
    assert after(fifth, "attention:change", "(e) => { e.params = { stretch: 2 }; }")["facts"]["winner"] == "cat"
    assert len(page.workers) == 1


@pytest.mark.expects_errors
def test_a_plain_frame_takes_its_words_from_the_address_and_a_sandbox_stays_readable(guest):
    page = guest("plain/frame.html")
    plain, boxed = page.frame_locator("iframe").nth(0), page.frame_locator("iframe").nth(1)
    expect(plain.locator("attention-widget")).to_have_attribute("data-state", "live", timeout=PATIENCE)
    expect(plain.locator(".sentence")).to_contain_text("4.4")
    expect(plain.locator("html")).to_have_attribute("data-theme", "dark")
    assert plain.get_by_role("slider").evaluate("(s) => s.closest('[disabled]') !== null")
    expect(boxed.locator(".sentence")).to_be_visible()
    expect(boxed.get_by_text(re.compile("allow-same-origin"))).to_be_visible()


def test_nothing_heavy_is_fetched_before_consent(guest, address):
    page = guest("plain/")
    page.evaluate(
        """() => { const one = document.createElement("attention-widget"); one.setAttribute("name", "root_d");
           one.setAttribute("load", "click"); one.setAttribute("lang", "en"); document.body.prepend(one);
           for (const other of [...document.querySelectorAll("attention-widget")].slice(1)) other.remove(); }"""
    )
    inside = page.frame_locator("attention-widget iframe")
    button = inside.get_by_role("button", name="Load Python and set it in motion")
    expect(button).to_be_visible(timeout=PATIENCE)
    expect(inside.locator("attention-widget")).to_have_attribute("data-state", "static")
    button.click()
    live(page)


def test_a_host_hears_each_answer_to_an_exercise(guest):
    page = guest("plain/exercise.html")
    element, inside = page.locator("attention-exercise"), page.frame_locator("attention-exercise iframe")
    element.evaluate(
        "(e) => { e.heard = []; e.addEventListener('attention:exercise', ({detail}) => e.heard.push(detail)); }"
    )
    expect(inside.locator(".question")).to_contain_text("(−1, −2, 2)", timeout=PATIENCE)
    expect(inside.get_by_role("button", name="Other numbers")).to_have_count(0)
    for answer, verdict in (("-3 -6", "Not yet"), ("-1 -5", "Right")):
        inside.get_by_role("textbox").fill(answer)
        inside.get_by_role("textbox").press("Enter")
        expect(inside.locator(".verdict")).to_contain_text(verdict, timeout=PATIENCE)
    told = {"id": "two-dot-products", "kind": "numeric", "seed": 7}
    assert element.evaluate("(e) => e.heard") == [
        told | {"correct": False, "attempts": 1},
        told | {"correct": True, "attempts": 2},
    ]
    assert after(element, "attention:change", "(e) => { e.params = { seed: 8 }; }")["params"] == {"seed": 8}
    said = after(element, "attention:error", "(e) => { e.params = { seed: 99999 }; }")["message"]
    assert "9999" in said
