"""Whether a game written in Python keeps the contract of :class:`PythonGame`, tried out in random matches.

What the face checks at every question is checked here too; beyond it come the promises that no single answer can show:
that methods are pure, that positions do not change, and that their texts read back.
"""

from __future__ import annotations

import random
from functools import partial
from typing import Any

from apts.engine.class_checks import BrokenGame, breach, call_checked, check_hashable, checked_position
from apts.engine.class_game import ClassGame, ClassState
from apts.engine.play.game import Game, Move
from apts.engine.play.outcome import utilities
from apts.errors import AptsError

MATCHES = 10
PLIES = 400
BRIEF_PLIES = 2
"""What shows at once ends a play-test before it begins; what shows later is kept in the record of its match."""
_MOST_TRIED = 4


def check_written_game(game: Game) -> None:
    """Try a class out; other games have nothing that could be broken."""
    if isinstance(game, ClassGame):
        check_class(game)


def check_class(game: ClassGame, matches: int = MATCHES, plies: int = PLIES) -> None:
    """Play random matches and refuse the class with a sentence at the first thing that is wrong."""
    _same_start(game)
    for seed in range(matches):
        choose = random.Random(seed)
        state = game.start(seed)
        for _ in range(plies):
            _look_at(game, state)
            if state.outcome is not None:
                break
            moves = state.moves()
            for move in moves[:_MOST_TRIED]:
                _try(game, state, move)
            state = state.after(choose.choice(moves))


def check_briefly(game: Game) -> None:
    """A glance at a class before many matches are played with it; other games need none."""
    if isinstance(game, ClassGame):
        check_class(game, 1, BRIEF_PLIES)


def _same_start(game: ClassGame) -> None:
    definition = game.definition
    first, second = (call_checked(definition, "start", None, definition.start) for _ in range(2))
    for position in (first, second):
        check_hashable(definition, "start", None, checked_position(definition, "start", None, position))
    if call_checked(definition, "start", None, lambda: bool(first != second)):
        what = (
            "it gives another position when it is asked again, as == compares them; luck belongs into the method chance"
        )
        raise breach(definition, "start", None, what)


def _look_at(game: ClassGame, state: ClassState) -> None:
    """The position by itself: hash, text, and answers that are the same when asked twice."""
    definition, position = game.definition, state.position
    check_hashable(definition, "play", position, position)
    outcome, same = state.outcome, ClassState(game, position, state.seed, state.played)
    if same.outcome != outcome:
        raise breach(definition, "outcome", position, "it gives another answer when it is asked again")
    if outcome is None:
        if same.moves() != state.moves():
            raise breach(definition, "moves", position, "it gives other moves when it is asked again")
        if same.mover != state.mover:
            raise breach(definition, "mover", position, "it gives another seat when it is asked again")
    else:
        _check_end(definition, position, outcome)
    _read_back(game, state)
    for seat in range(1, game.players + 1):
        call_checked(definition, "observation", position, partial(_hash_of_observation, definition, position, seat))
    for word, drawing in (("draw", state.board_text()), ("draw_svg", state.svg())):
        if not isinstance(drawing, str) or not drawing.strip():
            raise breach(definition, word, position, f"it gives {drawing!r}; a drawing is expected")


def _hash_of_observation(definition: Any, position: Any, seat: int) -> int:
    return hash(definition.observation(position, seat))


def _check_end(definition: Any, position: Any, outcome: Any) -> None:
    if not outcome.reason.strip():
        raise breach(definition, "outcome", position, "it gives no reason; a phrase says which rule ended the match")
    wanted = utilities(outcome.ranks)
    if any(abs(one - other) > 1e-9 for one, other in zip(outcome.utilities, wanted, strict=True)):
        raise breach(
            definition, "outcome", position,
            f"its utilities are {list(outcome.utilities)}, and its ranks are worth {list(wanted)}; "
            "Outcome.ranked works them out",
        )  # fmt: skip


def _read_back(game: ClassGame, state: ClassState) -> None:
    text = str(state)
    try:
        again = game.state(text)
    except AptsError as error:
        raise BrokenGame(
            f"{type(game.definition).__name__}.read refuses the text {text!r} of write: {error}"
        ) from error
    if again != state or hash(again) != hash(state):
        raise breach(
            game.definition, "read", state.position,
            f"the position that it reads from {text!r} is not equal to the one that write wrote",
        )  # fmt: skip


def _try(game: ClassGame, state: ClassState, move: Move) -> None:
    """Play a move twice: nothing about the position before may change, and both results are the same."""
    definition = game.definition
    before, mark = str(state), hash(state)
    once, twice = state.after(move), state.after(move)
    name = f"play({move.text!r})"
    if str(state) != before or hash(state) != mark:
        own = type(definition).__name__
        raise BrokenGame(
            f"{own}.{name} changes the position {before!r} itself, into {str(state)!r}; it must make a new one"
        )
    if once != twice or str(once) != str(twice):
        raise breach(definition, name, state.position, "it gives another position when it is asked again")
