"""Tables: matches that are played on the server's word, by links, with people and agents at any seat.

A link is the right to play its seats of its match and nothing else. Moves are checked by the rules, in turn, and everybody
who has the page open hears of them at once.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal

from anyio import from_thread

from apts.agents.spelling import kind_of
from apts.engine.play.recorded_chance import without_stream
from apts.errors import AptsError
from apts.studio.frame.studio import Studio, text_of
from apts.studio.play.kept_matches import remove_match, take_in
from apts.studio.play.page_data import real_agent
from apts.studio.settings import STRONGEST
from apts.studio.store.database import now
from apts.studio.store.game_store import StoredGame
from apts.studio.store.matches import PERSON, MatchStatus, NoSuchMatch, Person, StudioMatch, new_key

ME, LINK = "me", "link"
"""Who sits at a seat of a new table, besides agents: who makes it, and whoever gets the link."""

DEVICE, SERVER = "device", "server"
"""Where agents of a table think: on the device of the only player, if it can play the game, or on the server."""

SEED_BITS = 62
"""So many that nobody finds a seed by trying all of them until the throws agree."""


class OutOfTurn(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A move by somebody who is not to move, or in a position that is not on the board any more."""


def topic(id: str) -> str:
    """The topic of the notifier under which a match is watched."""
    return f"match {id}"


def match_changed(studio: Studio, id: str) -> None:
    """Notify everybody who has a match open; called from the thread of a request."""
    with suppress(RuntimeError):  # nobody listens where there is no server around
        from_thread.run_sync(studio.notifier.notify, topic(id))


def set_table(
    studio: Studio,
    game: StoredGame,
    wanted: Sequence[str],
    person: Person | None,
    settings: Mapping[str, Any] | None = None,
    moves: Sequence[str] = (),
    seed: int | None = None,
) -> tuple[StudioMatch, dict[int, str]]:
    """Begin a match; ``wanted`` has ``me``, ``link`` or an agent for each seat. Gives it with the secrets of its links."""
    about = studio.workers.remembered("game_summary", game=text_of(game, settings))
    if len(wanted) != about["players"]:
        raise AptsError(f"{game.name} has {about['players']} seats, and {len(wanted)} were filled")
    agents = [who for who in wanted if who not in (ME, LINK)]
    for spec in agents:
        real_agent(studio, game, spec)
    if about["hidden"] and len(wanted) - len(agents) > 1:
        raise AptsError(
            f"{game.name} has hidden information ({about['hidden'][0]}), and the studio cannot yet draw what one seat "
            "alone sees, so it cannot be played by a link"
        )
    if len(agents) == len(wanted):
        raise AptsError("at least one seat is for a person")
    start = secrets.randbits(SEED_BITS) if seed is None else seed
    first = studio.workers.ask("position", game=text_of(game, settings), moves=list(moves), seed=start, drawn=False)
    if first["outcome"] is not None:
        raise AptsError("the match is over at this position already")
    id = studio.matches.new_id()
    own = new_key(id)
    keys = {seat: own if who == ME else new_key(id) for seat, who in enumerate(wanted, 1) if who in (ME, LINK)}
    status: MatchStatus = "waiting" if LINK in wanted else "running"
    several = len({*keys.values()}) > 1
    here = about["in_browser"] and not several and not any(kind_of(spec) == "model" for spec in agents)
    lots = studio.workers.ask("lots", game=text_of(game, settings), moves=list(moves), seed=start) if several else None
    match = studio.matches.add(
        game.id, game.name, [PERSON if who in (ME, LINK) else who for who in wanted], start,
        id=id, version=game.version, rules=about["rules_hash"] or "", settings=settings,
        sitters=[person.id if who == ME and person else None for who in wanted],
        keys=[keys.get(seat) for seat in range(1, len(wanted) + 1)], moves=moves, times=[None] * len(moves), status=status,
        record={"mover": first["mover"], "turned": now(), "joined": [who == ME for who in wanted],
                "thinks": DEVICE if here else SERVER, "lots": lots},
        shared=True,
    )  # fmt: skip
    return match, keys


def join(studio: Studio, match: StudioMatch, seats: Sequence[int], person: Person | None) -> StudioMatch:
    """Somebody takes the seats of a link; the match runs when all seats are taken."""

    def joined(own: StudioMatch) -> StudioMatch:
        taken = [there or seat in seats for seat, there in enumerate(joined_seats(own), 1)]
        sitters = tuple(
            person.id if person is not None and seat in seats and sitter is None else sitter
            for seat, sitter in enumerate(own.sitters, 1)
        )
        everybody = all(taken[seat - 1] for seat in own.people)
        status: MatchStatus = "running" if own.status == "waiting" and everybody else own.status
        return replace(own, sitters=sitters, status=status).noted(joined=taken)

    found = studio.matches.change(match.id, joined)
    match_changed(studio, match.id)
    return found


