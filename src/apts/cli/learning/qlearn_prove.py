"""``apts qlearn prove``: a table held against the exact solver."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from apts.cli.arguments import JSON, PLAYED_GAME, PLUGINS
from apts.cli.learning.learning_arguments import VALUES
from apts.cli.learning.qlearning import announce_game
from apts.cli.named_files import allowed_game, note_named
from apts.cli.settings import print_json
from apts.errors import AptsError

if TYPE_CHECKING:
    from apts.agents.kinds.q_agent import QAgent
    from apts.engine.play.game import Game, State
    from apts.learning.q.model_file import About
    from apts.learning.q.optimality import Proof

PLIES = 100
"""How far a proof looks ahead at most."""


def qlearn_prove(file: VALUES, game: PLAYED_GAME = None, plugins: PLUGINS = None, json: JSON = False) -> None:
    """Check a table against the exact solver for every reply of the opponents; exits with 1 on an error."""
    from apts.agents.kinds.q_agent import QAgent

    known = QAgent(file)
    learnt = announce_game(game_of(known.about, file, game))
    if known.about.method != "table":
        raise AptsError(f"{file} holds n-tuples of a large game; only a table can be proven")
    found = prove(learnt, known)
    if json:
        mistakes = [{"position": str(state), "move": str(move)} for state, move in found.mistakes]
        print_json({"game": learnt.name, "positions": found.positions, "value": found.value, "mistakes": mistakes})
    elif found.holds:
        print(f"{learnt.name}: proven; none of {found.positions:,} positions, against every reply, loses value")
    else:
        state, move = found.mistakes[0]
        text = (
            f"{len(found.mistakes):,} moves in {found.positions:,} positions lose value, for example {move} in {state}"
        )
        print(f"{learnt.name}: not proven; {text}; more episodes help")
    if not found.holds:
        sys.exit(1)


def game_of(about: About, file: str, named: str | None = None) -> Game:
    """The game that a file was learnt on, or the one that the user names for it."""
    from apts.games.library import load, rules_game

    if named is not None:
        game = load(named)
        note_named(named)
        return game
    if about.game.rules is not None:
        return rules_game(str(about.game.rules), file, {})
    return load(allowed_game(about.source, file, f"apts qlearn prove {file} --game {about.source}"))


def prove(game: Game, known: QAgent) -> Proof:
    """Follow an agent through its game; each position is solved anew, for its result alone."""

    from apts.agents.searching.solving import solve
    from apts.learning.q.optimality import proof
    from apts.search.exact.solver import Solver

    def exact(state: State) -> int:
        if (known := state.from_rules) is not None:
            value = Solver(known.game.machine, 10, PLIES).outcome(known.position).value
        else:
            value = solve(state).value
        assert value is not None
        return value

    return proof(game, known.best_moves, exact, known.table(game).key_of)
