"""One query against all six keys: what does a row of raw dot products look like?"""

from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Token
from attention.pictures import arrows, bars
from attention.widget import Widget

VIEW = arrows.around(toy.head.queries, toy.head.keys)


class ScoreRow(Widget):
    words = {
        "title": Words(en="One query, six keys", ja="ひとつのクエリ、六つのキー"),
        "token": Words(en="whose query", ja="誰のクエリか"),
        "keys": Words(en="The query and the six keys", ja="クエリと六つのキー"),
        "bars": Words(en="Dot products with each key", ja="各キーとの内積"),
        "largest": Words(en="largest dot product", ja="最大の内積"),
        "smallest": Words(en="smallest dot product", ja="最小の内積"),
    }
    marks = {"dot_products": "bars", "largest": "bars[{largest_at}]", "smallest": "bars[{smallest_at}]"}
    token = Token(toy.FOLLOW, tokens=toy.tokens)

    def compute(self):
        return toy.head.dot_products[self.token]  # (n_keys,)

    def facts(self, dot_products):
        return {
            "dot_products": dot_products,
            "name": toy.tokens[self.token],
            "largest": dot_products.max(),
            "largest_at": toy.tokens[dot_products.argmax()],
            "smallest": dot_products.min(),
            "smallest_at": toy.tokens[dot_products.argmin()],
        }

    def columns(self, dot_products):
        query = arrows.columns(toy.head.queries[self.token], [toy.tokens[self.token]], view=VIEW, among=toy.head.keys)
        return {
            "query": query,
            "keys": arrows.columns(toy.head.keys, toy.tokens, avoid=[query], view=VIEW),
            "bars": bars.columns(dot_products, toy.tokens, marked=int(dot_products.argmax())),
        }

    def figure(self, sources):
        plane = arrows.plane(self.word("keys"), VIEW)
        arrows.draw(plane, sources["keys"], "key", width=1)
        arrows.draw(plane, sources["query"], "query")
        return [plane, bars.figure(sources["bars"], "score", -0.8, 3.1, self.word("bars"))]
