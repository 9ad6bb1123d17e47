"""Whatever does not fit is a ValueError that names the argument, says what was wrong and what is accepted."""

import numpy as np
import pytest

from attention import core

pytestmark = pytest.mark.filterwarnings("error")

TWO = np.ones((2, 2))
MASK = core.causal_mask(2)


def with_one(bad, at=(1, 0), dtype=np.float64):
    table = np.ones((2, 2), dtype)
    table[at] = bad
    return table


def refuses(call, *says):
    """The message starts with the first of says, the argument's name, and holds the others."""
    with pytest.raises(ValueError) as error:
        call()
    message = str(error.value)
    assert message.startswith(says[0]), message
    for part in (*says, "accepted"):
        assert part in message


# One call for each number-valued argument of each public function, all others being fine.
TABLES = {
    "project embeddings": ("embeddings", lambda bad: core.project(bad, TWO)),
    "project w": ("w", lambda bad: core.project(TWO, bad)),
    "project w by name": ("w_q", lambda bad: core.project(TWO, bad, "w_q")),
    "dot_products queries": ("queries", lambda bad: core.dot_products(bad, TWO)),
    "dot_products keys": ("keys", lambda bad: core.dot_products(TWO, bad)),
    "scores queries": ("queries", lambda bad: core.scores(bad, TWO)),
    "scores keys": ("keys", lambda bad: core.scores(TWO, bad)),
    "softmax scores": ("scores", core.softmax),
    "masked_weights scores": ("scores", lambda bad: core.masked_weights(bad, MASK)),
    "mix weights": ("weights", lambda bad: core.mix(bad, TWO)),
    "mix values": ("values", lambda bad: core.mix(TWO, bad)),
    "attend queries": ("queries", lambda bad: core.attend(bad, TWO, TWO)),
    "attend keys": ("keys", lambda bad: core.attend(TWO, bad, TWO)),
    "attend values": ("values", lambda bad: core.attend(TWO, TWO, bad)),
    "head embeddings": ("embeddings", lambda bad: core.head(bad, TWO, TWO, TWO)),
    "head w_q": ("w_q", lambda bad: core.head(TWO, bad, TWO, TWO)),
    "head w_k": ("w_k", lambda bad: core.head(TWO, TWO, bad, TWO)),
    "head w_v": ("w_v", lambda bad: core.head(TWO, TWO, TWO, bad)),
}
each_table = pytest.mark.parametrize(("name", "call"), TABLES.values(), ids=TABLES)


@each_table
def test_the_calls_themselves_are_fine(name, call):
    call(TWO)


@each_table
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize(("bad", "shown"), [(np.nan, "nan"), (np.inf, "inf")])
def test_nan_and_infinity_are_shown_with_their_place(name, call, dtype, bad, shown):
    refuses(lambda: call(with_one(bad, dtype=dtype)), f"{name}: {shown} at (1, 0)", "finite")


@each_table
def test_minus_infinity_is_for_scores_only(name, call):
    if name == "scores":
        call(with_one(-np.inf))
        refuses(lambda: call([[-np.inf, np.nan], [0, 0]]), "scores: nan at (0, 1)", "-inf")
    else:
        refuses(lambda: call(with_one(-np.inf)), f"{name}: -inf at (1, 0)", "finite")


@each_table
@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (TWO.astype(complex), "complex128"),
        (TWO.astype(bool), "bool"),
        (TWO.astype(str), "<U32"),
        (TWO.astype(object), "object"),
        (np.array([["2020-01-01"]], "M8[D]"), "datetime64"),
        (None, "object"),
        ([[1.0], [1.0, 2.0]], "inhomogeneous"),
        (np.float64(1), "shape ()"),
    ],
    ids=["complex", "bool", "text", "object", "dates", "None", "ragged", "scalar"],
)
def test_what_is_no_table_of_numbers(name, call, bad, says):
    refuses(lambda: call(bad), f"{name}: ", says)


