"""Who looks at whom? Every word at every other one, all at the same moment."""

import numpy as np

from attention import core
from attention.examples import bird
from attention.language.numbers import percent
from attention.language.words import Words
from attention.parameters import Token
from attention.widget import Widget

# Where the words lie on the table: not in their order, and none in the way of two others.
SEATS = ((0.75, 1.25), (-1.0, -1.3), (-2.45, -0.35), (2.4, 0.65), (1.75, -0.95), (-1.7, 0.95))


class EveryWord(Widget):
    words = {
        "title": Words(en="Who matters to whom", ja="誰にとって、誰が大事か"),
        "token": Words(en="tap a word: whom does it look at?", ja="語を選ぶと、何を見ているかがわかります"),
        "most": Words(en="looks most at", ja="いちばん見ている語"),
        "weights": Words(en="how much it looks at each word", ja="それぞれの語をどれだけ見るか"),
    }
    token = Token(bird.IT, tokens=bird.tokens)

    def compute(self):
        return core.softmax(bird.scores[self.token])  # (n_tokens,)

    def facts(self, weights):
        others = np.delete(np.arange(len(weights)), self.token)
        most = others[weights[others].argmax()]
        return {
            "weights": weights,
            "name": bird.tokens[self.token],
            "most": bird.tokens[most],
            "most_weight": weights[most],
            "own_weight": weights[self.token],
        }

    def columns(self, weights):
        return {
            "threads": self.threads(weights.tolist()),
            "seats": self.seats(weights.tolist()),
        }

    def threads(self, weights):
        """A line from the chosen seat to each other one, as thick (px) as its weight, and a hair for the thin ones."""
        x, y = SEATS[self.token]
        others = [place for place in range(len(SEATS)) if place != self.token]
        return {
            "x0": [x] * len(others),
            "y0": [y] * len(others),
            "x1": [SEATS[place][0] for place in others],
            "y1": [SEATS[place][1] for place in others],
            "thick": [0.7 + 24.0 * weights[place] for place in others],
        }

    def seats(self, weights):
        """The words, each with its weight as percent; the chosen one is marked."""
        return {
            "x": [x for x, _ in SEATS],
            "y": [y for _, y in SEATS],
            "name_y": [y + 0.13 for _, y in SEATS],
            "share_y": [y - 0.23 for _, y in SEATS],
            "name": list(bird.tokens),
            "share": [percent(part) for part in weights],
            "marked": [float(place == self.token) for place in range(len(SEATS))],
        }

    def figure(self, sources):
        from attention.pictures import canvas

        plot = canvas.blank((-3.6, 3.6), (-2.0, 2.0), canvas.CARD, "")
        ink, page, line, colour = (canvas.light(role) for role in ("ink", "page", "line", "weight"))
        plot.ellipse([0], [0], [7.1], [3.9], fill_color=page, line_color=line)
        thread = {"source": sources["threads"], "line_width": "thick", "line_color": colour, "line_cap": "round"}
        plot.segment("x0", "y0", "x1", "y1", **thread)
        seat = {"x": "x", "source": sources["seats"]}
        ground = seat | {"y": "y", "width": 1.5, "height": 0.92, "fill_color": page}
        plot.ellipse(**ground, line_color=line)
        plot.ellipse(**ground, line_color=ink, line_width=3, line_alpha="marked")
        plot.text(**seat, y="name_y", text="name", color=ink, **canvas.LARGE)
        plot.text(**seat, y="share_y", text="share", color=ink, **canvas.SMALL)
        return [plot]
