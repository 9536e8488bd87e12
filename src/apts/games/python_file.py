"""Python files of a user: games, agents, metrics and findings that are in no package.

Such a file may import others that lie beside it, as a program started with Python may.
"""

from __future__ import annotations

import importlib.util
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from apts.engine.opened_files import trying
from apts.errors import AptsError

_NAMES: set[str] = set()
"""The modules that were made of such files, and those that lie beside them and were imported by them."""

_FOLDERS: list[str] = []
"""The folders of such files, that of the last one first."""


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
        with trying(), _files_beside(path.resolve().parent):
            loader.exec_module(module)
    except BaseException as error:
        if before is None:
            del sys.modules[name]
        else:
            sys.modules[name] = before
        if isinstance(error, AptsError) or not isinstance(error, Exception | SystemExit):
            raise
        raise AptsError(f"{str(path)!r} cannot be imported: {_as_error(error, path)}") from error
    _NAMES.add(name)
    return module


@contextmanager
def _files_beside(folder: Path) -> Iterator[None]:
    """Files of the folder can be imported inside, and from functions later on; they are read anew.

    The folder comes on the path behind all but such folders: a file of a user takes no other module's place.
    """
    earlier = [place for place in _FOLDERS if place in sys.path]
    if str(folder) in earlier or str(folder) not in sys.path:
        _FOLDERS[:] = [str(folder), *(place for place in earlier if place != str(folder))]
        sys.path[:] = [*(place for place in sys.path if place not in earlier), *_FOLDERS]
    there = {file.stem for file in folder.iterdir()}
    for name in [name for name in _NAMES if name.partition(".")[0] in there]:
        sys.modules.pop(name, None)  # as it was then, or of another folder
    importlib.invalidate_caches()
    known, writes_none = set(sys.modules), sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes_none
        _NAMES.update(name for name in set(sys.modules) - known if _lies_in(folder, name))


def _lies_in(folder: Path, name: str) -> bool:
    """Whether a module is a file of the folder, or of a package of the folder, and not of what is installed below it."""
    file = getattr(sys.modules[name], "__file__", None)
    path = Path(file).resolve() if file else folder
    if not path.is_relative_to(folder) or path == folder:
        return False
    return Path(path.relative_to(folder).parts[0]).stem == name.partition(".")[0]


def _as_error(error: BaseException, path: Path) -> str:
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f"{text} (line {lines[-1]})" if lines else text
