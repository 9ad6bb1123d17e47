"""A picture is what the facts say: columns are read back as a reader would and compared with facts and core.

What the sources of a widget show at any state says the function of its name; every source must be read. The second half
asks each shared figure which glyph reads which column, in which units.
"""

import numpy as np
import pytest
from bokeh.models import ColumnDataSource, GlyphRenderer
from settings import settings

from attention import core
from attention.core import costs, heads, plane, transformer
from attention.examples import (
    bank,
    bird,
    bite,
    broken,
    crash,
    creature,
    fact_language,
    senses,
    squares,
    toy,
    translation,
)
from attention.examples import small_language as language
from attention.examples import two_layers as two_layers_kept
from attention.examples.twenty_seeds import RUNS
from attention.pictures import arrows, bars, boxes, canvas, curves, patterns, rows, shadows, tables, theme
from attention.widget import find, names

FEW = 36  # states of each widget; its settings are spread evenly over them
N = len(toy.tokens)
IT = toy.head.queries[toy.IT]


def same(one, other, why=""):
    np.testing.assert_allclose(np.asarray(one, float), np.asarray(other, float), rtol=1e-9, atol=1e-9, err_msg=why)


def points(x, y):
    return np.transpose([x, y]).reshape(-1, 2)


def vectors(drawn, tips, tails=(0.0, 0.0), labels=None):
    """Arrows run from their tails to their tips, and each wears its own label, nearer to its tip than to its tail."""
    tips = np.asarray(tips, float).reshape(-1, 2)
    same(points(drawn["x1"], drawn["y1"]), tips, "tips")
    same(points(drawn["x0"], drawn["y0"]), np.broadcast_to(tails, tips.shape), "tails")
    assert len(drawn["label_x"]) == len(tips)
    assert drawn.get("label", []) == list(labels or [])


def standing(drawn, sizes, called, marked=None):
    """Bars: a height for each name in this order, negative ones hollow, one marked, the number at the end."""
    sizes = np.asarray(sizes, float)
    same(drawn["x"], np.arange(len(sizes)))
    same(drawn["top"], sizes)
    same(drawn["number_y"], np.maximum(sizes, 0))
    told(drawn, sizes, called, marked)


def lying(drawn, sizes, called, marked=None):
    sizes = np.asarray(sizes, float)
    same(np.diff(drawn["y"]), -np.ones(len(sizes) - 1))
    same(drawn["end"], sizes)
    same(drawn["number_x"], np.maximum(sizes, 0))
    told(drawn, sizes, called, marked)


def told(drawn, sizes, called, marked):
    assert drawn["name"] == list(called)
    assert drawn["solid"] == [float(size >= 0) for size in sizes]
    assert drawn["hollow"] == [float(size < 0) for size in sizes]
    assert drawn["marked"] == [float(place == marked) for place in range(len(sizes))]
    for written, size in zip(drawn["number"], sizes, strict=True):
        digits = len(written.partition(".")[2])
        value = float(written.replace("−", "-").lstrip("<>"))
        near = 0 < size < value if written[0] == "<" else value < size < 1 if written[0] == ">" else None
        assert near or abs(value - size) <= 0.5000001 * 10.0**-digits, written
        assert "-" not in written


def pattern(drawn, values, queries, keys=None, largest=1.0, dropped=False, wrong=False):
    """A table: the signed area of a square is its value against `largest`, and it lies in the row of its query."""
    keys, values = queries if keys is None else keys, np.asarray(values, float)
    shape = len(queries), len(keys)
    dropped, wrong = np.broadcast_to(dropped, shape), np.broadcast_to(wrong, shape)
    assert len(drawn["side"]) == values.size
    for place, (query, key) in enumerate(zip(drawn["query"], drawn["key"], strict=True)):
        row, column = int(-drawn["y"][place]), int(drawn["x"][place])
        assert (queries[row], keys[column]) == (query, key)
        value, area = values[row, column], (drawn["side"][place] / 0.92) ** 2
        sign = drawn["solid"][place] - drawn["hollow"][place]
        assert drawn["dropped"][place] == dropped[row, column]
        assert drawn["wrong"][place] == wrong[row, column]
        if np.isnan(value):
            assert (drawn["side"][place], drawn["number"][place]) == (0.0, "–")
            continue
        if abs(value) > 1e-9:  # what is zero but for rounding has no side
            assert sign == (0 if dropped[row, column] else 1 if value >= 0 else -1)
        if dropped[row, column]:
            assert drawn["side"][place] == pytest.approx(max(0.24, 0.92 * min(1, abs(value) / largest) ** 0.5))
        else:
            assert area == pytest.approx(min(1, abs(value) / largest), abs=1e-9)
        assert float(drawn["number"][place].replace("−", "-")) == pytest.approx(value, abs=0.0051)
    assert len(set(zip(drawn["x"], drawn["y"], strict=True))) == values.size


def framed(drawn, *cells, size=(1, 1)):
    """Frames round single cells (row, column), or round a row that begins at the first column."""
    width, height = size
    line(drawn, [(column + (width - 1) / 2, -row) for row, column in cells])
    assert (drawn["w"], drawn["h"]) == ([width] * len(cells), [height] * len(cells))


def line(drawn, through):
    same(points(drawn["x"], drawn["y"]), np.asarray(through, float).reshape(-1, 2))


def shadow(drawn, tip, lines, marked=None, reach=12.0):
    lines = np.asarray(lines, float).reshape(-1, 2)
    lengths = lines @ np.asarray(tip, float) / np.hypot(*lines.T)
    ways = lines / np.hypot(*lines.T)[:, None]
    same(points(drawn["foot_x"], drawn["foot_y"]), lengths[:, None] * ways)
    same(points(drawn["tip_x"], drawn["tip_y"]), np.broadcast_to(tip, lines.shape))
    same(points(drawn["far_x"], drawn["far_y"]), reach * ways)
    same(points(drawn["near_x"], drawn["near_y"]), -reach * ways)
    assert drawn["solid"] == [float(length >= 0) for length in lengths]
    assert drawn["hollow"] == [float(length < 0) for length in lengths]
    thick = [len(lines) == 1 or place == marked for place in range(len(lines))]
    assert [width > 4 for width in drawn["thick"]] == thick
    assert [width > inner > 0 for width, inner in zip(drawn["thick"], drawn["core"], strict=True)] == [True] * len(
        thick
    )
    assert [full == 1 for full in drawn["strength"]] == thick


def laid(drawn, parts, ends=("start", "end")):
    """Parts end to end from 0: each begins where the one before ends."""
    joints = np.concatenate([[0.0], np.cumsum(parts)])
    same(drawn[ends[0]], joints[:-1])
    same(drawn[ends[1]], joints[1:])
    same(drawn["middle"], (joints[:-1] + joints[1:]) / 2)


def area(drawn, left, right, top):
    assert (len(drawn["left"]), len(drawn["right"]), len(drawn["top"])) == (1, 1, 1)
    same([drawn["left"][0], drawn["right"][0], drawn["top"][0]], [left, right, top])


def percents(written, parts):
    for said, part in zip(written, parts, strict=True):
        if said[0] in "<>":
            assert (said == "<1%" and 0 < part < 0.01) or (said == ">99%" and 0.99 < part < 1), (said, part)
        else:
            assert abs(float(said[:-1]) / 100 - part) <= 0.005 + 1e-12, (said, part)


