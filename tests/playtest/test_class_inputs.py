"""A run of a Python class knows every file that the class is made of, and mixes no matches of different ones."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import apts
from apts.archive import open_archive
from apts.archive.records import manifest_digest
from apts.engine.python_game import PythonGame
from apts.errors import AptsError
from apts.games.python_file import input_digests
from apts.playtest.comparing.compare import chosen_changes
from apts.playtest.experiments.side_runs import same_game
from apts.playtest.run import open_run, playtest

CARDS = '''
{imports}
from apts.engine.play.outcome import Outcome
from apts.engine.python_game import PythonGame

{top}

class Cards(PythonGame):
    """Add 1 or 2 in turn; whoever reaches the goal wins."""

    name = "Cards"

    def __init__(self, wanted: str = "cards.csv"):
        {made}

    def start(self):
        {started}
        return (0, 1)

    def mover(self, position):
        return position[1]

    def moves(self, position):
        return ["one", "two"]

    def play(self, position, move):
        {played}
        return (position[0] + (1 if move == "one" else 2), 3 - position[1])

    def outcome(self, position):
        wanted = {goal}
        return Outcome.won_by(3 - position[1], 2, "goal") if position[0] >= wanted else None

    def write(self, position):
        return f"{{position[0]}} {{position[1]}}"

    def read(self, text):
        return tuple(map(int, text.split()))
'''

HERE = "Path(__file__).parent"
READ = f"int(({HERE} / 'cards.csv').read_text())"
IN_A_HELPER = "from pathlib import Path\nGOAL = int((Path(__file__).parent / 'cards.csv').read_text())\n"
IN_THREADS = """
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

def read():
    return int((Path(__file__).parent / 'cards.csv').read_text())

def goal():
    with ThreadPoolExecutor() as threads:
        return threads.submit(read).result()

