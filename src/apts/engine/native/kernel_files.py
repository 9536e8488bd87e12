"""Kernels on disk: one for each structure of rules, compiled once and kept.

What a kernel is compiled with is imported when one has to be compiled.
"""

from __future__ import annotations

import ast
import atexit
import hashlib
import importlib
import json
import linecache
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from apts.atomic_files import PRIVATE, atomic_write
from apts.engine.native.parsing import parsed
from apts.engine.runtime import kernel_functions, layout
from apts.engine.runtime.kernel_functions import JIT, QUICK

if TYPE_CHECKING:
    from apts.engine.native.sources import KernelSyntax

COMPILATIONS = 0  # how many kernels this process had to compile, for tests and for the curious

_IMPORT = re.compile(r"^from (apts\.engine\.[\w.]+) import \*$", re.MULTILINE)
_NOT_COMPILED = ("apts.engine.runtime.kernel_functions", "apts.engine.runtime.layout")


def cache_folder() -> Path:
    """Where kernels are kept: ``APTS_CACHE``, or the user's cache folder."""
    given = os.environ.get("APTS_CACHE")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "apts"


@lru_cache(maxsize=256)
def load_kernel(source: str) -> Any:
    """The entries of the kernel with this source, as attributes; from the disk when it has been there before."""
    optimised = "quick" if QUICK else ""
    key = hashlib.sha256((kernel_fingerprint(source) + optimised + source).encode()).hexdigest()[:24]
    if not JIT:
        return _interpreted(key, source)
    from apts.engine.native.loading import NativeModule

    return NativeModule(*kept_code(key, source, lambda: _compile(source)))


def kept_code(
    key: str, source: str, compiled: Callable[[], tuple[bytes, dict[str, int]]]
) -> tuple[bytes, dict[str, int]]:
    """An object file and its entries, from the disk when they have been there before under the key."""
    stored = _read(key)
    if stored is None:
        with _compiling(key):
            stored = _read(key)  # another process may have compiled it while this one waited
            if stored is None:
                stored = compiled()
                _write(key, source, *stored)
    return stored


@contextmanager
def _compiling(key: str) -> Iterator[None]:
    """Keep other processes of this machine from compiling the same kernel; where that is not possible they do."""
    path = _folder() / f"{key}.lock"
    try:
        import fcntl

        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), PRIVATE)
        fcntl.flock(handle, fcntl.LOCK_EX)
    except (ImportError, OSError):
        yield
        return
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(handle)


def _shared(source: str) -> list[Path]:
    """The files of functions that a kernel builds on."""
    modules = [importlib.import_module(name) for name in _IMPORT.findall(source) if name not in _NOT_COMPILED]
    return [Path(str(module.__file__)) for module in modules]


def kernel_fingerprint(source: str) -> str:
    """Changes when what kernels are built with or on changes, so that old machine code is never used."""
    digest = hashlib.sha256(sys.version.encode())
    files = [Path(str(layout.__file__)), *_shared(source)]
    files += [Path(__file__).with_name(name) for name in ("sources.py", "trees.py")]
    files += sorted(Path(__file__).with_name("checks").glob("*.py"))
    if JIT:
        from apts.engine.native.targets import HOST

        digest.update(HOST.described().encode())
        files += sorted(Path(__file__).parent.glob("*.py"))
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def kernel_syntax(source: str) -> KernelSyntax:
    """The functions of a kernel as they are checked and compiled: those it builds on, and its own."""
    from apts.engine.native.sources import needed, read_sources

    texts, constants = kernel_texts(source)
    return needed(read_sources([parsed(text) for text in texts], constants))


def _compile(source: str) -> tuple[bytes, dict[str, int]]:
    global COMPILATIONS
    from apts.engine.native.compile import compile_module

    COMPILATIONS += 1
    return compile_module(*kernel_texts(source), quick=QUICK)


