"""The exercises in a browser: every one of them answered in both languages, and what is kept, linked and told."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from browser.controllers import LIVE
from playwright.sync_api import expect

from attention.language.words import LANGUAGES
from attention.runtime import exercise
from sitebuild.pages import exercises

STRINGS = tomllib.loads((Path(__file__).parents[2] / "pages" / "_strings.toml").read_text())
ALL = [exercises.find(name) for name in exercises.names()]
HEAR = """() => {
  self.heard = [];
  document.addEventListener("attention:exercise", ({ detail }) => self.heard.push(detail));
}"""


def plain(html):
    """What a reader sees of this HTML, in one line."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html.replace("&#x02212;", "−").replace("&#x0221E;", "∞"))).strip()


def typed(answer):
    return ", ".join(f"{number:.9g}" for number in (answer if isinstance(answer, tuple) else [answer]))


class Card:
    """One exercise, by what its reader can see and press."""

    def __init__(self, page, name, lang):
        self.page, self.name, self.words = page, name, STRINGS[lang]["exercise"]
        self.element = page.locator(f'attention-exercise[name="{name}"]')
        self.question, self.verdict = self.element.locator(".question"), self.element.locator(".verdict")
        self.fields = self.element.locator("form > .field, textarea")
        self.field = self.fields.first
        self.model = self.element.locator(".model summary")

    def wired(self):
        """Waits until what is typed is heard: the fields are hidden before."""
        expect(self.field).to_be_visible()
        return self

    def button(self, which):
        return self.element.get_by_role("button", name=self.words[which])

    def reply(self, text, press=False):
        """Types the answer: each number into a field of its own, where there are several."""
        fields = self.fields.all()
        for field, part in zip(fields, text.split(", ") if len(fields) > 1 else [text], strict=False):
            field.fill(part)
        if press:
            self.button("check").click()
        else:
            self.field.press("Enter")
        return self.verdict

    def ask(self, question, timeout=LIVE):
        """Waits until that question is to be seen."""
        expect(self.question).to_be_visible(timeout=timeout)
        expect(self.question).to_have_text(plain(question), timeout=timeout)

    def kept(self):
        return self.page.evaluate(
            "(name) => JSON.parse(localStorage.getItem('attention-exercises') ?? '{}')[name]", self.name
        )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_exercise_answers_right_wrong_and_odd(page, lang):
    """One after the other on one page and one Python; at other numbers than its own, drawn as CPython draws them."""
    page.goto(f"embed/{lang}/exercise/{ALL[0].name}/")
    page.evaluate(HEAR)
    make = """([name, lang, seed]) => {
      const element = document.createElement("attention-exercise");
      for (const [key, value] of Object.entries({ name, lang, seed, load: "eager" })) element.setAttribute(key, value);
      document.querySelector("main").replaceChildren(element);
    }"""
    for one in ALL:
        page.evaluate(make, [one.name, lang, "3"])
        card = Card(page, one.name, lang)
        said = one.said(lang, 3)
        card.ask(said["question"])
        if one.kind == "numeric":
            told = one.spoken(lang)
            drawn = exercise.draw(told, 3)
            slip = next(slip for slip in exercise.slips(told, drawn) if slip is not None)
            expect(card.reply("x")).to_contain_text("“x”" if lang == "en" else "「x」")
            expect(card.field).to_have_attribute("aria-invalid", "true")
            expect(card.reply(typed(tuple(slip) if isinstance(slip, list) else slip))).to_have_attribute(
                "data-kind", "wrong"
            )
            if isinstance(slip, list) == isinstance(drawn["answer"], tuple):
                says = exercise.check(told, 3, typed(tuple(slip) if isinstance(slip, list) else slip))["says"]
                expect(card.verdict).to_contain_text(plain(says))
            expect(card.reply(typed(drawn["answer"]), press=True)).to_have_text(card.words["right"])
            heard = page.evaluate("() => self.heard")
            given = "; ".join(field.input_value() for field in card.fields.all())
            assert heard[-1] == {
                "id": one.name, "kind": "numeric", "seed": 3, "correct": True, "attempts": len(heard[-2:]),
                "verdict": "right", "given": given, "slip": None, "hints": 0, "shown": False,
            }  # fmt: skip
        else:
            card.model.click()
            expect(card.element.locator(".notice")).to_have_text(card.words["write_first"])
            card.field.fill("An answer of my own.")
        for hint in said["hints"]:
            card.element.locator(".more").click()
            expect(card.element.locator(".hints li:visible").last).to_have_text(plain(hint))
        expect(card.element.locator(".more")).to_be_hidden()
        card.model.click()
        expect(card.element.locator(".solution")).to_have_text(plain(said["solution"]))
        if one.kind == "open":
            boxes = card.element.get_by_role("checkbox")
            assert boxes.count() == len(one.texts[lang].checks)
            expect(boxes.first).to_have_accessible_name(re.compile(r"\S"))
            for box in boxes.all():
                box.check()
            assert page.evaluate("() => self.heard.at(-1)") == {
                "id": one.name, "kind": "open", "seed": 0, "correct": True, "attempts": 1,
                "verdict": None, "given": "", "slip": None, "hints": len(said["hints"]), "shown": True,
            }  # fmt: skip
        expect(card.element.locator(".solved")).to_be_visible()
    assert len(page.workers) == 1


