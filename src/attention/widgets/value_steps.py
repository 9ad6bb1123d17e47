"""What comes out? Each value in its share, laid tip to tail: the chain leads to the output."""

import numpy as np

from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Steps
from attention.pictures import arrows, bars
from attention.widget import Widget

N = len(toy.tokens)
VIEW = arrows.around([[0.84, 0.82]], tick=0.25)


class ValueSteps(Widget):
    words = {
        "title": Words(en="Six values, each in its share", ja="六つのバリューを、取り分ずつ"),
        "terms": Words(en="values laid down", ja="つないだ本数"),
        "bars": Words(en="Weights of “it” (outlined: the latest)", ja="it の重み（枠は最後につないだもの）"),
        "plane": Words(
            en="Values times weights, tip to tail; their sum (thick)", ja="重みを掛けたバリューをつなぐ（太線はその和）"
        ),
        "partial": Words(en="sum so far", ja="ここまでの和"),
        "latest": Words(en="latest", ja="最後につないだトークン"),
        "widest_angle": Words(en="widest angle between two values (°)", ja="バリューどうしの最大の角度（°）"),
    }
    marks = {"output": "output"}
    finished = {"terms": N}
    terms = Steps(0, last=N)

    def compute(self):
        weighted = toy.head.weights[toy.IT][:, None] * toy.head.values  # (n_keys, d_v)
        return np.vstack([np.zeros(2), weighted.cumsum(axis=0)])  # (n_keys + 1, d_v), the chain's joints

    def facts(self, joints):
        values = toy.head.values
        return {
            "weights": toy.head.weights[toy.IT],
            "values": values,
            "output": joints[-1],
            "partial": joints[self.terms],
            "latest": toy.tokens[self.terms - 1] if self.terms else None,
            "widest_angle": np.ptp(np.degrees(np.arctan2(values[:, 1], values[:, 0]))),
        }

    def columns(self, joints):
        laid = slice(self.terms)
        chain = arrows.columns(
            joints[1:][laid], toy.tokens[laid], tails=joints[:-1][laid], view=VIEW, gap=0.34, beside=True
        )
        return {
            "bars": bars.columns(toy.head.weights[toy.IT], toy.tokens, marked=self.terms - 1, shares=True),
            "chain": chain if self.terms else arrows.nothing(labelled=True),
            "output": arrows.columns(joints[self.terms], view=VIEW) if self.terms else arrows.nothing(),
        }

    def figure(self, sources):
        chain = arrows.plane(self.word("plane"), VIEW)
        arrows.draw(chain, sources["output"], "output", width=5)
        arrows.draw(chain, sources["chain"], "value", width=2)
        return [bars.figure(sources["bars"], "weight", 0.0, 0.4, self.word("bars")), chain]
