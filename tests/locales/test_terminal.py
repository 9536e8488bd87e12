"""What commands print in the terminal is in the language of ``--lang``: results, tables, progress and notes."""

from __future__ import annotations

import ast
import io
from pathlib import Path

import pytest
from rich.console import Console

import apts as lab
from apts.cli import progress
from apts.cli.playtesting.playtest import place_lines, print_run, standing_line
from apts.cli.terminal_texts import terminal_texts
from apts.locales import ENGLISH, LANGUAGES
from apts.playtest.comparing.compare import StoppedComparison
from apts.playtest.run import playtest
from tests.cli.command_line import Answer, apts
from tests.locales.english_words import english_in
from tests.playtest.rigged import HANDICAP

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
SMALL = ("--agents", "random", "--matches", "40", "--workers", "1")
GOAL = ("--goal", "length between 7 and 9")
OWN = frozenset(
    {"Tic", "Tac", "Toe", "tic-tac-toe", "random", "beginner", "club", "uct", "replay"}
    | {"Grid", "Aim", "Avoid", "Win", "square", "dim"}
)
"""Names of games, agents, options and paths, which are the same in every language."""

COMMANDS = {
    "playtest": ("playtest", "tic-tac-toe", *SMALL, *GOAL, "--report", "report.html"),
    "levels": (
        *("playtest", "tic-tac-toe", "--levels", "random,beginner", "--matches", "10", "--workers", "1"),
        *(*GOAL, "--goal", "drawishness below 50 % at level:club"),
    ),
    "sweep": ("playtest", "tic-tac-toe", *SMALL, *GOAL, "--set", "square.dim=3,4"),
    "far": ("playtest", "tic-tac-toe", *SMALL, "--set", "square.dim=7", "--quick"),
    "thin": ("playtest", "tic-tac-toe", "--agents", "uct:iterations=2", "--matches", "4", "--workers", "1"),
    "compare": ("compare", "tic-tac-toe", "tic-tac-toe", "--set-b", "square.dim=4", *SMALL),
    "same": ("compare", "tic-tac-toe", "tic-tac-toe", *SMALL),
    "improve": ("improve", "tic-tac-toe", *SMALL, "--goal", "length between 10 and 20", "--fresh", "40"),
    "inside": ("improve", "tic-tac-toe", *SMALL, "--goal", "length between 1 and 20", "--fresh", "40"),
    "climb": (
        *("improve", "tic-tac-toe", "--agents", "random", "--method", "climb", "--steps", "2", "--fresh", "20"),
        *("--workers", "1"),
    ),
    "sensitivity": ("sensitivity", "tic-tac-toe", *SMALL),
    "analyze": ("analyze", "tic-tac-toe", "--agents", "uct:iterations=50", "--moves", "2", "--tree", "tree.svg"),
    "publish": ("publish", "tic-tac-toe", "--out", "page.html"),
    "folder": ("publish", "tic-tac-toe", "--folder", "pages"),
}


def english_lines(answer: str, language: str, names: frozenset[str] = OWN) -> dict[str, list[str]]:
    """The lines with English words in them beside names."""
    found = {line: [word for word in english_in(line, language) if word not in names] for line in answer.splitlines()}
    return {line: words for line, words in found.items() if words}


def asked(name: str, folder: Path, language: str) -> Answer:
    """What a command prints in a language; with 140 columns, so that few lines are broken inside of brackets."""
    return apts(*COMMANDS[name], "--lang", language, folder=folder, columns=140)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "improve"])
def test_a_command_prints_nothing_in_english(name: str, language: str, tmp_path: Path) -> None:
    found = asked(name, tmp_path, language)
    assert found.code == 0, found.complaint
    assert len(found.output) > 40
    assert english_lines(found.output + found.complaint, language) == {}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.long
def test_a_search_prints_nothing_in_english(language: str, tmp_path: Path) -> None:
    found = asked("improve", tmp_path, language)
    assert found.code in (0, 1, 2), found.complaint
    assert english_lines(found.output + found.complaint, language) == {}


@pytest.mark.parametrize("language", OTHERS)
def test_the_report_of_a_run_is_announced_in_the_language(language: str, tmp_path: Path) -> None:
    assert apts(*COMMANDS["playtest"], folder=tmp_path).code == 0
    found = apts("report", "last", "--lang", language, folder=tmp_path)
    assert (found.code, english_lines(found.output, language)) == (0, {})
    assert found.output != apts("report", "last", folder=tmp_path).output


def test_english_in_what_a_command_prints_is_found(tmp_path: Path) -> None:
    found = asked("playtest", tmp_path, ENGLISH)
    assert len(english_lines(found.output, OTHERS[0])) > 5


THREE = """(game "Podium" (players 3)
  (equipment { (board (square 5)) (piece "Stone" Each) (dice d:4 num:1) })
  (rules
    (play (do (roll) next:(move Add (to (sites Empty)))))
    (end (if (= (count Pips) 1) (result Mover Win)))))
"""
TEAMS = """(game "Pairs" (players 4)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules
    (start { (set Team 1 {P1 P3}) (set Team 2 {P2 P4}) })
    (play (move Add (to (sites Empty))))
    (end (if (>= (count Moves) 5) (result TeamMover Win)))))
"""


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("rules", [THREE, TEAMS], ids=["three", "teams"])
def test_lines_of_seats_and_teams_are_in_the_language(rules: str, language: str) -> None:
    texts = terminal_texts(language)
    run = playtest(rules, ["random"], 12, seed=1, workers=1)
    lines = list(place_lines(run, texts))
    assert len(lines) == (3 if rules == THREE else 2)
    assert english_lines("\n".join(lines), language) == {}
    output = io.StringIO()
    print_run(run, Console(file=output, width=140), lang=language)
    assert lines[0].split()[0] in output.getvalue()
    assert english_lines(output.getvalue(), language, OWN | {"Podium", "Pairs", "Stone"}) == {}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("until", ["settled", "precision=0.1"])
def test_why_a_run_ended_early_is_told_in_the_language(until: str, language: str) -> None:
    run = playtest(HANDICAP, ["random"], 400, 2, until=until, workers=1)
    assert run.standing is not None
    assert run.standing.stopped
    assert english_lines(standing_line(run, terminal_texts(language)), language) == {}
    assert len(english_lines(standing_line(run, terminal_texts()), language)) == 1


@pytest.mark.parametrize("language", OTHERS)
def test_progress_is_told_in_the_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    hint = terminal_texts(language)("time.hint-quick")
    with progress.progress_lines(hint=hint, lang=language) as watch:
        for done in range(0, 61, 2):
            watch("Hexes", done, 100)
            now[0] += 4.0
    lines = capsys.readouterr().err
    assert len(lines.splitlines()) > 1
    assert english_lines(lines, language) == {}
    assert english_lines(progress.about_range(40, 130, language), language) == {}


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_a_comparison_that_was_stopped_has_a_translation(language: str) -> None:
    texts, sentences = terminal_texts(language), stopped_sentences()
    assert len(sentences) == 5
    assert [sentence for sentence in sentences if texts.stopped(StoppedComparison(sentence)) == sentence] == []


def stopped_sentences() -> list[str]:
    """What :class:`StoppedComparison` is raised with anywhere in the package."""
    found = []
    texts = [file.read_text(encoding="utf-8") for file in Path(lab.__file__).parent.rglob("*.py")]
    for text in (text for text in texts if "StoppedComparison(" in text):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "StoppedComparison":
                found.append(ast.literal_eval(node.args[0]))
    return found
