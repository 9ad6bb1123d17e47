"""Can a key win merely by being long?"""

from functools import cache

from attention import core
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Number
from attention.pictures import arrows, bars
from attention.widget import Widget

VIEW = arrows.around(toy.head.queries[toy.IT], toy.head.keys, 6 * toy.head.keys[toy.AND], ratio=1.25)


@cache
def overtakes_at():
    """The smallest stretch on the slider's own scale at which "and" is ahead of cat: the same at every step."""
    at_rest = toy.head.dot_products[toy.IT]
    stops = (stop / 10 for stop in range(10, 61))
    return next(stop for stop in stops if stop * at_rest[toy.AND] > at_rest[toy.CAT])


class KeyStretch(Widget):
    words = {
        "title": Words(en="A key that wins by its length", ja="長さだけで勝つキー"),
        "stretch": Words(en="length of the key of “and”, times", ja="and のキーの長さ（倍）"),
        "winner": Words(en="largest dot product", ja="内積が最大のトークン"),
        "keys": Words(en="The keys, and the query of “it”", ja="六つのキーと it のクエリ"),
        "bars": Words(en="Dot products with the query of “it”", ja="it のクエリとの内積"),
    }
    marks = {"dot_products": "bars", "and_score": "bars[and]", "cat_score": "bars[cat]", "overtakes_at": "stretched"}
    roles = {"stretch": "key"}
    stretch = Number(1.0, bounds=(1.0, 6.0), step=0.1)

    def compute(self):
        keys = toy.head.keys.copy()  # (n_keys, d_k)
        keys[toy.AND] *= self.stretch
        return keys, core.dot_products(toy.head.queries[toy.IT], keys)  # (n_keys,)

    def facts(self, computed):
        _, dot_products = computed
        return {
            "dot_products": dot_products,
            "and_score": dot_products[toy.AND],
            "cat_score": dot_products[toy.CAT],
            "winner": toy.tokens[dot_products.argmax()],
            "overtakes_at": overtakes_at(),
        }

    def columns(self, computed):
        keys, dot_products = computed
        others = [place for place in range(len(keys)) if place != toy.AND]
        query = arrows.columns(toy.head.queries[toy.IT], [toy.tokens[toy.IT]], view=VIEW, among=keys)
        stretched = arrows.columns(keys[toy.AND], [toy.tokens[toy.AND]], view=VIEW, avoid=[query], among=keys)
        return {
            "query": query,
            "stretched": stretched,
            "keys": arrows.columns(
                keys[others], [toy.tokens[place] for place in others], view=VIEW, avoid=[query, stretched]
            ),
            "bars": bars.columns(dot_products, toy.tokens, marked=int(dot_products.argmax())),
        }

    def figure(self, sources):
        plane = arrows.plane(self.word("keys"), VIEW)
        arrows.draw(plane, sources["keys"], "key", width=1)
        arrows.draw(plane, sources["query"], "query")
        arrows.draw(plane, sources["stretched"], "key", width=4)
        return [plane, bars.figure(sources["bars"], "score", 0.0, 2.4, self.word("bars"))]