# ---- what each widget's sources show: (columns, facts) -> the sources that were read


def attention_map(c, f):
    mask = np.tri(N, dtype=bool) if f["mask"] else True
    empty = np.full((N, N), np.nan)
    scores, weights = toy.head.scores, np.array(f["weights"])
    same(weights, core.attend(toy.head.queries, toy.head.keys, toy.head.values, mask if f["mask"] else None).weights)
    gone = ~mask if f["mask"] and f["line"] > 1 else False
    pattern(c["scored"], scores if f["line"] > 0 else empty, toy.tokens, None, np.abs(scores).max(), dropped=gone)
    pattern(c["map"], weights if f["line"] > 2 else empty, toy.tokens)
    framed(c["row"], (f["token"], 0), size=(N, 1))
    vectors(c["output"], [f["output"]] if f["line"] > 3 else [])
    vectors(c["values"], toy.head.values, labels=toy.tokens)


def bank_sense(c, f):
    vectors(c["needle"], f["output"], labels=["bank"])
    vectors(c["alone"], bank.embeddings["bank"][:2])
    line(c["senses"], [bank.embeddings[name][:2] for name in c["senses"]["name"]])
    assert c["senses"]["filled"] == [float(name in f["tokens"]) for name in c["senses"]["name"]]
    assert (np.array(c["senses"]["name_y"]) < c["senses"]["y"]).all()


def blend_maps(c, f):
    pair = [toy.CAT, toy.ATE]
    w_q = (1 - f["blend"]) * toy.w_q + f["blend"] * toy.w_k
    queries = toy.embeddings @ w_q.T
    same(f["scores"], queries @ toy.head.keys.T / 2**0.5)
    pattern(c["table"], f["scores"], toy.tokens, None, np.abs(toy.head.scores).max())
    framed(c["pair"], (toy.CAT, toy.ATE), (toy.ATE, toy.CAT))
    vectors(c["queries"], queries[pair], labels=["cat", "ate"])
    vectors(c["keys"], toy.head.keys[pair], labels=["cat", "ate"])


def break_it(c, f):
    pair = broken.PAIRS[f["broken"]]
    learned, kept = language.split(broken.SETTINGS[pair[1]][1])
    for name, loss in zip(("sound", "broken"), f["loss"], strict=True):
        assert c[name]["x"] == list(range(f["at"] + 1))
        assert c[name]["y"][-1] == pytest.approx(min(8.0, max(3e-4, loss)))
    line(c["here"], [(f["at"], c[name]["y"][-1]) for name in ("sound", "broken")])
    line(c["now"], [(right, 3 - at) for at, right in enumerate(f["right"])])
    shares = {}  # height of the line: what the twenty seeds have on it
    for x, y in zip(c["dots"]["x"], c["dots"]["y"], strict=True):
        shares.setdefault(round(y), []).append(x)
    for at, (name, n, which) in enumerate(
        (name, n, which) for name in pair for which, n in enumerate((len(learned), len(kept)))
    ):
        same(shares[3 - at], [run[which] / n for run in RUNS[name]])
        assert (min(shares[3 - at]), max(shares[3 - at])) == (f["least"][at], f["most"][at])
    words = c["row"]["name"]
    standing(c["row"], f["row"], words, marked=len(words) - 1)
    assert (words[-2], words[-1]) == (f["pronoun"], f["answer"])
    assert sum(f["row"]) == pytest.approx(1)


def causal_mask(c, f):
    done = np.arange(N) < f["rows"]
    gone = ~np.tri(N, dtype=bool) & done[:, None]
    pattern(c["table"], toy.head.scores, toy.tokens, None, np.abs(toy.head.scores).max(), dropped=gone)
    assert f["removed"] == gone.sum()
    framed(c["row"], *([(f["rows"] - 1, 0)] if 0 < f["rows"] < N else []), size=(N, 1))


def collapse(c, f):
    standing(
        c["bars"],
        f["weights"],
        [f"k{place}" for place in range(1, 7)] if "k1" in c["bars"]["name"] else c["bars"]["name"],
    )
    same(f["weights"], core.softmax(f["width"] ** 0.5 * toy.spread_scores))
    for name, of in (("largest", lambda w: w.max()), ("gradients", lambda w: w.max() * (1 - w.max()))):
        for x, y in zip(c[name]["x"], c[name]["y"], strict=True):
            assert y == pytest.approx(of(core.softmax(x**0.5 * toy.spread_scores)), abs=1e-9)
    line(c["here"], [(f["width"], f["largest_weight"]), (f["width"], f["gradient"])])


def context_growth(c, f):
    small, large = sorted((f["context"], f["against"]))
    area(c["first"], 0, small / large, small / large)
    cuts = large // small - 1 if large <= 64 * small else 0
    assert len(c["cuts"]["x0"]) == 2 * cuts
    for x0, y0, x1, y1 in zip(*(c["cuts"][end] for end in ("x0", "y0", "x1", "y1")), strict=True):
        assert (x0 == x1 and (y0, y1) == (0, 1)) or (y0 == y1 and (x0, x1) == (0, 1))
    same(sorted({*c["cuts"]["x0"], *c["cuts"]["x1"]} - {0.0, 1.0}), np.arange(1, cuts + 1) * small / large)
    for name, of in (("all", lambda n: n * n), ("causal", lambda n: n * (n + 1) / 2)):
        line(c[name], [(n, of(n)) for n in c[name]["x"]])
    line(c["here"], [(f["context"], f["cells"]), (f["against"], f["against_cells"])])


def cross_attention(c, f):
    shape = len(translation.japanese_tokens), len(translation.english_tokens)
    gone = ~np.tri(*shape, dtype=bool) if f["mask"] else False
    head = heads.cross(
        translation.japanese_embeddings, translation.english_embeddings, translation.w_q, translation.w_k,
        translation.w_v, np.tri(*shape, dtype=bool) if f["mask"] else None,
    )  # fmt: skip
    pattern(c["pattern"], head.weights, translation.japanese_tokens, translation.english_tokens, dropped=gone)
    beside = dict(zip(c["names"]["name"], zip(c["names"]["x"], c["names"]["y"], strict=True), strict=True))
    assert [beside[name][1] for name in translation.japanese_tokens] == [-row for row in range(shape[0])]
    assert [beside[name][0] for name in translation.english_tokens] == list(range(shape[1]))
    framed(c["row"], (f["token"], 0), size=(shape[1], 1))
    vectors(c["output"], f["output"])
    vectors(c["values"], head.values, labels=translation.english_tokens)


def dot_grid(c, f):
    pattern(c["table"], f["dot_products"], creature.tokens, None, 5.0)
    framed(c["row"], (f["token"], 0), size=(8, 1))


def dot_product(c, f):
    query, key = [f["x"], f["y"]], f["key_vector"]
    vectors(c["query"], query)
    vectors(c["key"], key, labels=[f["key_name"]])
    shadow(c["shadow"], query, key)
    same([c["shadow"]["foot_x"][0], c["shadow"]["foot_y"][0]], np.multiply(key, f["shadow"] / f["key_length"]))
    line(c["corner"], plane.right_angle(query, key, 0.12))
    standing(c["bars"], [*f["products"], f["dot_product"]], ["q₁k₁", "q₂k₂", "q·k"], marked=2)


