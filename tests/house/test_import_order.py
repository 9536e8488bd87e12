"""The folders stand in an order, and a folder imports only from those above it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.folders import ORDER, ROOMS

PACKAGE = Path(__file__).parents[2] / "src" / "apts"

EVERYWHERE = {
    "atomic_files",
    "errors",
    "hidden_passwords",
    "input_checks",
    "interrupts",
    "notebook",
    "request_fields",
    "similar_names",
    "version",
}
"""Modules that stand above all folders."""


def allowed(folder: str) -> set[str]:
    """The folders and modules that a folder may import from."""
    return {*ORDER[: ORDER.index(folder) + 1], *EVERYWHERE}


def imported_modules(source: str, package: str) -> Iterator[tuple[int, str]]:
    """Line and absolute name of every module of APTS that a source imports, at its top or inside a function."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            yield node.lineno, base
            if base == "apts":
                for alias in node.names:
                    yield node.lineno, f"apts.{alias.name}"


def wrong_imports(folder: str) -> list[str]:
    """Every import of a folder that leads downwards."""
    found = []
    permitted = allowed(folder)
    for file in sorted((PACKAGE / folder).rglob("*.py")):
        package = ".".join(["apts", *file.relative_to(PACKAGE).parent.parts])
        for line, module in imported_modules(file.read_text(encoding="utf-8"), package):
            parts = module.split(".")
            if parts[0] == "apts" and (len(parts) == 1 or parts[1] not in permitted):
                found.append(f"{file.relative_to(PACKAGE)}:{line} imports {module}")
    return found


@pytest.mark.parametrize("folder", ORDER)
def test_folder_imports_only_from_those_above_it(folder: str) -> None:
    assert wrong_imports(folder) == []


def room_of(folder: str, module: str) -> str:
    """The room of a folder that a module is in; a point for the folder itself."""
    parts = module.split(".")[2:]
    return parts[0] if parts and (PACKAGE / folder / parts[0] / "__init__.py").is_file() else "."


def wrong_rooms(folder: str) -> list[str]:
    """Every import between the rooms of a folder that leads upwards; the folder's face may show what any room has."""
    level = {room: number for number, rooms in enumerate(ROOMS[folder]) for room in rooms}
    found = []
    for file in sorted(set((PACKAGE / folder).rglob("*.py")) - {PACKAGE / folder / "__init__.py"}):
        own = ".".join(["apts", *file.relative_to(PACKAGE).with_suffix("").parts])
        for line, module in imported_modules(without_type_checking(file.read_text(encoding="utf-8")), own):
            if module == f"apts.{folder}" or not module.startswith(f"apts.{folder}."):
                continue
            if level[room_of(folder, module)] > level[room_of(folder, own)]:
                found.append(f"{file.relative_to(PACKAGE)}:{line} imports {module}")
    return found


def without_type_checking(source: str) -> str:
    """A source without what it imports for the types alone."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            kept = [part for part in body if not (isinstance(part, ast.If) and "TYPE_CHECKING" in ast.dump(part.test))]
            node.body = kept or [ast.Pass()]  # type: ignore[attr-defined]
    return ast.unparse(tree)


@pytest.mark.parametrize("folder", list(ROOMS))
def test_room_imports_only_from_those_below_it(folder: str) -> None:
    assert wrong_rooms(folder) == []


@pytest.mark.parametrize("folder", list(ROOMS))
def test_every_room_of_a_folder_has_its_place(folder: str) -> None:
    present = {path.parent.name for path in (PACKAGE / folder).glob("*/__init__.py")}
    assert present <= {room for rooms in ROOMS[folder] for room in rooms}


def test_every_folder_of_the_package_has_its_place() -> None:
    present = {path.parent.relative_to(PACKAGE).parts[0] for path in PACKAGE.glob("*/**/*.py")}
    assert present <= set(ORDER)


def test_relative_imports_and_imports_inside_functions_are_seen() -> None:
    source = "def f():\n    from ..cli import main\n    from apts import engine\n    import apts.board.graph\n"
    found = {module for _, module in imported_modules(source, "apts.language")}
    assert {"apts.cli", "apts.engine", "apts.board.graph"} <= found
