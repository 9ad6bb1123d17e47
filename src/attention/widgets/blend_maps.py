"""Why two matrices? Blended into one, they make the table symmetric: to ask and to be asked become the same."""

import numpy as np

from attention import core
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Number
from attention.pictures import arrows, tables
from attention.widget import Widget

PAIR = (toy.CAT, toy.ATE)
VIEW = arrows.around(toy.head.queries[[*PAIR]], toy.head.keys[[*PAIR]])
LARGEST = float(np.abs(toy.head.scores).max())


class BlendMaps(Widget):
    words = {
        "title": Words(en="One matrix instead of two", ja="二つの行列をひとつに"),
        "blend": Words(en="share of the key matrix mixed into the query matrix", ja="クエリ行列に混ぜるキー行列の割合"),
        "cat_ate": Words(en="score of “cat” (query) with “ate” (key)", ja="cat のクエリと ate のキーのスコア"),
        "ate_cat": Words(en="score of “ate” (query) with “cat” (key)", ja="ate のクエリと cat のキーのスコア"),
        "asymmetry": Words(en="largest difference across the diagonal", ja="対角線をはさんだ食い違いの最大値"),
        "table": Words(en="The scores (hollow: negative)", ja="スコアの表（白抜きは負）"),
        "plane": Words(en="Queries and keys of “cat” and “ate”", ja="cat と ate のクエリとキー"),
    }
    marks = {"cat_ate": "table[cat,ate]", "ate_cat": "table[ate,cat]", "scores": "table"}
    blend = Number(0.0, bounds=(0.0, 1.0), step=0.01)

    def compute(self):
        queries = core.project(toy.embeddings, (1 - self.blend) * toy.w_q + self.blend * toy.w_k)  # (n_queries, d_k)
        return queries, core.scores(queries, toy.head.keys)  # (n_queries, n_keys)

    def facts(self, computed):
        _, scores = computed
        asymmetry = np.abs(scores - scores.T).max()
        return {
            "scores": scores,
            "cat_ate": scores[toy.CAT, toy.ATE],
            "ate_cat": scores[toy.ATE, toy.CAT],
            "asymmetry": asymmetry,
            "symmetric": bool(asymmetry < 1e-12),
        }

    def columns(self, computed):
        queries, scores = computed
        names = [toy.tokens[token] for token in PAIR]
        keys = arrows.columns(toy.head.keys[[*PAIR]], names, view=VIEW, among=queries[[*PAIR]])
        return {
            "table": tables.columns(scores, toy.tokens, LARGEST),
            "pair": tables.cell_frames([PAIR, PAIR[::-1]]),
            "queries": arrows.columns(queries[[*PAIR]], names, avoid=[keys], view=VIEW),
            "keys": keys,
        }

    def figure(self, sources):
        table = tables.figure(sources["table"], "score", toy.tokens, self.word("table"))
        tables.draw_frames(table, sources["pair"])
        plane = arrows.plane(self.word("plane"), VIEW)
        arrows.draw(plane, sources["keys"], "key", width=4)
        arrows.draw(plane, sources["queries"], "query", width=2)
        return [table, plane]
