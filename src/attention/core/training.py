"""A layer of causal attention that learns: forward, backward by hand, steps by plain descent or Adam. NumPy alone.

A word is one-hot, so each word owns a column of every matrix: its query W_Q x, its key W_K x, its value W_V x. With
positions each place owns a query and a key as well, and they are added. There are no units but nats, for the loss.

    weights = softmax(queries @ keys.T / sqrt(d_k))
    p = softmax(sum over heads of (weights @ values) @ W_O.T + pairs[x])

`pairs` is what a word says of the next one by itself; all else must come through the heads. The gradients are those of
the mean of -log p(next word) over the words that count (cross-entropy; Goodfellow, Bengio and Courville 2016, section
6.2.2); through a row of softmax, d score = weight * (d weight - sum of weight * d weight). Adam: Kingma and Ba 2015.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from attention.core import draws
from attention.core.attention import causal_mask
from attention.core.checks import Bools, Floats, one_of

Integers = NDArray[np.integer[Any]]
Parameters = dict[str, Floats]
Seen = Literal["add", "multiply", "none"]
Asked = Literal["pronoun", "all"]
Optimiser = Literal["descent", "adam"]
LEAST = 1e-300  # a probability that has underflown still has a logarithm
EVEN = 0.1  # QK-norm starts with so small a sharpness that all attention is even


@dataclass(frozen=True)
class Setting:
    """What a run is made of. ValueError: an unknown kind of mask, loss or optimiser."""

    words: int
    heads: int = 1
    d_k: int = 2
    d_v: int = 8
    mask: Seen = "add"
    places: int = 0  # with positions, how many there are
    divided: bool = True  # scores are dot products over sqrt(d_k)
    qk_norm: bool = False  # directions of queries and keys alone count, and one learned sharpness
    pairs: bool = False  # whether the table of word pairs is learned as well
    loss: Asked = "pronoun"
    optimiser: Optimiser = "descent"
    rate: float = 1.0
    start_qk: float = 0.05  # spread of W_Q's and W_K's numbers before the first step
    start_v: float = 0.3  # and of W_V's and W_O's
    long_key: int | None = None  # the word whose key starts `long_by` times as long
    long_by: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        for kinds, name in ((Seen, "mask"), (Asked, "loss"), (Optimiser, "optimiser")):
            one_of(kinds, name, getattr(self, name))


@dataclass(frozen=True, eq=False)
class Examples:
    """Sentences to learn from: n of them, each of `length` words, padded at the end."""

    ids: Integers  # (n, length): which word
    real: Bools  # (n, length): False where it is padding
    pronoun: Integers  # (n,): where the pronoun stands
    noun: Integers  # (n,): where the noun stands that it means
    move: Integers  # (n,): the word that comes after the pronoun

    def __getitem__(self, rows: Any) -> Examples:
        return Examples(*(of[rows] for of in (self.ids, self.real, self.pronoun, self.noun, self.move)))

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, eq=False)
class Pass:
    """All that one forward pass computes; heads come first."""

    queries: Floats  # (heads, n, length, d_k), of length 1 with QK-norm
    keys: Floats  # (heads, n, length, d_k), likewise
    query_lengths: Floats | None  # (heads, n, length, 1), before QK-norm
    key_lengths: Floats | None
    values: Floats  # (heads, n, length, d_v)
    divisor: float
    seen: Bools  # (length, length): True where a query may attend
    scores: Floats  # (heads, n, length, length), before the mask
    weights: Floats  # (heads, n, length, length)
    outputs: Floats  # (heads, n, length, d_v)
    predicted: Floats  # (n, length, words): the probability of each next word


def start(setting: Setting) -> Parameters:
    """The numbers before the first step, as default_rng(seed) draws them: W_Q, W_K, W_V, W_O, one column a word."""
    s = setting
    queries, values = (s.heads, s.words + s.places, s.d_k), (s.heads, s.words, s.d_v)
    w_q, w_k, w_v, w_o = draws.normal(s.seed, queries, queries, values, values)
    found = {"w_q": s.start_qk * w_q, "w_k": s.start_qk * w_k, "w_v": s.start_v * w_v, "w_o": s.start_v * w_o}
    found["pairs"] = np.zeros((s.words, s.words))
    if s.qk_norm:
        found["sharpness"] = np.array(math.log(EVEN))
    if s.long_key is not None:
        found["w_k"][:, s.long_key] *= s.long_by
    return found


def softmax(scores: Floats) -> Floats:
    """As core.softmax, without its checks: it runs at every step, and a run that diverges must be able to say so."""
    exponentials = np.exp(scores - scores.max(-1, keepdims=True))
    shares: Floats = exponentials / exponentials.sum(-1, keepdims=True)
    return shares


def forward(parameters: Parameters, ids: Integers, setting: Setting) -> Pass:
    """What becomes of the words ids (n, length)."""
    s, p, length = setting, parameters, ids.shape[1]
    queries, keys, values = (p[name][:, ids] for name in ("w_q", "w_k", "w_v"))  # (heads, n, length, d)
    if s.places:
        queries, keys = (
            of + p[name][:, None, s.words : s.words + length] for of, name in ((queries, "w_q"), (keys, "w_k"))
        )
    query_lengths = key_lengths = None
    divisor = math.sqrt(s.d_k) if s.divided else 1.0
    if s.qk_norm:
        query_lengths, key_lengths = (np.sqrt((of * of).sum(-1, keepdims=True) + 1e-12) for of in (queries, keys))
        queries, keys = queries / query_lengths, keys / key_lengths
        divisor = math.exp(-p["sharpness"])
    seen = causal_mask(length)
    scores = queries @ keys.swapaxes(-1, -2) / divisor
    hidden = {"add": -np.inf, "multiply": 0.0}.get(s.mask)
    weights = softmax(scores if hidden is None else np.where(seen, scores, hidden))
    outputs = weights @ values
    predicted = softmax((outputs @ p["w_o"][:, None].swapaxes(-1, -2)).sum(0) + p["pairs"][ids])
    return Pass(queries, keys, query_lengths, key_lengths, values, divisor, seen, scores, weights, outputs, predicted)


def backward(
    parameters: Parameters, passed: Pass, words: Floats, following: Floats, counts: Floats, setting: Setting
) -> Parameters:
    """The gradient of the mean loss by each parameter.

    words and following (n, length, words): each word and the next one as one-hot rows; counts (n, length): what of it
    counts, 0 or 1.
    """
    s, p, c, gradient = setting, parameters, passed, Parameters()
    d_logits = (c.predicted - following) * (counts / counts.sum())[..., None]  # (n, length, words)
    one_hot, flat = words.reshape(-1, s.words), d_logits.reshape(-1, s.words)

    def by_word(of: Floats) -> Floats:
        return np.stack([one_hot.T @ head.reshape(-1, head.shape[-1]) for head in of])  # (heads, words, d)

    gradient["pairs"] = one_hot.T @ flat
    gradient["w_o"] = np.stack([flat.T @ head.reshape(-1, s.d_v) for head in c.outputs])
    d_outputs = d_logits @ p["w_o"][:, None]
    gradient["w_v"] = by_word(c.weights.swapaxes(-1, -2) @ d_outputs)
    d_weights = d_outputs @ c.values.swapaxes(-1, -2)
    d_scores = c.weights * (d_weights - (d_weights * c.weights).sum(-1, keepdims=True))
    if s.mask == "multiply":
        d_scores = d_scores * c.seen
    if s.qk_norm:
        gradient["sharpness"] = np.asarray((d_scores * c.scores).sum())
    d_products = d_scores / c.divisor
    d_queries, d_keys = d_products @ c.keys, d_products.swapaxes(-1, -2) @ c.queries
    if c.query_lengths is not None and c.key_lengths is not None:  # only what is across the direction turns it
        d_queries = (d_queries - c.queries * (d_queries * c.queries).sum(-1, keepdims=True)) / c.query_lengths
        d_keys = (d_keys - c.keys * (d_keys * c.keys).sum(-1, keepdims=True)) / c.key_lengths
    for name, of in (("w_q", d_queries), ("w_k", d_keys)):
        gradient[name] = by_word(of)
        if s.places:
            of_places = np.zeros((s.heads, s.places, s.d_k))
            of_places[:, : of.shape[2]] = of.sum(1)
            gradient[name] = np.concatenate([gradient[name], of_places], axis=1)
    return gradient


class Run:
    """A training in progress, from the setting and its seed alone: `step()` as often as wished."""

    def __init__(self, examples: Examples, setting: Setting) -> None:
        self.examples, self.setting, self.parameters = examples, setting, start(setting)
        one_hot = np.eye(setting.words)
        self.ids = examples.ids[:, :-1]  # each is asked for the next: the last is only predicted
        self.words, self.following = one_hot[self.ids], one_hot[examples.ids[:, 1:]]
        after = np.arange(self.ids.shape[1]) == examples.pronoun[:, None]
        self.counts = (after if setting.loss == "pronoun" else examples.real[:, 1:]).astype(float)
        self.losses: list[float] = []  # before each step, in nats a word
        self.means = {name: np.zeros_like(of) for name, of in self.parameters.items()}  # Adam's
        self.squares = {name: np.zeros_like(of) for name, of in self.parameters.items()}

    @property
    def steps(self) -> int:
        """How many have been made."""
        return len(self.losses)

    @np.errstate(all="ignore")  # a rate that is too high ends in NaN: the loss says so
    def step(self) -> float:
        """One step over all examples at once; the loss before it."""
        passed = forward(self.parameters, self.ids, self.setting)
        gradient = backward(self.parameters, passed, self.words, self.following, self.counts, self.setting)
        self.losses.append(loss(passed, self.following, self.counts))
        for name in self.parameters:
            if name != "pairs" or self.setting.pairs:
                self.parameters[name] = self.parameters[name] - self.setting.rate * self.change(name, gradient[name])
        return self.losses[-1]

    def change(self, name: str, gradient: Floats) -> Floats:
        """What a step takes away, at a rate of 1: the gradient, or Adam's mean of it over its spread."""
        if self.setting.optimiser == "descent":
            return gradient
        self.means[name] = 0.9 * self.means[name] + 0.1 * gradient
        self.squares[name] = 0.99 * self.squares[name] + 0.01 * gradient**2
        steps = self.steps
        mean, square = self.means[name] / (1 - 0.9**steps), self.squares[name] / (1 - 0.99**steps)
        taken: Floats = mean / (np.sqrt(square) + 1e-8)
        return taken


