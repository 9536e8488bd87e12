"""Which game values belong to: its name, and a hash of its rules with the parameters in force."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from apts.engine.play.game import Game
from apts.language.printer import to_text


@dataclass(frozen=True)
class GameIdentity:
    """The name of a game, the hash of its rules, and the rules themselves where they are a text."""

    name: str
    rules_hash: str
    rules: str | None


def identity_of(game: Game) -> GameIdentity:
    """What tells a game from others; comments and line breaks of its rules do not count, parameters do."""
    if game.from_rules is not None:
        text = to_text(game.from_rules.typed_rules)
        return GameIdentity(game.name, sha256(text.encode()).hexdigest(), text)
    made = type(game if game.definition is None else game.definition)
    parts = [] if game.definition is None else sorted(vars(game.definition).items())
    facts = f"{made.__qualname__} {game.players} {parts!r} {game.start()}"
    return GameIdentity(game.name, sha256(facts.encode()).hexdigest(), None)
