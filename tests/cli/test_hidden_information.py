"""A game with hidden information says so wherever it is checked, played or tested, until it is supported."""

from __future__ import annotations

import io
import json
from collections.abc import Hashable
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

import apts
from apts.agents.saved_match import SavedMatch
from apts.cli.commands import app
from apts.cli.design.showing import playouts, show
from apts.cli.design.writing import check
from apts.cli.playing.analysis import print_analysis
from apts.cli.playing.match_table import MatchTable
from apts.cli.playing.play import TerminalMatch
from apts.cli.playtesting.playtest import print_run
from apts.engine.python_game import PythonGame
from apts.errors import AptsError
from apts.games.shipped.snowball_class import Snowball
from apts.report import report_html

GAME = """(game "Secret Discs" (players {players})
  (equipment {{ (board (square 3)) (piece "Disc" Each) }})
  (rules {start}
    (play (move Add (to (sites Empty) {test}) {then}))
    (end (if (is Line 3) (result Mover Win)))))"""

HIDING = [
    {"then": "(then (set Hidden at:(last To) to:Next))"},
    {"then": "(then (set Hidden What at:(last To) to:Next))"},
    {"then": "(then (set Hidden {What Who Count State} at:(last To) True to:Next))"},
    {"then": "(then (if (is Mover P1) (set Hidden Who (sites Occupied by:Mover) to:All)))"},
    {"start": "(start (set Hidden What (sites Board) to:P1))"},
    {"test": "if:(not (is Hidden What at:(to) to:Mover))"},
    {"test": "if:(not (is In (to) (sites Hidden to:Mover)))"},
]


def secret(players: int = 2, **parts: str) -> str:
    return GAME.format(players=players, **{"start": "", "then": "", "test": "", **parts})


@pytest.mark.parametrize("parts", HIDING)
@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_rules_that_speak_of_hidden_things_are_known(parts: dict[str, str], players: int) -> None:
    parts = {name: text.replace("to:Next", "to:Mover") if players == 1 else text for name, text in parts.items()}
    game = apts.load(secret(players, **parts))
    (place,) = game.hidden_by
    assert place.startswith(("(set Hidden ..) in line", "(is Hidden ..) in line", "(sites Hidden ..) in line"))
    assert game.notice is not None
    assert "Secret Discs has hidden information" in game.notice
    assert "agents see everything" in game.notice


def test_an_open_game_and_a_rule_that_is_only_defined_say_nothing() -> None:
    assert apts.load(secret()).notice is None
    unused = '(define "Veil" (set Hidden at:(last To) to:Next))\n'
    commented = "// (set Hidden at:(last To) to:Next)\n"
    assert apts.load(unused + commented + secret()).hidden_by == ()


class Veiled(Snowball):
    """Snowball of which a seat knows only half."""

    def observation(self, position: object, seat: int) -> Hashable:
        """Nothing but the seat."""
        del position
        return seat


def test_a_class_that_says_what_a_seat_knows_hides_the_rest() -> None:
    assert issubclass(Veiled, PythonGame)
    assert apts.load(Snowball).notice is None
    hiding = apts.load(Veiled)
    assert hiding.hidden_by == ("Veiled.observation",)
    assert "agents see everything" in str(hiding.notice)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "secret.lud"
    path.write_text(secret(**HIDING[0]))
    return path


NOTICE = "Note: Secret Discs has hidden information ((set Hidden ..) in line 4), which is not supported yet"


