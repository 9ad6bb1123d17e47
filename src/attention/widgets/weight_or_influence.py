"""Who has the weight, and who moves the output? Two measures of influence, which do not agree either."""

import numpy as np

from attention.core import influence, plane
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Choice, Number, Token
from attention.pictures import arrows, bars
from attention.widget import Widget

FRONT = (0.03, -0.02)  # the value of the word in front: next to nothing
SCENES = ("words", "sink")
TOKENS = {"words": toy.tokens, "sink": ("<s>", *toy.tokens)}
VIEW = arrows.View((-0.3, 1.7), (-0.3, 1.7))
MOST = 1.35  # of the influences, in either measure


class WeightOrInfluence(Widget):
    words = {
        "title": Words(en="Weight beside influence", ja="重みと影響を並べる"),
        "scene": Words(en="the sentence", ja="文"),
        "scene.words": Words(en="six words, no mask", ja="六語、マスクなし"),
        "scene.sink": Words(en="causal, with <s> in front", ja="因果マスク、先頭に <s>"),
        "measure": Words(en="influence measured by", ja="影響の測り方"),
        "measure.length": Words(en="how much its value adds, |w v|", ja="バリューが足す長さ |w v|"),
        "measure.taken_out": Words(en="how far the output moves without it", ja="その語を抜くと出力が動く距離"),
        "cat_value": Words(en="cat’s value, times", ja="cat のバリューの倍率"),
        "sink": Words(en="score of <s> with every query", ja="<s> のスコア（どのクエリとも）"),
        "token": Words(en="row to follow", ja="見る行"),
        "weights_shown": Words(en="Weights", ja="重み"),
        "influence_shown": Words(en="Influence, by the measure chosen", ja="影響（選んだ測り方で）"),
        "plane": Words(en="Output, and without <s> or with cat’s own value", ja="出力と、<s> なし・元の cat での出力"),
        "before": Words(en="before", ja="もと"),
        "output": Words(en="output", ja="出力"),
        "weights": Words(en="weights", ja="重み"),
        "length": Words(en="|w v|", ja="|w v|"),
        "taken_out": Words(en="the output moves without it by", ja="抜くと出力が動く距離"),
        "shrunk_to": Words(en="length of the output, against before", ja="出力の長さ（もととの比）"),
        "turned": Words(en="turned by (°)", ja="向きの変化（度）"),
    }
    marks = {"weights": "weights"}
    roles = {"cat_value": "value", "sink": "key"}
    scene = Choice(default="words", objects=list(SCENES))
    measure = Choice(default="length", objects=["length", "taken_out"])
    cat_value = Number(1.0, bounds=(0.0, 1.0), step=0.1)
    sink = Number(3.0, bounds=(0.0, 5.0), step=0.1)
    token = Token(toy.FOLLOW, tokens=toy.tokens)

    def compute(self):
        values = toy.head.values.copy()
        values[toy.CAT] *= self.cat_value
        if self.scene == "words":
            row = toy.head.weights[self.token]  # (n_keys,)
            return row, values, row @ toy.head.values
        bare = influence.sink_weights(toy.head.queries, toy.head.keys, -1e9)[self.token, 1:]
        row = influence.sink_weights(toy.head.queries, toy.head.keys, self.sink)[self.token]
        return row, np.vstack([FRONT, values]), bare @ values

    def facts(self, computed):
        row, values, before = computed
        names, output = TOKENS[self.scene], row @ values
        length, taken = influence.lengths(row, values), influence.moved_without(row, values)
        chosen = length if self.measure == "length" else taken
        at = names.index("cat" if self.scene == "words" else "<s>")
        whole = np.linalg.norm(before)
        return {
            "name": toy.tokens[self.token],
            "names": list(names),
            "weights": row,
            "length": length,
            "taken_out": taken,
            "word": names[at],
            "w": row[at],
            "adds": length[at],
            "share": length[at] / length.sum() if length.sum() else None,
            "moves": taken[at],
            "rank": int((length > length[at]).sum()) + 1,
            "most_weight": names[row.argmax()],
            "most_influence": names[int(np.nanargmax(chosen))] if np.isfinite(chosen).any() else None,
            "output": output,
            "shrunk_to": np.linalg.norm(output) / whole if whole else None,
            "turned": plane.angle(output, before),
        }

    def columns(self, computed):
        row, values, before = computed
        names = TOKENS[self.scene]
        measured = (influence.lengths if self.measure == "length" else influence.moved_without)(row, values)
        output = arrows.columns(row @ values, view=VIEW)
        return {
            "weights": bars.columns(row, names, 3, marked=int(row.argmax()), shares=True),
            "influence": bars.columns(np.nan_to_num(measured), names, marked=int(np.nan_to_num(measured).argmax())),
            "before": arrows.columns(before, avoid=[output], view=VIEW),
            "output": output,
        }

    def figure(self, sources):
        plane = arrows.plane(self.word("plane"), VIEW)
        arrows.draw(plane, sources["before"], "input", self.word("before"), width=2)
        arrows.draw(plane, sources["output"], "output", self.word("output"))
        return [
            bars.figure(sources["weights"], "weight", 0.0, 1.0, self.word("weights_shown"), n=7),
            bars.figure(sources["influence"], "value", 0.0, MOST, self.word("influence_shown"), n=7),
            plane,
        ]
