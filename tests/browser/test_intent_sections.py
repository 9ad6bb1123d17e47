"""Section by section, what the other widgets are there to show: moved as a reader moves them, in both languages."""

import pytest
from playwright.sync_api import expect

from attention.examples import toy


def on(name, lang="en"):
    """The test meets this widget in this language."""
    return pytest.mark.parametrize("standing", [(name, lang)], indirect=True, ids=[f"{name}-{lang}"])


def near(facts, **wanted):
    """Facts as a page prints them: each within half a unit of the last decimal given."""
    for name, value in wanted.items():
        digits = len(str(value).partition(".")[2])
        assert round(facts[name], digits) == value, (name, facts[name])


@on("longest_shadow")
def test_the_queries_are_walked_through_and_each_has_its_winner(standing):
    standing.token(0).until_facts(token=0, winner="ate")
    forward = standing.element.get_by_role("button", name="One step on")
    for place, winner in enumerate(("cat", "ate", "ate", "cat", "cat"), start=1):
        forward.click()
        standing.until_facts(token=place, winner=winner)
    standing.set(token=toy.IT)
    near(standing.facts, dot_products_winner=1.72, dot_products_own=1.14, shadow_winner=1.06)


@on("blend_maps", "ja")
def test_fully_blended_the_table_is_symmetric(standing):
    near(standing.facts, cat_ate=0.51, ate_cat=-0.32)
    standing.slider("blend").press("End")
    standing.until_facts(blend=1, symmetric=True)
    near(standing.facts, cat_ate=1.16, ate_cat=1.16)


@on("dot_product")
def test_past_a_right_angle_the_sign_turns(standing):
    standing.set(x=-1.0, y=0.0)
    near(standing.facts, dot_product=1.46)
    standing.handle().press(*["End"] * 4)
    assert standing.settled()["facts"]["sign"] == "negative"
    near(standing.set(x=1.0, y=0.0)["facts"], dot_product=-1.46)


@on("score_row", "ja")
def test_rows_have_no_common_scale(standing):
    standing.token(toy.CAT).until_facts(name="cat", largest_at="cat")
    near(standing.facts, largest=3.02)
    standing.token(toy.ATE).until_facts(name="ate", smallest_at="cat")
    near(standing.facts, smallest=-0.45)


@on("score_table")
def test_the_table_fills_cell_by_cell(standing):
    standing.slider("filled").press("Home")
    standing.until_facts(filled=0)
    standing.element.get_by_role("button", name="One step on").click()
    standing.until_facts(filled=1, query_name="the", key_name="the")
    standing.element.get_by_role("button", name="Play").click()
    standing.until_facts(filled=4)
    standing.element.get_by_role("button", name="Pause").click()
    standing.slider("filled").press("End")
    standing.until_facts(filled=36, n_dot_products=36)


@on("read_rows")
def test_the_row_of_the_is_almost_flat(standing):
    near(standing.facts, largest_score=1.22)
    standing.token(toy.THE).until_facts(name="the")
    near(standing.facts, range=0.22)


@on("read_rows", "ja")
def test_a_cell_names_query_key_and_number(standing):
    grid = standing.element.get_by_role("grid")
    grid.get_by_role("gridcell").first.focus()
    for key in ["ArrowDown"] * 4 + ["ArrowRight"]:
        standing.page.keyboard.press(key)
    expect(standing.element.get_by_text("クエリ it、キー cat:1.22")).to_be_visible()
    standing.element.get_by_role("button", name="行と列を入れ替える").click()
    expect(standing.element.get_by_text("クエリ cat、キー it:1.36")).to_be_visible()
    standing.element.get_by_role("button", name="行と列を入れ替える").click()


@on("fold_diagonal")
def test_folded_the_pair_does_not_match(standing):
    standing.slider("fold").press("End")
    standing.until_facts(fold=1)
    near(standing.facts, cat_ate=0.51, ate_cat=-0.32)


@on("softmax_stairs")
def test_the_stairs_land_on_one(standing):
    standing.slider("step").press("Home")
    standing.until_facts(step=0)
    standing.slider("step").press(*["ArrowRight"] * 2)
    standing.until_facts(step=2)
    assert 0 < standing.facts["so_far"] < 1
    standing.slider("step").press("End")
    near(standing.settled()["facts"], so_far=1.0, total=1.0)
    assert (standing.facts["largest"], standing.facts["smallest"]) == ("cat", "the")


