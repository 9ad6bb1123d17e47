"""Messages between page and Python: each is answered, and an error leaves the widget as it was."""

import gc
import json
import weakref
from base64 import b64encode

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from attention.examples import two_layers
from attention.runtime.stage import Stage
from attention.widget import find, names


class Talk:
    """A stage and what it said."""

    def __init__(self):
        self.said = []
        self.stage = Stage(send=self.said.append)

    def tell(self, message):
        """One message, as text or to be made text; its one answer."""
        before = len(self.said)
        self.stage.receive(message if isinstance(message, str) else json.dumps(message))
        assert len(self.said) == before + 1, "each message has one answer"
        answer = self.said[-1]
        assert isinstance(answer, str)
        return json.loads(answer, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))

    def mount(self, id="w1", name="key_stretch", params=None, texts=(), seq=1, **more):
        message = {
            "do": "mount",
            "id": id,
            "seq": seq,
            "name": name,
            "params": params or {},
            "texts": list(texts),
        } | more
        return self.tell(message)

    def update(self, params, id="w1", seq=2, shown=None):
        return self.tell({"do": "update", "id": id, "seq": seq, "params": params, "shown": shown})


@pytest.fixture
def talk():
    return Talk()


@pytest.mark.parametrize("name", names())
def test_a_mounted_widget_answers_as_it_would_itself(talk, name):
    columns, facts = find(name)().answer()
    answer = talk.mount(id="a", name=name, seq=7)
    assert answer == {
        "id": "a",
        "seq": 7,
        "params": find(name)().state(),
        "columns": columns,
        "facts": facts,
        "texts": [],
    }


def test_long_work_is_answered_in_slices_and_ends_where_it_would_in_one(talk):
    answer, slices, at = talk.mount(name="train_head", params={"step": 45, "seed": 7}), 1, []
    while answer.get("more"):
        at.append(answer["facts"]["at"])
        answer = talk.update({}, seq=slices + 1, shown=slices)
        slices += 1
    assert at == [8, 16, 24, 32, 40]
    columns, facts = find("train_head")(step=45, seed=7).answer()
    assert answer["facts"] == facts
    assert {name: columns[name] for name in answer["columns"]} == answer["columns"]


def test_a_newer_wish_cuts_long_work_short(talk):
    assert talk.mount(name="train_head", params={"step": 300, "seed": 8})["more"]
    answer = talk.update({"step": 3})
    assert "more" not in answer
    assert answer["facts"]["at"] == 3


def test_a_widget_that_needs_a_file_says_so_until_it_comes_with_the_mount(talk, monkeypatch):
    content = two_layers.weights() and two_layers.came[0]
    monkeypatch.setattr(two_layers, "__file__", "/nowhere/two_layers.py")
    two_layers.came.clear()
    two_layers.weights.cache_clear()
    try:
        assert "two_layers.bin" in talk.mount(name="two_layers")["error"]
        answer = talk.mount(name="two_layers", file=b64encode(content).decode())
        assert answer["facts"]["right"]
    finally:
        two_layers.provide(content)


def test_an_update_moves_what_it_names_and_nothing_else(talk):
    talk.mount(name="drag_input", params={"x": 0.5, "y": -0.5})
    answer = talk.update({"y": 1.0}, seq=9)
    assert (answer["id"], answer["seq"]) == ("w1", 9)
    assert answer["params"] == {"x": 0.5, "y": 1.0}
    assert answer["facts"]["input"] == [0.5, 1.0]


def test_an_update_with_nothing_in_it_answers_with_the_present_and_no_columns(talk):
    first = talk.mount()
    assert first["columns"]
    assert talk.update({}, seq=1, shown=1) == first | {"columns": {}}