def drag_input(c, f):
    for role, matrix in (("input", np.eye(2)), ("query", toy.w_q), ("key", toy.w_k), ("value", toy.w_v)):
        same(f[role], matrix @ [f["x"], f["y"]])
        vectors(c[role], f[role])
        vectors(c[f"{role}_at_rest"], matrix @ toy.embeddings[toy.FOLLOW])


def every_word(c, f):
    seats = points(c["seats"]["x"], c["seats"]["y"])
    others = [place for place in range(6) if place != f["token"]]
    vectors({**c["threads"], "label_x": others}, seats[others], seats[f["token"]])
    same(np.diff(c["threads"]["thick"]), 24 * np.diff(np.take(f["weights"], others)))
    assert c["seats"]["name"] == list(bird.tokens)
    percents(c["seats"]["share"], f["weights"])
    assert c["seats"]["marked"] == [float(place == f["token"]) for place in range(6)]


def fold_diagonal(c, f):
    scores, largest = toy.head.scores, np.abs(toy.head.scores).max()
    over = np.triu(np.ones((N, N), bool), 1)
    assert c["table"]["query"][1] == toy.tokens[0]
    sides = np.array(c["table"]["side"]).reshape(N, N)
    same(sides, np.where(over, 0.0, 0.92 * np.sqrt(np.abs(scores) / largest)))
    same(c["flap"]["side"], 0.92 * np.sqrt(np.abs(scores[over]) / largest))
    assert c["flap"]["hollow"] == [float(score < 0) for score in scores[over]]
    upper, under = np.argwhere(over)[:, ::-1] * [1, -1], np.argwhere(over) * [1, -1]
    if f["fold"] in (0, 1):  # open it lies in its own cells, folded it lies on those across the diagonal
        line(c["flap"], upper if f["fold"] == 0 else under)
        framed(c["pair"], (toy.ATE, toy.CAT), (toy.CAT, toy.ATE) if f["fold"] == 0 else (toy.ATE, toy.CAT))
    same(c["flap"]["veil"], np.multiply(1 - 0.6 * f["fold"], c["flap"]["solid"]))
    same(c["flap"]["edge"], np.multiply(f["fold"], c["flap"]["solid"]))
    assert len(c["sheet"]["x"]) == 3
    standing(c["bars"], [f["cat_ate"], f["ate_cat"]], ["cat → ate", "ate → cat"])


def gain(c, f):
    standing(c["bars"], f["weights"], [""] * 6)
    spread = {"wave": f["spread"], "clean": 1.0}
    for name, loud in spread.items():
        for x, y in zip(c[name]["x"], c[name]["y"], strict=True):
            score = 2**0.5 * loud * np.sin(4 * np.pi * (x - 7) / 6)
            assert y == pytest.approx(1 / (1 + np.exp(-score)), abs=1e-9)
    assert (c["wave"]["x"][0], c["wave"]["x"][-1]) == (7, 13)


def inside_the_hull(c, f):
    values = toy.head.values
    line(c["hull"], plane.convex_hull(values))
    vectors(c["output"], f["output"])
    same(points(c["values"]["x1"], c["values"]["y1"]), values)
    assert c["values"]["label"] == list(toy.tokens)
    start, end = points(c["way"]["x"], c["way"]["y"])
    same(end, values[toy.CAT])
    same(f["cat_weight"] * end + (1 - f["cat_weight"]) * start, f["output"])


def key_stretch(c, f):
    keys = toy.head.keys.copy()
    keys[toy.AND] *= f["stretch"]
    others = [place for place in range(N) if place != toy.AND]
    vectors(c["query"], IT, labels=["it"])
    vectors(c["stretched"], keys[toy.AND], labels=["and"])
    vectors(c["keys"], keys[others], labels=[toy.tokens[place] for place in others])
    same(f["dot_products"], keys @ IT)
    standing(c["bars"], f["dot_products"], toy.tokens, marked=toy.tokens.index(f["winner"]))


def longest_shadow(c, f):
    winner = toy.tokens.index(f["winner"])
    query = toy.head.queries[f["token"]]
    vectors(c["query"], query, labels=[f["name"]])
    vectors(c["winner"], toy.head.keys[winner])
    vectors(c["keys"], np.delete(toy.head.keys, winner, axis=0))
    assert c["names"]["name"] == list(toy.tokens)
    ends = [np.copysign(2.5, -x) * y / np.hypot(x, y) for x, y in toy.head.keys]  # the lines' left ends, how high
    assert np.argsort(c["names"]["y"]).tolist() == np.argsort(ends).tolist()
    shadow(c["shadows"], query, toy.head.keys, winner, 2.5)
    standing(c["bars"], f["dot_products"], toy.tokens, marked=winner)


def low_rank_value(c, f):
    width, rank = f["d_model"], f["rank"]
    whole = width + rank
    area(c["square"], -width / whole, 0, width / whole)
    area(c["up"], 0, rank / whole, width / whole)
    area(c["down"], rank / whole, 1, rank / whole)
    square, calls = squares.value_square, [str(place) for place in range(1, 9)]
    u, s, v = np.linalg.svd(square)
    product = (u[:, : f["kept"]] * s[: f["kept"]]) @ v[: f["kept"]]
    pattern(c["product"], product, calls, None, np.abs(square).max())
    pattern(c["missing"], square - product, calls, None, np.abs(square).max())
    same(c["bars"]["top"], s)
    assert c["bars"]["solid"] == [float(place < f["kept"]) for place in range(8)]


def many_examples(c, f):
    n = f["n_predictions"]
    assert sorted(zip(c["cells"]["y"], c["cells"]["x"], strict=True)) == sorted(
        (-row, column) for row in range(n) for column in range(row + 1)
    )
    line(c["targets"], [(row + 1, -row) for row in range(n)])
    asked = [example.partition(" → ")[2] for example in f["examples"]]
    for shown, target in zip(c["targets"]["name"], asked, strict=True):
        assert shown == target or (len(target) > 12 and target.startswith(shown[:-1]))
    same(c["names"]["x"], np.arange(f["n_used"]))


def mask_add_or_multiply(c, f):
    mask = np.tri(N, dtype=bool)
    weights = core.masked_weights(toy.head.scores, mask, f["mode"])
    pattern(c["pattern"], weights, toy.tokens, wrong=~mask & (weights > 0))
    assert c["pattern"]["wrong"].count(1.0) > 0 or f["future_is_zero"]
    framed(c["row"], (f["token"], 0), size=(N, 1))
    standing(c["bars"], f["weights"], toy.tokens)


def mask_painter(c, f):
    mask = np.array([f["cells"] >> place & 1 for place in range(N * N)], bool).reshape(N, N)
    some, scores = mask.any(axis=1), toy.head.scores
    rest = {"guarded": 0.0, "plain": np.nan, "billion": 1 / N}[f["forbidden"]]
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = mask * np.exp(scores)
        added = np.where(some[:, None], shares / shares.sum(axis=1, keepdims=True), rest)
    multiplied = np.exp(scores * mask) / np.exp(scores * mask).sum(axis=1, keepdims=True)
    zeroed = mask * toy.head.weights
    for name, weights in (("added", added), ("multiplied", multiplied), ("zeroed", zeroed)):
        pattern(c[name], weights, toy.tokens, wrong=~mask & (weights > 0))
    framed(c["row"], (f["token"], 0), size=(N, 1))
    assert f["leak"] == pytest.approx(multiplied[f["token"]][~mask[f["token"]]].sum())
    same(f["row_sums"], zeroed.sum(axis=1))
    assert (f["n_cells"], f["empty_rows"]) == (mask.sum(), (~some).sum())


