"""What does the blend look like? The weights that mix meanings mix paints as well."""

import numpy as np
import param

from attention import core
from attention.examples import lessons
from attention.language.words import Words
from attention.pictures import marks
from attention.widget import Widget

NEIGHBOURS = ["river", "money"]


def scores(neighbour):
    """The scores of "bank" with the, this neighbour, and itself: (n_keys,)."""
    embeddings = np.array([lessons.bank_embeddings[token] for token in ("the", neighbour, "bank")])
    query = core.project(embeddings[-1], lessons.bank_w_q)  # (d_k,)
    return core.scores(query, core.project(embeddings, lessons.bank_w_k))


class PaintMix(Widget):
    words = {
        "title": Words(en="Meanings mixed like paint", ja="絵の具のように混ざる意味"),
        "neighbour": Words(en="“bank” stands beside", ja="bank の隣"),
        "neighbour.river": Words(en="river", ja="river"),
        "neighbour.money": Words(en="money", ja="money"),
        "score": Words(en="pull of the neighbour", ja="隣が引く強さ"),
        "light": Words(en="red, green and blue light in the mix", ja="混ざった色の赤・緑・青の光"),
        "weights": Words(en="weights of “the”, the neighbour and “bank”", ja="the、隣の語、bank の重み"),
        "beside_river": Words(en="“bank” beside “river”", ja="river の隣の bank"),
        "beside_money": Words(en="“bank” beside “money”", ja="money の隣の bank"),
    }
    neighbour = param.Selector(default="river", objects=NEIGHBOURS)
    score = param.Number(float(scores("river")[1].round(1)), bounds=(-4.0, 6.0), step=0.1)

    def compute(self):
        return {neighbour: self.mix(neighbour) for neighbour in NEIGHBOURS}

    def mix(self, neighbour):
        """The weights and the light of the mix beside this neighbour."""
        row = scores(neighbour)
        row[1] = self.score
        weights = core.softmax(row)  # (n_keys,)
        return weights, core.mix(weights, [lessons.paints[token] for token in ("the", neighbour, "bank")])  # (3,)

    def facts(self, mixed):
        weights, light = mixed[self.neighbour]
        _, other = mixed["money" if self.neighbour == "river" else "river"]
        return {
            "weights": weights,
            "neighbour_weight": weights[1],
            "light": light,
            "other_light": other,
            "brightest": ("red", "green", "blue")[light.argmax()],
            "paint": marks.paint(light)[0],
        }

    def columns(self, mixed):
        weights, _ = mixed[self.neighbour]
        tokens = ("the", self.neighbour, "bank")
        lights = [lessons.paints[token] for token in tokens]
        return {
            "parts": marks.paints(weights, tokens, lights),
            "pots": {
                "x": [0.25, 0.75],
                "paint": marks.paint([light for _, light in mixed.values()]),
                "rim": [4.0 if name == self.neighbour else 1.0 for name in NEIGHBOURS],
            },
        }

    def figure(self, sources):
        from attention.pictures import plots

        names = [self.word("beside_river"), self.word("beside_money")]
        return [plots.mixed_paint(sources["parts"], sources["pots"], names)]