@pytest.mark.skipif(np.dtype(np.longdouble).itemsize == 8, reason="longdouble is float64 here")
@each_table
def test_extended_precision_is_refused_rather_than_rounded(name, call):
    refuses(lambda: call(TWO.astype(np.longdouble)), f"{name}: dtype {np.dtype(np.longdouble)}")


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("w", lambda: core.project(TWO, np.ones((2, 3)))),
        ("w", lambda: core.project(TWO, np.ones((2, 2, 2)))),
        ("w", lambda: core.project(TWO, np.ones(2))),
        ("keys", lambda: core.dot_products(TWO, np.ones((2, 3)))),
        ("keys", lambda: core.dot_products(np.ones(3), TWO)),
        ("keys", lambda: core.dot_products(TWO, np.ones(2))),
        ("queries with keys", lambda: core.dot_products(np.ones((2, 2, 2)), np.ones((3, 2, 2)))),
        ("keys", lambda: core.scores(TWO, np.ones((2, 3)))),
        ("values", lambda: core.mix(TWO, np.ones((3, 2)))),
        ("values", lambda: core.mix(TWO, np.ones(2))),
        ("weights with values", lambda: core.mix(np.ones((2, 2, 2)), np.ones((3, 2, 2)))),
        ("queries", lambda: core.attend(np.ones(2), TWO, TWO)),
        ("keys", lambda: core.attend(TWO, np.ones((2, 3)), TWO)),
        ("values", lambda: core.attend(TWO, TWO, np.ones((3, 2)))),
        ("embeddings", lambda: core.head(np.ones(2), TWO, TWO, TWO)),
        ("w_q", lambda: core.head(TWO, np.ones((2, 3)), TWO, TWO)),
        ("w_k", lambda: core.head(TWO, TWO, np.ones((3, 2)), TWO)),
        ("w_v", lambda: core.head(TWO, TWO, TWO, np.ones((2, 3)))),
    ],
)
def test_shapes_that_do_not_fit(name, call):
    refuses(call, f"{name}: ")


MASKS = {
    "masked_weights": lambda mask: core.masked_weights(TWO, mask),
    "attend": lambda mask: core.attend(TWO, TWO, TWO, mask),
    "head": lambda mask: core.head(TWO, TWO, TWO, TWO, mask),
}


@pytest.mark.parametrize("call", MASKS.values(), ids=MASKS)
@pytest.mark.parametrize(
    ("mask", "says"),
    [
        (np.tri(2), "float64"),
        ([[1, 0], [1, 1]], "int64"),
        ([["True", "False"]] * 2, "<U5"),
        (True, "shape ()"),
        (np.ones((3, 2), bool), "shape (3, 2)"),
        (np.ones((2, 3), bool), "shape (2, 3)"),
        (np.ones((5, 2, 2), bool), "shape (5, 2, 2)"),
        ([[True], [True, False]], "unequal"),
    ],
    ids=["floats", "ints", "text", "scalar", "too high", "too wide", "too many axes", "ragged"],
)
def test_masks_that_are_no_mask(call, mask, says):
    refuses(lambda: call(mask), "mask: ", says, "True where a query may attend")


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("kind (divided_by)", lambda kind: core.divisor(kind, 2)),
        ("kind (divided_by)", lambda kind: core.scores(TWO, TWO, kind)),
        ("kind (divided_by)", lambda kind: core.attend(TWO, TWO, TWO, divided_by=kind)),
        ("how", lambda kind: core.masked_weights(TWO, MASK, kind)),
        ("masking", lambda kind: core.attend(TWO, TWO, TWO, MASK, masking=kind)),
        ("masking", lambda kind: core.attend(TWO, TWO, TWO, masking=kind)),  # even when there is nothing to mask
    ],
)
@pytest.mark.parametrize("kind", ["sqrt", "", None, 8, ["add"]])
def test_kinds_that_are_unknown(name, call, kind):
    refuses(lambda: call(kind), name, repr(kind), "'sqrt_d'" if name.startswith("kind") else "'zero_after'")


@pytest.mark.parametrize("count", [-1, 2.0, 1.5, "2", None, True, np.nan])
def test_counts_that_are_none(count):
    refuses(lambda: core.causal_mask(count), "n_queries: ", repr(count), "at least 0")
    refuses(lambda: core.divisor("d", count), "d_k: ", repr(count), "at least 1")
    if count is not None:  # None stands for as many keys as queries
        refuses(lambda: core.causal_mask(2, count), "n_keys: ", repr(count), "at least 0")


def test_vectors_need_a_component():
    refuses(lambda: core.divisor("none", 0), "d_k: 0")
    refuses(lambda: core.attend(np.ones((2, 0)), np.ones((2, 0)), TWO), "d_k: 0")


@pytest.mark.parametrize(("dtype", "big"), [(np.float32, 1e30), (np.float64, 1e200)])
@pytest.mark.parametrize(
    ("names", "call"),
    [
        ("embeddings with w", lambda big: core.project(big, big)),
        ("queries with keys", lambda big: core.dot_products(big, big)),
        (
            "queries with keys",
            lambda big: core.dot_products(big, big * np.array([1, -1], big.dtype)),
        ),  # inf - inf is NaN
        ("queries with keys", lambda big: core.dot_products(big[0], big)),
        ("queries with keys", lambda big: core.scores(big, big)),
        ("queries with keys", lambda big: core.attend(big, big, TWO)),
        ("weights with values", lambda big: core.mix(big, big)),
        ("embeddings with w_k", lambda big: core.head(big, 0 * big, big, TWO)),
    ],
)
def test_overflow_is_an_error_and_says_where(names, call, dtype, big):
    table = np.full((2, 2), big, dtype)
    refuses(lambda: call(table), f"{names} overflow float{8 * np.dtype(dtype).itemsize}: ", " at (0")
