"""What if the keys come from elsewhere? Japanese tokens ask, an English sentence answers: the pattern is no square."""

import numpy as np

from attention.core import costs, heads
from attention.examples import translation
from attention.language.words import Words
from attention.parameters import Flag, Token
from attention.pictures import arrows, tables
from attention.widget import Widget

QUERIES, KEYS = translation.japanese_tokens, translation.english_tokens
SHAPE = len(QUERIES), len(KEYS)
MASK = np.tri(*SHAPE, dtype=bool)  # as if the two sentences began together and went on in step
VIEW = arrows.square(3.4)


class CrossAttention(Widget):
    words = {
        "title": Words(en="One sentence asks another", ja="別の文に尋ねる"),
        "token": Words(en="the Japanese token that asks", ja="尋ねる側（日本語のトークン）"),
        "mask": Words(en="with a causal mask (a mistake here)", ja="因果マスクをかける（ここでは誤り）"),
        "pattern": Words(en="5 queries in Japanese, 4 keys in English", ja="日本語のクエリ 5 個と英語のキー 4 個"),
        "plane": Words(
            en="The English values, and what this token takes home (thick)",
            ja="英語側のバリューと、このトークンの出力（太線）",
        ),
        "cells": Words(en="cells of the pattern, n_q × n_k", ja="注意パターンのマスの数 n_q × n_k"),
        "weights": Words(en="weights of this query", ja="このクエリの重み"),
        "output": Words(en="output", ja="出力"),
        "least_asked": Words(
            en="English token with the smallest share in all", ja="いちばん見られていない英語のトークン"
        ),
    }
    marks = {
        "largest_weight": "pattern[{name},{largest}]",
        "output": "output",
        "weights": "pattern[{name}]",
        "cells": "pattern",
    }
    token = Token(3, tokens=QUERIES, play=True)
    mask = Flag(False)

    def compute(self):
        return heads.cross(
            translation.japanese_embeddings,
            translation.english_embeddings,
            translation.w_q,
            translation.w_k,
            translation.w_v,
            MASK if self.mask else None,
        )

    def facts(self, head):
        row = head.weights[self.token]  # (n_keys,)
        return {
            "n_queries": SHAPE[0],
            "n_keys": SHAPE[1],
            "cells": costs.cells(*SHAPE),
            "name": QUERIES[self.token],
            "weights": row,
            "largest": KEYS[row.argmax()],
            "largest_weight": row.max(),
            "hidden": int((~MASK[self.token]).sum()) if self.mask else 0,
            "output": head.outputs[self.token],
            "least_asked": KEYS[head.weights.sum(axis=0).argmin()],
        }

    def columns(self, head):
        output = arrows.columns(head.outputs[self.token], view=VIEW, among=head.values)
        return {
            "pattern": tables.columns(
                head.weights, QUERIES, 1.0, dropped=~MASK if self.mask else False, keys=KEYS, shares=True
            ),
            "names": tables.sides(QUERIES, KEYS),
            "row": tables.row_frame(self.token, SHAPE[1]),
            "output": output,
            "values": arrows.columns(head.values, KEYS, avoid=[output], view=VIEW),
        }

    def figure(self, sources):
        pattern = tables.figure(sources["pattern"], "weight", QUERIES, self.word("pattern"), KEYS, sources["names"])
        tables.draw_frames(pattern, sources["row"])
        plane = arrows.plane(self.word("plane"), VIEW)
        arrows.draw(plane, sources["values"], "value", width=1)
        arrows.draw(plane, sources["output"], "output", width=5)
        return [pattern, plane]
