"""Who gets the light? There is one lamp: what one word gains, the others lose."""

import param

from attention import core
from attention.examples import lessons
from attention.language.words import Words
from attention.pictures import marks
from attention.widget import Token, Widget

LAMP = 1.8  # how high it hangs above words that stand 1 apart


class Spotlight(Widget):
    words = {
        "title": Words(en="One lamp for all", ja="ライトはひとつ"),
        "token": Words(en="whom to raise", ja="持ち上げる語"),
        "raised": Words(en="raise its score by", ja="スコアに足す数"),
        "share": Words(en="its share of the light", ja="その語が受ける光の割合"),
        "total": Words(en="all the light there is", ja="光の合計"),
        "weights": Words(en="the light on each word", ja="それぞれの語が受ける光"),
    }
    token = Token(lessons.BIRD, tokens=lessons.bird_tokens)
    raised = param.Number(0.0, bounds=(-4.0, 8.0), step=0.1)

    def compute(self):
        scores = lessons.bird_scores[lessons.IT].copy()  # (n_keys,)
        scores[self.token] += self.raised
        return core.softmax(scores)  # (n_keys,)

    def facts(self, weights):
        return {
            "weights": weights,
            "name": lessons.bird_tokens[self.token],
            "share": weights[self.token],
            "others": weights.sum() - weights[self.token],
            "total": weights.sum(),
            "brightest": lessons.bird_tokens[weights.argmax()],
            "brightest_weight": weights.max(),
        }

    def columns(self, weights):
        return {
            "beams": marks.beams(weights, lessons.bird_tokens, LAMP, self.token),
            "total": {"x": [0.3], "y": [LAMP], "total": [marks.percent(float(weights.sum()))]},
        }

    def figure(self, sources):
        from attention.pictures import plots

        n = len(lessons.bird_tokens)
        return [plots.stage_light(sources["beams"], sources["total"], "weight", LAMP, n)]