"""

WAYS: dict[str, tuple[dict[str, str], dict[str, str], set[str]]] = {
    "a helper beside it": (
        {"imports": "from helper import GOAL", "goal": "GOAL"},
        {"helper.py": "GOAL = 6\n"},
        {"helper.py"},
    ),
    "a helper that imports another": (
        {"imports": "import helper", "goal": "helper.GOAL"},
        {"helper.py": "from deeper import GOAL\n", "deeper.py": "GOAL = 6\n"},
        {"helper.py", "deeper.py"},
    ),
    "a module of a package beside it": (
        {"imports": "from parts.numbers import GOAL", "goal": "GOAL"},
        {"parts/__init__.py": "", "parts/numbers.py": "GOAL = 6\n"},
        {"parts/__init__.py", "parts/numbers.py"},
    ),
    "a table read while it is loaded": (
        {"imports": "from pathlib import Path", "top": f"GOAL = {READ}", "goal": "GOAL"},
        {"cards.csv": "6"},
        {"cards.csv"},
    ),
    "a table that a helper reads": (
        {"imports": "from helper import GOAL", "goal": "GOAL"},
        {"helper.py": IN_A_HELPER, "cards.csv": "6"},
        {"helper.py", "cards.csv"},
    ),
    "a table read by the constructor": (
        {"imports": "from pathlib import Path", "made": f"self.goal = int(({HERE} / wanted).read_text())"},
        {"cards.csv": "6"},
        {"cards.csv"},
    ),
    "a table read when a match starts": (
        {"imports": "from pathlib import Path", "started": f"self.goal = {READ}"},
        {"cards.csv": "6"},
        {"cards.csv"},
    ),
    "a table read at the first move": (
        {"imports": "from pathlib import Path", "made": "self.goal = 6", "played": f"assert {READ}"},
        {"cards.csv": "6"},
        {"cards.csv"},
    ),
    "a table read late in a match": (
        {
            "imports": "from pathlib import Path",
            "made": "self.goal = 60",
            "played": f"assert position[0] < 40 or {READ}",
        },
        {"cards.csv": "6"},
        {"cards.csv"},
    ),
    "a table read in a thread of its own": (
        {
            "imports": "from pathlib import Path\nfrom threading import Thread\nGOALS = []",
            "started": f"own = Thread(target=lambda: GOALS.append({READ})); own.start(); own.join()",
            "goal": "GOALS[-1]",
        },
        {"cards.csv": "6"},
        {"cards.csv"},
    ),
    "a table read where no object of the class is at hand": (
        {
            "imports": "from pathlib import Path",
            "top": f"def alone(method):\n    return lambda *given: {READ} and method(*given)",
            "made": "self.goal = 6\n\n    @alone",
        },
        {"cards.csv": "6"},
        {"cards.csv"},
    ),
    "a package without a file of its own": (
        {"imports": "from bits.numbers import GOAL", "goal": "GOAL"},
        {"bits/numbers.py": "GOAL = 6\n"},
        {"bits/numbers.py"},
    ),
    "a table read once for all objects": (
        {
            "imports": "from functools import cache\nfrom pathlib import Path",
            "top": f"@cache\ndef goal():\n    return {READ}",
            "goal": "goal()",
        },
        {"cards.csv": "6"},
        {"cards.csv"},
    ),
    "a table that a helper reads in threads, when a match starts": (
        {"imports": "import helper", "started": "self.goal = helper.goal()"},
        {"helper.py": IN_THREADS, "cards.csv": "6"},
        {"helper.py", "cards.csv"},
    ),
    "a table that a helper reads in threads, while it is loaded": (
        {"imports": "import helper", "goal": "helper.GOAL"},
        {"helper.py": f"{IN_THREADS}GOAL = goal()\n", "cards.csv": "6"},
        {"helper.py", "cards.csv"},
    ),
    "a table that searches alone look into": (
        {
            "imports": "from pathlib import Path",
            "made": f"self.goal = 6\n\n    def estimate(self, position, seat):\n        return {READ} / 100",
        },
        {"cards.csv": "6"},
        {"cards.csv"},
    ),
    "a database by an address": (
        {
            "imports": "import sqlite3\nfrom pathlib import Path",
            "top": f"with sqlite3.connect(f'file:{{{HERE} / \"cards.db\"}}?mode=ro', uri=True) as found:\n    GOAL = 6",
            "goal": "GOAL",
        },
        {"cards.db": ""},
        {"cards.db"},
    ),
    "a table of another folder": (
        {"imports": "from pathlib import Path", "top": f"GOAL = int(({HERE} / '../tables/cards.csv').read_text())",
         "goal": "GOAL"},
        {"../tables/cards.csv": "6"},
        {"../tables/cards.csv"},
    ),
    "a helper imported when a match starts": (
        {"started": "import helper; self.goal = helper.GOAL"},
        {"helper.py": "GOAL = 6\n"},
        {"helper.py"},
    ),
    "a database": (
        {
            "imports": "import sqlite3\nfrom pathlib import Path",
            "top": f"with sqlite3.connect({HERE} / 'cards.db') as found:\n    GOAL = 6",
            "goal": "GOAL",
        },
        {"cards.db": ""},
        {"cards.db"},
    ),
}  # fmt: skip


def written(folder: Path, parts: dict[str, str], files: dict[str, str]) -> Path:
    """The game in a folder with the files that it is made of."""
    folder.mkdir(exist_ok=True)
    usual = {"imports": "", "top": "", "made": "pass", "started": "pass", "played": "pass", "goal": "self.goal"}
    (folder / "cards.py").write_text(CARDS.format(**{**usual, **parts}), encoding="utf-8")
    for name, text in files.items():
        place = folder / name
        place.parent.mkdir(exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return folder / "cards.py"


def played(file: Path, archive: Any, **settings: Any) -> Any:
    return playtest(apts.load(file), ["random"], 3, archive=archive, workers=1, **settings)


@pytest.mark.parametrize("way", WAYS)
def test_every_file_that_a_class_is_made_of_belongs_to_its_run(way: str, tmp_path: Path) -> None:
    parts, files, expected = WAYS[way]
    file = written(tmp_path / "game", parts, files)
    with open_archive(tmp_path / "apts.db") as archive:
        first = played(file, archive)
        assert set(first.manifest.settings["source"]["inputs"]) == expected
        assert played(file, archive).name == first.name
        assert open_run(archive, first.name).game is not None
        changed = (tmp_path / "game" / sorted(files)[-1]).resolve()
        changed.write_text(changed.read_text(encoding="utf-8") + ("\n" if changed.suffix == ".py" else " "))
        again = open_run(archive, first.name)
        assert again.game is None
        assert changed.name in str(again.without_game)
        assert again.metrics["length"].value == first.metrics["length"].value
        second = played(file, archive)
        assert second.name != first.name
        assert not same_game(first.manifest, second.manifest)


def test_changed_table_gives_new_matches_and_is_told_by_a_comparison(tmp_path: Path) -> None:
    parts, files, _ = WAYS["a table read while it is loaded"]
    file = written(tmp_path / "game", parts, files)
    with open_archive(tmp_path / "apts.db") as archive:
        short = played(file, archive)
        (tmp_path / "game" / "cards.csv").write_text("30")
        long = played(file, archive)
        assert max(match.length for match in short.matches) <= 6 < min(match.length for match in long.matches)
        assert [(one.kind, one.name) for one in chosen_changes(short.manifest, long.manifest)] == [
            ("file", "cards.csv")
        ]


def test_run_under_a_name_is_not_gone_on_with_after_a_table_changed(tmp_path: Path) -> None:
    parts, files, _ = WAYS["a table read when a match starts"]
    file = written(tmp_path / "game", parts, files)
    with open_archive(tmp_path / "apts.db") as archive:
        played(file, archive, name="mine")
        (tmp_path / "game" / "cards.csv").write_text("9")
        with pytest.raises(AptsError, match="has a run 'mine' already"):
            playtest(apts.load(file), ["random"], 9, archive=archive, workers=1, name="mine", resume=True)
        assert archive.numbers("mine") == (1, 2, 3)


def test_run_of_an_older_version_is_read_and_not_gone_on_with_in_the_dark(tmp_path: Path) -> None:
    parts, files, _ = WAYS["a helper beside it"]
    file = written(tmp_path / "game", parts, files)
    with open_archive(tmp_path / "apts.db") as archive:
        run = played(file, None)
        source = {key: value for key, value in run.manifest.settings["source"].items() if key != "inputs"}
        older = replace(run.manifest, settings={**run.manifest.settings, "source": source})
        for name in (None, "mine"):
            known = archive.start(older, name)
            archive.add(known, run.matches[:2])
            assert len(open_run(archive, known).matches) == 2
            with pytest.raises(
                AptsError, match=r"did not note which files .* whether helper.py were the same is not known"
            ):
                played(file, archive, name=name, resume=True)
        assert len(played(file, archive).matches) == 3


def test_class_of_one_file_is_gone_on_with_as_before(tmp_path: Path) -> None:
    file = written(tmp_path / "game", {"made": "self.goal = 6"}, {})
    with open_archive(tmp_path / "apts.db") as archive:
        run = played(file, archive)
        assert "inputs" not in run.manifest.settings["source"]
        more = playtest(apts.load(file), ["random"], 5, archive=archive, workers=1, resume=True)
        assert (more.name, len(more.matches)) == (run.name, 5)


def test_same_files_are_the_same_run_in_another_folder_of_the_process_and_of_the_disk(tmp_path: Path) -> None:
    parts, files, _ = WAYS["a table that a helper reads"]
    runs = []
    here = Path.cwd()
    for folder in ("a", "b"):
        written(tmp_path / folder, parts, files)
        os.chdir(tmp_path / folder)
        try:
            runs.append(played(Path("cards.py"), None))
        finally:
            os.chdir(here)
    inputs = [run.manifest.settings["source"]["inputs"] for run in runs]
    assert inputs[0] == inputs[1] == input_digests(apts.load(tmp_path / "a" / "cards.py"))


def test_game_is_what_was_loaded_whatever_becomes_of_its_files(tmp_path: Path) -> None:
    parts, files, _ = WAYS["a table read while it is loaded"]
    file = written(tmp_path / "game", parts, files)
    first = apts.load(file)
    (tmp_path / "game" / "cards.csv").write_text("30")
    file.write_text(file.read_text(encoding="utf-8").replace("Add 1 or 2", "Add one or two"))
    second = apts.load(file)
    runs = [playtest(game, ["random"], 2, workers=1) for game in (first, second, first)]
    digests = [manifest_digest(run.manifest) for run in runs]
    assert digests[0] == digests[2] != digests[1]
    assert ["Add 1 or 2" in run.manifest.rules for run in runs] == [True, False, True]
    assert [max(match.length for match in run.matches) < 9 for run in runs] == [True, False, True]


def test_file_that_changes_between_two_readings_is_refused_until_the_game_is_loaded_again(tmp_path: Path) -> None:
    parts, files, _ = WAYS["a table read when a match starts"]
    file = written(tmp_path / "game", parts, files)
    game = apts.load(file)
    game.start()
    (tmp_path / "game" / "cards.csv").write_text("1234")
    with pytest.raises(AptsError, match=r"cards.csv' has changed since it was loaded.* load it again"):
        playtest(game, ["random"], 2, workers=1)
    assert len(playtest(apts.load(file), ["random"], 1, workers=1, limit=20).matches) == 1


def test_what_is_installed_and_what_a_game_writes_is_no_part_of_it(tmp_path: Path) -> None:
    parts = {
        "imports": "import csv, wsgiref.util, numpy\nfrom pathlib import Path",
        "top": f"({HERE} / 'log.txt').write_text('loaded')\nopen('/etc/passwd').close()\nopen('/dev/null').close()",
        "made": "self.goal = 6",
    }
    file = written(tmp_path / "game", parts, {})
    assert input_digests(apts.load(file)) == {}


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Path]:
    """A project on the path of Python, as a program imports it."""
    written(tmp_path / "shop", {"imports": "from shop.helper import GOAL", "goal": "GOAL"}, {
        "__init__.py": "", "helper.py": IN_A_HELPER, "cards.csv": "6",
    })  # fmt: skip
    sys.path.insert(0, str(tmp_path))
    yield tmp_path
    sys.path.remove(str(tmp_path))
    for name in [name for name in sys.modules if name.partition(".")[0] == "shop"]:
        del sys.modules[name]


def test_class_of_a_module_that_a_program_imported_knows_its_files_too(project: Path) -> None:
    import importlib

    made: type[PythonGame[Any]] = importlib.import_module("shop.cards").Cards
    with open_archive(project / "apts.db") as archive:
        run = playtest(made, ["random"], 2, archive=archive, workers=1)
        assert set(run.manifest.settings["source"]["inputs"]) == {"__init__.py", "helper.py", "cards.csv"}
        for name in ("shop", "shop.cards", "shop.helper"):
            del sys.modules[name]
        assert open_run(archive, run.name).game is not None  # this user's list has it
        (project / "shop" / "helper.py").write_text("raise SystemExit('this must not run')\n")
        for name in [name for name in sys.modules if name.partition(".")[0] == "shop"]:
            del sys.modules[name]
        assert "helper.py" in str(open_run(archive, run.name).without_game)


def test_digest_of_a_run_holds_its_files(tmp_path: Path) -> None:
    parts, files, _ = WAYS["a helper beside it"]
    run = played(written(tmp_path / "game", parts, files), None)
    spoiled = json.loads(json.dumps(run.manifest.settings["source"]))
    spoiled["inputs"]["helper.py"] = "0" * 64
    other = replace(run.manifest, settings={**run.manifest.settings, "source": spoiled})
    assert manifest_digest(other) != manifest_digest(run.manifest)
