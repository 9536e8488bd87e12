"""The gate that every candidate passes before it costs matches: is it a game at all, and one that was not seen before?"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass
from random import Random

from apts.engine.lints.all_lints import game_lints
from apts.engine.play.game import Game
from apts.engine.play.playouts.summary import Playouts
from apts.errors import AptsError
from apts.playtest.comparing.goal import enumerated
from apts.playtest.evidence.sentences import Message, Phrases, Value, Warned
from apts.variants.variant import Variant

# ----------------------------------------------------------------------------------------------------------------
# How a game behaves in a fixed set of random matches: games that do the same there count as the same game.

MATCHES = 128
_WATCHED = 2
_TURNS = 8
_SEED = 20_240_229


def behaviour_digest(game: Game, limit: int = 1000, played: Playouts | None = None) -> str:
    """A text that is the same for games that behave the same, whatever their pieces and places are called.

    Some matches are followed move by move (how many moves there are, between which sites, who moves), and all are
    counted by length and result. ``played`` are the matches of :func:`sampled`, where they were played already.
    """
    played = played or sampled(game, limit)
    parts = [
        repr((played.players, played.wins, played.shared, played.draws, played.unfinished, played.rank_sums)),
        repr(sorted(played.lengths.items())),
        *(_watched(game, number) for number in range(_WATCHED)),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def sampled(game: Game, limit: int) -> Playouts:
    """The random matches that all games are judged by."""
    return game.playouts(MATCHES, seed=_SEED, limit=limit)


def _watched(game: Game, number: int) -> str:
    """One random match, turn by turn, without the names of anything.

    Sites are numbered as they come up: on a board with a row more that nothing is moved to, hands have other numbers.
    """
    choose = Random(f"{_SEED} {number}")
    state = game.start(number)
    seen: list[tuple[int, ...]] = []
    numbers: dict[int | None, int] = {None: -1}
    while state.outcome is None and len(seen) < _TURNS:
        moves = state.moves()
        index = choose.randrange(len(moves))
        move = moves[index]
        ends = [numbers.setdefault(end, len(numbers)) for end in (move.origin, move.target)]
        seen.append((state.mover, len(moves), *ends, int(move.captures)))
        state = state.after(move)
    return repr((seen, None if state.outcome is None else state.outcome.ranks))


DEFAULT_LIMIT = 1000
MOST_MOVES = 5000
"""Moves in one turn beyond which nobody could choose, and every match would take for ever."""

_ENDING_SHARE = 0.5
_FIRST_MATCHES = 8
_FURTHER_MATCHES = 1024
_OTHER_SEED = 7

_PLACE = re.compile(r"^\S.*?:\d+:\d+: (?=\S)")
"""The file, the line and the column that an error about a rules text begins with."""


TEXTS = {
    "gate/compiles": "the rules cannot be played: {error}",
    "gate/breaks-off": "random play breaks off: {error}",
    "gate/moves": "nobody can move at the start",
    "gate/many-moves": "there are {moves} moves at the start; more than {most} are too many",
    "gate/endless": "none of {count} random matches ends within {limit} turns",
    "gate/few-end": "only {ended} of {count} random matches end within {limit} turns",
    "gate/short": "random matches are over after the first turn",
    "gate/nobody-wins": "nobody wins any of {count} random matches",
    "gate/seat-never-wins": "seat {seats} never wins in {count} random matches",
    "gate/seats-never-win": "seats {seats} never win in {count} random matches",
    "gate/as-it-is": "the game as it is",
    "gate/seen": "it plays the same as one that was seen",
    "gate/seen-as": "it plays the same as one that was seen: {edits}",
    "gate/warning": "apts check warns of it, and not of the game: {warning}",
    "gate/limits": "it changes or removes a parameter that is pinned, or leaves its bounds",
    "gate/players": "it is for {players} and not for {wanted} players",
    "gate/twice": "it offers the same move twice at the start",
    "gate/long": "its random matches take {turns} turns, those of the game {usual}: too long to play",
}
"""Why candidates are refused, by the gate itself and by a search."""

message = Phrases(TEXTS)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a candidate is not played: a sentence, and a word for counting (``compiles``, ``moves``, ``ends`` ..)."""

    message: Message
    kind: str

    @property
    def reason(self) -> str:
        """The sentence in English."""
        return str(self.message)

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True)
class Passed:
    """A candidate that may be played: its game, and how it behaves."""

    game: Game
    digest: str


Seen = Mapping[str, Value] | Set[str]
"""The behaviours that were seen, where it is known with the words of the variant that had each."""


