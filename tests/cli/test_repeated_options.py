"""Nothing that was typed is lost: lists grow when an option is given again, other options are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import apts as apts_package
from apts.cli.commands import CommandGroup, app
from apts.errors import AptsError
from tests.cli.command_line import apts


def test_agents_that_are_named_one_by_one_are_a_list(tmp_path: Path) -> None:
    words = ["playtest", "tic-tac-toe", "--matches", "4", "--workers", "1", "--json"]
    one = apts(*words, "--agents", "random", "--agents", "uct:iterations=5", "--archive", tmp_path / "a.db")
    both = apts(*words, "--agents", "random,uct:iterations=5", "--archive", tmp_path / "b.db")
    assert one.json["agents"] == ["random", "uct:iterations=5"]
    assert {**one.json, "command": ""} == {**both.json, "command": ""}


@pytest.mark.parametrize(
    "words",
    [
        ("playtest", "tic-tac-toe", "--seed", "1", "--seed", "2"),
        ("playouts", "tic-tac-toe", "--matches", "3", "--matches", "4"),
        ("stress", "tic-tac-toe", "--agent", "random", "--agents", "greedy"),
        ("analyze", "tic-tac-toe", "--position", "a", "--position", "a"),
        ("qlearn", "train", "tic-tac-toe", "--model", "a.q", "--model", "b.q"),
    ],
)
def test_what_is_one_value_is_refused_when_it_is_given_twice(words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 2, done.output
    assert f"it was given 2 times ({words[-3]}, {words[-1]}); give it once" in " ".join(done.output.split())


def test_switches_and_lists_may_be_repeated() -> None:
    done = CliRunner().invoke(app, ["games", "--json", "--json"])
    assert done.exit_code == 0
    assert json.loads(done.output)


def _commands(group: Any) -> list[Any]:
    named = [group.commands.get(name) for name in group.commands]
    return [one for entry in named for one in (_commands(entry) if isinstance(entry, CommandGroup) else [entry])]


def test_every_option_that_reads_commas_says_so_in_its_sign() -> None:
    lists = {"agents", "players", "levels", "opponents", "bands", "axes", "edits"}
    wrong = [
        (command.name, option.opts)
        for command in _commands(get_command(app))
        for option in command.params
        if option.name in lists and not option.multiple and option.param_type_name == "option"
        if "," not in (option.metavar or "") and option.metavar != "AGENT"
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "words",
    [
        ("--set", "square.dim=4", "--set", "square.dim=7"),
        ("--set", "square.dim=4", "--set", "Square_dim=7"),
        ("--option", "Line/Four", "--option", "Line/Five"),
        ("--option", "Line/Four", "--set", "line=Five"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("command", [("show",), ("playouts", "--matches", "2"), ("publish",), ("parameters",)])
def test_a_parameter_or_an_option_with_two_values_is_refused(words: tuple[str, ...], command: tuple[str, ...]) -> None:
    done = CliRunner().invoke(app, [command[0], "connect-four", *command[1:], *words])
    assert done.exit_code == 1
    assert f"is given twice, as {words[0]} {words[1]} and as {words[2]} {words[3]}; give it once" in str(done.exception)


def test_a_parameter_is_not_set_twice_under_two_names() -> None:
    known = next(one.path for one in apts_package.load("tic-tac-toe").parameters if one.path.endswith(".dim"))
    with pytest.raises(AptsError, match="is set twice, to 4 and as 'dim' to 7"):
        apts_package.load("tic-tac-toe", **{known: 4, "dim": 7})
