"""A module of kernel source as code for a target."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from llvmlite import binding, ir

from apts.engine.native.builtins import note_failure
from apts.engine.native.expressions import ADDRESS, WORD
from apts.engine.native.functions import FunctionWriter, hidden, is_array
from apts.engine.native.guards import add_guards
from apts.engine.native.parsing import parsed
from apts.engine.native.sources import is_entry, needed, read_sources
from apts.engine.native.targets import HOST, Target
from apts.engine.native.uncollected import uncollected

LARGE = 3_200_000  # characters of LLVM text; kernels of published games have up to three millions
_INLINED = 110  # as fast as LLVM's own 225 in playouts, and a tenth less to compile


def compile_module(
    sources: Iterable[str], constants: Mapping[str, int], *, guarded: bool = True, target: Target = HOST
) -> tuple[bytes, dict[str, int]]:
    """Compile the functions of several source texts together.

    Functions marked ``@entry(n)`` can be called from outside; gives the code and the number of arguments of each.
    ``guarded`` source gets checks of its indices and of its work (see :mod:`apts.engine.native.guards`).
    """
    with uncollected():
        module, entries = kernel_module(sources, constants, guarded=guarded, target=target)
        text = str(module)
    return optimised([text], entries, target=target), entries


def kernel_module(
    sources: Iterable[str], constants: Mapping[str, int], *, guarded: bool = True, target: Target = HOST
) -> tuple[ir.Module, dict[str, int]]:
    """The functions of several source texts as a module of LLVM, and its entries with the number of their arguments."""
    module_parts = needed(read_sources([parsed(source) for source in sources], constants))
    known, nodes = module_parts.constants, module_parts.functions
    if guarded:
        add_guards(nodes, module_parts.rooms, known)
    module = empty_module("kernel", target)
    entries = {}
    functions = {}
    by_name = {node.name: node for node in nodes}
    note_failure(module)
    for node in nodes:
        kinds = [ADDRESS if is_array(argument) else WORD for argument in node.args.args]
        memory, line = hidden(node)
        kinds += [ADDRESS] * memory + [WORD] * line
        function = ir.Function(module, ir.FunctionType(WORD, kinds), node.name)
        function.attributes.add("nounwind")
        if is_entry(node):
            entries[node.name] = len(kinds)
        else:
            function.linkage = "internal"
        functions[node.name] = function
    for node in nodes:
        FunctionWriter(module, functions[node.name], node, known, by_name).write()
    return module, entries


def empty_module(name: str, target: Target) -> ir.Module:
    """A module of LLVM for a target, with nothing in it."""
    module, machine = ir.Module(name), target.machine()
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    return module


def optimised(texts: Sequence[str], entries: Collection[str], inlined: int = _INLINED, *, target: Target) -> bytes:
    """Modules as one piece of code; rules of a size that no game needs are compiled quickly instead of well."""
    module = binding.parse_assembly(texts[0])
    for text in (*texts[1:], *target.library(texts)):
        module.link_in(binding.parse_assembly(text))
    module.verify()
    if sum(map(len, texts)) > LARGE:
        return target.code(module, target.machine(quick=True), entries)
    machine = target.machine()
    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.inlining_threshold = inlined
    builder = binding.create_pass_builder(machine, options)
    manager = builder.getModulePassManager()
    manager.run(module, builder)
    return target.code(module, machine, entries)
