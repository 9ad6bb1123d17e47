"""The port of NumPy's generator draws what NumPy draws."""

import numpy as np
import pytest

from attention.core import draws

SEEDS = (*range(8), 19, 12345, 2**31, 2**32 - 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_normal_numbers_are_numpys(seed):
    drawn = draws.normal(seed, (30, 20), (3, 4, 2), (2000,))
    generator = np.random.default_rng(seed)
    for array in drawn:
        # The layers' edges are computed here and tabulated there: a few of the last bits may differ.
        np.testing.assert_allclose(array, generator.normal(size=array.shape), rtol=0, atol=2e-14)


def test_the_tail_is_reached():
    """One number in about 4000 lies beyond the last layer: on the way to the largest of these one came from there."""
    [drawn] = draws.normal(3, (20_000,))
    assert np.abs(drawn).max() > draws.TAIL


@pytest.mark.parametrize("n", [0, 1, 2, 3, 16, 17, 144])
@pytest.mark.parametrize("seed", SEEDS)
def test_permutations_are_numpys(seed, n):
    assert draws.permutation(seed, n) == np.random.default_rng(seed).permutation(n).tolist()


@pytest.mark.parametrize("seed", [-1, 2**32, 1.0, True, None])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(ValueError, match="seed"):
        draws.normal(seed, (1,))
