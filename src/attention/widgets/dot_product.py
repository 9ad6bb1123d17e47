"""What does a score measure? Components multiplied and added, and the same thing as a shadow on the key's line."""

import numpy as np

from attention.core import plane
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Number, Token
from attention.pictures import arrows, bars, curves, shadows
from attention.widget import Handle, Widget

VIEW = arrows.square(4.8)


class DotProduct(Widget):
    words = {
        "title": Words(en="A dot product is a shadow", ja="内積は影である"),
        "x": Words(en="query, first component", ja="クエリの第1成分"),
        "y": Words(en="query, second component", ja="クエリの第2成分"),
        "key": Words(en="whose key", ja="誰のキーか"),
        "handle": Words(en="tip of the query", ja="クエリの先端"),
        "products": Words(en="products of the components", ja="成分どうしの積"),
        "shadow": Words(en="length of the shadow, with its sign", ja="影の長さ（符号つき）"),
        "key_length": Words(en="length of the key", ja="キーの長さ"),
        "angle": Words(en="angle between the two (°)", ja="二本のなす角（°）"),
        "plane": Words(en="The shadow on the key’s line (hollow: negative)", ja="キーの直線に落ちる影（白抜きは負）"),
        "bars": Words(en="Multiplied by component, and added up", ja="成分どうしを掛けて、足す"),
    }
    handle = Handle("x", "y", "query")
    x = Number(float(toy.head.queries[toy.FOLLOW, 0].round(4)), bounds=(-2.0, 2.0), step=0.01)
    y = Number(float(toy.head.queries[toy.FOLLOW, 1].round(4)), bounds=(-2.0, 2.0), step=0.01)
    key = Token(toy.CAT, tokens=toy.tokens)

    def compute(self):
        return np.array([self.x, self.y]) * toy.head.keys[self.key]  # (d_k,)

    def facts(self, products):
        query, key, dot_product = [self.x, self.y], toy.head.keys[self.key], products.sum()
        angle = plane.angle(query, key)
        # What the reader sees as 0.00 at a right angle counts as one: a hand cannot find it to the last digit.
        square = angle is not None and abs(angle - 90) < 0.5 and abs(dot_product) < 0.005
        return {
            "key_vector": key,
            "key_name": toy.tokens[self.key],
            "products": products,
            "dot_product": dot_product,
            "shadow": plane.shadow(query, key),
            "key_length": np.hypot(*key),
            "angle": angle,
            "sign": "none" if angle is None else "zero" if square else "positive" if dot_product > 0 else "negative",
        }

    def columns(self, products):
        query = arrows.columns([self.x, self.y], gap=0.6, view=VIEW)
        key = toy.head.keys[self.key]
        return {
            "query": query,
            "key": arrows.columns(key, [toy.tokens[self.key]], avoid=[query], view=VIEW),
            "shadow": shadows.columns([self.x, self.y], key),
            "corner": curves.path(plane.right_angle([self.x, self.y], key, 0.12)),
            "bars": bars.columns([*products, products.sum()], ["q₁k₁", "q₂k₂", "q·k"], marked=2),
        }

    def figure(self, sources):
        drawn = arrows.plane(self.word("plane"), VIEW)
        shadows.draw(drawn, sources["shadow"], "key", "score")
        curves.draw(drawn, sources["corner"], "quiet")
        arrows.draw(drawn, sources["key"], "key", width=2)
        arrows.draw(drawn, sources["query"], "query", self.word("query"))
        return [drawn, bars.figure(sources["bars"], "score", -4.4, 4.4, self.word("bars"), n=3)]
