"""What each widget is there to let happen, done by mouse, by keyboard and from outside."""

import numpy as np
import pytest
from browser.controllers import kinds, python_facts
from claims import alike
from playwright.sync_api import expect

from attention.examples import toy
from attention.widget import names


def on(name, lang="en"):
    return pytest.mark.parametrize("standing", [(name, lang)], indirect=True, ids=[f"{name}-{lang}"])


def moved(standing, param, before):
    """Waits for the answer; the facts must be Python's own for a parameter that has really moved."""
    now = standing.settled()
    assert now["params"][param] != before[param], "the control has not moved the parameter"
    assert {name: value for name, value in now["params"].items() if name != param} == {
        name: value for name, value in before.items() if name != param
    }, "another parameter has moved too"
    assert alike(now["facts"], python_facts(standing.name, now["params"]))


# What holds for every parameter of every widget.


@pytest.mark.parametrize("standing", [(name, "en") for name in names()], indirect=True, ids=names())
def test_mouse_and_keyboard_move_each_parameter_and_its_figures_and_the_button_takes_all_back(standing):
    start, before = standing.params, standing.pictures()
    for number, picture in enumerate(before):
        colours, counts = np.unique(picture.reshape(-1, 3), axis=0, return_counts=True)
        assert len(colours) > 8, f"figure {number} is blank"
        assert counts.max() < 0.995 * counts.sum(), f"figure {number} is all but blank"
    for param in kinds(standing.name):
        moved(standing.move_by_mouse(param), param, start)
        standing.restart()
        assert standing.params == start
        # Had the control stayed behind when it was set from outside, the same key would lead elsewhere from there.
        moved(standing.move_by_keyboard(param), param, start)
        there = standing.params[param]
        standing.restart()
        standing.move_by_keyboard(param).settled()
        assert standing.params[param] == there, param
        standing.restart()
    for param in start:
        standing.move_by_keyboard(param)
    standing.settled()
    assert standing.params != start
    after = standing.pictures()
    assert any(a.shape == b.shape and (a != b).any() for a, b in zip(before, after, strict=True))
    standing.reset.click()
    assert standing.settled()["params"] == start


# What each one shows.


@on("three_roles")
def test_each_step_fits_one_matrix(standing):
    for fitted, keys in ((0, ["Home"]), (1, ["ArrowRight"]), (2, ["ArrowRight"]), (3, ["End"])):
        standing.slider("stage").press(*keys)
        standing.until_facts(stage=fitted, fitted=fitted)
    standing.slider("stage").drag_to(1)
    standing.until_facts(stage=1, fitted=1)


@on("three_roles", "ja")
def test_each_token_has_three_directions_of_its_own(standing):
    seen = set()
    for place, token in enumerate(toy.tokens):
        standing.token(place).until_facts(token=place, name=token)
        facts = standing.facts
        seen.add(tuple(facts["query"] + facts["key"] + facts["value"]))
        assert token in standing.text
        expect(standing.token_button(place)).to_be_checked()
    assert len(seen) == len(toy.tokens)


@on("three_roles")
def test_the_token_can_be_chosen_by_arrow_keys(standing):
    standing.token_button(4).press("ArrowLeft")
    standing.until_facts(token=3, name="and")
    standing.set(token=0)
    expect(standing.token_button(0)).to_be_checked()


@on("drag_input")
def test_pushing_the_input_up_swings_the_query_and_hardly_the_value(standing):
    standing.handle().drag_by(0, 0.5)
    facts = standing.settled()["facts"]
    assert facts["x"] == pytest.approx(1.27, abs=0.02)
    assert facts["y"] == pytest.approx(0.6, abs=0.03)
    assert facts["turned_query"] > 40
    assert facts["turned_value"] < 10


@on("drag_input")
def test_the_handle_follows_the_keys_in_three_sizes(standing):
    handle = standing.handle()
    says = handle.says
    for keys, x, y in (
        (["ArrowRight"], 1.37, 0.1),
        (["ArrowLeft", "ArrowLeft"], 1.17, 0.1),
        (["ArrowUp"], 1.17, 0.2),
        (["ArrowDown"], 1.17, 0.1),
        (["Shift+ArrowRight"], 1.18, 0.1),
        (["Shift+ArrowUp"], 1.18, 0.11),
        (["PageUp"], 1.18, 0.61),
        (["PageDown"], 1.18, 0.11),
        (["Home"], 0.68, 0.11),
        (["End"], 1.18, 0.11),
    ):
        handle.press(*keys)
        standing.until_facts(x=x, y=y, input=[x, y])
        assert handle.says != says
        says = handle.says


@on("drag_input")
def test_the_handle_stops_at_the_ends(standing):
    standing.handle().press(*["End"] * 9, *["PageUp"] * 9)
    standing.until_facts(input=[2.0, 2.0])
    standing.handle().drag_by(1.5, 0.9)
    standing.until_facts(input=[2.0, 2.0])
    standing.handle().drag_by(-0.5, 0)
    assert standing.settled()["params"]["x"] == pytest.approx(1.5, abs=0.05)


