"""Where the game of a run comes from, so that the run can be opened again later and its matches replayed.

A run is data: it says which Python file its game was in, and whoever wrote the run wrote that. So Python is loaded for a
run only where this user has loaded that very game before (``loaded_games``) or names its file now; else the run is
opened without its game.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import inspect
import json
import os
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.machinery import PathFinder
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any

from apts.archive import RunManifest
from apts.atomic_files import PRIVATE, atomic_write
from apts.engine.play.game import Game
from apts.engine.python_game import PythonGame
from apts.errors import AptsError
from apts.games.catalogue import library_files, library_name
from apts.games.library import class_in_file, load, rules_game
from apts.games.python_file import (
    arguments_of,
    changed_inputs,
    digest_of,
    input_digests,
    loaded_class,
    values_in_force,
)
from apts.input_checks import shown

# ----------------------------------------------------------------------------------------------------------------
# The arguments of a game that is a Python class, as a manifest keeps them: plain values, or texts that give them
# again.

LITERAL = "literal"
"""What stands before the text of a value that JSON does not have, such as a tuple."""

_PLAIN = (bool, int, float, str)


def class_parameters(game: Game) -> dict[str, Any]:
    """All arguments of a game's class with the values in force, which tell it from the same class with others."""
    values = values_in_force(type(game.definition), _arguments(game))
    return {name: value if isinstance(value, _PLAIN) else _written(value) for name, value in values.items()}


def kept_arguments(game: Game) -> dict[str, Any] | None:
    """The arguments that make a game again, in values of JSON; None where one of them is an object of its own."""
    kept: dict[str, Any] = {}
    for name, value in _arguments(game).items():
        if type(value) in _PLAIN:
            kept[name] = value
        elif _is_literal(value):
            kept[name] = {LITERAL: _written(value)}
        else:
            return None
    return kept


