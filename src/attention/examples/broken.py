"""Heads that learn the small language, sound and broken: in each pair one thing differs, and nothing else."""

from attention.core.training import Setting
from attention.examples import small_language as language
from attention.examples.small_language import Rule

BASE = Setting(len(language.WORDS))
LONG = language.ID["and"]  # the word whose key is made long
SETTINGS: dict[str, tuple[Setting, Rule]] = {
    "base": (BASE, "number"),
    "unmasked": (Setting(BASE.words, mask="none"), "number"),
    "multiplied": (Setting(BASE.words, mask="multiply"), "number"),
    "placed": (Setting(BASE.words, places=language.LENGTH - 1), "order"),
    "unplaced": (BASE, "order"),
    "wide": (Setting(BASE.words, d_k=64, start_qk=1.0), "number"),
    "wide_undivided": (Setting(BASE.words, d_k=64, start_qk=1.0, divided=False), "number"),
    "wide_small": (Setting(BASE.words, d_k=64), "number"),
    "wide_small_undivided": (Setting(BASE.words, d_k=64, divided=False), "number"),
    "long": (Setting(BASE.words, long_key=LONG, long_by=300.0), "number"),
    "long_normed": (Setting(BASE.words, long_key=LONG, long_by=300.0, qk_norm=True), "number"),
}
PAIRS = {  # what is broken: (sound, broken)
    "no_mask": ("base", "unmasked"),
    "multiply": ("base", "multiplied"),
    "no_positions": ("placed", "unplaced"),
    "undivided": ("wide", "wide_undivided"),
    "undivided_small": ("wide_small", "wide_small_undivided"),
    "long_key": ("base", "long"),
    "long_key_mended": ("long_normed", "long"),
}
