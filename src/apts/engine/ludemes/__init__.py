"""The ludemes: one file for each, or for a small family that belongs together.

They are in folders by what they give: moves, effects, conditions, numbers, regions, directions, start, end, and the
structure of a description. A file registers what it defines when it is imported; this package imports every file in it,
so that adding a ludeme is adding a file. Signatures, meaning and lowering stand side by side.
"""

from __future__ import annotations

import importlib
import pkgutil

_FILES = [module.name for module in pkgutil.walk_packages(__path__, f"{__name__}.") if not module.ispkg]
for _file in sorted(_FILES, key=lambda name: name.rpartition(".")[2]):  # the order must not depend on the folders
    importlib.import_module(_file)
