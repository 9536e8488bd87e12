"""What lies on the table, told in sentences: the board, the pieces and how many there are, hands, dice, tracks, regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress

from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.constants import evaluated
from apts.engine.compiler.equipment import Component
from apts.engine.lowering.tracks.tracks import Track, read_track
from apts.engine.rules_game import RulesGame
from apts.engine.text.drawing import piece_marks
from apts.language.tree import Clause, Literal, Text, Value, Word
from apts.telling.outline import Item, pattern_of
from apts.telling.teller import Untold, as_code, describe, named_place
from apts.telling.voice import joined, many, one_piece, voice, wording

# ----------------------------------------------------------------------------------------------------------------
# Which kinds of pieces a match may bring onto the table beside those that are there at the start.

Kind = tuple[int, str]
"""The owner of a piece, 0 for nobody, and what it is called."""

_ADDING = frozenset(("add", "claim", "shoot"))


def added_kinds(game: RulesGame) -> frozenset[Kind]:
    """The kinds of which more may come than there are at the start, because a rule puts new ones down."""
    return frozenset(_named(game, _ADDING))


def promoted_kinds(game: RulesGame) -> frozenset[Kind]:
    """The kinds that take the places of others."""
    return frozenset(_named(game, frozenset(("promote",))))


def _named(game: RulesGame, heads: frozenset[str]) -> Iterator[Kind]:
    components = game.compiled.equipment.components
    for clause in game.typed_rules.clauses():
        if clause.signature.result != "moves":
            continue
        if clause.name.split()[-1].lower() in heads:
            yield from (_kind(game, piece) for piece in _meant(game, clause.arguments.get("what")))
        elif "copy" in clause.arguments and "add" in heads:
            yield from (_kind(game, piece) for piece in components if piece.owner)


def _kind(game: RulesGame, piece: Component) -> Kind:
    return piece.owner if 1 <= piece.owner <= game.players else 0, piece.called


def _meant(game: RulesGame, what: Value | None) -> list[Component]:
    """The pieces that an argument may stand for; without one, those with the numbers of the players."""
    pieces = game.compiled.equipment.components
    if what is None:
        return pieces[: game.players]
    names = list(_names(what))
    if names and all(any(_fits(name, piece) for piece in pieces) for name in names):
        return [piece for piece in pieces if any(_fits(name, piece) for name in names)]
    owned = [piece for piece in pieces if 1 <= piece.owner <= game.players]
    return owned or pieces


def _names(value: Value) -> Iterator[str]:
    """The names of pieces in an argument; an empty one where a number is worked out in another way."""
    for part in value if isinstance(value, tuple) else (value,):
        if isinstance(part, Text):
            yield part.value
        elif isinstance(part, Clause) and part.name in ("piece", "id"):
            parts = (part.arguments.get(slot) for slot in ("name", "names", "index"))
            yield from (name for one in parts if one is not None for name in _names(one))
        else:
            yield ""


def _fits(name: str, piece: Component) -> bool:
    return name in (piece.name, piece.bare)


_BOARDS = ("board", "boardless", "mancalaBoard", "surakartaBoard")
_RUN = 3
"""Sites in a row that are told by the first and the last of them."""


def describe_table(game: RulesGame) -> list[Item]:
    """The equipment of a game."""
    equipment = game.typed_rules.arguments["equipment"]
    assert isinstance(equipment, Clause)
    items = equipment.arguments["items"]
    clauses = [item for item in (items if isinstance(items, tuple) else (items,)) if isinstance(item, Clause)]
    found = [Item(_board(game, item)) for item in clauses if item.name in _BOARDS]
    found += _pieces(game)
    found += [Item(words("hand").format(who=_owner(item))) for item in clauses if item.name == "hand"]
    found += _dice(game.compiled)
    found += [Item(_track(game, track)) for track in tracks_of(game)]
    found += [_region(item) for item in clauses if item.name == "regions"]
    return found + [_map(game, item) for item in clauses if item.name == "map"]


def words(name: str) -> str:
    """A word about the table."""
    return str(wording()["table"][name])


def _owner(item: Clause) -> str:
    role = item.arguments.get("role")
    return (
        words("everybody")
        if isinstance(role, Word) and role.name in ("Each", "All")
        else describe(role or Word("Shared"))
    )


# --- the board -------------------------------------------------------------------------------------------------------


def _board(game: RulesGame, item: Clause) -> str:
    board = game.board
    if item.name == "boardless":
        return words("no board").format(tiling=_tiling(item.arguments["tiling"]))
    if item.name == "mancalaBoard":
        stores = item.arguments.get("store")
        kind = "pits alone" if isinstance(stores, Word) and stores.name == "None" else "pits"
        rows, columns = (describe(item.arguments[name]) for name in ("rows", "columns"))
        return words(kind).format(rows=rows, columns=columns)
    shape = _shape(item.arguments.get("graph"))
    sites = joined([f"{len(board.numbers(kind))} {words(kind)}" for kind in board.kinds])
    if shape is None or board.site_type == "Edge":
        return words("board").format(sites=sites)
    return words("drawn board").format(shape=shape, sites=sites)


def _tiling(value: Value) -> str:
    name = value.name if isinstance(value, Word) else ""
    return str(wording()["tilings"].get(name, name.lower()))


def _shape(graph: Value | None) -> str | None:
    """The shape of a board that has a word for it; what turns it makes no difference."""
    while isinstance(graph, Clause) and graph.name in ("rotate", "renumber", "recoordinate"):
        graph = graph.arguments["graph"]
    if not isinstance(graph, Clause) or graph.name not in wording()["boards"]:
        return None
    shape = graph.arguments.get("shape")
    name = f"{graph.name} {shape.name}" if isinstance(shape, Word) else graph.name
    numbers = {slot: value for slot, value in graph.arguments.items() if slot not in ("shape", "diagonals")}
    patterns = wording()["boards"].get(name, ())
    for text in [patterns] if isinstance(patterns, str) else patterns:
        with suppress(Untold):
            found = pattern_of(text).filled(numbers, _digits)
            if found is not None:
                return found
    return None


def _digits(value: Value) -> str:
    number = evaluated(value, "Cell")
    if not isinstance(number, int | float):
        raise Untold("board")
    return f"{number:g}"


# --- pieces ----------------------------------------------------------------------------------------------------------


def starting_pieces(game: RulesGame) -> Counter[tuple[int, str]]:
    """How many pieces there are at the start, on the board and in hands, by owner and name; the owner 0 is nobody."""
    counts: Counter[tuple[int, str]] = Counter()
    state = game.start()
    dice = game.compiled.equipment.thrown_sites
    for site in range(game.compiled.equipment.all_sites):
        if site not in dice:
            for mark in piece_marks(game.compiled, state.position, site):
                counts[mark.owner, mark.kind] += mark.count
    return counts


def _pieces(game: RulesGame) -> Iterator[Item]:
    """The kinds of pieces of each owner; those that everybody has alike in one sentence."""
    counts, seats = starting_pieces(game), range(1, game.players + 1)
    added, promoted = added_kinds(game), promoted_kinds(game)
    kinds: dict[int, list[str]] = {}
    for piece in game.compiled.equipment.components:
        if not piece.faces:
            owner = piece.owner if piece.owner in seats else 0
            kinds.setdefault(owner, [])
            if piece.called not in kinds[owner]:
                kinds[owner].append(piece.called)

    def describe_kind(owner: int, kind: str) -> str:
        number = counts[owner, kind]
        if number:
            form = "at first and more" if (owner, kind) in added else "at first"
        else:
            form = "as needed" if (owner, kind) in added | promoted else "not at first"
        return words(form).format(piece=many(kind), number=number)

    lists = {owner: joined([describe_kind(owner, kind) for kind in kinds[owner]]) for owner in kinds}
    own = [lists.get(seat, "") for seat in seats]
    if len(set(own)) == 1 and own[0] and game.players > 1:
        yield Item(words("pieces").format(who=words("everybody"), pieces=own[0]))
    else:
        for seat in seats:
            if seat in lists:
                yield Item(words("pieces").format(who=describe(Word(f"P{seat}")), pieces=lists[seat]))
    if 0 in lists:
        yield Item(words("pieces").format(who=words("nobody"), pieces=lists[0]))
    for piece in game.compiled.equipment.components:
        if piece.flips is not None:
            first, second = piece.flips
            yield Item(words("flips").format(piece=one_piece(piece.called), first=first, second=second))


def piece_called(piece: Component, players: int) -> str:
    """A piece with its owner, such as ``Pawn of player 1``."""
    if not 1 <= piece.owner <= players:
        return piece.called
    owned = str(wording()["naming"]["owned"])
    return owned.format(name=piece.called, who=describe(Word(f"P{piece.owner}")))


def _dice(compiled: Compiled) -> Iterator[Item]:
    faces = Counter(piece.faces for piece in compiled.equipment.components if piece.faces)
    for shown, number in faces.items():
        name = words("die") if number == 1 else words("many dice").format(number=describe(Literal(number)))
        yield Item(words("dice").format(number=name, faces=", ".join(map(str, shown))))


# --- places ----------------------------------------------------------------------------------------------------------


def tracks_of(game: RulesGame) -> list[Track]:
    """The tracks of the board."""
    return [read_track(game.compiled.equipment, clause) for clause in game.compiled.equipment.tracks]


def _track(game: RulesGame, track: Track) -> str:
    names = [_place(site) for site in track.sites if site >= 0]
    text = " ".join(names[:1]) + "".join(f" – {name}" for name in names[1:])
    arguments: dict[str, Value] = {"name": Text(track.name), "sites": Text(text), "loop": Literal(track.loop)}
    if 1 <= track.owner <= game.players:
        arguments["who"] = Word(f"P{track.owner}")
    return _filled("track", arguments)


def _place(site: int) -> str:
    places = voice().places
    return places[site] if 0 <= site < len(places) else str(site)


def _region(item: Clause) -> Item:
    """A region of the equipment, by its name or its owner."""
    values = [item.arguments[slot] for slot in ("sites", "region", "regions") if slot in item.arguments]
    name, role = item.arguments.get("name"), item.arguments.get("role")
    if not values or (name is None and role is None):
        return Item(as_code(item))
    try:
        sites = joined(list(_sites(values[0])))
        arguments: dict[str, Value] = {"sites": Text(sites)}
        arguments |= {"who": role} if role is not None else {}
        arguments |= {"name": name} if name is not None else {}
        return Item(_filled("region" if name is not None else "own region", arguments))
    except Untold:
        return Item(as_code(item))


def _sites(value: Value) -> Iterable[str]:
    for one in value if isinstance(value, tuple) else (value,):
        yield describe(named_place(one))


def maps_are_places(game: RulesGame) -> bool:
    """Whether all maps of a game do nothing but give sites to players."""
    pairs = [pair for _, clause in game.compiled.equipment.maps for pair in _pairs(clause)]
    keys = [pair.arguments["key"] for pair in pairs]
    return (
        bool(keys)
        and all(isinstance(key, Word) and key.name in voice().seats for key in keys)
        and all(_mapped_site(game, pair) is not None for pair in pairs)
    )


def _pairs(clause: Clause) -> list[Clause]:
    pairs = clause.arguments.get("pairs", ())
    return [pair for pair in (pairs if isinstance(pairs, tuple) else (pairs,)) if isinstance(pair, Clause)]


def _mapped_site(game: RulesGame, pair: Clause) -> str | None:
    """The name of the site that a map gives; None where it gives something else."""
    value, names = pair.arguments["value"], game.site_names
    if isinstance(value, Word) and value.name in ("FirstSite", "LastSite"):
        return names[0 if value.name == "FirstSite" else -1]
    if isinstance(value, Literal) and not isinstance(value.value, bool) and 0 <= value.value < len(names):
        return names[int(value.value)]
    return None


def _map(game: RulesGame, item: Clause) -> Item:
    """What a map gives: a site to every player, or other numbers."""
    pairs = _pairs(item)
    found = [(pair.arguments["key"], _mapped_site(game, pair)) for pair in pairs]
    if not pairs or not voice().maps_are_places:
        return Item(as_code(item))
    listed = [words("pair").format(key=describe(key), value=site) for key, site in found]
    arguments: dict[str, Value] = {"pairs": Text(", ".join(listed))}
    return Item(_filled("places", arguments | ({"name": item.arguments["name"]} if "name" in item.arguments else {})))


def _filled(name: str, arguments: dict[str, Value]) -> str:
    found = pattern_of(words(name)).filled(arguments, describe)
    if found is None:
        raise Untold(name)
    return found
