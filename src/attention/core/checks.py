"""What the core accepts, and what its errors say: the argument by name, what was wrong, what is accepted."""

from typing import Any, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats: TypeAlias = NDArray[np.floating[Any]]
Bools: TypeAlias = NDArray[np.bool_]


def floats(name: str, given: ArrayLike, axes: int = 1, minus_inf: bool = False) -> Floats:
    """The array as float32 or float64 (the caller's own if it is one already), with nothing in it but numbers."""
    try:
        array = np.asarray(given)
    except ValueError as ragged:
        raise ValueError(f"{name}: {ragged}; accepted are rows of equal length") from ragged
    if array.dtype.kind not in "fiu" or array.dtype.itemsize > 8:
        raise ValueError(f"{name}: dtype {array.dtype}; accepted are float16, float32, float64 and integers")
    if array.ndim < axes:
        raise ValueError(f"{name}: shape {array.shape}; accepted are arrays with {axes} axes or more")
    narrow = array.dtype.kind == "f" and array.dtype.itemsize <= 4
    checked: Floats = array.astype(np.float32 if narrow else np.float64, copy=False)
    good = checked < np.inf if minus_inf else np.isfinite(checked)
    require(good, name, checked, "finite numbers or -inf" if minus_inf else "finite numbers")
    return checked


def require(good: Bools, name: str, array: Floats, accepted: str) -> None:
    """ValueError with the first number of the array that is not good, and where it stands."""
    if not good.all():
        at = tuple(map(int, np.argwhere(~good)[0]))
        raise ValueError(f"{name}: {array[at]} at {at}; accepted are {accepted}")


def mask_of(given: ArrayLike, shape: tuple[int, ...]) -> Bools:
    """The mask at the shape of the scores. A lone True is refused: it would mask nothing, which nobody can mean."""
    wrong = "rows of unequal length"
    try:
        mask = np.asarray(given)
        wrong = f"dtype {mask.dtype} and shape {mask.shape}"
        if mask.dtype == np.bool_ and mask.ndim > 0:
            return mask if mask.shape == shape else np.broadcast_to(mask, shape)
    except ValueError:  # unequal rows, or shapes that do not broadcast
        pass
    raise ValueError(f"mask: {wrong}; accepted is bool, True where a query may attend, that broadcasts to {shape}")


def one_of(kinds: Any, name: str, given: str) -> None:
    """ValueError unless it is one of the strings of a Literal."""
    if given not in get_args(kinds):
        raise ValueError(f"{name}: {given!r} is unknown; accepted are {', '.join(map(repr, get_args(kinds)))}")


def count(name: str, given: int, least: int = 0) -> None:
    """ValueError unless it is a whole number of at least that."""
    if isinstance(given, bool) or not isinstance(given, int | np.integer) or given < least:
        raise ValueError(f"{name}: {given!r}; accepted is an integer of at least {least}")


@np.errstate(over="ignore", under="ignore", invalid="ignore")
def matmul(left: Floats, right: Floats, names: str) -> Floats:
    """left @ right, checked afterwards: an overflow shows as inf, or as NaN where two of them met."""
    try:
        product: Floats = left @ right
    except ValueError as clash:
        raise ValueError(f"{names}: {clash}; accepted are leading axes that broadcast") from clash
    bits = 8 * product.itemsize  # the dtype's own name is slow to come by, and this runs at every step of a drag
    require(np.isfinite(product), f"{names} overflow float{bits}", product, "numbers whose products stay finite")
    return product
