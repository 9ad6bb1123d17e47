"""What does attention see of the order? Nothing, until positions are added or the mask lets it in."""

import numpy as np

from attention import core
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Choice, Flag, Order
from attention.pictures import arrows, bars
from attention.widget import Widget

VIEW = arrows.around([[1.47, 1.65]], ratio=1.0)  # what any order of the tokens reaches


class Shuffle(Widget):
    words = {
        "title": Words(en="Shuffle the sentence", ja="語順を入れ替える"),
        "order": Words(en="order of the tokens", ja="トークンの並び"),
        "positions": Words(en="positions", ja="位置エンコーディング"),
        "positions.none": Words(en="none", ja="なし"),
        "positions.added": Words(en="added to the embeddings", ja="埋め込みに足す"),
        "mask": Words(en="causal mask", ja="因果マスク"),
        "moved": Words(en="output moved by", ja="出力が動いた距離"),
        "bars": Words(en="Weights of “it”, in the order of the sentence", ja="it の重み（文の並び順）"),
        "plane": Words(en="Output of “it” (dashed: in the original order)", ja="it の出力（破線は元の語順のとき）"),
    }
    marks = {"output": "output"}
    order = Order(tokens=toy.tokens)
    positions = Choice(default="none", objects=["none", "added"])
    mask = Flag(False)

    def compute(self):
        return self.attend(self.order), self.attend(sorted(self.order)).outputs[toy.IT]

    def attend(self, order):
        embeddings = toy.embeddings[order]  # (n_tokens, d_model)
        if self.positions == "added":
            embeddings = embeddings + toy.positions
        mask = core.causal_mask(len(order)) if self.mask else None
        return core.head(embeddings, toy.w_q, toy.w_k, toy.w_v, mask)

    def facts(self, computed):
        head, at_rest = computed
        place = self.order.index(toy.IT)
        moved = np.linalg.norm(head.outputs[place] - at_rest)
        return {
            "output": head.outputs[place],
            "weights": head.weights[place],
            "place": place,
            "moved": moved,
            "same": bool(np.isclose(moved, 0.0)),
            "in_first_order": self.order == sorted(self.order),
            "sentence": " ".join(toy.tokens[token] for token in self.order),
        }

    def columns(self, computed):
        head, at_rest = computed
        place = self.order.index(toy.IT)
        rest = arrows.columns(at_rest, view=VIEW)
        output = arrows.columns(head.outputs[place], view=VIEW, among=[*head.values, at_rest])
        return {
            "bars": bars.columns(
                head.weights[place], [toy.tokens[token] for token in self.order], marked=place, shares=True
            ),
            "output": output,
            "at_rest": rest,
            "values": arrows.columns(
                head.values, [toy.tokens[token] for token in self.order], avoid=[output, rest], view=VIEW
            ),
        }

    def figure(self, sources):
        plane = arrows.plane(self.word("plane"), VIEW)
        arrows.draw(plane, sources["values"], "value", width=1)
        arrows.draw_ghosts(plane, sources["at_rest"], "output")
        arrows.draw(plane, sources["output"], "output", self.word("output"))
        return [bars.figure(sources["bars"], "weight", 0.0, 0.7, self.word("bars")), plane]