def has_joined(match: StudioMatch, seats: Sequence[int]) -> bool:
    """Whether somebody sits at the seats of a link already."""
    return all(joined_seats(match)[seat - 1] for seat in seats)


def joined_seats(match: StudioMatch) -> list[bool]:
    """For each seat whether somebody has sat down at it."""
    return list(match.record.get("joined") or [False] * len(match.seats))


def play_move(studio: Studio, id: str, seats: Sequence[int], at: int, text: str) -> StudioMatch:
    """Play a move at one of some seats; ``at`` is how many moves stand on the board of who plays it."""
    match = studio.matches.match(id)
    _check_turn(match, seats, at)
    data = studio.workers.ask("turn", game=rules_of(studio, match), move=text, moves=match.moves, seed=match.seed)
    return put_down(studio, id, seats, at, data)


def _check_turn(match: StudioMatch, seats: Sequence[int], at: int) -> None:
    if match.over:
        raise OutOfTurn("the match is over")
    if len(match.moves) != at:
        raise OutOfTurn("this position is not on the board any more; the page shows the present one in a moment")
    mover = match.record["mover"]
    brings = match.record.get("thinks") == DEVICE and match.seats[mover - 1] != PERSON
    if mover not in seats and not brings:
        raise OutOfTurn("it is somebody else's turn")


def put_down(studio: Studio, id: str, seats: Sequence[int], at: int, told: Mapping[str, Any]) -> StudioMatch:
    """Put a move on the board that the rules have found good; ``told`` is what a worker said of it."""

    def played(own: StudioMatch) -> StudioMatch:
        _check_turn(own, seats, at)
        after, moment = told["after"], now()
        found = replace(
            own, moves=(*own.moves, str(told["move"])), times=(*own.times, _milliseconds(own.record["turned"], moment))
        ).noted(mover=after["mover"], turned=moment)
        if own.record.get("lots"):
            found = found.noted(lots=[*own.record["lots"], told["lots"]])
        if told.get("memory") is not None:
            found = found.noted(minds={**own.record.get("minds", {}), str(seats[0]): {"at": at, **told["memory"]}})
        if after["outcome"] is None:
            return found
        outcome = {name: after["outcome"][name] for name in ("ranks", "reason", "words")}
        return replace(found, status="finished").noted(outcome=outcome, ended=moment)

    found = studio.matches.change(id, played)
    match_changed(studio, id)
    return found


def _milliseconds(before: str, after: str) -> int:
    return max(0, int(1000 * (datetime.fromisoformat(after) - datetime.fromisoformat(before)).total_seconds()))


def resign(studio: Studio, id: str, seats: Sequence[int]) -> StudioMatch:
    """Give up at one of some seats: the one to move, or the first."""
    match = studio.matches.match(id)
    if match.over:
        raise OutOfTurn("the match is over")
    seat = match.record["mover"] if match.record["mover"] in seats else seats[0]
    ranks = studio.workers.ask("given_up", game=rules_of(studio, match), seat=seat, moves=match.moves, seed=match.seed)

    def gave_up(own: StudioMatch) -> StudioMatch:
        if own.over:
            raise OutOfTurn("the match is over")
        if own.moves != match.moves:
            raise OutOfTurn("somebody moved at the same moment; try again")
        outcome = {"ranks": ranks, "reason": "resigned", "words": None}
        return replace(own, status="finished").noted(outcome=outcome, resigned=seat, ended=now())

    found = studio.matches.change(id, gave_up)
    match_changed(studio, id)
    return found


def take_back(studio: Studio, id: str, seats: Sequence[int]) -> StudioMatch:
    """Go back to the last decision of some seats; only where nobody else plays at the table."""
    match = studio.matches.match(id)
    if not match.alone:
        raise OutOfTurn("somebody else plays too, so no move can be taken back")
    game = rules_of(studio, match)
    place = len(match.moves) if match.record.get("resigned") else None
    if place is None:
        place = studio.workers.ask("decided", game=game, seats=list(seats), moves=match.moves, seed=match.seed)
    if place is None:
        raise OutOfTurn("there is nothing to take back")
    there = studio.workers.ask("position", game=game, moves=match.moves[:place], seed=match.seed, drawn=False)

    def taken_back(own: StudioMatch) -> StudioMatch:
        undone = own.record.get("undone", 0) + len(own.moves) - place
        return replace(own, moves=own.moves[:place], times=own.times[:place], status="running").noted(
            mover=there["mover"], turned=now(), outcome=None, resigned=None, ended=None, undone=undone,
            minds={seat: mind for seat, mind in own.record.get("minds", {}).items() if mind["at"] < place},
        )  # fmt: skip

    found = studio.matches.change(id, taken_back)
    match_changed(studio, id)
    return found


