"""Every field of a position text with numbers that no position has: a sentence, or a position that can be played on."""

from __future__ import annotations

import random

import pytest

import apts
from apts.engine.play.game import PositionError
from apts.engine.text.position_text import _HEAD

NUMBERS = ["", "-1", "-2", "17", "1000", "100000000", "2147483649", "9223372036854775807", "9223372036854775808"]
NUMBERS += ["-9223372036854775809", "9" * 5000, "1e9", "0x10", "1_000", "\u0663", "+", "nan", "1,2", "0:1", "a1", "?99"]
GAMES = ["tic-tac-toe", "othello", "kalah"]


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> apts.Game:
    """A game of the library."""
    return apts.load(request.param)


def positions(game: apts.Game) -> list[str]:
    """Texts of a match."""
    state, chance, texts = game.start(1), random.Random(3), []
    while state.outcome is None and len(texts) < 8:
        state = state.after(chance.choice(state.moves()))
        texts.append(str(state))
    return texts


def looked_at(game: apts.Game, text: str) -> str:
    """``refused`` with a sentence, or ``read`` when everything can be asked of the position and it is written alike."""
    try:
        state = game.state(text)
    except PositionError:
        return "refused"
    assert game.state(str(state)) == state
    assert str(state.outcome)
    assert state.svg().startswith("<svg")
    assert state.board_text()
    assert hash(state) == hash(game.state(text))
    return "read"


@pytest.mark.parametrize("field", ["moves", "last", *_HEAD])
def test_impossible_numbers_are_refused_or_harmless(game: apts.Game, field: str) -> None:
    base = [part for part in positions(game)[2].split() if not part.startswith(f"{field}=")]
    answers = {number: looked_at(game, " ".join([*base, f"{field}={number}"])) for number in NUMBERS}
    for number in ("", "9223372036854775808", "9" * 5000, "1e9", "nan", "\u0663", "+"):
        assert answers[number] == "refused", number


@pytest.mark.parametrize(
    ("field", "number"),
    [
        *(("moves", 2**63 - 1), ("moves", -1), ("endrule", 1000), ("endrule", -2), ("next", 10**8), ("next", 0)),
        *(("over", 2), ("winners", 3), ("active", 2**40), ("lastsite", 10**6), ("swapped", -1), ("previous", -1)),
    ],
)
def test_numbers_beyond_their_range_are_refused(game: apts.Game, field: str, number: int) -> None:
    with pytest.raises(PositionError, match=rf"{field} must be a whole number from"):
        game.state(f"{' '.join(str(game.start()).split()[:2])} {field}={number}")


def test_every_position_of_a_match_reads_back(game: apts.Game) -> None:
    for text in positions(game):
        assert str(game.state(text)) == text


def test_damaged_texts_are_refused_or_harmless(game: apts.Game) -> None:
    chance = random.Random(7)
    signs = "0123456789/=()[],-:nsv?.xX ~\x00\u0663"
    for text in positions(game)[:4]:
        for _ in range(25):
            place = chance.randrange(len(text))
            cut = place + chance.randrange(3)
            looked_at(game, text[:place] + "".join(chance.choices(signs, k=chance.randrange(3))) + text[cut:])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("dice=0:7,1:0", "left with one of 0, 1, 2, 3, 4, 5, 6"),
        ("dice=0:-1,1:0", "left with one of 0, 1, 2, 3, 4, 5, 6"),
        ("dice=0:99999999999,1:3", "not 99999999999"),
        ("dice_equal=2", "dice equal is a number from -1 to 1"),
        ("dice0=d(s6)i", "this one shows face 6"),
        ("dice0=di(s-1)", "this one shows face -1"),
    ],
)
def test_dice_of_a_position_show_faces_that_they_have(change: str, sentence: str) -> None:
    game = apts.load("backgammon")
    name = change.partition("=")[0]
    state = game.start(3)
    for _ in range(3):
        kept = [part for part in str(state).split() if not part.startswith(f"{name}=")]
        with pytest.raises(PositionError, match=sentence):
            game.state(" ".join([*kept, change]))
        state = state.play(state.moves()[0])
        assert game.state(str(state)) == state
