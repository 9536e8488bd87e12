"""The whole rules of a game in words, as sections of outlines: who plays, with what, how, and how it ends."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from apts.board.board import Board
from apts.board.mixed_board import sites_by_coordinate
from apts.engine.compiler.equipment import Component
from apts.engine.compiler.ludeme import features
from apts.engine.lowering.hidden import HIDING
from apts.engine.play.game import Game
from apts.engine.rules_game import RulesGame
from apts.games.catalogue import description_in, description_of
from apts.language.tree import Clause, Literal, Value, Word
from apts.locales import language_of
from apts.locales.catalogue import Texts
from apts.telling.moves import describe_moves
from apts.telling.outline import Item, headed, pattern_of
from apts.telling.set_up import describe_start, end_sentence
from apts.telling.sites_of_moves import ways
from apts.telling.table import describe_table, maps_are_places, piece_called
from apts.telling.teller import as_code, describe, describe_or_code
from apts.telling.voice import (
    Voice,
    called_now,
    calling,
    code_at,
    grammar,
    joined,
    many,
    seat_in_words,
    sentence,
    speaking,
    voice,
    wording,
)


@dataclass(frozen=True)
class Section:
    """A part of the rules under a heading."""

    heading: str
    items: tuple[Item, ...]


@dataclass(frozen=True)
class RulesInWords:
    """The rules of a game for people. ``lead`` is what its text says of it in a line or a few, in ``lead_language``."""

    title: str
    lead: str
    sections: tuple[Section, ...]
    language: str = "en"
    lead_language: str = "en"

    @property
    def clauses_in_code(self) -> int:
        """How many clauses are given as rules text because there are no words for them."""
        texts = [text for section in self.sections for item in section.items for _, text in item.walk()]
        return sum(text.count("`") for text in texts) // 2


def rules_in_words(game: Game, language: str = "en") -> RulesInWords:
    """The rules of any game: those of a text clause by clause, of a class what it says of itself.

    What the author of a game wrote (its title, what is said of it, names of pieces, options and phases) stays as it is;
    the line about a game of the library and its options are told in the language, where they are translated.
    """
    rules, language = game.from_rules, language_of(language)
    with speaking(Voice(language=language)):
        if rules is None:
            return _of_class(game)
        with speaking(_voice(rules)):
            sections = _sections(rules)
    lead = description_in(description_of(rules), language)
    return RulesInWords(game.name, lead.text, sections, language, lead.language)


def _voice(game: RulesGame) -> Voice:
    """The names of a game."""
    equipment = game.compiled.equipment
    language = voice().language
    seats = {f"P{seat}": seat_in_words(game, seat) for seat in range(1, game.players + 1)}
    with speaking(Voice(seats=seats, language=language)):
        pieces = {piece.name: piece_called(piece, game.players) for piece in equipment.components}
    pieces |= {piece.bare: piece.called for piece in equipment.components}
    phases, first = game.board.phase_of(), dict[int, int]()
    for site, phase in enumerate(phases):
        first.setdefault(phase, site)
    names = game.site_names
    shades = tuple(names[first[phase]] for phase in range(len(first))) if set(first) == set(range(len(first))) else ()
    own = equipment.components[: game.players]
    kinds = {piece.called for piece in own}
    alike = len(kinds) == 1 and [piece.owner for piece in own] == list(range(1, game.players + 1))
    own_piece = _word("naming", "own piece" if alike else "own piece of any kind")
    own_piece = own_piece.format(name=own[0].called) if alike else own_piece
    last = next((piece.called for piece in reversed(equipment.components) if not piece.faces), "")
    with speaking(Voice(seats=seats, language=language)):
        places = maps_are_places(game)
    called = {label: names[site] for label, site in sites_by_coordinate(equipment.board).items()}
    elements = _elements(game.board)
    for kind in elements:
        called |= {f"{kind} {label}": names[site] for label, site in sites_by_coordinate(game.board, kind).items()}
    return Voice(
        game.place_names,
        called,
        seats,
        pieces,
        shades,
        own_piece,
        last,
        places,
        shows_code=True,
        language=language,
        elements=elements,
        has_sides=game.players > 2 or bool(game.teams),
    )


def _elements(board: Board) -> tuple[str, ...]:
    """The kinds of a board's elements, the usual one first, where "sites" would not say what is meant."""
    others = tuple(kind for kind in board.kinds if kind != board.site_type)
    return (board.site_type, *others) if others or board.site_type == "Edge" else ()


