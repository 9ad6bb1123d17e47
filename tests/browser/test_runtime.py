"""The way from a reader's hand to Python and back: early, fast, broken, retried, from outside, twice, gone again."""

import html
import json
import re

import pytest
from browser.controllers import WidgetDriver, interface, pixels, python_facts
from claims import alike
from playwright.sync_api import expect

from attention.examples import toy
from attention.language.words import LANGUAGES, fill, speaking
from attention.widget import find

POSTED = """
  self.posted = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message) { self.posted.push(message); return post.call(this, message); };
"""


def on(name, lang="en"):
    return pytest.mark.parametrize("standing", [(name, lang)], indirect=True, ids=[f"{name}-{lang}"])


# Before Python is there.


def test_what_is_moved_early_is_kept_and_applied_when_python_comes(visit, hold):
    release = hold("**/python/*/*")
    driver = visit("key_stretch").wait_state("booting")
    driver.slider("stretch").press(*["ArrowRight"] * 34)
    assert driver.params == {"stretch": 4.4}
    assert driver.state == "booting"
    assert driver.facts["stretch"] == 1.0
    expect(driver.progress).to_contain_text(interface("en")["fetching"])
    release()
    driver.wait_live().until_facts(stretch=4.4, winner="and")
    assert driver.params == {"stretch": 4.4}
    driver.slider("stretch").press("ArrowLeft")
    driver.until_facts(stretch=4.3, winner="cat")
    expect(driver.progress).to_be_hidden()


def test_early_moves_of_handle_choices_and_order_are_kept_too(page, hold):
    release = hold("**/python/*/*")
    page.goto("en/explorable/")
    drivers = {name: WidgetDriver(page, name) for name in ("drag_input", "root_d", "shuffle")}
    for driver in drivers.values():
        driver.element.scroll_into_view_if_needed()
        driver.wait_state("booting")
    drivers["drag_input"].handle().drag_by(-0.5, 0.5)
    drivers["root_d"].choose("divisor", "none")
    drivers["shuffle"].order().press(4, "Home")
    drivers["shuffle"].toggle("mask")
    early = {name: driver.params for name, driver in drivers.items()}
    assert early["drag_input"]["x"] == pytest.approx(0.77, abs=0.03)
    assert early["root_d"]["divisor"] == "none"
    assert early["shuffle"] == {"order": [4, 0, 1, 2, 3, 5], "positions": "none", "mask": True}
    release()
    for name, driver in drivers.items():
        driver.wait_live()
        assert driver.settled()["params"] == early[name]
        assert alike(driver.facts, python_facts(name, early[name]))


def test_what_a_host_sets_before_anything_is_there_is_kept(visit, hold):
    release = hold("**/widgets/**")
    driver = visit("key_stretch")
    driver.element.evaluate("(element) => { element.params = { stretch: 4.4 }; }")
    release()
    driver.wait_live().until_facts(stretch=4.4, winner="and")


def test_what_a_host_sets_wrongly_before_anything_is_there_is_told_and_left_out(visit, hold):
    release = hold("**/widgets/**")
    driver = visit("key_stretch")
    driver.element.evaluate("(element) => { element.params = { stretch: 99 }; }")
    release()
    driver.wait_live().until_facts(stretch=1.0)
    expect(driver.notice).to_contain_text("99")


def test_nothing_is_lost_on_the_way_to_the_first_answer(visit, hold):
    """Moved while the mount is under way: between the last file and the first answer."""
    release = hold("**/python/*/*")
    driver = visit("key_stretch").wait_state("booting")
    driver.slider("stretch").press("ArrowRight")
    driver.element.evaluate(
        """(element) => element.addEventListener("attention:state", ({ detail }) => {
          if (detail.state === "live") element.params = { stretch: 5 };
        })"""
    )
    release()
    driver.wait_live().until_facts(stretch=5.0, winner="and")


# While something is held.