def test_an_answer_given_before_python_is_there_is_kept_and_checked(page, hold):
    release = hold("**/python/*/*")
    page.goto("embed/ja/exercise/two-dot-products/")
    card = Card(page, "two-dot-products", "ja")
    expect(card.reply("８、ー５")).to_have_text(card.words["waiting"])
    release()
    expect(card.verdict).to_have_text(card.words["right"], timeout=LIVE)
    expect(card.field).to_have_value("８、ー５")
    kept = card.kept()
    assert kept.pop("at") > 0
    assert kept == {"attempts": 1, "correct": True, "seed": 0, "hints": 0}


@pytest.mark.expects_errors
def test_without_python_the_answer_is_kept_and_a_retry_checks_it(page):
    page.route("**/python/*/pyodide.asm.wasm*", lambda route: route.abort())
    page.goto("embed/en/exercise/predictions-everywhere/")
    card = Card(page, "predictions-everywhere", "en")
    card.reply("7, 1")
    expect(card.element.locator(".notice")).to_contain_text("Your answer is kept", timeout=LIVE)
    page.unroute("**/python/*/pyodide.asm.wasm*")
    card.element.get_by_role("button", name="Try again").click()
    expect(card.verdict).to_have_text("Right.", timeout=LIVE)
    expect(card.element.locator(".notice")).to_be_empty()


def test_other_numbers_stand_in_the_link_and_back_brings_the_old_ones(page):
    one = exercises.find("two-dot-products")
    page.goto("embed/en/exercise/two-dot-products/")
    card = Card(page, one.name, "en")
    card.ask(one.said("en")["question"])
    seeds = [0]
    for _ in range(2):
        card.button("other").click()
        expect(page).to_have_url(re.compile(r"\?seed=\d+$"))
        page.wait_for_url(lambda url, last=seeds[-1]: not url.endswith(f"={last}"))
        seeds.append(int(page.url.rpartition("=")[2]))
        card.ask(one.said("en", seeds[-1])["question"])
        expect(card.field).to_be_focused()
    page.reload()
    card.ask(one.said("en", seeds[2])["question"])
    for move, seed in ((page.go_back, 1), (page.go_back, 0), (page.go_forward, 1)):
        move()
        card.ask(one.said("en", seeds[seed])["question"])
    page.goto("embed/en/exercise/two-dot-products/?seed=12.5")
    expect(card.element.locator(".notice")).to_contain_text("12.5")
    card.ask(one.said("en")["question"])


