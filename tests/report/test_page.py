"""The page as a whole: one file, nothing from outside, every section, links that lead somewhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import apts
from apts.archive import open_archive
from apts.playtest.matches.match import replay
from apts.playtest.run import Run, open_run, playtest
from apts.report import LANGUAGES, report_html, write_report
from apts.report.charts.charts import site_effects, site_heat
from apts.report.page_frame import DARK
from apts.report.pages.first_page import chosen_matches, ended, replays, short_figure
from apts.report.pages.run_page import ASKED, SECTIONS
from apts.report.table_rows import taken_rows
from apts.report.texts import words
from tests.cli.test_playing import DICE_ROAD
from tests.playtest.handmade import match
from tests.report.runs import Page, handmade_run
from tests.search.chance_games import runners
from tests.wording.golden import Wording


@pytest.fixture(scope="module")
def run() -> Run:
    return playtest("tic-tac-toe", ["random"], matches=120, seed=3, workers=1)


@pytest.fixture(scope="module")
def pages(run: Run) -> dict[str, str]:
    return {language: report_html(run, language) for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_comes_from_outside(pages: dict[str, str], language: str) -> None:
    html = pages[language]
    assert Page(html).addresses == []
    without_names = html.replace('xmlns="http://www.w3.org/2000/svg"', "").replace(
        'xmlns:xlink="http://www.w3.org/1999/xlink"', ""
    )
    without_names = without_names.replace('xmlns=\\"http://www.w3.org/2000/svg\\"', "")
    assert re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}|@import|url\((?!#)", without_names) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_sections_stand_in_order_and_links_lead_to_them(pages: dict[str, str], language: str) -> None:
    page = Page(pages[language])
    assert [name for name in page.ids if name in SECTIONS] == [name for name in SECTIONS if name not in ASKED]
    assert len(page.ids) == len(set(page.ids))
    assert set(page.anchors) <= set(page.ids)
    assert f'<html lang="{language}">' in pages[language]


def test_all_charts_are_drawn(pages: dict[str, str]) -> None:
    # Random agents have no values, so there is no curve of them; the board shows the moves that a chart would have shown.
    assert pages["en"].count('<svg class="chart"') == 5


def test_findings_come_first_with_evidence_and_matches_to_watch(run: Run, pages: dict[str, str]) -> None:
    assert run.findings
    listed = pages["en"].partition('id="seats"')[0]
    for finding in run.findings:
        assert finding.sentence in listed.replace("&#39;", "'").replace("\u00a0%", " %")
    named = next(finding.matches[0] for finding in run.findings if finding.matches)
    assert f'href="#match-{named}"' in listed


def test_replayed_parts_make_up_the_drawings_again(run: Run) -> None:
    found = replays(run)
    assert 1 <= len(found.shown) <= 6
    assert run.game is not None
    for entry in found.shown:
        states = run.replay(entry.match.number)[: run.match(entry.match.number).length + 1]  # without forced passes
        assert len(entry.frames) == len(states)
        last = "".join(found.parts[part] for part in entry.frames[-1])
        assert last == entry.last == re.sub(r"board-[0-9a-f]{8}", "board-replay", states[-1].svg())


def test_replay_data_can_be_read_back(run: Run, pages: dict[str, str]) -> None:
    text = re.search(r'id="replay-data">(.*?)</script>', pages["en"], re.DOTALL)
    assert text is not None
    data = json.loads(text[1])
    for number, entry in data["matches"].items():
        match = run.match(int(number))
        assert [move[1] for move in entry["moves"]] == list(match.moves[: match.length])


def test_matches_named_by_findings_are_watched_first(run: Run) -> None:
    assert chosen_matches(run)[0].number == next(finding.matches[0] for finding in run.findings if finding.matches)


def test_heat_counts_every_move_of_a_seat(run: Run) -> None:
    heat = site_heat(run)
    assert heat is not None
    moves = [turn.mover for match in run.evidence.matches for turn in match.turns]
    assert [heat.total(seat) for seat in (1, 2)] == [moves.count(1), moves.count(2)]


def test_effects_of_sites_leave_out_what_may_be_nothing(run: Run) -> None:
    rows = {row["name"]: row for row in run.metrics["board-use"].details["rows"]}
    names = run.metrics["board-use"].details["names"]
    effects = site_effects(run)
    for site in range(9):
        row = rows[names[site]]
        shown = row["effect"] is not None and (row["effect_low"] > 0 or row["effect_high"] < 0)
        assert (effects.get(site) == row["effect"]) if shown else site not in effects


def test_every_colour_of_a_chart_has_a_dark_one(pages: dict[str, str]) -> None:
    charts = re.findall(r'<svg class="chart".*?</svg>', pages["en"], re.DOTALL)
    used = {colour for chart in charts for colour in re.findall(r'(?:fill|stroke)="(#[0-9a-f]+)"', chart)}
    assert used
    assert used <= DARK.keys()


def test_columns_that_pieces_drop_into_are_heated_upright() -> None:
    run = playtest("connect-four", ["random"], matches=5, seed=1, workers=1)
    heat = site_heat(run)
    assert heat is not None
    assert heat.board.count() == 42
    bottom = sum(seat.get(column, 0) for seat in heat.seats for column in range(7))
    assert bottom == sum(len(set(record.moves)) for record in run.evidence.matches)


def test_the_command_and_the_rules_are_there(pages: dict[str, str], run: Run) -> None:
    first = run.manifest.rules.strip().splitlines()[0]
    assert first in pages["en"].replace("&#34;", '"')
    assert "matches=120, seed=3" in pages["en"]
    assert 'id="line-1"' in pages["en"]


def test_names_cannot_break_out_of_the_page() -> None:
    hostile = "</script><script>alert(1)</script>"
    run = handmade_run([match(1, 1, moves=[hostile], reason=hostile)], game=None, rules=hostile)
    html = report_html(Run(run.manifest, run.matches, None))
    assert hostile not in html


@pytest.mark.long
def test_a_run_without_a_game_or_matches_still_gives_a_report() -> None:
    for matches in ([], [match(1, 1)], [match(1, None, status="stopped")], [match(1, 1, status="failed")]):
        page = Page(report_html(handmade_run(matches, matches=9)))
        assert set(page.anchors) <= set(page.ids)


def test_end_of_a_match_names_who_won_it(run: Run, wording: Wording) -> None:
    won = next(record for record in run.matches if record.outcome is not None and record.outcome.winner == 2)
    wording(ended(run, won, words("en")))
    assert ended(run, won, words("pt-BR")) == "O lugar 2 vence: uma linha de 3 se forma"
    assert "jogador da vez" not in ended(run, won, words("pt-BR"))


@pytest.mark.long
def test_a_game_for_three_has_three_seats() -> None:
    run = handmade_run([match(number, 1 + number % 3, players=3) for number in range(1, 31)], agents=("random",) * 3)
    html = report_html(run)
    assert "Seat 3" in html
    assert "Seat 4" not in html
    assert "share of each place of each seat" in html
    assert "wins, draws and losses of each seat" not in html


@pytest.mark.long
def test_ladder_and_stress_of_the_archive_have_their_sections(tmp_path: Path) -> None:
    game = apts.load("tic-tac-toe")
    place = tmp_path / "a.db"
    apts.skill(game, 12, base=4, steps=1, workers=1, archive=place)
    found = apts.stress(game, "random", 20, sorts=["opening"], openings=2, workers=1, archive=place)
    run = playtest(game, ["random"], matches=20, seed=3, workers=1, archive=place)
    assert run.metrics["skill-depth"].details["rows"][0]["stronger"] == "uct:iterations=8"
    assert len(run.metrics["stress"].details["rows"]) == 2
    for language in LANGUAGES:
        html = report_html(run, language)
        assert {"skill", "stress"} <= set(Page(html).ids)
        for trial in found.trials:
            assert trial.bound.thing.name in html.partition('id="stress"')[2]
    with open_archive(place) as archive:
        assert open_run(archive, run.name).side == run.side


def test_written_file_is_the_page_and_small(run: Run, pages: dict[str, str], tmp_path: Path) -> None:
    path = write_report(run, tmp_path / "new" / "report.html", lang="pt-BR")
    assert path.read_text(encoding="utf-8") == pages["pt-BR"]
    assert [entry.name for entry in path.parent.iterdir()] == ["report.html"]
    assert path.stat().st_size < 3_000_000


def test_the_same_run_gives_the_same_bytes(run: Run, pages: dict[str, str]) -> None:
    assert report_html(run) == pages["en"]


def test_a_wrong_language_is_told(run: Run, tmp_path: Path) -> None:
    with pytest.raises(apts.AptsError, match="there are: en, pt-BR"):
        write_report(run, tmp_path / "report.html", lang="de")


def test_replays_show_the_throw_of_every_turn_and_no_last_move_at_the_start() -> None:
    run = playtest(apts.load(DICE_ROAD), ["random"], matches=6, seed=2, workers=1)
    assert run.game is not None
    shown = replays(run)
    assert shown.shown
    for entry in shown.shown:
        states = list(replay(run.game, entry.match))
        for state, frame in zip(states, entry.frames, strict=True):
            drawing = "".join(shown.parts[part] for part in frame)
            assert f'data-value="{state.dice[0].value}"' in drawing
        assert 'class="last"' not in "".join(shown.parts[part] for part in entry.frames[0])


def test_first_page_has_the_essentials_and_the_rest_is_folded(run: Run, pages: dict[str, str]) -> None:
    first, _, rest = pages["en"].partition('<details class="fold">')
    assert "Faults found: " in first
    assert first.count('<article class="replay"') == 1
    assert "minutes (" in first
    assert "at 20 seconds a turn" in first
    assert "Most common end, in" in first
    assert "Score of seat 1" in first
    assert 'id="seats"' in rest
    assert rest.count('<details class="fold">') == len(SECTIONS) - len(ASKED) - 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_ends_are_told_in_words(pages: dict[str, str], language: str) -> None:
    seats = pages[language].partition('id="seats"')[2].partition('id="length"')[0]
    told = {"en": "is made: the mover wins.", "pt-BR": "o jogador da vez vence."}
    assert told[language] in seats
    assert "(is Line" not in seats


def test_heat_maps_have_a_scale_with_the_number_of_their_darkest_site(run: Run, pages: dict[str, str]) -> None:
    heat = site_heat(run)
    assert heat is not None
    for seat in (1, 2):
        assert f"<span>0</span><span>{heat.most_used(seat)[1]} moves</span>" in pages["en"]


@pytest.mark.long
def test_captures_and_pieces_left_have_a_row_for_each_seat() -> None:
    run = playtest("english-draughts", ["random"], 12, seed=1, workers=1)
    rows = taken_rows(run, words("en"))
    assert [row[0] for row in rows] == ["Seat 1", "Seat 2"]
    assert [row[2] for row in rows] == ["12.0", "12.0"]
    assert "Captures and pieces left" in report_html(run)


@pytest.mark.long
def test_luck_is_told_where_dice_are_thrown() -> None:
    run = playtest(runners(2, faces=6, goal=8, moves=30), ["random"], 20, seed=1, workers=1)
    assert "is luck: of 20 matches played again with the same dice" in report_html(run)


@pytest.mark.parametrize(
    ("value", "low", "high", "shown"), [(5.8, 5.63, 5.89, "5.80"), (5.8, 5.63, 6.2, "6"), (12.0, None, None, "12")]
)
def test_short_figures_stay_inside_their_interval(
    value: float, low: float | None, high: float | None, shown: str
) -> None:
    assert short_figure(words("en"), value, low, high) == shown


def test_short_shares_stay_inside_their_interval() -> None:
    assert short_figure(words("en"), 0.996, 0.991, 0.998, percent=True) == "99.6\u00a0%"
    assert short_figure(words("en"), 0.5, 0.4, 0.6, percent=True) == "50\u00a0%"


TWO_TEAMS = """(game "Two Teams" (players 4) (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules (start { (set Team 1 {P1 P3}) (set Team 2 {P2 P4}) }) (play (move Add (to (sites Empty))))
    (end { (if (is Line 2 Orthogonal) (result TeamMover Win)) (if (is Full) (result Team1 Win)) })))"""

LONELY = """(game "Lonely" (players 1)
  (equipment { (board (square 3)) (piece "Stone" Each) (regions "Well" (sites Centre)) })
  (rules (play (move Add (to (difference (sites Empty) (sites "Well")))))
    (end (if (= (count Sites in:(sites Empty)) 1) (result P1 Loss)))))"""


def test_turns_whose_values_lead_to_no_curve_are_not_said_to_have_none() -> None:
    page = report_html(playtest(TWO_TEAMS, ["uct:iterations=5"], matches=4, seed=1, workers=1))
    assert words("en")("values.few") in page
    assert words("en")("values.none") not in page
    assert words("en")("values.none") in report_html(playtest(TWO_TEAMS, ["random"], matches=4, seed=1, workers=1))


def test_match_of_a_game_for_one_is_lost_and_a_single_thing_is_told_as_one() -> None:
    run = playtest(LONELY, ["random"], matches=150, seed=1, workers=1)
    assert ended(run, run.matches[0], words("en")).startswith("Lost: ")
    dead = [found.sentence for found in run.findings if found.kind == "dead-use"]
    assert dead
    assert dead[0].startswith("1 of 9 sites is dead: b2 is occupied in at most ")
