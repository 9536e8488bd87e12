"""Work that makes many objects which all stay in use until it is done: the collector of rings of garbage has a rest."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """No collection in the block; it would look through all trees of a compilation again and again.

    Collection is a matter of the whole process. Of several threads the first one in switches it off and on again, so that
    it is on when all of them are done.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
