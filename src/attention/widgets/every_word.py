"""Who looks at whom? Every word at every other one, all at the same moment."""

import numpy as np

from attention import core
from attention.examples import lessons
from attention.language.words import Words
from attention.pictures import marks
from attention.widget import Token, Widget

# Where the words lie on the table: not in their order, and none in the way of two others.
SEATS = ((0.75, 1.25), (-1.0, -1.3), (-2.45, -0.35), (2.4, 0.65), (1.75, -0.95), (-1.7, 0.95))


class EveryWord(Widget):
    words = {
        "title": Words(en="Who matters to whom", ja="誰にとって、誰が大事か"),
        "token": Words(en="tap a word: whom does it look at?", ja="語を選ぶと、何を見ているかがわかります"),
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
        from attention.pictures import plots

        return [plots.words_on_a_table(sources["threads"], sources["seats"], "weight")]
