"""Who looks at whom? Every word at every other one, all at the same moment."""

import numpy as np

from attention import core, lessons, marks
from attention.widget import Token, Widget
from attention.words import Words

# Where the words lie on the table, thrown there in no order.
SEATS = ((-2.3, 0.75), (-0.9, -0.85), (0.2, 1.25), (2.4, 0.8), (2.1, -0.85), (0.55, 0.05))


class EveryWord(Widget):
    words = {
        "title": Words(en="Who matters to whom", ja="誰にとって、誰が大事か"),
        "token": Words(en="whose eyes", ja="どの語の目で見るか"),
        "most": Words(en="looks most at", ja="いちばん見ている語"),
        "weights": Words(en="how much it looks at each word", ja="それぞれの語をどれだけ見るか"),
    }
    token = Token(lessons.IT, tokens=lessons.bird_tokens)

    def compute(self):
        return core.softmax(lessons.bird_scores[self.token])  # (n_tokens,)

    def facts(self, weights):
        others = np.delete(np.arange(len(weights)), self.token)
        most = others[weights[others].argmax()]
        return {
            "weights": weights,
            "name": lessons.bird_tokens[self.token],
            "most": lessons.bird_tokens[most],
            "most_weight": weights[most],
            "own_weight": weights[self.token],
        }

    def columns(self, weights):
        return {
            "threads": marks.threads(SEATS, self.token, weights),
            "seats": marks.seats(SEATS, lessons.bird_tokens, weights, self.token),
        }

    def figure(self, sources):
        from attention import plots

        return [plots.words_on_a_table(sources["threads"], sources["seats"], "weight")]
