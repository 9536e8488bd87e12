"""Who asks for the work that is done at present: noted at the gate, read where the work is charged and shared out."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal

AskerKind = Literal["designer", "player", "studio"]


@dataclass(frozen=True)
class Asker:
    """A designer's device, a player's link, or the studio itself; ``name`` tells those of one address apart."""

    kind: AskerKind
    address: str = ""
    name: str = ""

    @property
    def owner(self) -> str:
        """What is kept with work that outlasts the request: it says nothing about a person."""
        return f"{self.kind} {self.name or self.address}".strip()[:80]


STUDIO = Asker("studio")
"""Work that nobody asked for, such as looking at games before somebody does."""

ASKER: ContextVar[Asker] = ContextVar("apts_studio_asker", default=STUDIO)
"""Who asks; it follows a request into its threads."""
