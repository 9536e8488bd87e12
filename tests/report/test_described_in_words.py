"""Reports speak to people: players, goals and ends in their words, in English and in Portuguese."""

from __future__ import annotations

import re

import pytest

from apts import load, playtest_levels
from apts.playtest.comparing.compare import RunComparison
from apts.playtest.comparing.goal import default_goals
from apts.playtest.evidence.sentences import describe_end, ended_by, make_message
from apts.playtest.findings import Finding
from apts.playtest.goals import read_goal, read_goals
from apts.playtest.goals.goal_files import bank_names, bank_set, goal_name
from apts.playtest.run import Run, playtest
from apts.playtest.strengths.strengths import Strengths
from apts.report import report_html, strengths_html
from apts.report.pages.first_page import ended, essentials, goals_table
from apts.report.subject import figure_named
from apts.report.texts import describe_agent, words
from tests.wording.golden import Wording

ENGLISH, PORTUGUESE = words("en"), words("pt-BR")


@pytest.fixture(scope="module")
def run() -> Run:
    return playtest("tic-tac-toe", "random", 40, seed=2, goals=read_goals(["fair-seats", "few-draws"]), workers=1)


@pytest.mark.parametrize(
    ("spec", "english", "portuguese"),
    [
        ("level:club", "club players", "jogadores de clube"),
        ("random", "random moves", "lances ao acaso"),
        ("uct:iterations=4000", "tree search, 4,000 looks ahead", "busca em árvore, 4.000 olhadas à frente"),
        ("uct:seconds=0.5", "tree search, thinks 0.5 s a move", "busca em árvore, pensa 0,5 s por lance"),
        ("uct:iterations=400,c=2", "tree search, 400 looks ahead (c=2)", "busca em árvore, 400 olhadas à frente (c=2)"),
        ("model:/srv/models/mine.onnx", "trained network", "rede treinada"),
        ("of-a-plug-in:x=1", "of-a-plug-in:x=1", "of-a-plug-in:x=1"),
    ],
)
def test_agents_are_told_in_words(spec: str, english: str, portuguese: str) -> None:
    assert describe_agent(spec, ENGLISH) == english
    assert describe_agent(spec, PORTUGUESE) == portuguese


def test_players_are_told_once_each() -> None:
    assert ENGLISH.players(["level:club", "level:club", "random"]) == "club players · random moves"
    assert PORTUGUESE.players("level:casual,uct:iterations=5,c=1") == (
        "jogadores casuais · busca em árvore, 5 olhadas à frente (c=1)"
    )


def test_table_of_goals_speaks_the_language_of_the_page(run: Run, wording: Wording) -> None:
    rows = goals_table(run, PORTUGUESE).rows
    wording([row[0] for row in rows], "pt-BR")
    wording([row[2] for row in rows], "pt-BR", name="2")
    assert all("." not in row[2] + row[3] for row in rows), "numbers have the decimal mark of the language"
    assert goals_table(run, ENGLISH).rows[0][2] == "Balance: at least 90\u00a0%"


def test_lead_of_a_report_calls_players_in_words(run: Run) -> None:
    assert "40 matches · random moves · seed 2" in report_html(run)
    assert "40 partidas · lances ao acaso · semente 2" in report_html(run, lang="pt-BR")


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_every_goal_that_ships_has_a_name_in_every_language(language: str) -> None:
    names = {goal.name for name in bank_names() for goal in bank_set(name).goals().wanted if goal.name}
    assert "no seat is far ahead" in names
    for name in names:
        assert (goal_name(name, language) == name) == (language == "en")
    for known in map(bank_set, bank_names()):
        assert len(known.names("pt-BR")) == len(known.goals().wanted)
        pages = [known.page(language) for language in ("en", "pt-BR")]
        assert pages[0]["question"] != pages[1]["question"]
        assert pages[0].get("short", pages[0]["why"]) != pages[1]["short"]


def test_percent_sign_is_never_parted_from_its_number() -> None:
    own = Finding("of-a-plug-in", "It scores 100 % (99 % to 100 %).", 0.1, None, None, 4, "random", (), 0.5)
    assert ENGLISH.finding(own) == "It scores 100\u00a0% (99\u00a0% to 100\u00a0%)."


@pytest.fixture(scope="module")
def strengths() -> Strengths:
    return playtest_levels("tic-tac-toe", "beginner,casual,club", 24)


def test_ends_of_matches_are_told_from_the_rules_in_every_language(wording: Wording) -> None:
    game = load("tic-tac-toe")
    reason = "(if (is Line 3) (result Mover Win))"
    wording(str(ended_by(reason, game)))
    assert PORTUGUESE.render(ended_by(reason, game)) == "porque uma linha de 3 se forma"
    wording(str(ended_by("all players passed", game)), name="2")
    wording(PORTUGUESE.value("told", describe_end("turn limit", game)), "pt-BR", name="3")
    assert str(ended_by("(if (of a plug-in))", game)) == "by (if (of a plug-in))", "what has no words stays as it is"
    by_score = "(if (all Passed) (byScore misere:False)) (line 44)"
    wording(str(describe_end(by_score, load("othello"))), name="4")


