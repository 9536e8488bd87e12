"""A match that was sent, played again by the rules: the record that is kept, or a sentence about what does not fit."""

from __future__ import annotations

from dataclasses import replace

from apts.agents.saved_match import resignation
from apts.archive import InvalidDocument, MatchRecord, Status, TurnRecord
from apts.archive.records import SEEDS
from apts.engine.play.game import Game, State
from apts.engine.play.outcome import Outcome, ranks_in_teams
from apts.engine.text.offered_moves import meant_move
from apts.errors import AptsError
from apts.playtest.experiments.people_matches import NOTES, PERSON, RESIGNED
from apts.playtest.matches.match import LIMIT_REASON, Notes
from apts.publish.people.sent_matches import SentMatch


def played_again(game: Game, sent: SentMatch, number: int) -> MatchRecord:
    """The record of a match under a number of the archive; its outcome is that of the rules, whatever was claimed."""
    turns, notes, last = _replayed(game, sent)
    status, outcome = _ended(sent, last)
    people = {
        "match": sent.identity,
        "seats": list(sent.seats),
        "times": list(sent.times),
        "given": sent.given,
        "undone": sent.undone,
        "hints": sent.hints,
        "answers": sent.answers,
    }
    facts = {**notes.facts(), "start_seed": sent.seed, NOTES: people} | ({"chance": True} if game.has_chance else {})
    seats = tuple(0 if seat == PERSON else 1 for seat in sent.seats)
    return MatchRecord(number, sent.seed % SEEDS, seats, tuple(turns), status, outcome, None, facts)


def _replayed(game: Game, sent: SentMatch) -> tuple[list[TurnRecord], Notes, State]:
    turns: list[TurnRecord] = []
    notes = Notes()
    state = game.start(sent.seed)
    notes.position(state)
    for turn, text in enumerate(sent.moves, 1):
        try:
            move = meant_move(state, text)
        except AptsError as problem:
            raise InvalidDocument(f"{sent.called}: move {turn} does not follow the rules: {problem}.") from problem
        turns.append(TurnRecord(state.mover, move.text, len(state.moves())))
        after = state.after(move)
        notes.move(state, move, after)
        state = after
    return turns, notes, state


def _ended(sent: SentMatch, last: State) -> tuple[Status, Outcome | None]:
    found = last.outcome
    if found is None and sent.resigned is not None:
        found = replace(resignation(sent.resigned, last), reason=RESIGNED)
    if found is None or sent.claimed is None:
        if sent.claimed is not None:
            raise InvalidDocument(f"{sent.called}: it says that it ended, and by the rules it goes on.")
    elif ranks_in_teams(sent.claimed, last.game.teams) != found.ranks:
        raise InvalidDocument(
            f"{sent.called}: it says that the places are {_listed(sent.claimed)}, and by the rules they are "
            f"{_listed(found.ranks)}."
        )
    return ("stopped" if found is None or found.reason == LIMIT_REASON else "finished"), found


def _listed(ranks: tuple[float, ...]) -> str:
    return ", ".join(f"{rank:g}" for rank in ranks)
