"""All that people are told and shown of a game: rules in words, what is doubtful, the board, positions and moves as text.

For games of any text: nothing of that may fail, positions read back as they were, and no two moves share a text.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from apts.agents.agent_registry import agent
from apts.engine.lints.all_lints import game_lints
from apts.engine.rules_game import RulesGame
from apts.engine.rules_state import RulesState
from apts.telling.rules_in_words import rules_as_data, rules_as_text, rules_in_words
from apts.telling.set_up import end_sentences
from apts.variants.authored_text import origin_of
from apts.variants.tunables import tunables_of

LANGUAGES = ("en", "pt-BR")
PLAYERS = ("uct:iterations=10", "alphabeta:depth=1")
MATCHES = 5
MOVES = 8
TRIED = 10
"""Moves of a position that are played by their text."""


class Untrue(Exception):
    """Something that was shown is not so."""


def show_all(game: RulesGame, seed: int) -> None:
    """Ask for all of it; raises what fails."""
    game_lints(game, MATCHES, seed)
    for language in LANGUAGES:
        words = rules_in_words(game, language)
        rules_as_text(words, game.start(seed).board_text())
        rules_as_data(words)
        end_sentences(game, language)
    tunables_of(origin_of(game))
    for state in positions(game, seed):
        _show(game, state)
    for player in PLAYERS:
        agent(player).analyze(game.start(seed), seed)


def positions(game: RulesGame, seed: int) -> Iterator[RulesState]:
    """The start and what random moves make of it."""
    state, choose = game.start(seed), random.Random(seed)
    for _ in range(MOVES):
        yield state
        moves = () if state.outcome is not None else state.moves()
        if not moves:
            return
        state = state.after(choose.choice(moves))


def _show(game: RulesGame, state: RulesState) -> None:
    text = str(state)
    if game.state(text) != state:
        raise Untrue(f"the position reads back as another one: {text}")
    state.svg()
    state.board_text()
    texts = [str(move) for move in state.moves()]
    if len({text.casefold() for text in texts}) < len(texts):
        raise Untrue(f"two moves share a text: {sorted(texts)}")
    for text in texts[:TRIED]:
        state.play(text)
