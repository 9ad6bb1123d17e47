"""The course, parts 8 and 10 to 14: what each figure is there to show, moved as a reader moves it."""

import pytest
from playwright.sync_api import expect

from attention.examples import crash, translation


def on(name, lang="en"):
    """The test meets this widget in this language."""
    return pytest.mark.parametrize("standing", [(name, lang)], indirect=True, ids=[f"{name}-{lang}"])


@on("context_growth")
def test_eight_times_the_text_is_sixty_four_times_the_table(standing):
    assert standing.facts["cell_ratio"] == 64
    before = standing.pictures()[0]
    standing.slider("context").press("ArrowLeft")
    standing.until_facts(context=4096, cells=16_777_216, cell_ratio=16)
    assert (standing.pictures()[0] != before).any()
    standing.slider("against").drag_to(4096)
    standing.until_facts(order=0)
    assert "Both lengths are the same" in standing.text
    standing.slider("against").press("End")
    standing.until_facts(order=-1, against_cells=268_435_456)
    assert "268,435,456" in standing.text


@on("low_rank_value", "ja")
def test_a_narrow_waist_loses_the_weakest_directions_first(standing):
    assert standing.facts["factored_parameters"] == 3_145_728
    shares = []
    for key in ("Home", *["ArrowRight"] * 3, "End"):
        standing.slider("kept").press(key)
        shares.append(standing.settled()["facts"]["lost"])
    assert shares == sorted(shares, reverse=True)
    assert (shares[0], round(shares[-1], 9)) == (1, 0)
    standing.slider("d_model").press("Home")
    standing.until_facts(d_model=768, smaller=True)
    standing.slider("rank").press("ArrowRight", "ArrowRight")  # 512, more than half of 768
    standing.until_facts(rank=512, smaller=False)
    assert "節約になりません" in standing.text
    cell = standing.element.get_by_role("grid").first.get_by_role("gridcell").first
    cell.focus()
    expect(standing.element.get_by_text("1 行 1 列：")).to_be_visible()


@on("cross_attention", "ja")
def test_a_rectangle_of_japanese_rows_and_english_columns(standing):
    grid = standing.element.get_by_role("grid")
    rows = grid.get_by_role("row")
    expect(rows).to_have_count(5)
    expect(rows.first.get_by_role("gridcell")).to_have_count(4)
    for place, (name, largest) in enumerate(
        zip(translation.japanese_tokens, ["hot", "tea", "tea", "drank", "drank"], strict=True)
    ):
        standing.token(place).until_facts(name=name, largest=largest)
    standing.token(0).toggle("mask").until_facts(mask=True, largest="I", largest_weight=1)
    turn = standing.element.get_by_role("button", name="行と列を入れ替える")
    turn.click()
    expect(rows).to_have_count(4)
    expect(rows.first.get_by_role("gridcell")).to_have_count(5)
    grid.get_by_role("gridcell").nth(1).focus()
    expect(standing.element.get_by_text("クエリ お茶、キー I:")).to_be_visible()
    turn.click()
    expect(rows).to_have_count(5)


@on("multi_head")
def test_heads_add_up_and_can_be_switched_off(standing):
    assert standing.facts["sense"] == "magic"
    standing.choose("who", "queen").until_facts(who="queen", sense="royal", name="Harry")
    before = standing.pictures()
    standing.toggle("head_1").until_facts(n_on=3, same=True)
    assert abs(standing.facts["change"][0]) < 1
    assert all((one != other).any() for one, other in zip(before, standing.pictures(), strict=True))
    expect(standing.checks.first).to_contain_text("holds")
    standing.token(crash.CAR).until_facts(name="car", sense="wreck")
    assert standing.facts["looks_at"][1] == "crash"
    assert "most at crash" in standing.text


@on("parameter_count")
def test_presets_set_all_the_sliders(standing):
    gpt3 = standing.element.get_by_role("button", name="GPT-3", exact=True)
    expect(gpt3).to_have_attribute("aria-pressed", "true")
    standing.preset("gpt2_small").until_facts(n_layers=12, total=124_439_808)
    expect(gpt3).to_have_attribute("aria-pressed", "false")
    expect(standing.group("n_heads").get_by_text("12", exact=True).first).to_be_visible()
    share = standing.facts["attention_share"]
    standing.slider("n_layers").press("ArrowRight")
    standing.until_facts(n_layers=24)
    assert standing.facts["attention_share"] > share
    gpt3.click()
    standing.until_facts(attention_parameters=57_982_058_496, block_rounded=604_800_000)
    assert "174,604,259,328" in standing.text


@on("parallel_or_serial", "ja")
def test_the_chain_takes_a_step_for_every_token(standing):
    standing.slider("step").press("Home")
    standing.until_facts(step=0, chain_done=0, attention_done=0)
    forward = standing.element.get_by_role("button", name="ひとつ進む")
    for step in range(1, 4):
        forward.click()
        standing.until_facts(step=step, chain_done=step, attention_done=8)
    standing.slider("step").press("End")
    standing.until_facts(chain_done=8, latest="forest")
    standing.slider("length").press("End")
    standing.until_facts(length_steps=8192, attention_steps=1)
