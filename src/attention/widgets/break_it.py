"""The same training twice from the same start, one of them broken: what shows in training, and what in writing?"""

from dataclasses import replace

import numpy as np

from attention.core import training
from attention.examples import broken
from attention.examples import small_language as language
from attention.examples.twenty_seeds import RUNS
from attention.language.words import Words
from attention.parameters import Choice, Steps, Whole
from attention.pictures import bars, curves
from attention.widget import Widget

LAST = 300
SLICE = 4  # steps of each of the two runs between two answers
SENTENCES = {"number": "the cat saw the birds and they flew", "order": "the cat saw the bird and it ran"}
LOW, HIGH = 3e-4, 8.0  # of the axis of the loss
LINES = ("broken_writing", "broken_training", "sound_writing", "sound_training")  # from below
BREAKS = list(broken.PAIRS)


class BreakIt(Widget):
    words = {
        "title": Words(en="Sound and broken, from the same start", ja="正常と故障、同じ初期値から"),
        "broken": Words(en="what is broken", ja="壊すところ"),
        "broken.no_mask": Words(en="no mask", ja="マスクなし"),
        "broken.multiply": Words(en="mask multiplied", ja="マスクを掛ける"),
        "broken.no_positions": Words(en="no positions, where order decides", ja="位置なし（語順で決まる文）"),
        "broken.undivided": Words(en="no root, 64 wide, large start", ja="√d なし、64 次元、大きめの初期値"),
        "broken.undivided_small": Words(en="no root, 64 wide, small start", ja="√d なし、64 次元、小さい初期値"),
        "broken.long_key": Words(en="one key 300 times as long", ja="ひとつのキーを 300 倍"),
        "broken.long_key_mended": Words(en="the long key, with and without QK-norm", ja="長いキー、QK-norm のあるなし"),
        "step": Words(en="training steps", ja="学習のステップ"),
        "seed": Words(en="start drawn with seed", ja="初期値を引くシード"),
        "losses": Words(en="Loss: sound (solid), broken (dashed)", ja="損失：正常（実線）、故障（破線）"),
        "dots": Words(
            en="Right answers of twenty seeds after 300 steps; filled: this one now",
            ja="二十シードの 300 ステップ後の正答率。塗りは、このシードの今",
        ),
        "sound_training": Words(en="sound, training", ja="正常、学習中"),
        "sound_writing": Words(en="sound, writing", ja="正常、執筆中"),
        "broken_training": Words(en="broken, training", ja="故障、学習中"),
        "broken_writing": Words(en="broken, writing", ja="故障、執筆中"),
        "row": Words(en="Broken, training: where the pronoun looks", ja="故障、学習中：代名詞が見るところ"),
        "right": Words(
            en="right: sound training, writing; broken training, writing", ja="正答率：正常の学習中・執筆中、故障の同"
        ),
        "loss": Words(en="loss, sound and broken (nats)", ja="損失、正常と故障（ナット）"),
        "future": Words(en="weight on words not yet written", ja="まだ書いていない語への重み"),
        "found": Words(en="of twenty seeds, found the noun: sound, broken", ja="名詞を見つけたシード数：正常、故障"),
    }
    broken = Choice(default="no_mask", objects=BREAKS)
    step = Steps(0, last=LAST)
    seed = Whole(0, bounds=(0, 19))

    def histories(self):
        """The sound run and the broken one."""
        pair = [broken.SETTINGS[name] for name in broken.PAIRS[self.broken]]
        return [language.history(replace(setting, seed=self.seed), rule) for setting, rule in pair]

    def advance(self):
        reached = [of.advance(self.step, SLICE) for of in self.histories()]  # both go on
        return min(reached) < self.step

    def compute(self):
        runs = self.histories()
        _, rule = broken.SETTINGS[broken.PAIRS[self.broken][1]]
        learned, kept = language.split(rule)
        looks = [
            training.look(of.run.parameters, some, of.run.setting, writing)
            for of in runs
            for some, writing in ((learned, False), (kept, True))
        ]
        ids = np.array([language.encode(SENTENCES[rule])])
        passed = training.forward(runs[1].run.parameters, ids, runs[1].run.setting)
        return runs, looks, passed.weights[0, 0, -2], SENTENCES[rule].split()

    def shares(self):
        """The shares of right answers of all twenty seeds, by line of the picture: (lines, seeds)."""
        sound, failed = (np.array(RUNS[name], float)[:, :2] for name in broken.PAIRS[self.broken])
        n = [len(some) for some in language.split(broken.SETTINGS[broken.PAIRS[self.broken][1]][1])]
        return np.concatenate([(failed / n).T[::-1], (sound / n).T[::-1]])

    def facts(self, computed):
        runs, looks, row, words = computed
        return {
            "at": min(of.run.steps for of in runs),
            "right": [look.right for look in looks],
            "loss": [training.value(of.run) for of in runs],
            "future": looks[2].future,
            "found": [sum(found for _, _, found in RUNS[name]) for name in broken.PAIRS[self.broken]],
            "mean": self.shares().mean(axis=1)[::-1],
            "least": self.shares().min(axis=1)[::-1],
            "most": self.shares().max(axis=1)[::-1],
            "row": row,
            "pronoun": words[-2],
            "answer": words[-1],
        }

    def columns(self, computed):
        runs, looks, row, words = computed
        losses = [np.clip([*of.run.losses, training.value(of.run)], LOW, HIGH) for of in runs]
        aside = (np.arange(20) - 9.5) / 45  # or equal ones would lie on each other
        spread = [(share, at + aside[seed]) for (at, seed), share in np.ndenumerate(self.shares())]
        return {
            "sound": curves.path(list(enumerate(losses[0]))),
            "broken": curves.path(list(enumerate(losses[1]))),
            "here": curves.path([(len(of) - 1, of[-1]) for of in losses]),
            "dots": curves.path(spread),
            "now": curves.path([(look.right, 3 - at) for at, look in enumerate(looks)]),
            "row": bars.columns(np.nan_to_num(row), words, marked=len(words) - 1),
        }

    def figure(self, sources):
        loss = curves.figure(
            [(sources["sound"], "ink", "solid"), (sources["broken"], "wrong", "dashed")],
            sources["here"],
            x=(-8, LAST + 8),
            y=(LOW, HIGH),
            x_ticks=(0, 100, 200, 300),
            y_ticks=(0.001, 0.01, 0.1, 1),
            caption=self.word("losses"),
            log_y=True,
            log_x=False,
        )
        dots = curves.figure(
            [(sources["dots"], "weight", "dots")],
            sources["now"],
            x=(-0.05, 1.05),
            y=(-0.5, 3.5),
            x_ticks=(0, 0.5, 1),
            y_ticks=(0, 1, 2, 3),
            caption=self.word("dots"),
            log_x=False,
            y_names=[str(self.word(line)) for line in LINES],
        )
        return [loss, dots, bars.figure(sources["row"], "weight", 0.0, 1.0, self.word("row"), n=8)]
