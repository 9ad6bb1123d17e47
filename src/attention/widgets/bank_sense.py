"""What does a word mean alone? A blur, until a neighbour turns it to one of its senses."""

import numpy as np

from attention import core
from attention.core import plane
from attention.examples import bank
from attention.language.words import Words
from attention.parameters import Choice
from attention.pictures import arrows
from attention.widget import Widget

COMPANY = {"none": (), "river": ("river",), "money": ("money",), "both": ("river", "money")}
VIEW = arrows.View((-2.1, 2.1), (-0.2, 1.55), 0)
UP = (0.0, 1.0)
SENSES = ("river", "money")


class BankSense(Widget):
    words = {
        "title": Words(en="“bank”, alone and in company", ja="ひとりの bank、隣のいる bank"),
        "neighbour": Words(en="“bank” stands beside", ja="bank の隣"),
        "neighbour.none": Words(en="nobody", ja="なし"),
        "neighbour.river": Words(en="river", ja="river"),
        "neighbour.money": Words(en="money", ja="money"),
        "neighbour.both": Words(en="both", ja="両方"),
        "lean": Words(en="“bank” has turned by (°)", ja="bank が傾いた角度（°）"),
        "neighbour_weight": Words(en="share of the neighbours", ja="隣の語の割合"),
        "output": Words(en="new meaning of “bank”", ja="bank の新しい意味"),
    }
    neighbour = Choice(default="river", objects=list(COMPANY))

    def compute(self):
        tokens = ("the", *COMPANY[self.neighbour], "bank")
        embeddings = np.array([bank.embeddings[token] for token in tokens])  # (n_tokens, d_model)
        return tokens, core.head(embeddings, bank.w_q, bank.w_k, bank.w_v)

    def facts(self, computed):
        tokens, head = computed
        side = head.outputs[-1, 0]
        return {
            "output": head.outputs[-1],
            "lean": plane.angle(head.outputs[-1], UP),
            "sense": "blur" if abs(side) < plane.ROUNDING else "river" if side < 0 else "money",
            "neighbour_weight": head.weights[-1, 1:-1].sum(),
            "own_weight": head.weights[-1, -1],
            "tokens": list(tokens),
        }

    def columns(self, computed):
        tokens, head = computed
        senses = [bank.embeddings[name][:2] for name in SENSES]
        return {
            "needle": arrows.columns(head.outputs[-1], ["bank"], view=VIEW),
            "alone": arrows.columns(bank.embeddings["bank"][:2], view=VIEW),
            "senses": {
                "x": [float(x) for x, _ in senses],
                "y": [float(y) for _, y in senses],
                "name": list(SENSES),
                "name_y": [float(y) - 0.25 for _, y in senses],
                "filled": [float(name in tokens) for name in SENSES],
            },
        }

    def figure(self, sources):
        from attention.pictures import canvas

        plot = arrows.dial(VIEW)
        place = {"x": "x", "source": sources["senses"]}
        colour = canvas.light("value")
        ring = {"line_color": colour, "line_width": 2, "fill_color": colour, "fill_alpha": "filled"}
        plot.scatter(**place, y="y", size=16, **ring)
        plot.text(**place, y="name_y", text="name", color=colour, **canvas.LARGE)
        arrows.draw_ghosts(plot, sources["alone"], "input")
        arrows.draw(plot, sources["needle"], "output", width=5, large=True)
        return [plot]
