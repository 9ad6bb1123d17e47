"""Two spaces: an embedding in the large one, its query and its key in the small one, and a matrix to each."""

from attention.core import costs
from attention.examples import creature
from attention.language.words import Words
from attention.parameters import Token
from attention.pictures import arrows, bars
from attention.widget import Widget

TOKENS = creature.tokens
D_MODEL = creature.w_q.shape[1]
GPT3 = costs.GPT3
VIEW = arrows.around(creature.head.queries, creature.head.keys)
SHOWN = 2.2  # the largest number of an embedding that the bars have room for


class TwoSpaces(Widget):
    words = {
        "title": Words(en="From a large space into a small one", ja="大きな空間から小さな空間へ"),
        "token": Words(en="token", ja="トークン"),
        "bars": Words(en="The embedding: eight numbers", ja="埋め込み：八つの数"),
        "plane": Words(
            en="Its query and its key: two numbers each",
            ja="そのクエリとキー：二つずつの数",
        ),
        "gpt3_d_model": Words(en="numbers of an embedding in GPT-3", ja="GPT-3 の埋め込みの数"),
        "gpt3_d_head": Words(en="numbers of a query or a key in GPT-3", ja="GPT-3 のクエリやキーの数"),
        "gpt3_ratio": Words(en="the one over the other", ja="二つの比"),
    }
    token = Token(creature.CREATURE, tokens=TOKENS)

    def compute(self):
        head = creature.head
        return creature.embeddings[self.token], head.queries[self.token], head.keys[self.token]

    def facts(self, computed):
        embedding, query, key = computed
        return {
            "name": TOKENS[self.token],
            "embedding": embedding,
            "query": query,
            "key": key,
            "gpt3_d_model": GPT3.d_model,
            "gpt3_d_head": GPT3.d_head,
            "gpt3_ratio": GPT3.d_model / GPT3.d_head,
        }

    def columns(self, computed):
        embedding, query, key = computed
        asked = arrows.columns(query, view=VIEW, among=[key])
        return {
            "bars": bars.columns(embedding, [str(place + 1) for place in range(D_MODEL)]),
            "query": asked,
            "key": arrows.columns(key, avoid=[asked], view=VIEW),
        }

    def figure(self, sources):
        plane = arrows.plane(self.word("plane"), VIEW)
        arrows.draw(plane, sources["query"], "query", self.word("query"))
        arrows.draw(plane, sources["key"], "key", self.word("key"))
        return [bars.figure(sources["bars"], "input", -SHOWN, SHOWN, self.word("bars"), D_MODEL), plane]
