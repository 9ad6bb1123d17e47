"""Our gradients, written by hand, and a run of plain descent against PyTorch's, where PyTorch is installed."""

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from attention.core import training
from attention.core.training import Run, Setting
from attention.examples import small_language as language

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

BASE = Setting(len(language.WORDS))
LEARNED, _ = language.split()


def loss_of(parameters, run):
    """The loss as PyTorch computes it from the definition, one head after the other."""
    s, ids = run.setting, torch.from_numpy(np.ascontiguousarray(run.ids))
    length = ids.shape[1]
    seen = torch.ones(length, length, dtype=torch.bool).tril()
    logits = parameters["pairs"][ids]
    for head in range(s.heads):
        queries, keys = (parameters[name][head][ids] for name in ("w_q", "w_k"))
        if s.places:
            queries, keys = (
                of + parameters[name][head][s.words : s.words + length]
                for of, name in ((queries, "w_q"), (keys, "w_k"))
            )
        scores = queries @ keys.transpose(1, 2) / (math.sqrt(s.d_k) if s.divided else 1.0)
        if s.qk_norm:
            directions = [torch.nn.functional.normalize(of, dim=-1) for of in (queries, keys)]
            scores = directions[0] @ directions[1].transpose(1, 2) * torch.exp(parameters["sharpness"])
        hidden = {"add": -math.inf, "multiply": 0.0}.get(s.mask)
        scores = scores if hidden is None else torch.where(seen, scores, torch.full_like(scores, hidden))
        mixed = torch.softmax(scores, dim=-1) @ parameters["w_v"][head][ids]
        logits = logits + mixed @ parameters["w_o"][head].T
    following = torch.from_numpy(run.following.argmax(-1))
    surprises = torch.nn.functional.cross_entropy(logits.transpose(1, 2), following, reduction="none")
    counts = torch.from_numpy(run.counts)
    return (surprises * counts).sum() / counts.sum()


def tensors(run):
    return {name: torch.tensor(of, requires_grad=True) for name, of in run.parameters.items()}


@pytest.mark.parametrize(
    ("mask", "places", "qk_norm", "divided", "loss"),
    list(product(("add", "multiply", "none"), (0, 8), (False, True), (True, False), ("pronoun", "all"))),
)
def test_the_gradients_are_autograds(mask, places, qk_norm, divided, loss):
    # fmt: off
    setting = replace(BASE, heads=2, d_v=3, mask=mask, places=places, qk_norm=qk_norm, divided=divided, loss=loss,
                      start_qk=0.8, seed=3)
    # fmt: on
    run = Run(language.sentences()[::9], setting)
    theirs = tensors(run)
    told = loss_of(theirs, run)
    told.backward()
    passed = training.forward(run.parameters, run.ids, setting)
    ours = training.backward(run.parameters, passed, run.words, run.following, run.counts, setting)
    assert training.value(run) == pytest.approx(told.item(), rel=1e-10)
    for name, gradient in ours.items():
        np.testing.assert_allclose(gradient, theirs[name].grad.numpy(), rtol=1e-8, atol=1e-11, err_msg=name)


def test_a_hundred_steps_of_descent_are_torchs():
    run = Run(LEARNED, BASE)
    theirs = tensors(run)
    optimiser = torch.optim.SGD([of for name, of in theirs.items() if name != "pairs"], lr=BASE.rate)
    for _ in range(100):
        optimiser.zero_grad()
        told = loss_of(theirs, run)
        told.backward()
        optimiser.step()
        assert run.step() == pytest.approx(told.item(), rel=1e-6)
    for name in ("w_q", "w_k", "w_v", "w_o"):
        np.testing.assert_allclose(run.parameters[name], theirs[name].detach().numpy(), rtol=0, atol=1e-6)
