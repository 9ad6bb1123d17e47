"""What does the same word mean? Its neighbours move the one vector that it has in the embedding table."""

import re

import numpy as np

from attention import core
from attention.examples import senses
from attention.language.numbers import share
from attention.language.words import Words
from attention.parameters import Choice, Text
from attention.pictures import arrows, rows
from attention.widget import Widget

CONTEXTS = {  # what stands before the word that is moved
    "mole": ("mole", ()),
    "animal": ("mole", ("the", "gardener", "trapped", "a")),
    "unit": ("mole", ("the", "chemist", "weighed", "one")),
    "skin": ("mole", ("the", "doctor", "examined", "her")),
    "tower": ("tower", ()),
    "eiffel": ("tower", ("Eiffel",)),
    "miniature": ("tower", ("miniature", "Eiffel")),
}
VIEW = arrows.square(5.6)
LIMIT = 3  # words that can be typed: with those before and the word itself there are never more than eight


class MeaningInContext(Widget):
    words = {
        "title": Words(en="One vector, several meanings", ja="ひとつのベクトル、いくつもの意味"),
        "context": Words(en="words before it", ja="前に来る語"),
        **{f"context.{name}": Words(ja=" ".join((*before, word)), en=" ".join((*before, word)))
           for name, (word, before) in CONTEXTS.items()},
        "typed": Words(en="up to three more neighbours", ja="近くの語を足す（三語まで）"),
        "start": Words(en="in the embedding table", ja="埋め込み表のベクトル"),
        "weights_listed": Words(en="weights", ja="重み"),
        "delta": Words(en="added by the neighbours", ja="近くの語が足した分"),
        "moved_to": Words(en="in its context", ja="文脈の中のベクトル"),
        "rows": Words(en="Weights: whose word counts", ja="重み：どの語の話を聞くか"),
        "plane": Words(en="A plane of senses", ja="意味の平面"),
    }  # fmt: skip
    marks = {"moved_to": "moved", "start": "start"}
    context = Choice(default="animal", objects=list(CONTEXTS))
    typed = Text(most=40)

    def compute(self):
        word, before = CONTEXTS[self.context]
        typed = [part for part in re.split(r"[\s,.、。・]+", self.typed) if part]
        found = [senses.neighbour(word, part) for part in typed]
        known = [name for name in found if name]
        unknown = [part for part, name in zip(typed, found, strict=True) if not name]
        # The followed word is the last one, so a causal mask would cover nothing of its row.
        embeddings = senses.embeddings((*before, *known[:LIMIT]), word)  # (n_tokens, d_model)
        head = core.head(embeddings, senses.w_q, senses.w_k, senses.w_v)
        return word, (*before, *known[:LIMIT], word), (unknown, known[LIMIT:]), embeddings[-1, :2], head

    def facts(self, computed):
        word, tokens, (unknown, beyond), start, head = computed
        moved_to = start + head.outputs[-1]
        distances = {
            sense: float(np.hypot(*(moved_to - place))) for sense, (_, place) in senses.SENSES[word][1].items()
        }
        return {
            "word": word,
            "sentence": " ".join(tokens),
            "weights": head.weights[-1],
            "weights_listed": ", ".join(
                f"{token} {share(weight)}" for token, weight in zip(tokens, head.weights[-1].tolist(), strict=True)
            ),
            "strongest": tokens[int(head.weights[-1].argmax())],
            "largest_weight": head.weights[-1].max(),
            "start": start,
            "delta": head.outputs[-1],
            "moved_to": moved_to,
            "moved": np.hypot(*head.outputs[-1]),
            "sense": min(distances, key=distances.__getitem__) if np.hypot(*head.outputs[-1]) > 0.6 else "open",
            "unknown": ", ".join(unknown),
            "beyond": ", ".join(beyond),
            "known": ", ".join(name for name, (_, _, tells) in senses.NEIGHBOURS[word].items() if tells > 0.1),
        }

    def columns(self, computed):
        word, tokens, _, start, head = computed
        moved_to = start + head.outputs[-1]
        places = np.array([place for _, place in senses.SENSES[word][1].values()])  # (n_senses, 2)
        names = {"label_x": places[:, 0].tolist(), "label_y": places[:, 1].tolist()}
        return {
            "rows": rows.columns(head.weights[-1], tokens, marked=len(tokens) - 1, shares=True),
            "start": arrows.columns(start, view=VIEW),
            "delta": arrows.columns(moved_to, tails=start, view=VIEW),
            "moved": arrows.columns(moved_to, [word], avoid=[names], view=VIEW),
            **{name: {"shown": [float(name == word)]} for name in senses.SENSES},
        }

    def figure(self, sources):
        from attention.pictures import canvas

        plane = arrows.plane(self.word("plane"), VIEW)
        style = canvas.TEXT | {"color": canvas.light("quiet"), "text_alpha": "shown"}
        style |= {"text_baseline": "middle", "text_font_style": "italic"}
        for word, (_, meanings) in senses.SENSES.items():
            for name, place in meanings.values():
                at = {"x": canvas.value(place[0]), "y": canvas.value(place[1]), "text": canvas.value(str(name))}
                plane.text(**at, source=sources[word], **style)
        arrows.draw_ghosts(plane, sources["start"], "input")
        arrows.draw(plane, sources["delta"], "value", width=2)
        arrows.draw(plane, sources["moved"], "output")
        return [plane, rows.figure(sources["rows"], "weight", 0.0, 1.0, self.word("rows"))]
