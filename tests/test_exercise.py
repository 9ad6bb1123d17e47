"""The exercises: what they ask, what is right, which slip is told from which; and what an exercise may say at all."""

import json
import math
import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.language.words import LANGUAGES, wanted
from attention.runtime import exercise
from attention.runtime.stage import Stage
from sitebuild.pages import exercises

ALL = exercises.names()
NUMERIC = [name for name in ALL if exercises.find(name).kind == "numeric"]
SEEDS = range(16)

# The topics of the course, and the exercises that ask for them.
TOPICS = {
    "a word's meaning in two contexts": ["two-contexts"],
    "why “sharpening” is too narrow": ["more-than-sharpening"],
    "why a small query space pays": ["small-query-space", "query-matrix-ratio"],
    "why queries and keys share a space": ["shared-space"],
    "the two dot products": ["two-dot-products"],
    "softmax of three scores": ["softmax-of-three", "one-row-of-weights"],
    "why the root of d_k, and its value": ["root-of-the-width"],
    "why minus infinity": ["why-minus-infinity", "masked-row"],
    "what predicting everywhere gains": ["predictions-everywhere"],
    "growth of the context": ["context-growth-factor"],
    "the weighted value sum": ["weighted-value-sum"],
    "the three roles in a sentence each": ["three-roles-in-words"],
    "the saving of the factored value": ["factored-saving"],
    "self against cross": ["self-or-cross"],
    "the total of 96 heads": ["heads-in-a-block"],
    "what the rest of GPT-3 is": ["rest-of-gpt3", "attention-share"],
    "why parallelism won": ["why-parallel-won"],
}


def shares(scores):
    """Softmax by hand."""
    powers = [math.exp(score) for score in scores]
    return [power / sum(powers) for power in powers]


