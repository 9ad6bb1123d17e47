"""Who bit whom? Attention cannot tell, until each word carries a stamp of its place."""

import numpy as np

from attention import core
from attention.examples import bite
from attention.language.words import Words
from attention.parameters import Flag, Stops
from attention.pictures import arrows
from attention.widget import Widget

VIEW = arrows.View((-1.75, 1.85), (-0.3, 1.7), 0)
SENTENCES = ((0, 1, 2), (2, 1, 0))  # dog bites man, man bites dog


class OrderStamp(Widget):
    words = {
        "title": Words(en="Who bit whom?", ja="噛んだのはどっち？"),
        "stamped": Words(en="stamp places on", ja="位置を刻む"),
        "far": Words(en="place of “man”", ja="man の位置（番目）"),
        "moved": Words(en="largest difference between the two", ja="二つの文の違い（最大）"),
        "near_score": Words(en="score of “dog” with “man” as word 2", ja="man が 2 番目のときの dog のスコア"),
        "far_score": Words(en="the same, “man” where you put it", ja="man をいまの場所に置いたときのスコア"),
        "dog_bites_man": Words(en="dog bites man: solid", ja="dog bites man は実線"),
        "man_bites_dog": Words(en="man bites dog: dashed", ja="man bites dog は破線"),
    }
    stamped = Flag(False)
    far = Stops(1000, stops=(2, 10, 100, 1000))

    def compute(self):
        return [self.outputs(list(order)) for order in SENTENCES], [self.score(place) for place in (2, self.far)]

    def outputs(self, order):
        """What each of bite.tokens becomes in a sentence of that order: (n_tokens, d_v)."""
        embeddings = self.stamp(bite.embeddings[order], np.arange(len(order)))
        head = core.head(embeddings, bite.w_q, bite.w_k, bite.w_v)
        return head.outputs[np.argsort(order)]

    def score(self, place):
        """What "dog", the first word, scores "man" as word number `place`, counted from 1."""
        pair = self.stamp(bite.embeddings[[0, 2]], np.array([0, place - 1]))  # (2, d_model)
        return core.scores(core.project(pair[0], bite.w_q), core.project(pair[1:], bite.w_k))[0]

    def stamp(self, embeddings, places):
        return embeddings + bite.stamps(places) if self.stamped else embeddings

    def facts(self, computed):
        (one, other), (near, far) = computed
        moved = np.linalg.norm(one - other, axis=-1).max()
        return {
            "dog_bites_man": one,
            "man_bites_dog": other,
            "moved": moved,
            "same": bool(np.isclose(moved, 0.0)),
            "near_score": near,
            "far_score": far,
        }

    def columns(self, computed):
        (one, other), _ = computed
        other = arrows.columns(other, view=VIEW)
        return {
            "one": arrows.columns(one, bite.tokens, view=VIEW, avoid=[other]),
            "other": other,
        }

    def figure(self, sources):
        from attention.pictures import canvas

        plot = arrows.dial(VIEW)
        arrows.draw(plot, sources["one"], "output", width=3, large=True)
        arrows.draw_ghosts(plot, sources["other"], "input")
        for place, name in enumerate(("dog_bites_man", "man_bites_dog")):
            style = canvas.SMALL | {"text_align": "right", "color": canvas.light("quiet")}
            plot.text([1.8], [0.35 - 0.22 * place], [str(self.word(name))], **style)
        return [plot]
