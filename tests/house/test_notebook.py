"""What notebooks show: every kind of position, analysis and run, escaped, and the notebook of the documentation."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

import apts
from apts.engine.python_game import PythonGame
from apts.playtest.run import Run
from tests.agents.small_games import PILE, Race
from tests.house.executed_notebook import NOTEBOOK

TIMES = re.compile(r"\d[\d.,]* m?s\b")
"""What moves take, which is another each time."""

EVIL = "<script>alert('x')</script>&\x1b[31m"


def parsed(html: str | None) -> ElementTree.Element:
    """The elements of what is shown, which must be whole and free of scripts."""
    assert html is not None
    root = ElementTree.fromstring(f"<div>{html}</div>")
    assert not any(element.tag.endswith("script") for element in root.iter())
    return root


def text_of(html: str | None) -> str:
    return "".join(parsed(html).itertext())


class Odd(PythonGame[int]):
    """A game whose words are not meant well."""

    name = f"Odd {EVIL[:-5]}"

    def start(self) -> int:
        return 0

    def mover(self, position: int) -> int:
        return 1 + position % 2

    def moves(self, position: int) -> list[str]:
        return ["<b>", "&amp;"]

    def play(self, position: int, move: str) -> int:
        return position + 1

    def outcome(self, position: int) -> apts.Outcome | None:
        return apts.Outcome.ranked([1, 2], "done") if position == 2 else None

    def write(self, position: int) -> str:
        return str(position)

    def read(self, text: str) -> int:
        return int(text)

    def draw(self, position: int) -> str:
        return EVIL


class Drawn(Odd):
    """The same with a picture."""

    def draw_svg(self, position: int) -> str:
        return "<svg xmlns='http://www.w3.org/2000/svg'/>"


@pytest.mark.long
def test_notebook_of_the_documentation_has_the_outputs_of_its_cells() -> None:
    # In a process of its own: the metrics that other tests bring along are not those of the notebook.
    command = [sys.executable, "-m", "tests.house.executed_notebook"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=NOTEBOOK.parents[1])
    now, written = (TIMES.sub("", text) for text in (done.stdout, NOTEBOOK.read_text(encoding="utf-8")))
    assert now == written, f"run: {' '.join(command)} --write"


def test_position_of_rules_is_a_picture() -> None:
    state = apts.load("connect-four").start()
    assert parsed(state._repr_svg_())[0].tag.endswith("svg")
    assert state._repr_html_() is None


def test_position_of_a_class_is_its_picture_or_its_drawing() -> None:
    plain, drawn = apts.load(Odd).start(), apts.load(Drawn).start()
    assert plain._repr_svg_() is None
    assert text_of(plain._repr_html_()) == EVIL.replace("\x1b", "\\x1b")
    assert drawn._repr_html_() is None
    assert drawn._repr_svg_() == drawn.svg()


@pytest.mark.parametrize("agent", ["random", "uct:iterations=40", "alphabeta:depth=2"])
@pytest.mark.parametrize("game", ["tic-tac-toe", PILE, Odd, Race(5, 6)], ids=["rules", "three", "class", "six"])
def test_analysis_is_a_table_of_moves(agent: str, game: Any) -> None:
    analysis = apts.agent(agent).analyze(apts.load(game).start(), seed=1)
    rows = list(parsed(analysis._repr_html_()).iter("tr"))
    assert len(rows) == 1 + len(analysis.moves)
    shown = [row[0].text for row in rows[1:]]
    assert shown == [str(row.move) for row in analysis.moves]
    assert ("visits" in text_of(analysis._repr_html_())) == any(row.visits for row in analysis.moves)
    assert str(analysis.best) in repr(analysis)


def test_long_analysis_is_cut_and_says_so() -> None:
    analysis = apts.agent("random").analyze(apts.load("gomoku").start(), seed=1)
    assert f"and {len(analysis.moves) - 20} more moves" in text_of(analysis._repr_html_())


@pytest.mark.parametrize("game", ["tic-tac-toe", PILE, Odd, Race(5, 1), Race(5, 6)], ids=["2", "3", "class", "1", "6"])
def test_run_shows_what_was_found_and_every_seat_with_an_interval(game: Any) -> None:
    run = apts.playtest(game, "random", matches=12, workers=1)
    root = parsed(run._repr_html_())
    said = text_of(run._repr_html_())
    assert "12 matches, random, seed 1" in said
    assert all(found.sentence in said for found in run.weighed)
    rows = list(root.iter("tr"))[1:]
    assert [row[0].text for row in rows] == [f"seat {seat}" for seat in range(1, run.manifest.players + 1)]
    assert all(" to " in str(row[1].text) or "%" in str(row[1].text) for row in rows)


def test_ladders_stress_and_sensitivity_show_what_they_say() -> None:
    ladder = apts.skill("tic-tac-toe", matches=8, base=2, steps=1)
    stress = apts.stress("tic-tac-toe", "random", matches=4, sorts=["opening"], openings=1)
    moved = apts.sensitivity("tic-tac-toe", agents="random", matches=4, only=["square.dim"])
    for found, told in ((ladder, ladder.sentences), (stress, stress.sentences), (moved, moved.sentences())):
        said = text_of(found._repr_html_())
        assert all(one in said for one in told)
    assert "uct:iterations=4" in text_of(ladder._repr_html_())
    assert len(list(parsed(stress._repr_html_()).iter("tr"))) == 1 + len(stress.trials)


def test_run_without_matches_says_so() -> None:
    run = apts.playtest("tic-tac-toe", "random", matches=2, workers=1)
    empty = Run(run.manifest, [], interrupted=True)
    assert "0 matches of 2, interrupted" in text_of(empty._repr_html_())
    assert "No match was played." in text_of(empty._repr_html_())
    assert "there are no matches" in text_of(empty.metrics._repr_html_())


def test_run_shows_matches_that_failed() -> None:
    class Broken(Odd):
        def outcome(self, position: int) -> apts.Outcome | None:
            if position == 2:
                raise ValueError(EVIL)
            return None

    run = apts.playtest(Broken, "random", matches=2, workers=1)
    assert "2 of 2 matches failed" in text_of(run._repr_html_())


def test_metrics_show_figures_and_what_is_missing() -> None:
    metrics = apts.playtest("tic-tac-toe", "random", matches=12, workers=1).metrics
    rows = {row[0].text: row for row in parsed(metrics._repr_html_()).iter("tr")}
    assert str(rows["length"][1].text).startswith(f"{metrics['length'].value:.3g} (")
    assert "drama" not in rows
    assert "drama: no match with values has a winner" in text_of(metrics._repr_html_())
    assert "12 matches" in repr(metrics)


def test_arena_shows_ratings_with_intervals() -> None:
    held = apts.arena("tic-tac-toe", ["random", "uct:iterations=30"], matches=20, workers=1)
    rows = [[cell.text for cell in row] for row in parsed(held._repr_html_()).iter("tr")][1:]
    assert [row[0] for row in rows] == [held.agents[index].spec for index in held.ranking]
    assert all(" to " in str(row[1]) for row in rows)
    assert repr(held) == f"<arena of Tic-Tac-Toe: 2 agents, {held.matches_of(0)} matches>"
    held.units.clear()
    assert "nothing to tell yet" in text_of(held._repr_html_())


def test_comparison_shows_its_verdict_and_what_differs() -> None:
    other = apts.load("tic-tac-toe", dim=4)
    found = apts.compare("tic-tac-toe", other, "random", 20, goals=["drawishness:lower"], workers=1)
    said = text_of(found._repr_html_())
    assert found.sentence() in said
    assert "drawishness lower" in said
    assert all(line in said for line in found.rules)
    assert "same game" in text_of(apts.compare(found.a, found.a)._repr_html_())
