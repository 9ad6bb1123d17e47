"""Is the table one of likeness? Folded over its diagonal it does not match: who asks and who is asked matters."""

import numpy as np

from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Number
from attention.pictures import bars, curves, tables
from attention.widget import Widget

N = len(toy.tokens)
LARGEST = float(np.abs(toy.head.scores).max())
ROWS, COLUMNS = np.triu_indices(N, 1)  # the half that is folded over
LIFT = 0.45  # how far up the picture a standing flap reaches, for its own height


class FoldDiagonal(Widget):
    words = {
        "title": Words(en="Folded over the diagonal", ja="対角線で折る"),
        "fold": Words(en="how far it is folded", ja="折り具合"),
        "table": Words(
            en="The scores; folded over, their upper half is pale and outlined",
            ja="スコアの表（折った上半分は淡く、輪郭つき）",
        ),
        "bars": Words(en="The framed pair, both ways", ja="枠で囲んだ組の、二つの向き"),
        "cat_ate": Words(en="score of “cat” (query) with “ate” (key)", ja="cat のクエリと ate のキーのスコア"),
        "ate_cat": Words(en="score of “ate” (query) with “cat” (key)", ja="ate のクエリと cat のキーのスコア"),
        "apart": Words(en="largest difference of a pair", ja="組のスコアの食い違いの最大値"),
    }
    marks = {"cat_ate": "bars[0]", "ate_cat": "bars[1]"}
    fold = Number(0.0, bounds=(0.0, 1.0), step=0.05)

    def compute(self):
        return self.folded(ROWS, COLUMNS)  # each (n_pairs,)

    def facts(self, _):
        differences = np.abs(toy.head.scores - toy.head.scores.T)  # (n_queries, n_keys)
        first, second = divmod(int(differences.argmax()), N)
        return {
            "scores": toy.head.scores,
            "cat_ate": toy.head.scores[toy.CAT, toy.ATE],
            "ate_cat": toy.head.scores[toy.ATE, toy.CAT],
            "apart": differences[first, second],
            "apart_first": toy.tokens[first],
            "apart_second": toy.tokens[second],
            "lies": {0: "open", 1: "folded"}.get(self.fold, "between"),
        }

    def folded(self, rows, columns):
        """Where places (n,) of the flap are seen, as x and y: it turns about the diagonal, through standing up."""
        middle, away = (rows + columns) / 2, (columns - rows) / 2
        turn = np.pi * self.fold
        up = LIFT * np.sqrt(2) * np.sin(turn)
        return middle + np.cos(turn) * away, -middle + (np.cos(turn) + up) * away

    def columns(self, flap_at):
        table = tables.columns(toy.head.scores, toy.tokens, LARGEST)
        cells = ROWS * N + COLUMNS  # of the flap, as the table's columns count them
        x, y = flap_at
        flap = {name: np.take(table[name], cells) for name in ("side", "solid", "hollow")}
        lower = tables.cell_frames([(toy.ATE, toy.CAT)])
        [fold_x], [fold_y] = self.folded(np.array([toy.CAT]), np.array([toy.ATE]))
        upper = tables.cell_frames([(-fold_y, fold_x)])
        corners = self.folded(np.array([-0.5, -0.5, N - 0.5]), np.array([-0.5, N - 0.5, N - 0.5]))
        flap |= {"x": x, "y": y, "veil": (1 - 0.6 * self.fold) * flap["solid"], "edge": self.fold * flap["solid"]}
        left = np.array(table["side"])
        left[cells] = 0.0
        return {
            "table": table | {"side": left.tolist()},
            "flap": {name: column.tolist() for name, column in flap.items()},
            "sheet": curves.path(np.transpose(corners)),
            "pair": {name: lower[name] + upper[name] for name in lower},
            "bars": bars.columns(
                [toy.head.scores[toy.CAT, toy.ATE], toy.head.scores[toy.ATE, toy.CAT]], ["cat → ate", "ate → cat"]
            ),
        }

    def figure(self, sources):
        from attention.pictures import canvas

        table = tables.figure(sources["table"], "score", toy.tokens, self.word("table"))
        curves.draw(table, sources["sheet"], "quiet")
        flap, sheet = sources["flap"], sources["sheet"]
        flap.tags, sheet.tags = ["turns"], ["turns"]
        cell = {"x": "x", "y": "y", "width": "side", "height": "side", "source": flap, "line_width": 1.5}
        ink, colour, negative = (canvas.light(role) for role in ("ink", "score", "negative"))
        table.rect(**cell, fill_color=colour, fill_alpha="veil", line_color=ink, line_alpha="edge")
        table.rect(**cell, fill_alpha=0, line_color=negative, line_alpha="hollow")
        tables.draw_frames(table, sources["pair"])
        return [table, bars.figure(sources["bars"], "score", -0.6, 0.8, self.word("bars"), n=2)]
