"""Plug-ins on the command line: agents, metrics, findings and games of one's own, and what is told when they fail."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from typer.testing import CliRunner

from apts.cli.commands import app
from tests.cli.command_line import apts_process as apts

PLUGIN = """
import apts
from apts.agents.agent import Decision
from apts.agents.kinds.random_agent import RandomAgent
from apts.agents.agent_registry import register
from apts.playtest.findings import Question, finding
from apts.playtest.metrics import Metric, metric

@register("last-move", "The last move of the list.")
class LastMove(RandomAgent):
    def decide(self, state, seed=1):
        return Decision(state.moves()[-1])

@metric("fun", "how much fun it is")
def fun(evidence):
    return Metric(0.25, 0.125, 0.5, evidence.n)

@metric("broken", "fails at the third match")
def broken(evidence):
    return Metric(sum(1 / (match.number - 3) for match in evidence.matches))

@metric("totals", "fails without saying which match it looks at")
def totals(evidence):
    return Metric(1 / int((evidence.lengths - evidence.lengths).sum()))

@metric("bare", "gives a number")
def bare(evidence):
    return 3.5

@metric("endless", "gives no finite number")
def endless(evidence):
    return Metric(float("nan"))

@metric("odd-details", "gives details that are not plain")
def odd_details(evidence):
    return Metric(1.0, details={"what": object()})

@finding("odd-finding")
def odd(evidence, metrics):
    raise LookupError("nothing there")

class Countdown(apts.PythonGame):
    '''Count down from five.'''
    name = "Count Down"
    players = 1
    def start(self): return 5
    def mover(self, position): return 1
    def moves(self, position): return ["down"]
    def play(self, position, move): return position - 1
    def outcome(self, position): return None if position else apts.Outcome.won_by(1, 1, "zero")
    def write(self, position): return str(position)
    def read(self, text): return int(text)
