"""The old name of :mod:`apts.variants.admission`, deprecated since 0.9; programs of users import it."""

import warnings

from apts.variants.admission import Passed, Refusal
from apts.variants.admission import admit as gated
from apts.variants.admission import refusal_of as gate

__all__ = ["Passed", "Refusal", "gate", "gated"]

warnings.warn(
    "apts.variants.gate is called apts.variants.admission, and gate there refusal_of", DeprecationWarning, stacklevel=2
)