def test_check_and_show_say_it(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(str(file))
    show(str(file))
    assert capsys.readouterr().out.replace("\n", " ").count(NOTICE) == 2
    check(str(file), json=True)
    assert "hidden information" in json.loads(capsys.readouterr().out)["notice"]
    playouts(str(file), matches=5, seed=1)
    assert NOTICE in capsys.readouterr().err


SAID = "Secret Discs has hidden information"


def said(*words: str | Path) -> str:
    """All that a command prints, on both streams."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exit_code in (0, 1), done.output
    return done.output


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    [
        ("perft", "FILE", "--depth", "1"),
        ("solve", "FILE", "--seconds", "0.01"),
        ("playouts", "FILE", "--matches", "3"),
        ("arena", "FILE", "random", "random", "--matches", "2"),
        ("stress", "FILE", "--agent", "random", "--matches", "2", "--only", "piece"),
        ("skill", "FILE", "--matches", "1", "--base", "2", "--steps", "1"),
        ("table", "FILE", "--agents", "random", "--matches", "2"),
        ("compare", "FILE", "FILE", "--agents", "random", "--matches", "2"),
        ("qlearn", "train", "FILE", "--episodes", "3", "--model", "OUT"),
        ("qlearn", "study", "FILE", "--episodes", "3", "--matches", "2", "--opponents", "random"),
    ],
)
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_every_command_that_plays_says_it(words: tuple[str, ...], more: tuple[str, ...], file: Path) -> None:
    places = {"FILE": str(file), "OUT": str(file.parent / f"{words[0]}-{len(more)}.q")}
    assert SAID in said(*(places.get(word, word) for word in words), *more)


@pytest.mark.long
def test_stored_things_of_a_game_say_it_too(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A saved match, a run of the archive, a table of values: their games are loaded from what was stored."""
    saved = tmp_path / "match.json"
    SavedMatch(game=str(file), players=("random", "random"), moves=("b2",)).write(saved)
    assert SAID in said("play", "--replay", saved)
    archive = str(tmp_path / "runs.db")
    apts.playtest(str(file), "random", matches=4, seed=1, archive=archive, name="one", workers=1)
    assert SAID in said("table", "one", "--archive", archive)
    assert SAID in said("compare", "one", "one", "--archive", archive)
    said("qlearn", "train", file, "--episodes", "3", "--model", tmp_path / "values.q")
    assert SAID in said("qlearn", "prove", tmp_path / "values.q")
    capsys.readouterr()


class Enough(AptsError):
    """What follows need not be done."""


@pytest.mark.long
def test_learning_networks_says_it(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    model = tmp_path / "secret.onnx"
    assert SAID in said("model", "new", file, "--out", model, "--width", "4", "--depth", "1")
    assert SAID in said("model", "quality", model, "--count", "1", "--seconds", "0")

    def enough(*_: object, **__: object) -> None:
        raise Enough("enough")

    monkeypatch.setattr("apts.learning.training.selfplay.SelfPlay.__init__", enough)
    monkeypatch.setattr("apts.learning.training.training_run.run_cycles", enough)
    monkeypatch.setattr("apts.learning.training.selfplay.read_samples", enough)
    small = ("--width", "4", "--depth", "1", "--positions", "4", "--slots", "2")
    assert SAID in said("selfplay", model, "--out", tmp_path / "samples")
    assert SAID in said("train", file, "--out", tmp_path / "folder", "--samples", tmp_path / "samples")
    monkeypatch.setattr(
        "apts.learning.training.training_folder.StoredTraining.__init__", lambda self, *_, **__: _with_game(self, file)
    )
    assert SAID in said("train", file, "--out", tmp_path / "folder", *small)


def _with_game(training: object, file: Path) -> None:
    training.game = apts.load(str(file))  # type: ignore[attr-defined]


def test_play_says_it_before_the_first_move(file: Path) -> None:
    console = Console(file=io.StringIO(), width=100)
    match = SavedMatch(game=str(file), players=("random", "random"), seed=1)
    TerminalMatch(MatchTable(match), console, apts.agent("random")).run()
    output = console.file.getvalue()  # type: ignore[attr-defined]
    assert 0 < output.index(NOTICE) < output.index("player 1 (random) plays")


def test_analyses_play_tests_and_reports_say_it(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = apts.load(str(file))
    analysis = apts.agent("random").analyze(game.start(), 1)
    print_analysis(analysis, 3)
    assert NOTICE in capsys.readouterr().out.replace("\n", " ")
    assert analysis.as_data()["notice"] == game.notice
    run = apts.playtest(game, ["random"], matches=4, seed=1, workers=1)
    console = Console(file=io.StringIO(), width=100)
    print_run(run, console)
    assert NOTICE in console.file.getvalue()  # type: ignore[attr-defined]
    assert run.as_data()["notice"] == game.notice
    assert "hidden information, which is not supported yet: the agents saw everything" in report_html(run)
    assert "informação oculta, o que ainda não é suportado: os agentes viram tudo" in report_html(run, "pt-BR")