"""


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    """A plug-in with a bit of everything."""
    file = tmp_path / "house_rules.py"
    file.write_text(PLUGIN)
    return file


@pytest.mark.long
def test_own_metrics_show_and_those_that_fail_are_told_with_their_match(plugin: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    told = apts(
        "playtest", "tic-tac-toe", "--plugins", plugin, "--agents", "last-move,random", "--matches", "4",
        "--archive", tmp_path / "runs.db", "--report", report,
    )  # fmt: skip
    assert told.code == 0, told.complaint
    assert "last-move against random" in told.output
    assert "fun             0.25 (0.125 to 0.5, n = 4)" in told.output
    assert re.search(
        r"the metric 'broken' raises ZeroDivisionError: .* \(house_rules.py, line \d+\) at match 3", told.output
    )
    assert "the metric 'totals' raises ZeroDivisionError" in told.output
    assert "at match 1" in told.output
    assert "the metric 'bare' gives float 3.5; a Metric is expected" in told.output
    assert "the metric 'endless' gives nan as its value" in told.output
    assert "the metric 'odd-details' gives details that cannot be written as JSON" in told.output
    assert "The finding 'odd-finding' raises LookupError: nothing there (house_rules.py, line" in told.output
    assert "balance" in told.output
    page = report.read_text()
    assert "how much fun it is" in page
    assert re.search(r"division by zero \(house_rules.py, line \d+\) at match 3", page)


@pytest.mark.long
def test_failures_are_told_in_the_language_of_the_report(plugin: Path, tmp_path: Path) -> None:
    report = tmp_path / "relatorio.html"
    told = apts(
        "playtest", "tic-tac-toe", "--plugins", plugin, "--agents", "random", "--matches", "4", "--lang", "pt-BR",
        "--archive", tmp_path / "runs.db", "--report", report,
    )  # fmt: skip
    assert told.code == 0, told.complaint
    page = unescape(report.read_text())
    assert re.search(
        r"a medida 'broken' falha com ZeroDivisionError: .* \(house_rules.py, linha \d+\) na partida 3", page
    )
    for part in (
        "a medida 'bare' dá float 3.5; espera-se um Metric",
        "a medida 'endless' dá nan como value; espera-se um número finito",
        "a medida 'odd-details' dá detalhes que não podem ser escritos em JSON",
        "A constatação 'odd-finding' falha com LookupError: nothing there (house_rules.py, linha",
    ):
        assert part in page
    for english in ("the metric '", "The finding '", " raises "):
        assert english not in page.partition("<script")[0]


def test_metrics_in_json_hold_their_failure(plugin: Path, tmp_path: Path) -> None:
    told = apts(
        "playtest", "tic-tac-toe", "--metrics", plugin, "--agents", "random", "--matches", "4", "--archive",
        tmp_path / "runs.db", "--json",
    )  # fmt: skip
    metrics = told.json["metrics"]
    assert metrics["fun"]["value"] == 0.25
    assert metrics["broken"]["value"] is None
    assert "match 3" in metrics["broken"]["details"]["missing"]
    assert metrics["balance"]["value"] is not None


def test_agents_and_games_of_a_plug_in_can_be_named_everywhere(plugin: Path, tmp_path: Path) -> None:
    known = ("--plugins", str(plugin))
    archive = ("--archive", str(tmp_path / "runs.db"))
    orders = [
        ("arena", "tic-tac-toe", "last-move", "random", "--matches", "2", *known),
        ("analyze", "tic-tac-toe", "--agent", "last-move", *known),
        (
            "stress",
            "tic-tac-toe",
            "--agent",
            "last-move",
            "--matches",
            "2",
            "--only",
            "opening",
            "--openings",
            "2",
            *known,
        ),
        ("compare", "tic-tac-toe", "tic-tac-toe", "--agents", "last-move", "--matches", "2", *archive, *known),
        ("table", "tic-tac-toe", "--agents", "last-move", "--matches", "2", *known),
        ("playouts", "count-down", "--matches", "2", *known),
        ("playtest", "count-down", "--agents", "last-move", "--matches", "2", *archive, *known),
        ("show", "count-down", *known),
        ("perft", "count-down", "--depth", "2", *known),
        ("solve", "count-down", *known),
        ("games", *known),
    ]
    program = (
        "from typer.testing import CliRunner; from apts.cli.commands import app\n"
        f"for words in {orders!r}:\n"
        "    told = CliRunner().invoke(app, words)\n"
        "    assert told.exit_code == 0, (words, told.output, told.exception)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


def test_every_command_that_takes_games_or_agents_takes_plugins() -> None:
    runner = CliRunner()
    for command in (
        "games", "show", "check", "perft", "playouts", "playtest", "table", "compare", "stress", "skill", "play",
        "analyze", "arena", "solve", "qlearn train", "train", "model new",
    ):  # fmt: skip
        assert "--plugins" in runner.invoke(app, [*command.split(), "--help"], env={"COLUMNS": "200"}).output, command


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("x = 1", "adds nothing to APTS"),
        ("1 / 0", "ZeroDivisionError: division by zero (line 1)"),
        ("def", "SyntaxError"),
        ("import sys; sys.exit(3)", "SystemExit"),
        (
            "import apts\nfrom apts.agents.agent_registry import register\n"
            "@register('half', 'Lacks a method.')\nclass Half(apts.Agent):\n    def analyze(self, state, seed=1): pass",
            "the class Half cannot be the agent 'half': it lacks decide",
        ),
        (
            "from apts.playtest.metrics import metric\n@metric('balance', 'x')\ndef f(e): pass",
            "there is a metric 'balance'",
        ),
    ],
)
def test_wrong_plug_in_is_told_in_a_sentence(text: str, part: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(text)
    told = apts("games", "--plugins", file)
    assert told.code == 1
    assert part in told.complaint
    assert "Traceback" not in told.complaint


def test_check_runs_the_contract_of_a_class(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text(PLUGIN[PLUGIN.index("class Countdown") :].join(["import apts\n", ""]))
    assert apts("check", file).output.startswith("ok: Count Down, 1 player")
    file.write_text(file.read_text().replace("won_by(1, 1,", "won_by(1, 2,"))
    told = apts("check", file)
    assert told.code == 1
    assert "Countdown.outcome is wrong in the position '0': it gives 2 ranks, and the game has 1 seat" in told.complaint
