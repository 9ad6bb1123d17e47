"""The numbers that must come out, read where the reader reads them: through the element, in the browser."""

import pytest
from claims import CLAIMS, check, title

from attention.widget import find


@pytest.mark.parametrize(
    ("standing", "claim"),
    [pytest.param((claim["widget"], "en"), claim, id=title(claim)) for claim in CLAIMS],
    indirect=["standing"],
)
def test_claim(standing, claim):
    defaults = {param: parameter.default for param, parameter in find(claim["widget"]).parameters().items()}
    detail = standing.set(**defaults | claim["params"])
    check(claim, detail["facts"])
    check(claim, standing.facts)
