"""What callers from Python get wrong is told in a sentence: never a traceback of our own parts, never passed over."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

import apts
from apts.input_checks import whole_number
from apts.playtest.goal_check import check_goals
from tests.playtest.rigged import UNSOLVABLE

TIC: Any = "tic-tac-toe"
play: Any = apts.playtest
stress: Any = apts.stress
compare: Any = apts.compare
goals: Any = apts.Goals
levels: Any = apts.playtest_levels
check: Any = apts.check
game: Any = apts.load(TIC)
kind: Any = apts.load("snowball-class")


@pytest.mark.parametrize("given", ["10", 2.5, None, True, [3], numpy.float64(4.0)])
def test_what_is_no_whole_number_is_refused(given: Any) -> None:
    with pytest.raises(apts.AptsError, match=r"^the number of cats is a whole number of at least 0, not"):
        whole_number("the number of cats", given, 0)


def test_whole_numbers_of_any_make_are_taken() -> None:
    assert type(whole_number("it", numpy.int64(5))) is int
    assert play(TIC, "random", numpy.int64(3)).manifest.matches == 3


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "matches with a fraction": (lambda: play(TIC, "random", 2.5), "the number of matches is a whole number"),
    "matches as a text": (lambda: play(TIC, "random", "10"), "the number of matches is a whole number"),
    "seed with a fraction": (lambda: play(TIC, "random", 4, 1.5), "a seed is a whole number"),
    "seed as a text": (lambda: play(TIC, "random", 4, "x"), "a seed is a whole number"),
    "no turns": (lambda: play(TIC, "random", 4, limit=0), "the most turns of a match is a whole number of at least 1"),
    "no workers": (lambda: play(TIC, "random", 4, workers=0), "the number of workers is a whole number of at least 1"),
    "skill seed": (lambda: apts.skill(TIC, 4, "x"), "a seed is a whole number"),  # type: ignore[arg-type]
    "goals as a text": (lambda: apts.Goals(wanted="length at most 5"), r"read_goals\('length at most 40'\)"),  # type: ignore[arg-type]
    "bands that are one": (lambda: apts.Goals(bands=5), "bands are lengths at which matches are cut"),  # type: ignore[arg-type]
    "luck below 0": (lambda: play(TIC, "random", 4, luck=-1), "played again is a whole number of at least 0"),
    "archive": (lambda: play(TIC, "random", 4, archive=5), "An archive has a path or an address, not 5"),
    "open nothing": (lambda: apts.open_archive(None), "An archive has a path or an address, not None"),  # type: ignore[arg-type]
    "stress": (lambda: apts.stress(TIC, "random", "a"), "the number of matches is a whole number"),  # type: ignore[arg-type]
    "stress openings": (lambda: stress(TIC, "random", 4, openings="x"), "openings is a whole number of at least 0"),
    "stress no sorts": (lambda: stress(TIC, "random", 4, sorts=None), r"sorts is a list of such as .* not None"),
    "stress one sort": (
        lambda: stress(TIC, "random", 4, sorts="opening"),
        r"sorts is a list of such as .* not 'opening'",
    ),
    "margin as a text": (lambda: compare(TIC, TIC, "random", 4, margin="x"), "the margin is a number of at least 0"),
    "no margin": (lambda: compare(TIC, TIC, "random", 4, margin=None), "the margin is a number of at least 0"),
    "margin nan": (lambda: compare(TIC, TIC, "random", 4, margin=math.nan), "such as 0.05, not nan"),
    "apart": (
        lambda: compare(TIC, TIC, "random", 4, goals=["length higher", "length lower"]),
        "no game can keep both goals, 'length higher' and 'length lower'",
    ),
    "limits apart": (
        lambda: compare(TIC, TIC, "random", 4, goals=["length at least 20", "length at most 10"]),
        "no game can keep both goals",
    ),
    "checked apart": (
        lambda: check_goals(TIC, apts.read_goals(["length at least 20", "length at most 10"])),
        "no game can keep both goals",
    ),
    "every seat and one": (
        lambda: check_goals(TIC, apts.read_goals(["every seat at most 0.55", "seat-score[1] at least 0.6"])),
        r"no game can keep both goals, 'no seat above 0.55' and 'seat-score\[1\] at least 0.6'",
    ),
    "one seat by two names": (
        lambda: check_goals(TIC, apts.read_goals(["advantage at least 0.2", "seat-score[seat 1] at most 0.6"])),
        "no game can keep both goals",
    ),
    "every piece and one": (
        lambda: check_goals(TIC, apts.read_goals(["no piece above 30 %", "piece Disc at least 50 %"])),
        "no game can keep both goals",
    ),
    "wins of both": (
        lambda: check_goals(TIC, apts.read_goals(["seat-score[1 wins] above 0.6", "seat-score[2 wins] above 0.6"])),
        "no game can keep the goals 'seat-score.* at least 0.6': together these are at most all matches",
    ),
    "wins and draws": (
        lambda: compare(TIC, TIC, "random", 4, goals=["seat-score[2 wins] above 0.6", "seat-score[draws] above 0.6"]),
        "together these are at most all matches",
    ),
    "won and stopped": (
        lambda: compare(TIC, TIC, "random", 4, goals=["completion at least 70 %", "timeouts at least 40 %"]),
        "together these are at most all matches",
    ),
    "won and drawn": (
        lambda: check_goals(TIC, apts.read_goals(["completion at least 70 %", "drawishness at least 40 %"])),
        "together these are at most all matches",
    ),
    "fair alone": (
        lambda: check_goals(UNSOLVABLE, apts.read_goals("fair-seats")),
        "the goal 'balance at least 0.9' is about seats beside each other, and Never is a game for one",
    ),
    "every seat alone": (
        lambda: play(UNSOLVABLE, "random", 4, goals="every seat between 0.45 and 0.55"),
        "about seats beside each other, and Never is a game for one",
    ),
    "compared alone": (
        lambda: compare(UNSOLVABLE, UNSOLVABLE, "random", 4, goals=["few-draws"]),
        "about seats beside each other",
    ),
    "improved alone": (
        lambda: apts.improve(UNSOLVABLE, "fair-seats", matches=4),
        "about seats beside each other",
    ),
    "far too many playouts": (
        lambda: apts.load(TIC).playouts(2**63),
        "the number of matches is a whole number from 0 to 9,223,372,036,854,775,807, not 9223372036854775808",
    ),
    "far too many turns": (
        lambda: apts.load(TIC).ending_after(2**63),
        "the most turns of a match is a whole number from 1 to 9,223,372,036,854,775,807",
    ),
    "far too long": (
        lambda: play(TIC, "random", 4, limit=2**70),
        "the most turns of a match is a whole number from 1 to",
    ),
    "far too much tree": (
        lambda: apts.agent("uct:iterations=5").analyze(apts.load(TIC).start(), tree=2**64),
        "the number of nodes to be told of is a whole number from 0 to",
    ),
    "far too many workers": (lambda: play(TIC, "random", 4, workers=2**64), "the number of workers is a whole number"),
    "no goals": (lambda: apts.read_goals(None), "goals are texts such as .* not None"),  # type: ignore[arg-type]
    "goals 3": (lambda: apts.read_goals(3), "goals are texts such as .* not 3"),  # type: ignore[arg-type]
    "goals nan": (lambda: apts.read_goals(math.nan), "goals are texts such as .* not nan"),  # type: ignore[arg-type]
    "goal None": (lambda: apts.read_goals([None]), "a goal is a text such as .* not None"),  # type: ignore[list-item]
    "skill": (lambda: apts.skill(TIC, "nope"), "the number of matches is a whole number"),  # type: ignore[arg-type]
    "skill limit": (lambda: apts.skill(TIC, 4, limit=0), "the most turns of a match is a whole number"),
    "ladder": (lambda: apts.skill(TIC, 4, base=0), "the base of a ladder is a whole number of at least 1, not 0"),
    "arena": (lambda: apts.arena(TIC, ["random", "greedy"], opening=-1), "opening is a whole number of at least 0"),
    "arena matches": (lambda: apts.arena(TIC, ["random", "greedy"], 2.0), "the number of matches"),  # type: ignore[arg-type]
    "check": (lambda: apts.check(3), "the path of a rules file, not 3"),  # type: ignore[arg-type]
    "no position": (lambda: apts.agent("random").choose(TIC), "an agent is asked about a position"),
    "negative time": (lambda: apts.solve(TIC, seconds=-1), "solved in more than 0 seconds, not in -1"),
    "table": (lambda: apts.solve(TIC, table=400), "whole number from 1 to 28, not 400"),
    "playouts as a text": (lambda: game.playouts("a"), "the number of matches is a whole number of at least 0"),
    "playouts below 0": (lambda: game.playouts(-1), "the number of matches is a whole number of at least 0, not -1"),
    "playouts of no moves": (lambda: game.playouts(3, limit=-1), "the most moves of a match"),
    "playouts of a class": (lambda: kind.playouts(-1), "the number of matches is a whole number of at least 0, not -1"),
    "perft as a text": (lambda: game.perft("x"), "a depth is a whole number"),
    "perft without end": (lambda: game.perft(10**12), "of at most 100,000"),
    "start": (lambda: game.start("a"), "a seed is a whole number, not 'a'"),
    "start of a class": (lambda: kind.start(1.5), "a seed is a whole number, not 1.5"),
    "luck none": (lambda: play(TIC, "random", 4, luck=None), "played again is a whole number of at least 0, not None"),
    "cluster": (lambda: play(TIC, "random", 4, cluster=3), "the address of a cluster is a text, not 3"),
    "watch": (lambda: play(TIC, "random", 4, watch=3), "watch must be a function that is called"),
    "name": (lambda: play(TIC, "random", 4, name=3), "the name of a run is a text, not 3"),
    "until": (lambda: play(TIC, "random", 4, until=3), "a text such as 'settled'"),
    "goal number": (lambda: play(TIC, "random", 4, goals=3), "a goal is a text such as"),
    "goal list": (lambda: play(TIC, "random", 4, goals=[3]), "a goal is a text such as"),
    "goal unread": (lambda: play(TIC, "random", 4, goals="nonsense here"), "nonsense"),
    "arena watch": (lambda: apts.arena(TIC, ["random", "greedy"], 2, watch=3), "watch must be a function"),  # type: ignore[arg-type]
    "arena cluster": (lambda: apts.arena(TIC, ["random", "greedy"], 2, cluster=3), "cluster is a text"),  # type: ignore[arg-type]
    "time as a text": (lambda: apts.solve(TIC, seconds="x"), "solved in more than 0 seconds, not in 'x'"),  # type: ignore[arg-type]
    "open no run": (lambda: apts.open_run(None), "An archive has a path or an address, not None"),  # type: ignore[arg-type]
    "open run 3": (lambda: apts.open_run(3), "An archive has a path or an address, not 3"),  # type: ignore[arg-type]
    "no place": (lambda: apts.open_archive("\0"), "is not the address of an archive"),
    "last move": (lambda: game.start().svg(last="a1"), "marked by its Move, such as state.find_move"),
    "last of a class": (lambda: kind.start().svg(last="a1"), "marked by its Move, such as state.find_move"),
    "match of a run": (lambda: play(TIC, "random", 2).match("1"), "the number of a match is a whole number, not '1'"),
    "position": (lambda: game.state(None), "a position is read from a text"),
    "position of a class": (lambda: kind.state(4), "a position is read from a text"),
}


@pytest.mark.parametrize("label", WRONG)
def test_a_wrong_argument_is_told_in_a_sentence(label: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    call, said = WRONG[label]
    with pytest.raises(apts.AptsError, match=said):
        call()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("goals", ["length between 5 and 9", ["length between 5 and 9"], apts.read_goals("length > 2")])
def test_goals_of_a_play_test_are_judged(goals: Any, tmp_path: Path) -> None:
    run = play(TIC, "random", 4, goals=goals, archive=tmp_path / "runs.db")
    assert len(run.judgements) == 1
    again = apts.open_run(tmp_path / "runs.db", goals=goals)
    assert [found.as_data() for found in again.judgements] == [found.as_data() for found in run.judgements]
    assert run.findings is not None


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: goals(pace="x"), "pace is the seconds that a turn takes"),
        (lambda: goals(bands=("x",)), "a band is a whole number, not 'x'"),
        (lambda: goals(margin=math.nan), "margin is a number from 0 to 0.5, not nan"),
        (lambda: goals(margin=3), "margin is a number from 0 to 0.5, not 3"),
        (lambda: goals(most_draws=math.nan), "most_draws is a number from 0 to 1, not nan"),
        (lambda: levels(TIC, None), "levels are names such as 'casual,club' or a list of them, not None"),
        (lambda: levels(TIC, ["random", None]), "levels are names such as"),
        (lambda: check("row.lud", matches=-1), "the number of random matches is a whole number of at least 0, not -1"),
        (lambda: check("row.lud", seed="x"), "a seed is a whole number, not 'x'"),
    ],
)
def test_wrong_goals_levels_and_checks_are_refused_before_anything_is_played(
    call: Callable[[], object], told: str
) -> None:
    with pytest.raises(apts.AptsError, match=told):
        call()


def test_metric_that_is_no_name_is_told_with_the_names() -> None:
    with pytest.raises(KeyError, match="there is no metric None"):
        play(TIC, "random", 2).metrics[None]


@pytest.mark.parametrize("seed", [2**63, 2**64, 2**70, -(2**64)])
@pytest.mark.parametrize("spec", ["random", "uct:iterations=5"])
def test_seeds_may_be_of_any_size(seed: int, spec: str) -> None:
    game = apts.load(TIC)
    agent = apts.agent(spec)
    assert agent.choose(game.start(seed), seed=seed) == agent.choose(game.start(seed), seed=seed)
    assert game.playouts(3, seed=seed) == game.playouts(3, seed=seed)
