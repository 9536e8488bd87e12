"""Words that several ludemes use."""

from __future__ import annotations

from apts.language.signatures.signature import enumeration

enumeration("PlayersLoop", "Player NonMover")
