"""Kernels on disk: one for each structure of rules, compiled once and kept."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import os
import re
import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from apts.engine import layout
from apts.engine.words import JIT

COMPILATIONS = 0  # how many kernels this process had to compile, for tests and for the curious

_IMPORT = re.compile(r"^from (apts\.engine\.\w+) import \*$", re.MULTILINE)
_NOT_COMPILED = ("apts.engine.words", "apts.engine.layout")


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
    key = hashlib.sha256((_fingerprint(source) + source).encode()).hexdigest()[:24]
    if not JIT:
        return _interpreted(key, source)
    from apts.engine.native.loading import NativeModule

    stored = _read(key)
    if stored is None:
        stored = _compile(source)
        _write(key, source, *stored)
    return NativeModule(*stored)


def _shared(source: str) -> list[Path]:
    """The files of functions that a kernel builds on."""
    modules = [importlib.import_module(name) for name in _IMPORT.findall(source) if name not in _NOT_COMPILED]
    return [Path(str(module.__file__)) for module in modules]


def _fingerprint(source: str) -> str:
    """Changes when what kernels are built with or on changes, so that old machine code is never used."""
    digest = hashlib.sha256(sys.version.encode())
    files = [Path(str(layout.__file__)), *_shared(source)]
    if JIT:
        from apts.engine.native.compile import processor

        digest.update(processor().encode())
        files += sorted((Path(__file__).parent / "native").glob("*.py"))
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _compile(source: str) -> tuple[bytes, dict[str, int]]:
    global COMPILATIONS
    from apts.engine.native.compile import compile_module

    COMPILATIONS += 1
    constants = {name: value for name, value in vars(layout).items() if isinstance(value, int)}
    texts = [file.read_text(encoding="utf-8") for file in _shared(source)]
    return compile_module([*texts, source], constants)


def _interpreted(key: str, source: str) -> Any:
    """The kernel as an ordinary module, for runs without machine code."""
    name = f"apts_kernel_{key}"
    if name not in sys.modules:
        path = _folder() / f"{key}.py"
        _replace(path, source.encode())
        specification = importlib.util.spec_from_file_location(name, path)
        assert specification is not None
        assert specification.loader is not None
        module = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(module)
        sys.modules[name] = module
    return sys.modules[name]


def _folder() -> Path:
    for base in (cache_folder(), Path(tempfile.gettempdir()) / f"apts-{os.getuid()}"):
        folder = base / "kernels"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="apts-"))


def _read(key: str) -> tuple[bytes, dict[str, int]] | None:
    """What was stored, unless it is missing or damaged."""
    path = _folder() / f"{key}.kernel"
    try:
        head, _, code = path.read_bytes().partition(b"\n")
        record = json.loads(head)
        if hashlib.sha256(code).hexdigest() == record["digest"]:
            return code, record["entries"]
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return None


def _write(key: str, source: str, code: bytes, entries: dict[str, int]) -> None:
    """Store the machine code, and beside it the source for whoever wants to read it; a full disk is no obstacle."""
    head = json.dumps({"digest": hashlib.sha256(code).hexdigest(), "entries": entries})
    try:
        _replace(_folder() / f"{key}.py", source.encode())
        _replace(_folder() / f"{key}.kernel", head.encode() + b"\n" + code)
    except OSError:
        pass


def _replace(path: Path, content: bytes) -> None:
    """Write a file so that others see it whole or not at all."""
    if path.exists() and path.read_bytes() == content:
        return
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    with os.fdopen(handle, "wb") as stream:
        stream.write(content)
    os.replace(temporary, path)
