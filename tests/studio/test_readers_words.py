"""Pages speak to people: players, figures, goals and times in their words, in English and in Portuguese."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from apts.playtest.goals import read_goal
from apts.studio.frame.studio import Studio
from apts.studio.words import describe_agent, describe_players, goal_in_words, spellings_shown, words
from tests.browser import needs_browser
from tests.studio.served import Served

IN_PORTUGUESE = {"Accept-Language": "pt-BR"}


@pytest.mark.parametrize(
    ("spec", "english", "portuguese"),
    [
        ("level:club", "Club player", "Jogador de clube"),
        ("random", "random moves", "lances ao acaso"),
        ("uct:iterations=4000", "tree search, 4,000 looks ahead", "busca em árvore, 4.000 olhadas à frente"),
        ("uct:seconds=1", "tree search, thinks 1 s a move", "busca em árvore, pensa 1 s por lance"),
        ("alphabeta:depth=6", "looks 6 moves ahead", "calcula 6 lances à frente"),
        ("uct:iterations=400,c=2", "tree search, 400 looks ahead (c=2)", "busca em árvore, 400 olhadas à frente (c=2)"),
        ("of-a-plug-in:x=1", "of-a-plug-in:x=1", "of-a-plug-in:x=1"),
    ],
)
def test_agents_are_told_in_words(spec: str, english: str, portuguese: str) -> None:
    assert describe_agent(spec, words("en")) == english
    assert describe_agent(spec, words("pt-BR")) == portuguese


def test_players_are_told_once_each_and_files_by_their_names_alone() -> None:
    assert describe_players("level:club,level:club,uct:iterations=5,c=1", words("en")) == (
        "Club players · tree search, 5 looks ahead (c=1)"
    )
    assert describe_players(["model:/srv/studio/models/go/0123.onnx"], words("pt-BR")) == "rede ensinada aqui"
    assert spellings_shown(["model:/srv/studio/models/go/0123.onnx", "random"]) == "model:0123.onnx, random"


@pytest.mark.parametrize(
    ("typed", "english", "portuguese"),
    [
        (
            "length between 20 and 40",
            "Turns a match: between 20 and 40 turns",
            "Turnos por partida: entre 20 e 40 turnos",
        ),
        ("drawishness below 20 %", "Draws: at most 20\u00a0%", "Empates: no máximo 20\u00a0%"),
        ("snowball at most 0.85", "Snowball: at most 0.85", "Bola de neve: no máximo 0,85"),
        ("seat-score[2] above 0.45", "Score of seat 2: at least 45\u00a0%", "Pontuação: lugar 2: no mínimo 45\u00a0%"),
        (
            "no opening above 0.60",
            "Score with each opening: at most 60\u00a0%",
            "Pontuação com cada abertura: no máximo 60\u00a0%",
        ),
        ("balance higher", "Balance: the higher the better", "Equilíbrio: quanto mais, melhor"),
        (
            "length at most 30 at club",
            "Turns a match: at most 30 turns (played by: Club players)",
            "Turnos por partida: no máximo 30 turnos (jogado por: Jogadores de clube)",
        ),
    ],
)  # fmt: skip
def test_goals_that_were_typed_are_told_with_their_meaning(typed: str, english: str, portuguese: str) -> None:
    assert goal_in_words(str(read_goal(typed)), words("en")) == english
    assert goal_in_words(typed, words("pt-BR")) == portuguese


def test_goal_that_cannot_be_read_stays_as_it_was_typed() -> None:
    assert goal_in_words("merriment above 3", words("pt-BR")) == "merriment above 3"


def test_page_of_a_search_shows_typed_goals_and_what_they_mean(client: TestClient, studio: Studio) -> None:
    goal = {"goal": "length between 20 and 40", "weight": None, "label": ""}
    job = studio.jobs.add("improve", "tic-tac-toe", "Search", {"goals": [goal], "minutes": 1.0})
    page = client.get(f"/improve/{job.id}", headers=IN_PORTUGUESE).text
    assert "length between 20 and 40" in page
    assert "Turnos por partida: entre 20 e 40 turnos" in page


def test_page_of_a_playtest_tells_who_plays_in_words(client: TestClient, studio: Studio) -> None:
    job = studio.jobs.add("playtest", "tic-tac-toe", "Tic-Tac-Toe", {})
    studio.jobs.report(job.id, {"agents": ["uct:iterations=400", "uct:iterations=400"], "stage": "playing"})
    page = client.get(f"/jobs/{job.id}", headers=IN_PORTUGUESE).text
    assert ">Jogadores: busca em árvore, 400 olhadas à frente<" in page
    assert 'title="uct:iterations=400"' in page


def test_times_say_their_zone_and_can_be_read_by_scripts(client: TestClient, studio: Studio) -> None:
    job = studio.jobs.add("playtest", "tic-tac-toe", "Tic-Tac-Toe", {})
    day, clock = job.created[:10], job.created[11:16]
    assert f'<time datetime="{job.created[:19]}Z">{day} {clock} UTC</time>' in client.get("/jobs").text


@pytest.mark.long
@needs_browser
def test_times_are_shown_in_the_zone_of_the_reader(served: Served) -> None:
    from urllib.request import Request, urlopen

    from tests.browser import chromium

    asked = b'{"name": "Row", "rules": "(game)"}'
    headers = {"Content-Type": "application/json"}
    for _ in range(2):  # two of a name are told apart by when they were changed
        urlopen(Request(f"{served.address}/api/games", asked, headers, method="POST")).close()
    with chromium() as browser:
        for zone, told in (("America/Sao_Paulo", -3), ("Asia/Tokyo", 9)):
            page = browser.new_context(timezone_id=zone, locale="pt-BR").new_page()
            page.goto(f"{served.address}/")
            place = page.locator("time").first
            shown = place.inner_text()
            kept = place.get_attribute("datetime") or ""
            assert "UTC" not in shown
            assert "UTC" in (place.get_attribute("title") or "")
            hour = (int(kept[11:13]) + told) % 24
            assert f"{hour:02}:{kept[14:16]}" in shown
            page.context.close()
