"""How much is there to learn from one text? At every position but the last the next token is to be guessed."""

import re

from attention.examples import creature
from attention.language.words import Words
from attention.parameters import Text, Whole
from attention.widget import Widget

MOST = 8
# A word, a sign of punctuation, or one character of a script that is written without spaces.
TOKEN = re.compile(r"[぀-ヿ㐀-鿿豈-﫿]|[^\W぀-ヿ㐀-鿿豈-﫿]+(?:['’-]\w+)*|[^\w\s]")


class ManyExamples(Widget):
    words = {
        "title": Words(en="One text, many exercises", ja="ひとつの文から、たくさんの練習問題"),
        "text": Words(en="your text", ja="文"),
        "n_tokens": Words(en="tokens used", ja="使うトークンの数"),
        "examples_listed": Words(
            en="examples (what is seen → what comes)", ja="練習問題（見てよい部分 → 次に来るもの）"
        ),
        "n_predictions": Words(en="predictions", ja="予測の数"),
        "stairs": Words(
            en="Each row: what may be seen, and what is to be guessed", ja="一行が一問：見てよい部分と、当てるもの"
        ),
    }
    text = Text(" ".join(creature.tokens), most=80)
    n_tokens = Whole(MOST, bounds=(2, MOST))

    def compute(self):
        return TOKEN.findall(self.text)[: self.n_tokens]

    def facts(self, computed):
        examples = [(computed[: place + 1], computed[place + 1]) for place in range(len(computed) - 1)]
        return {
            "examples": [f"{' '.join(seen)} → {target}" for seen, target in examples],
            "examples_listed": "; ".join(f"{' '.join(seen)} → {target}" for seen, target in examples) or "–",
            "n_used": len(computed),
            "n_predictions": len(examples),
            "seen": " ".join(examples[-1][0]) if examples else "",
            "target": examples[-1][1] if examples else "",
            "first_seen": examples[0][0][0] if examples else "",
            "first_target": examples[0][1] if examples else "",
        }

    def columns(self, computed):
        shown = [token if len(token) < 13 else f"{token[:11]}…" for token in computed]
        rows = range(len(computed) - 1)
        cells = [(row, column) for row in rows for column in range(row + 1)]
        return {
            "cells": {
                "x": [float(column) for _, column in cells],
                "y": [-float(row) for row, _ in cells],
            },
            "targets": {
                "x": [row + 1.0 for row in rows],
                "y": [-float(row) for row in rows],
                "name": [shown[row + 1] for row in rows],
            },
            "names": {"x": [float(place) for place in range(len(shown))], "name": shown},
        }

    def figure(self, sources):
        from attention.pictures import canvas

        plot = canvas.blank((-0.7, MOST + 1.2), (1.4 - MOST, 2.9), (MOST + 1.9) / (MOST + 1.5), self.word("stairs"))
        size = {"x": "x", "y": "y", "width": 0.84, "height": 0.84, "source": sources["cells"]}
        plot.rect(**size, color=canvas.light("input"), fill_alpha=0.5)
        text = canvas.TEXT | {"text_baseline": "middle", "text_align": "left", "text_font_style": "bold"}
        text |= {"x": "x", "text": "name"}
        plot.text(y="y", source=sources["targets"], x_offset=-6, color=canvas.light("output"), **text)
        plot.text(y=canvas.value(0.65), source=sources["names"], angle=0.9, color=canvas.light("ink"), **text)
        return [plot]
