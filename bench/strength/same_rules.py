"""Whether a game of ours and its counterpart in OpenSpiel have the same moves and results, in random matches."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from apts.agents.agent import derived_seed
from apts.engine.play.game import Game
from bench.strength.contestant import MatchStart
from bench.strength.open_spiel import OpenSpielPlayer
from bench.strength.open_spiel_pairings import PASS, bare

PASSES = 0.15
"""How often a move is a pass where the rules allow one, so that matches of Go end."""


@dataclass
class Comparison:
    """Random matches played on both sides: positions compared, and what was found there.

    ``first`` tells of the first difference. ``drawn_there`` are matches that OpenSpiel has ended as draws by a rule of its
    own, which holds in our matches with it too.
    """

    matches: int = 0
    positions: int = 0
    only_there: int = 0
    only_here: int = 0
    other_results: int = 0
    ended_early: int = 0
    drawn_there: int = 0
    first: str = ""

    def differ(self, what: str) -> None:
        """Keep what is different, if it is the first."""
        self.first = self.first or what


def compare(game: Game, matches: int, seed: int = 1, limit: int = 400) -> Comparison:
    """Play random matches on both sides; moves that both have are played."""
    there, found = OpenSpielPlayer({"simulations": "1"}, game), Comparison()
    try:
        for number in range(matches):
            _compare_match(game, there, derived_seed(seed, number), limit, found)
            found.matches += 1
    finally:
        there.close()
    return found


def _compare_match(game: Game, there: OpenSpielPlayer, seed: int, limit: int, found: Comparison) -> None:
    state, lot = game.start(seed), Random(seed)
    there.begin(MatchStart(state, seed, [1], seed, None))
    for _ in range(limit):
        answer = there.legal()
        if answer["over"] or state.outcome is not None:
            break
        legal = {bare(move.text): move for move in state.moves()}
        common = sorted(set(legal) & set(answer["moves"]))
        found.positions += 1
        found.only_there += len(set(answer["moves"]) - set(legal))
        found.only_here += len(set(legal) - set(answer["moves"]))
        if len(common) < max(len(legal), len(answer["moves"])):
            found.differ(f"{state}: here {sorted(legal)}, there {answer['moves']}")
        if not common:
            return
        busy = [text for text in common if text != PASS]
        passes = not busy or (PASS in common and lot.random() < PASSES)
        move = legal[PASS if passes and PASS in common else lot.choice(busy or common)]
        after = state.after(move)
        there.observe(state, move, after)
        state = after
    else:
        return
    while state.outcome is None and answer["over"] and len(state.moves()) == 1:
        state = state.after(state.moves()[0])
    if answer["over"] and state.outcome is None and there.draws_early and not any(answer["returns"]):
        found.drawn_there += 1
    elif not answer["over"] or state.outcome is None:
        found.ended_early += 1
        found.differ(f"{state}: OpenSpiel's match is {'' if answer['over'] else 'not '}over, ours is not alike")
    elif [utility > 0 for utility in state.outcome.utilities] != [value > 0 for value in answer["returns"]]:
        found.other_results += 1
        found.differ(f"{state}: here {state.outcome}, there {answer['returns']}")
