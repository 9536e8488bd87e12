"""The figure of the style that imitates: how many own pieces stand where others have one on the other side of the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from apts.engine.play.game import Game, State
from apts.search.evaluation.rules_read import owned_by_state
from apts.search.results import player_of

DIGITS = 3
"""Sites whose coordinates agree to so many digits are one."""


def mirror_figure(game: Game) -> Callable[[State, int], float] | None:
    """How much of what others have a seat has in the mirror; None where pieces or their owners are not known."""
    rules = game.from_rules
    if rules is None or rules.has_stacks or "what" not in rules.compiled.fields:
        return None
    across = mirrored_sites(rules.board.xy())
    if across is None:
        return None
    compiled = rules.compiled
    what_at = compiled.fields["what"][0]
    by_state = owned_by_state(compiled)
    state_at = compiled.fields["state"][0] if by_state else 0
    owners = [0, *(piece.owner for piece in compiled.equipment.components)]
    pairs = [(site, other) for site, other in enumerate(across) if site < other]
    players = range(1, compiled.equipment.players + 1)

    def owner(position: Sequence[int], site: int) -> int:
        what = int(position[what_at + site])
        return 0 if not what else int(position[state_at + site]) if by_state else owners[what]

    def figure(state: State, seat: int) -> float:
        known = state.from_rules
        assert known is not None
        own = player_of(known.position, seat)
        held = [(owner(known.position, site), owner(known.position, other)) for site, other in pairs]
        return float(sum(own in pair and pair[0] != pair[1] and set(pair) <= set(players) for pair in held))

    return figure


def mirrored_sites(points: Sequence[tuple[float, float]]) -> list[int] | None:
    """For each site the one on the other side: by half a turn, else a reflection; None where there is none."""
    middle = [(min(axis) + max(axis)) / 2 for axis in zip(*points, strict=True)]
    for turn_x, turn_y in ((-1, -1), (-1, 1), (1, -1)):
        places = {(round(x - middle[0], DIGITS) + 0.0, round(y - middle[1], DIGITS) + 0.0): site
                  for site, (x, y) in enumerate(points)}  # fmt: skip
        found = [places.get((turn_x * x + 0.0, turn_y * y + 0.0)) for x, y in places]
        if None not in found and len(places) == len(points):
            return [site for site in found if site is not None]
    return None
