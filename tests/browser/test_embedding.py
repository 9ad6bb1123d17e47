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

    if request.node.get_closest_marker("without_python"):
        context.route("**/python/*/*", lambda route: None)

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
    button = inside.get_by_role("button", name="Load Python and start")
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
    for answer, verdict in (("-4 -6", "Not yet"), ("-1 -5", "Right")):
        inside.locator("form > .field").fill(answer)
        inside.locator("form > .field").press("Enter")
        expect(inside.locator(".verdict")).to_contain_text(verdict, timeout=PATIENCE)
    told = {"id": "two-dot-products", "kind": "numeric", "seed": 7, "hints": 0, "shown": False}
    heard = element.evaluate("(e) => e.heard")
    assert "You have added" in heard[0].pop("slip")
    assert heard == [
        told | {"correct": False, "attempts": 1, "verdict": "slip", "given": "-4 -6"},
        told | {"correct": True, "attempts": 2, "verdict": "right", "given": "-1 -5", "slip": None},
    ]
    assert after(element, "attention:change", "(e) => { e.params = { seed: 8 }; }")["params"] == {"seed": 8}
    said = after(element, "attention:error", "(e) => { e.params = { seed: 99999 }; }")["message"]
    assert "9999" in said


# The rest needs no Python: a frame is ready, and hears, before that is there.


def put(page, html):
    """The first element of some HTML, put into the host page."""
    page.wait_for_function("() => customElements.get('attention-widget')")
    page.evaluate("(html) => { put(html); }", html)
    return page.locator("#here > *").first


def told(element, kind):
    """The first message of a kind that an element has told, or tells soon."""
    return element.evaluate(
        """(element, kind) => new Promise((done, fail) => {
          setTimeout(() => fail(new Error(`no ${kind}: ${JSON.stringify(element.told)}`)), 20000);
          const look = () => { const one = element.told?.find(({ type }) => type === kind); if (one) done(one); };
          for (const type of ["ready", "error", "change"]) element.addEventListener(`attention:${type}`, look);
          look();
        })""",
        kind,
    )


def inside(element):
    """What stands in the frame of an element."""
    return element.locator("iframe").content_frame.locator("attention-widget, attention-exercise")


@pytest.mark.without_python
@pytest.mark.expects_errors  # of a name that is not there, the browser tells that it is not there
@pytest.mark.parametrize(
    ("html", "named"),
    [
        ('<attention-widget name="key_strech" load="eager">', ["key_strech", "key_stretch"]),
        ('<attention-widget name="key_strech" load="click">', ["key_strech", "key_stretch"]),
        ('<attention-widget name="constructor" lang="en-GB" load="eager">', ["constructor", "key_stretch"]),
        ('<attention-widget name="../../&quot;<b>?a=b#c" load="eager">', ["key_stretch"]),
        ('<attention-widget load="eager" lang="ja-JP">', ["「」", "key_stretch"]),
        ('<attention-exercise name="two-dot-product" load="eager">', ["two-dot-product", "two-dot-products"]),
    ],
)
def test_a_name_that_is_not_there_is_told_with_those_that_are(html, named, guest):
    page = guest("plain/bare.html")
    with page.expect_response(lambda response: "/embed/" in response.url and "?" in response.url) as answered:
        element = put(page, html)
    assert answered.value.ok
    message = told(element, "error")["message"]
    assert all(name in message for name in named), message
    expect(inside(element).locator(".notice")).to_contain_text(named[-1])


@pytest.mark.without_python
@pytest.mark.parametrize(
    ("lang", "shown"), [("en-US", "en"), ("ja-JP", "ja"), ("JA", "ja"), ("fr", "en"), ("constructor", "en"), ("", "en")]
)
def test_a_language_is_what_the_page_says_in_whatever_form(lang, shown, guest):
    element = put(guest("plain/bare.html"), f'<attention-widget name="gain" lang="{lang}" load="eager">')
    assert told(element, "ready")["lang"] == shown
    expect(inside(element)).to_have_attribute("lang", shown)
    if lang in ("fr", "constructor"):
        message = told(element, "error")["message"]
        assert all(part in message for part in (lang, "en", "ja"))
    else:
        assert element.evaluate("(e) => e.told.map(({ type }) => type)") == ["ready"]


def has(element, **params):
    """Waits until the widget in the frame has these parameters."""
    for name, value in params.items():
        frame = element.locator("iframe").element_handle().content_frame()
        frame.wait_for_function(
            "([name, value]) => JSON.stringify(document.querySelector('attention-widget')?.params[name]) === value",
            arg=[name, value],
        )


