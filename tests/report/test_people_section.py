"""People's matches in the report: beside the agents', never among them, and harmless whatever people wrote."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from apts.archive import Archive, open_archive
from apts.games.library import load
from apts.playtest.people_seen import PeopleSeen
from apts.playtest.run import Run, open_run, playtest
from apts.publish.people.match_import import import_people
from apts.report import LANGUAGES, report_html
from apts.report.pages.run_page import SECTIONS, people_view
from apts.report.texts import words
from tests.publish.people_samples import sent, sent_match
from tests.report.runs import Page

SCRIPT = "<script>alert(1)</script>"


def fixed_match(seed: int, moves: str, ranks: list[float], seats: list[str], **changes: Any) -> dict[str, Any]:
    """A match of Tic-Tac-Toe that people played; other seeds are other matches."""
    played = moves.split()
    return sent_match(
        load("tic-tac-toe"),
        seed,
        seats,
        moves=played,
        times=[2000] * len(played),
        outcome={"ranks": ranks, "reason": ""},
        **changes,
    )


SIDE_WIN = "b1 c3 b2 a1 b3"
"""The first seat opens at the edge, which good agents hardly ever do, and wins."""
SIDE_LOSS = "b1 a1 c3 a2 b2 a3"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    game = load("tic-tac-toe")
    club, casual = ["person", "level:club"], ["person", "level:casual"]
    matches = [fixed_match(seed, SIDE_WIN, [1, 2], club) for seed in range(8)]
    matches += [fixed_match(seed, SIDE_LOSS, [2, 1], casual, answers={}) for seed in range(20, 24)]
    matches += [fixed_match(30, "b1", [2, 1], casual, resigned=1, answers={"word": SCRIPT, "fun": 1})]
    matches += [fixed_match(31, SIDE_WIN, [1, 2], ["person", "person"], answers={"confusing": True, "length": "long"})]
    with open_archive(tmp_path_factory.mktemp("people") / "people.db") as opened:
        playtest(game, "uct:iterations=100", matches=50, archive=opened, workers=1, name="agents")
        import_people(opened, sent(game, matches))
        yield opened


@pytest.fixture(scope="module")
def run(archive: Archive) -> Run:
    return open_run(archive, "agents")


@pytest.fixture(scope="module")
def seen(run: Run) -> PeopleSeen:
    assert run.people is not None
    return run.people


def test_figures_of_agents_do_not_count_people(run: Run) -> None:
    assert run.metrics["length"].n == 50
    assert run.as_data()["matches"] == 50
    assert run.as_data()["people"]["matches"] == 14


def test_people_score_by_level(seen: PeopleSeen) -> None:
    rows = {one.who: (one.score.value, one.score.n) for one in seen.against}
    assert rows == {"level:casual": (0.0, 5), "level:club": (1.0, 8), "person": (1.0, 1)}
    assert all(0.0 <= one.score.low < one.score.high <= 1.0 for one in seen.against)


@pytest.mark.parametrize(("language", "told"), [("en", "computer, club"), ("pt-BR", "computador, de clube")])
def test_level_is_told_in_the_language_of_the_report(run: Run, language: str, told: str) -> None:
    view = people_view(run, words(language))
    assert view is not None
    assert any(told in row[0] for row in view.scores.rows)


def test_length_is_of_whole_matches(seen: PeopleSeen) -> None:
    assert seen.given_up == 1
    assert seen.turns is not None
    assert seen.agent_turns is not None
    assert (seen.turns.n, seen.turns.value) == (13, pytest.approx((9 * 5 + 4 * 6) / 13))
    assert seen.longer is not None
    assert seen.longer.difference.high < 0.0
    assert seen.minutes is not None
    assert seen.minutes.value == pytest.approx(seen.turns.value * 2 / 60)


def test_opening_that_agents_never_choose_is_told(seen: PeopleSeen) -> None:
    edge = next(one for one in seen.openings if "b1" in one.name)
    assert edge.people is not None
    assert edge.people.value == 1.0
    middle = next(one for one in seen.openings if one.name == "b2")
    assert middle.people is not None
    assert (middle.people.value, middle.people.n) == (0.0, 14)
    told = [one for one in seen.differences if one.kind == "opening"]
    assert [one.name for one in told] == ["b1"]
    assert told[0].sure
    assert (told[0].people, told[0].people_of) == (14, 14)


def test_lengths_are_one_of_the_questions_that_are_corrected(run: Run, seen: PeopleSeen) -> None:
    assert seen.longer is not None
    assert seen.longer_p_value is not None
    assert seen.longer_p_value > seen.longer.p_value
    assert seen.longer_is_sure
    luckier = replace(seen, longer=replace(seen.longer, p_value=0.0489), longer_p_value=0.4)
    assert luckier.longer.difference.high < 0.0
    assert not luckier.longer_is_sure


def test_a_few_matches_of_people_make_nothing_sure(tmp_path: Path) -> None:
    game, club = load("tic-tac-toe"), ["person", "level:club"]
    with open_archive(tmp_path / "few.db") as own:
        run = playtest(game, "uct:iterations=50", matches=60, archive=own, workers=1, name="agents")
        import_people(own, sent(game, [fixed_match(seed, SIDE_WIN, [1, 2], club) for seed in range(3)]))
        found = open_run(own, run.name)
    assert found.people is not None
    assert not found.people.longer_is_sure
    assert [one for one in found.people.differences if one.sure] == []
    view = people_view(found, words("en"))
    assert view is not None
    assert "surely shorter" not in str(view)


def test_nothing_is_told_of_people_who_play_as_agents_do(tmp_path: Path) -> None:
    game = load("tic-tac-toe")
    with open_archive(tmp_path / "same.db") as own:
        run = playtest(game, "random", matches=80, archive=own, workers=1, name="agents")
        import_people(own, sent(game, [sent_match(game, seed, ["person", "person"]) for seed in range(20)]))
        people = open_run(own, run.name).people
    assert people is not None
    assert [one for one in people.differences if one.sure] == []


def test_moves_that_a_link_gave_are_nobodys_choice(tmp_path: Path) -> None:
    game = load("tic-tac-toe")
    with open_archive(tmp_path / "given.db") as own:
        playtest(game, "random", matches=4, archive=own, workers=1, name="agents")
        import_people(own, sent(game, [fixed_match(1, SIDE_WIN, [1, 2], ["person", "level:club"], given=4)]))
        people = open_run(own, "agents").people
    assert people is not None
    assert all(one.people is None for one in people.openings)
    assert people.turns is None


SOLITAIRE = """(game "Fill" (players 1) (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))))"""


@pytest.mark.parametrize(
    ("rules", "seats", "who"),
    [
        ("trefoil", ["person", "level:club", "person"], "level:club"),
        ("trefoil", ["adaptive", "person", "uct:seconds=1"], "adaptive, uct:seconds=1"),
        ("trefoil", ["person", "person", "person"], "person"),
        ("mail-coaches", ["level:casual", "person"], "level:casual"),
        (SOLITAIRE, ["person"], "person"),
    ],
)
def test_any_number_of_seats_and_chance_can_be_told(rules: str, seats: list[str], who: str, tmp_path: Path) -> None:
    game = load(rules)
    with open_archive(tmp_path / "seats.db") as own:
        playtest(game, "random", matches=6, archive=own, workers=1, luck=0, name="agents")
        import_people(own, sent(game, [sent_match(game, seed, seats) for seed in range(2)]), game)
        run = open_run(own, "agents")
    assert run.people is not None
    assert [(one.who, one.score.n) for one in run.people.against] == [(who, 2)]
    assert run.people.turns is not None
    view = people_view(run, words("pt-BR"))
    assert view is not None
    assert len(view.scores.rows) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_report_has_the_section_in_its_place(run: Run, language: str) -> None:
    html = report_html(run, language)
    page = Page(html)
    shown = [name for name in page.ids if name in SECTIONS]
    assert shown[:3] == ["findings", "people", "seats"]
    assert SCRIPT not in html
    assert "&lt;script&gt;alert(1)" in html


def test_report_of_the_people_themselves_is_written(archive: Archive) -> None:
    (name,) = [known.name for known in archive.runs() if known.name != "agents"]
    run = open_run(archive, name)
    assert run.people is not None
    assert not run.people.compared
    assert 'id="people"' in report_html(run)


def test_report_without_people_has_no_such_section() -> None:
    run = playtest("tic-tac-toe", "random", matches=4, workers=1)
    assert run.people is None
    assert 'id="people"' not in report_html(run)