def play_again(studio: Studio, id: str) -> None:
    """Begin another match at the same table, with everybody one seat further; whoever has the page open comes along."""
    match = studio.matches.match(id)
    if not match.over:
        raise OutOfTurn("the match is not over yet")
    seed, game = secrets.randbits(SEED_BITS), rules_of(studio, match)
    first = studio.workers.ask("position", game=game, seed=seed, drawn=False)
    lots = None if match.alone else studio.workers.ask("lots", game=game, seed=seed)
    with suppress(NoSuchMatch):
        studio.matches.add_next(match, seed, int(first["mover"]), lots)
    match_changed(studio, id)


def answer(studio: Studio, id: str, seats: Sequence[int], answers: Mapping[str, Any]) -> StudioMatch:
    """Keep what somebody said about a match."""

    def answered(own: StudioMatch) -> StudioMatch:
        return own.noted(answers={**own.record.get("answers", {}), str(seats[0]): dict(answers)})

    return studio.matches.change(id, answered)


def rules_of(studio: Studio, match: StudioMatch) -> dict[str, object]:
    """The rules that a match is played by, as workers take them."""
    return text_of(studio.game_store.game(match.game, match.version), match.settings)


# ----------------------------------------------------------------------------------------------------------------
# Agents at tables: they decide on the server, one match at a time, and what goes wrong is told at the table.

_THINKING: set[str] = set()
_THINKING_LOCK = threading.Lock()


def let_agents_move(studio: Studio, id: str, *, on_request: bool = False) -> bool:
    """Let agents decide until a person is to move or the match ends; returns whether it ended now.

    Those that think on the player's device do so here only where the player has asked for it. Only one does so for a
    match at a time. What goes wrong is kept with the match as a sentence, and tried again when
    somebody opens the page.
    """
    with _THINKING_LOCK:
        if id in _THINKING:
            return False
        _THINKING.add(id)
    try:
        return _agents_moved(studio, id, on_request)
    except AptsError as problem:
        sentence = without_stream(str(problem))
        with suppress(AptsError):
            studio.matches.change(id, lambda own: own.noted(trouble=sentence))
            match_changed(studio, id)
        return False
    finally:
        with _THINKING_LOCK:
            _THINKING.discard(id)


def _agents_moved(studio: Studio, id: str, on_request: bool) -> bool:
    match = studio.matches.match(id)
    stored_game = studio.game_store.game(match.game, match.version)
    while waits_for_agent(match, on_request=on_request):
        at, seat = len(match.moves), int(match.record["mover"])
        spec = real_agent(studio, stored_game, match.seats[seat - 1])
        mind = match.record.get("minds", {}).get(str(seat))
        data = studio.workers.ask(
            "agent_turn", game=rules_of(studio, match), agent=spec, moves=match.moves, seed=match.seed,
            agent_seed=match.seed + at, memory=mind and {name: mind[name] for name in mind if name != "at"},
        )  # fmt: skip
        try:
            match = put_down(studio, id, [seat], at, data)
        except OutOfTurn:  # a move was taken back, or somebody gave up meanwhile
            match = studio.matches.match(id)
        if match.record.get("trouble"):
            match = studio.matches.change(id, lambda own: own.noted(trouble=None))
        if match.over:
            return True
    return False


def waits_for_agent(match: StudioMatch, *, on_request: bool = False) -> bool:
    """Whether an agent is to move that thinks on the server, or that was asked to."""
    here = on_request or match.record.get("thinks") != DEVICE
    return match.shared and here and not match.over and match.seats[int(match.record["mover"]) - 1] != PERSON


# ----------------------------------------------------------------------------------------------------------------
# Hints and analyses at tables: for whoever plays agents alone, and for everybody when the match is over.


def analysed(studio: Studio, match: StudioMatch, at: int) -> Mapping[str, Any]:
    """What a strong player thinks of a position of a match: ``rows`` of moves, the best first."""
    check_fair(match)
    found = studio.workers.ask(
        "analysis", game=rules_of(studio, match), agent=STRONGEST, moves=match.moves[:at], seed=match.seed, agent_seed=1
    )  # fmt: skip
    rows = [
        {"text": row["move"], **{name: row[name] for name in ("value", "visits", "proven", "line")}}
        for row in found["moves"]
    ]
    return {"rows": rows, **{name: found[name] for name in ("value", "proven", "iterations", "mover")}}


def note_hint(studio: Studio, match: StudioMatch) -> StudioMatch:
    """Keep that somebody was helped once more."""
    check_fair(match)
    return studio.matches.change(match.id, lambda own: own.noted(hints=own.record.get("hints", 0) + 1))


