"""What moves when the input moves? The matrices stay; query, key and value follow, each in its own way."""

import numpy as np

from attention import core
from attention.core import plane
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Number
from attention.pictures import arrows
from attention.widget import Handle, Widget

REACH = 2.0  # of either component
MATRICES = {"query": toy.w_q, "key": toy.w_k, "value": toy.w_v}
CORNERS = REACH * np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
VIEW = arrows.around(CORNERS, *(core.project(CORNERS, w) for w in MATRICES.values()), ratio=0.9, tick=2.0, room=0.07)


class DragInput(Widget):
    words = {
        "title": Words(en="Push the input about", ja="入力を動かしてみる"),
        "x": Words(en="input, first component", ja="入力の第1成分"),
        "y": Words(en="input, second component", ja="入力の第2成分"),
        "handle": Words(en="tip of the input vector", ja="入力ベクトルの先端"),
        "turned_query": Words(en="query turned by (°)", ja="クエリが回った角度（°）"),
        "turned_key": Words(en="key turned by (°)", ja="キーが回った角度（°）"),
        "turned_value": Words(en="value turned by (°)", ja="バリューが回った角度（°）"),
    }
    marks = {"turned_query": "query", "turned_key": "key", "turned_value": "value", "y": "input"}
    handle = Handle("x", "y", "input")
    x = Number(float(toy.embeddings[toy.FOLLOW, 0]), bounds=(-REACH, REACH), step=0.01)
    y = Number(float(toy.embeddings[toy.FOLLOW, 1]), bounds=(-REACH, REACH), step=0.01)

    def compute(self):
        return {role: core.project([self.x, self.y], w) for role, w in MATRICES.items()}  # each (d_k,)

    def at_rest(self):
        return {role: core.project(toy.embeddings[toy.FOLLOW], w) for role, w in MATRICES.items()}

    def facts(self, vectors):
        rest = self.at_rest()
        turned = {f"turned_{role}": plane.angle(vectors[role], rest[role]) for role in MATRICES}
        return vectors | turned | {"input": [self.x, self.y]}

    def columns(self, vectors):
        tips = {"input": [self.x, self.y]} | vectors
        ghosts = {"input": toy.embeddings[toy.FOLLOW]} | self.at_rest()
        return arrows.each(tips, VIEW, {self.handle.role: 0.6}) | {
            f"{role}_at_rest": arrows.columns(tip, view=VIEW) for role, tip in ghosts.items()
        }

    def figure(self, sources):
        plot = arrows.plane(view=VIEW)
        for role in ("input", *MATRICES):
            arrows.draw_ghosts(plot, sources[f"{role}_at_rest"], role)
        for role in ("input", *MATRICES):
            arrows.draw(plot, sources[role], role, self.word(role))
        return [plot]