@pytest.mark.parametrize(("seed", "lang"), [(0, "en"), (15, "ja")])
def test_numbers_beyond_32_bits_are_drawn_and_checked(page, seed, lang):
    one = exercises.find("heads-in-a-block")
    page.goto(f"embed/{lang}/exercise/{one.name}/?seed={seed}")
    card = Card(page, one.name, lang)
    card.ask(one.said(lang, seed)["question"])
    answer = exercise.draw(one.spoken(lang), seed)["answer"]
    for typed, verdict in ((answer, "right"), (10 * answer, "zeros"), (3 * answer + 2**34, "wrong")):
        expect(card.reply(str(typed))).to_have_text(card.words[verdict], timeout=LIVE)


def breaking(page, name, expression):
    """Makes the answer of an exercise, as it comes from the server, one that cannot be worked out (or not always)."""

    def handle(route):
        told = json.loads((answer := route.fetch()).text())
        told["exercise"]["answer"] = expression
        route.fulfill(response=answer, json=told)

    page.route(f"**/exercises/*/{name}.json", handle)


def test_an_exercise_that_fails_says_so_and_stays_with_its_numbers(page):
    one = exercises.find("predictions-everywhere")
    breaking(page, one.name, "[costs.causal_cells(8 - n) + n - 1, 1]")  # none if n is larger than the first one, 8
    page.goto(f"embed/en/exercise/{one.name}/")
    card = Card(page, one.name, "en")
    card.ask(one.said("en")["question"])
    larger = next(seed for seed in range(1, 99) if exercise.draw(one.numbers, seed)["n"] > 8)
    page.evaluate("(seed) => { document.querySelector('attention-exercise').params = { seed }; }", larger)
    notice = card.element.locator(".notice")
    expect(notice).to_contain_text(f"Set {larger} of the numbers could not be worked out", timeout=LIVE)
    card.ask(one.said("en")["question"])
    expect(card.question).not_to_have_attribute("data-waits", "")
    expect(card.reply("7, 1")).to_have_text(card.words["right"])


def test_an_answer_that_cannot_be_checked_is_told(page):
    breaking(page, "two-dot-products", "[costs.square(-1), 0]")
    page.goto("embed/ja/exercise/two-dot-products/")
    card = Card(page, "two-dot-products", "ja")
    card.reply("8, -5")
    expect(card.element.locator(".notice")).to_contain_text("確かめられませんでした", timeout=LIVE)
    expect(card.verdict).to_be_empty()
    expect(card.field).to_have_value("8, -5")


@pytest.mark.without_python
def test_progress_is_shown_on_the_contents_page_and_can_be_cleared(page):
    page.goto("en/course/")
    overview, part = page.locator(".done-overview"), page.locator("[data-exercises]").first
    names = part.get_attribute("data-exercises").split()
    expect(part).to_have_text(f"exercises: 0 of {len(names)}")
    expect(overview.get_by_role("button")).to_be_hidden()
    page.evaluate(
        """(name) => localStorage.setItem("attention-exercises",
          JSON.stringify({ [name]: { attempts: 2, correct: true } }))""",
        names[0],
    )
    page.reload()
    expect(part).to_have_text(f"exercises: 1 of {len(names)}")
    expect(overview).to_contain_text("1 of the")
    clear = overview.get_by_role("button")
    clear.click()
    expect(part).to_have_text(f"exercises: 1 of {len(names)}")
    clear.click()
    expect(part).to_have_text(f"exercises: 0 of {len(names)}")
    expect(overview.get_by_role("status")).to_have_text("The record has been cleared.")
    assert page.evaluate("() => localStorage.getItem('attention-exercises')") == "{}"


def test_where_storage_is_blocked_exercises_work_all_the_same(page):
    page.add_init_script(
        "Object.defineProperty(self, 'localStorage', { get() { throw new DOMException('blocked'); } });"
    )
    page.goto("embed/en/exercise/why-minus-infinity/")
    card = Card(page, "why-minus-infinity", "en")
    card.field.fill("because of that")
    card.model.click()
    for box in card.element.get_by_role("checkbox").all():
        box.check()
    expect(card.element.locator(".solved")).to_be_visible()


