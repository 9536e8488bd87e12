"""Python files of a user: games, agents, metrics and findings that are in no package.

Such a file may import others that lie beside it, as a program started with Python may.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import inspect
import os
import random
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from apts.engine.native.kernel_files import cache_folder
from apts.engine.opened_files import (
    Stamp,
    is_installed,
    opened_by_class,
    opened_by_module,
    opened_in_threads,
    opened_in_trials,
    stamp_of,
    stamp_when_run,
    trying,
)
from apts.engine.play.game import Game
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


# ----------------------------------------------------------------------------------------------------------------
# The files that a game or an agent of one's own is made of beside the one with its class: those it imports or reads.

FIRST_MOVES = 200
"""Moves that are tried for the files that a game reads at play."""

_TRIED: WeakSet[Game] = WeakSet()

_OF_THE_SYSTEM = ("/usr", "/etc", "/proc", "/sys", "/dev", "/lib", "/lib64", "/System", "/Library")
"""Where files lie that differ from machine to machine and belong to no game."""


@dataclass(frozen=True)
class LoadedClass:
    """What a class was when a game was first made of it: its file, the digest and the source, and its further files.

    The file may be another by now, or the module another one of the same name. ``file`` is None for a class of no file.
    """

    file: str | None
    digest: str
    source: str | None
    inputs: Mapping[str, str]


_LOADED: WeakKeyDictionary[type, LoadedClass] = WeakKeyDictionary()


def loaded_class(kind: type) -> LoadedClass:
    """What a class is made of, as it was when this was first asked; games ask it when they are made."""
    known = _LOADED.get(kind)
    if known is None:
        known = _LOADED[kind] = _seen(kind)
    return known


def _seen(kind: type) -> LoadedClass:
    own = _file_of(sys.modules.get(kind.__module__))
    try:
        source = inspect.getsource(kind)
    except (OSError, TypeError):
        source = None
    if own is None or not os.path.isfile(own):
        return LoadedClass(None, "", source, {})
    _refuse_changed(own, stamp_when_run(own))
    inputs: dict[str, str] = {}
    if not is_installed(own):
        modules = [file for base in kind.__mro__ if (file := _file_of(sys.modules.get(base.__module__)))]
        inputs = _digests(_with_imports(dict.fromkeys(modules), own), own)
    return LoadedClass(own, digest_of(Path(own)), source, inputs)


def input_digests(game: Game) -> dict[str, str]:
    """The digest of each further file of a game's class by its path from there; a file that changed since is refused."""
    _try_first_moves(game)
    return further_files(type(game.definition))


def further_files(kind: type) -> dict[str, str]:
    """The digest of each file that a class is made of beside its own, by its path from there, as far as was seen."""
    loaded = loaded_class(kind)
    if loaded.file is None or is_installed(loaded.file):
        return {}
    opened: dict[str, Stamp] = {}
    bases = [file for base in kind.__mro__ if (file := _file_of(sys.modules.get(base.__module__)))]
    for file in bases:
        opened.update(opened_in_trials(file))
    for base in kind.__mro__:  # as a file was when it was read first, which was before the trial
        opened.update(opened_by_class(base))
    for file in [*bases, *loaded.inputs, *opened]:
        opened = {**opened_in_threads(file), **opened}
    found = {**_digests(_with_imports(opened, loaded.file), loaded.file), **loaded.inputs}
    folder = os.path.dirname(loaded.file)
    return {Path(os.path.relpath(path, folder)).as_posix(): found[path] for path in sorted(found)}


def _digests(files: Mapping[str, Stamp], own: str) -> dict[str, str]:
    """The digests of the files that belong to the game of a file, by their whole paths."""
    found: dict[str, str] = {}
    for path, stamp in files.items():
        if path != own and _belongs(path, os.path.dirname(own)) and os.path.isfile(path):
            _refuse_changed(path, stamp)
            found[path] = digest_of(Path(path))
    return found


def changed_inputs(folder: Path, inputs: Mapping[str, str]) -> list[str]:
    """The files that are not there any more, or not as they were; paths are those from a folder."""
    return [path for path, digest in sorted(inputs.items()) if _digest_there(folder / path) != digest]


