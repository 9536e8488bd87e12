"""Games for three or more in which a win or a loss does not end the match: the others play on for the next place."""

from __future__ import annotations

from apts.engine.play.game import Game, State
from apts.engine.play.outcome import Outcome
from apts.engine.rules_game import RulesGame, RulesState
from apts.engine.runtime import layout
from apts.language.tree import Word

EVERYBODY = ("All", "Each", "Shared")


def announcement(game: Game) -> str | None:
    """What people should know before they play a game that goes on after somebody has won or lost; else None."""
    kinds = _leaving(game)
    if kinds == {"Win", "Loss"}:
        return "After a win or a loss the others play on for the next place."
    if "Win" in kinds:
        return "After a win the others play on for the next place."
    return "Who loses leaves the match; the others play on." if kinds else None


def _leaving(game: Game) -> set[str]:
    """The results of the end rules by which one player leaves while others stay."""
    if not isinstance(game, RulesGame) or game.players < 3:
        return set()
    found = set()
    for rule in game.compiled.end_rules:
        for clause in rule.clauses():
            who, kind = clause.get("who"), clause.get("kind")
            if clause.name != "result" or not isinstance(who, Word) or not isinstance(kind, Word):
                continue
            if who.name not in EVERYBODY and not who.name.startswith("Team") and kind.name in ("Win", "Loss"):
                found.add(kind.name)
    return found


def decided(state: State) -> dict[int, float]:
    """The rank of every seat that has left a match which still goes on."""
    if not isinstance(state, RulesState) or state.outcome is not None:
        return {}
    compiled = state.game.compiled
    active, ranks = int(state.position[layout.ACTIVE]), compiled.fields["rank"][0]
    return {
        state.seat_of(player): int(state.position[ranks + player]) / 2
        for player in range(1, compiled.equipment.players + 1)
        if not (active >> player) & 1
    }


def winners(state: State) -> int:
    """How many places from the first on are taken, while a match goes on."""
    return int(state.position[layout.WINNERS]) if isinstance(state, RulesState) else 0


def left_sentence(seat: int, rank: float, players: int) -> str:
    """What is told when a seat leaves a match that goes on; places are taken from both ends."""
    if rank <= (players + 1) / 2:
        return f"player {seat} wins place {rank:g}; the others play on for the next place"
    return f"player {seat} is out, on place {rank:g}; the others play on"


def places(outcome: Outcome) -> str:
    """All players by place; those who share a rank stand together and share the best place of theirs."""
    groups = [
        (rank, [seat for seat, own in enumerate(outcome.ranks, 1) if own == rank])
        for rank in sorted(set(outcome.ranks))
    ]
    return ", ".join(_placed(1 + sum(own < rank for own in outcome.ranks), seats) for rank, seats in groups)


def _placed(place: int, seats: list[int]) -> str:
    names = [f"player {seat}" for seat in seats]
    if len(names) == 1:
        return f"{names[0]} has place {place}"
    return f"{', '.join(names[:-1])} and {names[-1]} share place {place}"
