"""Portuguese is Portuguese throughout: no table of texts, no mistake, no title is half English."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest
from starlette.testclient import TestClient

from apts.agents.agent_registry import agent
from apts.engine.lints.all_lints import game_lints
from apts.errors import AptsError, InternalError
from apts.games.catalogue import catalogue, description_in, templates
from apts.games.library import load, rules_game
from apts.language.mistakes.problems import RulesError
from apts.locales import language_of
from apts.playtest.goals import read_goal
from apts.studio.frame.chosen_game import describe_mistake
from apts.studio.frame.studio import Studio
from apts.studio.words import in_all_languages, shown_to, words
from apts.telling.rules_in_words import rules_in_words
from tests.locales.english_words import GRAMMAR, english_in
from tests.locales.pages import texts_of_page
from tests.studio.test_improve import filled

SAY = words("pt-BR")
IN_PORTUGUESE = {"Accept-Language": "pt-BR"}


def damaged_texts(count: int) -> Iterator[tuple[str, str]]:
    """Library rules with a word left out, doubled or replaced, and what was done to which word."""
    chance = random.Random(27)
    token = re.compile(r'"[^"]*"|[(){}]|[^\s(){}"]+')
    rules = [load(name).rules for name in ("tic-tac-toe", "breakthrough", "mail-coaches", "nine-mens-morris")]
    known = sorted({word for text in rules for word in token.findall(text)})
    for _ in range(count):
        text = chance.choice(rules)
        place = chance.choice(list(token.finditer(text)))
        put = chance.choice(("", chance.choice(known), f"{place[0]} {place[0]}"))
        yield text[: place.start()] + put + text[place.end() :], f"{put} {place[0]}"


def test_mistakes_of_damaged_rules_are_told_in_whole_portuguese_sentences() -> None:
    seen = 0
    for text, put in damaged_texts(160):
        try:
            rules_game(text, "damaged.lud", {})
        except RulesError as wrong:
            for problem in wrong.problems:
                sentence, language = describe_mistake(problem.message, SAY)
                quoted = set(re.findall(r"\w+", f"{put} {problem.line}".lower()))
                assert language == "pt-BR", problem.message
                assert {word.lower() for word in english_in(sentence, "pt-BR", GRAMMAR)} <= quoted, sentence
                seen += 1
        except AptsError:
            pass
    assert seen > 60


ODD = (
    ("(play (move Add (to (sites Empty))))", "(end (if (is Line 9) (result Mover Win)))", ""),
    ("(play (move Add (to (sites Empty))))", "(end (if (is Line 3) (result P2 Win)))", ""),
    ("(play (move Add (to (sites Empty))))", "(end (if (is Line 3) (result Mover Win)))", '(piece "Idle" Each)'),
    ("(play (move Add (to (sites {0..3 77}))))", "(end (if (is Line 3) (result P5 Win)))", ""),
    ('(play (move Add (piece "Stoen") (to (sites Empty))))', "(end (if (is Line 3) (result Mover Win)))", ""),
    ('(start (place "Stone1" 4)) (play (forEach Piece))', "(end (if (no Moves Next) (result Mover Win)))", ""),
)


@pytest.mark.parametrize(("play", "end", "more"), ODD)
def test_warnings_are_told_in_whole_portuguese_sentences(play: str, end: str, more: str) -> None:
    text = f'(game "Odd" (players 2) (equipment {{ (board (square 3)) (piece "Stone" Each) {more} }}) (rules {play} {end}))'
    try:
        found = [doubt.problem.message for doubt in game_lints(rules_game(text, "odd.lud", {}), 50).all]
    except RulesError as wrong:
        found = [problem.message for problem in wrong.problems]
    except AptsError as wrong:  # what no game can mean is told with its place
        found = [str(wrong)]
    assert found
    for message in found:
        sentence, language = describe_mistake(message, SAY)
        assert language == "pt-BR", message
        assert english_in(sentence, "pt-BR", GRAMMAR) == [], sentence


AGENTS = (
    "foo", "uct:iterationz=5", "uct:iterations=x", "level", "level:grandma", "uct:iterations", "greedy:x=1", "uct:choice=x",
    "uct:c=1,c=2",
)  # fmt: skip
GOALS = (
    "lengthy at most 3", "length", "length over 30 %", "length used", "every pice used", "length at most 3 at grandma",
    "no opening", "drawishness at most 3", "balance between 0.9 and 0.1",
)  # fmt: skip


@pytest.mark.parametrize(
    ("ask", "text"),
    [*((agent, text) for text in AGENTS), *((read_goal, text) for text in GOALS), (language_of, "klingon")],
)
def test_refused_words_are_told_in_whole_portuguese_sentences(ask: Callable[[str], object], text: str) -> None:
    with pytest.raises(AptsError) as refused:
        ask(text)
    sentence, language = describe_mistake(str(refused.value), SAY)
    assert language == "pt-BR", str(refused.value)
    assert english_in(sentence, "pt-BR", GRAMMAR) == [], sentence


LATER = (
    "(site) means no site in this place: (forEach Site ..), (sites .. if:) and the like set it for what stands inside "
    "of them",
    "(to) means no site in this place: a move sets it for what stands inside of it",
    "(between) means no site in this place: the (between ..) of a move sets it for what stands inside of it",
    "(player) has no value in this place: (forEach Player ..) sets it for what stands inside of it",
    "(is Line) without a site asks for (to), which means no site in this place: a move sets it for what stands inside of it",
    "(count Pips) is read as it is before (roll), because the parts of an (and ..) happen together; what follows (roll) "
    "belongs into its (then ..), or both into a (seq {..})",
    "m.lud:3:4: not supported yet: the role TeamMover, which stands for several players, where one player is meant",
    "the players did not win the random match together, though an end rule could make it so",
    "the matches of this run cannot be shown: the studio runs no Python that a run names",
    "too many questions in a short time; wait a moment and try again",
    "there is no size 'larg' of a training; did you mean 'large'? (there are: glance, small, medium, large)",
    "a die has the faces 0 to 5, and this one shows face 7",
    str(InternalError("m.lud:3:4: these rules", "KeyError: 'x'")),
)


@pytest.mark.parametrize("message", LATER)
def test_warnings_and_faults_are_told_in_whole_portuguese_sentences(message: str) -> None:
    sentence, language = describe_mistake(message, SAY)
    assert language == "pt-BR"
    assert english_in(sentence, "pt-BR", GRAMMAR) == [], sentence


def test_sentence_without_a_translation_stays_english_as_a_whole_and_is_marked() -> None:
    for message in ("the moon is made of cheese", "this moon is made of cheese, not a number of the moon"):
        assert describe_mistake(message, SAY) == (message[:1].upper() + message[1:] + ".", "en")


@pytest.mark.parametrize(
    ("method", "address", "fields"),
    [
        ("get", "/games/no-such-game", {}),
        ("get", "/jobs/0123456789abcdef", {}),
        ("post", "/games/tic-tac-toe/playtest", {"who": "own", "agents": "uct:iterationz=5"}),
        ("post", "/games/tic-tac-toe/playtest", {"who": "own", "agents": "human"}),
        ("post", "/games/tic-tac-toe/improve", {"own": "lengthy at most 3", "kinds": "number"}),
        ("post", "/language", {"language": "klingon"}),
    ],
)
def test_pages_tell_what_is_wrong_in_portuguese(
    client: TestClient, method: str, address: str, fields: dict[str, str]
) -> None:
    answer = client.request(method, address, data=fields or None, headers=IN_PORTUGUESE)
    assert answer.status_code >= 400
    found = re.findall(r'<(p|span) class="(?:notice bad )?sentence"[^>]*>(.*?)</\1>', answer.text, re.DOTALL)
    assert found
    for _, sentence in found:
        assert 'lang="en"' not in sentence
        assert english_in(re.sub(r"&#39;|&#34;", "'", sentence), "pt-BR", GRAMMAR) == [], sentence


def test_titles_of_jobs_and_notes_of_versions_are_told_in_the_language_of_the_reader(
    client: TestClient, studio: Studio
) -> None:
    client.post("/games/tic-tac-toe/improve", data=filled(), headers=IN_PORTUGUESE)
    for language, told in (("en", "Better rules for Tic-Tac-Toe"), ("pt", "Regras melhores para Tic-Tac-Toe")):
        assert told in client.get("/jobs", headers={"Accept-Language": language}).text
        jobs = client.get("/api/jobs", headers={"Accept-Language": language}).json()["jobs"]
        assert told in [job["title"] for job in jobs]
    old = studio.jobs.add("improve", "tic-tac-toe", "Regras melhores para Damas", {"minutes": 1.0, "goals": []})
    assert "Regras melhores para Damas" in client.get(f"/improve/{old.id}").text, (
        "an older row is shown as it is stored"
    )
    own = studio.game_store.add("Row", studio.game_store.game("tic-tac-toe").rules, note="by hand")
    studio.game_store.save(own.id, studio.game_store.game("othello").rules)
    client.post(f"/games/{own.id}/versions/1/restore", headers=IN_PORTUGUESE)
    for language in ("en", "pt-BR"):
        note = words(language)("game.history.restored", number=1)
        assert note in client.get(f"/games/{own.id}/versions", headers={"Accept-Language": language}).text
        versions = client.get(f"/api/games/{own.id}/versions", headers={"Accept-Language": language}).json()["versions"]
        assert [one["note"] for one in versions] == [note, "", "by hand"]


def test_a_kept_text_that_somebody_wrote_or_damaged_is_shown_as_it_is() -> None:
    for text in ("plain", '{"told": 3}', '{"told": {', '{"told": {}}'):
        assert shown_to(text, "pt-BR") == text
    kept = in_all_languages(lambda message: message("improve.job_title", game='A "quoted" game'))
    assert shown_to(kept, "en") == 'Better rules for A "quoted" game'
    assert shown_to(kept, "xx") == shown_to(kept, "en")


def test_lines_and_options_of_the_library_and_of_templates_are_told_in_portuguese() -> None:
    lines = [entry.description for entry in catalogue() if entry.made_of == "text"]
    for line in [*lines, *templates().values()]:
        assert description_in(line, "pt-BR").language == "pt-BR", line
    for name in ("tic-tac-toe", "hex", "go"):
        told = rules_in_words(load(name), "pt-BR")
        for section in told.sections:
            for item in section.items:
                for _, text in item.walk():
                    assert english_in(text, "pt-BR") == [], (name, text)


def test_pages_with_a_board_begin_in_the_language_of_the_studio(client: TestClient) -> None:
    page = client.get("/games/tic-tac-toe/play", headers=IN_PORTUGUESE).text
    assert re.search(r'"language":\s*"pt-BR"', page)
    assert re.search(r'"pt-BR":\s*\{', page), "the texts are there under the same tag"


PAGES = (
    "/", "/new", "/jobs", "/runs", "/people", "/learn", "/matches", "/nowhere",
    *(f"/games/tic-tac-toe{part}" for part in ("", "/playtest", "/improve", "/learn", "/people", "/play", "/versions")),
)  # fmt: skip


@pytest.mark.parametrize("address", PAGES)
def test_pages_are_portuguese_throughout(client: TestClient, address: str) -> None:
    page = client.get(address, headers=IN_PORTUGUESE)
    texts = texts_of_page(page.text, "pt-BR")
    rules = load("tic-tac-toe").rules
    names = {*re.findall(r"\w+", rules), *(word for entry in catalogue() for word in re.findall(r"\w+", entry.title))}
    wrong = {text: [word for word in english_in(text, "pt-BR") if word not in names] for text in texts}
    assert len(texts) > 3
    assert {text: words for text, words in wrong.items() if words} == {}