def meaning_in_context(c, f):
    lying(c["rows"], f["weights"], f["sentence"].split(), marked=len(f["weights"]) - 1)
    vectors(c["start"], f["start"])
    vectors(c["delta"], f["moved_to"], f["start"])
    vectors(c["moved"], f["moved_to"], labels=[f["word"]])
    assert {word: c[word] for word in senses.SENSES} == {
        word: {"shown": [float(word == f["word"])]} for word in senses.SENSES
    }


def multi_head(c, f):
    tokens = crash.queen_tokens if f["who"] == "queen" else crash.tokens
    mask = np.tri(7, dtype=bool)
    heard = heads.multi_head(crash.embeddings(tokens), crash.w_q, crash.w_k, crash.w_v, crash.w_o, 4, mask)
    weights = heard.heads.weights
    on = [f[f"head_{number}"] for number in (1, 2, 3, 4)]
    cells = iter(range(len(c["patterns"]["x"])))
    for head in range(4):
        right, down = head % 2 * 7.7, head // 2 * 7.5
        for row in range(7):
            for column in range(row + 1):
                place = next(cells)
                same([c["patterns"]["x"][place], c["patterns"]["y"][place]], [right + column, -down - row])
                assert (c["patterns"]["side"][place] / 0.92) ** 2 == pytest.approx(weights[head, row, column])
                assert (c["patterns"]["solid"][place], c["patterns"]["hollow"][place]) == (on[head], not on[head])
        width = f["token"] + 1
        same([c["rows"][end][head] for end in "xywh"], [right + (width - 1) / 2, -down - f["token"], width, 1])
    assert next(cells, None) is None
    assert c["left"]["name"] == [*tokens] * 2 == c["above"]["name"]
    same(c["left"]["y"], [*-np.arange(7.0), *(-7.5 - np.arange(7))])
    same(c["above"]["x"], [*np.arange(7.0), *(7.7 + np.arange(7))])
    vectors(c["before"], [f["before"]] if np.any(f["before"]) else [])
    vectors(c["after"], f["after"])
    joints = np.vstack([f["before"], f["before"] + np.cumsum(f["changes"], axis=0)])
    seen = [head for head in range(4) if np.hypot(*f["changes"][head]) > 0.03]
    vectors(c["chain"], joints[1:][seen], joints[:-1][seen], [str(head + 1) for head in seen])


def never_zero(c, f):
    standing(c["bars"], f["weights"], toy.tokens, marked=toy.CAT)
    for x, y in zip(c["curve"]["x"], c["curve"]["y"], strict=True):
        assert y == pytest.approx(core.softmax(np.where(np.arange(N) == toy.CAT, x, toy.head.scores[toy.IT]))[toy.CAT])
    line(c["here"], [(f["score"], f["weight"])])


def order_stamp(c, f):
    vectors(c["one"], f["dog_bites_man"], labels=bite.tokens)
    vectors(c["other"], f["man_bites_dog"])


def paint_mix(c, f):
    laid(c["parts"], f["weights"], ("left", "right"))
    tokens = ("the", f["neighbour"], "bank")
    for name, share, weight, token in zip(c["parts"]["name"], c["parts"]["share"], f["weights"], tokens, strict=True):
        assert name == (token if weight >= 0.09 else "")
        percents([share] if name else [], [weight] if name else [])
    assert c["pots"]["paint"][("river", "money").index(f["neighbour"])] == f["paint"]
    assert [rim > 1 for rim in c["pots"]["rim"]] == [f["neighbour"] == "river", f["neighbour"] == "money"]
    for colour, light in ((c["parts"]["paint"][1], bank.paints[f["neighbour"]]), (f["paint"], f["light"])):
        shown = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
        linear = np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
        np.testing.assert_allclose(linear, light, atol=0.006)
    assert f["paint"] != c["pots"]["paint"][1 - ("river", "money").index(f["neighbour"])]


def own_sentence(c, f):
    n, at = f["n"], min(f["row"], f["n"]) - 1
    around = 2 * np.pi * np.arange(n) / n
    points_ = 1.5 * np.transpose([np.cos(around), np.sin(around)])
    w_q, w_k, w_v = (np.reshape(f[name], (2, 2)) for name in ("w_q", "w_k", "w_v"))
    queries, keys, values = points_ @ w_q.T, points_ @ w_k.T, points_ @ w_v.T
    shares = np.exp(queries[at] @ keys.T / np.sqrt(2) - (queries[at] @ keys.T / np.sqrt(2)).max())
    shares *= (np.arange(n) <= at) if f["mask"] else 1
    shares /= shares.sum()
    lying(c["bars"], shares, f["tokens"], marked=at)
    same(f["output"], shares @ values)

    def shown(vector, side):
        return vector / np.maximum(1, np.abs(vector).max(axis=-1, keepdims=True) / side)

    vectors(c["words"], points_, labels=f["tokens"])
    vectors(c["keys"], shown(keys, 6), labels=f["tokens"])
    seen = np.abs(queries[at]).max() > 1e-9
    vectors(c["query"], shown(queries[at], 6) if seen else [], labels=[f["name"]] if seen else [])
    output = shares @ values
    vectors(c["output"], shown(output, 3) if np.abs(output).max() > 1e-9 else [])


def parallel_or_serial(c, f):
    n, step = 8, f["step"]
    line(c["now"], [(step + 0.5, 0.5), (step + 0.5, 0.5 - n)])
    for name, steps in (("chain", range(1, n + 1)), ("attention", [1] * n)):
        line(c[name], [(at, -row) for row, at in enumerate(steps)])
        assert c[name]["solid"] == [float(at <= step) for at in steps]
        drawn = c[f"{name}_lines"]
        wires = set(zip(*(drawn[end] for end in ("x0", "y0", "x1", "y1")), strict=True))
        inputs = [(0, -row, steps[row], -row) for row in range(n)]
        waits = [(steps[row - 1], 1 - row, steps[row], -row) for row in range(1, n)]
        every = [(0, -other, 1, -row) for row in range(n) for other in range(row + 1)]
        assert wires == {*inputs, *waits} if name == "chain" else wires == set(every)
        assert [done == 1 for done in drawn["done"]] == [x <= step for x in drawn["x1"]]
    line(c["chain_steps"], [(8, 8), (8192, 8192)])
    line(c["attention_steps"], [(8, 1), (8192, 1)])
    line(c["here"], [(f["length"], f["length_steps"]), (f["length"], 1)])


def parameter_count(c, f):
    model = costs.Model(*(f[name] for name in ("d_model", "d_head", "n_heads", "n_layers", "vocabulary", "context")))
    parts = {"attention": f["attention_parameters"], "mlp": f["mlp_parameters"]}
    parts |= {"embedding": f["embedding_parameters"], "rest": f["rest_parameters"]}
    assert sum(parts.values()) == f["total"] == costs.total(model)
    end = 0
    for name, count in parts.items():
        same([c[name]["left"][0], c[name]["right"][0]], [end / f["total"], (end + count) / f["total"]])
        end += count
        assert int(c[name]["number"][0].replace(",", "")) == count
        said = c[name]["percent"][0].removesuffix("%").strip()
        assert said == "<0.1" or abs(float(said) - 100 * count / f["total"]) <= 0.0501


