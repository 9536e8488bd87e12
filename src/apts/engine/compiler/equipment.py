"""The equipment of a game: board, hands, pieces, regions, maps and tracks, numbered as the language says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from apts.board.board import Board
from apts.board.graph import MOST_SITES, BoardTooLarge, Graph, check_places
from apts.board.mixed_board import MixedBoard, square_runs, triangle_runs, ways
from apts.engine.compiler.constants import constant, evaluated, fixed_truth, limited, made_by_ludeme
from apts.engine.compiler.ludeme import ImpossibleRule, UnsupportedRule
from apts.language.presentation import AS_WRITTEN, Presentation
from apts.language.signatures.signature import LUDEMES
from apts.language.tree import NOWHERE, Clause, Literal, Text, Value, Word
from apts.similar_names import did_you_mean

MOST_PLAYERS = 16
STACK_LEVELS = 32
LARGE_STACK = 256
"""The pieces that a stack may have, and those it may have where the board says that stacks are large."""


@dataclass(frozen=True)
class Component:
    """A kind of piece; ``name`` ends with the owner's number, ``bare`` does not; ``called`` is what people call it."""

    index: int
    name: str
    bare: str
    owner: int
    facing: str
    moves: Clause | None = None
    flips: tuple[int, int] | None = None
    sides: int = 0
    faces: tuple[int, ...] = ()
    called: str = ""

    @property
    def called_in_full(self) -> str:
        """What people call it, with the owner's number."""
        return self.called + self.name.removeprefix(self.bare)


@dataclass(frozen=True)
class Container:
    """The board, a hand or dice: a run of sites."""

    name: str
    owner: int
    first: int
    size: int


@dataclass(frozen=True)
class NamedRegions:
    """One ``(regions ..)`` of the equipment; several values are several regions of one owner."""

    name: str
    owner: int
    values: tuple[Value, ...]
    position: Clause


@dataclass
class Equipment:
    """Everything on the table."""

    players: int
    board: Board
    facings: tuple[str | None, ...]
    containers: list[Container] = field(default_factory=list)
    components: list[Component] = field(default_factory=list)
    regions: list[NamedRegions] = field(default_factory=list)
    maps: list[tuple[str, Clause]] = field(default_factory=list)
    tracks: list[Clause] = field(default_factory=list)
    levels: int = STACK_LEVELS
    numbers_in_sets: int = 0
    """Numbers from 0 on that sets must have room for, where rules put other numbers than sites into one."""

    @property
    def sites(self) -> int:
        """Sites of the board."""
        return self.board.count()

    @property
    def all_sites(self) -> int:
        """Sites of all containers together (numbers that no container uses included)."""
        return max(container.first + container.size for container in self.containers)

    @property
    def set_words(self) -> int:
        """Words of a set of sites."""
        return (max(self.all_sites, self.numbers_in_sets) + 31) // 32

    def hand(self, owner: int) -> Container | None:
        """The first hand of the owner."""
        return next((box for box in self.containers[1:] if box.owner == owner and box.name.startswith("Hand")), None)

    @property
    def dice(self) -> Container | None:
        """The sites of the dice, if there are any; the first kinds of piece are the dice, in the order of these sites."""
        return next((box for box in self.containers if box.name.startswith("Dice")), None)

    @property
    def thrown_sites(self) -> range:
        """The sites of the dice."""
        return range(self.dice.first, self.dice.first + self.dice.size) if self.dice else range(0)

    def component(self, name: str) -> Component | None:
        """The component of exactly that name."""
        return next((piece for piece in self.components if piece.name == name), None)


def owner_number(word: Word | None, players: int, default: str) -> int:
    """The owner that a role names in the equipment; one that is another player from move to move owns nothing."""
    name = word.name if word is not None else default
    position = word.position if word is not None else NOWHERE
    if name == "Neutral":
        return 0
    if name in ("Shared", "All", "Each"):
        return players + 1
    if name.startswith("P") and name[1:].isdigit():
        if int(name[1:]) > players:
            raise ImpossibleRule(f"{name} as an owner: the game has players 1 to {players}", position)
        return int(name[1:])
    raise ImpossibleRule(f"{name} as an owner: Neutral, Shared, Each or a player such as P1 is expected", position)


def players_of(game: Clause) -> int:
    """The number of seats of a game clause."""
    return len(_facings(game)) - 1


