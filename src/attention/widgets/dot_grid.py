"""Who fits whom? Every query of the sentence with every key, in a grid: the larger the dot, the better the fit."""

from attention.examples import creature
from attention.language.words import Words
from attention.parameters import Token
from attention.pictures import tables
from attention.widget import Widget

TOKENS = creature.tokens
N = len(TOKENS)
LARGEST = 5.0  # a dot product that fills its cell


class DotGrid(Widget):
    words = {
        "title": Words(en="Every query with every key", ja="すべてのクエリと、すべてのキー"),
        "token": Words(en="whose query", ja="誰のクエリか"),
        "largest": Words(en="largest for this query", ja="このクエリの最大"),
        "table": Words(
            en="Dot products: the larger the square, the better the fit", ja="内積（四角が大きいほどよく合う）"
        ),
    }
    marks = {"dot_products": "table", "lowest": "table[{name},{worst}]"}
    token = Token(creature.CREATURE, tokens=TOKENS)

    def compute(self):
        return creature.head.dot_products  # (n_queries, n_keys)

    def facts(self, computed):
        row = computed[self.token]
        ranks = row.argsort()[::-1]
        others = [key for key in ranks if row[key] < 2]
        return {
            "name": TOKENS[self.token],
            "dot_products": computed,
            "largest": row[ranks[0]],
            "best": TOKENS[ranks[0]],
            "second": TOKENS[ranks[1]],
            "second_score": row[ranks[1]],
            "n_strong": N - len(others),
            "next_score": row[others[0]],
            "lowest": row[ranks[-1]],
            "worst": TOKENS[ranks[-1]],
            "n_scores": N * N,
        }

    def columns(self, computed):
        return {
            "table": tables.columns(computed, TOKENS, LARGEST),
            "row": tables.row_frame(self.token, N),
        }

    def figure(self, sources):
        table = tables.figure(sources["table"], "score", TOKENS, self.word("table"), long=True)
        tables.draw_frames(table, sources["row"])
        return [table]