def places(c, f):
    n, at, turn, radius = 12, f["token"], np.radians(f["turn"]), f["radius"]
    places = np.arange(n) + f["shift"]
    hands = radius * np.transpose([np.sin(places * turn), np.cos(places * turn)])
    back = radius * np.transpose([np.sin((places - 1) * turn), np.cos((places - 1) * turn)])
    query, key = np.tile([1.2, 0.5], (n, 1)), np.tile([0.9, -0.4], (n, 1))
    round_ = np.moveaxis(
        [[np.cos(places * turn), -np.sin(places * turn)], [np.sin(places * turn), np.cos(places * turn)]], 2, 0
    )
    queries, keys = {
        "none": (query, key),
        "slope": (query, key),
        "sinusoidal": (query + hands, key + hands),
        "previous": (back, hands),
        "rotary": ((round_ @ query[0]), (round_ @ key[0])),
    }[f["kind"]]
    scores = queries @ keys.T / np.sqrt(2)
    if f["kind"] == "slope":
        scores -= f["slope"] * np.maximum(places[:, None] - places, 0)
    row = np.exp(scores[at]) * (np.arange(n) <= at)
    names = [str(place) for place in range(n)]
    same(c["weights"]["top"], row / row.sum())
    told(c["weights"], 100 * row / row.sum(), names, None)
    same(f["by_offset"], scores[-1][::-1])
    names = [str(place) for place in range(at + 1)]
    same(c["scores"]["top"], scores[at, : at + 1] / max(2, np.abs(scores).max()))
    told({**c["scores"], "name": names}, scores[at, : at + 1], names, None)
    scale = max(1, np.abs([queries, keys]).max() / 2.8)
    one = f["kind"] in ("none", "slope")
    vectors(c["query"], queries[at] / scale, labels=["q"])
    vectors(c["keys"], keys[: 1 if one else at + 1] / scale, labels=[f"0–{at}"] if one else names)


def quadratic_cost(c, f):
    n, bytes_of = (
        f["context"],
        {"tables": lambda n: 2 * n * n, "tokens": lambda n: 1536 * n, "head_tokens": lambda n: 128 * n},
    )
    for name, of in bytes_of.items():
        line(c[name], [(x, of(x)) for x in c[name]["x"]])
    line(c["here"], [(n, of(n)) for of in bytes_of.values()])
    whole = max(n, 768)
    area(c["table_area"], -n / whole, 0, n / whole)
    area(c["tokens_area"], 0, 768 / whole, n / whole)
    area(c["head_area"], 0, 64 / whole, n / whole)


def question_answer(c, f):
    vectors(c["query"], f["query"])
    vectors(c["keys"], creature.head.keys, labels=creature.tokens)
    same(f["dot_products"], creature.head.keys @ f["query"])
    lying(c["rows"], f["dot_products"], creature.tokens, marked=creature.tokens.index(f["best"]))


def read_rows(c, f):
    pattern(c["table"], toy.head.scores, toy.tokens, None, np.abs(toy.head.scores).max())
    framed(c["row"], (f["token"], 0), size=(N, 1))
    standing(c["bars"], toy.head.scores[f["token"]], toy.tokens, marked=toy.tokens.index(f["largest"]))


def renormalise(c, f):
    standing(c["bars"], f["weights"], toy.tokens)
    standing(c["before"], f["weights_before"], toy.tokens)
    for name, parts, kept in (("budget_before", f["weights_before"], f["n_allowed"]), ("budget", f["weights"], N)):
        laid(c[name], parts, ("left", "right"))
        assert c[name]["solid"] == [float(place < kept) for place in range(N)]
        assert c[name]["dropped"] == [float(place >= kept) for place in range(N)]
        assert [tint > 0 for tint in c[name]["tint"]] == [place < kept for place in range(N)]
        shown = [token if part >= 0.08 else "" for token, part in zip(toy.tokens, parts, strict=True)]
        assert c[name]["name"] == shown


def residual_update(c, f):
    start = np.array(f["embedding"][:2], float)
    joints = start + np.cumsum(np.array(f["contributions"])[:, :2], axis=0)
    vectors(c["steps"], joints, np.vstack([start, joints[:-1]]))
    vectors(c["embedding"], start, labels=["x"])
    vectors(c["updated"], f["updated"][:2], labels=["x + Δx"])
    standing(c["before"], f["embedding"], "123")
    standing(c["after"], f["updated"], "123")


def root_d(c, f):
    standing(c["bars"], f["weights"], c["bars"]["name"])
    for divisor, of in (("none", lambda d: 1), ("sqrt_d", lambda d: d**0.5), ("d", lambda d: d)):
        for x, y in zip(c[divisor]["x"], c[divisor]["y"], strict=True):
            assert y == pytest.approx(core.softmax(toy.spread_scores * x**0.5 / of(x)).max())
    line(c["here"], [(f["width"], f["largest_weight"])])


def score_row(c, f):
    query = toy.head.queries[f["token"]]
    vectors(c["query"], query, labels=[f["name"]])
    vectors(c["keys"], toy.head.keys, labels=toy.tokens)
    standing(c["bars"], toy.head.keys @ query, toy.tokens, marked=toy.tokens.index(f["largest_at"]))


def score_spread(c, f):
    spread = f["spread"]
    same(c["samples"]["left"], spread * np.linspace(-4, 3.5, 16))
    same(c["samples"]["right"], spread * np.linspace(-3.5, 4, 16))
    assert sum(c["samples"]["top"]) == pytest.approx(1)
    middle = (np.array(c["samples"]["left"]) + c["samples"]["right"]) / 2
    assert (np.array(c["samples"]["top"]) @ middle**2) ** 0.5 == pytest.approx(f["sample_spread"], rel=0.08)
    assert c["reach"]["x"] == [-f["sample_spread"], f["sample_spread"]]
    line(c["formula"], [(x, x**0.5) for x in c["formula"]["x"]])
    line(c["wanted"], [(1, 1), (256, 1)])
    line(c["here"], [(f["width"], f["sample_spread"])])
    drawn = dict(zip(c["drawn"]["x"], c["drawn"]["y"], strict=True))
    assert drawn.get(f["width"], f["sample_spread"]) == pytest.approx(f["sample_spread"], rel=1e-4)


def score_table(c, f):
    done = np.arange(N * N).reshape(N, N) < f["filled"]
    pattern(c["table"], np.where(done, toy.head.scores, np.nan), toy.tokens, None, np.abs(toy.head.scores).max())
    row, column = divmod(f["filled"] - 1, N) if f["filled"] else (None, None)
    framed(c["latest"], *([] if row is None else [(row, column)]))
    vectors(c["query"], [] if row is None else toy.head.queries[row], labels=[f["query_name"]] if f["filled"] else [])
    vectors(c["key"], [] if row is None else toy.head.keys[column], labels=[f["key_name"]] if f["filled"] else [])
    if f["filled"]:
        shadow(c["shadow"], toy.head.queries[row], toy.head.keys[column])
    else:
        assert not any(c["shadow"].values())


def shared_budget(c, f):
    standing(c["bars"], f["weights"], toy.tokens, marked=toy.CAT)
    laid(c["budget"], f["weights"])
    assert [full == 1 for full in c["budget"]["strength"]] == [token == "cat" for token in toy.tokens]
    assert c["budget"]["name"] == [t if w > 0.08 else "" for t, w in zip(toy.tokens, f["weights"], strict=True)]