def dot(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


# Each answer a second time, in plain Python, from the numbers drawn.
BY_HAND = {
    "two-dot-products": lambda n: [dot(n["query"], key) for key in n["keys"]],
    "softmax-of-three": lambda n: shares(n["scores"]),
    "one-row-of-weights": lambda n: shares([dot(n["query"], key) / 2 for key in n["keys"]]),
    "root-of-the-width": lambda n: math.sqrt(n["d"]),
    "masked-row": lambda n: [*shares(n["scores"][:2]), 0, 0],
    "predictions-everywhere": lambda n: len(range(1, n["n"])),
    "context-growth-factor": lambda n: n["times"] * n["times"],
    "weighted-value-sum": lambda n: [dot(n["weights"], column) for column in zip(*n["values"], strict=True)],
    "query-matrix-ratio": lambda n: n["d_model"] * n["d_model"] / (n["d_model"] * n["d_head"]),
    "factored-saving": lambda n: 2 * n["d_model"] * n["d_head"] / n["d_model"] ** 2,
    "heads-in-a-block": lambda n: n["n_heads"] * 4 * n["d_model"] * n["d_head"],
    "attention-share": lambda n: (
        n["model"][0] * n["model"][1] * 4 * n["model"][2] * n["model"][3] / (n["model"][4] * 1e6)
    ),
}
# The figures of the course, as it prints them.
FIGURES = {
    "two-dot-products": [8, -5],
    "softmax-of-three": [0.936, 0.047, 0.017],
    "root-of-the-width": 11.3,
    "predictions-everywhere": 7,
    "context-growth-factor": 64,
    "weighted-value-sum": [1.1, 1.7, 1.4],
    "query-matrix-ratio": 96,
    "factored-saving": 0.021,
    "heads-in-a-block": 603_979_776,
    "attention-share": 0.33,
}


def numbers_of(name, seed=0):
    """The numbers of an exercise, for exercise.py, with what its slips say in English; and the numbers drawn."""
    told = exercises.find(name).spoken("en")
    return told, exercise.draw(told, seed)


def listed(answer):
    return list(answer) if isinstance(answer, tuple | list) else [answer]


def written(answer):
    return ", ".join(map(repr, listed(answer)))


def test_every_topic_has_its_exercise():
    assert sorted(name for names in TOPICS.values() for name in names) == ALL


@pytest.mark.parametrize("name", NUMERIC)
def test_the_answer_is_what_plain_python_gives(name):
    for seed in SEEDS:
        _, drawn = numbers_of(name, seed)
        assert np.allclose(listed(drawn["answer"]), listed(BY_HAND[name](drawn)), rtol=1e-12), f"seed {seed}"


@pytest.mark.parametrize("name", FIGURES)
def test_the_first_numbers_are_the_course_s(name):
    told, drawn = numbers_of(name)
    printed = FIGURES[name]
    assert exercise.check(told, 0, written(printed)) == {"verdict": "right"}, "the printed figure must be accepted"
    for number, figure in zip(listed(drawn["answer"]), listed(printed), strict=True):
        assert round(number, len(str(figure).partition(".")[2])) == figure


def test_rounded_heads_are_right_too():
    told, _ = numbers_of("heads-in-a-block")
    assert exercise.check(told, 0, "604,800,000")["verdict"] == "right"
    assert exercise.check(told, 0, "58.06 billion")["verdict"] == "wrong"


@pytest.mark.parametrize("name", NUMERIC)
def test_every_slip_is_told_from_the_answer_and_says_its_own(name):
    told, _ = numbers_of(name)
    said = set()
    for seed in SEEDS:
        _, drawn = numbers_of(name, seed)
        for slip in exercise.slips(told, drawn):
            assert not exercise.near(slip, drawn["answer"], told["tolerance"]), f"seed {seed}"
            if slip is not None and np.shape(slip) == np.shape(drawn["answer"]):
                verdict = exercise.check(told, seed, written(slip))
                assert verdict["verdict"] == "slip", f"seed {seed}"
                said.add(verdict["says"])
        assert exercise.check(told, seed, written(drawn["answer"]))["verdict"] == "right"
    # No slip hides behind another at every seed: each gets to say its sentence.
    patterns = [re.sub(r"\\\{[^}]*\}", ".*", re.escape(slip["says"])) for slip in told["slips"]]
    for pattern in patterns:
        assert any(re.fullmatch(pattern, sentence) for sentence in said), pattern
    assert told["slips"], "an exercise that knows no slip can say no more than no"


@pytest.mark.parametrize("name", NUMERIC)
def test_other_seeds_give_other_numbers_and_the_same_seed_the_same(name):
    told, first = numbers_of(name)
    drawn = [exercise.draw(told, seed) for seed in SEEDS]
    assert drawn == [exercise.draw(told, seed) for seed in SEEDS]
    assert len({str(one) for one in drawn}) > 3
    for one, (key, how) in product(drawn, told["draw"].items()):
        assert np.shape(one[key]) == np.shape(first[key])
        if "of" not in how:
            assert how["from"] <= np.min(one[key]) <= np.max(one[key]) <= how["to"]


def test_what_a_seed_draws_is_settled_for_good():
    """A link in somebody's course must give the same numbers next year."""
    drawn = {name: numbers_of(name, 7)[1] for name in ("two-dot-products", "heads-in-a-block", "weighted-value-sum")}
    assert drawn["two-dot-products"]["query"] == (-1, -2, 2)
    assert drawn["two-dot-products"]["keys"] == ((-3, 1, -1), (-3, 1, -3))
    assert (drawn["heads-in-a-block"]["d_model"], drawn["heads-in-a-block"]["n_heads"]) == (2048, 32)
    assert drawn["weighted-value-sum"]["weights"] == (0.7, 0.2, 0.1)


@pytest.mark.parametrize("name", ALL)
def test_both_languages_say_the_same_with_the_same_numbers(name):
    one = exercises.find(name)
    for texts in zip(
        *(
            (text.question, text.solution, *text.slips, *text.checks)
            for text in (one.texts[lang] for lang in LANGUAGES)
        ),
        strict=True,
    ):
        assert all(re.search(r"\w", text) for text in texts)
    questions = [wanted(one.texts[lang].question) - {"billions", "hundred_millions"} for lang in LANGUAGES]
    assert questions[0] == questions[1]
    for lang, seed in product(LANGUAGES, (0, 1, 2, 3) if one.kind == "numeric" else ()):
        for said in one.said(lang, seed).values():
            assert not re.search(r"[{}]|\bnan\b|\binf\b|\bNone\b|\d\.\d{5}", re.sub("<[^>]+>", "", said)), said
    assert one.said("en")["question"] != one.said("ja")["question"]


@pytest.mark.parametrize("name", NUMERIC)
def test_the_model_answer_holds_the_answer(name):
    for lang, seed in product(LANGUAGES, (0, 5)):
        _, drawn = numbers_of(name, seed)
        bold = re.search(r"<strong>(.*?)</strong>", exercises.find(name).said(lang, seed)["solution"])
        assert bold, "the answer stands in bold"
        first = float(re.search(r"−?\d[\d,]*(?:\.\d+)?", bold[1])[0].replace("−", "-").replace(",", ""))
        first /= 100 if "%" in bold[1] else 1
        assert first == pytest.approx(listed(drawn["answer"])[0], abs=0.051, rel=0.02)


def test_no_decimal_is_typed_into_an_exercise():
    from test_pages import decimals

    for path in exercises.FOLDER.glob("*.toml"):
        words = re.sub(
            r"^#.*$|^(answer|tolerance|first|of|from|to|step)\b.*$|^\[given\](\n\w.*)+",
            "",
            path.read_text(),
            flags=re.M,
        )
        assert not decimals(words), f"{path.name}: name the number under [given] and write {{name:.2f}}"


# What becomes of an answer.

ONE = {"draw": {"n": {"first": 4, "from": 2, "to": 9, "step": 1}}, "answer": "n", "tolerance": 0.01, "slips": []}
ROW = {"answer": "[1, -2, 3]", "tolerance": 0.01, "slips": []}


@pytest.mark.parametrize(
    ("told", "typed", "verdict"),
    [
        (ONE, "4", "right"),
        (ONE, "4.01", "right"),
        (ONE, "4.02", "close"),
        (ONE, "4.2", "wrong"),
        (ONE, "4,000", "zeros"),
        (ONE, "2 × 2", "right"),
        (ONE, "x", "not_number"),
        (ROW, "1 2", "count"),
        (ONE, " ", "empty"),
        (ONE, "-4", "sign"),
        (ONE, "4000", "zeros"),
        (ONE, "0.04", "zeros"),
        (ONE, "0", "wrong"),
        (ONE, "4, 4", "count"),
        (ROW, "1, -2, 3", "right"),
        (ROW, "3, 1, -2", "order"),
        (ROW, "1, 2, 3", "sign"),
        (ROW, "10, -20, 30", "zeros"),
        (ROW, "1, -2", "count"),
        ({**ONE, "tolerance": 0}, "4.001", "wrong"),
        ({**ONE, "tolerance": "1 %"}, "4.03", "right"),
        ({**ONE, "tolerance": "1 %"}, "4.05", "close"),
        ({**ONE, "slips": [{"answer": "n + 1", "says": "one more than {n}"}]}, "5", "slip"),
        ({**ONE, "slips": [{"answer": "n / 0", "says": ""}]}, "5", "wrong"),
        ({**ONE, "slips": [{"answer": "1 / np.sum([n - n])", "says": ""}]}, "5", "wrong"),
    ],
)
def test_a_verdict(told, typed, verdict):
    given = exercise.check(told, 0, typed)
    assert given["verdict"] == verdict
    assert given.get("says") in (None, "one more than 4")


def test_what_cannot_be_read_says_what_and_how_many():
    assert exercise.check(ROW, 0, "1 2") == {"verdict": "count", "part": "", "given": 2, "count": 3}
    told = exercise.check(ONE, 0, "<h1>hello</h1>" * 99)
    assert told["verdict"] in ("not_number", "too_large")
    assert len(told["part"]) <= 41


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), min_size=3, max_size=3))
def test_whatever_is_typed_gets_a_verdict(numbers):
    verdict = exercise.check(ROW, 0, ", ".join(map(repr, numbers)))["verdict"]
    assert verdict in ("right", "order", "sign", "zeros", "close", "wrong", "not_number", "too_large")


