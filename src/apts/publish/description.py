"""The whole description of a game."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import PurePath
from typing import Any

from apts.board.picture.drawing import DIE_SIDE, DieMark, draw_die
from apts.board.picture.drawing_pieces import STACK, PieceMark, draw_piece, letters
from apts.board.picture.drawing_sites import Frame, outline_path, region_swatch
from apts.board.picture.drawing_style import SEATS, style_sheet
from apts.engine.compiler.compiling import SWAP
from apts.engine.compiler.decisions import Decision
from apts.engine.compiler.equipment import Component
from apts.engine.compiler.passes import FORCED_PASS
from apts.engine.lowering.dice import NOTED_DICE
from apts.engine.play.failures import failure_texts
from apts.engine.play.game import Game
from apts.engine.rules_game import RulesGame
from apts.engine.runtime import layout
from apts.engine.text.drawing import bare_board
from apts.engine.text.position_text import DERIVED
from apts.engine.text.upright import is_row_of_stacks
from apts.language.tree import Clause
from apts.learning.networks.model_file import rules_hash
from apts.locales import LANGUAGES
from apts.publish.program import published_rules
from apts.telling.rules_in_words import rules_in_words
from apts.telling.set_up import end_sentences, place_of_mover
from apts.telling.voice import sentence

# ----------------------------------------------------------------------------------------------------------------
# The board of a game for a page: the layers of its drawing that never change, and the places of its sites in it.

_SIZE = 480.0
_CLOSE_UP = 48.0
"""How far apart the sites of an endless board are, of which a page shows a part."""


def described_board(game: RulesGame) -> dict[str, Any]:
    """``board``, ``sites`` and ``hands`` of a description.

    Sites that are not on the board have no place. A page shows a part of boards that are ``endless`` and of columns
    that have no height of their own (``columns.told`` is false).
    """
    equipment = game.compiled.equipment
    rows = _rows(game)
    bare = bare_board(game.compiled, pits=game.has_pits, names=game.site_names, columns=rows)
    everywhere = range(bare.board.count())
    drawn = bare.layers(_SIZE, everywhere)
    if game.board.boardless:
        drawn = bare.layers(_SIZE * _CLOSE_UP / drawn.frame.spacing, everywhere)
    frame = drawn.frame
    names = game.place_names
    sites = [
        {"name": name, **(_place(frame, site) if site < equipment.sites else {})} for site, name in enumerate(names)
    ]
    board = {
        "width": _short(frame.width),
        "height": _short(frame.height),
        "spacing": _short(frame.spacing),
        "ground": drawn.ground,
        "writing": drawn.writing,
        "kind": bare.board.site_type.lower(),
        "pits": game.has_pits,
        "endless": game.board.boardless,
        "columns": _columns(game, frame, rows),
        "regions": [
            {"owner": mark.owner, "name": mark.name, "sites": sorted(mark.sites), "swatch": region_swatch(mark)}
            for mark in bare.regions
        ],
    }
    hands = [
        {"name": names[box.first].partition(".")[0], "owner": box.owner, "first": box.first, "size": box.size}
        for box in equipment.containers[1:]
        if box != equipment.dice
    ]
    return {"board": board, "sites": sites, "hands": hands}


def _rows(game: RulesGame) -> int:
    """How high the columns of an upright board are drawn, 0 for others."""
    if not is_row_of_stacks(game.compiled):
        return 0
    return game.column_height(game.start().position) if game.declared_height else game.compiled.equipment.levels


def _columns(game: RulesGame, frame: Frame, rows: int) -> dict[str, Any] | None:
    """How many cells stand upon each other, and how far apart; None for boards that lie flat."""
    if not rows:
        return None
    across = game.compiled.equipment.sites
    step = frame.site(0)[1] - frame.site(across)[1] if rows > 1 else frame.spacing
    return {"rows": rows, "step": _short(step), "told": game.declared_height is not None}


def _place(frame: Frame, site: int) -> dict[str, Any]:
    """Where a site is, how large pieces are there, and for an edge the line that it is; cells are in the ground."""
    x, y = frame.site(site)
    place: dict[str, Any] = {"x": _short(x), "y": _short(y), "radius": _short(frame.radius(site))}
    if frame.board.kind_of(site) == "Edge":
        place["path"] = outline_path(frame, frame.board.ends_of(site), closed=False)
    return place


def _short(value: float) -> float:
    return round(value, 2)


# ----------------------------------------------------------------------------------------------------------------
# What went wrong inside a kernel, as data for a script that makes the same sentences of it as Python does.


def described_failures(game: RulesGame) -> dict[str, Any]:
    """``texts``, each once, and for each check the number of its text; for lines of the kernel the place in the rules.

    ``lines`` are runs of lines with one place: the first line, how many there are, and the number of the place.
    """
    found = failure_texts(game.compiled)
    texts = list(dict.fromkeys(found.values()))
    number = {text: index for index, text in enumerate(texts)}
    guards = [number[found[check]] for check in range(1, max(found, default=0) + 1)]
    others = {check: number[text] for check, text in found.items() if check < 0}
    places: dict[str, int] = {}
    lines: list[list[int]] = []
    for line, place in sorted(game.compiled.origins.items()):
        file = PurePath(place.file).name  # where a text lies is nobody's business
        index = places.setdefault(f"{file}:{place.line}:{place.column}", len(places))
        if lines and lines[-1][2] == index and lines[-1][0] + lines[-1][1] == line:
            lines[-1][1] += 1
        else:
            lines.append([line, 1, index])
    return {
        "texts": [{"pattern": text.pattern, "divisor": text.divisor, "special": text.special} for text in texts],
        "guards": guards,
        "others": others,
        "places": list(places),
        "lines": lines,
    }


# ----------------------------------------------------------------------------------------------------------------
# The pieces and dice of a game for a page: names, owners and drawings, by the code that draws every picture.

UNIT = 100.0
"""The radius of a site in the drawings of pieces, whose middle is at 0, 0."""


def described_pieces(game: RulesGame) -> dict[str, Any]:
    """The kinds of pieces in the order of their numbers, and how stacks of them are drawn."""
    marks = letters(_mark(game, piece) for piece in game.compiled.equipment.components if not piece.faces)
    kinds = [_described(game, piece, marks) for piece in game.compiled.equipment.components]
    return {"unit": UNIT, "stack": STACK, "colours": len(SEATS), "kinds": kinds}


def _described(game: RulesGame, piece: Component, marks: dict[str, str]) -> dict[str, Any]:
    """A kind of piece; ``drawings`` are by the number of the colour, of which pieces of nobody have several."""
    mark = _mark(game, piece)
    changing = mark.owner == 0 and "state" in game.compiled.fields and not piece.faces
    colours = range(len(SEATS)) if changing else (mark.seat,)
    drawings = {colour: "".join(draw_piece(_mark(game, piece, colour), 0, 0, UNIT, marks)) for colour in colours}
    return {
        "name": piece.called_in_full,
        "called": piece.called,
        "owner": mark.owner,
        "player": piece.owner,
        "letter": marks.get(mark.kind, ""),
        "drawings": {} if piece.faces else drawings,
    }


def _mark(game: RulesGame, piece: Component, colour: int = 0) -> PieceMark:
    owner = piece.owner if piece.owner <= game.players else 0
    state = colour if owner == 0 else 0
    return PieceMark(0, owner, piece.called_in_full, state=state, called=piece.called)


def described_dice(game: RulesGame) -> dict[str, Any] | None:
    """The dice: their sites, the values of their faces, where a throw is noted, and drawings; None without dice.

    ``drawings`` are those of a value and of a used one (``4`` and ``4 used``), and one without value for a die that was
    not thrown yet.
    """
    compiled = game.compiled
    box = compiled.equipment.dice
    if box is None:
        return None
    faces = [list(compiled.equipment.components[number].faces) for number in range(box.size)]
    drawings = {"": draw_die(DieMark(0, thrown=False))}
    for value in sorted({0, *(value for die in faces for value in die)}):
        drawings[f"{value}"] = draw_die(DieMark(value))
        drawings[f"{value} used"] = draw_die(DieMark(value, used=True))
    return {
        "first": box.first,
        "size": box.size,
        "faces": faces,
        "thrown": compiled.thrown,
        "noted": min(box.size, NOTED_DICE),
        "side": DIE_SIDE,
        "drawings": drawings,
    }


# ----------------------------------------------------------------------------------------------------------------
# What the words of positions and moves mean: fields, decisions, scores and ends.

HEAD_WORDS = (
    "ACTIVE", "END_RULE", "LAST_FROM", "LAST_LOCATION", "LAST_TO", "LENGTH", "LOSING_NOW", "MOVER", "MOVES", "OVER",
    "STATE_HEAD", "SWAPPED", "TURN_SET", "WINNERS", "WON_BY", "DECISION", "ORIGIN", "TARGET", "RECORD_HEAD",
)  # fmt: skip
"""Places in positions and moves (see :mod:`apts.engine.runtime.layout`) that scripts read."""


def described_play(game: RulesGame) -> dict[str, Any]:
    """How positions and moves are read. ``fields`` have their first word and their number of words."""
    compiled = game.compiled
    scores = compiled.scores
    return {
        "places": {name: getattr(layout, name) for name in HEAD_WORDS},
        "sites": compiled.equipment.sites,
        "all_sites": compiled.equipment.all_sites,
        "levels": compiled.equipment.levels if compiled.stacking else 0,
        "fields": {name: list(field) for name, field in compiled.fields.items()},
        "derived": [name for name in DERIVED if name in compiled.fields],
        "decisions": [_described_decision(made) for made in compiled.decisions],
        "numbers": [[name, compiled.fields[field][0]] for name, field in compiled.numbers],
        "special": {FORCED_PASS: "pass", SWAP: "swap"},
        "scores": {
            "final": bool(scores.final),
            "first": bool(scores.first),
            "kept": scores.kept,
            "worked_out": scores.worked_out,
        },
    }


def _described_decision(made: Decision) -> list[str | int]:
    """The kind of a decision, how many words of a record count, and what people call it with which word as a number."""
    found: list[str | int] = [made.kind, layout.RECORD_HEAD + len(made.registers)]
    if made.said or made.number_at >= 0:
        found += [made.said, layout.RECORD_HEAD + made.number_at if made.number_at >= 0 else -1]
    return found


def described_ends(game: RulesGame) -> dict[str, Any]:
    """The reasons for which a match can end: the end rules in their order, and those that are none.

    Their words have ``{mover}`` where a page names who had moved; ``mover`` says which place that seat has by the rule.
    """
    by_language = {language: end_sentences(game, language, "{mover}") for language in LANGUAGES}
    words = {
        text: {language: sentences[text] for language, sentences in by_language.items()} for text in by_language["en"]
    }
    rules = [
        {
            "text": end.text,
            "line": end.line,
            "words": words.get(end.text),
            "by_score": _by_score(rule),
            "mover": place_of_mover(rule),
            "deciding": [asdict(part) for part in parts],
        }
        for end, rule, parts in zip(game.end_rules, game.compiled.end_rules, game.compiled.deciding, strict=True)
    ]
    return {"rules": rules, "all_passed": game.reason(0)[0], "turn_limit": game.reason(-1)[0]}


def _by_score(rule: Clause) -> bool:
    result = rule.get("result")
    return isinstance(result, Clause) and result.name == "byScore"


FORMAT = 1
"""Changes when scripts of another version cannot read the description."""

BOARD_CLASS = "apts-board"
"""The class of the drawing in a page."""


def describe(game: Game) -> dict[str, Any]:
    """What a page needs to know of a game, ready to be written as JSON.

    >>> import apts
    >>> described = describe(apts.load("tic-tac-toe"))
    >>> described["name"], [site["name"] for site in described["sites"]][:4]
    ('Tic-Tac-Toe', ['a1', 'b1', 'c1', 'a2'])
    """
    rules = published_rules(game)
    return {
        "format": FORMAT,
        "name": game.name,
        "rules_hash": rules_hash(rules),
        "settings": {**game.chosen, **rules.values_set},
        "players": game.players,
        "seats": list(game.seat_names),
        **({"teams": list(game.teams)} if game.teams else {}),
        **({"cooperative": True} if game.cooperative else {}),
        "chance": game.has_chance,
        "notice": game.notice,
        **described_board(rules),
        "pieces": described_pieces(rules),
        "dice": described_dice(rules),
        "play": described_play(rules),
        "ends": described_ends(rules),
        "failures": described_failures(rules),
        "words": {language: rules_data(game, language) for language in LANGUAGES},
    }


def board_style() -> str:
    """The style sheet of the board in a page, in light and dark."""
    return style_sheet(BOARD_CLASS)


def rules_data(game: Game, language: str = "en") -> dict[str, Any]:
    """The rules in sentences, section by section; each with its depth, where lists stand in lists."""
    words = rules_in_words(game, language)
    sections = [
        {
            "heading": section.heading,
            "items": [(depth, sentence(text)) for item in section.items for depth, text in item.walk()],
        }
        for section in words.sections
    ]
    return {"title": words.title, "lead": words.lead, "lead_language": words.lead_language, "sections": sections}
