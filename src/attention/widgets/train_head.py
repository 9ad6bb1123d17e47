"""Nobody tells the head which word is meant: how does it find out?"""

import numpy as np

from attention.core import plane, training
from attention.examples import small_language as language
from attention.language.words import Words
from attention.parameters import Choice, Steps, Whole
from attention.pictures import arrows, bars, curves
from attention.widget import Widget

LAST, SLICE = 300, 8  # the last step, and those between two answers: other widgets of the page wait no longer
SENTENCES = {
    "cat": "the cat ate and it",
    "birds": "the cat saw the birds and they",
    "bird": "the cats saw the bird and it",
}
VIEW = arrows.square(7.0)
NOUNS = {"singular": language.SINGULAR, "plural": language.PLURAL}
OTHERS = [word for word in range(len(language.WORDS)) if word not in language.SINGULAR + language.PLURAL]
FLOOR = language.floor(language.split()[0])  # nobody who sees only the words before can do better
LOW, HIGH = 3e-4, 6.0  # of the axis of the loss


class TrainHead(Widget):
    words = {
        "title": Words(en="A head that learns", ja="学んでいくヘッド"),
        "step": Words(en="training steps", ja="学習のステップ"),
        "rate": Words(en="step size (learning rate)", ja="一歩の大きさ（学習率）"),
        **{f"rate.{rate}": Words(en=rate, ja=rate) for rate in ("0.1", "0.3", "1", "3", "10")},
        "seed": Words(en="start drawn with seed", ja="初期値を引くシード"),
        "start": Words(en="queries and keys start", ja="クエリとキーの初期値"),
        "start.small": Words(en="near zero (spread 0.05)", ja="ほぼゼロ（ばらつき 0.05）"),
        "start.large": Words(en="large (spread 1)", ja="大きめ（ばらつき 1）"),
        "loss_over": Words(en="what the loss asks for", ja="損失が問うもの"),
        "loss_over.pronoun": Words(en="the word after the pronoun", ja="代名詞の次の単語"),
        "loss_over.all": Words(en="every next word", ja="次の単語すべて"),
        "sentence": Words(en="sentence shown", ja="表示する文"),
        **{f"sentence.{name}": Words(en=text, ja=text) for name, text in SENTENCES.items()},
        "loss": Words(en="loss (nats)", ja="損失（ナット）"),
        "kept_right": Words(en="kept sentences answered right", ja="取りおいた文の正答率"),
        "kept_weight": Words(en="weight on the noun meant, kept sentences", ja="取りおいた文で、指す名詞に乗る重み"),
        "weight_on_noun": Words(en="weight on the noun meant", ja="指す名詞に乗る重み"),
        "p_right": Words(en="probability of the right verb", ja="正しい動詞の確率"),
        "angle": Words(en="angle between the queries of it and they (°)", ja="it と they のクエリのなす角（度）"),
        "plane": Words(en="Queries of it and they, keys of the nouns", ja="it と they のクエリと、名詞のキー"),
        "row": Words(en="The pronoun’s weights", ja="代名詞の行の重み"),
        "curve": Words(en="Loss after each step, on a log scale", ja="ステップごとの損失（対数目盛）"),
    }
    marks = {"weight_on_noun": "row[{noun}]", "loss": "here"}
    strip = "step", (0, 80, 100, LAST)
    step = Steps(0, last=LAST)
    sentence = Choice(default="cat", objects=list(SENTENCES))
    rate = Choice(default="1", objects=["0.1", "0.3", "1", "3", "10"])
    seed = Whole(0, bounds=(0, 19))
    start = Choice(default="small", objects=["small", "large"])
    loss_over = Choice(default="pronoun", objects=["pronoun", "all"])

    def setting(self):
        every = self.loss_over == "all"  # word pairs are learned as well then; plain descent would be too slow
        return training.Setting(
            words=len(language.WORDS),
            rate=float(self.rate) * (0.03 if every else 1.0),
            optimiser="adam" if every else "descent",
            pairs=every,
            loss=self.loss_over,
            start_qk=0.05 if self.start == "small" else 1.0,
            seed=self.seed,
        )

    def advance(self):
        return language.history(self.setting()).advance(self.step, SLICE) < self.step

    def compute(self):
        run = language.history(self.setting())
        ids = np.array([language.encode(SENTENCES[self.sentence])])
        with np.errstate(all="ignore"):  # a run that diverges is to be seen
            return run, training.forward(run.run.parameters, ids, run.run.setting), training.value(run.run)

    def facts(self, computed):
        run, passed, loss = computed
        found, at = run.seen[run.run.steps // run.LOOKED], run.run.steps
        words = SENTENCES[self.sentence].split()
        noun, verb = language.meant(words)
        queries = run.run.parameters["w_q"][0]  # (n_words, 2)
        turn = [queries[language.ID[word]] for word in ("it", "they")]
        return {
            "at": at,
            "loss": loss,
            "weights": passed.weights[0, 0, -1],
            "weight_on_noun": passed.weights[0, 0, -1, noun],
            "p_right": passed.predicted[0, -1, language.ID[verb]],
            "kept_right": found.right,
            "kept_weight": found.weight,
            "angle": None if training.diverged(run.run) else plane.angle(*turn),
            **dict(zip(("n_learned", "n_kept"), map(len, language.split()), strict=True)),
            "floor": FLOOR,
            "found_at": run.found_at(at),
            "phase": run.phase(),
            "noun": words[noun],
            "pronoun": words[-1],
            "verb": verb,
        }

    def columns(self, computed):
        run, passed, loss = computed
        queries, keys = (np.nan_to_num(run.run.parameters[name][0], posinf=0, neginf=0) for name in ("w_q", "w_k"))
        words, at, weights = SENTENCES[self.sentence].split(), run.run.steps, np.nan_to_num(passed.weights[0, 0, -1])
        it = arrows.columns(queries[language.ID["it"]], ["it"], view=VIEW)
        they = arrows.columns(queries[language.ID["they"]], ["they"], avoid=[it], view=VIEW)
        nouns = {name: arrows.columns(keys[ids], view=VIEW) for name, ids in NOUNS.items()}
        losses = np.clip(np.nan_to_num([*run.losses[:at], loss], nan=HIGH, posinf=HIGH), LOW, HIGH)
        return nouns | {
            "it": it,
            "they": they,
            "others": curves.path(keys[OTHERS]),
            "row": bars.columns(weights, words, marked=language.meant(words)[0], shares=True),
            "losses": curves.path(np.column_stack([np.arange(at + 1), losses])),
            "here": curves.path([(at, losses[-1])]),
        }

    def figure(self, sources):
        from attention.pictures import canvas

        plane = arrows.plane(self.word("plane"), VIEW)
        plane.scatter("x", "y", source=sources["others"], size=4, color=canvas.light("quiet"))
        for name, role in {**dict.fromkeys(NOUNS, "key"), "it": "query", "they": "query"}.items():
            arrows.draw(plane, sources[name], role, width=3 if role == "query" else 1)
        curve = curves.figure(
            [(sources["losses"], "ink", "solid")],
            sources["here"],
            x=(-8, LAST + 8),
            y=(LOW, HIGH),
            x_ticks=(0, 100, 200, 300),
            y_ticks=(0.001, 0.01, 0.1, 1),
            caption=self.word("curve"),
            log_y=True,
            log_x=False,
        )
        return [plane, bars.figure(sources["row"], "weight", 0.0, 1.0, self.word("row"), n=7), curve]
