"""The page in Chromium, from a file, with the network off: matches by taps, by keys, by dragging; links, undo, languages."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import apts
from apts.agents.levels import level_names
from apts.agents.saved_match import resignation
from tests.browser import needs_browser
from tests.publish.open_pages import opened, written
from tests.publish.test_page import HOSTILE, HOSTILE_GAME

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_browser
LEVELS = [*(f"level:{name}" for name in level_names()), "adaptive"]


@pytest.fixture(scope="module")
def tic_tac_toe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("page"), apts.load("tic-tac-toe"))


@pytest.fixture(scope="module")
def breakthrough(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("page"), apts.load("breakthrough"))


def test_match_against_a_beginner_by_taps(browser: Browser, tic_tac_toe: Path) -> None:
    with opened(browser, tic_tac_toe) as shown:
        shown.seat("person", "level:beginner")
        while not shown.over:
            shown.make_move()
        told = shown.page.locator(".status").inner_text()
        assert told in ("You win", "You lose", "A draw")
        assert 5 <= shown.made <= 11  # where the grid is full, both pass without being asked
        assert shown.sideways == 0
        assert shown.problems == []


BLOCKED = """(game "Blocked" (players 2)
  (equipment { (board (rectangle 1 6)) (piece "King" P1 (move Step (to if:(is Empty (to))))) (piece "Rock" P2) })
  (rules (start { (place "King1" 1) (place "Rock2" 5) }) (play (forEach Piece))
    (end (if (>= (count Moves) 6) (result P1 Win)))))"""


def test_person_who_can_only_pass_is_not_asked(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, written(tmp_path, apts.load(BLOCKED)), link="#seed=0&moves=") as shown:
        shown.seat("person", "person")
        for made, (origin, target) in ((2, (1, 2)), (4, (2, 3))):
            for site in (origin, target):
                shown.page.locator(f'[data-site="{site}"]').first.tap()
            shown.page.locator(".move-list li").nth(made - 1).wait_for(state="attached")
            assert shown.page.locator(".notice").inner_text() == "Player 2 has no move and passes."
            assert shown.page.locator(".choices button").count() == 0
        shown.page.locator(".tools button", has_text="Undo").click()
        assert shown.made == 2
        assert shown.problems == []


def test_names_with_script_in_them_do_nothing(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, written(tmp_path, apts.load(HOSTILE_GAME))) as shown:
        assert shown.page.locator("h1").inner_text() == HOSTILE
        assert shown.page.title() == HOSTILE
        shown.usable().first.tap()
        assert shown.page.locator("img").count() == 0
        assert shown.page.locator("script").count() == 2
        assert shown.problems == []


def test_undo_goes_back_to_the_last_decision_of_the_person(browser: Browser, tic_tac_toe: Path) -> None:
    with opened(browser, tic_tac_toe) as shown:
        shown.make_move()
        assert shown.made == 2
        shown.page.locator(".tools button", has_text="Undo").click()
        assert shown.made == 0
        assert shown.usable().count() == 9


@pytest.mark.long
def test_replay_play_on_and_resign(browser: Browser, tic_tac_toe: Path) -> None:
    with opened(browser, tic_tac_toe, size="desktop", link="#seed=0&moves=a1,b2,c1,c3") as shown:
        shown.page.locator(".move-list button").nth(1).click()
        assert "earlier position" in shown.page.locator(".status").inner_text()
        assert shown.usable().count() == 0
        shown.page.get_by_role("button", name="Play on from here").click()
        assert shown.made == 2
        assert shown.usable().count() == 7
        shown.page.locator(".tools button", has_text="Resign").click()
        shown.page.locator("dialog button.main").click()
        assert shown.page.locator(".status").inner_text() == "You lose"
        assert shown.page.locator(".notice").inner_text() == "Player 1 resigned."
        shown.page.get_by_role("button", name="Play again").click()
        assert shown.made == 0
        assert shown.problems == []


@pytest.mark.long
def test_who_has_a_place_keeps_it_when_another_resigns(browser: Browser, tmp_path: Path) -> None:
    game = apts.load("""(game "Pairs" (players 4) (equipment { (board (square 4)) (piece "Stone" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))""")
    moves = ["a1", "d1", "a4", "d4", "b1"]
    state = game.start()
    for text in moves:
        state = state.play(text)
    assert (state.mover, resignation(2, state).ranks) == (2, (1.0, 4.0, 2.5, 2.5))
    with opened(browser, written(tmp_path, game), link=f"#seed=0&moves={','.join(moves)}") as shown:
        shown.page.locator(".tools button", has_text="Resign").click()
        shown.page.locator("dialog button.main").click()
        assert shown.page.locator(".status").inner_text() == "Player 1 wins"
        told = "Player 2 resigned. Places: 1. Player 1; 2. Player 3, Player 4; 4. Player 2."
        assert shown.page.locator(".notice").inner_text() == told


@pytest.mark.long
def test_hint_and_analysis_are_shown_on_the_board_and_in_words(browser: Browser, tic_tac_toe: Path) -> None:
    with opened(browser, tic_tac_toe, link="#seed=0&moves=a1,c3,a2,c1") as shown:
        shown.page.locator(".tools button", has_text="Hint").click()
        shown.page.locator(".notice", has_text="strong player").wait_for()
        assert re.search(
            r"would play a3 \(score 100.%; 50 % is an even match\)", shown.page.locator(".notice").inner_text()
        )
        shown.page.locator(".tools button", has_text="Analysis").click()
        shown.page.wait_for_selector(".analysis tbody tr")
        assert shown.page.locator(".analysis tbody th").first.inner_text() == "a3"
        assert "100\u00a0%" in shown.page.locator(".board-drawing .judged").all_text_contents()
        assert shown.page.locator(".course-chart circle").count() >= 1
        assert shown.problems == []


def test_best_move_of_a_lost_position_is_painted_as_good_and_the_next_match_is_not_analysed(
    browser: Browser, tic_tac_toe: Path
) -> None:
    with opened(browser, tic_tac_toe, link="#seed=0&moves=b2,a2,a1") as shown:
        page = shown.page
        page.locator(".tools button", has_text="Analysis").click()
        page.wait_for_selector(".analysis tbody tr")
        best = page.locator(".analysis tbody tr").first
        assert best.locator("td").first.inner_text().startswith("0\u00a0%"), "the mover has lost"
        assert page.locator(".board-drawing .warm").count() >= 1, "no move is better, so the best are not bad"
        assert "warm moves are as good as the best" in page.locator(".analysis").inner_text()
        page.locator("header button", has_text="New match").click()
        page.evaluate("document.querySelector('dialog select').mine = true")
        page.wait_for_timeout(1500)  # the times of agents come in
        assert page.evaluate("document.querySelector('dialog select').mine === true"), "an open menu was made anew"
        page.locator("dialog button.main").click()
        if page.locator("dialog[open]").count():  # the match underway is left
            page.locator("dialog[open] button.main").click()
        page.wait_for_selector(".analysis", state="hidden")
        assert page.locator(".tools button", has_text="Analysis").get_attribute("aria-pressed") == "false"
        assert shown.problems == []


@pytest.mark.long
def test_match_with_the_keyboard_alone(browser: Browser, breakthrough: Path) -> None:
    with opened(browser, breakthrough, size="desktop") as shown:
        keys = shown.page.keyboard
        shown.page.locator("header button").focus()
        keys.press("Tab")
        focused = "document.activeElement.getAttribute('data-label')"
        assert shown.page.evaluate(focused) == "a1"
        keys.press("ArrowUp")
        keys.press("ArrowRight")
        assert shown.page.evaluate(focused) == "b2"
        keys.press("End")
        assert shown.page.evaluate(focused) == "h8"
        keys.press("Home")
        assert shown.page.evaluate(focused) == "a1"
        keys.press("ArrowRight")
        keys.press("ArrowUp")
        keys.press("Enter")
        assert "where to" in shown.page.locator(".notice").inner_text()
        keys.press("Escape")
        assert not shown.page.locator(".notice").is_visible()
        keys.press("Enter")
        keys.press("ArrowUp")
        keys.press("Space")
        shown.page.locator(".move-list li").nth(1).wait_for(state="attached")
        assert shown.page.locator(".move-list button").first.inner_text() == "b2-b3"
        assert shown.page.locator(".told").inner_text().startswith("Player 2 plays")
        assert shown.page.evaluate(focused) == "b3"
        assert shown.problems == []


@pytest.mark.long
def test_piece_is_moved_by_dragging(browser: Browser, breakthrough: Path) -> None:
    with opened(browser, breakthrough, size="desktop") as shown:
        start, goal = (shown.page.locator(f"[data-label={name}]").bounding_box() for name in ("c2", "d3"))
        assert start is not None
        assert goal is not None
        shown.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        shown.page.mouse.down()
        shown.page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=5)
        shown.page.mouse.up()
        assert shown.page.locator(".move-list button").first.inner_text() == "c2-d3"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_piece_follows_the_pointer_while_it_is_dragged(browser: Browser, breakthrough: Path, motion: str) -> None:
    with opened(browser, breakthrough, size="desktop", reduced_motion=motion) as shown:
        start = shown.page.locator("[data-label=c2]").bounding_box()
        assert start is not None
        x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
        shown.page.mouse.move(x, y)
        shown.page.mouse.down()
        shown.page.mouse.move(x + 30, y - 70, steps=5)
        carried = shown.page.locator(".carried")
        assert carried.count() == (1 if motion == "no-preference" else 0)
        assert shown.page.locator(".piece.lifted").count() == carried.count()
        if carried.count() == 1:
            box = carried.bounding_box()
            assert box is not None
            assert abs(box["x"] + box["width"] / 2 - x - 30) < 1
            assert abs(box["y"] + box["height"] / 2 - y + 70) < 1
        shown.page.mouse.move(5, 5)
        shown.page.mouse.up()
        assert carried.count() == 0
        assert shown.page.locator(".piece.lifted").count() == 0
        assert shown.made == 0
        assert shown.problems == []


@pytest.mark.long
def test_page_speaks_the_language_of_its_reader(browser: Browser, tic_tac_toe: Path) -> None:
    with opened(browser, tic_tac_toe, locale="pt-BR") as shown:
        assert shown.page.locator("html").get_attribute("lang") == "pt-BR"
        assert shown.page.locator(".status").inner_text() == "Sua vez"
        assert "Colocar uma peça da própria cor em qualquer casa vazia." in shown.page.locator(".rules").inner_text()
        shown.page.locator("select.language").select_option("en")
        assert shown.page.locator(".status").inner_text() == "Your turn"
        assert "Put a piece of the own colour on any empty site." in shown.page.locator(".rules").inner_text()
        shown.page.locator("select.language").select_option("pt-BR")
        shown.seat("person")
        shown.play_out(9)
        told = shown.page.locator(".notice").inner_text()
        assert not told or re.fullmatch(
            r"Uma linha de 3 se forma: Jogador [12] vence\. A linha: \w\d, \w\d, \w\d\.", told
        )


@pytest.mark.long
def test_rules_are_chosen_in_menus_and_sliders(browser: Browser, tmp_path: Path) -> None:
    from apts.publish.game_page import menus_of_options

    game = apts.load("tic-tac-toe")
    with opened(browser, written(tmp_path, game, menus=menus_of_options(game))) as shown:
        shown.page.locator("header button").click()
        shown.page.get_by_label("Grid").select_option("1")
        shown.page.locator("dialog button.main").click()
        shown.page.locator("[data-site='15']").wait_for(state="attached")
        shown.make_move()
        assert shown.made == 2
        assert shown.problems == []


@pytest.mark.long
def test_whole_match_of_connect_four_against_each_level(browser: Browser, tmp_path: Path) -> None:
    file = written(tmp_path, apts.load("connect-four"))
    with ExitStack() as pages:  # the levels think at the same time
        tables = [pages.enter_context(opened(browser, file)) for _ in LEVELS]
        for shown, level in zip(tables, LEVELS, strict=True):
            shown.seat("person", level)
        for turn in range(21):
            for shown in (table for table in tables if not table.over):
                shown.tap_move(3 * turn % shown.usable().count())
            for shown in tables:
                shown.wait_for_person()
        assert [(shown.over, shown.problems) for shown in tables] == [(True, [])] * len(LEVELS)
