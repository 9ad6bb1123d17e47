"""Five ways to tell attention where a word stands: what does each make possible, and where does it end?"""

import numpy as np

from attention import core
from attention.core import positions
from attention.language.numbers import part
from attention.language.words import Words
from attention.parameters import Choice, Number, Token, Whole
from attention.pictures import arrows, bars
from attention.widget import Widget

N = 12
PLACES, NAMES = np.arange(N), [str(place) for place in range(N)]
QUERY, KEY = np.array([1.2, 0.5]), np.array([0.9, -0.4])  # of the same word, standing at all twelve places
KINDS = ("none", "sinusoidal", "rotary", "slope", "previous")
MASK = core.causal_mask(N)
VIEW = arrows.square(6.4, tick=0)


class Places(Widget):
    words = {
        "title": Words(en="One word at twelve places", ja="十二の位置に立つ、同じ一語"),
        "kind": Words(en="how places are told", ja="位置の伝え方"),
        "kind.none": Words(en="not at all", ja="伝えない"),
        "kind.sinusoidal": Words(en="clock hand added", ja="時計の針を足す"),
        "kind.rotary": Words(en="arrows turned (RoPE)", ja="矢印を回す（RoPE）"),
        "kind.slope": Words(en="a slope on the scores (ALiBi)", ja="スコアに傾斜（ALiBi）"),
        "kind.previous": Words(en="places alone, one step back", ja="位置だけで、ひとつ前を見る"),
        "token": Words(en="place of the query", ja="クエリの位置"),
        "turn": Words(en="turn from place to place (°)", ja="ひとつ進むごとの回転（度）"),
        "shift": Words(en="all places moved on by", ja="全体を後ろへずらす"),
        "slope": Words(en="slope of ALiBi", ja="ALiBi の傾き"),
        "radius": Words(en="radius of the circle of places", ja="位置の円の半径"),
        "plane": Words(en="The query, and the twelve keys", ja="クエリと、十二のキー"),
        "scores": Words(
            en="Scores by the place of the key (height: against the largest)",
            ja="キーの位置ごとのスコア（高さは最大のものとの比）",
        ),
        "shares": Words(en="Weights in percent, causal", ja="重み（%、因果マスク）"),
        "weights": Words(en="weights of this row", ja="この行の重み"),
        "by_offset": Words(
            en="score of the last place, 0, 1, 2, ... words back", ja="最後の位置から 0、1、2…語前のスコア"
        ),
        "spread": Words(en="largest difference at the same offset", ja="同じ隔たりでの、スコアの最大の差"),
        "moved": Words(en="largest change when all are moved on", ja="全体をずらしたときの、最大の変化"),
        "previous": Words(en="weight on the previous word", ja="ひとつ前の語への重み"),
        "half_within": Words(en="half of the weight lies within so many words", ja="重みの半分が入る語数"),
    }
    roles = {"slope": "score"}
    kind = Choice(default="rotary", objects=list(KINDS))
    token = Token(N - 1, tokens=NAMES)
    turn = Number(30.0, bounds=(5.0, 90.0), step=5.0)
    shift = Whole(0, bounds=(0, 1000))
    slope = Number(0.5, bounds=(0.0, 1.0), step=0.05)
    radius = Number(1.0, bounds=(1.0, 5.0), step=0.5)

    def vectors(self, first):
        """Queries and keys (n, 2) when the first word stands at that place."""
        at, turns = PLACES + first, [np.radians(self.turn)]
        queries, keys = np.tile(QUERY, (N, 1)), np.tile(KEY, (N, 1))
        if self.kind == "sinusoidal":
            stamps = self.radius * positions.stamps(at, turns)
            return queries + stamps, keys + stamps
        if self.kind == "rotary":
            return positions.rotated(queries, at, turns), positions.rotated(keys, at, turns)
        if self.kind == "previous":  # W_Q turns each stamp back by one step
            return self.radius * positions.stamps(at - 1, turns), self.radius * positions.stamps(at, turns)
        return queries, keys

    def scores(self, first):
        found = core.scores(*self.vectors(first))  # (n_queries, n_keys)
        return found + positions.slopes(N, self.slope) if self.kind == "slope" else found

    def compute(self):
        scores = self.scores(self.shift)
        return self.vectors(self.shift), scores, core.masked_weights(scores, MASK)

    def facts(self, computed):
        _, scores, weights = computed
        row = weights[self.token]
        return {
            "weights": row,
            "by_offset": scores[-1][::-1],
            "spread": positions.spread_by_offset(scores),
            "moved": np.abs(scores - self.scores(0)).max(),
            "same": positions.spread_by_offset(scores) < 1e-9,
            "stays": bool(np.abs(scores - self.scores(0)).max() < 1e-9),
            "previous": row[self.token - 1] if self.token else None,
            "least_previous": min((weights[at, at - 1] for at in range(1, self.token + 1)), default=None),
            "once_round": 360 / self.turn,
            "ratio": np.exp(-self.slope),
            "half_within": int(np.argmax(row[self.token :: -1].cumsum() >= 0.5)) + 1,
        }

    def columns(self, computed):
        (queries, keys), scores, weights = computed
        scale = max(1.0, np.abs([queries, keys]).max() / 2.8)  # a large circle is drawn smaller
        high = max(2.0, np.abs(scores).max())
        query = arrows.columns(queries[self.token] / scale, ["q"], view=VIEW)
        seen, names = keys[: self.token + 1] / scale, NAMES[: self.token + 1]
        if self.kind in ("none", "slope"):  # all are one
            seen, names = seen[:1], [f"0–{self.token}"]
        row = scores[self.token, : self.token + 1]
        return {
            "keys": arrows.columns(seen, names, avoid=[query], view=VIEW, gap=0.24),
            "query": query,
            "scores": bars.columns(row / high, NAMES[: len(row)])
            | {"number": bars.columns(row, NAMES[: len(row)], 1)["number"]},
            "weights": bars.columns(weights[self.token], NAMES)
            | {"number": [part(100 * weight, 100, 0) for weight in weights[self.token].tolist()]},
        }

    def figure(self, sources):
        plane = arrows.dial(VIEW)
        plane.name = str(self.word("plane"))
        arrows.draw(plane, sources["keys"], "key", width=1)
        arrows.draw(plane, sources["query"], "query")
        return [
            plane,
            bars.figure(sources["scores"], "score", -1.0, 1.0, self.word("scores"), n=N),
            bars.figure(sources["weights"], "weight", 0.0, 1.0, self.word("shares"), n=N),
        ]
