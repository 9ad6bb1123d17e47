"""A head of one’s own: any words, any three matrices. What does each of eight of them do?"""

import numpy as np

from attention import core
from attention.language.words import Words
from attention.parameters import Flag, Numbers, Text, Whole
from attention.pictures import arrows, rows
from attention.widget import Widget

MOST, LONGEST, RADIUS = 10, 12, 1.5  # words, signs of a word, and of the circle on which they stand
NOTHING = "…"  # where nothing is written
UNIT, TWICE, ZERO = [1.0, 0.0, 0.0, 1.0], [2.0, 0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0]
FIFTH = [round(2 * part, 3) for part in (np.cos(0.4 * np.pi), -np.sin(0.4 * np.pi), np.sin(0.4 * np.pi))]
PRESETS = {  # W_Q, W_K, W_V
    "itself": (TWICE, UNIT, UNIT),
    "sharp": (TWICE, TWICE, UNIT),
    "further": ([FIFTH[0], FIFTH[1], FIFTH[2], FIFTH[0]], TWICE, UNIT),
    "average": (ZERO, UNIT, UNIT),
    "opposites": ([-2.0, 0.0, 0.0, -2.0], TWICE, UNIT),
    "rank_one": ([2.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], UNIT),
    "turned": ([0.0, -1.0, 1.0, 0.0], [1.5, 0.0, 0.0, 1.5], UNIT),
    "silent": (TWICE, UNIT, ZERO),
}
SIDE, NONE = 6.0, 1e-9
NEAR, FAR = arrows.square(1.1 * SIDE), arrows.square(2.4 * SIDE, tick=2.0)  # with room for labels


def within(vectors, side):
    """Vectors (..., 2), those that would leave the plane shortened to its edge: their direction stays."""
    return vectors / np.maximum(1.0, np.abs(vectors).max(axis=-1, keepdims=True) / side)


class OwnSentence(Widget):
    words = {
        "title": Words(en="Your words, your matrices", ja="自分の言葉、自分の行列"),
        "said": Words(en="your words, spaces between", ja="好きな言葉（空白で区切る）"),
        "w_q": Words(en="W_Q, row by row", ja="W_Q（行ごとに）"),
        "w_k": Words(en="W_K, row by row", ja="W_K（行ごとに）"),
        "w_v": Words(en="W_V, row by row", ja="W_V（行ごとに）"),
        "mask": Words(en="causal mask", ja="因果マスク"),
        "row": Words(en="number of the word to follow", ja="見る語の番号"),
        "preset.itself": Words(en="itself", ja="自分"),
        "preset.sharp": Words(en="itself, sharp", ja="自分、くっきり"),
        "preset.further": Words(en="one further", ja="ひとつ先"),
        "preset.average": Words(en="average", ja="平均"),
        "preset.opposites": Words(en="opposites", ja="反対側"),
        "preset.rank_one": Words(en="rank one", ja="ランク 1"),
        "preset.turned": Words(en="turned", ja="直角"),
        "preset.silent": Words(en="silent", ja="無言"),
        "embedded": Words(en="Your words on a circle, and the output", ja="円に並べた言葉と、出力"),
        "matched": Words(en="The query of this word, and all keys", ja="この語のクエリと、すべてのキー"),
        "bars": Words(en="The weights of this row", ja="この行の重み"),
        "output": Words(en="output", ja="出力"),
        "weight": Words(en="largest weight", ja="最大の重み"),
        "diagonal": Words(en="weight on itself, all rows on average", ja="自分への重み（全行の平均）"),
        "off": Words(en="outputs differ from inputs by at most", ja="出力と入力の差（最大）"),
    }
    roles = {"w_q": "query", "w_k": "key", "w_v": "value"}
    presets = {name: dict(zip(("w_q", "w_k", "w_v"), matrices, strict=True)) for name, matrices in PRESETS.items()}
    said = Text("we hear whom we ask", most=100)
    row = Whole(1, bounds=(1, MOST))
    mask = Flag(False)
    w_q = Numbers(TWICE, low=-9, high=9, length=4)
    w_k = Numbers(UNIT, low=-9, high=9, length=4)
    w_v = Numbers(UNIT, low=-9, high=9, length=4)

    def tokens(self):
        return [word[:LONGEST] for word in self.said.split()[:MOST]] or [NOTHING]

    def compute(self):
        n = len(self.tokens())
        around = 2 * np.pi * np.arange(n) / n
        embeddings = RADIUS * np.column_stack([np.cos(around), np.sin(around)])  # (n_tokens, 2)
        w_q, w_k, w_v = (np.array(of, float).reshape(2, 2) for of in (self.w_q, self.w_k, self.w_v))
        return embeddings, core.head(embeddings, w_q, w_k, w_v, core.causal_mask(n) if self.mask else None)

    def at(self):
        """The row followed: the last where there are not so many words."""
        return len(self.tokens()[: self.row]) - 1

    def facts(self, computed):
        embeddings, head = computed
        tokens, row = self.tokens(), head.weights[self.at()]
        return {
            "tokens": tokens,
            "n": len(tokens),
            "left_out": max(0, len(self.said.split()) - MOST),
            "name": tokens[self.at()],
            "weights_row": row,
            "even": bool(np.ptp(row) < 1e-9),
            "looks_at": tokens[row.argmax()],
            "weight": row.max(),
            "output": head.outputs[self.at()],
            "diagonal": head.weights.diagonal().mean(),
            "off": np.abs(head.outputs - embeddings).max(),
        }

    def columns(self, computed):
        embeddings, head = computed
        tokens, at = self.tokens(), self.at()
        query, output = within(head.queries[at], SIDE), within(head.outputs[at], SIDE / 2)
        named, keyed = arrows.columns(embeddings, tokens, view=NEAR), within(head.keys, SIDE)
        keys = arrows.columns(keyed, tokens, view=FAR)
        return {
            "words": named,
            "output": arrows.columns(output, avoid=[named], view=NEAR)
            if np.abs(output).max() > NONE
            else arrows.nothing(),
            "query": arrows.columns(query, [tokens[at]], avoid=[keys], view=FAR)
            if np.abs(query).max() > NONE
            else arrows.nothing(labelled=True),
            "keys": keys,
            "bars": rows.columns(head.weights[at], tokens, shares=True, marked=at),
        }

    def figure(self, sources):
        embedded = arrows.plane(self.word("embedded"), NEAR)
        arrows.draw(embedded, sources["words"], "input", width=1)
        arrows.draw(embedded, sources["output"], "output", self.word("output"))
        matched = arrows.plane(self.word("matched"), FAR)
        arrows.draw(matched, sources["keys"], "key", width=1)
        arrows.draw(matched, sources["query"], "query")
        return [embedded, matched, rows.figure(sources["bars"], "weight", 0.0, 1.0, self.word("bars"), n=MOST)]