@on("key_stretch")
def test_a_drag_is_answered_while_the_pointer_is_down(standing):
    standing.listen()
    slider = standing.slider("stretch")
    with slider.drag() as pointer:
        pointer.to(*slider.place(3.0))
        standing.hear("attention:change")
        held = standing.settled()
        assert held["facts"]["stretch"] == pytest.approx(3.0, abs=0.2)
        heard = len(standing.heard("attention:change"))
        pointer.to(*slider.place(6.0))
        standing.hear("attention:change", heard + 1)
        standing.until_facts(stretch=6.0, winner="and")
        pointer.to(*slider.place(2.0))
    assert standing.settled()["facts"]["stretch"] == pytest.approx(2.0, abs=0.11)
    assert {event["by"] for event in standing.heard("attention:change")} == {"reader"}


@on("drag_input")
def test_a_handle_is_answered_while_it_is_held(standing):
    standing.listen()
    with standing.handle().drag() as pointer:
        x, y = pointer.at
        unit = standing.handle().unit()
        pointer.to(x - 0.5 * unit, y)
        standing.hear("attention:change")
        assert standing.settled()["facts"]["x"] == pytest.approx(0.77, abs=0.03)
        pointer.to(x - unit, y - unit)
    assert standing.settled()["facts"]["input"] == [pytest.approx(0.27, abs=0.03), pytest.approx(1.1, abs=0.03)]


@on("key_stretch")
def test_the_last_state_of_a_hasty_gesture_is_the_one_shown(standing):
    slider = standing.slider("stretch")
    with slider.drag() as pointer:
        for value in (6.0, 1.0, 5.0, 2.0, 6.0, 1.0, 4.0):
            pointer.to(*slider.place(value), steps=40)
    last = standing.params["stretch"]
    assert last == pytest.approx(4.0, abs=0.11)
    standing.until_facts(stretch=last)
    assert f"{last:.1f}" in standing.text


def test_one_question_is_under_way_and_the_newest_waits(visit, page):
    page.add_init_script(POSTED)
    driver = visit("key_stretch").wait_live()
    driver.listen()
    page.evaluate("() => { self.posted.length = 0; }")
    driver.element.evaluate("(element) => { for (let n = 10; n <= 60; n++) element.params = { stretch: n / 10 }; }")
    driver.until_facts(stretch=6.0)
    asked = [json.loads(message) for message in page.evaluate("() => self.posted")]
    assert asked[-1]["params"]["stretch"] == 6.0
    assert len(asked) <= 2, "what was overtaken on the way was asked all the same"
    assert driver.heard("attention:change")[-1]["facts"]["stretch"] == 6.0


# What can go wrong.


