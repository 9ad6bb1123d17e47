"""What numpy.random.default_rng(seed) draws, without numpy.random: its ten libraries would travel otherwise.

SeedSequence, PCG64 and the ziggurat for normal numbers, as NumPy 1.17 and later have them: O'Neill 2014, "PCG: A
Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random Number Generation" (XSL-RR 128/64);
Marsaglia and Tsang 2000, "The Ziggurat Method for Generating Random Variables" (256 layers). On Python's integers.
"""

import math
from collections.abc import Iterator
from functools import cache

import numpy as np

from attention.core.checks import Floats, count

WORD, LONG = (1 << 32) - 1, (1 << 128) - 1
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
FRACTION = 1 << 52
LAYERS, TAIL = 256, 3.6541528853610088  # of the ziggurat, and where the last of them ends
AREA = TAIL * math.exp(-0.5 * TAIL * TAIL) + math.sqrt(math.pi / 2) * math.erfc(TAIL / math.sqrt(2))  # of each


def normal(seed: int, *shapes: tuple[int, ...]) -> list[Floats]:
    """Arrays of these shapes, one after the other, of numbers with mean 0 and spread 1, as default_rng(seed) has them.

    ValueError: a seed that is no integer from 0 to 2**32 - 1.
    """
    bits = stream(seed)
    return [np.array([standard(bits) for _ in range(math.prod(shape))]).reshape(shape) for shape in shapes]


def permutation(seed: int, n: int) -> list[int]:
    """The numbers from 0 to n - 1 in the order of default_rng(seed).permutation(n): from the last down, each changes
    places with one drawn from those up to it. ValueError: see `normal`; n is no integer of at least 0.
    """
    count("n", n)
    order, halves = list(range(n)), (half for drawn in stream(seed) for half in (drawn & WORD, drawn >> 32))
    for place in range(n - 1, 0, -1):
        mask = (1 << place.bit_length()) - 1
        other = next(half & mask for half in halves if half & mask <= place)
        order[place], order[other] = order[other], order[place]
    return order


def stream(seed: int) -> Iterator[int]:
    """PCG64's numbers of 64 bits, without end."""
    count("seed", seed)
    if seed > WORD:
        raise ValueError(f"seed: {seed}; accepted is an integer of at most {WORD}")
    high, low, first, second = entropy(seed)
    step = ((first << 64 | second) << 1 | 1) & LONG
    state = (step + (high << 64 | low)) * MULTIPLIER + step & LONG
    while True:
        state = state * MULTIPLIER + step & LONG
        folded, turn = (state >> 64) ^ (state & (1 << 64) - 1), state >> 122
        yield (folded >> turn | folded << (64 - turn)) & (1 << 64) - 1


def entropy(seed: int) -> list[int]:
    """Four numbers of 64 bits made of one seed: SeedSequence's pool of four words, stirred and read out."""
    key = 0x43B0D7E5

    def hashed(word: int) -> int:
        nonlocal key
        word ^= key
        key = key * 0x931E8875 & WORD
        word = word * key & WORD
        return word ^ word >> 16

    pool = [hashed(word) for word in (seed, 0, 0, 0)]
    for source in range(4):
        for target in range(4):
            if source != target:
                mixed = pool[target] * 0xCA01F9DD - hashed(pool[source]) * 0x4973F715 & WORD
                pool[target] = mixed ^ mixed >> 16
    key, words = 0x8B51F9DD, []
    for place in range(8):
        word = pool[place % 4] ^ key
        key = key * 0x58F38DED & WORD
        word = word * key & WORD
        words.append(word ^ word >> 16)
    return [words[place] | words[place + 1] << 32 for place in range(0, 8, 2)]


def standard(bits: Iterator[int]) -> float:
    """One normal number: nearly always a point of a layer, else one of the edge or of the tail."""
    widths, sure, heights = layers()
    while True:
        drawn = next(bits)
        layer, negative, size = drawn & 255, drawn >> 8 & 1, drawn >> 9 & FRACTION - 1
        found = size * widths[layer]
        if size < sure[layer]:
            return -found if negative else found
        if layer == 0:
            return tail(bits, bool(size >> 8 & 1))
        low, high = heights[layer], heights[layer - 1]
        if (high - low) * uniform(bits) + low < math.exp(-0.5 * found * found):
            return -found if negative else found


def tail(bits: Iterator[int], negative: bool) -> float:
    """A number beyond the last layer."""
    while True:
        beyond, height = -math.log1p(-uniform(bits)) / TAIL, -math.log1p(-uniform(bits))
        if 2 * height > beyond * beyond:
            return -(TAIL + beyond) if negative else TAIL + beyond


def uniform(bits: Iterator[int]) -> float:
    """A number from 0 to 1, in steps of 2**-53."""
    return (next(bits) >> 11) * 2.0**-53


@cache
def layers() -> tuple[list[float], list[float], list[float]]:
    """Of each layer: its width as a step of the fraction, the fraction below which a point is sure, its height."""
    ends = [TAIL]
    while len(ends) < LAYERS - 1:  # from the outside in, each layer with the same area
        density = math.exp(-0.5 * ends[-1] ** 2)
        ends.append(math.sqrt(-2 * math.log(AREA / ends[-1] + density)))
    ends = [AREA / math.exp(-0.5 * TAIL * TAIL), *reversed(ends)]  # the first layer holds the tail: it is wider
    inner = [TAIL, 0.0, *ends[1:-1]]
    heights = [1.0, *(math.exp(-0.5 * end * end) for end in ends[1:])]
    return (
        [end / FRACTION for end in ends],
        [inside / end * FRACTION for inside, end in zip(inner, ends, strict=True)],
        heights,
    )