def _word(table: str, name: str) -> str:
    return str(wording()[table][name])


def _sections(game: RulesGame) -> tuple[Section, ...]:
    rules = game.typed_rules.arguments["rules"]
    assert isinstance(rules, Clause)
    found = {
        "players": list(_players(game)),
        "table": describe_table(game),
        "set-up": list(_set_up(rules)),
        "turn": list(_turn(rules)),
        "pieces": list(_piece_moves(game)),
        "end": list(_ends(game, rules)),
        "further": list(_further(rules)),
        "options": list(_options(game)),
    }
    return tuple(_section(name, items) for name, items in found.items() if items)


def _section(name: str, items: Iterable[Item]) -> Section:
    """Items under their heading, as they sound together."""
    return Section(_word("sections", name), tuple(item.with_texts(grammar().smoothed) for item in items))


def _players(game: RulesGame) -> Iterator[Item]:
    if game.players == 1:
        yield Item(_word("players", "one"))
    else:
        names = joined([describe(Word(f"P{seat}")) for seat in range(1, game.players + 1)])
        yield Item(_word("players", "many").format(number=describe(Literal(game.players)), names=names))
    yield Item(_word("players", "mover"))
    yield from _facings(game)
    hiding = [clause for clause in game.typed_rules.clauses() if clause.name in HIDING]
    if hiding:
        named = dict.fromkeys((clause.name, clause.position.line) for clause in hiding)
        places = [code_at(f"({name} ..)", line) for name, line in named]
        yield Item(_word("players", "hidden").format(what=joined(places)))


def _facings(game: RulesGame) -> Iterator[Item]:
    """Where the pieces of each player face, if that matters to the rules; kind by kind where they face different ways."""
    pieces = [piece for piece in game.compiled.equipment.components if 1 <= piece.owner <= game.players]
    own = {id(piece.moves) for piece in pieces if piece.moves is not None and _looks_ahead(piece.moves)}
    inside = {id(clause) for piece in pieces if piece.moves is not None for clause in piece.moves.clauses()}
    elsewhere = any(_has_relative(clause) for clause in game.typed_rules.clauses() if id(clause) not in inside)
    facings: dict[int, dict[str, list[str]]] = {}
    for piece in pieces:
        if elsewhere or id(piece.moves) in own:
            facings.setdefault(piece.owner, {}).setdefault(piece.facing, []).append(piece.called)
    for seat, ways_of_pieces in sorted(facings.items()):
        for facing, names in ways_of_pieces.items():
            what = {"who": describe(Word(f"P{seat}")), "way": ways(Word(facing))}
            form = "facing" if len(ways_of_pieces) == 1 else "facing pieces"
            yield Item(_word("players", form).format(pieces=joined([many(name) for name in names]), **what))


def _looks_ahead(rules: Clause) -> bool:
    """Whether rules use directions that depend on where a piece faces."""
    return any(_has_relative(clause) for clause in rules.clauses())


def _has_relative(clause: Clause) -> bool:
    """Whether a direction that depends on where a piece faces stands in a clause itself."""
    relative = {"Forward", "Backward", "Rightward", "Leftward", "Forwards", "Backwards", "Rightwards", "Leftwards"}
    relative |= {"FL", "FR", "BL", "BR", "FLL", "FRR", "BLL", "BRR"}
    return any(
        isinstance(one, Word) and one.name in relative
        for value in clause.arguments.values()
        for one in (value if isinstance(value, tuple) else (value,))
    )


def _rules_in(value: Value | None, *slots: str) -> list[Clause]:
    """The clauses in a slot of a clause that takes one or a list of them."""
    if not isinstance(value, Clause):
        return []
    for slot in slots:
        inner = value.arguments.get(slot)
        if inner is not None:
            return [one for one in (inner if isinstance(inner, tuple) else (inner,)) if isinstance(one, Clause)]
    return []


def _set_up(rules: Clause) -> Iterator[Item]:
    start = _rules_in(rules.arguments.get("start"), "rule", "rules")
    if not start:
        yield Item(_word("turns", "nothing"))
    for rule in start:
        yield describe_start(rule)


def _moves_of(play: Value | None) -> list[Item]:
    return describe_moves(play.arguments["moves"], chosen=True) if isinstance(play, Clause) else []


def _turn(rules: Clause) -> Iterator[Item]:
    yield from _moves_of(rules.arguments.get("play"))
    phases = rules.arguments.get("phases")
    if isinstance(phases, tuple):
        yield Item(_word("turns", "phases"))
        for phase in phases:
            if isinstance(phase, Clause):
                yield _phase(phase)
    yield Item(_word("turns", "pass"))


