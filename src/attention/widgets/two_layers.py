"""A transformer that was trained, not built: which head does what, and does it still answer without one?"""

from attention.core import transformer
from attention.examples import fact_language as language
from attention.examples import two_layers as kept
from attention.language.words import Words
from attention.parameters import Cells, Choice, Order, Steps
from attention.pictures import bars
from attention.widget import Widget

SHAPE = language.SHAPE
LAYERS, HEADS = [str(layer + 1) for layer in range(SHAPE.layers)], [str(head + 1) for head in range(SHAPE.heads)]
NAMES = [f"{layer}.{head}" for layer in LAYERS for head in HEADS]
ABOUT = {"first": kept.PAIRS[0], "second": kept.PAIRS[1], "fourth": kept.PAIRS[2], "third": kept.PAIRS[3]}
LINES = (0, 4, 8, 12, 16, 20, 24)  # where the lines begin in which a text is shown


class TwoLayers(Widget):
    words = {
        "title": Words(en="A real one: two layers of four heads", ja="本物：四つのヘッドが二層"),
        "animals": Words(en="who is told of (the first four)", ja="登場する動物（先頭の四つ）"),
        "moves": Words(en="what each of them did (the first four)", ja="それぞれがしたこと（先頭の四つ）"),
        "about": Words(en="the sentence is about", ja="文に出てくるのは"),
        "about.first": Words(en="the first and the second", ja="一番目と二番目"),
        "about.second": Words(en="the second and the first", ja="二番目と一番目"),
        "about.fourth": Words(en="the fourth and the third", ja="四番目と三番目"),
        "about.third": Words(en="the third and the fourth", ja="三番目と四番目"),
        "pronoun": Words(en="and it asks for", ja="尋ねるのは"),
        "pronoun.it": Words(en="it", ja="it（それ）"),
        "pronoun.they": Words(en="they", ja="they（それら）"),
        "step": Words(en="word to follow", ja="見る語"),
        "head": Words(en="head to look at (layer.head)", ja="見るヘッド（層.番号）"),
        **{f"head.{name}": Words(en=name, ja=name) for name in NAMES},
        "off": Words(en="heads switched off (rows: layers)", ja="切るヘッド（行が層）"),
        "text": Words(en="The text: bars are weights, the frame is who looks", ja="文章：棒が重み、枠が見ている語"),
        "answers": Words(en="Probability of each verb as the next word", ja="次の語が各動詞である確率"),
        "p_answer": Words(en="probability of the right verb", ja="正しい動詞の確率"),
        "share_right": Words(en="fresh texts answered right, these heads off", ja="新しい文章の正答率（切った状態で）"),
        "weight": Words(en="largest weight of this head and word", ja="このヘッドのこの語の最大の重み"),
    }
    animals = Order([0, 1, 3, 4, 2, 5], tokens=language.KINDS)
    moves = Order([3, 0, 5, 2, 1, 4], tokens=language.MOVES)
    about = Choice(default="first", objects=list(ABOUT))
    pronoun = Choice(default="they", objects=["it", "they"])
    step = Steps(language.PRONOUN, last=language.PRONOUN)
    head = Choice(default="1.3", objects=NAMES)
    off = Cells(0, rows=LAYERS, columns=HEADS)

    @classmethod
    def provide(cls, content):
        kept.provide(content)

    @classmethod
    def needs(cls):
        return "two_layers.bin"

    def text(self):
        """The words of the text, the answer among them, and which fact is meant."""
        facts = [language.Fact(*of) for of in zip(self.animals[:4], kept.MANY, self.moves[:4], strict=True)]
        pair = ABOUT[self.about]
        meant = next(fact for fact in pair if kept.MANY[fact] == (self.pronoun == "they"))
        return language.text(facts, *pair, meant), meant

    def switched_off(self):
        return frozenset(divmod(place, SHAPE.heads) for place in range(len(NAMES)) if self.off >> place & 1)

    def compute(self):
        words, meant = self.text()
        ids = kept.encode(words)[:, : language.PRONOUN + 1]
        return words, meant, transformer.forward(kept.weights(), SHAPE, ids, kept.FIRST, self.switched_off())

    def facts(self, computed):
        words, meant, passed = computed
        layer, head = divmod(NAMES.index(self.head), SHAPE.heads)
        row = passed.weights[layer, head, 0, self.step, : self.step + 1]
        chances = passed.predicted[0, -1, [language.ID[move] for move in language.MOVES]]
        best = int(passed.predicted[0, -1].argmax())
        answer = words[language.ANSWER]
        return {
            "words": words[: language.PRONOUN + 1],
            "word": words[self.step],
            "row_weights": row,
            "looks_at": words[row.argmax()],
            "weight": row.max(),
            "answer": answer,
            "noun": words[language.FACTS[meant]],
            "says": language.WORDS[best],
            "right": language.WORDS[best] == answer,
            "p_answer": chances[language.MOVES.index(answer)],
            "chances": chances,
            "share_right": kept.share_right(self.switched_off()),
            "n_off": len(self.switched_off()),
            "n_tried": kept.TRIED,
            "n_numbers": SHAPE.numbers,
        }

    def columns(self, computed):
        words, _, passed = computed
        layer, head = divmod(NAMES.index(self.head), SHAPE.heads)
        row = passed.weights[layer, head, 0, self.step]
        n = language.PRONOUN + 1
        chances = passed.predicted[0, self.step, [language.ID[move] for move in language.MOVES]]
        return {
            "text": {
                "x": [float(place % 4) for place in range(n)],
                "y": [-float(place // 4) for place in range(n)],
                "word": words[:n],
                "left": [place % 4 - 0.42 for place in range(n)],
                "right": [place % 4 - 0.42 + 0.84 * weight for place, weight in enumerate(row.tolist())],
                "bar_y": [-float(place // 4) - 0.3 for place in range(n)],
                "here": [float(place == self.step) for place in range(n)],
            },
            "answers": bars.columns(chances, language.MOVES),
        }

    def figure(self, sources):
        from attention.pictures import canvas

        plot = canvas.blank((-0.55, 3.55), (-5.6, 0.6), 1.25, self.word("text"))
        box, ink = {"x": "x", "y": "y", "source": sources["text"]}, canvas.light("ink")
        bar, weight = (
            {"y": "bar_y", "left": "left", "right": "right", "source": sources["text"]},
            canvas.light("weight"),
        )
        plot.rect(**box, width=0.94, height=0.92, fill_alpha=0, line_color=ink, line_alpha="here", line_width=2)
        plot.hbar(**bar, height=0.16, color=weight)
        plot.text(**box, text="word", color=ink, **canvas.TEXT | {"text_baseline": "middle", "text_font_size": "14px"})
        return [plot, bars.figure(sources["answers"], "output", 0.0, 1.0, self.word("answers"))]
