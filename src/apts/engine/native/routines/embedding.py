"""A kernel and routines that call it as one piece of code, for machines on which nothing can be linked later."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence

from apts.engine.native.compile import kernel_module, optimised
from apts.engine.native.kernel_files import kept_code, kernel_fingerprint, kernel_texts
from apts.engine.native.routines.program import Program
from apts.engine.native.routines.routine import ARITY, Routine, routines_fingerprint
from apts.engine.native.targets import Target


def embedded(
    source: str, entries: Collection[str], routines: Sequence[Routine], target: Target
) -> tuple[bytes, dict[str, int]]:
    """The code of a kernel with routines, from the disk when it has been there before.

    Gives the code and the number of arguments of everything that can be called from outside: those of the ``entries``
    that the kernel has, and the routines, which take integers alone because they know the kernel.
    """
    names = [f"{routine.function.__module__}.{routine.__name__}" for routine in routines]
    text = (
        f"{target.described()} {sorted(entries)} {names} {kernel_fingerprint(source)} {routines_fingerprint()} {source}"
    )
    key = hashlib.sha256(text.encode()).hexdigest()[:24]
    return kept_code(key, source, lambda: _made(source, entries, routines, target))


def _made(
    source: str, entries: Collection[str], routines: Sequence[Routine], target: Target
) -> tuple[bytes, dict[str, int]]:
    kernel, known = kernel_module(*kernel_texts(source), target=target)
    for name in known:
        if name not in entries:
            kernel.globals[name].linkage = "internal"
    program = Program(target)
    for routine in routines:
        program.bind(routine.function, routine.integers, [(name, ARITY[name]) for name in routine.entries])
    outside = {name: count for name, count in known.items() if name in entries}
    outside |= {routine.__name__: routine.integers for routine in routines}
    return optimised([str(kernel), str(program.module)], outside, target=target), outside
