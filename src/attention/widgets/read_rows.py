"""How is the table of scores read? Row by row: a row belongs to one query and is compared with itself alone."""

import numpy as np

from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Token
from attention.pictures import bars, tables
from attention.widget import Widget

LARGEST = float(np.abs(toy.head.scores).max())


class ReadRows(Widget):
    words = {
        "title": Words(en="One query at a time", ja="クエリごとに読む"),
        "token": Words(en="whose query", ja="誰のクエリか"),
        "table": Words(en="The scores (hollow: negative)", ja="スコアの表（白抜きは負）"),
        "bars": Words(en="The scores of this query", ja="このクエリのスコア"),
        "largest": Words(en="largest score at", ja="スコアが最大のトークン"),
        "largest_score": Words(en="largest score", ja="最大のスコア"),
        "smallest": Words(en="smallest score at", ja="スコアが最小のトークン"),
        "range": Words(en="largest minus smallest", ja="最大と最小の差"),
    }
    marks = {"largest_score": "bars[{largest}]", "range": "bars"}
    token = Token(toy.FOLLOW, tokens=toy.tokens, play=True)

    def compute(self):
        return toy.head.scores[self.token]  # (n_keys,)

    def facts(self, scores):
        return {
            "scores": scores,
            "name": toy.tokens[self.token],
            "largest": toy.tokens[scores.argmax()],
            "largest_score": scores.max(),
            "smallest": toy.tokens[scores.argmin()],
            "range": scores.max() - scores.min(),
        }

    def columns(self, scores):
        return {
            "table": tables.columns(toy.head.scores, toy.tokens, LARGEST),
            "row": tables.row_frame(self.token, len(toy.tokens)),
            "bars": bars.columns(scores, toy.tokens, marked=int(scores.argmax())),
        }

    def figure(self, sources):
        table = tables.figure(sources["table"], "score", toy.tokens, self.word("table"))
        tables.draw_frames(table, sources["row"])
        return [table, bars.figure(sources["bars"], "score", -0.6, 2.2, self.word("bars"))]
