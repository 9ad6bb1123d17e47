"""The whole head: the picture that every paper prints, and the four lines of code that make it."""

import numpy as np

from attention import core
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Flag, Steps, Token
from attention.pictures import arrows, tables
from attention.widget import Widget

N = len(toy.tokens)
MASK = core.causal_mask(N)
LARGEST = np.abs(toy.head.scores).max()
EMPTY = np.full((N, N), np.nan)
VIEW = arrows.around(toy.head.values, tick=0.5)


class AttentionMap(Widget):
    words = {
        "title": Words(en="Four lines of code, one head", ja="四行のコード、ひとつのヘッド"),
        "line": Words(en="lines that have run", ja="実行した行"),
        "mask": Words(en="causal mask", ja="因果マスク"),
        "token": Words(en="whose query", ja="誰のクエリか"),
        "scored": Words(
            en="Lines 1 and 2: scores (hollow: negative; dashed: masked)",
            ja="1–2行目：スコア（白抜きは負、破線はマスク）",
        ),
        "map": Words(en="Line 3: the attention map", ja="3行目：注意マップ"),
        "plane": Words(en="Line 4: the values and this query’s output", ja="4行目：バリューと、このクエリの出力"),
        "largest_weight": Words(en="largest weight of this query", ja="このクエリの最大の重み"),
        "cat_weight": Words(en="weight of “cat” for this query", ja="このクエリでの cat の重み"),
    }
    marks = {
        "cat_weight": "map[{name},cat]",
        "largest_weight": "map[{name},{largest}]",
        "weights": "map",
        "output": "output",
    }
    listings = ("numpy", "pytorch")
    finished = {"line": 4}
    line = Steps(0, last=4)
    mask = Flag(True)
    token = Token(toy.FOLLOW, tokens=toy.tokens)

    def compute(self):
        mask = MASK if self.mask else None
        return core.attend(toy.head.queries, toy.head.keys, toy.head.values, mask)

    def facts(self, head):
        row = head.weights[self.token]  # (n_keys,)
        return {
            "weights": head.weights,
            "name": toy.tokens[self.token],
            "cat_weight": row[toy.CAT],
            "largest_weight": row.max(),
            "largest": toy.tokens[row.argmax()],
            "output": head.outputs[self.token],
        }

    def columns(self, head):
        masked = ~MASK if self.mask else False
        output = (
            arrows.columns(head.outputs[self.token], view=VIEW, among=head.values)
            if self.line > 3
            else arrows.nothing()
        )
        return {
            "scored": tables.columns(
                head.scores if self.line > 0 else EMPTY, toy.tokens, LARGEST, dropped=masked if self.line > 1 else False
            ),
            "map": tables.columns(head.weights if self.line > 2 else EMPTY, toy.tokens, 1.0, shares=True),
            "row": tables.row_frame(self.token, N),
            "output": output,
            "values": arrows.columns(head.values, toy.tokens, avoid=[output], view=VIEW),
        }

    def figure(self, sources):
        scores = tables.figure(sources["scored"], "score", toy.tokens, self.word("scored"))
        weights = tables.figure(sources["map"], "weight", toy.tokens, self.word("map"))
        for table in (scores, weights):
            tables.draw_frames(table, sources["row"])
        plane = arrows.plane(self.word("plane"), VIEW)
        arrows.draw(plane, sources["values"], "value", width=1)
        arrows.draw(plane, sources["output"], "output", self.word("output"))
        return [scores, weights, plane]