def shuffle(c, f):
    tokens = [toy.tokens[place] for place in f["order"]]
    standing(c["bars"], f["weights"], tokens, marked=tokens.index("it"))
    vectors(c["output"], f["output"])
    assert np.hypot(*(points(c["at_rest"]["x1"], c["at_rest"]["y1"])[0] - f["output"])) == pytest.approx(f["moved"])
    assert c["values"]["label"] == tokens
    if f["positions"] == "none":
        vectors(c["values"], toy.head.values[f["order"]], labels=tokens)


def softmax_calculator(c, f):
    ranks = int(np.argmax(f["weights"]))
    for name in ("exponentials", "weights"):
        lying(c[name], f[name], c[name]["name"], marked=ranks)
        same([float(name.replace("−", "-")) for name in c[name]["name"]], [float(f"{s:.4g}") for s in f["scores"]])
    assert np.mean(c["weights"]["y"]) == pytest.approx(-3.5)


def softmax_stairs(c, f):
    shown = f["scores"] if f["step"] == 0 else f["exponentials"] if f["step"] == 1 else f["weights"]
    full, empty = ("bars", "scores") if f["step"] else ("scores", "bars")
    assert not any(c[empty].values())
    same(c[full]["top"], np.divide(shown, max(shown)))
    assert c[full]["name"] == list(toy.tokens)
    same([float(number.replace("−", "-")) for number in c[full]["number"]], np.round(shown, 3 if f["step"] > 1 else 2))
    climbed = max(0, f["step"] - 1)
    laid(c["stairs"], f["weights"][:climbed])
    same(c["stairs"]["x"], np.arange(climbed))


def spotlight(c, f):
    x = np.array(c["beams"]["x"])
    same(np.diff(x), np.ones(5))
    same(c["beams"]["bright"], f["weights"])
    percents(c["beams"]["share"], f["weights"])
    for end, side in (("start", -0.45), ("end", 0.45)):
        feet = -1.8 / np.tan(c["beams"][end])  # where that edge of the beam meets the floor, below a lamp at 1.8
        same(feet, x + side)
    same(c["beams"]["radius"], np.hypot(x, 1.8))
    assert c["beams"]["name"] == list(bird.tokens)
    assert c["beams"]["marked"] == [float(place == f["token"]) for place in range(6)]
    assert c["total"]["total"] == ["100%"]


def three_roles(c, f):
    vectors(c["input"], f["input"])
    for place, role in enumerate(("query", "key", "value")):
        part = min(1, max(0, f["stage"] - place))
        vectors(c[role], [np.add((1 - part) * np.array(f["input"]), part * np.array(f[role]))] if part else [])


def value_steps(c, f):
    terms, weighted = f["terms"], np.array(f["weights"])[:, None] * f["values"]
    joints = np.vstack([[0, 0], np.cumsum(weighted, axis=0)])
    standing(c["bars"], f["weights"], toy.tokens, marked=terms - 1)
    vectors(c["chain"], joints[1 : terms + 1], joints[:terms], toy.tokens[:terms])
    same(points(c["chain"]["x0"], c["chain"]["y0"])[1:], points(c["chain"]["x1"], c["chain"]["y1"])[:-1])
    vectors(c["output"], [f["partial"]] if terms else [])
    same(f["partial"], joints[terms])


def sentence_head(c, f):
    mask = np.tri(8, dtype=bool) if f["mask"] else None
    head = core.attend(creature.head.queries, creature.head.keys, creature.head.values, mask)
    gone = ~np.tri(8, dtype=bool) if f["mask"] and f["stage"] > 0 else False
    same(f["row_weights"], head.weights[f["token"]])
    empty = np.full((8, 8), np.nan)
    pattern(c["fits"], head.scores if f["stage"] > 0 else head.dot_products, creature.tokens, None, 5.0, dropped=gone)
    pattern(c["pattern"], head.weights if f["stage"] > 1 else empty, creature.tokens)
    framed(c["row"], (f["token"], 0), size=(8, 1))
    vectors(c["before"], f["before"])
    joints = np.vstack([f["before"], f["before"] + np.cumsum(np.outer(f["row_weights"], [1, 1]) * f["values"], axis=0)])
    same(joints[-1], f["after"])
    seen = np.flatnonzero(np.hypot(*np.diff(joints, axis=0).T) > 0.03) if f["stage"] > 2 else np.array([], int)
    vectors(c["steps"], joints[1:][seen], joints[:-1][seen], [creature.tokens[key] for key in seen])
    vectors(c["after"], [f["after"]] if f["stage"] > 3 else [])


def train_head(c, f):
    words = c["row"]["name"]
    sizes = [0.0 if weight is None else weight for weight in f["weights"]]
    standing(c["row"], sizes, words, marked=words.index(f["noun"]))
    assert words[-1] == f["pronoun"]
    assert c["losses"]["x"] == list(range(f["at"] + 1))
    assert [c["here"]["x"][0], c["here"]["y"][0]] == [c["losses"]["x"][-1], c["losses"]["y"][-1]]
    if f["loss"] is not None:
        assert c["here"]["y"][0] == pytest.approx(min(6.0, max(3e-4, f["loss"])))
    assert (c["it"]["label"], c["they"]["label"]) == (["it"], ["they"])
    if f["angle"] is not None:
        tips = [[c[name]["x1"][0], c[name]["y1"][0]] for name in ("it", "they")]
        assert plane.angle(*tips) == pytest.approx(f["angle"], abs=1e-6)
    assert len(c["singular"]["x1"]) == len(c["plural"]["x1"]) > 1
    assert len(c["others"]["x"]) == len(c["others"]["y"]) > 1


def two_layers(c, f):
    ids = two_layers_kept.encode(f["words"])
    off = {divmod(place, 4) for place in range(8) if f["off"] >> place & 1}
    passed = transformer.forward(two_layers_kept.weights(), fact_language.SHAPE, ids, 4, off)
    layer, head = (int(part) - 1 for part in f["head"].split("."))
    row, at = passed.weights[layer, head, 0, f["step"]], f["step"]
    text, n = c["text"], len(f["words"])
    assert text["word"] == f["words"]
    same(text["right"], np.array(text["left"]) + 0.84 * row)
    same(text["left"], np.array(text["x"]) - 0.42)
    same(text["bar_y"], np.array(text["y"]) - 0.3)
    same(f["row_weights"], row[: at + 1])
    assert (row[at + 1 :] == 0).all()
    assert text["here"] == [float(place == at) for place in range(n)]
    assert len(set(zip(text["x"], text["y"], strict=True))) == n
    moves = [fact_language.ID[move] for move in fact_language.MOVES]
    standing(c["answers"], passed.predicted[0, at, moves], fact_language.MOVES)
    same(f["chances"], passed.predicted[0, -1, moves])
    told_of = f["words"].index(f["noun"])
    assert f["words"][told_of + 1] == f["answer"]


def two_spaces(c, f):
    standing(c["bars"], f["embedding"], "12345678")
    same(f["query"], creature.w_q @ f["embedding"])
    same(f["key"], creature.w_k @ f["embedding"])
    vectors(c["query"], f["query"])
    vectors(c["key"], f["key"])


