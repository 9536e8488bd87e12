"""Matches in files: everything that is needed to go on with one or to see it again."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from apts.atomic_files import atomic_write
from apts.engine.play.game import Game, IllegalMove, State
from apts.engine.play.outcome import Outcome
from apts.errors import AptsError
from apts.input_checks import foreign_json

FORMAT = "apts match 1"
DECIDING = ("game", "options", "settings", "players", "seed", "position", "moves", "resigned")
"""What a file must have: another match would be gone on with if one of these were made up."""


@dataclass(frozen=True)
class SavedMatch:
    """A match as it is kept in a file.

    ``game`` is a name of the library or the path of a rules file, ``options`` and ``settings`` are those of the command
    line, ``players`` the spellings of the agents, ``position`` where the match started if not at the start, ``moves``
    what was played, and ``resigned`` the seat that gave up.
    """

    game: str
    players: tuple[str, ...]
    moves: tuple[str, ...] = ()
    seed: int = 1
    options: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    position: str | None = None
    resigned: int | None = None
    outcome: dict[str, Any] | None = field(default=None, compare=False)

    def as_data(self) -> dict[str, Any]:
        """The match as plain values."""
        return {
            "format": FORMAT,
            "game": self.game,
            "options": list(self.options),
            "settings": list(self.settings),
            "players": list(self.players),
            "seed": self.seed,
            "position": self.position,
            "moves": list(self.moves),
            "resigned": self.resigned,
            "outcome": self.outcome,
        }

    def write(self, path: Path) -> None:
        """Write the match to a file; a file that cannot be written is told in a sentence."""
        try:
            atomic_write(path, (json.dumps(self.as_data(), indent=2, ensure_ascii=False) + "\n").encode())
        except OSError as error:
            raise AptsError(f"the match cannot be saved as {str(path)!r}: {error.strerror}") from None

    @classmethod
    def read(cls, path: Path) -> SavedMatch:
        """Read a match from a file."""
        try:
            data = foreign_json(path.read_bytes())
        except OSError as error:
            raise AptsError(f"the match {str(path)!r} cannot be read: {error.strerror}") from None
        except (ValueError, RecursionError):  # brackets in brackets without end are no match either
            raise AptsError(f"{str(path)!r} is not a saved match: it is not JSON") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise AptsError(f"{str(path)!r} is not a saved match: 'format' must be {FORMAT!r}")
        return cls._from_data(data, path)

    @classmethod
    def _from_data(cls, data: dict[str, Any], path: Path) -> SavedMatch:
        missing = [name for name in DECIDING if name not in data]
        if missing:
            raise AptsError(f"the saved match {str(path)!r} is damaged: {', '.join(missing)} {_is(missing)} missing")
        lists = {name: data[name] for name in ("players", "moves", "options", "settings")}
        wrong = [name for name, value in lists.items() if not _texts(value) or (name == "players" and not value)]
        wrong += [] if isinstance(data["game"], str) else ["game"]
        wrong += [] if isinstance(data["seed"], int) else ["seed"]
        wrong += [name for name in ("position",) if not isinstance(data[name], str | None)]
        wrong += [] if isinstance(data["resigned"], int | None) else ["resigned"]
        if wrong:
            raise AptsError(f"the saved match {str(path)!r} is damaged: {', '.join(wrong)} cannot be read")
        return cls(
            game=data["game"],
            players=tuple(lists["players"]),
            moves=tuple(lists["moves"]),
            seed=data["seed"],
            options=tuple(lists["options"]),
            settings=tuple(lists["settings"]),
            position=data["position"],
            resigned=data["resigned"],
        )

    def states(self, game: Game) -> list[State]:
        """The positions of the match, from the first on."""
        states = [game.state(self.position, self.seed) if self.position is not None else game.start(self.seed)]
        for number, move in enumerate(self.moves, 1):
            try:
                states.append(states[-1].play(move))
            except IllegalMove as error:
                raise AptsError(f"the saved match does not fit the rules: move {number}: {error}") from None
        return states


def _is(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)


def resignation(seat: int, state: State) -> Outcome:
    """The outcome when a seat gives up: the match ends, whoever has a place keeps it, and the others come before the seat.

    Those others share their places, because nobody knows who of them would have been first. A member of a team gives up for
    the team, and where all win or lose together all have lost.
    """
    reason, players, known = f"{state.game.seat_called(seat, 'player')} resigned", state.game.players, state.decided
    game = state.game
    if players == 1:
        return Outcome.ranked([0.0], reason)
    if game.cooperative:
        return Outcome.all_lose(players, reason)
    if game.teams and not known:
        own = game.teams[seat - 1]
        return Outcome.by_teams({team: 2.0 if team == own else 1.0 for team in game.teams}, game.teams, reason)
    best, others = 1 + state.places_won, players - len(known) - 1
    ranks = dict.fromkeys(range(1, players + 1), best + (others - 1) / 2)
    ranks |= {seat: float(best + others), **known}
    return Outcome.of_the_rules([ranks[other] for other in range(1, players + 1)], reason)
