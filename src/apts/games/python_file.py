"""Python files of a user: games, agents, metrics and findings that are in no package."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from apts.errors import AptsError

_NAMES: set[str] = set()
"""The modules that were made of such files."""


class _FreshLoader(SourceFileLoader):
    """Reads the source every time: what was compiled of a file a second ago is not what it says now."""

    def get_code(self, fullname: str) -> CodeType:
        """The code of the file as it is; none is left beside it."""
        return self.source_to_code(self.get_data(self.path), self.path)


def file_modules() -> list[ModuleType]:
    """The modules made of files that are in no package, so that elsewhere nobody could import them by name."""
    return [sys.modules[name] for name in sorted(_NAMES) if name in sys.modules]


def imported_file(path: Path, name: str) -> ModuleType:
    """Import a file as the module ``name``, so that what it defines can be found again and sent to other processes."""
    if not path.is_file():
        raise AptsError(
            f"{str(path)!r} cannot be imported: {'it is a folder' if path.is_dir() else 'there is no such file'}"
        )
    loader = _FreshLoader(name, str(path))
    specification = importlib.util.spec_from_file_location(name, path, loader=loader) if path.suffix == ".py" else None
    if specification is None:
        raise AptsError(f"{str(path)!r} is not a Python file that can be imported; its name must end in .py")
    module = importlib.util.module_from_spec(specification)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except BaseException as error:
        if before is None:
            del sys.modules[name]
        else:
            sys.modules[name] = before
        if isinstance(error, AptsError) or not isinstance(error, Exception | SystemExit):
            raise
        raise AptsError(f"{str(path)!r} cannot be imported: {_told(error, path)}") from error
    _NAMES.add(name)
    return module


def _told(error: BaseException, path: Path) -> str:
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f"{said} (line {lines[-1]})" if lines else said
