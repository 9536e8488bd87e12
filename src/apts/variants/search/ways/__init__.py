"""The old name of :mod:`apts.variants.search.methods`, deprecated since 0.9; programs of users import it."""

import warnings

warnings.warn("apts.variants.search.ways is called apts.variants.search.methods", DeprecationWarning, stacklevel=2)
