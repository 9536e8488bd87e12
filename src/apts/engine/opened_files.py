"""Which files classes and modules of users read, so that a run can say what its game was made of.

Python tells every opening of a file to whoever listens (``sys.addaudithook``). A file belongs to a module where the text
of the module was being run when it was opened, and to a class where one of its methods was. What APTS itself, the
standard library or installed packages consist of is no part of a game.
"""

from __future__ import annotations

import os
import sys
import sysconfig
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import source_from_cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from urllib.parse import unquote, urlsplit
from weakref import WeakKeyDictionary

Stamp = tuple[int, int] | None
"""When a file was changed last, in nanoseconds, and how long it is; None for a file that is not there."""

Owner = str | type
"""The file of a module that is being run, or a class one of whose methods is."""

_APTS = str(Path(__file__).resolve().parents[1]) + os.sep
_OF_MODULES: dict[str, dict[str, Stamp]] = {}
_IN_TRIALS: dict[str, dict[str, Stamp]] = {}
_IN_THREADS: dict[str, dict[str, Stamp]] = {}
_OF_CLASSES: WeakKeyDictionary[type, dict[str, Stamp]] = WeakKeyDictionary()
_RUN: dict[str, Stamp] = {}
_BASES: list[type] = []
_TRIED_IN: list[int] = []
"""The threads in which games are being loaded or tried."""


def watch_classes(base: type) -> None:
    """From now on note what is opened by modules, and by the methods of classes derived from ``base`` (one of several)."""
    if not _BASES:
        sys.addaudithook(_heard)
    _BASES.append(base)


@contextmanager
def trying() -> Iterator[None]:
    """Meanwhile, what functions open belongs to the modules that they stand in: in threads of their own, and where no
    object of the class is at hand, as in static methods and generators.

    Nothing there says which game is at work, so this is not noted at other times.
    """
    _TRIED_IN.append(threading.get_ident())
    try:
        yield
    finally:
        _TRIED_IN.remove(threading.get_ident())


def opened_by_module(file: str) -> dict[str, Stamp]:
    """The files that the module in a file opened while its text was run, each as it was then."""
    return dict(_OF_MODULES.get(os.path.realpath(file), {}))


def opened_in_trials(file: str) -> dict[str, Stamp]:
    """The files that functions of the module in a file opened while a game was tried."""
    return dict(_IN_TRIALS.get(os.path.realpath(file), {}))


def opened_in_threads(file: str) -> dict[str, Stamp]:
    """The files that functions of the module in a file opened in threads of their own, meanwhile."""
    return dict(_IN_THREADS.get(os.path.realpath(file), {}))


def opened_by_class(kind: type) -> dict[str, Stamp]:
    """The files that methods of a class opened, each as it was then."""
    return dict(_OF_CLASSES.get(kind, {}))


def stamp_when_run(file: str) -> Stamp:
    """What the text of a module was when it was run last; None where that was not seen."""
    return _RUN.get(os.path.realpath(file))


def stamp_of(path: str) -> Stamp:
    """What a file is now."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size


@cache
def library_folders() -> tuple[str, ...]:
    """The folders of what is installed: APTS, the standard library and packages."""
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    found = {os.path.realpath(sysconfig.get_path(name)) for name in names if sysconfig.get_path(name)}
    found.update(os.path.realpath(path) for path in sys.path if Path(path).name in ("site-packages", "dist-packages"))
    return (_APTS, *(path.rstrip(os.sep) + os.sep for path in sorted(found)))


def is_installed(path: str) -> bool:
    """Whether a file belongs to what is installed."""
    return path.startswith(library_folders())


def _heard(event: str, arguments: tuple[Any, ...]) -> None:
    """What Python calls at every event of the interpreter; nothing that goes wrong here may disturb it."""
    if event == "open":
        place, mode, flags = arguments[:3]
        if _is_for_reading(mode, flags):
            _note(place)
    elif event == "sqlite3.connect":
        _note(_file_of_database(arguments[0]))
    elif event == "exec" and isinstance(arguments[0], CodeType) and arguments[0].co_name == "<module>":
        _begin(arguments[0].co_filename)


def _is_for_reading(mode: Any, flags: Any) -> bool:
    if isinstance(mode, str):
        return not set(mode) & set("wxa")
    return not (isinstance(flags, int) and flags & (os.O_WRONLY | os.O_CREAT))


def _begin(file: str) -> None:
    """The text of a module is run anew: what it opened before belongs to the text before."""
    if file.startswith(("<", _APTS)):
        return
    path = os.path.realpath(file)
    _OF_MODULES.pop(path, None)
    _IN_TRIALS.pop(path, None)
    _IN_THREADS.pop(path, None)
    _RUN[path] = stamp_of(path)


def _note(place: Any) -> None:
    try:
        frame = sys._getframe(2)
        owners, files, kept = _owners(frame), _files_at_work(frame), _IN_TRIALS if _is_in_trial() else _IN_THREADS
        path = os.path.realpath(os.fsdecode(place)) if (owners or files) and not isinstance(place, int) else ""
        if not path or is_installed(path):
            return
        source = _source_of(path)
        for owner in owners:
            _noted_of(owner).setdefault(source, stamp_of(source))
        for file in files:
            kept.setdefault(file, {}).setdefault(source, stamp_of(source))
    except Exception:  # a name that is none, a frame that is going: the opening itself says what is wrong
        return


def _file_of_database(place: Any) -> Any:
    """The file behind an address such as ``file:cards.db?mode=ro``."""
    text = os.fsdecode(place) if isinstance(place, str | bytes | os.PathLike) else ""
    return unquote(urlsplit(text).path) if text.startswith("file:") else place


def _noted_of(owner: Owner) -> dict[str, Stamp]:
    if isinstance(owner, str):
        return _OF_MODULES.setdefault(owner, {})
    return _OF_CLASSES.setdefault(owner, {})


def _source_of(path: str) -> str:
    """The text that compiled code was made of."""
    return source_from_cache(path) if path.endswith(".pyc") and "__pycache__" in path else path


def _owners(frame: FrameType | None) -> list[Owner]:
    """The modules that are being run and the classes whose methods are, out to the call by APTS itself."""
    found: list[Owner] = []
    while frame is not None:
        code = frame.f_code
        if code.co_filename.startswith(_APTS):
            break
        if code.co_name == "<module>":
            if not code.co_filename.startswith("<"):
                found.append(os.path.realpath(code.co_filename))
        elif code.co_argcount:
            first = frame.f_locals.get(code.co_varnames[0])
            kind = first if isinstance(first, type) else type(first)
            if issubclass(kind, tuple(_BASES)):
                found.append(kind)
        frame = frame.f_back
    return found


def _is_in_trial() -> bool:
    """Whether this thread tries a game."""
    return threading.get_ident() in _TRIED_IN


def _files_at_work(frame: FrameType | None) -> list[str]:
    """The files whose functions are at work while a game is being tried, in the trial or in a thread of their own."""
    if not _TRIED_IN:
        return []
    files: dict[str, None] = {}
    while frame is not None:
        if frame.f_code.co_filename.startswith(_APTS):
            if _is_in_trial():
                break
            return []
        files[frame.f_code.co_filename] = None
        frame = frame.f_back
    return [path for path in map(os.path.realpath, files) if not is_installed(path)]