def read_equipment(
    game: Clause, presentation: Presentation = AS_WRITTEN, other_kinds: tuple[str, ...] = ()
) -> Equipment:
    """Read the players and the equipment of a game clause, with what people call it.

    Elements of the board of ``other_kinds`` than the one it is played on are sites too.
    """
    facings = _facings(game)
    players = len(facings) - 1
    clause = game.get("equipment")
    assert isinstance(clause, Clause)
    items = [item for item in _tuple(clause.get("items")) if isinstance(item, Clause)]
    boards = [item for item in items if item.signature.head in ("board", "boardless", "mancalaBoard", "surakartaBoard")]
    if not boards:
        raise ImpossibleRule("equipment without a board", clause.position)
    if len(boards) > 1:
        raise UnsupportedRule("a second board (a game has one)", boards[1].position)
    board = boards[0]
    made = _board(board)
    if other_kinds:
        made = MixedBoard(made.graph, made.site_type, other_kinds, boardless=made.boardless)
    equipment = Equipment(players, made, facings)
    if fixed_truth(board.get("largeStack")):
        equipment.levels = LARGE_STACK
    equipment.board.rows_from_top = presentation.rows_from_top
    if not equipment.sites:
        raise ImpossibleRule("a board without sites", board.position)
    if equipment.sites > MOST_SITES:
        raise UnsupportedRule(f"a board of {equipment.sites:,} sites (up to {MOST_SITES:,})", board.position)
    equipment.tracks.extend(track for track in _tuple(board.get("track")) if isinstance(track, Clause))
    if board.signature.head == "surakartaBoard":
        equipment.tracks.extend(_loops(board, made))
    first = max(equipment.board.count("Cell"), equipment.board.count())
    equipment.containers.append(Container("Board", 0, 0, equipment.board.count()))
    for item in items:
        if item.name == "hand":
            for owner, hand in _hands(item, players):
                size = limited(item.get("size"), 1, MOST_SITES, "a hand")
                equipment.containers.append(Container(hand, owner, first, size))
                first += size
    _read_dice([item for item in items if item.name == "dice"], equipment, first)
    for item in items:
        if item.name == "regions":
            equipment.regions.append(_regions(item, players))
        elif item.name == "map":
            name = item.get("name")
            equipment.maps.append((name.value if isinstance(name, Text) else "Map", item))
    for item in items:
        if item.name in ("piece", "tile"):
            for component in _pieces(item, equipment, len(equipment.components) + 1):
                equipment.components.append(component)
    _rename(equipment, presentation.piece_names, clause)
    if not equipment.components:
        for player in range(1, players + 1):
            facing = facings[player] or "N"
            bare = f"Ball{player}"
            full = f"{bare}{player}" if players > 1 else bare
            equipment.components.append(Component(player, full, bare, player, facing, called=bare))
    return equipment


def _rename(equipment: Equipment, names: Mapping[str, str], clause: Clause) -> None:
    """Give every piece the name that people know it by."""
    known = {name for piece in equipment.components for name in (piece.name, piece.bare)}
    unknown = next((name for name in names if name not in known), None)
    if unknown is not None:
        hint = did_you_mean(unknown, sorted(known))
        raise UnsupportedRule(
            f"another name for {unknown!r}: no piece of the equipment is called so{hint}", clause.position
        )
    for place, piece in enumerate(equipment.components):
        called = names.get(piece.name, names.get(piece.bare, piece.bare))
        equipment.components[place] = replace(piece, called=called)


def _facings(game: Clause) -> tuple[str | None, ...]:
    clause = game.get("players")
    assert isinstance(clause, Clause)
    listed = clause.get("list")
    if listed is None:
        count = constant(clause.get("count"))
        if not 0 <= count <= MOST_PLAYERS:
            raise UnsupportedRule(f"a game for {count} players (from 1 to {MOST_PLAYERS} can play)", clause.position)
        if count == 0:
            raise UnsupportedRule("a simulation without players", clause.position)
        return (None,) * (count + 1)
    facings: list[str | None] = [None]
    if not 1 <= len(_tuple(listed)) <= MOST_PLAYERS:
        many = len(_tuple(listed))
        raise UnsupportedRule(f"a game for {many} players (from 1 to {MOST_PLAYERS} can play)", clause.position)
    for player in _tuple(listed):
        assert isinstance(player, Clause)
        facing = player.get("facing")
        facings.append(facing.name if isinstance(facing, Word) else None)
    return tuple(facings)


def _board(item: Clause) -> Board:
    head = item.signature.head
    if head == "board":
        use = item.get("use")
        site_type = use.name if isinstance(use, Word) else "Cell"
        graph = evaluated(item.get("graph"), site_type)
    else:
        site_type = "Vertex" if head in ("mancalaBoard", "surakartaBoard") else "Cell"
        given = ((name, value) for name, value in item.arguments.items() if name not in ("track", "largeStack"))
        arguments = {name: evaluated(value, site_type) for name, value in given}
        made = made_by_ludeme(item, arguments, site_type)
        if isinstance(made, Board):
            return made
        graph = made
    assert isinstance(graph, Graph)
    try:
        check_places(number for point in graph.points for number in point)
    except BoardTooLarge as problem:
        raise UnsupportedRule(str(problem), item.position) from None
    return Board(graph, site_type)