@pytest.mark.without_python
def test_an_element_that_is_moved_or_put_back_is_where_it_was(guest):
    page = guest("plain/bare.html")
    element = put(page, '<attention-widget name="key_stretch" stretch="3" load="eager">')
    told(element, "ready")
    element.evaluate("(e) => { e.params = { stretch: 4.4 }; e.told = []; document.querySelector('#there').append(e); }")
    element = page.locator("#there > attention-widget")
    told(element, "ready")
    has(element, stretch="4.4")
    element.evaluate("(e) => { window.kept = e; e.remove(); e.params = { stretch: 5 }; e.told = []; }")
    assert page.evaluate("() => [kept.state, kept.params.stretch]") == ["static", 4.4]
    page.evaluate("() => document.querySelector('#here').append(kept)")
    element = page.locator("#here > attention-widget")
    has(element, stretch="5")
    # What its address said is not read again, neither is it lost where nobody moved anything.
    page.evaluate(
        "() => { kept.remove(); kept.setAttribute('stretch', 2); document.querySelector('#here').append(kept); }"
    )
    has(element, stretch="2")
    assert not [one for one in element.evaluate("(e) => e.told") if one["type"] == "error"]


@pytest.mark.without_python
def test_attributes_are_obeyed_when_they_change(guest):
    page = guest("plain/bare.html")
    element = put(page, '<attention-widget name="key_stretch" stretch="3" load="eager">')
    told(element, "ready")
    element.evaluate("(e) => e.setAttribute('stretch', '4.4')")
    has(element, stretch="4.4")
    element.evaluate("(e) => e.setAttribute('lang', 'ja')")
    expect(inside(element)).to_have_attribute("lang", "ja")
    has(element, stretch="4.4")
    element.evaluate("(e) => { e.told = []; e.setAttribute('lock', 'stretch'); }")
    expect(inside(element)).to_have_attribute("lock", "stretch")
    told(element, "ready")
    has(element, stretch="4.4")
    element.evaluate("(e) => e.removeAttribute('stretch')")
    has(element, stretch="1")
    element.evaluate("(e) => { e.told = []; e.setAttribute('stretch', '60'); }")
    assert "60" in told(element, "error")["message"]
    element.evaluate("(e) => { e.told = []; e.removeAttribute('stretch'); e.setAttribute('name', 'gain'); }")
    expect(inside(element)).to_have_attribute("name", "gain")
    assert told(element, "ready")["name"] == "gain"


GROUNDS = {
    "oklch(0.97 0.01 90)": "light",
    "oklch(0.25 0.03 260)": "dark",
    "color(display-p3 0.95 0.95 0.95)": "light",
    "lab(20% 0 0)": "dark",
    "rgb(0 0 0 / 5%)": "light",
    "rgb(0 0 0 / 80%)": "dark",
    "color-mix(in oklch, white, black 85%)": "dark",
    "transparent": "light",
    "hwb(0 0% 100%)": "dark",
}


@pytest.mark.without_python
def test_light_or_dark_is_what_the_browser_shows(guest):
    page = guest("plain/bare.html")
    element = put(page, '<attention-widget name="key_stretch" load="eager">')
    told(element, "ready")
    root = element.locator("iframe").content_frame.locator("html")
    for ground, theme in GROUNDS.items():
        page.evaluate("(ground) => { document.querySelector('#here').style.background = ground; }", ground)
        expect(root, ground).to_have_attribute("data-theme", theme)
    page.evaluate(
        "() => { document.body.style.background = 'black'; here.style.background = 'rgb(255 255 255 / 10%)'; }"
    )
    expect(root).to_have_attribute("data-theme", "dark")
    page.evaluate("() => { here.style.transition = 'background-color 0.3s'; here.style.background = 'white'; }")
    expect(root).to_have_attribute("data-theme", "light")


ODD = {
    "a BigInt": "{ attention: 1, type: 'set', params: { stretch: 3n } }",
    "a cycle": "(() => { const one = { attention: 1, type: 'set' }; one.params = { stretch: one }; return one; })()",
    "an object that is no text": "{ attention: 1, type: 'set', params: { stretch: { toString: 1, valueOf: 1 } } }",
    "null for params": "{ attention: 1, type: 'set', params: null }",
    "a name that all objects have": "{ attention: 1, type: 'set', params: { constructor: 0 } }",
    "an odd type": "{ attention: 1, type: 1n }",
    "an odd theme": "{ attention: 1, type: 'theme', theme: 1n }",
    "an odd version": "{ attention: { toString: 1, valueOf: 1 } }",
}