def value(run: Run) -> float:
    """The loss at the parameters as they are now."""
    with np.errstate(all="ignore"):
        return loss(forward(run.parameters, run.ids, run.setting), run.following, run.counts)


def diverged(run: Run) -> bool:
    """Whether it has run off: its loss is no number any more, or ten times that of knowing nothing."""
    return not value(run) < 10 * math.log(run.setting.words)


class History:
    """A run that can be asked for any step, back and forth: every tenth is kept, so going back costs nine at most.

    What is found does not hang on the way there: step k is the same numbers whether it was played to or jumped to.
    """

    KEPT, LOOKED = 10, 5  # so many steps apart

    def __init__(self, learned: Examples, kept_back: Examples, setting: Setting) -> None:
        self.run, self.kept_back = Run(learned, setting), kept_back
        self.snapshots: dict[int, tuple[Parameters, Parameters, Parameters]] = {}
        self.seen: list[Found] = []  # what the kept sentences said every LOOKED steps
        self.losses: list[float] = []  # in nats, before each step that has ever been made
        self.note()

    def advance(self, step: int, at_most: int) -> int:
        """Go towards a step, `at_most` so many steps; where the run stands then."""
        nearest = max(kept for kept in self.snapshots if kept <= step)
        if not nearest <= self.run.steps <= step:
            self.go_to(nearest)
        for _ in range(min(at_most, step - self.run.steps)):
            self.run.step()
            self.note()
        return self.run.steps

    def go_to(self, kept: int) -> None:
        """To a state that was kept."""
        run = self.run
        run.parameters, run.means, run.squares = (dict(of) for of in self.snapshots[kept])
        run.losses = self.losses[:kept]

    def note(self) -> None:
        """Keep what is worth keeping of a step that is reached for the first time."""
        run, step = self.run, self.run.steps
        if step > len(self.losses):
            self.losses.append(run.losses[-1])
        if step % self.KEPT == 0 and step not in self.snapshots:
            self.snapshots[step] = dict(run.parameters), dict(run.means), dict(run.squares)
        if step == len(self.seen) * self.LOOKED:
            self.seen.append(look(run.parameters, self.kept_back, run.setting))

    def phase(self) -> str:
        """Where the run stands, in a word: start, learning, found or diverged."""
        if diverged(self.run):
            return "diverged"
        if self.found_at(self.run.steps) is not None:
            return "found"
        return "learning" if self.run.steps else "start"

    def found_at(self, step: int) -> int | None:
        """The first step, looked at every LOOKED, at which each kept sentence was right and its noun first."""
        looked = self.seen[: step // self.LOOKED + 1]
        return next((self.LOOKED * n for n, found in enumerate(looked) if found.right == found.first == 1), None)


@np.errstate(all="ignore")
def loss(passed: Pass, following: Floats, counts: Floats) -> float:
    """The mean of -log p(next word) over the words that count, in nats; NaN or infinite when a run has diverged."""
    surprises = -np.log((passed.predicted * following).sum(-1) + LEAST)
    return float((surprises * counts).sum() / counts.sum())


@dataclass(frozen=True)
class Found:
    """What a head makes of the pronouns of some sentences: means over them, but `least`."""

    right: float  # share in which the word after the pronoun is the likeliest
    first: float  # share in which the noun meant has the largest weight
    weight: float  # on the noun meant
    future: float  # weight on words after the pronoun
    nats: float  # of the word after it
    least: float  # the smallest weight on a noun meant


@np.errstate(all="ignore")
def look(parameters: Parameters, examples: Examples, setting: Setting, writing: bool = True) -> Found:
    """How a head does. `writing`: each sentence ends at its pronoun; otherwise all of it lies before the head, as it
    does in training. Of several heads the one counts that gives the noun meant most."""
    told = []
    for end in np.unique(examples.pronoun):
        those = examples.pronoun == end
        passed = forward(parameters, examples.ids[those, : end + 1 if writing else -1], setting)
        rows, noun, move = np.arange(those.sum()), examples.noun[those], examples.move[those]
        each = passed.weights[:, :, end]  # (heads, n, length)
        row = each[each[:, rows, noun].mean(1).argmax()]  # (n, length)
        predicted = passed.predicted[:, end]  # (n, words)
        told.append(
            np.stack(
                [
                    predicted.argmax(-1) == move,
                    row.argmax(-1) == noun,
                    row[rows, noun],
                    row[:, end + 1 :].sum(-1),
                    -np.log(predicted[rows, move] + LEAST),
                ]
            )
        )
    right, first, weight, future, nats = np.concatenate(told, axis=1)
    mean = [float(of.mean()) for of in (right, first, weight, future, nats)]
    return Found(mean[0], mean[1], mean[2], mean[3], mean[4], float(weight.min()))