def test_only_sources_that_differ_from_those_shown_are_sent(talk):
    first = talk.mount(seq=1)
    second = talk.update({"stretch": 2.0}, seq=2, shown=1)["columns"]
    assert set(second) == {"stretched", "keys", "bars"} or set(second) == {"stretched", "bars"}
    assert all(second[name] != first["columns"][name] for name in second)
    assert set(talk.mount()["columns"]) == set(first["columns"])


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(1.0, 6.0), st.sampled_from(["shown", "lost", "broken", "refused"])), max_size=8))
def test_whatever_becomes_of_answers_the_page_has_what_was_computed(fates):
    """A page that loses answers, or breaks while it shows one, and Python's errors between them."""
    talk = Talk()
    answer = talk.mount(seq=0, texts=["{stretch}", "{winner:?cat=cat|and=and}"])
    drawn, shown = dict(answer["columns"]), 0
    for seq, (stretch, fate) in enumerate([*fates, (3.0, "shown")], start=1):
        wanted = 99.0 if fate == "refused" else stretch
        answer = talk.update({"stretch": wanted}, seq=seq, shown=shown)
        if fate == "refused":
            assert "error" in answer
        elif fate == "broken":
            drawn.update(list(answer["columns"].items())[:1])
            shown = None
        elif fate == "shown":
            drawn.update(answer["columns"])
            shown = seq
            assert drawn == find("key_stretch")(stretch=stretch).answer()[0]


def test_of_what_was_sent_no_more_is_kept_than_can_be_asked_for(talk):
    talk.mount(seq=0)
    for seq in range(1, 20):
        talk.update({"stretch": 1 + seq / 10}, seq=seq, shown=0)
    assert len(talk.stage.mounted["w1"].sent) == 2


def test_texts_are_filled_at_each_answer_in_their_order(talk):
    texts = ["{stretch:.1f} times", "{winner} wins", "no fact", "{winner:?cat=noun|else=other}"]
    assert talk.mount(texts=texts)["texts"] == ["1.0 times", "cat wins", "no fact", "noun"]
    assert talk.update({"stretch": 5.0})["texts"] == ["5.0 times", "and wins", "no fact", "other"]


def test_two_of_the_same_widget_go_their_own_ways(talk):
    talk.mount(id="a")
    talk.mount(id="b", params={"stretch": 2.0}, texts=["{stretch}"])
    talk.update({"stretch": 6.0}, id="a")
    assert talk.update({}, id="b")["params"] == {"stretch": 2.0}
    answer = talk.update({}, id="a")
    assert (answer["params"], answer["texts"]) == ({"stretch": 6.0}, [])


def test_mounting_again_under_the_same_id_starts_afresh(talk):
    talk.mount(params={"stretch": 6.0}, texts=["old"])
    assert talk.mount(texts=["new"])["params"] == {"stretch": 1.0}
    assert talk.update({})["texts"] == ["new"]


def test_an_unmounted_widget_is_gone_and_the_others_stay(talk):
    talk.mount(id="a")
    talk.mount(id="b")
    assert talk.tell({"do": "unmount", "id": "a", "seq": 3}) == {"id": "a", "seq": 3}
    assert "error" in talk.update({}, id="a")
    assert "error" not in talk.update({}, id="b")


def test_nothing_of_an_unmounted_widget_is_kept(talk):
    talk.mount(id="a")
    talk.update({"stretch": 2.0}, id="a", shown=1)
    widget = weakref.ref(talk.stage.mounted["a"].widget)
    talk.tell({"do": "unmount", "id": "a", "seq": 3})
    gc.collect()
    assert widget() is None
    assert not any(value for name, value in vars(talk.stage).items() if name != "send")


def test_unmounting_twice_does_no_harm(talk):
    for _ in range(2):
        assert talk.tell({"do": "unmount", "id": "a", "seq": 1}) == {"id": "a", "seq": 1}


