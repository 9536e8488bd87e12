"""How many own pieces stand where others have one on the other side of the board, which players that imitate like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apts.engine.rules_game import RulesGame
from apts.search.evaluation.rules_read import owned_by_state
from apts.search.evaluation.style_terms import PositionFigure

DIGITS = 3
"""Sites whose coordinates agree to so many digits are one."""


def mirror_figure(game: RulesGame) -> PositionFigure | None:
    """How much of what others have a player has in the mirror; None where there is no mirror, or pieces stand on others."""
    if game.has_stacks or "what" not in game.compiled.fields:
        return None
    across = mirrored_sites(game.board.xy())
    if across is None:
        return None
    compiled = game.compiled
    what_at = compiled.fields["what"][0]
    by_state = owned_by_state(compiled)
    state_at = compiled.fields["state"][0] if by_state else 0
    owners = [0, *(piece.owner for piece in compiled.equipment.components)]
    pairs = [(site, other) for site, other in enumerate(across) if site < other]
    players = set(range(1, compiled.equipment.players + 1))

    def owner(position: Any, site: int) -> int:
        what = int(position[what_at + site])
        return 0 if not what else int(position[state_at + site]) if by_state else owners[what]

    def figure(position: Any, player: int) -> float:
        held = [{owner(position, site), owner(position, other)} for site, other in pairs]
        return float(sum(player in two and len(two) == 2 and two <= players for two in held))

    return figure


def mirrored_sites(points: Sequence[tuple[float, float]]) -> list[int] | None:
    """For each site the one on the other side: by half a turn, else a reflection; None where there is none."""
    middle = [(min(axis) + max(axis)) / 2 for axis in zip(*points, strict=True)]
    places = {
        (round(x - middle[0], DIGITS) + 0.0, round(y - middle[1], DIGITS) + 0.0): site
        for site, (x, y) in enumerate(points)
    }
    for turn_x, turn_y in ((-1, -1), (-1, 1), (1, -1)):
        found = [places.get((turn_x * x + 0.0, turn_y * y + 0.0)) for x, y in places]
        if None not in found and len(places) == len(points):
            return [site for site in found if site is not None]
    return None
