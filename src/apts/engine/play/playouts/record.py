"""A match in the raw terms of recorded matches: numbers of sites and pieces, lists of moves with doubles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from apts.board.board import Board
from apts.engine.compiler.compiling import SWAP, compile_rules
from apts.engine.compiler.passes import FORCED_PASS
from apts.engine.play.machine import Machine
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import CHANCE, MOVER, NEXT, OVER
from apts.language.reading import build


class RecordSession:
    """One match of one game, move by move, with everything laid open."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self.state = machine.start()
        self._records: list[tuple[int, ...]] = []
        self._roll_forced = False

    @property
    def _view(self) -> Position:
        return Position(self.machine.compiled, self.state)

    @property
    def board(self) -> Board:
        """The board; records count its rows from the bottom, whatever people do."""
        known = self.machine.compiled.equipment.board
        return Board(known.graph, known.site_type, boardless=known.boardless)

    @property
    def _kinds(self) -> Board:
        """The board as it is played on, with sites of several kinds."""
        return self.machine.compiled.equipment.board

    @property
    def _behind(self) -> int:
        """How far the numbers of hands are moved by elements of other kinds, which records number by themselves."""
        board = self._kinds
        return max(board.count("Cell"), board.count()) - max(board.count("Cell"), len(board.numbers()))

    def _recorded(self, site: int) -> int:
        """The number of a site in records: of an element among those of its kind."""
        if site < 0:
            return site
        board = self._kinds
        return site - (board.numbers(board.kind_of(site)).start if site < board.count() else self._behind)

    def _recorded_entry(self, entry: list[Any]) -> list[Any]:
        """What is on a site with the name that records give the site."""
        site, *content = entry
        kind = self._kinds.kind_of(site) if site < self._kinds.count() else self._kinds.site_type
        number = self._recorded(site)
        return [number if kind == self._kinds.site_type else f"{kind[0].lower()}{number}", *content]

    @property
    def containers(self) -> list[tuple[str, int, int, int]]:
        """Name, owner, first site and size of every container."""
        board, *others = self.machine.compiled.equipment.containers
        shown = [(box.name, box.owner, box.first - self._behind, box.size) for box in others]
        return [(board.name, board.owner, 0, len(self._kinds.numbers())), *shown]

    @property
    def components(self) -> list[tuple[int, str, int]]:
        """Index, name and owner of every kind of piece."""
        return [(piece.index, piece.name, piece.owner) for piece in self.machine.compiled.equipment.components]

    @property
    def mover(self) -> int:
        """The player to move."""
        return int(self.state[MOVER])

    @property
    def next(self) -> int:
        """The player to move after that."""
        return int(self.state[NEXT])

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.state[OVER])

    @property
    def ranking(self) -> list[float]:
        """The rank of each player, 1.0 the best; records give the members of a team the first place that is free."""
        ranks = self._view.ranks()
        if self._view.field("teams won", 0) == 0:
            return ranks
        return [1.0 + sum(0.0 < other < rank for other in ranks) if rank else 0.0 for rank in ranks]

    @property
    def winner(self) -> int:
        """The player with rank 1, or 0."""
        ranks = self.ranking
        return ranks.index(1.0) + 1 if 1.0 in ranks else 0

    @property
    def scores(self) -> list[int]:
        """The score of each player."""
        return self._view.per_player("score")

    @property
    def phases(self) -> list[int]:
        """The phase of each player."""
        return self._view.per_player("phase")

    @property
    def pending(self) -> list[int]:
        """The pending values, sorted."""
        return sorted({self._recorded(number) for number in self._view.members("pending")})

    @property
    def forced(self) -> bool:
        """Whether the list holds a forced pass."""
        forced = {decision.number for decision in self.machine.compiled.decisions if decision.forced}
        return any(record[0] == FORCED_PASS or record[0] in forced for record in self._records)

    @property
    def swaps(self) -> int:
        """How many swap moves the list holds."""
        swaps = {SWAP} | {decision.number for decision in self.machine.compiled.decisions if decision.seats}
        return sum(record[0] in swaps for record in self._records)

    def start(self, trial_start: list[Any] | None = None) -> None:
        """Set up the start position, or the recorded one."""
        self.state = self.machine.start()
        if trial_start is not None:
            self._view.force(trial_start)

    def site(self, site: int | str) -> list[Any]:
        """What is on a site, as recorded matches write it."""
        return self._view.entry(site)

    def sites(self) -> list[list[Any]]:
        """All sites that are not empty."""
        return [self._recorded_entry(entry) for entry in self._view.entries()]

    def force_roll(self, roll: list[list[int]]) -> None:
        """Decide the dice of the next roll.

        A roll that was decided before the list of moves was made is repeated when the move is played, so it stays.
        """
        if not self._roll_forced:
            self._view.force_roll(roll)
            self._roll_forced = True

    def legal(self) -> list[tuple[int, int]]:
        """Origin and target of every legal move, doubles included."""
        count = self.machine.moves(self.state)
        self._records = [self.machine.record(index) for index in range(count)]
        passes = {decision.number for decision in self.machine.compiled.decisions if decision.kind in ("pass", "vote")}
        ends = [(record[0], self._recorded(record[1]), self._recorded(record[2])) for record in self._records]
        return [(-1, -1) if decision in passes else (start, end) for decision, start, end in ends]

    def draw_anew(self, number: int) -> None:
        """Put the chance of the position on another stream."""
        self.state[CHANCE] = number

    def remembered(self) -> dict[str, list[int]]:
        """The lists of numbers that the rules keep, sorted, by their names (letters and digits of them)."""
        lists = {}
        for name, (place, _) in self.machine.compiled.fields.items():
            if name.startswith("remembered"):
                count = int(self.state[place])
                lists[name[len("remembered") :].strip()] = sorted(map(int, self.state[place + 1 : place + 1 + count]))
        return lists

    def play(self, index: int) -> None:
        """Play a move of the last list."""
        self.machine.play(self.state, self._records[index])
        self._roll_forced = False

    def save(self) -> Any:
        """A copy of the position to go back to."""
        return self.machine.copy(self.state)

    def restore(self, token: Any) -> None:
        """Go back to a saved position."""
        self.state = self.machine.copy(token)
        self._roll_forced = False


def open_session(path: Path | str) -> RecordSession:
    """Compile a description and sit down to a match of it."""
    text = Path(path).read_text(encoding="utf-8")
    return RecordSession(Machine(compile_rules(build(text, file=Path(path).name))))
