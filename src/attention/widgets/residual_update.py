"""What does a head add? The weighted sum of the values is a change, and it is added to the embedding that was there."""

import numpy as np

from attention import core
from attention.examples import creature
from attention.language.words import Words
from attention.parameters import Numbers
from attention.pictures import arrows, bars
from attention.widget import Widget

NAMES = [creature.tokens[place] for place in (creature.FLUFFY, creature.BLUE, creature.CREATURE)]
VALUES = ("value_1", "value_2", "value_3")
VIEW = arrows.square(10.4, tick=2.0)
SHOWN = 5.0  # the largest component that the pictures have room for; weights that softmax made stay within


class ResidualUpdate(Widget):
    words = {
        "title": Words(en="The change that is added", ja="足されるのは変化分"),
        "weights": Words(en="weights of “fluffy”, “blue”, “creature”", ja="重み（fluffy、blue、creature）"),
        **{
            name: Words(en=f"value of “{token}”", ja=f"{token} のバリュー")
            for name, token in zip(VALUES, NAMES, strict=True)
        },
        "embedding": Words(en="embedding x of “creature”", ja="creature の埋め込み x"),
        "contributions": Words(en="weight times value", ja="重み × バリュー"),
        "delta": Words(en="change Δx", ja="変化分 Δx"),
        "updated": Words(en="new embedding x + Δx", ja="新しい埋め込み x + Δx"),
        "sums_to_one": Words(
            en="the weights add up to 1, as softmax makes them", ja="重みの合計が 1（softmax と同じ）"
        ),
        "plane": Words(en="Components 1 and 2: from x by Δx to x + Δx", ja="第1・第2成分：x に Δx を足す"),
        "bars": Words(en="All three components of x (dashed) and x + Δx", ja="三つの成分すべて（破線 x、棒 x + Δx）"),
    }  # fmt: skip
    marks = {"updated": "after", "delta": "steps"}
    weights = Numbers([0.5, 0.4, 0.1], low=0.0, high=1.0)
    value_1 = Numbers([2.0, 0.0, 1.0], low=-4.0, high=4.0)
    value_2 = Numbers([0.0, 4.0, 2.0], low=-4.0, high=4.0)
    value_3 = Numbers([1.0, 1.0, 1.0], low=-4.0, high=4.0)
    embedding = Numbers([1.0, -1.0, 0.5], low=-1.0, high=1.0)
    checks = ("sums_to_one",)

    def compute(self):
        values = np.array([getattr(self, name) for name in VALUES], float)  # (n_keys, d_model)
        weights = np.array(self.weights, float)  # (n_keys,)
        return weights, values, core.mix(weights, values)

    def facts(self, computed):
        weights, values, delta = computed
        return {
            "contributions": weights[:, None] * values,
            "total": weights.sum(),
            "sums_to_one": bool(np.isclose(weights.sum(), 1.0)),
            "delta": delta,
            "updated": (updated := np.array(self.embedding, float) + delta),
            "beyond": bool(np.abs(updated).max() > SHOWN),
        }

    def columns(self, computed):
        weights, values, delta = computed
        embedding = np.array(self.embedding, float)
        ends = embedding[:2] + np.cumsum((weights[:, None] * values)[:, :2], axis=0)  # (n_keys, 2)
        start, end = (
            arrows.columns(embedding[:2], ["x"], view=VIEW, among=[ends[-1]]),
            arrows.columns(ends[-1], ["x + Δx"], view=VIEW, gap=0.5),
        )
        return {
            "steps": arrows.columns(ends, tails=np.vstack([embedding[:2], ends[:-1]]), view=VIEW),
            "embedding": start,
            "updated": end,
            "before": bars.columns(embedding, ["1", "2", "3"], 2),
            "after": bars.columns(embedding + delta, ["1", "2", "3"], 2),
        }

    def figure(self, sources):
        plane = arrows.plane(self.word("plane"), VIEW)
        arrows.draw(plane, sources["embedding"], "input")
        arrows.draw(plane, sources["steps"], "value", width=2)
        arrows.draw(plane, sources["updated"], "output")
        after = bars.figure(sources["after"], "output", -SHOWN, SHOWN, self.word("bars"), 3)
        bars.draw_ghosts(after, sources["before"])
        return [plane, after]
