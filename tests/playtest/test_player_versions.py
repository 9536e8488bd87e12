"""Agents that play otherwise than they did: runs keep their versions, and matches of two versions are never mixed."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from apts import arena, open_run, playtest, playtest_levels, skill, stress
from apts.agents.kinds.uct_agent import UctAgent
from apts.archive import open_archive
from apts.cli.commands import app
from apts.errors import AptsError
from apts.games.python_file import imported_file
from apts.report.pages.run_page import report_html
from apts.studio.jobs.job_context import strengths_data
from apts.studio.workers.run_questions import run_data

SPEC = "uct:iterations=40"


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A time when tree search was played by its first version."""
    monkeypatch.setattr(UctAgent, "version", 1)
    return monkeypatch


def test_manifest_has_the_versions_of_players_that_changed() -> None:
    run = playtest("tic-tac-toe", ["uct:iterations=40", "random"], 2, evaluate="level:beginner", workers=1)
    assert run.manifest.versions["player uct"] == str(UctAgent.version) == "5"
    assert "player level" in run.manifest.versions
    assert "player random" not in run.manifest.versions


def test_broken_off_run_of_older_players_is_not_gone_on_with(older: pytest.MonkeyPatch, tmp_path: Path) -> None:
    archive = tmp_path / "runs.db"
    first = playtest("tic-tac-toe", SPEC, 4, archive=archive, workers=1)
    older.undo()
    with pytest.raises(
        AptsError, match=f"run {first.name} was played by uct in version 1, which now plays in version 5"
    ):
        playtest("tic-tac-toe", SPEC, 8, archive=archive, resume=True, workers=1)
    beside = playtest("tic-tac-toe", SPEC, 8, archive=archive, workers=1)
    assert beside.name != first.name
    assert (len(beside.matches), len(open_run(archive, first.name).matches)) == (8, 4)
    again = playtest("tic-tac-toe", SPEC, 8, archive=archive, resume=True, name=beside.name, workers=1)
    assert again.matches == beside.matches


def test_whole_run_of_older_players_leaves_room_for_a_new_one(older: pytest.MonkeyPatch, tmp_path: Path) -> None:
    archive = tmp_path / "runs.db"
    first = playtest("tic-tac-toe", SPEC, 4, archive=archive, workers=1)
    older.undo()
    beside = playtest("tic-tac-toe", SPEC, 4, archive=archive, resume=True, workers=1)
    assert beside.name != first.name


def test_run_of_a_name_is_refused_with_what_to_do(older: pytest.MonkeyPatch, tmp_path: Path) -> None:
    archive = str(tmp_path / "runs.db")
    playtest("tic-tac-toe", SPEC, 4, archive=archive, name="mine", workers=1)
    older.undo()
    words = ["playtest", "tic-tac-toe", "--agents", SPEC, "--matches", "4", "--archive", archive, "--name", "mine"]
    for more in ([], ["--resume"]):
        done = CliRunner().invoke(app, [*words, *more])
        assert isinstance(done.exception, AptsError)
        assert "the run mine was played by uct in version 1" in str(done.exception)
        assert "give another --name" in str(done.exception)


def test_ladder_of_older_players_is_not_gone_on_with(older: pytest.MonkeyPatch, tmp_path: Path) -> None:
    archive = tmp_path / "runs.db"
    skill("tic-tac-toe", 8, base=40, steps=1, archive=archive, workers=1)
    older.undo()
    with pytest.raises(AptsError, match="uct in version 1"):
        skill("tic-tac-toe", 16, base=40, steps=1, archive=archive, resume=True, workers=1)


OWN = """
import table
from apts import Agent
from apts.agents.agent_registry import register


@register("listed", "Plays a place of the list.")
class Listed(Agent):
    def choose(self, state, seed=1):
        return state.moves()[table.PLACE]
"""


def test_agent_of_a_file_that_changed_is_another_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["--model", "values.db", "--episodes"]
    learnt = CliRunner().invoke(app, ["qlearn", "train", "tic-tac-toe", *words, "50"])
    assert learnt.exit_code == 0, learnt.output
    first = playtest("tic-tac-toe", ["q:values.db", "random"], 4, archive="runs.db", workers=1)
    same = playtest("tic-tac-toe", ["q:values.db", "random"], 4, archive="runs.db", workers=1)
    assert same.name == first.name
    assert CliRunner().invoke(app, ["qlearn", "train", "tic-tac-toe", *words, "90", "--resume"]).exit_code == 0
    other = playtest("tic-tac-toe", ["q:values.db", "random"], 4, archive="runs.db", workers=1)
    assert other.name != first.name
    with pytest.raises(AptsError, match=r"agents made of values\.db, which is not what it was then"):
        playtest("tic-tac-toe", ["q:values.db", "random"], 6, archive="runs.db", name=first.name, workers=1)
    for question in (
        lambda: stress("tic-tac-toe", "q:values.db", 2, sorts=["piece"], archive="runs.db", workers=1),
        lambda: arena("tic-tac-toe", ["q:values.db", "random"], 2, archive="runs.db", workers=1),
    ):
        question()
        with open_archive("runs.db") as archive:
            told = archive.manifest(archive.runs()[-1].name)
        assert told.versions["file values.db"] == hashlib.sha256(Path("values.db").read_bytes()).hexdigest()[:16]


