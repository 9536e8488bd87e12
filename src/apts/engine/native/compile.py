"""A module of kernel source as an object file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from llvmlite import binding, ir

from apts.engine.native.builtins import note_failure
from apts.engine.native.expressions import ADDRESS, WORD
from apts.engine.native.functions import FunctionWriter, hidden, is_array
from apts.engine.native.guards import add_guards
from apts.engine.native.parsing import parsed
from apts.engine.native.sources import is_entry, needed, read_sources

LARGE = 3_200_000  # characters of LLVM text; kernels of published games have up to three millions
_INLINED = 110  # as fast as LLVM's own 225 in playouts, and a tenth less to compile


def target_machine(*, quick: bool = False) -> Any:
    """The processor at hand. An execution engine takes its machine over, so each needs one of its own.

    ``quick`` code is written without looking for the best instructions.
    """
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_default_triple()
    features = binding.get_host_cpu_features()
    # Some virtual machines advertise AMX and then fault on it; integers do not need it.
    usable = ",".join(f"{'+' if on and 'amx' not in name else '-'}{name}" for name, on in sorted(features.items()))
    return target.create_target_machine(
        cpu=binding.get_host_cpu_name(), features=usable, opt=0 if quick else 2, reloc="pic", codemodel="jitdefault"
    )


@lru_cache(maxsize=1)
def processor() -> str:
    """What object files depend on besides their source."""
    machine = target_machine()
    return f"{machine.triple} {binding.get_host_cpu_name()} {binding.llvm_version_info}"


def compile_module(
    sources: Iterable[str], constants: Mapping[str, int], *, guarded: bool = True
) -> tuple[bytes, dict[str, int]]:
    """Compile the functions of several source texts together.

    Functions marked ``@entry(n)`` can be called from outside; gives the object file and the number of arguments of each.
    ``guarded`` source gets checks of its indices and of its work (see :mod:`apts.engine.native.guards`).
    """
    module_parts = needed(read_sources([parsed(source) for source in sources], constants))
    known, nodes = module_parts.constants, module_parts.functions
    if guarded:
        add_guards(nodes, module_parts.rooms, known)
    module = ir.Module("kernel")
    machine = target_machine()
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
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
    return optimised(str(module), machine), entries


def optimised(text: str, machine: Any, inlined: int = _INLINED) -> bytes:
    """The object file; rules of a size that no game needs are compiled quickly instead of well."""
    module = binding.parse_assembly(text)
    module.verify()
    if len(text) > LARGE:
        return bytes(target_machine(quick=True).emit_object(module))
    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.inlining_threshold = inlined
    builder = binding.create_pass_builder(machine, options)
    manager = builder.getModulePassManager()
    manager.run(module, builder)
    return bytes(machine.emit_object(module))