@pytest.mark.without_python
def test_odd_messages_are_answered_in_words(guest):
    page = guest("plain/bare.html")
    element = put(page, '<attention-widget name="key_stretch" stretch="3" load="eager">')
    told(element, "ready")
    for message in ODD.values():
        act = f"(e) => e.querySelector('iframe').contentWindow.postMessage({message}, '*')"
        assert len(after(element, "attention:error", act)["message"]) < 300
    for params in ("null", "{ stretch: 3n }", "{ stretch: () => 1 }", "{ stretch: document.body }"):
        after(element, "attention:error", f"(e) => setTimeout(() => {{ e.params = {params}; }})")
    has(element, stretch="3")


@pytest.mark.without_python
def test_a_plain_frame_is_told_the_theme_by_address_and_by_message(guest, address):
    page = guest("plain/bare.html")
    page.evaluate("() => { window.heard = []; addEventListener('message', ({ data }) => heard.push(data)); }")
    frame = put(page, f'<iframe src="{address}embed/en/key_stretch/?theme=dark" width="700" height="900"></iframe>')
    root = frame.content_frame.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(frame.content_frame.locator("attention-widget")).to_have_attribute("data-drawn", "")
    frame.evaluate("(f) => f.contentWindow.postMessage({ attention: 1, type: 'theme', theme: 'light' }, '*')")
    expect(root).to_have_attribute("data-theme", "light")
    frame.evaluate("(f, url) => { f.src = url; }", f"{address}embed/en/key_stretch/?theme=pink&utm_source=x&_ga=1")
    notice = frame.content_frame.locator(".notice")
    expect(notice).to_contain_text("theme can be light, dark, auto, not pink")
    assert not re.search("utm|_ga", notice.inner_text())


@pytest.mark.without_python
@pytest.mark.expects_errors  # the browser tells that the host has not allowed the clipboard
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_plain_frame_copies_all_the_same_or_says_what_to_do(lang, guest, address):
    page = guest("plain/bare.html")
    frame = put(page, f'<iframe src="{address}embed/{lang}/key_stretch/?stretch=3" width="360" height="1500"></iframe>')
    widget = frame.content_frame.locator("attention-widget")
    expect(widget).to_have_attribute("data-drawn", "")
    widget.locator(".tools .embed").click()
    copy, code = widget.locator(".share button"), widget.locator(".share code")
    copy.click()
    expect(copy).to_have_text({"en": "Copied", "ja": "コピーしました"}[lang])
    page.locator("#field").press("Control+V")
    assert "embed.js" in page.locator("#field").input_value()

    widget.evaluate("() => { document.execCommand = () => false; }")
    copy.click()
    expect(copy).to_contain_text("Ctrl+C")
    assert widget.evaluate("() => getSelection().toString()").strip() == code.inner_text().strip()
    widget.locator(".tools .link").click()
    said = widget.locator(".notice")
    expect(said).to_contain_text(f"{address}embed/{lang}/key_stretch/?stretch=3")
    assert not re.search("address bar|アドレス欄", said.inner_text())
    assert said.evaluate("(notice) => notice.scrollWidth <= notice.clientWidth")


@pytest.mark.without_python
def test_a_host_hears_nothing_of_earlier_visits(guest, address):
    page = guest("plain/bare.html")
    element = put(page, '<attention-exercise name="why-minus-infinity" lang="en" load="eager">')
    told(element, "ready")
    inside(element).evaluate(
        """(e) => localStorage.setItem("attention-exercises", JSON.stringify({ "why-minus-infinity":
          { attempts: 7, correct: true, seed: 0, text: "an answer of mine",
            checks: [true, true, true, true, true, true] } }))"""
    )
    element.evaluate(
        """(e) => { e.told = []; e.heard = [];
          e.addEventListener('attention:exercise', ({ detail }) => e.heard.push(detail)); }"""
    )
    element.evaluate("(e) => e.setAttribute('lang', 'ja')")
    told(element, "ready")
    expect(inside(element).locator("textarea")).to_have_value("an answer of mine")
    inside(element).locator(".model summary").click()
    boxes = inside(element).locator(".self input")
    expect(boxes.first).to_be_checked()
    page.wait_for_function("() => document.querySelector('#here > *').heard.length === 1")
    boxes.first.uncheck()
    boxes.first.check()
    page.wait_for_function("() => document.querySelector('#here > *').heard.length === 3")
    heard = element.evaluate("(e) => e.heard.map(({ correct, attempts }) => [correct, attempts])")
    assert heard == [[False, 1], [False, 1], [True, 1]]