def kernel_texts(source: str) -> tuple[list[str], dict[str, int]]:
    """All source texts of a kernel, its own last, and the constants that they use."""
    constants = {name: value for name, value in vars(layout).items() if isinstance(value, int)}
    return [*(file.read_text(encoding="utf-8") for file in _shared(source)), source], constants


def kernel_file(source: str) -> str:
    """The name under which tracebacks show the kernel when it runs as plain Python."""
    return f"<kernel {hashlib.sha256(source.encode()).hexdigest()[:24]}>"


def _interpreted(key: str, source: str) -> Any:
    """The kernel as an ordinary module with the same checks as the machine code, for runs without that."""
    from apts.engine.native.checks.guards import add_guards

    name = f"apts_kernel_{key}"
    if name not in sys.modules:
        module = ModuleType(name)
        parts = kernel_syntax(source)
        add_guards(parts.functions, parts.capacities, parts.constants)
        vars(module).update({word: value for word, value in vars(kernel_functions).items() if not word.startswith("_")})
        vars(module).update(parts.constants)
        own = {node.name for node in parsed(source).body if isinstance(node, ast.FunctionDef)}
        for node in parts.functions:
            file = kernel_file(source) if node.name in own else "<functions of all kernels>"
            exec(compile(ast.Module([ast.fix_missing_locations(node)], []), file, "exec"), vars(module))
        linecache.cache[kernel_file(source)] = (len(source), None, source.splitlines(True), kernel_file(source))
        sys.modules[name] = module
    return sys.modules[name]


@lru_cache(maxsize=8)
def _private(base: Path) -> Path | None:
    """The folder for kernels in a place, if it belongs to this user alone; machine code of others is never run."""
    folder = base / "kernels"
    try:
        for part in (base, folder):  # each by itself: folders on the way to another get the mode of the system
            part.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _is_own(os.lstat(part)):
                return None
        folder.chmod(0o700)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _is_own(status: os.stat_result) -> bool:
    """Whether a file or folder (no link) belongs to this user, and nobody else may write to it."""
    own = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    return own and not stat.S_ISLNK(status.st_mode) and not status.st_mode & 0o022


@lru_cache(maxsize=1)
def _own_folder() -> Path:
    """A folder for this process alone, which goes with it."""
    folder = Path(tempfile.mkdtemp(prefix="apts-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _folder() -> Path:
    user = os.getuid() if hasattr(os, "getuid") else "user"
    for base in (cache_folder(), Path(tempfile.gettempdir()) / f"apts-{user}"):
        folder = _private(base)
        if folder is not None and folder.exists():
            return folder
    return _own_folder()


def _read(key: str) -> tuple[bytes, dict[str, int]] | None:
    """What was stored, unless it is missing, damaged or not this user's; the digest covers all that follows it."""
    try:
        handle = os.open(_folder() / f"{key}.kernel", os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        with os.fdopen(handle, "rb") as stream:
            if not _is_own(os.fstat(handle)):
                return None
            digest, _, content = stream.read().partition(b"\n")
        if digest.decode("ascii") != _digest(key, content):
            return None
        head, _, code = content.partition(b"\n")
        entries = json.loads(head)
        return code, {str(name): int(count) for name, count in entries.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return None


def _digest(key: str, content: bytes) -> str:
    return hashlib.sha256(key.encode() + b"\n" + content).hexdigest()


def _write(key: str, source: str, code: bytes, entries: dict[str, int]) -> None:
    """Store the machine code, and beside it the source for whoever wants to read it; a full disk is no obstacle."""
    content = json.dumps(entries).encode() + b"\n" + code
    try:
        _replace(_folder() / f"{key}.py", source.encode())
        _replace(_folder() / f"{key}.kernel", _digest(key, content).encode() + b"\n" + content)
    except OSError:
        pass


def _replace(path: Path, content: bytes) -> None:
    """Write a file so that others see it whole or not at all; what is the same is left as it is."""
    if not path.exists() or path.read_bytes() != content:
        atomic_write(path, content, PRIVATE)