@pytest.mark.parametrize("full", ["setItem", "getItem, setItem"])
def test_where_storage_takes_nothing_exercises_last_as_long_as_the_page(page, full):
    page.add_init_script(
        f"for (const way of '{full}'.split(', ')) Storage.prototype[way] = () => {{"
        " throw new DOMException('full', 'QuotaExceededError'); };"
    )
    page.goto("en/course/query/")
    solved = page.locator('attention-exercise[data-kind="open"]').first
    solved.scroll_into_view_if_needed()
    solved.get_by_role("textbox").fill("because of that")
    solved.locator(".model summary").click()
    for box in solved.get_by_role("checkbox").all():
        box.check()
    expect(solved.locator(".solved")).to_be_visible()
    numeric = page.locator('attention-exercise[data-kind="numeric"]').first
    numeric.scroll_into_view_if_needed()
    one = exercises.find(numeric.get_attribute("name"))
    numeric.locator("form > .field").fill(typed(exercise.draw(one.numbers)["answer"]))
    numeric.locator("form > .field").press("Enter")
    expect(numeric.locator(".solved")).to_be_visible(timeout=LIVE)
    expect(solved.locator(".solved")).to_be_visible()


@pytest.mark.without_python
@pytest.mark.parametrize("kept", ["7", "[1]", '{"why-minus-infinity": 7}', '{"why-minus-infinity": {"text": {}}}', "{"])
def test_whatever_storage_holds_is_taken_for_data(page, kept):
    page.add_init_script(f"localStorage.setItem('attention-exercises', {json.dumps(kept)});")
    page.goto("embed/en/exercise/why-minus-infinity/")
    card = Card(page, "why-minus-infinity", "en")
    expect(card.field).to_have_value("")
    expect(card.element.locator(".solved")).to_be_hidden()
    card.field.fill("because of that")
    assert card.kept() == {"text": "because of that"}


@pytest.mark.parametrize(
    ("text", "said"), [("<h1>hello</h1>", "<h1>hello</h1>"), ("a<b and the rest", "a<b"), ("7" * 5000, "7" * 40 + "…")]
)
def test_what_a_reader_types_is_text_and_quoted_in_part(page, text, said):
    page.set_viewport_size({"width": 360, "height": 700})
    page.goto("embed/en/exercise/predictions-everywhere/")
    card = Card(page, "predictions-everywhere", "en")
    expect(card.reply(text)).to_contain_text(f"“{said}”", timeout=LIVE)
    assert not card.verdict.locator("h1, b").count()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_what_is_written_and_ticked_is_there_after_a_reload(page):
    page.goto("embed/en/exercise/shared-space/")
    card = Card(page, "shared-space", "en")
    card.field.fill("They are multiplied.")
    card.model.click()
    card.element.get_by_role("checkbox").first.check()
    page.reload()
    expect(card.field).to_have_value("They are multiplied.")
    card.model.click()
    expect(card.element.get_by_role("checkbox").first).to_be_checked()
    expect(card.element.locator(".solved")).to_be_hidden()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_answer_that_was_shown_does_not_count_and_other_numbers_do(page, lang):
    one = exercises.find("two-dot-products")
    page.goto(f"embed/{lang}/exercise/{one.name}/")
    page.evaluate(HEAR)
    card = Card(page, one.name, lang)
    card.ask(one.said(lang)["question"])
    card.model.click()
    expect(card.reply("8, -5")).to_have_text(f"{card.words['right']} {card.words['seen']}", timeout=LIVE)
    expect(card.element.locator(".solved")).to_be_hidden()
    assert page.evaluate("() => [self.heard[0].correct, self.heard[0].shown]") == [False, True]
    assert card.kept()["shown"] == [0]
    card.button("other").click()
    page.wait_for_url(re.compile(r"seed=[1-9]"))
    seed = int(page.url.rpartition("=")[2])
    card.ask(one.said(lang, seed)["question"])
    first, second = exercise.draw(one.spoken(lang), seed)["answer"]
    card.element.locator(".more").click()
    expect(card.reply(f"{first:.0f}, {second + 90:.0f}")).to_contain_text(card.words["places"][1], timeout=LIVE)
    expect(card.reply(f"{first:.0f}, {second:.0f}")).to_have_text(card.words["right"], timeout=LIVE)
    expect(card.element.locator(".solved")).to_be_visible()
    card.reply("1, 99999")
    expect(card.verdict).to_have_attribute("data-kind", "wrong", timeout=LIVE)
    kept = card.kept()
    assert (kept["correct"], kept["seed"], kept["hints"], kept["attempts"]) == (True, seed, 1, 4)


