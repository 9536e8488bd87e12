"""Kernels on disk: one module for each structure of rules, compiled once and kept."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from apts.engine import jit, layout, lists, questions, runtime
from apts.engine.jit import JIT

COMPILATIONS = 0  # how many kernels this process had to compile, for tests and for the curious


def cache_folder() -> Path:
    """Where kernels are kept: ``APTS_CACHE``, or the user's cache folder."""
    given = os.environ.get("APTS_CACHE")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "apts"


@lru_cache(maxsize=1)
def _fingerprint() -> str:
    """Changes when the code that kernels are built on changes, so that old machine code is never used."""
    digest = hashlib.sha256(sys.version.encode())
    for module in (jit, layout, lists, questions, runtime):
        digest.update(Path(str(module.__file__)).read_bytes())
    if JIT:
        import numba

        digest.update(numba.__version__.encode())
    return digest.hexdigest()


@lru_cache(maxsize=256)
def load_kernel(source: str) -> ModuleType:
    """Import the module with this source, from the disk when it has been there before."""
    key = hashlib.sha256((_fingerprint() + source).encode()).hexdigest()[:24]
    name = f"apts_kernel_{key}"
    if name in sys.modules:
        return sys.modules[name]
    path = _stored(key, source)
    specification = importlib.util.spec_from_file_location(name, path)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    try:
        specification.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    if JIT and module.play.stats.cache_misses:
        global COMPILATIONS  # noqa: PLW0603
        COMPILATIONS += 1
    return module


def _stored(key: str, source: str) -> Path:
    folder = cache_folder() / "kernels" / key[:2]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir()) / "apts-kernels" / key[:2]
        folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"kernel_{key}.py"
    if not path.exists():
        handle, temporary = tempfile.mkstemp(dir=folder, suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(source)
        os.replace(temporary, path)
    return path
