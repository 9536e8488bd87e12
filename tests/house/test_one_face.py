"""Nobody outside the engine asks how a game is written: games and positions answer questions."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "apts"
MAKES = {"RulesGame", "RulesState", "ClassGame", "ClassState", "PythonGame"}
MAKER = "games/library.py"
"""Where a class becomes a game: what was given is not a game yet."""

MOST_KERNEL_USERS = 34
"""Files that ask for the compiled game itself, because they run its kernel, read its typed rules or draw its signs."""

MEMORY_READERS = {
    "agents/engines/contest.py",
    "agents/searching/compiled_match.py",
    "agents/searching/compiled_tree.py",
    "agents/searching/model_search.py",
}
"""Files above ``learning`` that read the words of a position: those that keep a search and a match in one memory."""


def files() -> list[Path]:
    """The files outside the engine."""
    return [file for file in sorted(PACKAGE.rglob("*.py")) if "engine" not in file.relative_to(PACKAGE).parts]


def asks_for_the_make(source: str) -> list[int]:
    """The lines in which ``isinstance`` is asked about one of the makes of games."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "isinstance"
        and MAKES & {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}
    ]


def test_nobody_asks_which_make_a_game_is() -> None:
    found = {
        str(file.relative_to(PACKAGE)): lines
        for file in files()
        if "isinstance" in (text := file.read_text(encoding="utf-8")) and (lines := asks_for_the_make(text))
    }
    assert set(found) == {MAKER}
    assert len(found[MAKER]) == 1


def test_few_ask_for_the_compiled_game() -> None:
    users = [
        str(file.relative_to(PACKAGE))
        for file in files()
        for text in [file.read_text(encoding="utf-8")]
        if "from_rules" in text
        for tree in [ast.parse(text)]
        if any(isinstance(node, ast.Attribute) and node.attr == "from_rules" for node in ast.walk(tree))
    ]
    assert len(users) <= MOST_KERNEL_USERS, users


def test_words_of_a_position_are_read_by_those_who_run_kernels_alone() -> None:
    above = [file for file in files() if file.relative_to(PACKAGE).parts[0] in ("agents", "playtest", "report", "cli")]
    readers = {
        str(file.relative_to(PACKAGE))
        for file in above
        if "apts.engine.runtime.layout" in (text := file.read_text(encoding="utf-8")) or "compiled.fields" in text
    }
    assert readers == MEMORY_READERS


def test_makes_are_found_in_tuples_and_unions() -> None:
    source = "isinstance(a, (RulesGame, int))\nisinstance(a, ClassGame | RulesGame)\nisinstance(a, int)\n"
    assert asks_for_the_make(source) == [1, 2]