def test_a_model_answer_opened_before_the_scripts_came_has_been_seen(page):
    waiting = []
    page.route("**/exercises/en/*.json", lambda route: waiting.append(route))  # noqa: PLW0108 (Playwright marks what it is given)
    page.goto("embed/en/exercise/two-dot-products/")
    card = Card(page, "two-dot-products", "en")
    card.model.click()
    page.wait_for_function("() => document.querySelector('.model').open")
    for route in waiting:
        route.continue_()
    page.unroute("**/exercises/en/*.json")
    expect(card.wired().reply("8, -5")).to_have_text(f"{card.words['right']} {card.words['seen']}", timeout=LIVE)


def test_the_working_is_judged_by_itself(page):
    page.goto("embed/en/exercise/softmax-of-three/")
    card = Card(page, "softmax-of-three", "en")
    card.element.get_by_text(card.words["working"]).click()
    steps = card.element.locator(".working .field")
    steps.first.fill("54.6 2.72 1")
    steps.last.fill("55")
    steps.last.press("Enter")
    expect(card.verdict).to_have_text("In your working, look first at this step: their sum.", timeout=LIVE)
    steps.last.fill("58.3")
    card.button("check").click()
    expect(card.verdict).to_have_text(card.words["steps_good"])


def test_the_enter_that_ends_composing_is_no_answer(page):
    page.goto("embed/ja/exercise/predictions-everywhere/")
    card = Card(page, "predictions-everywhere", "ja").wired()
    card.field.focus()
    card.field.dispatch_event("compositionstart")
    card.field.evaluate("(field) => { field.value = '７'; field.form.requestSubmit(); }")
    expect(card.verdict).to_be_empty()
    card.field.dispatch_event("compositionend")
    expect(card.reply("７, １")).to_have_text(card.words["right"], timeout=LIVE)


@pytest.mark.expects_errors  # the scripts that the page would preload
def test_without_javascript_question_and_answer_can_be_read(open_page):
    page = open_page(java_script_enabled=False)
    page.goto("embed/en/exercise/two-dot-products/")
    card = Card(page, "two-dot-products", "en")
    expect(card.question).to_be_visible()
    expect(card.element.get_by_role("button")).to_have_count(0)
    card.model.click()
    expect(card.element.locator(".solution")).to_be_visible()