@pytest.mark.expects_errors
@pytest.mark.parametrize(
    ("path", "how"),
    [
        ("python/*/pyodide.asm.js", "cut off"),
        ("python/*/pyodide.asm.wasm*", "cut off"),
        ("python/*/python_stdlib.zip", "404"),
        ("python/*/python.tar*", "truncated"),
        ("python/files.bin", "404"),
        ("static/python/worker.js", "404"),
    ],
)
def test_a_missing_file_is_told_by_its_name_and_can_be_fetched_again(visit, page, site, path, how):
    def answer(route):
        if how == "404":
            route.fulfill(status=404, body="not here")
        elif how == "cut off":
            route.abort()
        else:
            [whole] = [found.read_bytes() for found in site.glob(f"{path}.gz")]
            route.fulfill(status=200, body=whole[: len(whole) // 2])

    # Alone, that is no trouble: Python starts as usual.
    page.route("**/python/*/image.bin*", lambda route: route.abort())
    page.route(f"**/{path}", answer)
    driver = visit("key_stretch").wait_state("failed")
    expect(driver.notice).to_contain_text(path.rpartition("/")[2].rstrip("*"))
    expect(driver.progress).to_be_hidden()
    expect(driver.sentence).to_contain_text("cat")
    driver.slider("stretch").press(*["ArrowRight"] * 34)
    assert driver.params == {"stretch": 4.4}
    page.unroute_all()
    expect(driver.retry).to_be_visible()
    driver.retry.click()
    driver.wait_live().until_facts(stretch=4.4, winner="and")
    expect(driver.notice).to_be_empty()


@pytest.mark.expects_errors
@pytest.mark.parametrize(
    "path",
    [
        "widgets/en/key_stretch.json",
        "static/bokeh.min.js",
        "static/swaps.json",
        "static/strings.json",
    ],
)
def test_a_figure_that_cannot_be_drawn_is_told_and_can_be_fetched_again(visit, page, path):
    page.route(f"**/{path}", lambda route: route.fulfill(status=404, body="not here"))
    driver = visit("key_stretch").wait_state("failed")
    expect(driver.notice).to_contain_text(path.rpartition("/")[2])
    page.unroute(f"**/{path}")
    driver.retry.click()
    driver.wait_live()
    driver.slider("stretch").press("End")
    driver.until_facts(stretch=6.0, winner="and")


@pytest.mark.expects_errors
def test_all_widgets_come_back_by_one_retry(page):
    page.route("**/python/*/pyodide.asm.wasm*", lambda route: route.abort())
    page.goto("en/explorable/")
    drivers = [WidgetDriver(page, name) for name in ("three_roles", "drag_input")]
    for driver in drivers:
        driver.element.scroll_into_view_if_needed()
        driver.wait_state("failed")
    page.unroute("**/python/*/pyodide.asm.wasm*")
    drivers[0].retry.click()
    for driver in drivers:
        driver.wait_live()
        expect(driver.notice).to_be_empty()
    assert len(page.workers) == 1


@pytest.mark.expects_errors
def test_a_download_that_stalls_is_given_up(visit, page, hold):
    page.clock.install()
    release = hold("**/python/*/*")
    driver = visit("key_stretch").wait_state("booting")
    expect(driver.progress).not_to_be_empty()
    page.clock.fast_forward(61_000)
    driver.wait_state("failed")
    expect(driver.notice).to_contain_text("60")
    expect(driver.retry).to_be_visible()
    release()
    driver.retry.click()
    driver.wait_live()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_webassembly_that_is_said_and_nothing_spins(visit, page, lang):
    page.add_init_script("delete globalThis.WebAssembly;")
    driver = visit("key_stretch", lang).wait_state("failed")
    expect(driver.notice).to_contain_text(interface(lang)["no_wasm"])
    expect(driver.progress).to_be_hidden()
    expect(driver.retry).to_have_count(0)
    expect(driver.sentence).not_to_be_empty()
    assert len(page.workers) == 0


@pytest.mark.expects_errors
def test_an_unknown_widget_is_answered_with_those_there_are(standing_host):
    driver = standing_host("no_such_widget").wait_state("failed")
    for name in ("no_such_widget", "key_stretch", "root_d"):
        expect(driver.notice).to_contain_text(name)


# What links and attributes ask for.


@pytest.mark.parametrize(
    ("name", "query", "told", "params"),
    [
        ("key_stretch", "?stretch=99", ["1", "6", "99"], {"stretch": 1.0}),
        ("key_stretch", "?stretch=long&gone=1", ["long", "gone", "stretch"], {"stretch": 1.0}),
        ("root_d", "?width=2.5&divisor=half", ["2.5", "none, sqrt_d, d"], {"width": 64, "divisor": "sqrt_d"}),
        (
            "shuffle",
            "?order=0,0,1&mask=perhaps&positions=added",
            ["0,0,1", "perhaps", "true"],
            {"order": [0, 1, 2, 3, 4, 5], "positions": "added", "mask": False},
        ),
    ],
)
@pytest.mark.without_python
def test_what_a_link_asks_wrongly_is_told_and_left_at_its_default(visit, name, query, told, params):
    driver = visit(name, query=query).wait_drawn()
    assert driver.params == params
    expect(driver.notice).to_be_visible()
    for words in told:
        expect(driver.notice).to_contain_text(words)


@pytest.mark.parametrize(
    ("name", "query", "params"),
    [
        ("key_stretch", "?stretch=4.4", {"stretch": 4.4}),
        ("drag_input", "?x=%EF%BC%8D1.5&y=−0.5", {"x": -1.5, "y": -0.5}),
        (
            "shuffle",
            "?order=5、3、1、0、4、2&positions=added&mask=1",
            {"order": [5, 3, 1, 0, 4, 2], "positions": "added", "mask": True},
        ),
    ],
)
def test_a_link_opens_a_state(visit, name, query, params):
    driver = visit(name, "ja", query).wait_live()
    assert driver.settled()["params"] == params
    assert alike(driver.facts, python_facts(name, params))
    expect(driver.notice).to_be_empty()


def test_links_to_states_survive_going_back_and_forward_and_a_reload(page):
    page.goto("en/explorable/#key_stretch?stretch=3")
    linked, other = WidgetDriver(page, "key_stretch", "en").wait_live(), WidgetDriver(page, "three_roles", "en")
    other.element.scroll_into_view_if_needed()
    other.wait_live().set(token=2)
    for act, stretch in [
        (lambda: page.evaluate("() => { location.hash = '#key_stretch?stretch=5'; }"), 5),
        (page.go_back, 3),
        (page.go_forward, 5),
    ]:
        act()
        expect(linked.element.locator(".sentence")).to_contain_text(f"{stretch}.0")
        assert linked.settled()["params"] == {"stretch": stretch}
        assert other.params["token"] == 2, "what was done elsewhere on the page is lost"
    page.reload()
    assert linked.wait_live().settled()["params"] == {"stretch": 5}
    page.evaluate("() => { location.hash = '#key_stretch?stretch=9'; }")
    expect(linked.notice).to_contain_text("6")
    assert linked.params == {"stretch": 1}
    page.goto("en/teachers/")
    page.goto("en/explorable/#key_stretch?stretch=4&lock=stretch")
    assert linked.wait_live().settled()["params"] == {"stretch": 4}
    assert linked.element.get_by_role("slider").first.evaluate("(s) => s.closest('[disabled]') !== null")
    assert linked.element.evaluate("(e) => e.link()").endswith("#key_stretch?stretch=4&lock=stretch")


@pytest.mark.without_python
@pytest.mark.parametrize("fragment", ["#%", "#key_stretch?stretch=%", "#no_such?x=1", "#?", "#root-d?x"])
def test_a_broken_address_does_no_harm(page, fragment):
    page.goto(f"en/explorable/{fragment}")
    driver = WidgetDriver(page, "three_roles")
    driver.element.scroll_into_view_if_needed()
    driver.wait_drawn().wait_state("booting")


# What a host page can do.


@pytest.fixture
def standing_host(page):
    """A page of ours as host: it makes widgets by script."""

    def make(name, host=page, **attributes):
        if host.url == "about:blank":
            host.goto("embed/en/key_stretch/")
            WidgetDriver(host, "key_stretch").wait_live()
        host.evaluate(
            """([name, attributes]) => {
              const element = document.createElement("attention-widget");
              element.setAttribute("name", name);
              for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
              element.heard = [];
              for (const kind of ["attention:change", "attention:state"])
                element.addEventListener(kind, ({ detail }) => element.heard.push({ kind, ...detail }));
              document.querySelector("main").append(element);
            }""",
            [name, attributes],
        )
        place = host.locator(f'attention-widget[name="{name}"]').count() - 1
        driver = WidgetDriver(host, name, attributes.get("lang", "en"), place)
        driver.element.scroll_into_view_if_needed()
        return driver

    return make


def test_a_widget_made_by_script_lives(standing_host):
    driver = standing_host("root_d", width="16", divisor="none").wait_live()
    assert driver.settled()["params"] == {"width": 16, "divisor": "none"}
    assert round(driver.facts["largest_weight"], 3) == 0.991
    driver.choose("divisor", "sqrt_d").until_facts(divisor="sqrt_d")
    assert driver.text
    assert "live" in [event["state"] for event in driver.heard("attention:state")]
    japanese = standing_host("root_d", lang="ja").wait_live()
    japanese.choose("divisor", "d").until_facts(divisor="d")
    assert driver.params["divisor"] == "sqrt_d"


def test_an_attribute_that_is_wrong_is_told(standing_host):
    driver = standing_host("key_stretch", stretch="99", gone="1").wait_live()
    assert driver.settled()["params"] == {"stretch": 1.0}
    for words in ("99", "gone"):
        expect(driver.notice).to_contain_text(words)


def test_two_of_the_same_widget_go_their_own_ways_and_one_may_leave(standing_host, page):
    page.add_init_script(POSTED)
    second = standing_host("key_stretch").wait_live()
    first = WidgetDriver(page, "key_stretch")
    first.set(stretch=4.4)
    assert second.params == {"stretch": 1.0}
    second.slider("stretch").press("End")
    second.until_facts(stretch=6.0)
    assert first.facts["stretch"] == 4.4
    assert first.text != second.text
    assert len(page.workers) == 1
    mounted = [
        message["id"] for message in map(json.loads, page.evaluate("() => self.posted")) if message["do"] == "mount"
    ]
    assert len(set(mounted)) == 2
    page.evaluate(
        """() => {
          self.gone = document.querySelectorAll("attention-widget")[1];
          self.gone.remove();
          return new Promise(requestAnimationFrame);
        }"""
    )
    last = json.loads(page.evaluate("() => self.posted.at(-1)"))
    assert (last["do"], last["id"]) == ("unmount", mounted[1])
    assert page.evaluate("() => self.gone.state") == "static"
    assert first.set(stretch=2.0)["facts"]["stretch"] == 2.0
    page.evaluate("() => { document.querySelector('main').append(self.gone); }")
    again = WidgetDriver(page, "key_stretch", place=1)
    again.element.scroll_into_view_if_needed()
    again.wait_live()
    again.slider("stretch").press("Home")
    again.until_facts(stretch=1.0)
    assert first.facts["stretch"] == 2.0


def test_a_widget_moved_within_the_page_is_not_disturbed(standing_host, page):
    page.add_init_script(POSTED)
    driver = standing_host("root_d").wait_live()
    driver.set(width=16)
    page.evaluate("() => { document.querySelector('main').prepend(document.querySelectorAll('attention-widget')[1]); }")
    assert driver.state == "live"
    driver.choose("divisor", "none").until_facts(width=16, divisor="none")
    assert "unmount" not in [json.loads(message)["do"] for message in page.evaluate("() => self.posted")]


@on("key_stretch")
def test_a_change_tells_who_made_it_and_what_came_of_it(standing):
    standing.listen()
    standing.set(stretch=4.4)
    standing.slider("stretch").press("ArrowLeft")
    standing.until_facts(stretch=4.3)
    standing.reset.click()
    standing.until_facts(stretch=1.0)
    events = standing.heard("attention:change")
    assert [(event["by"], event["params"]["stretch"]) for event in events] == [
        ("host", 4.4),
        ("reader", 4.3),
        ("reader", 1.0),
    ]
    for event in events:
        assert alike(event["facts"], python_facts("key_stretch", event["params"]))


def test_the_states_are_told_in_their_order(visit, page):
    page.add_init_script(
        """
        self.states = [];
        document.addEventListener("attention:state", ({ detail, target }) => {
          self.states.push([target.getAttribute("name"), detail.state]);
        });
        """
    )
    visit("key_stretch").wait_live()
    assert page.evaluate("() => self.states") == [["key_stretch", "booting"], ["key_stretch", "live"]]


@on("root_d")
@pytest.mark.parametrize(
    ("params", "told"),
    [
        ({"width": 0}, "1 to 256"),
        ({"width": 257}, "1 to 256"),
        ({"width": 2.5}, "whole"),
        ({"width": "many"}, "many"),
        ({"width": None}, "null"),
        ({"width": [4]}, "[4]"),
        ({"divisor": "half"}, "none, sqrt_d, d"),
        ({"divisor": 1}, "none, sqrt_d, d"),
        ({"gone": 1}, "width"),
        ({"width": 4, "divisor": "half"}, "half"),
    ],
    ids=str,
)
def test_a_host_that_sets_nonsense_is_told_and_nothing_changes(standing, params, told):
    before = standing.params, standing.facts, standing.text
    said = standing.refuse(**params)
    assert said.startswith("ParameterError: ")
    assert told in said
    assert (standing.params, standing.facts, standing.text) == before
    standing.set(width=16)
    assert standing.params == before[0] | {"width": 16}


@on("shuffle")
@pytest.mark.parametrize(
    "params",
    [
        {"order": [0, 1]},
        {"order": [0, 0, 1, 2, 3, 4]},
        {"order": 5},
        {"order": None},
        {"mask": "perhaps"},
        {"mask": None},
    ],
    ids=str,
)
def test_an_order_or_a_flag_that_is_none_is_refused(standing, params):
    before = standing.params
    assert standing.refuse(**params).startswith("ParameterError: ")
    assert standing.params == before


@on("key_stretch")
def test_what_is_handed_out_is_a_copy(standing):
    standing.element.evaluate(
        """(element) => {
          element.params.stretch = 6;
          element.facts.dot_products[0] = 99;
        }"""
    )
    assert standing.params == {"stretch": 1.0}
    assert standing.facts["dot_products"][0] < 1


# Round the widget.


def test_the_prose_follows_the_widget_that_it_quotes(page, everywhere):
    """A figure without a state of its own is the widget's present one."""
    live = (
        '<data class="fact" data-fact="three_roles.angle_query_key" data-of="three_roles"'
        ' data-says="{angle_query_key:.0f}">'
    )

    def with_one(route):
        response = route.fetch()
        body = response.text()
        assert "<p>For <em>it</em>" in body
        route.fulfill(response=response, body=body.replace("<p>For <em>it</em>", f"<p>{live}31</data> For <em>it</em>"))

    page.route("**/en/explorable/", with_one)
    everywhere("en/explorable/", "en")
    driver = WidgetDriver(page, "three_roles")
    quoted = page.locator('data[data-fact="three_roles.angle_query_key"][data-of]').first
    before = quoted.inner_text()
    driver.token(0).until_facts(token=0)
    expect(quoted).not_to_have_text(before)
    assert quoted.inner_text() == f"{driver.facts['angle_query_key']:.0f}"


@pytest.mark.expects_errors  # the scripts that the page would preload
@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_javascript_everything_can_be_read(open_page, lang):
    page = open_page(java_script_enabled=False)
    page.goto(f"{lang}/explorable/")
    expect(page.locator("noscript .no-script")).to_be_visible()
    expect(page.locator("main math").first).to_be_visible()
    widgets = page.locator("attention-widget")
    assert widgets.count() > 0
    for place in range(widgets.count()):
        widget = widgets.nth(place)
        expect(widget.locator(".sentence:visible, .conclusion:visible")).to_have_count(1)
        name = widget.get_attribute("name")
        if done := find(name).finished:  # what builds up is shown done to those who cannot move it
            with speaking(lang):
                template = html.unescape(widget.locator(".sentence").get_attribute("data-says"))
                said = fill(template, find(name)(**done).answer()[1])
            expect(widget.locator(".conclusion")).to_be_visible()
            expect(widget.locator(".conclusion")).to_have_text(html.unescape(re.sub("<[^>]*>", "", said)))
            expect(widget.locator(".finished .picture").first).to_be_visible()
        widget.locator(".numbers summary").click()
        expect(widget.get_by_role("table")).to_be_visible()
        expect(widget.get_by_role("cell").first).to_have_text(re.compile(r"\S"))
        assert not widget.get_by_role("button").locator("visible=true").count(), "a button that does nothing"


def test_the_page_switches_its_figures_to_the_dark_and_back(page):
    page.goto("en/explorable/")
    driver = WidgetDriver(page, "three_roles")
    driver.element.scroll_into_view_if_needed()
    driver.wait_live()
    theme = page.get_by_label(re.compile("theme", re.I))
    light = driver.pictures()[0]
    theme.select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    driver.set(token=toy.FOLLOW)
    dark = driver.pictures()[0]
    assert dark.mean() < 90 < light.mean()
    assert (dark.max(axis=2) > 140).sum() > 100, "nothing bright is left on the dark"
    theme.select_option("light")
    driver.set(token=toy.FOLLOW)
    assert abs(driver.pictures()[0] - light).mean() < 2
    theme.select_option("dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(theme).to_have_value("dark")


@on("key_stretch")
def test_the_figures_follow_the_systems_theme(standing):
    light = [picture.mean() for picture in standing.pictures()]
    standing.page.emulate_media(color_scheme="dark")
    try:
        standing.restart()
        dark = [picture.mean() for picture in standing.pictures()]
    finally:
        standing.page.emulate_media(color_scheme="light")
    assert all(night < 90 < day for day, night in zip(light, dark, strict=True))


@pytest.mark.without_python
def test_the_language_switch_keeps_the_place(page):
    page.goto("en/explorable/#root-d")
    switch = page.locator(".top a.language")
    expect(switch).to_have_attribute("href", re.compile("#root-d$"))
    # Read and pressed at once: until its figures are drawn the page still grows, and another section may come up.
    section = switch.evaluate("(link) => { link.click(); return link.hash; }")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    assert section in ("#softmax", "#root-d")
    assert page.url.endswith(f"ja/explorable/{section}")
    expect(page.locator(section)).to_be_in_viewport()


@pytest.mark.without_python
def test_paper_shows_figures_and_no_buttons(visit, page):
    driver = visit("key_stretch").wait_drawn()
    page.emulate_media(media="print")
    expect(driver.reset).to_be_hidden()
    expect(driver.sentence).to_be_visible()
    assert len({tuple(colour) for colour in pixels(driver.figures.first.screenshot()).reshape(-1, 3)}) > 8


# Out of sight.


def test_a_hidden_tab_does_nothing(visit, page):
    driver = visit("renormalise").wait_live()
    play = driver.element.get_by_role("button", name=interface("en")["play"]).first
    page.evaluate(f"() => {{ {POSTED} }}")
    play.click()
    page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    driver.settled()
    page.wait_for_timeout(500)
    before = page.evaluate("() => posted.length")
    page.wait_for_timeout(3000)
    assert page.evaluate("() => posted.length") == before, "something plays or asks on in a hidden tab"
    expect(play).to_be_visible()


@pytest.mark.without_python
@pytest.mark.parametrize("name", ["constructor", "toString", "lock"])
def test_names_that_all_objects_have_are_no_parameters(name, visit):
    driver = visit("key_stretch", query=f"?{name}=valueOf&stretch=3&__proto__=4&utm_source=a&fbclid=b&hl=fr")
    driver.wait_drawn()
    assert driver.params == {"stretch": 3}
    expect(driver.notice).to_contain_text("valueOf" if name == "lock" else name)
    expect(driver.notice).to_contain_text("stretch")
    expect(driver.notice).not_to_contain_text(re.compile("native|utm|fbclid|hl"))
    assert driver.state != "failed"