@on("drag_input")
def test_slider_handle_and_host_agree(standing):
    standing.slider("x").drag_to(-2.0)
    standing.until_facts(x=-2.0)
    says = standing.handle().says
    standing.set(x=0.5, y=-0.5)
    assert standing.handle().says != says
    standing.handle().press("ArrowRight")
    standing.until_facts(x=0.6, y=-0.5)
    standing.slider("x").press("ArrowRight")
    standing.until_facts(x=0.61, y=-0.5)


@on("key_stretch")
def test_a_long_key_wins_at_four_point_four_and_not_before(standing):
    slider = standing.slider("stretch")
    slider.press(*["ArrowRight"] * 33)
    standing.until_facts(stretch=4.3, winner="cat")
    assert "cat" in standing.text
    slider.press("ArrowRight")
    standing.until_facts(stretch=4.4, winner="and")
    assert standing.facts["and_score"] > standing.facts["cat_score"]
    slider.press("ArrowLeft")
    standing.until_facts(stretch=4.3, winner="cat")


@on("key_stretch", "ja")
def test_the_key_can_be_stretched_by_mouse_and_from_outside(standing):
    standing.slider("stretch").drag_to(6.0).until_facts(stretch=6.0, winner="and")
    standing.slider("stretch").drag_to(1.0).until_facts(stretch=1.0, winner="cat")
    assert standing.set(stretch=4.4)["facts"]["winner"] == "and"


@on("root_d")
def test_with_the_root_the_mixture_does_not_move(standing):
    slider = standing.slider("width")
    slider.press("Home")
    standing.until_facts(width=1)
    for width in (2, 4, 8, 16, 32, 64, 128, 256):
        slider.press("ArrowRight")
        standing.until_facts(width=width)
        assert round(standing.facts["largest_weight"], 3) == 0.572
    slider.drag_to(16).until_facts(width=16)
    standing.choose("divisor", "none").until_facts(divisor="none")
    assert round(standing.facts["largest_weight"], 3) == 0.991
    standing.choose("divisor", "d").until_facts(divisor="d")
    assert round(standing.facts["largest_weight"], 3) == 0.251


@on("root_d", "ja")
def test_a_width_between_the_stops_can_be_set(standing):
    facts = standing.set(width=100)["facts"]
    assert facts["divided_by"] == 10
    assert standing.params["width"] == 100


@on("mask_add_or_multiply")
def test_each_wrong_mask_breaks_its_own_invariant(standing):
    future, rows = standing.checks.nth(0), standing.checks.nth(1)
    broken = {"add": (), "multiply": (future,), "zero_after": (rows,)}
    for mode in ("multiply", "zero_after", "add"):
        standing.choose("mode", mode).until_facts(mode=mode)
        for line in (future, rows):
            expect(line).to_contain_text("broken" if line in broken[mode] else "holds")
        assert standing.facts["future_is_zero"] == (future not in broken[mode])
        assert standing.facts["rows_sum_to_one"] == (rows not in broken[mode])


@on("mask_add_or_multiply", "ja")
def test_a_multiplied_mask_leaks_and_says_so(standing):
    standing.radio("mode", "add").press("ArrowRight")
    standing.until_facts(mode="multiply")
    assert round(standing.facts["weights"][toy.RAN], 3) == 0.092
    expect(standing.checks.first).to_contain_text("不成立")
    standing.token(5).until_facts(token=5, leaked=0.0)


@on("shuffle")
def test_the_output_does_not_move_with_the_order(standing):
    output = standing.facts["output"]
    order = standing.order()
    order.drag(4, 0)
    facts = standing.settled()["facts"]
    assert order.words()[0] == "it"
    assert facts["place"] == 0
    order.press(4, "ArrowRight", "ArrowRight")
    standing.until_facts(place=2)
    order.press(0, "End")
    standing.settled()
    assert order.words()[-1] == "the"
    order.shuffle()
    facts = standing.settled()["facts"]
    assert not facts["in_first_order"]
    assert facts["same"]
    assert facts["output"] == pytest.approx(output)
    assert facts["sentence"].split() == order.words()
    order.restore()
    standing.until_facts(in_first_order=True, sentence=" ".join(toy.tokens))


@on("shuffle")
@pytest.mark.parametrize("how", ["positions", "mask"])
def test_with_positions_or_the_mask_it_does(standing, how):
    if how == "positions":
        standing.choose("positions", "added").until_facts(positions="added")
    else:
        standing.toggle("mask").until_facts(mask=True)
    assert standing.facts["same"]
    standing.order().press(4, "Home")
    standing.until_facts(place=0, same=False)
    assert standing.facts["moved"] > 0.01


@on("shuffle")
def test_a_chip_keeps_the_focus_while_it_moves(standing):
    standing.order().press(1, "ArrowRight")
    expect(standing.order().chip(1)).to_be_focused()
    standing.page.keyboard.press("ArrowRight")
    standing.until_facts(order=[0, 2, 3, 1, 4, 5])
    expect(standing.order().chip(1)).to_be_focused()