def test_changes_with_strength_are_told_in_percent_among_people(strengths: Strengths) -> None:
    told = strengths.sentences()
    drawn = next(line for line in told if "the more matches are drawn" in line)
    value = r"\d+(\.\d)? %"
    ends = rf"{value} \({value} to {value}\)"
    assert re.search(rf": {ends} among beginners, {value} among casual players, {ends} among club players\.$", drawn), (
        drawn
    )
    assert any("the fewer matches end because a line of three is made: " in line for line in told)
    portuguese = [PORTUGUESE.render(message) for message in strengths.messages()]
    assert any("menos partidas terminam porque uma linha de 3 se forma: " in line for line in portuguese)
    drawn = next(line for line in portuguese if "mais partidas empatam" in line)
    for among in ("entre iniciantes", "entre jogadores casuais", "entre jogadores de clube"):
        assert among in drawn
    assert not any("(if " in line or re.search(r" at (beginner|club)", line) for line in (*told, *portuguese))


def test_page_of_strengths_names_levels_and_reads_in_percent(strengths: Strengths) -> None:
    page = strengths_html(strengths, "pt-BR")
    assert "<h1>Tic-Tac-Toe: de iniciantes a jogadores de clube</h1>" in page
    assert re.search(r"<th[^>]*>Empates</th>\s*<td[^>]*>\d+\u00a0% \(\d+\u00a0a\u00a0\d+\u00a0%\)", page)
    assert "all players passed" not in page
    assert "(if (is Line" not in page
    assert "Tic-Tac-Toe: beginners to club players" in strengths_html(strengths)


def test_comparison_calls_players_and_figures_by_their_names(run: Run) -> None:
    searched = playtest("tic-tac-toe", "uct:iterations=20", 20, workers=1)
    found = RunComparison(run, searched, [*default_goals(2), read_goal("median length between 2 and 12")])
    assert "(random; uct:iterations=20)" in found.sentence(), "the command line spells them"
    english, portuguese = ENGLISH.render(found.message()), PORTUGUESE.render(found.message())
    assert "players are not (random moves; tree search, 20 looks ahead)" in english
    assert "os jogadores não (lances ao acaso; busca em árvore, 20 olhadas à frente)" in portuguese
    assert "draws and time-outs" in english
    assert "the median of turns a match between 2 and 12" in english
    assert "mediana de turnos por partida entre 2 e 12" in portuguese
    for raw in ("drawishness", "timeouts", "balance", "uct:"):
        assert raw not in portuguese


def test_end_of_a_match_is_told_once(run: Run) -> None:
    hex_run = playtest("hex", "random", 4, workers=1)
    told = {ended(hex_run, match, PORTUGUESE) for match in hex_run.matches}
    assert told <= {f"O lugar {seat} vence: os lados do lugar {seat} estão ligados" for seat in (1, 2)}
    scored = playtest("othello", "random", 2, workers=1)
    assert ended(scored, scored.matches[0], ENGLISH).endswith(": everybody passed; the highest score wins")
    assert "No winner: everybody passed or could not move" in {ended(run, match, ENGLISH) for match in run.matches}


def test_too_few_matches_are_not_announced_twice(run: Run) -> None:
    found = next(one for one in (*run.findings, *run.probable) if one.kind == "not-enough-evidence")
    assert found.sentence.startswith("40 matches leave the score of seat ")
    assert ENGLISH.finding_kind("not-enough-evidence") not in ENGLISH.finding(found)
    assert PORTUGUESE.finding_kind("not-enough-evidence") not in PORTUGUESE.finding(found)


def test_essentials_are_no_finer_than_they_are_sure(run: Run) -> None:
    minutes, end = essentials(run, ENGLISH)[0], essentials(run, ENGLISH)[-1]
    assert re.search(r"about \d+(\.\d)? minutes? \(\d+(\.\d)?\u00a0to\u00a0\d+(\.\d)?\)", minutes), minutes
    assert re.search(r"in \d+\u00a0% \(\d+\u00a0to\u00a0\d+\u00a0%\) of the matches", end), end


TWO_TEAMS = """(game "Two Teams" (players 4) (equipment { (board (square 4)) (piece "Stone" Each) })
    (rules (start { (set Team 1 {P1 P3}) (set Team 2 {P2 P4}) }) (play (move Add (to (sites Empty))))
    (end (if (is Line 3) (result TeamMover Win)))))"""


def test_findings_about_teams_are_told_in_portuguese() -> None:
    teams = playtest(TWO_TEAMS, "random", 24, workers=1)
    found = next(one for one in (*teams.findings, *teams.probable) if one.message and "seat" in one.message.values)
    told = PORTUGUESE.finding(found)
    assert re.match(r"Time \d \(lugares \d e \d\)", told), told
    assert "))" not in told, "no brackets in brackets"


def test_what_decides_a_goal_about_every_seat_is_told_in_the_language_of_the_page(run: Run) -> None:
    for figure in ("seat 2 score", "Raiders (seat 2) score"):
        assert figure_named(figure, ENGLISH) == "Score of seat 2"
        assert figure_named(figure, PORTUGUESE) == "Pontuação: lugar 2"
    told = goals_table(run, PORTUGUESE).rows
    assert not [cell for row in told for cell in row if "score" in str(cell)]


def test_what_the_rules_show_for_certain_is_told_in_portuguese_as_a_whole_sentence(wording: Wording) -> None:
    known = make_message("certain/line", problem="the equipment has no piece", line=3)
    wording(PORTUGUESE.render(known), "pt-BR")
    unknown = make_message("certain", problem="the moon is made of cheese")
    assert PORTUGUESE.render(unknown) == str(unknown), "no sentence is half in one language and half in another"
