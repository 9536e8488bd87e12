"""Plain words are read as Typer reads them, and all others are left to it."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from apts.cli.arguments import NOT_PLAIN, plain_value
from apts.cli.commands import LoneCommand
from tests.cli.command_line import apts

WORDS = ["", "a", "é", "5", "05", "-5", "+5", " 5", "5 ", "1_000", "5.0", "5.", ".5", "1e3", "0.25", "-0", "nan", "inf"]
WORDS += ["٣", "true", "9" * 30, "0x10", "\udcff", "1,5", "--", "1-2"]


@pytest.mark.parametrize("kind", [str, int, float, list[str]])
def test_plain_words_are_what_typer_makes_of_them(kind: Any) -> None:
    pydantic = pytest.importorskip("pydantic", reason="this Typer reads words without pydantic")
    for word in WORDS:
        value = [word, word] if kind == list[str] else word
        read = plain_value(value, kind)
        if read is not NOT_PLAIN:
            assert read == pydantic.TypeAdapter(kind).validate_python(value)
            assert type(read) is type(pydantic.TypeAdapter(kind).validate_python(value))


def test_usual_words_are_plain() -> None:
    plain = [plain_value("a b", str), plain_value("-12", int), plain_value("0.5", float), plain_value(["a"], list[str])]
    assert plain == ["a b", -12, 0.5, ["a"]]
    assert plain_value("3", int, 1, 3) == 3
    assert plain_value("4", int, 1, 3) is NOT_PLAIN
    assert plain_value(True, int) is NOT_PLAIN


def test_a_command_gets_the_same_values_with_plain_words_and_without() -> None:
    def command(
        name: str,
        others: Annotated[list[str] | None, typer.Argument()] = None,
        count: Annotated[int, typer.Option(min=1, max=9)] = 3,
        share: Annotated[float | None, typer.Option()] = None,
        words: Annotated[list[str] | None, typer.Option("--word", callback=lambda value: value or ["none"])] = None,
        loud: Annotated[bool, typer.Option("--loud/--quiet")] = False,
    ) -> None:
        print([name, others, count, share, words, loud])

    for line in ("x", "x y z", "x --count 4", "x --count 10", "x --count a", "x --share 1", "x --word a --word b", ""):
        answers = []
        for kind in (None, LoneCommand):
            app = typer.Typer(add_completion=False, rich_markup_mode=None)
            app.command("it", cls=kind)(command)
            answers.append(CliRunner().invoke(app, line.split()))
        assert answers[0].output == answers[1].output
        assert answers[0].exit_code == answers[1].exit_code


def test_a_number_that_is_none_is_told_as_ever() -> None:
    answer = apts("playouts", "tic-tac-toe", "--matches", "many")
    assert answer.code == 2
    assert "--matches" in answer.complaint
    assert apts("playouts", "tic-tac-toe", "--matches", "0").code == 2
