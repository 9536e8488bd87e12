"""Edits: one change of a game, as plain values that can be kept and made again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from apts.variants.tunables import ARGUMENT, NUMBER, OPTION, TRUTH

REMOVE, ADD, SWAP, CROSS = "remove", "add", "swap", "crossover"
VALUE_KINDS = (NUMBER, TRUTH, OPTION, ARGUMENT)
STRUCTURAL_KINDS = (REMOVE, ADD, SWAP, CROSS)


@dataclass(frozen=True, slots=True)
class Edit:
    """One change: what kind, where, what stood there, what stands there now, and the same in words for people.

    Of ``number``, ``truth`` and ``argument`` the path is that of the parameter; of ``option`` it is the heading. Of
    structural edits it is the address of a clause (:mod:`apts.variants.addresses`), and before and after are rules text;
    None stands for nothing.
    """

    kind: str
    path: str
    before: int | bool | str | None
    after: int | bool | str | None
    words: str = ""

    def as_data(self) -> dict[str, Any]:
        """The edit as plain values."""
        return asdict(self)

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Edit:
        """The edit that such values stand for."""
        return Edit(data["kind"], data["path"], data["before"], data["after"], data.get("words", ""))
