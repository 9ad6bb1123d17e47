"""What does a token ask, and who answers? Its query beside every key of the sentence."""

from attention.examples import creature
from attention.language.words import Words
from attention.parameters import Token
from attention.pictures import arrows, rows
from attention.widget import Widget

TOKENS = creature.tokens
VIEW = arrows.around(creature.head.queries, creature.head.keys)


class QuestionAnswer(Widget):
    words = {
        "title": Words(en="One asks, all answer", ja="ひとりが問い、全員が答える"),
        "token": Words(en="who asks", ja="問うトークン"),
        "best": Words(en="best answer", ja="いちばんよい答え"),
        "plane": Words(en="The query among the keys", ja="クエリと、すべてのキー"),
        "rows": Words(en="Its dot product with every key", ja="それぞれのキーとの内積"),
    }
    marks = {"dot_products": "rows", "best_score": "rows[{best}]"}
    token = Token(creature.CREATURE, tokens=TOKENS)

    def compute(self):
        return creature.head.queries[self.token], creature.head.dot_products[self.token]  # (d_k,), (n_keys,)

    def facts(self, computed):
        query, dot_products = computed
        ranks = dot_products.argsort()[::-1]
        return {
            "name": TOKENS[self.token],
            "query": query,
            "dot_products": dot_products,
            "best": TOKENS[ranks[0]],
            "best_score": dot_products[ranks[0]],
            "second": TOKENS[ranks[1]],
            "second_score": dot_products[ranks[1]],
            "third_score": dot_products[ranks[2]],
            "worst": TOKENS[ranks[-1]],
            "worst_score": dot_products[ranks[-1]],
        }

    def columns(self, computed):
        query, dot_products = computed
        asked = arrows.columns(query, view=VIEW, among=creature.head.keys)
        return {
            "query": asked,
            "keys": arrows.columns(creature.head.keys, TOKENS, avoid=[asked], view=VIEW),
            "rows": rows.columns(dot_products, TOKENS, marked=int(dot_products.argmax())),
        }

    def figure(self, sources):
        plane = arrows.plane(self.word("plane"), VIEW)
        arrows.draw(plane, sources["keys"], "key", width=1)
        arrows.draw(plane, sources["query"], "query")
        return [plane, rows.figure(sources["rows"], "score", -3.2, 5.0, self.word("rows"))]