def weight_or_influence(c, f):
    values = np.array(toy.head.values)
    values[toy.CAT] *= f["cat_value"]
    row, before = toy.head.weights[f["token"]], toy.head.weights[f["token"]] @ toy.head.values
    if f["scene"] == "sink":
        shares = np.exp(toy.head.scores[f["token"]]) * (np.arange(N) <= f["token"])
        row, before = np.array([np.exp(f["sink"]), *shares]), shares / shares.sum() @ values
        row, values = row / row.sum(), np.vstack([[0.03, -0.02], values])
    standing(c["weights"], row, f["names"], marked=int(row.argmax()))
    sizes = row * np.hypot(*values.T)
    if f["measure"] == "taken_out":
        rest = [np.delete(row, word) @ np.delete(values, word, axis=0) / (1 - row[word]) for word in range(len(row))]
        sizes = np.hypot(*(row @ values - rest).T)
    standing(c["influence"], sizes, f["names"], marked=int(sizes.argmax()))
    same(f["length" if f["measure"] == "length" else "taken_out"], sizes)
    vectors(c["before"], before)
    vectors(c["output"], row @ values)


class Read(dict):
    """A widget's columns, which know the sources that were looked at."""

    def __init__(self, columns):
        super().__init__(columns)
        self.seen = set()

    def __getitem__(self, name):
        self.seen.add(name)
        return super().__getitem__(name)


