"""One sentence carried through a whole head: dot products, scores, weights, the values mixed, the vector moved."""

import numpy as np

from attention import core
from attention.core import heads
from attention.examples import creature
from attention.language.words import Words
from attention.parameters import Flag, Steps, Token
from attention.pictures import arrows, tables
from attention.widget import Widget

TOKENS = creature.tokens
N = len(TOKENS)
MASK = core.causal_mask(N)
EMPTY = np.full((N, N), np.nan)
LARGEST = 5.0  # a dot product that fills its cell
VIEW = arrows.around([[-1.95, -1.55], [1.5, 1.3]])  # what any row reaches
WRITTEN = list(creature.WRITES)  # the numbers of the embedding that the head can change


class SentenceHead(Widget):
    words = {
        "title": Words(en="The sentence in one head", ja="例文をひとつのヘッドに通す"),
        "stage": Words(
            en="step: dot products, scores, weights, mixture, sum", ja="手順（内積、スコア、重み、混合、足し算）"
        ),
        "mask": Words(en="causal mask", ja="因果マスク"),
        "token": Words(en="whose query", ja="誰のクエリか"),
        "fits": Words(
            en="Dot products, then scores (dashed: masked)",
            ja="内積、次にスコア（破線はマスク）",
        ),
        "pattern": Words(en="The attention pattern", ja="注意パターン"),
        "plane": Words(
            en="What this head changes: the third and the seventh number",
            ja="このヘッドが動かす、第3・第7成分",
        ),
        "row_products": Words(en="dot products of this query", ja="このクエリの内積"),
        "row_scores": Words(en="scores of this query", ja="このクエリのスコア"),
        "row_weights": Words(en="weights of this query", ja="このクエリの重み"),
        "before": Words(en="before", ja="前"),
        "after": Words(en="after", ja="後"),
        "change": Words(en="change", ja="変化分"),
    }
    marks = {
        "row_products": "fits[{name}]",
        "row_scores": "fits[{name}]",
        "row_weights": "pattern[{name}]",
        "before": "before",
        "after": "after",
        "change": "steps",
    }
    stage = Steps(4, last=4)
    mask = Flag(True)
    token = Token(creature.CREATURE, tokens=TOKENS)

    def compute(self):
        seen = creature.head
        head = core.attend(seen.queries, seen.keys, seen.values, MASK if self.mask else None)
        changes = core.project(head.outputs, creature.w_o)  # (n_tokens, d_model)
        return head, heads.residual(creature.embeddings, changes)  # (n_tokens, d_model)

    def facts(self, computed):
        head, updated = computed
        weights = head.weights[self.token]  # (n_keys,)
        ranks = weights.argsort()[::-1]
        return {
            "name": TOKENS[self.token],
            "row_products": head.dot_products[self.token],
            "row_scores": head.scores[self.token],
            "row_weights": weights,
            "largest": TOKENS[ranks[0]],
            "largest_product": head.dot_products[self.token, ranks[0]],
            "largest_score": head.scores[self.token, ranks[0]],
            "largest_weight": weights[ranks[0]],
            "second": TOKENS[ranks[1]],
            "second_weight": weights[ranks[1]],
            "n_seen": self.token + 1 if self.mask else N,
            "change": head.outputs[self.token],
            "before": creature.embeddings[self.token, WRITTEN],
            "after": updated[self.token, WRITTEN],
            "values": head.values,
            "n_cells": N * N,
        }

    def columns(self, computed):
        head, updated = computed
        before, after = creature.embeddings[self.token, WRITTEN], updated[self.token, WRITTEN]
        hidden = ~MASK if self.mask and self.stage else False
        table = head.scores if self.stage else head.dot_products
        at = arrows.columns(before, view=VIEW)
        end = arrows.columns(after, avoid=[at], view=VIEW) if self.stage > 3 else arrows.nothing()
        ends = before + np.cumsum(head.weights[self.token][:, None] * head.values, axis=0)  # (n_keys, 2)
        tails = np.vstack([before, ends[:-1]])
        moved = np.linalg.norm(ends - tails, axis=1) > 0.03
        names = [TOKENS[key] for key in np.flatnonzero(moved)]
        chain = (
            arrows.columns(ends[moved], names, tails=tails[moved], avoid=[at, end], view=VIEW, beside=True)
            if self.stage > 2 and moved.any()
            else arrows.nothing(labelled=True)
        )
        return {
            "fits": tables.columns(table, TOKENS, LARGEST, dropped=hidden),
            "pattern": tables.columns(head.weights if self.stage > 1 else EMPTY, TOKENS, 1.0, shares=True),
            "row": tables.row_frame(self.token, N),
            "before": at,
            "steps": chain,
            "after": end,
        }

    def figure(self, sources):
        fits = tables.figure(sources["fits"], "score", TOKENS, self.word("fits"), long=True)
        pattern = tables.figure(sources["pattern"], "weight", TOKENS, self.word("pattern"), long=True)
        for table in (fits, pattern):
            tables.draw_frames(table, sources["row"])
        plane = arrows.plane(self.word("plane"), VIEW)
        arrows.draw(plane, sources["before"], "input", self.word("before"))
        arrows.draw(plane, sources["steps"], "value", width=2)
        arrows.draw(plane, sources["after"], "output", self.word("after"))
        return [fits, pattern, plane]
