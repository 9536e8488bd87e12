"""The ludemes: one file for each, or for a small family that belongs together.

A file registers what it defines when it is imported; this package imports every file in it, so that adding a ludeme is
adding a file. Signatures, meaning and lowering stand side by side.
"""

from __future__ import annotations

import importlib
import pkgutil

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
