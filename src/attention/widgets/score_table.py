"""How many dot products are there? One for each pair of query and key: the table fills, cell by cell."""

import numpy as np

from attention.core import costs
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Steps
from attention.pictures import arrows, shadows, tables
from attention.widget import Widget

N = len(toy.tokens)
LARGEST = float(np.abs(toy.head.scores).max())

VIEW = arrows.around(toy.head.queries, toy.head.keys)


class ScoreTable(Widget):
    words = {
        "title": Words(en="The table fills", ja="表が埋まる"),
        "filled": Words(en="cells filled", ja="埋まったマスの数"),
        "table": Words(en="The scores (hollow: negative)", ja="スコアの表（白抜きは負）"),
        "pair": Words(en="The query and the key of the framed cell", ja="枠で囲んだマスのクエリとキー"),
        "latest": Words(en="score in the latest cell", ja="いま埋めたマスのスコア"),
        "n_dot_products": Words(en="dot products, 6 tokens", ja="6 トークンの内積の数"),
        "n_dot_products_1000": Words(en="dot products, 1,000 tokens", ja="1,000 トークンの内積の数"),
        "gpt2_crossover_tokens": Words(
            en="GPT-2 small: tokens at which the table costs as much as the projections",
            ja="GPT-2 small で表と射影の計算量が並ぶトークン数",
        ),
    }
    finished = {"filled": N * N}
    filled = Steps(0, last=N * N)

    def compute(self):
        order = np.arange(N * N).reshape(N, N)  # (n_queries, n_keys)
        return np.where(order < self.filled, toy.head.scores, np.nan)  # (n_queries, n_keys)

    def latest(self):
        """The cell filled last, (row, column), or None."""
        return divmod(self.filled - 1, N) if self.filled else None

    def facts(self, scores):
        latest = self.latest()
        names = [toy.tokens[place] for place in latest] if latest else [None, None]
        return {
            "scores": scores,
            "query_name": names[0],
            "key_name": names[1],
            "latest": latest and scores[latest],
            "n_dot_products": N * N,
            "n_dot_products_1000": 1000 * 1000,
            # Scores and mixing take 2 n² d_model multiply-adds in a layer, the four projections 4 n d_model².
            "gpt2_crossover_tokens": 4 * costs.GPT2_SMALL.d_model // 2,
        }

    def columns(self, scores):
        latest = self.latest()
        drawn = {"query": arrows.nothing(labelled=True), "key": arrows.nothing(labelled=True)}
        if latest:
            query, key = toy.head.queries[latest[0]], toy.head.keys[latest[1]]
            drawn["key"] = arrows.columns(key, [toy.tokens[latest[1]]], view=VIEW, among=[query])
            drawn["query"] = arrows.columns(query, [toy.tokens[latest[0]]], avoid=[drawn["key"]], view=VIEW)
        return drawn | {
            "table": tables.columns(scores, toy.tokens, LARGEST),
            "latest": tables.cell_frames([latest] if latest else []),
            "shadow": shadows.columns(query, key) if latest else shadows.columns([0.0, 0.0], np.empty((0, 2))),
        }

    def figure(self, sources):
        table = tables.figure(sources["table"], "score", toy.tokens, self.word("table"))
        tables.draw_frames(table, sources["latest"])
        plane = arrows.plane(self.word("pair"), VIEW)
        shadows.draw(plane, sources["shadow"], "key", "score")
        arrows.draw(plane, sources["key"], "key", width=2)
        arrows.draw(plane, sources["query"], "query")
        return [table, plane]