@pytest.mark.parametrize("seed", [-1, 10_000, 1.5, "7", None, True])
def test_a_seed_that_is_none_is_refused(seed):
    with pytest.raises(ValueError, match="integer from 0 to 9999"):
        exercise.draw(ONE, seed)


def test_a_slip_that_is_the_answer_stops_the_build_and_is_drawn_again_elsewhere():
    same = {**ONE, "slips": [{"answer": "4", "says": ""}]}
    with pytest.raises(ValueError, match="cannot be told from the answer"):
        exercise.draw(same, 0)
    assert all(exercise.draw(same, seed)["answer"] != 4 for seed in range(1, 200))


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("2 * n ** 2 - 1", 31),
        ("-n // 3", -2),
        ("core.softmax([0, 0])[1]", 0.5),
        ("core.masked_weights([[0, 0]], core.causal_mask(1, 2)[:, 0:1] , how='add')[0]", [0.5, 0.5]),
        ("costs.head(costs.projection(2, 3), n)", 96),
        ("np.sum(np.transpose([[1, 2], [3, 4]]), 1)[-1]", 6),
    ],
)
def test_an_expression(expression, value):
    assert np.allclose(exercise.evaluate(expression, {"n": 4}), value)


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os').getcwd()",
        "core.np.load('x')",
        "core._floats('x', 1)",
        "core.__builtins__",
        "np.fromfile('x')",
        "np.sum.__globals__",
        "n.__class__",
        "(lambda: 1)()",
        "[x for x in [1]]",
        "open('x')",
        "gone + 1",
        "n +",
        "os.sep",
        "f'{n}'",
    ],
)
def test_an_expression_does_arithmetic_and_nothing_else(expression):
    with pytest.raises(ValueError, match=r"is not known here|is no expression|has no"):
        exercise.evaluate(expression, {"n": 4})


