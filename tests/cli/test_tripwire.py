"""No command runs Python that a document names: a run, an export, a saved match, a file of values."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import apts
from apts.archive import export_json, open_archive
from apts.cli.commands import COMMANDS, CommandGroup, Table, app
from apts.errors import AptsError
from apts.playtest.matches.game_source import data_folder
from apts.playtest.run import stored_run
from tests.cli.hostile_documents import GAME, Tripwire, manifest, match

FEW = ("--matches", "2", "--agents", "random")

WORDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "new": (("--list",),),
    "games": ((),),
    "show": (("{run}",),),
    "rules": (("{run}", "--out", "r.html"),),
    "parameters": (("{run}",),),
    "diff": (("{run}", "{export}"),),
    "check": (("{run}",), ("{export}",)),
    "watch": (("--help",),),
    "playouts": (("{run}",),),
    "perft": (("{run}", "--depth", "1"),),
    "playtest": (("{run}", *FEW), ("tic-tac-toe", "--name", "{run}", *FEW), ("tic-tac-toe", "--goal", "{goals}", *FEW)),
    "compare": (("{run}", "by-package", "--archive", "apts.db", "--report", "c.html"),),
    "goals check": (("{run}", *FEW), ("tic-tac-toe", "{goals}", *FEW)),
    "goals list": ((),),
    "goals show": (("{goals}",),),
    "improve": (("{run}", "--goal", "balance higher"),),
    "cures": (("{run}", *FEW),),
    "table": (("{run}", *FEW),),
    "stress": (("{run}", "--matches", "2"),),
    "skill": (("{run}",),),
    "skill-table": (("{run}", "--matches", "2"),),
    "styles": (("{run}", "--matches", "2"),),
    "sensitivity": (("{run}",),),
    "play": (("{run}",), ("--resume", "{saved}"), ("--replay", "{saved}"), ("--replay", "{saved}", "--json")),
    "publish": (("{run}",),),
    "studio": (("--help",),),
    "analyze": (("{run}",),),
    "solve": (("{run}",),),
    "arena": (("{run}", "random", "random"),),
    "agents": (("{run}",),),
    "calibrate": (("{run}",),),
    "runs": ((), ("--json",)),
    "report": (("{run}", "--out", "r.html"), ("{run}", "--out", "r.html", "--play", "--lang", "pt-BR")),
    "replay": (("{run}", "1"), ("{run}", "1", "--json")),
    "export": (("{run}", "--out", "e.json"), ("{run}", "--out", "e.csv"), ("{run}", "--out", "e.parquet")),
    "import": (("{export}", "--archive", "new.db"), ("{export}", "--archive", "new.db", "--name", "x", "--unchecked")),
    "rename": (("{run}", "{run}-again"), ("{run}-again", "{run}")),
    "delete": (("nothing", "--yes"),),
    "train": (("{run}",), ("--resume", "--out", "{training}"), ("--from", "{values}")),
    "selfplay": (("{run}",), ("{values}",)),
    "model new": (("{run}",),),
    "model show": (("{values}",),),
    "model quality": (("{values}",),),
    "qlearn train": (("{run}", "--model", "{values}"),),
    "qlearn show": (("{values}",),),
    "qlearn prove": (("{values}",), ("{values-with-rules}",)),
    "qlearn study": (("{run}", "--model", "{values}"),),
}  # fmt: skip
"""What is typed behind each command, with each of the hostile runs and documents."""


def names(table: Table, before: str = "") -> Iterator[str]:
    """All commands."""
    for heading in table.values():
        for name, place in heading.items():
            if isinstance(place, CommandGroup):
                yield from names(place.table, f"{name} ")
            else:
                yield before + name


@pytest.fixture
def tripwire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tripwire]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield Tripwire(tmp_path)
    for name in [name for name in sys.modules if name.startswith("evil")]:
        del sys.modules[name]


def test_every_command_has_its_hostile_words() -> None:
    assert set(names(COMMANDS)) == set(WORDS)


@pytest.mark.parametrize("command", WORDS)
def test_no_command_runs_python_that_a_document_names(command: str, tripwire: Tripwire) -> None:
    places = {
        "goals": tripwire.goals(),
        "saved": tripwire.saved_match(),
        "training": tripwire.training(),
        "values": tripwire.q_file(None),
        "values-with-rules": tripwire.q_file(str(tripwire.file)),
    }
    for run in tripwire.manifests():
        for words in WORDS[command]:
            chosen = {**places, "run": run, "export": f"{run}.json"}
            typed = [word.format_map(chosen) for word in words]
            answer = CliRunner().invoke(app, [*command.split(), *typed], input="")
            assert not tripwire.was_run, [command, *typed]
            told = isinstance(answer.exception, AptsError | SystemExit | type(None))
            assert told, (command, typed, answer.exception, answer.exc_info)
        if not any("{run}" in word or "{export}" in word for words in WORDS[command] for word in words):
            break


def test_tripwire_would_be_seen(tripwire: Tripwire) -> None:
    answer = CliRunner().invoke(app, ["replay", "by-file", "--json", "--game", str(tripwire.file)])
    assert answer.exit_code == 0, answer.output
    assert tripwire.was_run


@pytest.mark.parametrize("module", ["evilmodule", "evilpackage.inner"])
def test_module_that_would_be_found_is_a_tripwire_too(tripwire: Tripwire, module: str) -> None:
    import importlib

    importlib.import_module(module)
    assert tripwire.was_run


def test_replay_says_what_to_type_for_a_file_that_is_trusted_and_remembers_it(tripwire: Tripwire) -> None:
    runner = CliRunner()
    refused = runner.invoke(app, ["replay", "by-file", "--json"])
    assert f"--game {tripwire.file} names the file, if you trust it" in str(refused.exception)
    assert runner.invoke(app, ["replay", "by-file", "--json", "--game", str(tripwire.file)]).exit_code == 0
    tripwire.mark.unlink()
    assert runner.invoke(app, ["replay", "by-file", "--json"]).exit_code == 0
    assert runner.invoke(app, ["replay", "with-arguments", "--json"]).exit_code != 0


def test_own_run_of_a_class_needs_no_word_and_the_list_is_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("APTS_DATA", str(tmp_path / "data"))
    (tmp_path / "race.py").write_text(GAME, encoding="utf-8")
    runner = CliRunner()
    played = runner.invoke(app, ["playtest", "race.py", "--matches", "2", "--agents", "random", "--name", "mine"])
    assert played.exit_code == 0, played.output
    assert runner.invoke(app, ["replay", "mine", "--json"]).exit_code == 0
    folder = data_folder()
    assert folder is not None
    modes = {place.stat().st_mode & 0o777 for place in (folder / "loaded-games").iterdir()}
    assert modes == {0o600}
    assert {place.stat().st_mode & 0o777 for place in (folder, folder / "loaded-games")} == {0o700}
    (folder / "loaded-games").chmod(0o777)  # somebody else may have written there
    forget = [name for name in sys.modules if name.startswith("apts_game_race")]
    for name in forget:
        del sys.modules[name]
    assert runner.invoke(app, ["replay", "mine", "--json"]).exit_code != 0


def test_saved_match_of_a_class_goes_on_where_the_class_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    wire = Tripwire(tmp_path)
    saved = str(wire.saved_match())
    runner = CliRunner()
    assert "names the Python file" in str(runner.invoke(app, ["play", "--replay", saved, "--json"]).exception)
    assert runner.invoke(app, ["play", str(wire.file), "--replay", saved, "--json"]).exit_code == 0
    assert runner.invoke(app, ["play", "--replay", saved, "--json"]).exit_code == 0
    wire.file.write_text(wire.file.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert runner.invoke(app, ["play", "--replay", saved, "--json"]).exit_code != 0


def test_python_opens_a_hostile_run_from_its_records(tripwire: Tripwire) -> None:
    for name in tripwire.runs:
        run = apts.open_run(str(tripwire.archive), name)
        assert run.game is None
        assert run.metrics["length"].value == 2
        with pytest.raises(AptsError, match="cannot be played again"):
            run.replay(1)
    assert not tripwire.was_run


def test_class_that_a_program_has_loaded_is_not_given_the_arguments_of_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = GAME.replace('    name = "Race"', '    def __init__(self, given=""):\n        self.name = given or "Race"')
    Path("race.py").write_text(text, encoding="utf-8")
    mine = apts.playtest(apts.load("race.py"), "random", 2, workers=1).manifest  # the class is here from now on
    source = mine.settings["source"]
    with open_archive("apts.db") as archive:
        for name, given in (("mine", {}), ("theirs", {"given": {"literal": "'stolen'"}})):
            asked = {**mine.settings, "source": {**source, "settings": given}}
            archive.start(replace(mine, game=f"{name} of others", settings=asked), name)
            archive.add(name, [match(1)])
    with open_archive("apts.db") as archive:
        assert stored_run(archive, "mine").game is not None
        assert stored_run(archive, "theirs").game is None
        assert "that this user has not played with exactly so" in str(stored_run(archive, "theirs").without_game)
        assert stored_run(archive, "mine", own_list=False).game is None  # as the studio opens runs
        assert stored_run(archive, "theirs", "race.py").game is not None


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"game": "Chess", "settings": {}}, "claims to be of 'Chess', and its rules are those of 'Tic-Tac-Toe'"),
        ({"rules": "hello", "settings": {}}, "its rules cannot be read"),
        ({"rules": '(game "Nothing")', "settings": {}}, "is not what was played"),
    ],
)
def test_import_with_a_false_game_or_rules_that_are_none_is_refused(
    fields: dict[str, object], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with open_archive("apts.db") as archive:
        run = apts.playtest("tic-tac-toe", "random", 2, archive=archive, name="mine", workers=1)
        export_json(archive, run.name, "mine.json")
    document = json.loads(Path("mine.json").read_text(encoding="utf-8"))
    document["manifest"] |= fields
    Path("false.json").write_text(json.dumps(document), encoding="utf-8")
    refused = CliRunner().invoke(app, ["import", "false.json", "--archive", "new.db"])
    assert sentence in str(refused.exception)
    assert not Path("new.db").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["runs"],
        ["export", "last", "--out", "x.csv"],
        ["report", "last", "--out", "r.html"],
        ["report", "last"],
        ["export", "last"],
        ["replay", "last"],
    ],
)
def test_names_from_an_archive_do_not_steer_the_terminal(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with open_archive("apts.db") as archive:
        told = manifest({"class": "Race", "text": "0", "file": "a\x1b[2J.py", "settings": {}})
        archive.start(replace(told, game="Evil\x1b[2J", agents=("r\x1b[31m", "random")), "na\x1b]0;m\0e")
        archive.add("na\x1b]0;m\0e", [match(1)])
    answer = CliRunner().invoke(app, words)
    assert answer.output or answer.exception
    assert "\x1b" not in answer.output
    assert isinstance(answer.exception, AptsError | type(None))
    assert all(file.name.isprintable() for file in tmp_path.iterdir())


def test_report_of_rules_that_this_version_cannot_read_is_made_from_the_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with open_archive("apts.db") as archive:
        archive.start(replace(manifest({}), rules='(game "Race" (of the future))', settings={"turn_limit": 200}), "old")
        archive.add("old", [match(number) for number in range(1, 5)])
    answer = CliRunner().invoke(app, ["report", "old", "--out", "r.html"])
    assert answer.exit_code == 0, answer.exception
    assert "its rules cannot be loaded" in answer.output
    assert "made from the records of the matches alone" in Path("r.html").read_text(encoding="utf-8")
    assert "cannot be played again: its rules cannot be loaded" in str(
        CliRunner().invoke(app, ["replay", "old"]).exception
    )


OPENED: list[str] = []
"""The files of hostile agents that were opened; Python has no way to stop listening."""


@pytest.fixture(scope="module")
def listening() -> None:
    def heard(event: str, arguments: tuple[object, ...]) -> None:
        if event in ("open", "sqlite3.connect") and "of-others" in str(arguments[0]):
            OPENED.append(str(arguments[0]))

    sys.addaudithook(heard)


@pytest.mark.parametrize(
    "agents",
    [
        ("model:of-others.onnx", "model:of-others.onnx,simulations=4"),
        ("q:of-others.db", "uct:iterations=64"),
        ("evilmodule:Race", "uct:iterations=" + "9" * 5000),
        ("level:of-others", "uct:heuristic=of-others.py,iterations=8"),
    ],
)
def test_nothing_that_reads_a_run_opens_the_files_that_its_agents_name(
    agents: tuple[str, str], tripwire: Tripwire, listening: None
) -> None:
    for name in ("of-others.onnx", "of-others.db", "of-others.py"):
        Path(name).write_bytes(b"secret")
    with open_archive("agents.db") as archive:
        run = apts.playtest("tic-tac-toe", ["random", "uct:iterations=8"], 4, archive=archive, name="mine", workers=1)
        told = archive.manifest(run.name)
        archive.start(replace(told, agents=agents, settings={**told.settings, "evaluation": agents[0]}), "theirs")
        archive.add("theirs", archive.matches(run.name))
    OPENED.clear()
    for words in (
        ["report", "theirs", "--out", "r.html", "--play"],
        ["replay", "theirs", "1", "--json"],
        ["export", "theirs", "--out", "e.json"],
        ["import", "e.json", "--archive", "agents-2.db"],
        ["compare", "theirs", "mine"],
        ["runs"],
    ):
        archive_words = [] if "--archive" in words else ["--archive", "agents.db"]
        answer = CliRunner().invoke(app, [*words, *archive_words])
        assert isinstance(answer.exception, AptsError | SystemExit | type(None)), (words, answer.exc_info)
        assert not OPENED, words
    assert not tripwire.was_run