@pytest.mark.parametrize(
    ("message", "hint"),
    [
        ({"do": "mount", "name": "no_such_widget", "params": {}, "texts": []}, "key_stretch"),
        ({"do": "mount", "name": "key_stretch", "params": {"gone": 1}, "texts": []}, "gone"),
        ({"do": "mount", "name": "key_stretch", "params": {"stretch": 99}, "texts": []}, "stretch"),
        ({"do": "mount", "name": "key_stretch", "params": {"stretch": "much"}, "texts": []}, "stretch"),
        ({"do": "mount", "name": "key_stretch", "params": {}, "texts": ["{gone}"]}, "gone"),
        ({"do": "mount", "name": "key_stretch", "params": {}}, "texts"),
        ({"do": "update", "params": {"stretch": 99}}, "stretch"),
        ({"do": "update", "params": {"stretch": None}}, "stretch"),
        ({"do": "update", "params": {"stretch": [1.0]}}, "stretch"),
        ({"do": "update", "params": {"gone": 1}}, "gone"),
        ({"do": "update"}, "params"),
        ({"do": "update", "id": "nobody", "params": {}}, "nobody"),
        ({"do": "dance"}, "dance"),
        ({}, "do"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_to_the_one_who_asked(talk, message, hint):
    talk.mount()
    answer = talk.tell({"id": "w1", "seq": 5} | message)
    assert set(answer) == {"id", "seq", "error"}
    assert (answer["id"], answer["seq"]) == (message.get("id", "w1"), 5)
    assert hint in answer["error"]


@pytest.mark.parametrize("text", ["", "{", "nonsense", '{"do": "mount"', "[]", "3", "null", '"text"', "true"])
def test_what_is_no_message_is_answered_all_the_same(talk, text):
    answer = talk.tell(text)
    assert (answer["id"], answer["seq"]) == (None, None)
    assert answer["error"]


@pytest.mark.parametrize(
    "wrong",
    [{"x": 99}, {"x": 0.5, "y": 99}, {"y": "up", "x": 0.5}, {"x": 0.5, "gone": 1}, {"x": None}],
    ids=str,
)
def test_after_an_error_the_widget_goes_on_where_it_was(talk, wrong):
    talk.mount(name="drag_input", params={"x": 1.0, "y": 1.0})
    assert "error" in talk.update(wrong)
    assert talk.update({})["params"] == {"x": 1.0, "y": 1.0}
    assert talk.update({"y": 0.25})["params"] == {"x": 1.0, "y": 0.25}


def test_after_a_state_that_cannot_be_told_the_widget_goes_on_where_it_was(talk):
    talk.mount(texts=["{winner:?cat=cat}"])
    assert "no words" in talk.update({"stretch": 6.0})["error"]
    answer = talk.update({})
    assert (answer["params"], answer["texts"]) == ({"stretch": 1.0}, ["cat"])


def test_a_mount_that_failed_leaves_nothing_behind(talk):
    talk.mount(id="a")
    assert "error" in talk.mount(id="b", texts=["{gone}"])
    assert "error" in talk.update({}, id="b")
    assert "error" in talk.mount(id="a", name="no_such_widget")
    assert talk.update({}, id="a")["params"] == {"stretch": 1.0}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
parameters = sorted({param for name in names() for param in find(name).parameters()})
messages = st.fixed_dictionaries(
    {},
    optional={
        "do": st.sampled_from(["mount", "update", "unmount"]) | json_values,
        "id": st.sampled_from(["w1", "w2"]) | json_values,
        "seq": json_values,
        "name": st.sampled_from([*names(), "__init__", "../core"]) | json_values,
        "params": st.dictionaries(st.sampled_from([*parameters, "name", "self_"]) | st.text(), json_values, max_size=2)
        | json_values,
        "texts": st.lists(st.text() | st.just("{stretch:.2f}"), max_size=2) | json_values,
    },
)


@settings(deadline=None)
@given(st.lists(messages | json_values, max_size=4), st.text())
@example([[], {"id": float("nan"), "do": "mount"}, {"seq": float("inf")}, {"do": [], "id": {}}], "1e999")
def test_whatever_comes_is_answered_and_nothing_is_raised(heap, text):
    talk = Talk()
    talk.mount(params={"stretch": 2.0})
    for message in heap:
        talk.tell(message)
    talk.tell(text)
    assert "error" not in talk.mount(id="last")


def test_brackets_without_end_are_answered(talk):
    answer = talk.tell("[" * 100_000)
    assert answer["error"].startswith("RecursionError")


def test_columns_that_are_no_numbers_are_told_as_an_error(talk, monkeypatch):
    talk.mount()
    monkeypatch.setattr(find("key_stretch"), "columns", lambda *_: {"bars": {"top": [float("inf")]}})
    assert "error" in talk.update({"stretch": 3.0}, shown=1)
    monkeypatch.undo()
    answer = talk.update({}, shown=1)
    assert (answer["params"], answer["columns"]) == ({"stretch": 1.0}, {})
