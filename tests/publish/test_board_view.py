"""The board of a published game in Chromium: it fills the width, nothing overlaps, sites can be tapped and reached."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import apts
from apts.engine.play.game import Game
from tests.browser import needs_browser
from tests.publish.board_pages import DESKTOP, PHONE, open_board
from tests.publish.node_matches import compiled_games, needs_compiler

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [needs_browser, needs_compiler]
SEED = 3
TURNS = 14
FINGER = 44
LEAST = 24

RULES = "(rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win))))"
LONG_BOARD = f'(game "Long" (players 2) (equipment {{(board (rectangle 2 16)) (piece "Disc" Each)}}) {RULES})'
EDGES = f'(game "Edges" (players 2) (equipment {{(board (square 3) use:Edge) (piece "Bar" Each)}}) {RULES})'
HANDS = """(game "Hands" (players 2) (equipment {(board (square 4)) (piece "Marker" Each) (hand Each)})
    (rules (start (place "Marker" "Hand" count:8)) (play (move (from (handSite Mover)) (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))"""

MEASURED = """() => {
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const drawing = document.querySelector(".board-drawing");
  return {
    wide: document.documentElement.scrollWidth,
    window: innerWidth,
    view: box(document.querySelector("#board")),
    board: box(drawing),
    parts: [drawing, ...document.querySelectorAll(".board-hand, .board-dice:not([hidden])")].map(box),
    sites: [...document.querySelectorAll("[data-site]")].map((site) => ({
      site: Number(site.dataset.site), label: site.dataset.label, told: site.getAttribute("aria-label"), ...box(site) })),
    pieces: [...document.querySelectorAll(".board-pieces > *")].map(box),
  };
}"""


def middle_of_a_match(game: Game) -> list[str]:
    """Random moves that do not end the match."""
    choose, state, moves = Random(SEED), game.start(SEED), list[str]()
    while len(moves) < TURNS:
        move = choose.choice(state.moves())
        state = state.after(move)
        if state.outcome is not None:
            break
        moves.append(move.text)
    return moves


def check_layout(page: Page, game: Game) -> dict[str, Any]:
    """Boards fill the width, parts keep apart, every place has a name, pieces stay on the board."""
    found: dict[str, Any] = page.evaluate(MEASURED)
    assert found["wide"] <= found["window"]
    view, board = found["view"], found["board"]
    assert board["right"] - board["left"] > 0.6 * (view["right"] - view["left"])
    for place, one in enumerate(found["parts"]):
        for other in found["parts"][place + 1 :]:
            across = min(one["right"], other["right"]) - max(one["left"], other["left"])
            down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            assert across <= 0.5 or down <= 0.5
    for piece in found["pieces"]:
        assert piece["left"] >= board["left"] - 1
        assert piece["right"] <= board["right"] + 1
        assert piece["top"] >= board["top"] - 1
        assert piece["bottom"] <= board["bottom"] + 1
    on_board = {site["site"] for site in found["sites"] if site["site"] < len(game.site_names)}
    assert on_board == set(range(len(game.site_names)))
    assert all(site["told"].startswith(f"{site['label']}: ") for site in found["sites"])
    return found


def test_a_tap_and_a_key_choose_a_site(browser: Browser) -> None:
    page = open_board(browser, apts.load("tic-tac-toe"), ["b2"], SEED, viewport=PHONE)
    page.locator('[data-label="a1"]').click()
    page.locator('[data-label="c3"]').focus()
    page.keyboard.press("Enter")
    assert page.evaluate("window.chosen") == [0, 8]
    assert page.locator('[data-label="b2"]').get_attribute("aria-label") == "b2: Disc of Player 1, last move"
    assert page.locator('[data-label="a1"]').get_attribute("aria-label") == "a1: empty, can be chosen"
    assert page.locator('[data-site][tabindex="0"]').count() == 1
    assert page.locator('[data-label="c3"]').get_attribute("tabindex") == "0"


def test_pieces_that_decided_the_match_are_marked_and_told(browser: Browser) -> None:
    page = open_board(browser, apts.load("connect-four"), list("abacada"), SEED, viewport=PHONE)
    rings, discs = (page.locator(f".board-drawing {kind}") for kind in (".win", ".board-pieces > *"))
    assert rings.count() == 4
    places = [ring.bounding_box() for ring in rings.all()]
    assert len({round(place["x"]) for place in places if place is not None}) == 1
    assert discs.count() == 7
    told = [page.locator(f'[data-label="{name}"]').get_attribute("aria-label") or "" for name in "ab"]
    assert ["decided the match" in text for text in told] == [True, False]


def test_pieces_in_hand_are_beside_a_wide_board_and_below_a_narrow_one(browser: Browser) -> None:
    game = apts.load(HANDS)
    for viewport, beside in ((PHONE, False), (DESKTOP, True)):
        page = open_board(browser, game, [], SEED, viewport=viewport)
        found = check_layout(page, game)
        board, hand = found["parts"][:2]
        assert (hand["left"] >= board["right"]) is beside
        assert (hand["top"] >= board["bottom"]) is not beside
        slot = next(site for site in found["sites"] if site["label"] == "hand1")
        assert slot["right"] - slot["left"] >= FINGER
        assert slot["bottom"] - slot["top"] >= FINGER
        assert slot["told"] == "hand1: 8 × Marker of Player 1, chosen"


def test_upright_columns_are_tapped_anywhere_and_filled_from_below(browser: Browser) -> None:
    page = open_board(browser, apts.load("connect-four"), ["d", "d"], SEED, viewport=PHONE)
    found = page.evaluate(MEASURED)
    columns = found["sites"]
    assert [column["label"] for column in columns] == list("abcdefg")
    assert all(column["bottom"] - column["top"] > 5 * (column["right"] - column["left"]) for column in columns)
    low, high = sorted(found["pieces"], key=lambda piece: -piece["bottom"])
    assert high["bottom"] <= low["top"]
    assert all(columns[3]["left"] < piece["left"] < piece["right"] < columns[3]["right"] for piece in (low, high))
    page.mouse.click(columns[6]["left"] + 20, columns[6]["top"] + 10)
    assert page.evaluate("window.chosen") == [6]


def test_a_long_board_is_turned_on_a_phone_so_that_fingers_find_its_sites(browser: Browser) -> None:
    game = apts.load(LONG_BOARD)
    page = open_board(browser, game, ["c1"], SEED, viewport=PHONE)
    sites = check_layout(page, game)["sites"]
    assert sites[0]["top"] < sites[8]["top"]
    assert min(site["right"] - site["left"] for site in sites) > 1.5 * LEAST
    page.locator('[data-label="h2"]').click()
    assert page.evaluate("window.chosen") == [game.site_names.index("h2")]
    page.set_viewport_size(DESKTOP)
    flat = page.evaluate(MEASURED)["sites"]
    for _ in range(50):  # a board is drawn anew a little after its window has changed
        if flat[0]["left"] < flat[8]["left"]:
            break
        page.wait_for_timeout(100)
        flat = page.evaluate(MEASURED)["sites"]
    assert flat[0]["left"] < flat[8]["left"]
    assert flat[8]["told"] == sites[8]["told"]


def test_a_wide_board_takes_the_width_of_a_phone_while_fingers_find_its_sites(browser: Browser) -> None:
    game = apts.load(LONG_BOARD.replace("2 16", "2 13"))
    page = open_board(browser, game, ["c1"], SEED, viewport=PHONE)
    sites = check_layout(page, game)["sites"]
    assert sites[0]["left"] < sites[8]["left"]
    assert sites[12]["right"] - sites[0]["left"] > 0.8 * PHONE["width"]
    assert min(site["right"] - site["left"] for site in sites) >= LEAST


def test_edges_of_a_board_are_sites(browser: Browser) -> None:
    game = apts.load(EDGES)
    moves = [move.text for move in (game.start().moves()[0], game.start().moves()[5])]
    page = open_board(browser, game, moves, SEED, viewport=PHONE)
    found = check_layout(page, game)
    assert len(found["sites"]) == len(game.site_names) == 12
    assert page.locator(".board-pieces .bar1").count() == page.locator(".board-pieces .bar2").count() == 1


def test_what_a_search_thinks_is_written_on_sites(browser: Browser) -> None:
    page = open_board(browser, apts.load("tic-tac-toe"), [], SEED, viewport=PHONE)
    good, bad = {"loss": 0.0, "share": 0.8, "text": "80 %"}, {"loss": 1.1, "share": 0.1, "text": "25 %"}
    page.evaluate("window.judge", [[4, good], [0, bad]])
    assert sorted(page.locator(".judged").all_text_contents()) == ["25 %", "80 %"]
    assert page.locator(".board-drawing .warm").count() == page.locator(".board-drawing .cool").count() == 1


@pytest.mark.long
@pytest.mark.parametrize("name", compiled_games())
def test_boards_of_all_games_fill_the_width_and_nothing_overlaps(name: str, browser: Browser) -> None:
    game = apts.load(name)
    for moves in ([], middle_of_a_match(game)):
        page = open_board(browser, game, moves, SEED, viewport=PHONE)
        check_layout(page, game)
        page.set_viewport_size(DESKTOP)
        check_layout(page, game)
        page.context.close()
