"""Trains the transformer of the lab's last chapter, a minute and a half on one core: `make weights`.

Its numbers are kept in src/attention/examples/two_layers.bin; tests ask fresh texts of them, never this file's word.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from attention import examples
from attention.core.attention import causal_mask, softmax
from attention.core.checks import Floats
from attention.core.training import Integers
from attention.core.transformer import Shape, Weights, forward, packed
from attention.examples import fact_language as language

KEPT = Path(*examples.__path__) / "two_layers.bin"
SEED, STEPS, BATCH, RATE = 0, 4000, 128, 0.004
WEIGHT = 4.0  # of the answer among the words to be predicted
SLOWER_FROM, SLOWER = 0.7, 0.3  # the last part of the steps goes slower
WARM_UP = 100  # steps


def texts(n: int, random: np.random.Generator) -> tuple[Integers, Integers, Integers]:
    """n texts (n, LENGTH); where the noun meant stands in the sentence, and in the facts the right move, (n,) each."""
    rows, facts = np.arange(n), len(language.FACTS)

    def each(of: list[int]) -> Integers:
        return random.permuted(np.tile(of, (n, 1)), axis=1)

    kinds, moves = each(list(range(len(language.KINDS))))[:, :facts], each(list(range(len(language.MOVES))))[:, :facts]
    many = each([0, 0, 1, 1])  # two nouns stand for one, two for many
    one = np.argsort(many + random.random((n, facts)), axis=1)[:, 0]  # the sentence is about one of each
    more = np.argsort(-many + random.random((n, facts)), axis=1)[:, 0]
    pair = random.permuted(np.stack([one, more], 1), axis=1)  # subject, object
    meant = random.integers(0, 2, n)
    fact, verbs = pair[rows, meant], random.integers(0, len(language.VERBS), n)
    ids, place_of_noun = np.empty((n, language.LENGTH), int), np.where(meant == 0, language.SUBJECT, language.OBJECT)
    for row in rows.tolist():
        told = [language.Fact(*of) for of in zip(kinds[row], (many[row] == 1).tolist(), moves[row], strict=True)]
        subject, object = pair[row].tolist()
        words = language.text(told, subject, object, int(fact[row]), int(verbs[row]))
        ids[row] = [language.ID[word] for word in words]
    return ids, place_of_noun, np.array(language.FACTS)[fact] + 1


def start(shape: Shape, seed: int) -> Weights:
    """The numbers before the first step: spread so that what a layer adds is about as large as what it gets."""
    random = np.random.default_rng(seed)
    spread = {"E": 0.5, "P": 0.5, "O": (shape.heads * shape.d_head) ** -0.5}
    return {
        name: random.normal(0, spread.get(name[0], shape.d**-0.5), axes).astype(np.float32)
        for name, axes in shape.matrices().items()
    }


def gradients(weights: Weights, shape: Shape, ids: Integers, counts: Floats, first: int) -> Weights:
    """Of the mean loss in nats by each number. ids (n, length + 1); counts (length,): what each next word weighs."""
    inputs, target = ids[:, :-1], ids[:, 1:]
    n, length = inputs.shape
    x = weights["E"][inputs] + weights["P"][first : first + length]
    hidden = np.where(causal_mask(length), 0.0, -np.inf).astype(x.dtype)
    kept = []
    for layer in range(shape.layers):
        q, k, v = (x[None] @ weights[f"{name}{layer}"][:, None] for name in "QKV")  # (heads, n, length, d_head)
        a = softmax(q @ k.swapaxes(-1, -2) / np.float32(math.sqrt(shape.d_head)) + hidden)
        o = a @ v
        kept.append((x, q, k, v, a, o))
        x = x + (o @ weights[f"O{layer}"][:, None]).sum(0)
    d_logits = softmax(x @ weights["U"])  # (n, length, words)
    np.put_along_axis(d_logits, target[..., None], np.take_along_axis(d_logits, target[..., None], 2) - 1, 2)
    d_logits *= (counts / (counts.sum() * n))[:, None].astype(d_logits.dtype)

    def flat(of: Floats) -> Floats:
        return of.reshape(-1, of.shape[-1])

    gradient = {"U": flat(x).T @ flat(d_logits)}
    dx = d_logits @ weights["U"].T
    for layer in reversed(range(shape.layers)):
        x, q, k, v, a, o = kept[layer]
        gradient[f"O{layer}"] = np.stack([flat(head).T @ flat(dx) for head in o])
        d_o = dx[None] @ weights[f"O{layer}"][:, None].swapaxes(-1, -2)
        d_a = d_o @ v.swapaxes(-1, -2)
        d_scores = a * (d_a - (d_a * a).sum(-1, keepdims=True)) / np.float32(math.sqrt(shape.d_head))
        d_of = {"Q": d_scores @ k, "K": d_scores.swapaxes(-1, -2) @ q, "V": a.swapaxes(-1, -2) @ d_o}
        for name, of in d_of.items():
            gradient[f"{name}{layer}"] = np.stack([flat(x).T @ flat(head) for head in of])
            dx = dx + (of @ weights[f"{name}{layer}"][:, None].swapaxes(-1, -2)).sum(0)
    gradient["P"] = np.zeros_like(weights["P"])
    gradient["P"][first : first + length] = dx.sum(0)
    gradient["E"] = np.eye(shape.words, dtype=dx.dtype)[:, inputs.ravel()] @ flat(dx)
    return gradient


def train(shape: Shape = language.SHAPE, seed: int = SEED, steps: int = STEPS) -> Weights:
    """A transformer that has seen `steps` batches of texts, by Adam (Kingma and Ba 2015)."""
    random, weights = np.random.default_rng(1000 + seed), start(shape, seed)
    means, squares = ({name: np.zeros_like(of) for name, of in weights.items()} for _ in range(2))
    counts = np.ones(language.LENGTH - 1)
    counts[language.PRONOUN] = WEIGHT
    for step in range(1, steps + 1):
        ids, _, _ = texts(BATCH, random)
        gradient = gradients(weights, shape, ids, counts, int(random.integers(0, language.SHIFT + 1)))
        rate = np.float32(RATE * min(1, step / WARM_UP) * (SLOWER if step > SLOWER_FROM * steps else 1))
        for name, of in gradient.items():
            means[name] = 0.9 * means[name] + 0.1 * of
            squares[name] = 0.98 * squares[name] + 0.02 * of**2
            spread = np.sqrt(squares[name] / (1 - 0.98**step)) + 1e-8
            weights[name] = weights[name] - rate * (means[name] / (1 - 0.9**step)) / spread
    return weights


def right(weights: Weights, shape: Shape = language.SHAPE, n: int = 2000, seed: int = 99) -> float:
    """The share of fresh texts whose answer is the likeliest word."""
    ids, _, _ = texts(n, np.random.default_rng(seed))
    predicted = forward(weights, shape, ids[:, :-1], language.SHIFT // 2).predicted
    return float((predicted[:, language.PRONOUN].argmax(-1) == ids[:, language.ANSWER]).mean())


def main() -> None:
    """Train, say how it does, and keep it if it does well."""
    weights = train()
    share = right(weights)
    print(
        f"{language.SHAPE.numbers} numbers, seed {SEED}, {STEPS} steps: {share:.1%} of 2000 fresh texts answered right"
    )
    if share < 0.99:
        raise SystemExit("that is not good enough to be kept")
    KEPT.write_bytes(packed(weights, language.SHAPE))


if __name__ == "__main__":
    main()
