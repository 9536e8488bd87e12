"""What a page or a program asks of a play-test, in the words of ``apts playtest``; a job keeps it as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from apts.errors import AptsError
from apts.playtest.matches.forecast import SETTLED_MOST
from apts.playtest.matches.play_settings import USUAL, PlaySettings
from apts.playtest.matches.stopping import Until

QUICK, FITTING, SETTLED, NUMBER = AMOUNTS = ("quick", "usual", "settled", "number")
"""A first look, as many matches as fit the game, until enough is known, or so many."""


@dataclass(frozen=True)
class PlaytestOrders:
    """Who plays, how much, and what is wanted; what is left out follows from the game, as everywhere.

    ``amount`` is one of :data:`AMOUNTS`; where it is left out it follows from what else is there. ``matches`` is the
    number of them, or the most of a run with ``until``; both are as in :func:`apts.playtest`.
    """

    agents: str | Sequence[str] | None = None
    levels: Sequence[str] = ()
    amount: str | None = None
    matches: int | None = None
    until: str | None = None
    seed: int = USUAL.seed
    limit: int = USUAL.limit
    evaluate: str | None = None
    evaluator: str | None = None
    luck: int = USUAL.luck
    goals: Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.amount is None:
            implied = SETTLED if self.until else FITTING if self.matches is None else NUMBER
            object.__setattr__(self, "amount", implied)
        if self.amount == SETTLED and self.until is None:
            object.__setattr__(self, "until", str(Until(settled=True)))
        if self.amount not in AMOUNTS:
            raise AptsError(f"there is no amount {self.amount!r} (there are: {', '.join(AMOUNTS)})")
        if self.amount == NUMBER and self.matches is None:
            raise AptsError('the amount "number" needs a number: give matches, such as 200')
        if self.until is not None:
            if self.amount != SETTLED:
                raise AptsError(
                    f'until goes with the amount "settled", not with {self.amount!r}; leave one of them out'
                )
            Until.read(self.until)
        if self.levels and (self.agents is not None or self.amount == SETTLED):
            raise AptsError(
                "several levels say who plays and have a number of matches; give no agents, nor until settled"
            )

    def as_data(self) -> dict[str, Any]:
        """The orders of a job."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**found, "levels": list(self.levels), "goals": list(self.goals)}

    @classmethod
    def read(cls, orders: Mapping[str, Any]) -> PlaytestOrders:
        """From the orders of a job, those of an older APTS too."""
        given = {field.name: orders[field.name] for field in fields(cls) if orders.get(field.name) is not None}
        if "until" not in orders:
            given |= _older(orders)
        return cls(**given)

    def play_settings(self) -> PlaySettings:
        """The settings of the play-test; a job goes on with what there is."""
        return PlaySettings(
            agents=self.agents or None,
            matches=self.matches,
            seed=self.seed,
            limit=self.limit,
            evaluate=self.evaluate or None,
            evaluator=self.evaluator or None,
            luck=self.luck,
            until=self.until,
            resume=True,
            quick=self.amount == QUICK,
        )


def _older(orders: Mapping[str, Any]) -> dict[str, Any]:
    """What older orders say in other words: a precision, a number that counts for some amounts only, one judge."""
    amount, precision = orders.get("amount", FITTING), orders.get("precision")
    matches = orders.get("matches")
    found = {
        "until": (str(Until(precision=precision)) if precision else "settled") if amount == SETTLED else None,
        "matches": matches if amount == NUMBER else (matches or SETTLED_MOST) if amount == SETTLED else None,
    }
    if orders.get("levels") and orders.get("evaluate"):
        found |= {"evaluate": None, "evaluator": orders["evaluate"]}
    return found
