"""A module of kernel source as code for a target."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from llvmlite import binding

from apts.engine.native.builtins import note_failure
from apts.engine.native.checks.guards import add_guards
from apts.engine.native.functions import FunctionWriter, announced
from apts.engine.native.gc_paused import gc_paused
from apts.engine.native.inlining import written_out
from apts.engine.native.llvm_text import Module
from apts.engine.native.parsing import parsed
from apts.engine.native.sources import is_entry, needed, read_sources
from apts.engine.native.targets import HOST, Target

LARGE = 500_000  # characters of LLVM text; most kernels of the library have fewer
HUGE = 4_200_000  # a few published games are beyond
_INLINED = 110  # as fast as LLVM's own 225 in playouts, and a tenth less to compile


def compile_module(
    sources: Iterable[str],
    constants: Mapping[str, int],
    *,
    guarded: bool = True,
    target: Target = HOST,
    quick: bool = False,
) -> tuple[bytes, dict[str, int]]:
    """Compile the functions of several source texts together.

    Functions marked ``@entry(n)`` can be called from outside; gives the code and the number of arguments of each.
    ``guarded`` source gets checks of its indices and of its work (see :mod:`apts.engine.native.checks.guards`).
    ``quick`` code is compiled in a seventh of the time and takes a third more to run.
    """
    with gc_paused():
        module, entries = kernel_module(sources, constants, guarded=guarded, target=target)
        text = str(module)
    return optimised([text], entries, target=target, quick=quick), entries


def kernel_module(
    sources: Iterable[str], constants: Mapping[str, int], *, guarded: bool = True, target: Target = HOST
) -> tuple[Module, dict[str, int]]:
    """The functions of several source texts as a module of LLVM, and its entries with the number of their arguments."""
    module_parts = needed(read_sources([parsed(source) for source in sources], constants))
    known, nodes = module_parts.constants, module_parts.functions
    if guarded:
        add_guards(nodes, module_parts.capacities, known)
    module = empty_module(target)
    note_failure(module)
    signatures = {node.name: announced(module, node) for node in nodes}
    entries = {node.name: len(node.args.args) for node in nodes if is_entry(node)}
    for name, signature in signatures.items():
        if name not in entries:
            signature.function.linkage = "internal"
    for node in nodes:
        FunctionWriter(module, node, known, signatures).write()
    return module, entries


def empty_module(target: Target) -> Module:
    """A module of LLVM for a target, with nothing in it."""
    machine = target.machine()
    return Module(machine.triple, str(machine.target_data))


def optimised(
    texts: Sequence[str],
    entries: Collection[str],
    inlined: int = _INLINED,
    *,
    target: Target,
    unrolled: bool = False,
    quick: bool = False,
) -> bytes:
    """Modules as one piece of code; rules of a size that hardly any game needs are compiled quickly instead of well.

    What all optimisations take grows faster than the text. For large kernels there are only those that do not: they take a
    quarter to a half of the time and leave code that is as fast, but for a tenth at most.

    Loops of kernels are short (the neighbours of a site, the words of a set), so that code for several rounds at once
    only takes time to compile: a sixth of all, half of it in kernels of many loops. Others may have theirs ``unrolled``.
    """
    module = binding.parse_assembly(texts[0])
    for text in (*texts[1:], *target.library(texts)):
        module.link_in(binding.parse_assembly(text))
    module.verify()
    size = sum(map(len, texts))
    if size > HUGE:
        return target.code(module, target.machine(quick=True), entries)
    machine = target.machine(quick=quick)
    if quick or size > LARGE:
        tidied(module, machine, frozenset().union(*map(written_out, texts)))
        return target.code(module, machine, entries)
    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.inlining_threshold = inlined
    if not unrolled:
        options.loop_unrolling = options.loop_interleaving = False
        options.loop_vectorization = options.slp_vectorization = False
    builder = binding.create_pass_builder(machine, options)
    manager = builder.getModulePassManager()
    manager.run(module, builder)
    return target.code(module, machine, entries)


def tidied(module: Any, machine: Any, short: Collection[str]) -> None:
    """Optimise each function by itself, before and after the ``short`` ones are written out where they are called."""
    for function in module.functions:
        if function.name in short:
            function.add_function_attribute("alwaysinline")
    manager = binding.create_new_module_pass_manager()
    _one_by_one(manager)
    manager.add_always_inliner_pass()
    _one_by_one(manager)
    manager.run(module, binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=1)))


def _one_by_one(manager: Any) -> None:
    """Passes over each function alone, whose time grows with its size."""
    manager.add_sroa_pass()
    manager.add_simplify_cfg_pass()
    manager.add_instruction_combine_pass()
    manager.add_simplify_cfg_pass()