def _phase(phase: Clause) -> Item:
    heading: dict[str, Value] = {slot: phase.arguments[slot] for slot in ("name", "role") if slot in phase.arguments}
    if (
        "role" in heading
        and isinstance(phase.arguments["role"], Word)
        and phase.arguments["role"].name in ("Shared", "All")
    ):
        del heading["role"]
    named = pattern_of(_word("turns", "phase")).filled(heading, describe_or_code) or ""
    items = _moves_of(phase.arguments.get("play"))
    following = phase.arguments.get("next")
    for one in following if isinstance(following, tuple) else (following,):
        if isinstance(one, Clause):
            items.append(_next_phase(one))
    items += [_end(rule) for rule in _rules_in(phase.arguments.get("end"), "rule", "rules")]
    return Item(f"{named}:", tuple(items))


def _next_phase(clause: Clause) -> Item:
    name = clause.arguments.get("name")
    phase = _word("turns", "next phase") if name is None else _word("turns", "named phase").format(name=describe(name))
    who = describe_or_code(clause.arguments.get("who", Word("Shared")))
    condition = clause.arguments.get("condition")
    if condition is None or (isinstance(condition, Literal) and condition.value is True):
        return Item(_word("turns", "always next").format(who=who, phase=phase))
    return Item(_word("turns", "next").format(condition=describe_or_code(condition), who=who, phase=phase))


def _piece_moves(game: RulesGame) -> Iterator[Item]:
    """How each kind of piece moves; kinds of several players with the same moves are told once."""
    known: dict[int, list[Component]] = {}
    for piece in game.compiled.equipment.components:
        if piece.moves is not None:
            known.setdefault(id(piece.moves), []).append(piece)
    same: dict[tuple[Item, ...], list[Component]] = {}
    for pieces in known.values():
        moves = pieces[0].moves
        assert moves is not None
        with calling(from_=called_now("site of the piece")):
            same.setdefault(tuple(describe_moves(moves, chosen=True)), []).extend(pieces)
    for items, pieces in same.items():
        yield headed(joined(list(dict.fromkeys(_kind_of(piece, pieces, game) for piece in pieces))), items, ":")


def _kind_of(piece: Component, alike: Sequence[Component], game: RulesGame) -> str:
    """The name of a kind of pieces that move alike; with its owner where pieces of that name move otherwise."""
    others = (one for one in game.compiled.equipment.components if one.called == piece.called)
    if all(any(other is one for one in alike) for other in others):
        return many(piece.called)
    return grammar().many_owned(piece_called(piece, game.players))


# --- the end ---------------------------------------------------------------------------------------------------------


def _ends(game: RulesGame, rules: Clause) -> Iterator[Item]:
    ends = _rules_in(rules.arguments.get("end"), "rule", "rules")
    if len(ends) > 1:
        yield Item(_word("turns", "order"))
    for rule in ends:
        yield _end(rule)
    if game.leaving:
        yield Item(_word("turns", "places"))
    if game.scores_place_all:
        yield Item(_word("turns", "places anew"))
    if "no pass draw" not in features(game.typed_rules):
        chosen = any(clause.name in ("move Pass", "pass") for clause in game.typed_rules.clauses())
        yield Item(_word("turns", "chosen passes draw" if chosen else "passes draw"))


def _end(rule: Clause) -> Item:
    """An end rule: when it holds, who wins then, and by which scores; or the rules inside it."""
    inside = [_end(one) for one in _rules_in(rule, "rules", "rule")]
    if inside:
        result = rule.arguments.get("result")
        if result is not None:
            otherwise = f"{_word('structure', 'otherwise')}: {describe_or_code(result)}"
            inside.append(Item(grammar().smoothed(otherwise), tuple(_final_scores(result))))
        return Item(
            f"{_word('structure', 'if').format(condition=describe_or_code(rule.arguments['condition']))}:",
            tuple(inside),
        )
    words = end_sentence(rule)
    if words is None:
        return Item(as_code(rule))
    return Item(words.removesuffix("."), tuple(_final_scores(rule.arguments.get("result"))))


def _final_scores(result: Value | None) -> Iterator[Item]:
    scores = result.arguments.get("scores") if isinstance(result, Clause) else None
    for score in scores if isinstance(scores, tuple) else ():
        if isinstance(score, Clause):
            who, value = describe_or_code(score.arguments["who"]), describe_or_code(score.arguments["value"])
            yield Item(_word("turns", "finally").format(who=who, value=value))


