"""Whole matches of ten games against agents, tapped on the studio's own page: placing, moving, capture chains, stacking,
sowing, dice, passing, a swap of sides, three players, a board of hexagons. The studio has each of them as it was played."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING

import pytest

import apts
from apts.engine.play.game import Move, State
from apts.engine.play.positions.position_contents import Position
from apts.engine.text.offered_moves import meant_move
from apts.studio.store.database import Database
from apts.studio.store.matches import Matches, StudioMatch
from tests.browser import needs_browser
from tests.studio.served import Served
from tests.studio.tapping import tap_to_the_end
from tests.studio.test_play_in_a_browser import opened, sideways, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [needs_browser, pytest.mark.long]

SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 800}}

Course = list[tuple[State, Move]]


@dataclass(frozen=True)
class Tapped:
    """A match to play: against whom, by which seed, and what must have happened in it for the test to mean anything."""

    game: str
    opponent: str
    shows: Callable[[Course], bool]
    seed: int = 1
    seat: int = 1
    desktop: bool = False


def of_kind(kind: str) -> Callable[[Course], bool]:
    return lambda course: any(move.kind == kind for _, move in course)


def from_place_to_place(course: Course) -> bool:
    return all(move.origin is not None and move.target != move.origin for _, move in course)


def onto_empty_places(course: Course) -> bool:
    return all(move.origin in (None, move.target) for _, move in course)


def capture_chain(course: Course) -> bool:
    """Somebody captures and goes on capturing with the same piece."""
    return any(
        one.mover == other.mover and "x" in first.text and "x" in second.text and first.target == second.origin
        for (one, first), (other, second) in pairwise(course)
    )


def piece_upon_piece(course: Course) -> bool:
    return any(move.target in state.from_rules.standing for state, move in course if state.from_rules)


def seeds_sown(course: Course) -> bool:
    """A move changes what lies in more holes than where it starts and where it ends."""
    holes = [seeds_in(state) for state, _ in course]
    changed = [sum(one != other for one, other in zip(*pair, strict=True)) for pair in pairwise(holes)]
    return max(changed) > 3


def seeds_in(state: State) -> list[int]:
    rules = state.from_rules
    assert rules is not None
    view = Position(rules.game.compiled, rules.position)
    return [view.count(site) for site in range(len(rules.game.board.xy()))]


def dice_thrown(course: Course) -> bool:
    return len({tuple(str(die) for die in state.dice) for state, _ in course if state.dice}) > 1


def three_in_turn(course: Course) -> bool:
    return [state.mover for state, _ in course[:6]] == [1, 2, 3, 1, 2, 3]


def six_neighbours(course: Course) -> bool:
    """The cell in the middle of the board has six others at the same least distance."""
    rules = course[0][0].from_rules
    assert rules is not None
    places = rules.game.board.xy()
    middle = [sum(part) / len(places) for part in zip(*places, strict=True)]
    centre = min(places, key=lambda place: dist(place, middle))
    away = sorted(dist(centre, place) for place in places)[1:]
    return away[5] < 1.01 * away[0] < 0.99 * away[6]


MATCHES = (
    Tapped("connect-four", "level:casual", onto_empty_places, desktop=True),
    Tapped("breakthrough", "level:casual", from_place_to_place),
    Tapped("english-draughts", "level:casual", capture_chain),
    Tapped("gobblet-gobblers", "level:beginner", piece_upon_piece, seed=4, desktop=True),
    Tapped("oware", "level:casual", seeds_sown),
    Tapped("mail-coaches", "level:beginner", dice_thrown),
    Tapped("othello", "level:beginner", of_kind("pass")),
    Tapped("yavalath", "level:casual", of_kind("swap"), seat=2, desktop=True),
    Tapped("trefoil", "level:beginner", three_in_turn),
    Tapped("hex", "level:casual", six_neighbours),
)
CASES = [(match, size) for match in MATCHES for size in SIZES if size == "phone" or match.desktop]


@pytest.fixture(scope="module")
def matches(served: Served) -> Iterator[Matches]:
    database = Database(served.folder / "studio.db")
    yield Matches(database)
    database.close()


@pytest.mark.parametrize(("wanted", "size"), CASES, ids=[f"{match.game}-{size}" for match, size in CASES])
def test_whole_match_against_an_agent_is_tapped_and_kept(
    browser: Browser, served: Served, matches: Matches, wanted: Tapped, size: str
) -> None:
    with opened(browser, viewport=SIZES[size], has_touch=size == "phone") as (page, problems):
        address = f"{served.address}/games/{wanted.game}/play?seed={wanted.seed}&opponent={wanted.opponent}"
        visit(page, address, "#board-more")
        page.get_by_role("button", name="Yes, keep them").click()
        page.locator("dialog").wait_for(state="detached")
        if wanted.seat != 1:
            change_seats(page, wanted)
        tap_to_the_end(page, wanted.seed, touch=size == "phone")
        assert page.locator(".status.over").count() == 1
        shown = page.locator(".move-list li").all_inner_texts()
        page.wait_for_url("**/play?match=*")
        kept = finished(matches, page.url.rpartition("=")[2])
        assert sideways(page) == 0
        assert problems == []
    assert (list(kept.moves), kept.record["given"]) == (shown, 0)
    assert [who == "person" for who in kept.seats] == [seat + 1 == wanted.seat for seat in range(len(kept.seats))]
    state, course = apts.load(wanted.game).start(kept.seed), list[tuple[State, Move]]()
    for text in kept.moves:
        move = meant_move(state, text)
        course.append((state, move))
        state = state.after(move)
    assert state.outcome is not None
    assert list(state.outcome.ranks) == kept.record["outcome"]["ranks"]
    assert wanted.shows(course)


def change_seats(page: Page, wanted: Tapped) -> None:
    """Let the agent begin."""
    page.locator("header button").click()
    page.locator("dialog select").nth(wanted.seat - 1).select_option("person")
    page.locator("dialog select").first.select_option(wanted.opponent)
    page.locator("dialog button.main").click()


def finished(matches: Matches, id: str) -> StudioMatch:
    """The match as the studio has it when it has put it into its archive, where the rules have played it again."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        kept = matches.match(id)
        if kept.archived is not None:
            assert (kept.status, kept.record.get("refused")) == ("finished", None)
            return kept
        time.sleep(0.1)
    raise AssertionError(f"the studio does not have the end of the match: {matches.match(id)}")