def test_agent_of_ones_own_is_known_by_all_files_that_it_is_made_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    Path("listed.py").write_text(OWN, encoding="utf-8")
    Path("table.py").write_text("PLACE = 0\n", encoding="utf-8")
    agents = imported_file(Path("listed.py"), "apts_plugin_listed").Listed
    for given in ("listed", agents()):
        told = playtest("tic-tac-toe", given, 2, workers=1).manifest.versions
        assert {name for name in told if name.startswith("file ")} == {"file listed.py", "file table.py"}
    del sys.modules["table"]
    assert not [name for name in playtest("tic-tac-toe", "random", 2, workers=1).manifest.versions if "file" in name]


READING = """
from pathlib import Path
from apts import Agent
from apts.agents.agent_registry import register


@register("reading", "Plays a place that stands in a file.")
class Reading(Agent):
    def __init__(self):
        {made}

    def choose(self, state, seed=1):
        {chosen}
        return state.moves()[self.place]
"""
PLACE = "self.place = int((Path(__file__).parent / 'place.txt').read_text())"


@pytest.mark.parametrize(("made", "chosen"), [(PLACE, "pass"), ("pass", PLACE)])
def test_agent_of_ones_own_is_known_by_the_files_that_it_reads(
    made: str, chosen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("reading.py").write_text(READING.format(made=made, chosen=chosen), encoding="utf-8")
    Path("place.txt").write_text("0", encoding="utf-8")
    imported_file(Path("reading.py"), "apts_plugin_reading")
    for _ in range(2):
        told = playtest("tic-tac-toe", "reading", 2, workers=1, archive="runs.db").manifest.versions
        assert {name for name in told if name.startswith("file ")} == {"file reading.py", "file place.txt"}
    Path("place.txt").write_text("1", encoding="utf-8")
    imported_file(Path("reading.py"), "apts_plugin_reading")
    with pytest.raises(AptsError, match=r"agents made of place\.txt, which is not what it was then"):
        playtest("tic-tac-toe", "reading", 4, workers=1, archive="runs.db", resume=True)


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--agents", "THIN", "--json"),
        ("publish", "--agents", "THIN", "--out", "page.html"),
        ("playtest", "--agents", "random", "--evaluator", "THIN", "--matches", "2"),
        ("playtest", "--levels", "random,THIN", "--evaluate", "THIN", "--matches", "2"),
        ("playtest", "--set", "length=3..4", "--agents", "THIN", "--matches", "2"),
        ("goals", "check", "--goal", "balance above 0.1 at THIN", "--matches", "4"),
        ("improve", "--method", "climb", "--agents", "THIN", "--steps", "1", "--minutes", "0.001"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_who_asks_for_few_iterations_is_told_by_every_command(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("apts.cli.settings._TOLD", set[str]())
    spec = "uct:iterations=19"
    place = 2 if words[0] == "goals" else 1
    typed = [*words[:place], "tic-tac-toe", *words[place:]]
    done = CliRunner().invoke(app, [word.replace("THIN", spec) for word in typed])
    assert done.stderr.count(f"Note: {spec} makes") == 1
    assert "ask for at least 36 iterations" in done.stderr


def test_studio_tells_who_asks_for_few_iterations() -> None:
    thin = playtest("tic-tac-toe", "random", 4, evaluator="uct:iterations=20", workers=1)
    told = run_data(thin)["languages"]
    assert told["en"]["notes"][0].endswith("At least 36 would do.")
    assert told["pt-BR"]["notes"][0].endswith("Pelo menos 36 bastariam.")
    assert "At least 36 would do." in report_html(thin, "en")
    levels = strengths_data(playtest_levels("tic-tac-toe", "random,uct:iterations=20", 4, workers=1))
    assert len(levels["strengths"]["en"]["notes"]) == 1
    enough = playtest("tic-tac-toe", "random", 4, evaluator=SPEC, workers=1)
    assert run_data(enough)["languages"]["en"]["notes"] == []


def test_who_asks_for_few_iterations_is_told_once_and_in_the_report() -> None:
    done = CliRunner().invoke(app, ["playtest", "gomoku", "--agents", "uct:iterations=21", "--matches", "2"])
    assert done.stderr.count("Note: uct:iterations=21 makes 21 iterations a move") == 1
    assert "ask for at least 900 iterations" in done.stderr
    run = playtest("tic-tac-toe", "uct:iterations=20", 4, workers=1)
    assert "At least 36 would do." in report_html(run, "en")
    assert "Pelo menos 36 bastariam." in report_html(run, "pt-BR")
    assert "would do." not in report_html(playtest("tic-tac-toe", SPEC, 4, workers=1), "en")
