"""The match at the table: its positions, whose turn it is, and the files it goes to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from apts.cli.settings import load_game
from apts.errors import AptsError
from apts.file_names import file_stem

if TYPE_CHECKING:
    from apts.agents.agent import Agent, Decision, Player
    from apts.agents.saved_match import SavedMatch
    from apts.engine.play.game import Move, State
    from apts.engine.play.outcome import Outcome


class MatchTable:
    """A match between people and agents that can be taken back, given up, saved and gone on with."""

    def __init__(self, saved: SavedMatch):
        from apts.agents.checked_decisions import player_at_table

        self._saved = saved
        self.game = load_game(saved.game, list(saved.options), list(saved.settings))
        self.agents = seated(saved.players, self.game.players, self.game.name)
        self.states: list[State] = saved.states(self.game)
        self.moves: list[Move] = [state.find_move(text) for state, text in zip(self.states, saved.moves, strict=False)]
        self.resigned = saved.resigned
        if self.resigned is not None and (not 1 <= self.resigned <= self.game.players or self.state.over):
            raise AptsError(f"the saved match is damaged: seat {self.resigned} cannot have resigned at its end")
        self._players: list[Player] = [
            player_at_table(known, seat, saved.seed) for seat, known in enumerate(self.agents, 1)
        ]

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.states[-1]

    @property
    def before(self) -> State | None:
        """The position before the last move."""
        return self.states[-2] if len(self.states) > 1 else None

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None."""
        from apts.agents.saved_match import resignation

        if self.resigned is not None:
            return resignation(self.resigned, self.state)
        return self.state.outcome

    @property
    def agent(self) -> Agent:
        """The one to move."""
        return self.agents[self.state.mover - 1]

    def play(self, move: Move) -> None:
        """Play a legal move."""
        self.states.append(self.state.after(move))
        self.moves.append(move)

    def decide(self) -> Decision:
        """What the agent to move wants to play."""
        from apts.agents.checked_decisions import decided

        return decided(self.agent, self._players[self.state.mover - 1], self.state, len(self.moves))

    def undo(self) -> int:
        """Take back to the last turn at which a person had a choice; gives the number of moves that were taken back."""
        turns = [
            ply
            for ply, state in enumerate(self.states[:-1])
            if self.agents[state.mover - 1].is_person and state.lone_pass is None
        ]
        if not turns:
            return 0
        taken = len(self.moves) - turns[-1]
        del self.states[turns[-1] + 1 :], self.moves[turns[-1] :]
        return taken

    def saved(self) -> SavedMatch:
        """The match as it is kept in a file."""
        from apts.agents.saved_match import SavedMatch

        known, outcome = self._saved, self.outcome
        data = None
        if outcome is not None:
            data = {"winner": outcome.winner, "utilities": list(outcome.utilities), "reason": outcome.reason}
        return SavedMatch(
            game=known.game,
            players=tuple(player.spec for player in self.agents),
            moves=tuple(move.text for move in self.moves),
            seed=known.seed,
            options=known.options,
            settings=known.settings,
            position=known.position,
            resigned=self.resigned,
            outcome=data,
        )

    def save(self, file: str | None = None) -> Path:
        """Write the match to a file, by default one named after the game and the time."""
        stem = file_stem(self.game.name, "match")
        path = Path(file) if file else Path(f"{stem}-{datetime.now():%Y%m%d-%H%M%S}.json")
        self.saved().write(path)
        return path


def seated(specs: Sequence[str], seats: int, game: str) -> list[Agent]:
    """An agent for each seat; one that is given alone plays all seats, and none means a person against a club player."""
    from apts.agents.agent_registry import agent

    if not specs:
        specs = ["human", *["level:club"] * (seats - 1)]
    if len(specs) == 1 and seats > 1:
        specs = list(specs) * seats
    if len(specs) != seats:
        raise AptsError(f"{game} has {seats} seats, and --agents names {len(specs)}: {', '.join(specs)}")
    return [agent(spec) for spec in specs]