def _further(rules: Clause) -> Iterator[Item]:
    for rule in _rules_in(rules.arguments.get("meta"), "rule", "rules"):
        kind = rule.arguments.get("kind")
        name = f"{rule.name} {kind.name}" if isinstance(kind, Word) else rule.name
        table = wording()["meta"]
        yield Item(str(table[name]) if name in table else as_code(rule))


def _options(game: RulesGame) -> Iterator[Item]:
    for option in game.options:
        label = game.chosen[option.heading]
        item = next((item for item in option.items if item.label == label), None)
        description = "" if item is None else item.description
        form = "told option" if description else "option"
        if item is not None and game.has_turned(item):  # neither its name nor its words are true any more
            form = "changed option"
        heading, label, description = (
            description_in(text, voice().language).text for text in (option.heading, label, description)
        )
        yield Item(_word("meta", form).format(heading=heading, label=label, description=description.rstrip(".")))


# --- games from classes ----------------------------------------------------------------------------------------------


def _of_class(game: Game) -> RulesInWords:
    """What a class says of its game: its documentation, and what can be asked of every game."""
    documented = inspect.getdoc(type(game.definition)) if game.definition is not None else None
    lead = " ".join((documented or "").split())
    names = joined([seat_in_words(game, seat) for seat in range(1, game.players + 1)])
    number = describe(Literal(game.players))
    players = [
        _word("players", "one") if game.players == 1 else _word("players", "many").format(number=number, names=names)
    ]
    if game.has_chance:
        players.append(_word("players", "chance"))
    if game.hidden_by:
        players.append(_word("players", "hidden").format(what=joined(list(game.hidden_by))))
    table = []
    if game.site_names:
        table.append(_word("class", "sites").format(number=len(game.site_names)))
    if game.piece_names:
        table.append(_word("class", "pieces").format(names=joined([many(name) for name in game.piece_names])))
    turn = [_word("class", "code")]
    if game.move_kinds:
        turn.append(_word("class", "moves").format(kinds=joined(list(game.move_kinds))))
    found = {"players": players, "table": table, "turn": turn}
    sections = [_section(name, map(Item, texts)) for name, texts in found.items() if texts]
    return RulesInWords(game.name, lead, tuple(sections), voice().language)


# ----------------------------------------------------------------------------------------------------------------
# Rules in words as plain text: headings, and points that are indented under each other.

DEFAULT_WIDTH = 80
_LEAST_WIDTH = 40


def rules_as_text(rules: RulesInWords, board: str, width: int = DEFAULT_WIDTH) -> str:
    """The rules with the board, in lines of at most that width."""
    return "\n".join(_lines(rules, board, max(width, _LEAST_WIDTH))) + "\n"


def _lines(rules: RulesInWords, board: str, width: int) -> Iterator[str]:
    yield rules.title
    yield "=" * len(rules.title)
    if rules.lead:
        yield from ["", *wrap(rules.lead, width)]
    if board.strip():
        yield from ["", *board.rstrip("\n").splitlines()]
    for section in rules.sections:
        yield from ["", section.heading, "-" * len(section.heading)]
        for item in section.items:
            for depth, text in item.walk():
                indent = "  " * min(depth, width // 8)
                first, rest = f"{indent}- ", f"{indent}  "
                yield from wrap(sentence(text), width, initial_indent=first, subsequent_indent=rest, **_WHOLE_WORDS)


_WHOLE_WORDS: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}


def rules_as_data(rules: RulesInWords) -> dict[str, Any]:
    """The rules as plain values: sections of sentences, each with how deep it stands under another."""
    return {
        "title": rules.title,
        "lead": rules.lead,
        "language": rules.language,
        "clauses_in_code": rules.clauses_in_code,
        "sections": [
            {
                "heading": section.heading,
                "sentences": [
                    {"depth": depth, "text": sentence(text)} for item in section.items for depth, text in item.walk()
                ],
            }
            for section in rules.sections
        ],
    }


# ----------------------------------------------------------------------------------------------------------------
# The first position as rules in words show it: the board with letters, and below it what the language calls
# things.


def drawn_board(game: Game, language: str = "en") -> str:
    """The board of the first position; a game written as a class draws it in its own words."""
    return game.start().board_text(board_words(language_of(language)))


def board_words(language: str) -> Mapping[str, str]:
    """The words below a drawn board in a language."""
    return Texts("drawn_board", language)
