"""Games in which all win or lose together, games of teams, and games in which all may lose and else one wins."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import apts
from apts.agents.agent_registry import agent
from apts.archive import MatchRecord
from apts.archive.records import match_document, match_from_document
from apts.cli.playtesting.experiments import table_lines
from apts.engine.play.outcome import Outcome, utilities
from apts.engine.python_game import PythonGame
from apts.playtest.comparing.compare import RunComparison
from apts.playtest.experiments.arena import ArenaPlan
from apts.playtest.experiments.side_runs import relative_score, score_at
from apts.playtest.goal_check import length_table
from apts.playtest.goals.goal_files import read_goals
from apts.playtest.goals.judging import GoalLooks, judged
from apts.report import report_html
from apts.variants.admission import refusal_of
from apts.variants.variant import as_variant
from tests.cli.command_line import apts as typed

GAME = """(game "{name}" (players {players}) (equipment {{ (board (square {side})) (piece "Stone" Each) }})
  (rules {start} (play (move Add (to (sites Empty)))) (end {{ {ends} }})))"""
TOGETHER = "(if (is Line 3) (result All Loss)) (if (is Full) (result All Win))"
EACH = ("seat-score", "advantage", "balance", "lead-change", "drama", "decisiveness", "decided-at", "snowball")


def cooperative(players: int) -> apts.Game:
    """All lose when three are in a row, and win when the board is full."""
    return apts.load(GAME.format(name="Together", players=players, side=3, start="", ends=TOGETHER))


def in_teams(*teams: tuple[int, ...], side: int = 4) -> apts.Game:
    """The team of who makes a row of three wins."""
    sets = " ".join(
        f"(set Team {number} {{{' '.join(f'P{p}' for p in seats)}}})" for number, seats in enumerate(teams, 1)
    )
    players = sum(map(len, teams))
    ends = "(if (is Line 3 TeamMover) (result TeamMover Win))"
    return apts.load(GAME.format(name="Teams", players=players, side=side, start=f"(start {{ {sets} }})", ends=ends))


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_all_win_or_all_lose_and_nobody_draws(players: int) -> None:
    game = cooperative(players)
    played = game.playouts(300, seed=1)
    assert (game.cooperative, played.cooperative, played.draws, sum(played.wins)) == (True, True, 0, 0)
    assert played.won_together + played.lost_together == 300
    assert played.won_together > 0
    assert game.scores_add_up is False
    assert played.mean_utilities == pytest.approx([(played.won_together - played.lost_together) / 300] * players)


def test_outcomes_are_told_as_they_are() -> None:
    assert str(Outcome.all_win(2, "x")) == "both players win: x"
    assert str(Outcome.all_lose(3, "x")) == "all players lose: x"
    assert Outcome.all_lose(3, "x").utilities == (-1.0, -1.0, -1.0)
    assert Outcome.all_win(4, "x").utilities == (1.0,) * 4
    assert (Outcome.all_lose(1, "x").utilities, Outcome.all_win(1, "x").utilities) == ((-1.0,), (1.0,))
    assert Outcome.all_lose(3, "x").firsts == ()
    assert not Outcome.all_lose(3, "x").draw
    won = Outcome.team_won(2, (1, 2, 1, 2), "x")
    assert (str(won), won.winning_team) == ("team 2 (players 2 and 4) wins: x", 2)
    assert won.describe(("A", "B", "C", "D")).startswith("team 2 (B (seat 2) and D (seat 4)) wins")
    assert str(Outcome.team_won(1, (1, 2, 2, 2), "x")) == "team 1 (player 1) wins: x"


@pytest.mark.parametrize(
    ("places", "teams", "worth"),
    [
        ({1: 1, 2: 2}, (1, 2, 1, 2), (1, -1, 1, -1)),
        ({1: 2, 2: 1}, (1, 2, 2, 2), (-1, 1, 1, 1)),
        ({1: 1, 2: 2, 3: 3}, (1, 2, 3, 1, 2, 3), (1, 0, -1, 1, 0, -1)),
        ({1: 1, 2: 1, 3: 3}, (1, 2, 3, 1, 2, 3), (0.5, 0.5, -1, 0.5, 0.5, -1)),
        ({1: 1, 2: 2, 3: 3, 4: 4}, (1, 1, 2, 3, 4), (1, 1, 1 / 3, -1 / 3, -1)),
    ],
)
def test_a_team_is_worth_its_place_among_the_teams(
    places: dict[int, float], teams: tuple[int, ...], worth: tuple[float, ...]
) -> None:
    found = Outcome.by_teams(places, teams, "x")
    assert found.utilities == pytest.approx(worth)
    assert utilities(found.ranks) == pytest.approx(worth)


@pytest.mark.parametrize("ranks", [(1, 1, 4, 4), (1, 1, 3, 3), (1, 2, 2, 4)])
def test_ranks_that_do_not_share_places_are_refused(ranks: tuple[float, ...]) -> None:
    with pytest.raises(apts.AptsError, match=r"who ties shares the mean of the places.*Outcome\.team_won"):
        Outcome.ranked(ranks, "x")


class Sides(PythonGame[tuple[int, ...]]):
    """One move ends the match; the ranks are what the test wants."""

    name, players, teams = "Sides", 4, (1, 1, 2, 2)
    ranks: tuple[float, ...] = (1.5, 1.5, 3.5, 3.5)

    def start(self) -> tuple[int, ...]:
        """Nothing was played."""
        return ()

    def mover(self, position: tuple[int, ...]) -> int:
        """Always seat 1."""
        del position
        return 1

    def moves(self, position: tuple[int, ...]) -> list[str]:
        """One move."""
        del position
        return ["go"]

    def play(self, position: tuple[int, ...], move: str) -> tuple[int, ...]:
        """It was played."""
        del move
        return (*position, 1)

    def outcome(self, position: tuple[int, ...]) -> Outcome | None:
        """The ranks as they were given."""
        return Outcome.of_the_rules(self.ranks, "over") if position else None

    def write(self, position: tuple[int, ...]) -> str:
        """How many moves were made."""
        return str(len(position))

    def read(self, text: str) -> tuple[int, ...]:
        """The same again."""
        return (1,) * int(text)


@pytest.mark.parametrize("ranks", [(1, 1, 4, 4), (1, 1, 3, 3), (1.5, 1.5, 3.5, 3.5), (1, 1, 2, 2)])
def test_all_spellings_of_the_places_of_teams_are_one_outcome(ranks: tuple[float, ...]) -> None:
    ended = apts.load(type("Sides", (Sides,), {"ranks": ranks})()).start().play("go").outcome
    assert ended is not None
    assert (ended.ranks, ended.utilities) == ((1.0, 1.0, 4.0, 4.0), (1.0, 1.0, -1.0, -1.0))
    assert str(ended) == "team 1 (players 1 and 2) wins: over"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"ranks": (1, 2, 3.5, 3.5)}, "members of team 1 have 1, 2"),
        ({"teams": (), "ranks": (1, 1, 4, 4)}, "who ties shares the mean"),
        ({"teams": (1, 2)}, "a team for each of the 4 seats"),
        ({"teams": (1, 1, 1, 1)}, "two teams or more"),
        ({"teams": "1122"}, "teams are the team of each seat"),
        ({"teams": (), "cooperative": True}, "cooperative = True: all win or lose together"),
        ({"cooperative": "yes"}, "True or False is expected"),
    ],
)
def test_classes_that_contradict_themselves_are_refused(changes: dict[str, object], told: str) -> None:
    with pytest.raises(apts.AptsError, match=told):
        assert apts.load(type("Sides", (Sides,), changes)()).start().play("go").outcome


@pytest.mark.parametrize(
    ("teams", "wins"),
    [(((1, 3), (2, 4)), 2), (((1, 4), (2, 5), (3, 6)), 3), (((1,), (2, 3, 4)), 2)],
)
def test_rules_give_a_team_what_it_wins(teams: tuple[tuple[int, ...], ...], wins: int) -> None:
    game = in_teams(*teams)
    played = game.playouts(200, seed=1)
    assert len(played.team_wins) == wins
    assert sum(played.team_wins.values()) + played.draws == 200
    assert min(played.team_wins.values()) > 0
    run = apts.playtest(game, ["random"], 30, seed=1, workers=1)
    for record in run.matches:
        assert record.outcome is not None
        assert record.outcome.teams == game.teams
        assert set(record.outcome.utilities) <= {1.0, 0.0, -1.0, -0.5}  # two of three teams may share the last places
    won = [record.outcome is not None and not record.outcome.draw for record in run.matches]
    assert sum(row["wins"] for row in run.metrics["together"].details["teams"]) == sum(won)
    assert all(
        "team" in str(found).lower() for found in (*run.findings, *run.probable) if found.kind == "seat-advantage"
    )


def test_terminal_says_what_teams_and_all_together_win(tmp_path: Path) -> None:
    told = {}
    for name, game in (("both", cooperative(2)), ("teams", in_teams((1, 3), (2, 4)))):
        (tmp_path / f"{name}.lud").write_text(game.rules, encoding="utf-8")
        told[name] = typed("playouts", str(tmp_path / f"{name}.lud"), "--matches", "50").output
    assert "all players win" in told["both"]
    assert "all players lose" in told["both"]
    assert "draws" not in told["both"]
    assert "player 1 wins" not in told["both"]
    assert "team 1 (players 1 and 3) wins" in told["teams"]
    found = typed("playouts", str(tmp_path / "teams.lud"), "--matches", "50", "--json").json
    assert sum(found["team_wins"].values()) + found["draws"] == 50
    checked = typed("check", str(tmp_path / "both.lud")).output
    assert "nobody won" not in checked


@pytest.mark.parametrize("players", [2, 3])
def test_what_holds_seats_beside_each_other_is_not_measured_where_all_win_together(players: int) -> None:
    goals = read_goals(["seat-score[each] between 45 % and 55 %", "balance at least 0.9", "together at least 2 %"])
    run = apts.playtest(cooperative(players), ["uct:iterations=60"], 12, seed=1, workers=1, goals=goals)
    assert {name: run.metrics[name].value for name in EACH} == dict.fromkeys(EACH)
    assert "none is ahead of another" in str(run.metrics["balance"])
    assert [found.kind for found in (*run.findings, *run.probable) if found.kind == "seat-advantage"] == []
    assert [found.verdict for found in run.judgements][:2] == ["open", "open"]
    assert run.judgements[0].reason == "all seats win or lose together, so that none is ahead of another"
    won = sum(record.outcome is not None and record.outcome.all_won for record in run.matches)
    assert run.metrics["together"].value == run.metrics["completion"].value == won / 12
    values = [turn.values for record in run.matches for turn in record.turns if turn.values is not None]
    assert values
    assert players > 2 or all(one == other for one, other in values)
    page = report_html(run)
    assert "All players win" in page
    assert "No winner" not in page


@pytest.mark.parametrize("agent", ["uct:iterations=200", "alphabeta:depth=3", "greedy"])
@pytest.mark.parametrize("players", [2, 4])
def test_players_play_to_win_together(agent: str, players: int) -> None:
    """Random players win one match in nine."""
    run = apts.playtest(cooperative(players), [agent], 6, seed=1, workers=1)
    value = run.metrics["together"].value
    assert value is not None
    assert value >= 0.5


def test_two_sides_that_may_win_together_are_not_solved_against_each_other() -> None:
    with pytest.raises(apts.AptsError, match="win or lose together"):
        apts.solve(cooperative(2))


def test_where_all_may_lose_no_seat_is_behind_for_it() -> None:
    ends = "(if (is Line 4) (result Mover Win)) (if (is Full) (result All Loss))"
    game = apts.load(GAME.format(name="Mixed", players=3, side=4, start="", ends=ends))
    assert (game.cooperative, game.may_share_results) == (False, True)
    run = apts.playtest(game, ["random"], 60, seed=1, workers=1)
    assert run.metrics["together"].details["lost"] > 30
    kinds = [found for found in (*run.findings, *run.probable) if found.kind == "seat-advantage"]
    assert not [found for found in kinds if "behind" in str(found) or "has an advantage" in str(found)]
    advantage = run.metrics["advantage"].value
    assert advantage is not None
    assert abs(advantage) < 0.2
    assert game.playouts(100, seed=1).lost_together > 50


def test_records_keep_teams_and_old_ones_are_read_without() -> None:
    game = in_teams((1, 3), (2, 4))
    run = apts.playtest(game, ["random"], 8, seed=1, workers=1)
    record = next(match for match in run.matches if match.outcome is not None and not match.outcome.draw)
    document = json.loads(json.dumps(match_document(record)))
    assert match_from_document(document) == record
    first = record.outcome.winning_team if record.outcome is not None else None
    old = [1.0 if team == first else 3.0 for team in game.teams]
    del document["outcome"]["teams"]
    document["outcome"] |= {"ranks": old, "utilities": list(utilities(old))}
    found: MatchRecord = match_from_document(document)
    assert found.outcome is not None
    assert found.outcome.in_teams(game.teams) == record.outcome


def test_who_gives_up_gives_up_for_all_who_play_together() -> None:
    from apts.agents.saved_match import resignation

    assert resignation(2, cooperative(3).start()).all_lost
    assert resignation(2, in_teams((1, 3), (2, 4)).start()).ranks == (1.0, 4.0, 1.0, 4.0)
    assert resignation(1, in_teams((1, 4), (2, 5), (3, 6)).start()).utilities == (-1.0, 0.5, 0.5, -1.0, 0.5, 0.5)


@pytest.mark.parametrize("question", [apts.stress, apts.skill])
def test_seats_that_win_together_are_not_held_against_each_other(question: Callable[..., object]) -> None:
    with pytest.raises(apts.AptsError, match="Together all players win or lose together"):
        question(cooperative(3), matches=6)


def test_agents_of_a_game_in_which_all_win_together_do_not_meet() -> None:
    with pytest.raises(apts.AptsError, match="Together all players win or lose together"):
        apts.arena(cooperative(3), ["random", "greedy"], matches=2)


@pytest.mark.parametrize("teams", [((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 5), (3, 6)), ((1,), (2, 3, 4))])
def test_agents_meet_as_teams(teams: tuple[tuple[int, ...], ...]) -> None:
    game = in_teams(*teams)
    plan = ArenaPlan(game, (agent("random"), agent("greedy")), 1, 0)
    for meeting in plan.appointments(((0, 1), 0)):
        assert all(len({meeting.seats[seat - 1] for seat in team}) == 1 for team in teams)
        assert set(meeting.seats) == {0, 1}


def of_equal_agents(*outcomes: Outcome) -> list[MatchRecord]:
    """A group of matches in which an agent sat everywhere once; each ended in one of these ways."""
    return [
        MatchRecord(row + 1, 1, tuple(int(seat != row) for seat in range(len(outcomes))), (), "finished", one, 1)
        for row, one in enumerate(outcomes)
    ]


def test_equal_agents_score_a_half_where_all_may_lose_or_teams_are_unequal() -> None:
    lost = of_equal_agents(*[Outcome.all_lose(3, "x")] * 3)
    assert [relative_score(record) for record in lost] == [0.5] * 3
    alone = of_equal_agents(*[Outcome.team_won(2, (1, 2, 2, 2), "x")] * 4)
    assert sum(map(score_at, alone)) / 4 == 0.75
    assert sum(map(relative_score, alone)) / 4 == pytest.approx(0.5)
    won = of_equal_agents(*[Outcome.won_by(1, 3, "x")] * 3)
    assert [relative_score(record) for record in won] == [score_at(record) for record in won]


def test_table_has_wins_of_teams_and_of_all_together() -> None:
    pairs = apts.playtest(in_teams((1, 3), (2, 4)), "random", matches=12, seed=1)
    table = length_table(pairs)
    assert [name for name, _ in table.sides] == ["team 1 (seats 1 and 3)", "team 2 (seats 2 and 4)"]
    assert all(sum(band.wins[:2]) + band.nobody == band.matches for band in table.bands)
    assert "| team 1 (seats 1 and 3) | team 2 (seats 2 and 4) | nobody |" in "\n".join(
        table_lines(table, "seat {}".format)
    )
    together = length_table(apts.playtest(cooperative(3), "random", matches=12, seed=1))
    assert [name for name, _ in together.sides] == ["all players"]
    assert sum(band.wins[0] + band.nobody for band in together.bands) == 12
    assert sum(band.wins[0] for band in together.bands) > 0


def test_variant_in_which_all_win_together_passes_the_gate() -> None:
    assert refusal_of(as_variant(GAME.format(name="Together", players=3, side=3, start="", ends=TOGETHER))) is None


def test_games_in_which_all_win_together_are_not_compared_by_their_balance() -> None:
    runs = [apts.playtest(cooperative(3), "random", matches=6, seed=seed) for seed in (1, 2)]
    assert [goal.metric for goal in RunComparison(*runs).goals] == ["timeouts"]


def test_fair_seats_are_not_missed_because_all_lose() -> None:
    ends = "(if (is Line 4) (result Mover Win)) (if (is Full) (result All Loss))"
    mixed = apts.load(GAME.format(name="Mixed", players=3, side=4, start="", ends=ends))
    run = apts.playtest(mixed, "random", matches=30, seed=1)
    fair = judged(apts.read_goal("every seat between 0.45 and 0.55"), run)
    assert fair.verdict == "open"
    assert re.match(
        r"all players lose together in \d\d% of matches, so that the seats score 0\.\d\d on average", fair.reason
    )
    assert judged(apts.read_goal("seat 1 score at least 0.45"), run).verdict == "missed"
    again = GoalLooks([apts.read_goal("every seat between 0.45 and 0.55")], 1)
    again.look(run, rare=True)
    assert [one.verdict for one in again.found.values()] == ["open"]
