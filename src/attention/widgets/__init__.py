"""One file per widget; the file name is the widget's name everywhere. In Python its class is at hand here, too:

from attention.widgets import KeyStretch
KeyStretch(stretch=3)      # in a notebook, after panel.extension(): the live widget
"""

import re
from typing import Any


def __getattr__(name: str) -> Any:
    """The widget class of that name, from the file of the same name in small letters."""
    from attention.widget import find

    try:
        return find(re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower())
    except LookupError as error:
        raise AttributeError(str(error)) from None