def test_a_part_s_exercise_is_opened_by_a_link_and_goes_along_to_the_other_language(page):
    part, name = next(
        (path, found[1])
        for path in sorted((exercises.FOLDER.parent / "course").glob("*.en.md"))
        if (found := re.search(r'exercise\("([\w-]+)"\)', path.read_text())) and exercises.find(found[1]).numbers
    )
    slug = part.name.removesuffix(".en.md").partition("-")[2]
    page.goto(f"en/course/{slug}/#{name}?seed=7")
    card = Card(page, name, "en")
    card.ask(exercises.find(name).said("en", 7)["question"])
    expect(card.question).to_be_in_viewport()
    card.button("link_numbers").click()
    expect(card.element.locator(".notice")).to_contain_text("link")
    assert page.url.endswith(f"#{name}?seed=7")
    page.locator(".top a.language").click()
    japanese = Card(page, name, "ja")
    japanese.element.scroll_into_view_if_needed()
    japanese.ask(exercises.find(name).said("ja", 7)["question"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_handout_is_drawn_anew_and_laid_out_for_paper(page, lang):
    page.goto(f"{lang}/course/handout/")
    words, articles = STRINGS[lang], page.locator(".sheet:not(.solutions) article")
    names = [article.get_attribute("data-exercise") for article in articles.all()]
    numeric = next(name for name in names if exercises.find(name).numbers)
    question = page.locator(f'article[data-exercise="{numeric}"] .question')
    expect(question).to_have_text(plain(exercises.find(numeric).said(lang)["question"]))
    field = page.get_by_label(words["handout"]["numbers"])
    field.fill("many")
    field.press("Enter")
    expect(page.locator(".notice")).to_contain_text("many")
    field.fill("２１")
    field.press("Enter")
    expect(question).to_have_text(plain(exercises.find(numeric).said(lang, 21)["question"]), timeout=LIVE)
    expect(page.locator(".which").first).to_have_text(words["handout"]["which"].format(seed=21))
    solution = page.locator(f'.solutions article[data-exercise="{numeric}"] .solution')
    expect(solution).to_have_text(plain(exercises.find(numeric).said(lang, 21)["solution"]))
    assert page.url.endswith("?seed=21")
    page.get_by_label(words["handout"]["show"]).select_option("questions")
    page.emulate_media(media="print")
    expect(page.locator(".settings")).to_be_hidden()
    expect(solution).to_be_hidden()
    expect(question).to_be_visible()
    sheet = page.locator(".sheet").nth(1)
    assert sheet.evaluate("(one) => getComputedStyle(one).breakBefore") == "page"


def test_a_handout_is_drawn_whole_or_not_at_all(page):
    page.goto("en/course/handout/?seed=15")
    words, articles = STRINGS["en"], page.locator(".sheet:not(.solutions) article").all()
    expect(page.locator(".which").first).to_have_text(words["handout"]["which"].format(seed=15), timeout=LIVE)
    names = [article.get_attribute("data-exercise") for article in articles]

    def drawn_with(seed):
        for name, article in zip(names, articles, strict=True):
            expect(article.locator(".question")).to_have_text(plain(exercises.find(name).said("en", seed)["question"]))

    drawn_with(15)
    last = next(name for name in reversed(names) if exercises.find(name).numbers)
    breaking(page, last, "[costs.square(-1), 0]")
    field = page.get_by_label(words["handout"]["numbers"])
    field.fill("16")
    field.press("Enter")
    expect(page.locator(".notice")).to_contain_text("Set 16 of the numbers could not be worked out")
    expect(field).to_have_value("15")
    drawn_with(15)
    assert not page.locator(".sheet[data-waits]").count()


FOCUSED = "() => document.activeElement?.getAttribute('rel')"


@pytest.mark.without_python
def test_the_course_is_read_from_the_first_part_to_the_last_by_keyboard_alone(page):
    page.goto("ja/course/")
    parts = page.locator(".parts a").all()
    order = [part.evaluate("(link) => link.href") for part in parts]
    titles = [part.inner_text() for part in parts]
    assert len(order) >= 2
    for _ in range(12):  # backwards from the page's top: its end comes first
        page.keyboard.press("Shift+Tab")
        if page.evaluate(FOCUSED) == "next":
            break
    walked = []
    while page.evaluate(FOCUSED) == "next":
        page.keyboard.press("Enter")
        page.wait_for_url(order[len(walked)])
        expect(page.get_by_role("heading", level=1)).to_have_text(titles[len(walked)])
        expect(page.locator(".part span")).to_contain_text(str(len(walked) + 1))
        walked.append(page.url)
        for _ in range(3):
            page.keyboard.press("Shift+Tab")
            if page.evaluate(FOCUSED) == "next":
                break
    assert walked == order


def test_the_tab_key_goes_through_an_exercise_in_its_order(page):
    page.goto("embed/en/exercise/two-dot-products/")
    card = Card(page, "two-dot-products", "en")
    expect(card.field).to_be_visible()
    card.field.focus()
    for target in (
        card.button("check"),
        card.button("hint"),
        card.model,
        card.button("other"),
        card.button("link_numbers"),
    ):
        page.keyboard.press("Tab")
        expect(target).to_be_focused()
    for _ in range(2):
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(card.element.locator(".solution")).to_be_visible()