# What stops the build.

WORDS = {"title": "T", "question": "What is {n}?", "solution": "**{answer}**"}
FILE = {**{key: value for key, value in ONE.items() if key != "slips"}, "kind": "numeric", "en": WORDS, "ja": WORDS}
ASKS = {"title": "T", "question": "Why?", "solution": "So.", "checks": ["a"]}
OPEN = {"kind": "open", "en": ASKS, "ja": ASKS}


@pytest.mark.parametrize(
    ("told", "hint"),
    [
        ({**FILE, "kind": "essay"}, "numeric or open"),
        ({key: value for key, value in FILE.items() if key != "ja"}, "lacks ja"),
        ({**FILE, "en": {**WORDS, "question": "What is {gone}?"}}, "gone"),
        ({**FILE, "en": {"title": "T", "question": "Q"}}, "en lacks solution"),
        ({**FILE, "en": {**WORDS, "hint": "x"}}, "en has hint"),
        ({**FILE, "en": {**WORDS, "question": "{{ term('gone') }}"}}, "gone"),
        ({**FILE, "answer": "n + gone"}, "gone"),
        ({**FILE, "slips": [{"answer": "n + 1", "en": "one more"}]}, "a slip lacks ja"),
        ({**FILE, "slips": [{"answer": "n", "en": "x", "ja": "x"}]}, "cannot be told"),
        ({**FILE, "slip": []}, "the file has slip"),
        ({**OPEN, "answer": "1"}, "the file has answer"),
        ({**OPEN, "ja": {**ASKS, "checks": ["a", "b"]}}, "checks"),
    ],
)
def test_an_exercise_that_does_not_fit_stops_the_build(told, hint):
    exercises.made("tale", FILE)
    exercises.made("tale", OPEN)
    with pytest.raises((ValueError, LookupError), match=hint):
        exercises.made("tale", told)


def test_the_error_names_the_file(tmp_path):
    (tmp_path / "tale.toml").write_text('kind = "essay"\n')
    with pytest.raises(ValueError, match=r"^tale\.toml: kind is 'essay'"):
        exercises.read(tmp_path / "tale.toml")


# On the stage.


def test_the_stage_draws_and_checks():
    sent = []
    receive = Stage(lambda text: sent.append(json.loads(text))).receive
    message = {"do": "exercise", "id": "x", "seq": 1, "exercise": ONE, "texts": ["n is {n}"]}
    receive(json.dumps(message | {"seed": 0}))
    receive(json.dumps(message | {"seed": 0, "typed": "4"}))
    receive(json.dumps(message | {"seed": 10_000}))
    receive(json.dumps(message | {"seed": 0, "exercise": {}}))
    assert sent[0] == {"id": "x", "seq": 1, "texts": ["n is 4"], "check": None}
    assert sent[1]["check"] == {"verdict": "right"}
    assert "0 to 9999" in sent[2]["error"]
    assert "error" in sent[3]


# In the course.


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_exercise_has_its_place_in_the_course(lang):
    sources = sorted((exercises.FOLDER.parent / "course").glob(f"*.{lang}.md"))
    placed = [name for path in sources for name in re.findall(r'\{\{ exercise\("([\w-]+)"\)', path.read_text())]
    assert sorted(placed) == ALL


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_plan_of_the_class_adds_up_to_ninety_minutes(lang):
    from sitebuild.pages import pages

    [path] = (exercises.FOLDER.parent / "course").glob(f"*-teaching.{lang}.md")
    html = pages.read(path, "course").html
    plan = re.search(r"<tbody>(.*?)</tbody>", html, re.S)[1]
    minutes = [int(number) for number in re.findall(r"<tr>\s*<td[^>]*>(?:<strong>)?(\d+)", plan)]
    assert minutes == [5, 10, 10, 10, 10, 15, 10, 10, 10, 90]
    assert sum(minutes[:-1]) == minutes[-1]