def _loops(item: Clause, board: Board) -> Iterator[Clause]:
    """The tracks around a board, there and back."""
    rows, columns = (max(numbers, default=-1) + 1 for numbers in (board.row_of(), board.column_of()))
    if board.count() == rows * columns:
        most, lines = (min(rows, columns) - 2) // 2, min(rows, columns)
    elif rows == columns and board.count() == rows * (rows + 1) // 2:
        most, lines = (rows - 1) // 2, rows
    else:
        raise UnsupportedRule("(surakartaBoard) around another board than a rectangle or a triangle", item.position)
    loops, first = item.get("loops"), item.get("from")
    count = most if loops is None else constant(loops)
    start = 1 if first is None else constant(first)
    if start < 0 or count < 0 or start + count > lines:
        raise ImpossibleRule(f"(surakartaBoard) with loops beyond its {lines} lines", item.position)
    (signature,) = LUDEMES.signatures("track")
    for line in range(start, start + count):
        runs = square_runs(rows, columns, line) if board.count() == rows * columns else triangle_runs(rows, line)
        for way, letter in zip(ways(runs), "FB", strict=True):
            arguments: dict[str, Value] = {"name": Text(f"Track{line}{letter}"), "sites": tuple(map(Literal, way))}
            arguments |= {"loop": Literal(True), "directed": Literal(True)}
            yield Clause(signature, arguments, item.position)


def _hands(item: Clause, players: int) -> Iterator[tuple[int, str]]:
    role = item.get("role")
    assert isinstance(role, Word)
    if role.name == "Each":
        for player in range(1, players + 1):
            yield player, f"Hand{player}"
    elif role.name in ("Shared", "All"):
        yield players + 1, "Hand0"
    else:
        owner = owner_number(role, players, "Shared")
        yield owner, f"Hand{owner}"


def _read_dice(items: list[Clause], equipment: Equipment, first: int) -> None:
    """Give every die a site in one container and a kind of piece of its own."""
    owners = set()
    for item in items:
        role = item.get("role")
        owners.add(owner_number(role if isinstance(role, Word) else None, equipment.players, "Shared"))
        for faces in _faces(item):
            number = len(equipment.components) + 1
            owner = max(owners)
            equipment.components.append(Component(number, f"Die{number}", "Die", owner, "N", faces=faces))
    if len(owners) > 1:
        raise UnsupportedRule("dice of several owners", items[0].position)
    for owner in owners:
        name = f"Dice{owner if 0 < owner <= equipment.players else 0}"
        equipment.containers.append(Container(name, owner, first, len(equipment.components)))


def _faces(item: Clause) -> list[tuple[int, ...]]:
    """The values on the faces of each die of a ``(dice ..)`` clause."""
    count, sides = limited(item.get("num"), 1, 32, "dice"), limited(item.get("d"), 6, 1000, "sides")
    low = constant(item.get("from"), 1)
    by_die = item.get("facesByDie")
    if isinstance(by_die, tuple):
        dice = [tuple(constant(value) for value in _tuple(die)) for die in by_die[:count]]
    else:
        listed = item.get("faces")
        values = tuple(constant(value) for value in _tuple(listed)) if listed is not None else range(low, low + sides)
        dice = [tuple(values)] * count
    if not dice or not all(dice):
        raise ImpossibleRule("(dice): a die has at least one face", item.position)
    return dice


def _regions(item: Clause, players: int) -> NamedRegions:
    role, name = item.get("role"), item.get("name")
    owner = owner_number(role if isinstance(role, Word) else None, players, "Neutral")
    default = f"Region{role.name}" if isinstance(role, Word) else "RegionP1"
    values: tuple[Value, ...] = ()
    for slot in ("sites", "region", "regions", "static"):
        value = item.get(slot)
        if value is not None:
            values = value if slot == "regions" and isinstance(value, tuple) else (value,)
    return NamedRegions(name.value if isinstance(name, Text) else default, owner, values, item)


def _pieces(item: Clause, equipment: Equipment, index: int) -> Iterator[Component]:
    name, role, facing, moves, flips = (item.get(slot) for slot in ("name", "role", "facing", "moves", "flips"))
    assert isinstance(name, Text)
    if not name.value.strip():
        raise ImpossibleRule("a piece without a name", item.position)
    players = equipment.players
    role_name = role.name if isinstance(role, Word) else ("Each" if item.name == "piece" else "Shared")
    owners: Iterable[int]
    owners = (
        range(1, players + 1)
        if role_name == "Each"
        else (owner_number(Word(role_name, item.position), players, "Each"),)
    )
    flip = None
    if isinstance(flips, Clause):
        flip = (constant(flips.get("first")), constant(flips.get("second")))
    for owner in owners:
        own = equipment.facings[owner] if 0 < owner <= players else None
        direction = own or (facing.name if isinstance(facing, Word) else "N")
        numbered = owner <= players and (players > 1 or owner == 0)
        full = f"{name.value}{owner}" if numbered else name.value
        generator = moves if isinstance(moves, Clause) else None
        sides = constant(item.get("numSides"), 0)
        yield Component(index, full, name.value, owner, direction, generator, flip, sides)
        index += 1


def _tuple(value: Value | None) -> tuple[Value, ...]:
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)
