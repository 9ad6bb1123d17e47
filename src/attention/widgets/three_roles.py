"""How does one vector play three roles? Each matrix turns the same input into a direction of its own."""

from attention import core
from attention.core import plane
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Steps, Token
from attention.pictures import arrows
from attention.widget import Widget

ROLES = ("query", "key", "value")
VIEW = arrows.around(toy.embeddings, toy.head.queries, toy.head.keys, toy.head.values)


class ThreeRoles(Widget):
    words = {
        "title": Words(en="One vector, three roles", ja="ひとつのベクトル、三つの役"),
        "stage": Words(en="matrices applied", ja="掛けた行列の数"),
        "token": Words(en="token", ja="トークン"),
        "angle_query_key": Words(en="angle between query and key (°)", ja="クエリとキーのなす角（°）"),
        "angle_query_value": Words(en="angle between query and value (°)", ja="クエリとバリューのなす角（°）"),
        "angle_key_value": Words(en="angle between key and value (°)", ja="キーとバリューのなす角（°）"),
    }
    marks = {"query": "query", "key": "key", "value": "value"}
    finished = {"stage": 3}
    stage = Steps(0, last=3)
    token = Token(toy.FOLLOW, tokens=toy.tokens)

    def compute(self):
        embedding = toy.embeddings[self.token]  # (d_model,)
        return embedding, {
            role: core.project(embedding, w)  # each (d_k,)
            for role, w in zip(ROLES, (toy.w_q, toy.w_k, toy.w_v), strict=True)
        }

    def facts(self, computed):
        embedding, vectors = computed
        return vectors | {
            "input": embedding,
            "name": toy.tokens[self.token],
            "fitted": self.stage,
            "angle_query_key": plane.angle(vectors["query"], vectors["key"]),
            "angle_query_value": plane.angle(vectors["query"], vectors["value"]),
            "angle_key_value": plane.angle(vectors["key"], vectors["value"]),
        }

    def columns(self, computed):
        embedding, vectors = computed
        tips = {role: vectors[role] for place, role in enumerate(ROLES) if place < self.stage}
        return {role: arrows.nothing() for role in ROLES} | arrows.each({"input": embedding} | tips, VIEW)

    def figure(self, sources):
        plot = arrows.plane(view=VIEW)
        arrows.draw(plot, sources["input"], "input", self.word("input"))
        for role in ROLES:
            arrows.draw(plot, sources[role], role, self.word(role))
        return [plot]
