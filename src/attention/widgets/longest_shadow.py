"""Which key does a query lean towards? Its shadow on the line of each key, and the dot products that come of it."""

import numpy as np

from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Token
from attention.pictures import arrows, bars, shadows
from attention.widget import Widget

VIEW = arrows.View((-3.0, 1.4), (-2.6, 2.6))
REACH = 2.5  # of the keys' lines; their names stand at the left ends, one below the other
NAMES_AT = [0.08, 1.24, -0.64, -0.3, 0.92, 0.62]


class LongestShadow(Widget):
    words = {
        "title": Words(en="The longest shadow", ja="いちばん長い影"),
        "token": Words(en="whose query", ja="誰のクエリか"),
        "plane": Words(en="The query’s shadow on the line of each key", ja="各キーの直線に落ちるクエリの影"),
        "bars": Words(en="Dot products: shadow × length of the key", ja="内積（影 × キーの長さ）"),
        "shadows": Words(en="length of the shadow", ja="影の長さ"),
        "winner": Words(en="largest dot product", ja="内積が最大のトークン"),
    }
    marks = {"dot_products": "bars", "shadows": "shadows"}
    token = Token(toy.FOLLOW, tokens=toy.tokens, play=True)

    def compute(self):
        lengths = np.hypot(*toy.head.keys.T)  # (n_keys,)
        dot_products = toy.head.dot_products[self.token]  # (n_keys,)
        return dot_products, dot_products / lengths

    def facts(self, computed):
        dot_products, shadows = computed
        winner = int(dot_products.argmax())
        return {
            "dot_products": dot_products,
            "shadows": shadows,
            "name": toy.tokens[self.token],
            "winner": toy.tokens[winner],
            "dot_products_winner": dot_products[winner],
            "shadow_winner": shadows[winner],
            "dot_products_own": dot_products[self.token],
            "own_wins": winner == self.token,
        }

    def columns(self, computed):
        dot_products, _ = computed
        winner, query = int(dot_products.argmax()), toy.head.queries[self.token]
        losers = [place for place in range(len(toy.tokens)) if place != winner]
        return {
            "query": arrows.columns(query, [toy.tokens[self.token]], view=VIEW),
            "winner": arrows.columns(toy.head.keys[winner]),
            "keys": arrows.columns(toy.head.keys[losers]),
            "names": {"x": [-2.72] * len(NAMES_AT), "y": NAMES_AT, "name": list(toy.tokens)},
            "shadows": shadows.columns(query, toy.head.keys, marked=winner, reach=REACH),
            "bars": bars.columns(dot_products, toy.tokens, marked=winner),
        }

    def figure(self, sources):
        from attention.pictures import canvas

        plane = arrows.plane(self.word("plane"), VIEW)
        shadows.draw(plane, sources["shadows"], "key", "score")
        arrows.draw(plane, sources["keys"], "key", width=1)
        arrows.draw(plane, sources["winner"], "key", width=3)
        label = canvas.TEXT | {"text_baseline": "middle", "text_font_style": "bold"}
        plane.text("x", "y", "name", source=sources["names"], color=canvas.light("key"), **label)
        arrows.draw(plane, sources["query"], "query")
        return [plane, bars.figure(sources["bars"], "score", -0.8, 3.1, self.word("bars"))]