def refusal_of(variant: Variant, seen: Seen = frozenset(), limit: int = DEFAULT_LIMIT) -> Refusal | None:
    """Why a variant is not worth a match; None where it is."""
    found = admit(variant, seen, limit)
    return found if isinstance(found, Refusal) else None


def admit(variant: Variant, seen: Seen = frozenset(), limit: int = DEFAULT_LIMIT) -> Passed | Refusal:
    """The same with the game, so that it need not be made again. Nothing here depends on clocks or workers."""
    try:
        game = variant.game()
    except AptsError as error:
        return Refusal(message("gate/compiles", error=_first_line(error)), "compiles")
    try:
        trouble = _start_refusal(game, limit)
        return trouble or _judged(game, sampled(game, limit), seen, limit)
    except AptsError as error:
        return broken_off(error)


CHECKED_MATCHES = 32
"""Random matches of a variant in which it is looked for warnings."""


def warning_kinds(game: Game) -> Counter[str]:
    """What a check of the rules warns of, and how often; nothing of a game whose matches break off."""
    try:
        return Counter(lint.kind for lint in game_lints(game, CHECKED_MATCHES).warnings)
    except AptsError:
        return Counter()


def new_warning(known: Counter[str], game: Game) -> Refusal | None:
    """The refusal of a game that a check warns of more than of the game it came from; None where it does not.

    A rule about a site that does not exist is accepted and has no effect: no designer would call it an edit.
    """
    try:
        warnings = game_lints(game, CHECKED_MATCHES).warnings
    except AptsError as error:
        return broken_off(error)
    found = Counter(lint.kind for lint in warnings)
    for lint in warnings:
        if found[lint.kind] > known[lint.kind]:
            return Refusal(message("gate/warning", warning=Warned(lint.problem.message)), "warning")
    return None


def broken_off(error: AptsError) -> Refusal:
    """The refusal of a game whose matches can break off."""
    return Refusal(message("gate/breaks-off", error=_first_line(error)), "breaks off")


def _first_line(error: AptsError) -> str:
    """What is wrong, without its place: it would be one in a text that nobody has seen."""
    return _PLACE.sub("", str(error).strip().splitlines()[0])


def _start_refusal(game: Game, limit: int) -> Refusal | None:
    moves = len(game.start().moves())
    if not moves:
        return Refusal(message("gate/moves"), "moves")
    if moves > MOST_MOVES:
        return Refusal(message("gate/many-moves", moves=f"{moves:,}", most=f"{MOST_MOVES:,}"), "cost")
    first = game.playouts(_FIRST_MATCHES, seed=_OTHER_SEED, limit=limit)
    if not first.finished:
        return Refusal(message("gate/endless", count=first.count, limit=limit), "ends")
    return None


def _judged(game: Game, played: Playouts, seen: Seen, limit: int) -> Passed | Refusal:
    if played.finished < _ENDING_SHARE * played.count:
        return Refusal(message("gate/few-end", ended=played.finished, count=played.count, limit=limit), "ends")
    if played.mean_length <= 1:
        return Refusal(message("gate/short"), "short")
    return _seat_without_a_win(game, played, limit) or _unless_seen(game, played, seen, limit)


def _seat_without_a_win(game: Game, played: Playouts, limit: int) -> Refusal | None:
    """A seat that never wins, also in many more matches than the first; alone, matches that end are enough."""
    if game.players == 1 or not _never_first(played):
        return None
    more = game.playouts(_FURTHER_MATCHES, seed=_OTHER_SEED, limit=limit)
    both = sorted(set(_never_first(played)) & set(_never_first(more)))
    if not both:
        return None
    count = played.count + more.count
    if len(both) == game.players:
        return Refusal(message("gate/nobody-wins", count=count), "wins")
    key = "gate/seat-never-wins" if len(both) == 1 else "gate/seats-never-win"
    return Refusal(message(key, seats=enumerated([str(seat) for seat in both]), count=count), "wins")


def _never_first(played: Playouts) -> list[int]:
    firsts = [alone + shared + played.won_together for alone, shared in zip(played.wins, played.shared, strict=True)]
    return [seat for seat, count in enumerate(firsts, 1) if not count]


def _unless_seen(game: Game, played: Playouts, seen: Seen, limit: int) -> Passed | Refusal:
    digest = behaviour_digest(game, limit, played)
    if digest not in seen:
        return Passed(game, digest)
    text = message("gate/seen-as", edits=seen[digest]) if isinstance(seen, Mapping) else message("gate/seen")
    return Refusal(text, "seen")
