"""Games in Python files that import others from their folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import apts
from apts.errors import AptsError
from apts.games.python_file import file_modules

GAME = """
import apts
from {helper} import STONES

class Heap(apts.PythonGame):
    '''Take one or two stones; who takes the last one wins.'''

    name, players = "Heap", 2

    def start(self):
        return (STONES, 1)

    def mover(self, position):
        return position[1]

    def moves(self, position):
        return [str(taken) for taken in (1, 2) if taken <= position[0]]

    def play(self, position, move):
        import {helper}
        assert {helper}.STONES
        return (position[0] - int(move), 3 - position[1])

    def outcome(self, position):
        return None if position[0] else apts.Outcome.won_by(3 - position[1], 2, "last stone")

    def write(self, position):
        return "%d %d" % position

    def read(self, text):
        return tuple(int(part) for part in text.split())
"""


def written(folder: Path, helper: str, stones: int) -> Path:
    """A folder with a game and the file that says how many stones it has."""
    folder.mkdir(exist_ok=True)
    (folder / "heap.py").write_text(GAME.format(helper=helper), encoding="utf-8")
    (folder / f"{helper}.py").write_text(f"STONES = {stones}\n", encoding="utf-8")
    return folder / "heap.py"


def stones(path: Path) -> int:
    """How many stones the game of a file begins with."""
    return int(str(apts.load(path).start()).split()[0])


@pytest.fixture(autouse=True)
def path_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))


def test_a_game_imports_a_file_of_its_own_folder(tmp_path: Path) -> None:
    path = written(tmp_path / "one", "heap_numbers", 7)
    assert stones(path) == 7
    assert apts.load(path).start().play("2").moves()
    assert not list(path.parent.glob("__pycache__"))


def test_folders_with_files_of_the_same_name_are_kept_apart_and_read_anew(tmp_path: Path) -> None:
    first, second = written(tmp_path / "one", "heap_parts", 5), written(tmp_path / "two", "heap_parts", 9)
    assert (stones(first), stones(second), stones(first)) == (5, 9, 5)
    written(tmp_path / "one", "heap_parts", 6)
    assert stones(first) == 6


def test_packages_of_the_folder_are_read_anew_too(tmp_path: Path) -> None:
    path = written(tmp_path / "one", "heap_unused", 1)
    path.write_text(GAME.format(helper="heap_box.sizes"), encoding="utf-8")
    (path.parent / "heap_box").mkdir()
    (path.parent / "heap_box" / "__init__.py").write_text("", encoding="utf-8")
    for number in (8, 9):
        (path.parent / "heap_box" / "sizes.py").write_text(f"STONES = {number}\n", encoding="utf-8")
        assert stones(path) == number
    assert {"heap_box", "heap_box.sizes"} <= {module.__name__ for module in file_modules()}


def test_a_file_beside_takes_no_other_modules_place(tmp_path: Path) -> None:
    path = written(tmp_path / "one", "heap_safe", 4)
    (path.parent / "json.py").write_text("raise RuntimeError('not this one')\n", encoding="utf-8")
    assert stones(path) == 4
    assert "dumps" in vars(__import__("json"))


def test_a_mistake_in_a_file_beside_is_told_with_the_line_that_imports_it(tmp_path: Path) -> None:
    path = written(tmp_path / "one", "heap_wrong", 4)
    (path.parent / "heap_wrong.py").write_text("STONES = 1 / 0\n", encoding="utf-8")
    with pytest.raises(AptsError, match=r"heap\.py' cannot be imported: ZeroDivisionError: .* \(line 3\)"):
        apts.load(path)


def test_such_a_game_is_played_by_worker_processes(tmp_path: Path) -> None:
    path = written(tmp_path / "one", "heap_workers", 7)
    command = "playtest heap.py --agents random,random --matches 8 --workers 2 --archive runs.db"
    found = subprocess.run(
        [sys.executable, "-m", "apts", *command.split()], cwd=path.parent, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert "8 matches" in found.stdout
