"""What a game has that a seat could do without: kinds of moves, pieces, openings and parts of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from apts.agents.agent import Agent
from apts.agents.checked_decisions import analyzed
from apts.agents.seeds import derived_seed
from apts.engine.play.game import Game, State
from apts.playtest.experiments.constrained_players import Thing
from apts.playtest.experiments.regions import regions
from apts.playtest.metrics.openings import chance_opens, symmetry_classes

WALKS = 12
"""Number of random matches to examine."""

WALK_LIMIT = 200
"""Turns of each that are looked at."""


@dataclass(frozen=True)
class Scouted:
    """Things that a seat has a choice about, and for the others the reason why they cannot be tried."""

    things: tuple[Thing, ...]
    untried: tuple[tuple[Thing, str], ...]


def scout(game: Game, judge: Agent, seed: int, openings: int) -> Scouted:
    """Look for everything that can be forbidden or forced.

    Kinds of moves and pieces are those of the rules and those seen in random matches; parts of the board are its
    corners, its rim and its centre, where moves can end there and elsewhere; openings are first moves, those
    that a symmetry of the board turns into each other being one, at most as many as wanted: those that ``judge`` holds
    for best.
    """
    things: list[Thing] = []
    untried: list[tuple[Thing, str]] = []
    seen, chosen = _seen(game, seed)
    for thing in sorted({*seen, *_known(game), *regions(game)}, key=lambda known: (str(known.sort), known.name)):
        if chosen[thing]:
            things.append(thing)
        elif seen[thing]:
            untried.append((thing, "there is never another move where it can be used"))
        else:
            untried.append((thing, f"it was never legal in {WALKS} random matches"))
    first = _openings(game, judge, seed)
    if chance_opens(game):
        untried += [(thing, "dice decide which first moves there are") for thing in first]
        first = []
    if len(first) < 2:
        untried += [(thing, "all first moves are the same") for thing in first]
        first = []
    untried += [(thing, f"only the {openings} openings that look best are tried") for thing in first[openings:]]
    return Scouted((*things, *first[:openings]), tuple(untried))


def _seen(game: Game, seed: int) -> tuple[Counter[Thing], Counter[Thing]]:
    """For each thing the turns at which it could be used, and those at which something else could be done as well."""
    seen: Counter[Thing] = Counter()
    chosen: Counter[Thing] = Counter()
    # Where all moves move the same piece, looking at every move for it would be a waste.
    with_pieces = len(game.piece_names) > 1
    parts = regions(game)
    for state in _positions(game, seed):
        moves = state.moves()
        uses = Counter(Thing("move kind", move.kind) for move in moves)
        if with_pieces:
            names = (state.piece_moved(move) for move in moves)
            uses.update(Thing("piece", name) for name in names if name is not None)
        uses.update(part for move in moves for part in parts if part.used_by(state, move, 1))
        seen.update(uses.keys())
        chosen.update(thing for thing, count in uses.items() if count < len(moves))
    return seen, chosen


def _positions(game: Game, seed: int) -> Iterator[State]:
    for walk in range(WALKS):
        lot = Random(derived_seed(seed, "scout", walk))
        state = game.start(derived_seed(seed, "scout", walk, "start"))
        for _ in range(WALK_LIMIT):
            if state.outcome is not None:
                break
            yield state
            state = state.after(lot.choice(state.moves()))


def _known(game: Game) -> list[Thing]:
    """The kinds of moves and the pieces that a game names; a piece alone is no choice."""
    pieces = game.piece_names if len(game.piece_names) > 1 else ()
    return [*(Thing("move kind", kind) for kind in game.move_kinds), *(Thing("piece", piece) for piece in pieces)]


def _openings(game: Game, judge: Agent, seed: int) -> list[Thing]:
    """First moves up to symmetry, those first that the judge prefers."""
    state = game.start(derived_seed(seed, "scout", "opening"))
    if state.outcome is not None:
        return []
    classes = symmetry_classes(game)
    members: dict[tuple[str, str | None], list[str]] = {}
    for row in analyzed(judge, state, derived_seed(seed, "scout", "judge")).moves:
        # A symmetry takes sites to sites; that another piece comes to the same site is another opening.
        key = (classes.get(row.move.text, row.move.text), state.piece_moved(row.move))
        members.setdefault(key, []).append(row.move.text)
    places = {move.text: place for place, move in enumerate(state.moves())}
    return [Thing("opening", min(texts, key=lambda text: places[text]), frozenset(texts)) for texts in members.values()]
