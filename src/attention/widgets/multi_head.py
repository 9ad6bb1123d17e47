"""Why so many heads? Each asks a question of its own about the same sentence, and all their changes are added up."""

import numpy as np

from attention import core
from attention.core import heads
from attention.examples import crash
from attention.language.words import Words
from attention.parameters import Choice, Flag, Token
from attention.pictures import arrows, patterns
from attention.widget import Widget

SENTENCES = {"wizard": crash.tokens, "queen": crash.queen_tokens}
N, HEADS = len(crash.tokens), crash.HEADS
MASK = core.causal_mask(N)
PLACES = {"magic": (-2.4, 1.6), "royal": (2.4, 1.6), "wreck": (1.9, -1.9)}
VIEW = arrows.around([[-3.45, 2.5], [2.45, -2.2]], tick=2.0)  # what the heads reach, and the names of the senses
NEAR = 0.5  # of a vector's own length: no sense further from its tip is what it means
SENSES = {"label_x": [x for x, _ in PLACES.values()], "label_y": [y - 0.25 for _, y in PLACES.values()]}
CHIPS = ("the", "wizard/queen", *crash.tokens[2:])


class MultiHead(Widget):
    words = {
        "title": Words(en="Four heads on one sentence", ja="ひとつの文に、四つのヘッド"),
        "who": Words(en="the one who saw it", ja="見ていたのは"),
        "who.wizard": Words(en="the wizard", ja="the wizard（魔法使い）"),
        "who.queen": Words(en="the queen", ja="the queen（女王）"),
        "token": Words(en="token to follow", ja="追いかけるトークン"),
        "head_1": Words(en="1: names look for an office", ja="1：名前は肩書きを探す"),
        "head_2": Words(en="2: things look for harm done", ja="2：物は受けた害を探す"),
        "head_3": Words(en="3: verbs look for who acts", ja="3：動詞は行為者を探す"),
        "head_4": Words(en="4: all look one place back", ja="4：誰もがひとつ前を見る"),
        "patterns": Words(
            en="Four attention patterns, causal (dashed: head off)",
            ja="四つの注意パターン、因果マスクつき（破線は切ったヘッド）",
        ),
        "plane": Words(
            en="The token among its senses: each head’s change, tip to tail",
            ja="意味の平面：各ヘッドの変化を順につなぐ",
        ),
        "magic": Words(en="magic", ja="魔法"),
        "royal": Words(en="royalty", ja="王室"),
        "wreck": Words(en="a wreck", ja="事故"),
        "before": Words(en="before", ja="もと"),
        "after": Words(en="after", ja="結果"),
        "weights": Words(en="weights of this token, a row for each head", ja="このトークンの重み（ヘッドごとに一行）"),
        "changes": Words(en="change by each head", ja="各ヘッドの変化"),
        "change": Words(en="sum of the changes", ja="変化の和"),
        "concatenated": Words(en="concatenated, then through the output matrix", ja="連結してから出力行列を掛けたもの"),
        "same": Words(
            en="the sum of the changes is what the output matrix makes of all heads, concatenated",
            ja="変化の和が、連結してから出力行列を掛けたものと一致する",
        ),
    }
    checks = ("same",)
    who = Choice(default="wizard", objects=["wizard", "queen"])
    token = Token(crash.HARRY, tokens=CHIPS)
    head_1 = Flag(True)
    head_2 = Flag(True)
    head_3 = Flag(True)
    head_4 = Flag(True)

    def on(self):
        """Which heads are on, (n_heads, 1, 1)."""
        return np.array([self.head_1, self.head_2, self.head_3, self.head_4])[:, None, None]

    def compute(self):
        matrices = crash.w_q, crash.w_k, crash.w_v, crash.w_o
        embeddings = crash.embeddings(SENTENCES[self.who])  # (n_tokens, d_model)
        heard = heads.multi_head(embeddings, *matrices, HEADS, MASK)
        changes = heard.changes * self.on()  # (n_heads, n_tokens, d_model)
        concatenated = core.project(heads.merge(heard.heads.outputs * self.on()), crash.w_o)
        return embeddings, heard.heads.weights, changes, concatenated

    def facts(self, computed):
        embeddings, weights, changes, concatenated = computed
        tokens, change = SENTENCES[self.who], changes.sum(axis=0)  # (n_tokens, d_model)
        after = heads.residual(embeddings, change)[self.token, :2]
        distance, nearest = min((float(np.linalg.norm(after - at)), place) for place, at in PLACES.items())
        rows = weights[:, self.token]  # (n_heads, n_keys)
        return {
            "name": tokens[self.token],
            "weights": rows,
            "looks_at": [tokens[row.argmax()] if np.ptp(row[: self.token + 1]) > 1e-9 else None for row in rows],
            "largest": rows.max(axis=1),
            "changes": changes[:, self.token, :2],
            "lengths": np.linalg.norm(changes[:, self.token], axis=-1),
            "change": change[self.token, :2],
            "concatenated": concatenated[self.token, :2],
            "before": embeddings[self.token, :2],
            "after": after,
            "sense": nearest if distance < NEAR * np.linalg.norm(after) else "none",
            "n_on": int(self.on().sum()),
            "same": bool(np.allclose(change, concatenated, rtol=0, atol=1e-12)),
        }

    def columns(self, computed):
        embeddings, weights, changes, _ = computed
        before, moves = embeddings[self.token, :2], changes[:, self.token, :2]
        joints = np.vstack([before, before + moves.cumsum(axis=0)])  # (n_heads + 1, 2)
        seen = np.flatnonzero(np.linalg.norm(moves, axis=1) > 0.03)
        after = arrows.columns(joints[-1], view=VIEW, avoid=[SENSES], among=[before])
        start = arrows.columns(before, view=VIEW, avoid=[after, SENSES]) if before.any() else arrows.nothing()
        left, above = patterns.names(SENTENCES[self.who], HEADS)
        names = [str(head + 1) for head in seen]
        chain = arrows.columns(
            joints[1:][seen], names, tails=joints[:-1][seen], avoid=[after, start, SENSES], view=VIEW, beside=True
        )
        return {
            "patterns": patterns.columns(weights, self.on().ravel()),
            "rows": patterns.rows(self.token, HEADS, N),
            "left": left,
            "above": above,
            "before": start,
            "after": after,
            "chain": chain if len(seen) else arrows.nothing(labelled=True),
        }

    def figure(self, sources):
        from attention.pictures import canvas

        names = [sources["left"], sources["above"]]
        maps = patterns.figure(sources["patterns"], sources["rows"], names, HEADS, N, self.word("patterns"))
        plane = arrows.plane(self.word("plane"), VIEW)
        places = {"x": [x for x, _ in PLACES.values()], "y": [y for _, y in PLACES.values()]}
        text = canvas.TEXT | {"text_baseline": "top", "text_font_style": "italic", "color": canvas.light("quiet")}
        plane.scatter(**places, size=7, line_color=canvas.light("quiet"), fill_alpha=0)
        plane.text(**places, text=[str(self.word(name)) for name in PLACES], y_offset=7, **text)
        arrows.draw(plane, sources["before"], "input", self.word("before"))
        arrows.draw(plane, sources["after"], "output", self.word("after"))
        arrows.draw(plane, sources["chain"], "value", width=2)
        return [maps, plane]
