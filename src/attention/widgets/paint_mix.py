"""What does the blend look like? The weights that mix meanings mix paints as well."""

import numpy as np

from attention import core
from attention.examples import bank
from attention.language.numbers import percent
from attention.language.words import Words
from attention.parameters import Choice, Number
from attention.pictures import bars
from attention.widget import Widget

NEIGHBOURS = ["river", "money"]


def scores(neighbour):
    """The scores of "bank" with the, this neighbour, and itself: (n_keys,)."""
    embeddings = np.array([bank.embeddings[token] for token in ("the", neighbour, "bank")])
    query = core.project(embeddings[-1], bank.w_q)  # (d_k,)
    return core.scores(query, core.project(embeddings, bank.w_k))


def paint(light):
    """Linear light (n, 3) or one (3,), red, green and blue from 0 to 1, as the colours a screen shows.

    The transfer function is that of sRGB (IEC 61966-2-1): a screen's numbers are not the light it gives, so whoever
    would mix those numbers instead would mix too dark.
    """
    linear = np.clip(np.asarray(light, float).reshape(-1, 3), 0.0, 1.0)  # (n, 3)
    screen = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in np.rint(255 * screen).astype(int).tolist()]


def paints(parts, names, lights):
    """Paints of that linear light (n, 3) on a strip, each as wide as its part (n,) of a whole of 1; see paint().

    A part too narrow for its name goes without.
    """
    said = [
        (name, percent(width)) if width >= 0.09 else ("", "") for name, width in zip(names, parts.tolist(), strict=True)
    ]
    return bars.end_to_end(parts) | {
        "paint": paint(lights),
        "name": [name for name, _ in said],
        "share": [part for _, part in said],
    }


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
    neighbour = Choice(default="river", objects=NEIGHBOURS)
    roles = {"score": "score"}
    score = Number(float(scores("river")[1].round(1)), bounds=(-4.0, 6.0), step=0.1)

    def compute(self):
        return {neighbour: self.mix(neighbour) for neighbour in NEIGHBOURS}

    def mix(self, neighbour):
        """The weights and the light of the mix beside this neighbour."""
        row = scores(neighbour)
        row[1] = self.score
        weights = core.softmax(row)  # (n_keys,)
        return weights, core.mix(weights, [bank.paints[token] for token in ("the", neighbour, "bank")])  # (3,)

    def facts(self, mixed):
        weights, light = mixed[self.neighbour]
        _, other = mixed["money" if self.neighbour == "river" else "river"]
        return {
            "weights": weights,
            "neighbour_weight": weights[1],
            "light": light,
            "other_light": other,
            "brightest": ("red", "green", "blue")[light.argmax()],
            "paint": paint(light)[0],
        }

    def columns(self, mixed):
        weights, _ = mixed[self.neighbour]
        tokens = ("the", self.neighbour, "bank")
        lights = [bank.paints[token] for token in tokens]
        return {
            "parts": paints(weights, tokens, lights),
            "pots": {
                "x": [0.25, 0.75],
                "paint": paint([light for _, light in mixed.values()]),
                "rim": [4.0 if name == self.neighbour else 1.0 for name in NEIGHBOURS],
            },
        }

    def figure(self, sources):
        from attention.pictures import canvas

        plot = canvas.blank((-0.05, 1.05), (0.0, 1.1 / canvas.CARD), canvas.CARD, "")
        ink, line, parts = canvas.light("ink"), canvas.light("line"), sources["parts"]
        plot.quad("left", "right", 0.59, 0.4, source=parts, fill_color="paint", line_color=line)
        plot.text("middle", canvas.value(0.355), "name", source=parts, color=ink, **canvas.LARGE)
        plot.text("middle", canvas.value(0.295), "share", source=parts, color=ink, **canvas.SMALL)
        pot = {"x": "x", "y": 0.165, "width": 0.46, "height": 0.15, "source": sources["pots"]}
        plot.rect(**pot, fill_color="paint", line_color=ink, line_width="rim")
        names = [str(self.word(f"beside_{neighbour}")) for neighbour in NEIGHBOURS]
        plot.text([0.25, 0.75], [0.045] * 2, names, color=ink, **canvas.SMALL)
        return [plot]