def arguments_again(kept: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments themselves."""
    return {
        name: ast.literal_eval(value[LITERAL]) if isinstance(value, Mapping) else value for name, value in kept.items()
    }


def arguments_of_run(manifest: RunManifest) -> dict[str, Any]:
    """The arguments of the class that a run was played with, as far as the run knows them."""
    source = manifest.settings.get("source")
    if source is not None:
        return arguments_again(source["settings"])
    return dict(manifest.parameters)


def _arguments(game: Game) -> Mapping[str, Any]:
    """What the constructor was given; of an object made elsewhere what it keeps under the names of the arguments."""
    known = arguments_of(game)
    if known is not None:
        return known
    names = inspect.signature(type(game.definition)).parameters
    return {name: getattr(game.definition, name) for name in names if hasattr(game.definition, name)}


def _written(value: Any) -> str:
    """The text of a value, the same in every process: sets in order, and no addresses of objects."""
    if isinstance(value, set) and value:
        return f"{{{', '.join(sorted(map(repr, value)))}}}"
    text = repr(value)
    return f"<{type(value).__name__}>" if " at 0x" in text else text


def _is_literal(value: Any) -> bool:
    """Whether the text of a value gives the same value again, down to the kinds of its parts."""
    try:
        again = ast.literal_eval(repr(value))
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return False
    return (
        type(again) is type(value) and bool(again == value) and (isinstance(value, set) or repr(again) == repr(value))
    )


# ----------------------------------------------------------------------------------------------------------------
# The games of Python files that this user has loaded himself: only their code is run when a run is opened again.
#
# A run is data, and whoever writes it writes which file it names and which digest that file should have. So the
# list lies outside of every archive, in the user's own data folder, where nobody else may write. An entry is a
# file of its own, which is called by the digest of everything that was loaded: the file, the class, its
# arguments, and all files that it is made of.

MOST = 2000
"""Entries that are kept; beyond that the oldest go."""


def data_folder() -> Path | None:
    """Where a user's own data lie: ``APTS_DATA``, or the data folder of the user; None for one without a home."""
    given = os.environ.get("APTS_DATA")
    if given:
        return Path(given)
    try:
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "apts"
    except RuntimeError:
        return None


def note_loaded(source: Mapping[str, Any]) -> None:
    """Remember that this user has loaded the game of a source; a disk that takes no file is no obstacle."""
    folder, entry = _folder(create=True), _entry(source)
    if folder is None:
        return
    try:
        place = folder / _name(entry)
        if not place.exists():
            atomic_write(place, entry, PRIVATE)
            _drop_the_oldest(folder)
    except OSError:
        return


def was_loaded(source: Mapping[str, Any]) -> bool:
    """Whether this user has loaded the very game of a source: the same files, class and arguments."""
    folder, entry = _folder(create=False), _entry(source)
    if folder is None:
        return False
    try:
        handle = os.open(folder / _name(entry), os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        with os.fdopen(handle, "rb") as file:
            return _is_own(os.fstat(handle)) and file.read(len(entry) + 1) == entry
    except OSError:
        return False


def note_file(path: Path) -> None:
    """Remember that this user has loaded a Python file as it is now."""
    if (source := _file_now(path)) is not None:
        note_loaded(source)


def file_was_loaded(path: Path) -> bool:
    """Whether this user has loaded a Python file as it is now."""
    source = _file_now(path)
    return source is not None and was_loaded(source)


def _file_now(path: Path) -> dict[str, str] | None:
    try:
        return {"file": str(path.resolve()), "text": hashlib.sha256(path.read_bytes()).hexdigest()}
    except (OSError, ValueError, RuntimeError):
        return None


def _entry(source: Mapping[str, Any]) -> bytes:
    return json.dumps(source, sort_keys=True, ensure_ascii=True, indent=1).encode() + b"\n"


def _name(entry: bytes) -> str:
    return hashlib.sha256(entry).hexdigest() + ".json"


def _folder(*, create: bool) -> Path | None:
    """The folder of the list, if it is this user's alone."""
    base = data_folder()
    if base is None:
        return None
    folder = base / "loaded-games"
    try:
        if create:
            base.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
        return folder if all(_is_own(os.lstat(part)) for part in (base, folder)) else None
    except OSError:
        return None


def _is_own(status: os.stat_result) -> bool:
    """Whether something (no link) belongs to this user, and nobody else may write to it."""
    own = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    return own and not stat.S_ISLNK(status.st_mode) and not status.st_mode & 0o022


def _drop_the_oldest(folder: Path) -> None:
    entries = sorted(folder.glob("*.json"), key=lambda entry: entry.stat().st_mtime)
    for entry in entries[: max(0, len(entries) - MOST)]:
        entry.unlink(missing_ok=True)


OF_FILES = ("apts_game_", "apts_plugin_")
"""How modules are called that were made of a file outside of any package."""

LIBRARY = ("apts.games.shipped.", "apts.games.")
"""The package that the classes of the library are modules of, and the one in which they were before."""

MODEST = 64
"""Whole numbers up to this may be given to a class of the library by whoever wrote a run; larger ones cost too much."""

KNOWN_TURNS = "known_turns"
"""The setting of a manifest that says after how many turns matches are drawn, for the players too."""


@dataclass(frozen=True)
class FoundGame:
    """The game of a run, or why it is not at hand: the end of a sentence, which says what would help."""

    game: Game | None
    missing: str | None = None


def rules_of(game: Game) -> str:
    """The text of the rules, or the source of a game written in Python."""
    if game.definition is not None:
        return loaded_class(type(game.definition)).source or game.rules
    return game.rules


def source_of(game: Game) -> dict[str, Any] | None:
    """For a game written in Python what finds it again: module or file, class, settings, and digests of its files.

    None for games from rules text, which the manifest holds whole, and for classes that nothing can find again, such as
    those defined inside a function, in a notebook or in a program that comes from standard input, and those that were
    given objects which no text stands for. ``inputs`` are the files that belong to the class beside its own, where there
    are any. The game is on this user's list from now on: it was loaded here.
    """
    if game.definition is None:
        return None
    kind = type(game.definition)
    loaded = loaded_class(kind)
    of_file = kind.__module__.startswith(OF_FILES)  # of which another may be loaded under the same name by now
    there = getattr(sys.modules.get(kind.__module__), kind.__name__, None) is kind
    arguments = kept_arguments(game)
    if loaded.file is None or arguments is None or not (there or (of_file and kind.__qualname__ == kind.__name__)):
        return None
    place: dict[str, Any] = {"class": kind.__name__, "text": loaded.digest}
    if of_file or kind.__module__ == "__main__":
        place["file"] = loaded.file
    else:
        place["module"] = kind.__module__
    inputs = input_digests(game)
    source = {**place, "settings": arguments, **({"inputs": inputs} if inputs else {})}
    note_loaded(source)
    return source


def game_of(manifest: RunManifest, named: str | PathLike[str] | None = None, *, own_list: bool = True) -> FoundGame:
    """The game of a stored run with the options and parameters it was played with, or why it is not at hand.

    ``named`` is the file of a game written in Python, which the user gave with the run; a file that is not what the run
    was played with is refused. Without ``own_list`` no Python is loaded but that of APTS.
    """
    source = manifest.settings.get("source")
    if source is None:
        try:
            game = rules_game_of(manifest)
        except AptsError as problem:  # of a newer version, or no rules at all
            return FoundGame(None, f"its rules cannot be loaded: {problem}")
        missing = None if game is not None else "the run does not say where the Python class of its game is"
        return FoundGame(game, missing)
    if named is not None:
        return FoundGame(_named_game(manifest.game, source, Path(named)))
    return _class_game(manifest.game, source, own_list=own_list)


def rules_game_of(manifest: RunManifest) -> Game | None:
    """The game of a run from its rules text, with its options and parameters; None for one that is a Python class."""
    if "(game" not in manifest.rules or manifest.rules.lstrip().startswith(("class ", "@")):
        return None
    plain = rules_game(manifest.rules, "<rules>", dict(manifest.options))
    standing = {parameter.path: parameter.value for parameter in plain.parameters}
    changed = {path: value for path, value in manifest.parameters.items() if standing.get(path) != value}
    game = rules_game(manifest.rules, "<rules>", {**manifest.options, **changed}) if changed else plain
    turns = manifest.settings.get(KNOWN_TURNS)
    return game if turns is None else game.ending_after(turns)


def _class_game(name: str, source: Mapping[str, Any], *, own_list: bool) -> FoundGame:
    """The game of a class: one of the library, one that this process has loaded already, or one of this user's list."""
    module = source.get("module")
    played = own_list and was_loaded(source)
    library = _library_name(module) if played or _are_modest(source["settings"]) else None
    # Arguments are the word of whoever wrote the run: a class that is here for another reason is not given them.
    known = _class_here(source) if library is None and own_list and (played or not source["settings"]) else None
    trusted = library is not None or known is not None or played
    place = f"the module {shown(str(module))}" if module else repr(source["file"])
    if not trusted:
        named = "GAME.py" if module else source["file"]
        return FoundGame(
            None,
            f"the game {shown(name)} was written in Python in {place}, and a run runs no Python that this user has not "
            f"played with exactly so; --game {shown(str(named))} names the file, if you trust it",
        )
    path = library_files()[library] if library else _file_of(module) if module else Path(source["file"])
    if path is None or not path.is_file():
        return FoundGame(None, f"the game {shown(name)} was written in Python in {place}, which is not there any more")
    different = _differences(path, source)
    if different:
        return FoundGame(
            None,
            f"the game {shown(name)} was written in Python in {place}, which has changed since the run was played "
            f"({shown(different)}); its matches cannot be played again. Put the old file back, or play a new run",
        )
    try:
        if library is not None:
            return FoundGame(load(library, **_source_arguments(source)))
        found = known if known is not None else _loaded_class(source, path)
        return _the_same(name, FoundGame(load(found, **_source_arguments(source))), source)
    except AptsError as problem:  # arguments that it does not take, a package that is not installed any more
        return FoundGame(
            None, f"the game {shown(name)} was written in Python in {place}, and cannot be made: {problem}"
        )


def _named_game(name: str, source: Mapping[str, Any], path: Path) -> Game:
    """The game in the file that a user named for a run."""
    if path.suffix != ".py" or not path.is_file():
        raise AptsError(f"{str(path)!r} is no Python file that is there; the game {shown(name)} was written in one")
    different = _differences(path, source)
    if different:
        raise AptsError(
            f"{str(path)!r} is not the file that the run was played with ({shown(different)}); its matches cannot be "
            "played again with it"
        )
    game = load(class_in_file(path, str(source["class"])), **_source_arguments(source))
    source_of(game)  # now on the list: the next command need not name it
    note_loaded(source)
    return game


def _source_arguments(source: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return arguments_again(source["settings"])
    except (ValueError, SyntaxError, TypeError, KeyError, RecursionError, MemoryError) as problem:
        raise AptsError(f"the arguments of the class cannot be read in the run ({type(problem).__name__})") from None


def _library_name(module: Any) -> str | None:
    """The name in the library of the class of a module; its code is a part of APTS."""
    for package in LIBRARY:
        if isinstance(module, str) and module.startswith(package):
            name = library_name(module.removeprefix(package))
            path = library_files().get(name)
            if path is not None and path.suffix == ".py":
                return name
    return None


def _are_modest(arguments: Any) -> bool:
    """Whether a class of the library may be given these by whoever wrote a run."""
    return isinstance(arguments, Mapping) and all(
        isinstance(value, int) and 0 <= value <= MODEST for value in arguments.values()
    )


def _class_here(source: Mapping[str, Any]) -> type[PythonGame[Any]] | None:
    """The class where this process has loaded it already, by a plug-in or a module that a program imported."""
    wanted = source.get("file")
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if not isinstance(file, str) or not file.endswith(".py"):
            continue
        if module.__name__ == source.get("module") or (wanted is not None and str(Path(file).resolve()) == wanted):
            found = vars(module).get(str(source["class"]))
            if inspect.isclass(found) and issubclass(found, PythonGame) and _is_of(found, module, source):
                return found
    return None


def _is_of(found: type, module: ModuleType, source: Mapping[str, Any]) -> bool:
    """Whether a class was defined in a module, by the very text that a run was played with."""
    if found.__module__ != module.__name__:
        return False
    try:
        return loaded_class(found).digest == str(source["text"])
    except AptsError:  # its file has changed since it was imported
        return False


def _loaded_class(source: Mapping[str, Any], path: Path) -> type[PythonGame[Any]]:
    module = source.get("module")
    if not module:
        return class_in_file(path, str(source["class"]))
    found = getattr(importlib.import_module(str(module)), str(source["class"]), None)
    if not inspect.isclass(found) or not issubclass(found, PythonGame):
        raise AptsError(f"the module {shown(str(module))} has no game {shown(str(source['class']))}")
    return found


def _the_same(name: str, found: FoundGame, source: Mapping[str, Any]) -> FoundGame:
    """The game, unless it read other files than when the run was played; older runs do not say which it read."""
    again = source_of(found.game) if found.game is not None and "inputs" in source else None
    if again is not None and again.get("inputs") != source["inputs"]:
        return FoundGame(
            None, f"the game {shown(name)} is made of other files than when the run was played; play a new run"
        )
    return found


def _differences(path: Path, source: Mapping[str, Any]) -> str:
    """The files that are not what they were when the run was played, as a list; nothing where all are."""
    own = [] if digest_of(path) == source["text"] else [path.name]
    return ", ".join([*own, *changed_inputs(path.resolve().parent, source.get("inputs", {}))])


def _file_of(module: Any) -> Path | None:
    """The file of a module, found without running anything of the packages that it lies in."""
    places: list[str] | None = None
    for part in _parts(str(module)):
        found = PathFinder.find_spec(part, places)
        if found is None or (found.origin is None and found.submodule_search_locations is None):
            return None
        places = list(found.submodule_search_locations or ())
    return Path(found.origin) if found is not None and found.origin else None


def _parts(module: str) -> list[str]:
    """``a``, ``a.b``, ``a.b.c``."""
    names = module.split(".")
    return [".".join(names[: count + 1]) for count in range(len(names))]
