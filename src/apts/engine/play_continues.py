"""Games for three or more in which a win or a loss does not end the match: the others play on for the next place."""

from __future__ import annotations

from collections.abc import Sequence

from apts.engine.play.game import Game
from apts.engine.play.outcome import Outcome, seat_called


def announcement(game: Game) -> str | None:
    """What people should know before they play a game that goes on after somebody has won or lost; else None."""
    kinds = game.leaving
    if not kinds:
        return None
    if kinds == {"Win", "Loss"}:
        text = "After a win or a loss the others play on for the next place."
    elif "Win" in kinds:
        text = "After a win the others play on for the next place."
    else:
        text = "Who loses leaves the match; the others play on."
    # So it is in the reference system of the language, whatever a designer may think of it.
    anew = " Where scores decide at the end, they give all places anew, also those of who had left."
    return text + anew * game.scores_place_all


def left_sentence(game: Game, seat: int, rank: float) -> str:
    """What is told when a seat leaves a match that goes on; places are taken from both ends."""
    who, place = seat_called(seat, game.seat_names, "player"), f"place {rank:g}"
    if game.scores_place_all:
        place += ", unless scores decide at the end"
    if rank <= (game.players + 1) / 2:
        return f"{who} wins {place}; the others play on for the next place"
    return f"{who} is out, on {place}; the others play on"


def places(outcome: Outcome, names: Sequence[str] = ()) -> str:
    """All players by place; those who share a rank stand together and share the best place of theirs."""
    groups = [
        (rank, [seat for seat, own in enumerate(outcome.ranks, 1) if own == rank])
        for rank in sorted(set(outcome.ranks))
    ]
    return ", ".join(_placed(1 + sum(own < rank for own in outcome.ranks), seats, names) for rank, seats in groups)


def _placed(place: int, seats: list[int], names: Sequence[str]) -> str:
    parts = [seat_called(seat, names, "player") for seat in seats]
    if len(parts) == 1:
        return f"{parts[0]} has place {place}"
    return f"{', '.join(parts[:-1])} and {parts[-1]} share place {place}"