@pytest.mark.parametrize("name", names())
def test_a_picture_is_what_the_facts_say(name):
    read = globals().get(name)
    if read is None:
        pytest.fail(f"say in this file what the pictures of {name} show: def {name}(c, f)")
    every = settings(name)
    seen = set()
    for params in every[:: max(1, len(every) // FEW)]:
        columns, facts = find(name)(**params).answer()
        drawn = Read(columns)
        try:
            read(drawn, facts)
        except AssertionError as error:
            raise AssertionError(f"at {params}: {error}") from error
        seen |= drawn.seen
    assert seen == set(find(name)().answer()[0]), "sources that nobody has read"


# ---- which glyph reads which column, in which units

PLACE = {"x": "x", "y": "y"}
ENDS = {"x_start": "x0", "y_start": "y0", "x_end": "x1", "y_end": "y1"}


def source(columns):
    return ColumnDataSource(data=columns, name="it")


def reads(draw, *columns):
    """The glyphs that `draw` puts on a figure over these columns: (kind, {property: column}, {property: role})."""
    made = [source(one) for one in columns]
    plot = draw(*made)
    roles = {ink.light: role for role, ink in theme.colours.items()}
    found = []
    for one in [*plot.renderers, *(thing for thing in plot.center if type(thing).__name__ == "Arrow")]:
        glyph, data = (one.glyph, one.data_source) if isinstance(one, GlyphRenderer) else (one, one.source)
        if data not in made:
            continue
        values = glyph.properties_with_values(include_defaults=False)
        fields = {name: value.field for name, value in values.items() if hasattr(value, "field")}
        assert set(fields.values()) <= set(data.data), "a glyph reads a column that nobody sends"
        inks = {name: getattr(value, "value", value) for name, value in values.items() if name.endswith("_color")}
        inks = {name.removesuffix("_color"): roles[ink] for name, ink in inks.items() if ink in roles}
        found.append((type(glyph).__name__, fields, inks))
    return found


def has(found, kind, fields, **inks):
    """Exactly one of the glyphs is of that kind, reads these columns, no others, and wears these colours."""
    fits = [one for one in found if one[0] == kind and one[1] == fields and inks.items() <= one[2].items()]
    assert len(fits) == 1, (kind, fields, inks, found)
    return len(fits)


def on_plane(draw):
    """Draws over a source on a plane, and gives the plane."""

    def drawn(one):
        plot = arrows.plane()
        draw(plot, one)
        return plot

    return drawn


def test_arrows_run_from_tail_to_tip_and_wear_their_label():
    columns = arrows.columns([[1.0, 2.0]], ["a"])
    found = reads(on_plane(lambda plot, one: arrows.draw(plot, one, "query")), columns)
    has(found, "Arrow", ENDS, line="query")
    has(found, "Text", {"x": "label_x", "y": "label_y", "text": "label"}, text="query")
    assert len(found) == 2
    ghosts = reads(on_plane(lambda plot, one: arrows.draw_ghosts(plot, one, "output")), columns)
    assert has(ghosts, "Arrow", ENDS, line="output") == len(ghosts)


def test_a_plane_has_equal_units_and_its_ticks_where_they_say():
    plot = arrows.plane("", arrows.View((-0.4, 1.8), (-0.4, 1.8), 0.5))
    wide = (plot.x_range.end - plot.x_range.start) / (plot.y_range.end - plot.y_range.start)
    assert plot.aspect_ratio == pytest.approx(wide)
    texts = [one for one in plot.renderers if type(one.glyph).__name__ == "Text"]
    for axis, one in zip("xy", texts, strict=True):
        data = one.data_source.data
        written = [float(name.replace("−", "-")) for name in data["text"]]
        assert list(data[axis]) == written == [0.5, 1.0, 1.5]
    dial = arrows.dial(arrows.View((-2, 2), (-1, 1)))
    assert (dial.y_range.start, dial.aspect_ratio) == (-1, 2)


def test_a_view_holds_what_is_reached_and_the_origin_with_room_for_labels():
    (left, right), (below, above), _ = arrows.around([[1.0, 2.0], [3.0, 0.5]], ratio=1.1)
    assert left < 0
    assert right > 3
    assert below < 0
    assert above > 2
    assert (right - left) / (above - below) == pytest.approx(1.1)


def test_a_label_steps_aside_and_stays_in_the_view():
    view = arrows.square(6.0)
    free = arrows.columns([2.0, 0.0], ["a"], view=view)
    assert free["label_x"][0] > 2
    assert free["label_y"] == [0.0]
    aside = arrows.columns([2.0, 0.0], ["a"], view=view, among=[[2.9, 0.0]])  # an arrow goes on where it would stand
    assert abs(aside["label_y"][0]) > 0.1
    second = arrows.columns([2.0, 0.05], ["b"], view=view, avoid=[free])
    assert (second["label_x"], second["label_y"]) != (free["label_x"], free["label_y"])
    edge = arrows.columns([2.99, 2.99], ["a long label"], view=view)
    assert edge["label_x"][0] < 2.5
    assert edge["label_y"][0] < 3


def test_figures_side_by_side_are_equally_high_where_one_of_them_can_be():
    free, plane, other = (
        canvas.blank((0, 1), (0, 1), canvas.FREE, ""),
        arrows.plane(),
        canvas.blank((0, 1), (0, 1), 1.25, ""),
    )
    canvas.level([free, plane, other])
    assert free.aspect_ratio == plane.aspect_ratio == 1.0
    assert other.aspect_ratio == canvas.FREE


def test_shadows_are_solid_or_hollow_along_their_line():
    found = reads(on_plane(lambda plot, one: shadows.draw(plot, one, "key", "score")), shadows.columns([1, 1], [1, 0]))
    foot = {"x1": "foot_x", "y1": "foot_y"}
    has(found, "Segment", {"x0": "near_x", "y0": "near_y", "x1": "far_x", "y1": "far_y"}, line="key")
    has(found, "Segment", {"x0": "tip_x", "y0": "tip_y", "line_alpha": "strength"} | foot, line="quiet")
    has(found, "Segment", foot | {"line_alpha": "solid", "line_width": "thick"}, line="score")
    has(found, "Segment", foot | {"line_alpha": "hollow", "line_width": "thick"}, line="negative")
    has(found, "Segment", foot | {"line_alpha": "hollow", "line_width": "core"}, line="card")
    assert len(found) == 5


def test_bars_stand_on_zero_solid_hollow_or_marked():
    columns = bars.columns([0.5, -0.5], "ab", marked=0)
    found = reads(lambda one: bars.figure(one, "weight", -1.0, 1.0, n=2), columns)
    bar = {"x": "x", "top": "top"}
    has(found, "VBar", bar | {"fill_alpha": "solid", "line_alpha": "solid"}, fill="weight", line="weight")
    has(found, "VBar", bar | {"line_alpha": "hollow"}, line="negative")
    has(found, "VBar", bar | {"line_alpha": "marked"}, line="ink")
    has(found, "Text", {"x": "x", "y": "number_y", "text": "number"})
    has(found, "Text", {"x": "x", "text": "name"})
    assert len(found) == 5
    ghosts = reads(on_plane(bars.draw_ghosts), columns)
    assert has(ghosts, "VBar", bar, line="quiet") == len(ghosts)
    plot = bars.figure(source(columns), "weight", -1.0, 1.0, n=2)
    assert plot.y_range.start < -1 < 1 < plot.y_range.end
    assert plot.x_range.start < -0.34 < 1.34 < plot.x_range.end
    assert all(one.glyph.bottom == 0 for one in plot.renderers if type(one.glyph).__name__ == "VBar")


def test_lying_bars_begin_at_zero():
    columns = rows.columns([0.5, -0.5], "ab", marked=0)
    found = reads(lambda one: rows.figure(one, "score", -1.0, 1.0, n=2), columns)
    bar = {"y": "y", "right": "end"}
    has(found, "HBar", bar | {"fill_alpha": "solid", "line_alpha": "solid"}, fill="score")
    has(found, "HBar", bar | {"line_alpha": "hollow"}, line="negative")
    has(found, "HBar", bar | {"line_alpha": "marked"}, line="ink")
    has(found, "Text", {"x": "number_x", "y": "y", "text": "number"})
    has(found, "Text", {"y": "y", "text": "name"})
    assert len(found) == 5
    plot = rows.figure(source(columns), "score", -1.0, 1.0, n=2)
    assert all(one.glyph.left == 0 for one in plot.renderers if type(one.glyph).__name__ == "HBar")


def test_squares_are_solid_hollow_dashed_or_wrong():
    columns = tables.columns([[0.5, -0.5], [0.1, 0.2]], "ab", 1.0)
    found = reads(lambda one: tables.figure(one, "weight", "ab"), columns)
    cell = PLACE | {"width": "side", "height": "side"}
    has(found, "Rect", PLACE, line="grid")
    has(found, "Rect", cell | {"fill_alpha": "solid", "line_alpha": "solid"}, fill="weight")
    has(found, "Rect", cell | {"line_alpha": "hollow"}, line="negative")
    has(found, "Rect", cell | {"line_alpha": "dropped"}, line="quiet")
    has(found, "Rect", PLACE | {"line_alpha": "wrong"}, line="wrong")
    assert len(found) == 5
    frames = reads(on_plane(tables.draw_frames), tables.row_frame(1, 2))
    assert has(frames, "Rect", PLACE | {"width": "w", "height": "h"}, line="ink") == len(frames)
    plot = tables.figure(source(columns), "weight", "abc", keys="ab", sides=source(tables.sides("abc", "ab")))
    assert (plot.tags[0]["rows"], plot.tags[0]["columns"]) == (3, 2)
    assert plot.aspect_ratio == pytest.approx(
        (plot.x_range.end - plot.x_range.start) / (plot.y_range.end - plot.y_range.start)
    )


def test_the_names_of_a_table_stand_beside_their_own_rows_and_above_their_own_columns():
    plot = tables.figure(source(tables.columns(np.eye(3), "abc", 1.0)), "weight", "abc")
    above, beside = [one.data_source.data for one in plot.renderers if type(one.glyph).__name__ == "Text"]
    assert dict(zip(above["text"], above["x"], strict=True)) == {"a": 0, "b": 1, "c": 2}
    assert dict(zip(beside["text"], beside["y"], strict=True)) == {"a": 0, "b": -1, "c": -2}
    assert max(beside["x"]) < -0.5
    assert min(above["y"]) > 0.5


def test_curves_and_the_dot_where_the_reader_is():
    path = curves.path([(1, 2), (3, 4)])
    drawn = {"x": (1, 9), "y": (1, 9), "x_ticks": (1, 2), "y_ticks": (1, 2)}
    for dash, kind in (("solid", "Line"), ("dashed", "Line"), ("dots", "Scatter")):
        found = reads(lambda one, here, dash=dash: curves.figure([(one, "weight", dash)], here, **drawn), path, path)
        has(found, kind, PLACE, line="weight")
        has(found, "Scatter", PLACE, fill="ink")
        assert len(found) == 2
    plot = curves.figure(
        [(source(path), "weight", "dashed")], source(path), **drawn, log_y=True, y_names=("one", "two")
    )
    assert plot.yaxis[0].major_label_overrides == {1: "one", 2: "two"}
    assert [type(scale).__name__ for scale in (plot.x_scale, plot.y_scale)] == ["LogScale", "LogScale"]
    assert plot.renderers[0].glyph.line_dash == "dashed" or plot.renderers[0].glyph.line_dash == [6]
    thin = reads(on_plane(lambda plot, one: curves.draw(plot, one, "quiet")), path)
    assert has(thin, "Line", PLACE, line="quiet") == len(thin)


def test_rectangles_stand_on_zero():
    found = reads(lambda one: boxes.figure([(one, "value")], []), boxes.columns(-1, 0, 1))
    assert has(found, "Quad", {"left": "left", "right": "right", "top": "top"}, fill="value") == len(found)


def test_patterns_of_heads_are_solid_when_they_are_on():
    columns = patterns.columns(np.tile(np.eye(2), (4, 1, 1)), [True, False, True, True])
    sides = patterns.names("ab", 4)
    found = reads(
        lambda one, framed, left, above: patterns.figure(one, framed, (left, above), 4, 2, ""),
        columns, patterns.rows(1, 4, 2), *sides,
    )  # fmt: skip
    cell = PLACE | {"width": "side", "height": "side"}
    has(found, "Rect", PLACE, line="grid")
    has(found, "Rect", cell | {"fill_alpha": "solid", "line_alpha": "solid"}, fill="weight")
    has(found, "Rect", cell | {"line_alpha": "hollow"}, line="quiet")
    has(found, "Rect", PLACE | {"width": "w", "height": "h"}, line="ink")
    assert sum(kind == "Text" and fields == PLACE | {"text": "name"} for kind, fields, _ in found) == 2


@pytest.mark.parametrize("name", names())
def test_lengths_on_a_figure_are_in_the_units_of_its_axes(name):
    columns, _ = find(name)().answer()
    for plot in find(name)().figure({key: source(data) for key, data in columns.items()}):
        for one in plot.renderers:
            units = {key: value for key, value in one.glyph.properties_with_values().items() if key.endswith("_units")}
            assert set(units.values()) <= {"data", "rad"}, (type(one.glyph).__name__, units)
