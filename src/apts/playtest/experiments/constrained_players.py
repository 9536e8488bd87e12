"""Agents that may not use something, or must use it: the players of restricted play and of stress."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal, cast

from apts.agents.agent import Agent, Decision, Player, derived_seed
from apts.agents.analysis import Analysis
from apts.agents.kinds.uct_agent import UctAgent
from apts.agents.matches import analyzed
from apts.archive import MatchRecord
from apts.engine.play.game import Game, Move, State
from apts.executors import Stopping
from apts.playtest.matches.match import Plan, appointment, recorded_match
from apts.playtest.metrics.openings import chance_opens, symmetry_classes

# ----------------------------------------------------------------------------------------------------------------
# The best of some of the legal moves, for a search that looks at all of them by itself.
#
# The rows of a tree search do not say it: it spends its budget on the moves that look best, and ends as soon as
# one is proven to win, with next to nothing known of the others. So the same budget is shared among the moves
# that are left.


def best_of(inner: Agent, state: State, seed: int, allowed: Sequence[Move]) -> Move:
    """The move that an agent would choose if there were no others.

    A tree search with a number of iterations, in a game without chance, shares them by sequential halving: every move
    gets its part, the worse half is dropped, and so on (Z. Karnin, T. Koren and O. Somekh, "Almost optimal exploration
    in multi-armed bandits", ICML 2013). Otherwise the best row of the agent's analysis is taken, which is weaker for
    searches that look at few moves. Moves that are held for equal are drawn by lot.
    """
    if len(allowed) == 1:
        return allowed[0]
    lot = Random(derived_seed(seed, "left"))
    search = _search(inner, state.game)
    if search is not None and search.iterations is not None:
        return _halved(search, search.iterations, state, seed, lot.sample(allowed, len(allowed)))
    rows = [row for row in analyzed(inner, state, seed).moves if row.move in allowed]
    if not rows:
        return lot.choice(allowed)
    best = (rows[0].value, rows[0].visits)
    return lot.choice([row.move for row in rows if (row.value, row.visits) == best])


def _search(inner: Agent, game: Game) -> UctAgent | None:
    """The tree search behind an agent, where positions after a move can be searched without foreseeing chance."""
    if game.has_chance:
        return None
    behind = inner.playing(game)
    return behind if type(behind) is UctAgent and behind.seconds is None else None


def _halved(search: UctAgent, budget: int, state: State, seed: int, moves: list[Move]) -> Move:
    seat, left = state.mover, moves
    after = {move: state.after(move) for move in moves}
    for move, position in after.items():
        # Among proven wins the one that is over is the surest; the figures of the search would call them equal.
        if position.outcome is not None and position.outcome.utilities[seat - 1] >= 1.0:
            return move
    rounds = math.ceil(math.log2(len(moves)))
    sums = dict.fromkeys(moves, 0.0)
    spent = dict.fromkeys(moves, 0)
    for number in range(rounds):
        part = max(1, budget // (rounds * len(left)))
        reader = search.with_iterations(part)
        for place, move in enumerate(left):
            sums[move] += part * _value(reader, after[move], seat, derived_seed(seed, "left", number, place))
            spent[move] += part
        left = sorted(left, key=lambda move: -sums[move] / spent[move])[: (len(left) + 1) // 2]
    return left[0]


def _value(reader: Agent, after: State, seat: int, seed: int) -> float:
    """The expected utility of a seat."""
    if after.outcome is not None:
        return after.outcome.utilities[seat - 1]
    values = reader.decide(after, seed).values
    return values[seat - 1] if values is not None else 0.0


Sort = Literal["move kind", "piece", "opening"]
Mode = Literal["without", "always"]


@dataclass(frozen=True)
class Thing:
    """What is forbidden or forced: a kind of move, a piece, or an opening with the moves that a symmetry makes of it."""

    sort: Sort
    name: str
    openings: frozenset[str] = frozenset()

    def used_by(self, state: State, move: Move, turn: int) -> bool:
        """Whether a legal move uses the thing; openings are first moves of a match."""
        if self.sort == "opening":
            return turn == 0 and move.text in self.openings
        return move.kind == self.name if self.sort == "move kind" else state.piece_moved(move) == self.name

    def __str__(self) -> str:
        return f"{self.sort} {self.name}"


@dataclass(frozen=True)
class Constraint:
    """A thing that a seat may not use, or has to use, wherever the rules leave it the choice."""

    thing: Thing
    mode: Mode

    def allowed(self, state: State, turn: int) -> list[Move] | None:
        """The moves that are left; None where the bound leaves no choice or takes nothing away."""
        if self.thing.sort == "opening" and turn:
            return None
        moves = state.moves()
        using = [self.thing.used_by(state, move, turn) for move in moves]
        if not any(using) or all(using):
            return None
        wanted = self.mode == "always"
        return [move for move, uses in zip(moves, using, strict=True) if uses == wanted]

    def __str__(self) -> str:
        return f"{self.mode} {self.thing}"


@dataclass
class Tally:
    """How often a bound mattered in a match: turns it applied to, and turns at which it changed the move."""

    applied: int = 0
    changed: int = 0


class BoundAgent(Agent):
    """An agent that keeps to a bound, or with ``free`` the opponent that it is fairly compared with.

    At turns that the bound concerns the bound agent takes the best of the moves that it may play, and the free one the
    best of all, found in the same way with the same budget: were the free one to choose as usual, the way of searching
    would be part of the difference. At other turns both choose as usual. Neither keeps its tree from turn to turn, and
    the bound agent does not foresee that it will be bound later.
    """

    def __init__(self, inner: Agent, bound: Constraint, tally: Tally | None = None, *, free: bool = False):
        self.inner, self.bound, self.free = inner, bound, free
        self.tally = tally if tally is not None else Tally()
        self.spec = inner.spec if free else f"{inner.spec} {bound}"

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        """What the agent inside thinks, of moves that are forbidden too."""
        return self.inner.analyze(state, seed, tree=tree)

    def decide(self, state: State, seed: int = 1) -> Decision:
        """The choice where nothing is known of the turn: it is taken not to be the first."""
        return self.decide_at(state, seed, 1)

    def decide_at(self, state: State, seed: int, turn: int) -> Decision:
        """The choice at a turn of a match."""
        decision = self.inner.decide(state, seed)
        allowed = self.bound.allowed(state, turn)
        if allowed is None:
            return decision
        if self.free:
            return _instead(decision, best_of(self.inner, state, seed, state.moves()))
        self.tally.applied += 1
        self.tally.changed += decision.move not in allowed
        return _instead(decision, best_of(self.inner, state, seed, allowed))

    def player(self, seat: int, seed: int = 1) -> Player:
        """A player that knows which turn it is."""
        return BoundPlayer(self, seat, seed)


def _instead(decision: Decision, move: Move) -> Decision:
    """Another move with the same thoughts; what the first one led to is not where this one leads."""
    return Decision(move, decision.values, decision.entropy, move_values=decision.move_values)


class BoundPlayer(Player):
    """A bound agent at one seat of a match."""

    def __init__(self, agent: BoundAgent, seat: int, seed: int = 1):
        super().__init__(agent, seat, seed)
        self._bound_agent = agent

    def decide(self, state: State, turn: int = 0) -> Decision:
        """Choose among what is left."""
        return self._bound_agent.decide_at(state, self.turn_seed(turn), turn)


@dataclass(frozen=True)
class BoundPlan(Plan):
    """Matches of one bound agent against equal ones that are free, everybody in every seat."""

    bound: Constraint = field(kw_only=True)

    @classmethod
    def of(cls, plan: Plan, bound: Constraint) -> BoundPlan:
        """The same agent in all seats, one of them bound."""
        free = plan.specs[0]
        specs = (f"{free} {bound}",) + (free,) * (len(plan.specs) - 1)
        seed = derived_seed(plan.seed, "bound", str(bound))
        return cls(plan.game, specs, seed, plan.limit, given=plan.given, bound=bound)

    def prepared(self) -> Callable[[int, Stopping], MatchRecord]:
        """A function that plays the match with a given number and notes how often the bound mattered."""
        inner = self.agent(self.specs[-1])
        free = BoundAgent(inner, self.bound, free=True)

        def play(number: int, stopping: Stopping) -> MatchRecord:
            tally = Tally()
            agents = [BoundAgent(inner, self.bound, tally), *([free] * (len(self.specs) - 1))]
            meeting = appointment(self.specs, self.seed, number)
            record = recorded_match(self.game, agents, meeting, limit=self.limit, stopping=stopping)
            facts = {**record.facts, "bound_applied": tally.applied, "bound_changed": tally.changed}
            return replace(record, facts=facts)

        return play


# ----------------------------------------------------------------------------------------------------------------
# Parts of the board that a seat may be kept out of, or drawn to: corners, the rim, the centre.

NAMES = {"corners": "corners", "rim": "outer", "centre": "centre"}
"""What people call a part of the board, and what the board does."""


@dataclass(frozen=True)
class Region(Thing):
    """A set of sites; a move uses it that ends there."""

    sites: frozenset[int] = frozenset()

    @classmethod
    def of(cls, name: str, sites: frozenset[int]) -> Region:
        """The region with a name."""
        return cls(cast(Sort, "region"), name, sites=sites)

    def used_by(self, state: State, move: Move, turn: int) -> bool:
        """Whether a move ends in the region."""
        del state, turn
        return move.target in self.sites


def regions(game: Game) -> list[Region]:
    """The parts of a board that are some of its sites and not all, each set of sites once."""
    if (board := game.board) is None:
        return []
    count = len(game.site_names)
    found: dict[frozenset[int], Region] = {}
    for name, word in NAMES.items():
        sites = frozenset(site for site in board.sites(word) if site < count)
        if 0 < len(sites) < count:
            found.setdefault(sites, Region.of(name, sites))
    return list(found.values())


# ----------------------------------------------------------------------------------------------------------------
# What a game has that a seat could do without: kinds of moves, pieces, openings and parts of the board.

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
