"""Documents that name Python files which would leave a mark if they were run: archives, saved matches and others."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

from apts.archive import MatchRecord, RunManifest, TurnRecord, export_json, open_archive
from apts.engine.play.outcome import Outcome

GAME = """
from apts.engine.play.outcome import Outcome
from apts.engine.python_game import PythonGame


class Race(PythonGame):
    name = "Race"

    def start(self):
        return (0, 1)

    def mover(self, position):
        return position[1]

    def moves(self, position):
        return ["one", "two"]

    def play(self, position, move):
        return (position[0] + (1 if move == "one" else 2), 3 - position[1])

    def outcome(self, position):
        return Outcome.won_by(3 - position[1], 2, "goal") if position[0] >= 3 else None

    def write(self, position):
        return f"{position[0]} {position[1]}"

    def read(self, text):
        return tuple(map(int, text.split()))
"""


class Tripwire:
    """A folder with an archive and other documents, and the file that is there once any of their Python was run."""

    def __init__(self, folder: Path):
        self.folder, self.mark = folder, folder / "MARK"
        text = f"open({str(self.mark)!r}, 'w').close()\n{GAME}"
        self.file = folder / "evil.py"
        for place in ("evil.py", "evilmodule.py", "evilpackage/__init__.py", "evilpackage/inner.py"):
            (folder / place).parent.mkdir(exist_ok=True)
            (folder / place).write_text(text, encoding="utf-8")
        self.digest = hashlib.sha256(text.encode()).hexdigest()
        self.archive = folder / "apts.db"
        self.runs = tuple(self._sources())
        with open_archive(self.archive) as archive:
            for name, manifest in self.manifests().items():
                archive.start(manifest, name)
                archive.add(name, [match(number) for number in range(1, 5)])
                export_json(archive, name, folder / f"{name}.json")

    @property
    def was_run(self) -> bool:
        """Whether any of the files was run."""
        return self.mark.exists()

    def _sources(self) -> dict[str, dict[str, Any]]:
        common = {"class": "Race", "text": self.digest, "settings": {}}
        return {
            "by-file": {**common, "file": str(self.file)},
            "by-relative-file": {**common, "file": "evil.py"},
            "by-module": {**common, "module": "evilmodule"},
            "by-package": {**common, "module": "evilpackage.inner"},
            "by-library": {**common, "module": "apts.games.../../evil"},
            "by-standard-library": {**common, "module": "antigravity", "class": "geohash"},
            "with-inputs": {**common, "file": str(self.file), "inputs": {"evilmodule.py": self.digest}},
            "with-arguments": {**common, "file": str(self.file), "settings": {"goal": {"literal": "(1, 2)"}}},
        }

    def manifests(self) -> dict[str, RunManifest]:
        """The manifests of the runs, those of people among them."""
        found = {}
        for name, source in self._sources().items():
            found[name] = manifest(source)
        asked = replace(found["by-file"], settings={**found["by-file"].settings, "question": {"kind": "people"}})
        found["of-people"] = replace(asked, agents=("person", "agent"))
        found["by-rules"] = replace(found["by-file"], rules=str(self.file), settings={"turn_limit": 200})
        return found

    def saved_match(self) -> Path:
        """A saved match of the file."""
        data = {
            "format": "apts match 1", "game": str(self.file), "options": [], "settings": [], "players": ["random"],
            "seed": 1, "position": None, "moves": [], "resigned": None, "outcome": None,
        }  # fmt: skip
        place = self.folder / "match.json"
        place.write_text(json.dumps(data), encoding="utf-8")
        return place

    def q_file(self, rules: str | None) -> Path:
        """A file of values that says it was learnt on the file."""
        from apts.learning.q.model_file import About, GameIdentity, QFile, QSettings

        place = self.folder / f"values-{rules is None}.db"
        QFile(place).create(About("table", GameIdentity("Race", "0" * 64, rules), str(self.file), QSettings()))
        with sqlite3.connect(place) as database:
            database.execute("INSERT INTO moves VALUES ('0 1', 'one', 0.5, 3)")
        return place

    def training(self) -> Path:
        """A folder of a training whose rules are the path of the file."""
        place = self.folder / "training"
        place.mkdir()
        facts = {
            "game": {"name": "Race", "rules": str(self.file)},
            "settings": {},
            "measure": {},
            "command": "",
            "lineage": [],
        }
        (place / "settings.json").write_text(json.dumps(facts), encoding="utf-8")
        return place

    def goals(self) -> Path:
        """A file of goals that is none, and names the file."""
        place = self.folder / "evil.toml"
        place.write_text(
            f'[[goal]]\nmetric = "evil"\nplugins = ["{self.file}"]\nimport = "evilmodule"\n', encoding="utf-8"
        )
        return place


def manifest(source: dict[str, Any]) -> RunManifest:
    """A run whose document says where its Python is, and which digest that has."""
    return RunManifest(
        game="Race", players=2, rules=GAME, agents=("random", "random"), seed=1, matches=4, parameters={},
        settings={"turn_limit": 200, "evaluation": None, "source": source}, versions={"apts": "0.1.0"},
        command="apts playtest evil.py",
    )  # fmt: skip


def match(number: int) -> MatchRecord:
    """A match of the race, as the class plays it."""
    turns = (TurnRecord(1, "one", 2), TurnRecord(2, "two", 2))
    facts = {"kinds": ["move"] * 2, "pieces": [None] * 2, "origins": [None] * 2, "targets": [None] * 2}
    return MatchRecord(
        number, number, (0, 1), turns, "finished", Outcome.won_by(2, 2, "goal"), None, facts | {"captures": [0, 0]}
    )