@on("shared_budget", "ja")
def test_the_sum_stays_whatever_the_score(standing):
    for key in ("Home", "End"):
        standing.slider("score").press(key)
        near(standing.settled()["facts"], total=1.0)
    assert standing.facts["cat_weight"] > 0.9
    assert standing.facts["others"] == pytest.approx(1 - standing.facts["cat_weight"])


@on("never_zero")
def test_the_weight_never_arrives_at_zero(standing):
    assert f"{standing.facts['weight']:.1e}" == "1.2e-14"
    standing.slider("score").press("Home")
    facts = standing.settled()["facts"]
    assert 0 < facts["weight"] < 1e-20
    assert not facts["is_zero"]


@on("score_spread")
def test_samples_follow_the_formula_and_the_seed(standing):
    for stop, spread in ((256, 16), (4, 2)):
        standing.set(width=stop)
        assert standing.facts["spread"] == pytest.approx(spread)
        assert standing.facts["sample_spread"] == pytest.approx(spread, rel=0.2)
    drawn = standing.facts["sample_spread"]
    standing.slider("seed").press("ArrowRight")
    assert standing.settled()["facts"]["sample_spread"] != drawn
    standing.slider("seed").press("ArrowLeft")
    assert standing.settled()["facts"]["sample_spread"] == drawn


@on("collapse")
def test_undivided_one_takes_all_and_the_gradient_dies(standing):
    near(standing.set(width=16)["facts"], largest_weight=0.991)
    near(standing.set(width=64)["facts"], largest_weight=1.0)
    gradient = standing.facts["gradient"]
    standing.slider("width").press("End")
    assert 0 < standing.settled()["facts"]["gradient"] < gradient


@on("causal_mask")
def test_fifteen_cells_are_dropped(standing):
    assert (standing.facts["removed"], standing.facts["kept"]) == (0, 36)
    standing.slider("rows").press("End")
    standing.until_facts(rows=6, removed=15, kept=21)
    standing.slider("rows").press("Home")
    standing.until_facts(rows=0, removed=0, kept=36)
    standing.element.get_by_role("button", name="One step on").click()
    standing.until_facts(rows=1, removed=5, kept=31)


@on("renormalise", "ja")
def test_what_survives_shares_everything(standing):
    standing.token(0).until_facts(token=0, n_allowed=1)
    assert standing.facts["weights"][0] == 1
    standing.token(toy.IT).until_facts(token=toy.IT, n_allowed=5)
    assert round(standing.facts["weights"][toy.CAT], 2) == 0.34


@on("value_steps")
def test_the_chain_ends_at_the_output(standing):
    standing.slider("terms").press("Home")
    standing.until_facts(terms=0)
    standing.slider("terms").press("End")
    standing.until_facts(terms=6)
    assert [round(part, 2) for part in standing.facts["partial"]] == [0.82, 0.81]


@on("inside_the_hull")
def test_the_output_stays_inside(standing):
    standing.slider("score").press("End")
    standing.until_facts(score=8, inside=True)
    assert [round(part, 2) for part in standing.facts["output"]] == [1.21, 0.93]
    near(standing.facts, distance=0.0016)


@on("quadratic_cost", "ja")
def test_the_table_outgrows_the_tokens(standing):
    near(standing.facts, head_matrix_mib=2.0, all_heads_mib=288)
    standing.slider("context").press("End")
    standing.until_facts(context=131072)
    near(standing.facts, head_matrix_gib=32.0, tokens_mib=192.0, ratio=171, head_ratio=2048)


@on("attention_map")
def test_the_lines_light_up_as_they_act_and_the_mask_matters(standing):
    near(standing.facts, cat_weight=0.34)
    standing.toggle("mask")
    standing.until_facts(mask=False)
    near(standing.facts, cat_weight=0.3)
    standing.slider("line").press("Home", "ArrowRight", "ArrowRight", "ArrowRight")
    standing.until_facts(line=3)
    lit = standing.element.locator(".line.acts")
    expect(lit).to_have_text(["    weights = softmax(scores)\n", "    weights = scores.softmax(dim=-1)\n"])
