"""How guided searches and self-play are made, as values that refuse what makes no sense. Nothing here needs NumPy."""

from __future__ import annotations

from dataclasses import dataclass

from apts.errors import AptsError
from apts.learning.guided import guided_layout as at
from apts.request_fields import described

FORMULAS = {"gumbel": at.GUMBEL, "puct": at.PUCT}
MOST_SIMULATIONS = 1_000_000
MOST_GROUPS = 1024
MOST_SLOTS = 1 << 16

MANY, LARGE = 1_000_000_000, 1e6
"""More moves, matches or positions than anybody counts, and a larger weight than any that means something."""


def within(settings: object, who: str, low: float, high: float, *names: str) -> None:
    """Refuse settings that lie outside of what makes sense, with a sentence."""
    for name in names:
        value = getattr(settings, name)
        if not low <= value <= high:  # no number at all is refused as well
            allowed = f"{low:,.10g} to {high:,.10g}"
            raise AptsError(f"{who} takes {allowed} for {name.replace('_', ' ')}, not {value}")


@dataclass(frozen=True)
class GuidedSettings:
    """How a guided search works.

    ``formula`` is ``gumbel`` (learns from few simulations) or ``puct`` (as AlphaZero). ``considered`` root moves are
    looked at by Gumbel search; ``value_scale`` and ``visit_scale`` say how fast the improved policy follows the values
    found. ``exploration``, ``noise_share`` and ``noise_shape`` (Dirichlet) belong to PUCT, and so does ``sampling``, the
    number of moves that self-play draws by the visits. A node with at most ``look_ahead`` moves sees at once which of
    them end the match.
    """

    simulations: int = described(32, "Simulations for each move.")
    formula: str = described("gumbel", "The search formula: gumbel or puct.")
    considered: int = described(16, "Moves that Gumbel search considers at the root.")
    value_scale: float = described(0.25, "Scale of the values in the improved policy (Gumbel).")
    visit_scale: float = described(40.0, "Visits added before values are scaled (Gumbel).")
    exploration: float = described(1.5, "Exploration constant of PUCT.")
    noise_share: float = described(0.25, "Share of Dirichlet noise in the root prior of PUCT.")
    noise_shape: float = described(0.0, "Concentration of that noise; 0 fits it to the game.")
    sampling: int = described(12, "Moves at the start of a match that PUCT samples by visits.")
    look_ahead: int = described(64, "Nodes with at most this many moves check at once which of them end the match.")

    def __post_init__(self) -> None:
        """Refuses what no search can do."""
        if self.formula not in FORMULAS:
            raise AptsError(f"a guided search follows gumbel or puct, not {self.formula!r}")
        within(self, "a guided search", 0, MOST_SIMULATIONS, "simulations")
        within(self, "a guided search", 1, MANY, "considered")
        within(self, "a guided search", 0, LARGE, "value_scale", "visit_scale", "exploration", "noise_shape")
        within(self, "a guided search", 0, MANY, "sampling", "look_ahead")
        within(self, "a guided search", 0, 1, "noise_share")


@dataclass(frozen=True)
class SelfPlaySettings:
    """How matches are played for learning.

    A share ``openings`` of the matches begins with up to ``opening_moves`` random moves (below 0: as many as a random
    match has), so that the network also learns positions that good players avoid. With ``small`` simulations
    above 0, a share ``small_share`` of the searches is that small and teaches the value only (playout-cap
    randomisation, Wu 2019). A match of ``match_limit`` moves is cut and counts as a draw. With ``resign`` above 0, a mover
    in a match for two gives up when its search expects less than minus that (1 would be a certain loss).
    """

    openings: float = described(0.75, "Share of matches with a random opening.")
    opening_moves: int = described(-1, "Longest random opening, in moves; below 0: the length of a random match.")
    small: int = described(0, "Simulations of small searches, which only train the value; 0: none.")
    small_share: float = described(0.75, "Share of searches that are small, if any are.")
    match_limit: int = described(1000, "Number of moves after which a match counts as a draw.")
    resign: float = described(0.0, "In games for two, resign when the search expects less than minus this; 0: never.")

    def __post_init__(self) -> None:
        """Refuses what self-play cannot do."""
        within(self, "self-play", 0, 1, "openings", "small_share", "resign")
        within(self, "self-play", 0, MOST_SIMULATIONS, "small")
        within(self, "self-play", 1, MANY, "match_limit")
        within(self, "self-play", -MANY, MANY, "opening_moves")