def digest_of(path: Path) -> str:
    """The digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _digest_there(path: Path) -> str | None:
    try:
        return digest_of(path) if path.is_file() else None
    except (OSError, ValueError):
        return None


def _try_first_moves(game: Game) -> None:
    """Start a match as every match is started; errors are reported by the matches themselves."""
    if game in _TRIED:
        return
    _TRIED.add(game)
    choose = random.Random(0)
    with suppress(Exception), trying():
        state = game.start(0)
        _look_at(game, state)
        for _ in range(FIRST_MOVES):
            if state.outcome is not None:
                return
            state = state.after(choose.choice(state.moves()))


def _look_at(game: Game, state: Any) -> None:
    """Ask of a position what searches, networks and statistics ask, for which a class may read files of its own."""
    definition: Any = game.definition
    for seat in range(1, game.players + 1):
        for question in (state.estimate, state.observation, partial(definition.encoding, state.position)):
            with suppress(Exception):
                question(seat)
    with suppress(Exception):
        _ = state.standing, game.symmetries


def _refuse_changed(path: str, stamp: Stamp) -> None:
    if stamp is not None and stamp_of(path) != stamp:
        raise AptsError(
            f"{path!r} has changed since it was loaded, so that nobody could say what matches were played with; "
            "load it again, or start Python anew where a program imported it"
        )


def _belongs(path: str, folder: str) -> bool:
    """Whether a file that was read belongs to the game of a folder, and not to the machine."""
    if is_installed(path) or _is_inside(path, os.path.realpath(cache_folder())):
        return False
    if sys.prefix != sys.base_prefix and _is_inside(path, os.path.realpath(sys.prefix)):
        return False
    places = (*_OF_THE_SYSTEM, os.path.realpath(sys.base_prefix))
    return _is_inside(path, folder) or not any(_is_inside(path, place) for place in places)


def _is_inside(path: str, folder: str) -> bool:
    return path.startswith(folder.rstrip(os.sep) + os.sep)


def _with_imports(files: Mapping[str, Stamp], own: str) -> dict[str, Stamp]:
    """These files with all that the modules among them opened and import, however those came to be there."""
    found = dict(files)
    waiting = [path for path in files if path.endswith(".py")]
    known: set[str] = set()
    while waiting:
        file = waiting.pop()
        if file in known or is_installed(file):
            continue
        known.add(file)
        opened = opened_by_module(file)
        found[file] = found.get(file) or stamp_when_run(file)
        found.update(opened)
        waiting += [path for path in opened if path.endswith(".py")]
        waiting += _imported(file, os.path.dirname(own))
    return found


def _file_of(module: ModuleType | None) -> str | None:
    """The text of a module; None for those of no file."""
    file = getattr(module, "__file__", None)
    return os.path.realpath(file) if isinstance(file, str) and file.endswith(".py") else None


def _imported(file: str, folder: str) -> Iterator[str]:
    """The files of the modules that a file names in its imports and that are there, with those of their packages."""
    packages = {module.__package__ or "" for module in list(sys.modules.values()) if _file_of(module) == file}
    for name in _names_imported(file, stamp_of(file), next(iter(sorted(packages)), "")):
        parts = name.split(".")
        for count in range(1, len(parts) + 1):
            found = _file_called(parts[:count], folder)
            if found is not None and not is_installed(found):
                yield found


def _file_called(parts: list[str], folder: str) -> str | None:
    """The file of a module: that beside the class where there is one, since other games may have others of that name."""
    loaded = _file_of(sys.modules.get(".".join(parts)))
    if loaded is None or is_installed(loaded):
        return loaded
    places = (os.path.join(folder, *parts) + ending for ending in (".py", f"{os.sep}__init__.py"))
    return next((os.path.realpath(place) for place in places if os.path.isfile(place)), loaded)


@lru_cache(maxsize=1000)
def _names_imported(file: str, _stamp: Stamp, package: str) -> tuple[str, ...]:
    """The whole names of all that a file imports, at its top or inside a function; also what is taken from modules."""
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return ()
    names: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(dict.fromkeys(alias.name for alias in node.names))
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*filter(None, above), *filter(None, [node.module])])
            names.update(dict.fromkeys([base, *(f"{base}.{alias.name}".strip(".") for alias in node.names)]))
    return tuple(filter(None, names))


# ----------------------------------------------------------------------------------------------------------------
# The arguments of games that are Python classes: what can be set where a game has no rules text.


def count_of_parameters(game: Game) -> int:
    """How many numbers and truth values a game has, in its rules text or as the arguments of its class."""
    if game.definition is None:
        return len(game.parameters)
    arguments = arguments_of(game)
    return 0 if arguments is None else len(values_in_force(type(game.definition), arguments))


def values_in_force(made_of: type, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What can be set of a class, with the usual values where none were given."""
    found = inspect.signature(made_of).parameters
    data = {name: known.default for name, known in found.items() if known.default is not known.empty}
    return {**data, **arguments}


def arguments_of(game: Game) -> Mapping[str, Any] | None:
    """The arguments that a game of a class was made with; None for one of which nobody knows how it was made."""
    return game.arguments if game.arguments is not None else _arguments_kept(game.definition)


def _arguments_kept(made: Any) -> dict[str, Any] | None:
    """The arguments that an object was made with, where it keeps them and they make one like it again; else None."""
    kept = vars(made) if hasattr(made, "__dict__") else {}
    names = [name for name in inspect.signature(type(made)).parameters if name in kept]
    arguments = {name: kept[name] for name in names}
    try:
        return arguments if names and vars(type(made)(**arguments)) == kept else None
    except Exception:  # whatever the class does with arguments that it was perhaps not given
        return None
