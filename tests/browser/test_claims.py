"""The numbers that must come out, read where the reader reads them: through the element, in the browser."""

import pytest
from claims import CLAIMS, check

from attention.widget import find

CLAIMED = sorted({claim["widget"] for claim in CLAIMS})


@pytest.mark.parametrize("standing", [(name, "en") for name in CLAIMED], indirect=True, ids=CLAIMED)
def test_claims(standing):
    defaults = {param: parameter.default for param, parameter in find(standing.name).parameters().items()}
    for claim in (claim for claim in CLAIMS if claim["widget"] == standing.name):
        detail = standing.set(**defaults | claim["params"])
        check(claim, detail["facts"])
        check(claim, standing.facts)
