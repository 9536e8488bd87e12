"""Finding and loading games: by name from the library, from a file, from a text, or from a class."""

from __future__ import annotations

import importlib
import inspect
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from apts.engine.play.game import Game
from apts.engine.python_game import PythonGame
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.games.catalogue import OWN_GAMES, SHIPPED, library_files, library_name
from apts.games.python_file import imported_file
from apts.games.rules_file import is_text_of_rules, rules_text
from apts.language.options import keyword
from apts.language.parameters import parameters, with_parameters
from apts.language.reading import build, options_of
from apts.language.tree import Clause
from apts.similar_names import did_you_mean

# ----------------------------------------------------------------------------------------------------------------
# Keywords of ``load`` sorted into options, ruleset and parameters.


class UnknownSetting(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A keyword that is neither an option nor a parameter of the rules; the message lists both."""


def sorted_keywords(
    text: str, file: str, settings: Mapping[str, Any]
) -> tuple[dict[str, str], str | None, dict[str, int | bool]]:
    """The chosen options by heading, the ruleset, and the values of parameters by path.

    A parameter may be named by its path, by the path with underscores (``rules_end_if_is_line_length``), or by as much
    of its end as is its own.
    """
    rest = dict(settings)
    ruleset = None if rest.get("ruleset") is None else str(rest["ruleset"])
    rest.pop("ruleset", None)
    options: dict[str, str] = {}
    headings = {option.keyword: option.heading for option in options_of(text, file=file)}
    for name in list(rest):
        heading = headings.get(keyword(name))
        if heading is not None:
            label = str(rest.pop(name))
            if options.setdefault(heading, label) != label:
                raise AptsError(f"the option {heading!r} is chosen twice, as {options[heading]!r} and as {label!r}")
    if not rest:
        return options, ruleset, {}
    paths = [known.path for known in parameters(build(text, file=file, options=options, ruleset=ruleset))]
    values: dict[str, int | bool] = {}
    for name, value in rest.items():
        path = parameter_path(name, paths, list(headings.values()))
        if path in values:
            raise AptsError(f"the parameter {path!r} is set twice, to {values[path]} and as {name!r} to {value}")
        values[path] = value
    return options, ruleset, values


def parameter_path(name: str, paths: Sequence[str], headings: Sequence[str] = ()) -> str:
    """The path that a name stands for; a name of none, or of several, is an UnknownSetting that lists them."""
    if name in paths:
        return name
    wanted = keyword(name)
    found = [path for path in paths if keyword(path) == wanted]
    found = found or [path for path in paths if f"_{keyword(path)}".endswith(f"_{wanted}")]
    if len(found) == 1:
        return found[0]
    if found:
        shortest = ", ".join(short_path(path, paths) for path in found)
        raise UnknownSetting(f"{name!r} names several parameters; name one of them: {shortest}")
    ends = [".".join(parts[start:]) for parts in (path.split(".") for path in paths) for start in range(len(parts))]
    hint = did_you_mean(name, [*headings, *ends, *(keyword(heading) for heading in headings)], quoted=True)
    raise UnknownSetting(
        f"the rules have no option or parameter {name!r}{hint} "
        f"(options: {', '.join(headings) or 'none'}; parameters: {', '.join(paths) or 'none'})"
    )


def short_path(path: str, paths: Sequence[str]) -> str:
    """As much of the end of a path as is its own."""
    parts = path.split(".")
    for start in range(len(parts) - 1, 0, -1):
        wanted = keyword(end := ".".join(parts[start:]))
        exact = [known for known in paths if keyword(known) == wanted]
        if [path] == (exact or [known for known in paths if f"_{keyword(known)}".endswith(f"_{wanted}")]):
            return end
    return path


class UnknownGame(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """No game has this name; the message lists those there are."""


GameSource = str | os.PathLike[str] | type[PythonGame[Any]] | PythonGame[Any] | Game
"""Whatever a game can be given as: a name, a path, rules text, a class, an object of it, or the game itself."""


def load(source: GameSource, **settings: Any) -> Game:
    """Load a game.

    ``source`` is a name of the library (``"connect-four"``), a path of a ``.lud`` or ``.py`` file, the text of rules,
    or a subclass of :class:`PythonGame`; a game that is loaded already is given back. Keywords choose options by their
    heading (``board_size="9x9"``), a ``ruleset``, or parameters by path; for a class they are the arguments of its
    constructor. A wrong name lists the valid ones.

    >>> from apts import load
    >>> game = load("connect-four")
    >>> game.name, game.players, len(game.start().moves())
    ('Connect Four', 2, 7)
    """
    if isinstance(source, Game):
        if settings:
            raise AptsError(f"{', '.join(settings)} cannot be set: {source.name} was loaded already")
        return source
    if isinstance(source, PythonGame) or inspect.isclass(source):
        return _from_class(source, settings)
    if isinstance(source, str) and is_text_of_rules(source):
        return rules_game(source, "<rules>", settings)
    if not isinstance(source, str | os.PathLike):
        raise AptsError(
            f"a game is a name, a path, rules text, a subclass of PythonGame or a loaded game, not {source!r}"
        )
    path = Path(source)
    if path.suffix in (".lud", ".py") or not isinstance(source, str) or os.sep in source:
        return _from_file(path, settings)
    files = library_files()
    name = library_name(str(source))
    if name in OWN_GAMES:
        return _from_class(OWN_GAMES[name], settings)
    if name not in files:
        raise _unknown_game(str(source))
    return _from_file(files[name], settings)


def rules_game(text: str, file: str, settings: dict[str, Any]) -> RulesGame:
    """A game from its text; settings are sorted into options, ruleset and parameters."""
    if not settings:
        return RulesGame(text, file=file)
    options, ruleset, values = sorted_keywords(text, file, settings)
    return RulesGame(text, file=file, options=options, ruleset=ruleset, values=values)


def typed_rules(text: str, file: str, settings: dict[str, Any]) -> Clause:
    """The typed rules of a text under settings, whether they can be played or not."""
    options, ruleset, values = sorted_keywords(text, file, settings)
    rules = build(text, file=file, options=options, ruleset=ruleset)
    return with_parameters(rules, values) if values else rules


def _from_file(path: Path, settings: dict[str, Any]) -> Game:
    text = rules_text(path)
    if path.suffix != ".py":
        return rules_game(text, path.name, settings)
    return _from_class(_class_in(_imported(path), path), settings)


def game_class(source: str | os.PathLike[str]) -> type[PythonGame[Any]]:
    """The class of a game: of a name that a plug-in brought, or the one that a Python file defines."""
    name = library_name(str(source))
    if name in OWN_GAMES:
        return OWN_GAMES[name]
    path = library_files().get(name, Path(source))
    if path.suffix != ".py":
        raise _unknown_game(str(source))
    rules_text(path)  # a file that cannot be read is told in a sentence
    return _class_in(_imported(path), path)


def class_in_file(path: Path, name: str) -> type[PythonGame[Any]]:
    """The game of a Python file that is a class of this name, where the file may define several."""
    found = {made.__name__: made for made in classes_in(_imported(path))}
    if name not in found:
        raise AptsError(f"{str(path)!r} has no game {name!r} (there are: {', '.join(found) or 'none'})")
    return found[name]


def _unknown_game(name: str) -> UnknownGame:
    known = [*library_files(), *OWN_GAMES]
    hint = did_you_mean(library_name(name), known)
    return UnknownGame(f"there is no game called {name!r}{hint} (there are: {', '.join(known) or 'none'})")


def _from_class(source: Any, settings: dict[str, Any]) -> Game:
    from apts.engine.class_game import ClassGame  # rules texts need not wait for it
    from apts.games.python_file import loaded_class

    if inspect.isclass(source):
        if not issubclass(source, PythonGame):
            raise AptsError(f"{source.__name__} is not a game: a game is a subclass of PythonGame")
        known = inspect.signature(source).parameters
        accepted = [name for name in known if name not in ("args", "kwargs")]
        for name, value in settings.items():
            if name not in accepted:
                listed = ", ".join(accepted) or "none"
                raise AptsError(f"{source.__name__} has no setting {name!r} (there are: {listed})")
            default = known[name].default
            if isinstance(default, int | float) and isinstance(value, str):
                kind = "true or false" if isinstance(default, bool) else "a number"
                raise AptsError(f"the setting {name!r} of {source.__name__} is {kind}, so it cannot be {value!r}")
        loaded_class(source)  # what it is made of now belongs to its games, whatever becomes of the files
        return ClassGame(_made(source, settings), settings)
    if settings:
        raise AptsError(f"{', '.join(settings)} cannot be set: the game is an object that exists already")
    loaded_class(type(source))
    return ClassGame(source)


def _made(source: type[PythonGame[Any]], settings: dict[str, Any]) -> PythonGame[Any]:
    from apts.engine.opened_files import trying  # as above

    try:
        with trying():
            return source(**settings)
    except AptsError:
        raise
    except Exception as error:  # settings are a person's, and so is the class
        given = ", ".join(f"{name}={value!r}" for name, value in settings.items())
        raise AptsError(f"{source.__name__}({given}) cannot be made: {type(error).__name__}: {error}") from error


def _imported(path: Path) -> ModuleType:
    if path.parent == SHIPPED:
        return importlib.import_module(f"apts.games.shipped.{path.stem}")
    return imported_file(path, f"apts_game_{path.stem}")


def classes_in(module: ModuleType) -> list[type[PythonGame[Any]]]:
    """The games that a module defines; those it only imports and bases for others are none."""
    return [made for made in _defined_in(module) if not inspect.isabstract(made)]


def _defined_in(module: ModuleType) -> list[type[PythonGame[Any]]]:
    return [
        value
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, PythonGame) and value.__module__ == module.__name__
    ]


def register_games(module: ModuleType, path: Path) -> tuple[str, ...]:
    """Make the classes of a plug-in known by the names of their games; returns the names."""
    found = {library_name(str(getattr(made, "name", made.__name__))): made for made in classes_in(module)}
    for name in found:
        if name in library_files():
            raise AptsError(f"{str(path)!r} defines a game {name!r}, and the library has one of that name already")
    OWN_GAMES.update(found)
    return tuple(found)


def _class_in(module: ModuleType, path: Path) -> type[PythonGame[Any]]:
    found = classes_in(module)
    if not found:
        for unfinished in _defined_in(module):
            missing = ", ".join(sorted(unfinished.__abstractmethods__))
            raise AptsError(f"the game {unfinished.__name__} of {str(path)!r} is not finished: it lacks {missing}")
    if len(found) != 1:
        names = ", ".join(value.__name__ for value in found) or "none"
        raise AptsError(f"{str(path)!r} must define one subclass of PythonGame; it defines {names}")
    return found[0]
