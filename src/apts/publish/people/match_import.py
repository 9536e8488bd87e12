"""People's matches taken into an archive: checked against the rules, each once, as a run of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from apts.agents.saved_match import resignation
from apts.archive import Archive, InvalidDocument, MatchRecord, Status, TurnRecord
from apts.archive.records import SEEDS
from apts.archive.validation import DocumentPart
from apts.engine.play.game import Game, State
from apts.engine.play.outcome import Outcome, ranks_in_teams
from apts.engine.text.offered_moves import meant_move
from apts.errors import AptsError
from apts.games.catalogue import library_files, library_name
from apts.games.library import load, rules_game
from apts.input_checks import shown
from apts.playtest.experiments.side_runs import NOTES, PERSON, RESIGNED, game_hash, notes_of, people_manifest
from apts.playtest.matches.match import LIMIT_REASON, Notes
from apts.playtest.playtest_run import rules_of
from apts.publish.people.sent_matches import FORMAT_VERSION, SentMatch, match_parts, sent_match

# ----------------------------------------------------------------------------------------------------------------
# A match that was sent, played again by the rules: the record that is kept, or a sentence about what does not
# fit.


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


MOST_SETTINGS = 100
"""Options and values that a file may name."""


@dataclass(frozen=True)
class ImportedPeople:
    """What an import did: the run, its game, matches that were new, were there before, and were left out with why.

    ``run`` is None where there was no match to take in; then the archive stays as it was.
    ``settings`` are the options and values that the players had chosen on the page, where the game has others.
    """

    run: str | None
    game: str
    added: int
    present: int
    left_out: tuple[str, ...] = ()
    settings: Mapping[str, str | int] = field(default_factory=dict)


def import_people(
    archive: Archive, document: dict[str, Any], game: Game | None = None, *, keep_good: bool = False
) -> ImportedPeople:
    """Take in what a page exported (see :func:`apts.publish.people.sent_matches.sent_document`).

    Without a game the one with the same rules is looked for, in the archive and in the library. Every match is played
    again by the rules. One that does not fit is told and nothing changes; with ``keep_good`` only those are left out.
    A match that was taken in before is not taken in again.
    """
    found, settings = _checked_game(archive, document, game)
    good, bad = _checked_matches(found, document)
    if bad and not keep_good:
        raise InvalidDocument(f"{_sentences(bad)} Nothing was imported; --keep-good imports the others.")
    if not good:
        return ImportedPeople(None, found.name, 0, 0, tuple(bad), settings)
    run = archive.start(people_manifest(found, 0))
    added = _added(archive, run, good)
    archive.start(people_manifest(found, len(archive.numbers(run))), run)
    return ImportedPeople(run, found.name, added, len(good) - added, tuple(bad), settings)


def _sentences(bad: Sequence[str], most: int = 3) -> str:
    more = f" ({len(bad) - most} more matches have faults.)" if len(bad) > most else ""
    return " ".join(bad[:most]) + more


Chosen = tuple[Game, Mapping[str, str | int]]
"""A game, and what the players had chosen on the page."""


def _checked_game(archive: Archive, document: dict[str, Any], game: Game | None) -> Chosen:
    top = DocumentPart(document, "the file")
    if top.field("version").whole(1) > FORMAT_VERSION:
        raise InvalidDocument(
            f"It has format version {document['version']}, and this APTS reads versions up to {FORMAT_VERSION}."
        )
    name, wanted = shown(top.field("game").text())[:100], top.field("rules_hash").text()
    if game is None:
        return _found_game(archive, name, wanted, document)
    if game_hash(game) is None:
        raise AptsError(f"{game.name} is written in Python; people's matches come from games in rules text")
    found = _with_rules(game, wanted, document)
    if found is None:
        version = "another version of its rules" if name == game.name else f"those of {name!r}"
        raise AptsError(
            f"these matches were played with other rules than those of {game.name}: with {version}; give the rules as "
            "they were when the page was published. Nothing was imported"
        )
    return found


def _found_game(archive: Archive, name: str, wanted: str, document: dict[str, Any]) -> Chosen:
    """The game with these rules: of a run in the archive, or of the library."""
    for game in _games_called(archive, name):
        if (found := _with_rules(game, wanted, document)) is not None:
            return found
    raise AptsError(
        f"neither the archive nor the library has {name!r} with the rules that these matches were played with; name "
        "the game as it was published: apts import FILE GAME. Nothing was imported"
    )


def _games_called(archive: Archive, name: str) -> Iterator[Game]:
    for summary in archive.runs():
        if shown(summary.game)[:100] == name and (known := _rules_of(archive, summary.name)) is not None:
            yield known
    if library_name(name) in library_files():
        yield load(library_name(name))


def _rules_of(archive: Archive, run: str) -> Game | None:
    """The game of a run where it is a rules text; a run that cannot be read, or whose rules are none, is no help here."""
    manifest = archive.readable_manifest(run)
    try:
        return None if manifest is None else rules_of(manifest)
    except AptsError:
        return None


def _with_rules(game: Game, wanted: str, document: dict[str, Any]) -> Chosen | None:
    """The game, as it is or with the options and values that players chose on the page; None where rules differ."""
    if game_hash(game) == wanted:
        return game, {}
    settings = document.get("settings")
    if game.from_rules is None or not isinstance(settings, dict) or len(settings) > MOST_SETTINGS:
        return None
    if not all(isinstance(value, (str, int)) for value in settings.values()):
        return None
    try:
        chosen = rules_game(game.rules, game.from_rules.file, settings)
    except AptsError:  # settings of other rules, or none at all
        return None
    if game_hash(chosen) != wanted:
        return None
    return chosen, {name: value for name, value in settings.items() if game.chosen.get(name) != value}


def _checked_matches(game: Game, document: dict[str, Any]) -> tuple[list[MatchRecord], list[str]]:
    """The matches that follow the rules, each once and not numbered yet, and a sentence for each of the others."""
    good: dict[str, MatchRecord] = {}
    bad: list[str] = []
    for part in match_parts(document):
        try:
            sent: SentMatch = sent_match(part, game.players)
            if sent.identity not in good:
                good[sent.identity] = played_again(game, sent, len(good) + 1)
        except AptsError as problem:  # what is wrong with the file, or what the rules themselves fail at
            text = shown(str(problem))
            bad.append(text if text.startswith(part.place) else f"{part.place}: {text}.")
    return list(good.values()), bad


def _added(archive: Archive, run: str, good: Sequence[MatchRecord]) -> int:
    """Store the matches that are not there yet under the next numbers; returns how many these are.

    Somebody else may store matches at the same time and take a number; then the rest gets others.
    """
    added = 0
    while True:
        present = {notes_of(match).get("match") for match in archive.matches(run)}
        new = [match for match in good if notes_of(match).get("match") not in present]
        if not new:
            return added
        first = max(archive.numbers(run), default=0) + 1
        added += archive.add(run, [replace(match, number=first + place) for place, match in enumerate(new)])