def check_fair(match: StudioMatch) -> None:
    """Refuse help where it would be help against other people."""
    if match.sealed:
        raise OutOfTurn("other people play at this table, so hints and analyses have to wait until the match is over")


# ----------------------------------------------------------------------------------------------------------------
# A table as those at it are told of it: who sits where, what was played; nothing that would help one of several
# people.

# ----------------------------------------------------------------------------------------------------------------
# Deleting matches that others play too: one of several cannot take a match away from the others.
#
# A match that still runs is deleted when everybody who plays it wants that; until then those at the table see who
# asks. One that has ended stays with the others, without the name and the answers of who deleted it.

Deleted = Literal["deleted", "asked", "left"]


def delete_for(studio: Studio, match: StudioMatch, person: str) -> Deleted:
    """Delete a match for one of its players; returns what became of it."""
    if others_of(match, person):
        if match.over:
            return leave(studio, match, person)
        requested = studio.matches.change(match.id, lambda own: own.noted(deleting=_agreed(own, person)))
        match_changed(studio, match.id)
        if not set(_sitters(requested)) <= set(requested.record["deleting"]):
            return "asked"
    remove_everywhere(studio, match.id)
    return "deleted"


def leave(studio: Studio, match: StudioMatch, person: str) -> Deleted:
    """Take a player's name and answers out of a match that stays for the others; the last one takes it along."""

    def without(own: StudioMatch) -> StudioMatch:
        seats = {str(seat) for seat, sitter in enumerate(own.sitters, 1) if sitter == person}
        sitters = tuple(None if sitter == person else sitter for sitter in own.sitters)
        answers = {seat: words for seat, words in own.record.get("answers", {}).items() if seat not in seats}
        left = sorted({*own.record.get("left", ()), *map(int, seats)})
        wanted = [one for one in own.record.get("deleting", ()) if one != person]
        return replace(own, sitters=sitters).noted(answers=answers, left=left, deleting=wanted)

    found = studio.matches.change(match.id, without)
    match_changed(studio, match.id)
    if not _sitters(found):
        remove_everywhere(studio, match.id)
        return "deleted"
    if found.over:
        take_in(studio, match.id)
    return "left"


def remove_everywhere(studio: Studio, id: str) -> None:
    """Delete a match, here and in the archive; whoever has its page open hears of it."""
    remove_match(studio, id)
    match_changed(studio, id)


def others_of(match: StudioMatch, person: str) -> tuple[str, ...]:
    """The other people at a match."""
    return tuple(sitter for sitter in _sitters(match) if sitter != person)


def wants_deleted(match: StudioMatch) -> tuple[int, ...]:
    """The seats whose players ask for the match to be deleted."""
    wanted = match.record.get("deleting", ())
    return tuple(seat for seat, sitter in enumerate(match.sitters, 1) if sitter in wanted)


def _sitters(match: StudioMatch) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sitter for sitter in match.sitters if sitter is not None))


def _agreed(match: StudioMatch, person: str) -> list[str]:
    return sorted({*match.record.get("deleting", ()), person})


def table_data(studio: Studio, match: StudioMatch, seats: Sequence[int]) -> dict[str, Any]:
    """A match as a page of some seats is told of it.

    While several people play, chance is told by what it decided and the seed by nobody: it would tell the next throw.
    """
    names, there, joined = (
        studio.people.nicknames(match.sitters),
        studio.presence.there(topic(match.id)),
        joined_seats(match),
    )
    record = match.record
    return {
        "id": match.id,
        "title": match.title,
        "changed": match.changed,
        "status": match.status,
        "seed": None if match.sealed else str(match.seed),
        "lots": record.get("lots"),
        "seats": [
            {
                "who": who,
                "mine": seat in seats,
                "name": names.get(sitter or "", ""),
                "joined": who != PERSON or joined[seat - 1],
                "there": who != PERSON or seat in there,
            }
            for seat, (who, sitter) in enumerate(zip(match.seats, match.sitters, strict=True), 1)
        ],
        "alone": match.alone,
        "helps": not match.sealed,
        "thinks": record.get("thinks", SERVER),
        "moves": list(match.moves),
        "times": list(match.times),
        "given": record.get("given", 0),
        "undone": record.get("undone", 0),
        "hints": record.get("hints", 0),
        "started": record.get("started"),
        "ended": record.get("ended"),
        "mover": record.get("mover", 1),
        "outcome": record.get("outcome"),
        "resigned": record.get("resigned"),
        "trouble": record.get("trouble"),
        "deleting": list(wants_deleted(match)),
        "left": list(record.get("left", ())),
        "answered": any(record.get("answers", {}).get(str(seat)) for seat in seats),
    }
