"""The numbers that must come out (reference/claims.json), and how a fact is held against one of them."""

import json
import re
from pathlib import Path

from attention.widget import names

REFERENCE = Path(__file__).parent / "reference" / "claims.json"
CLAIMS = [claim for claim in json.loads(REFERENCE.read_text()) if claim["widget"] in names()]


def title(claim):
    """A claim as a test's id."""
    params = ",".join(f"{name}={value}" for name, value in claim["params"].items())
    index = "".join(f"[{place}]" for place in places(claim))
    return f"{claim['widget']}({params}).{claim['fact']}{index}".replace(" ", "")


def places(claim):
    """The claim's index as a list, empty when it is about the whole fact."""
    index = claim.get("index", [])
    return index if isinstance(index, list) else [index]


def check(claim, facts):
    """AssertionError unless the facts hold what is claimed."""
    fact = facts[claim["fact"]]
    for place in places(claim):
        fact = fact[place]
    assert rounded(fact, claim) == claim["expected"], f"{title(claim)} is {fact!r}"


def rounded(fact, claim):
    """The fact as the claim writes it: to so many decimals, in scientific notation, or as it is."""
    if isinstance(fact, list):
        return [rounded(item, claim) for item in fact]
    if "decimals" in claim:
        assert not isinstance(fact, bool | str), f"{title(claim)} is no number"
        return round(fact, claim["decimals"])
    scientific = isinstance(claim["expected"], str) and re.fullmatch(r"-?\d(?:\.(\d+))?e[+-]\d+", claim["expected"])
    if scientific and not isinstance(fact, str):
        return f"{fact:.{len(scientific[1] or '')}e}"
    assert isinstance(fact, bool) == isinstance(claim["expected"], bool), f"{title(claim)} is {fact!r}"
    return fact


def alike(one, other):
    """Whether two facts, lists or tables of facts are the same but for the last digits of their numbers."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, bool | str | None) or isinstance(other, bool | str | None):
        return one is other or (isinstance(one, str) and one == other)
    return abs(one - other) <= 1e-9 * max(1.0, abs(one), abs(other))
