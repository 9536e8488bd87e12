"""Whether matches that came from elsewhere are what their games give: they are played again, move by move.

What the moves determine is compared with what a match says: who moved, among how many moves, what was noted of the
moves and pieces, how and after how many turns it ended. What agents thought is not determined so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from apts.agents.saved_match import resignation
from apts.archive import MatchRecord, RunManifest
from apts.engine.play.game import Game, State
from apts.engine.play.outcome import Closing, Outcome
from apts.errors import AptsError
from apts.input_checks import shown
from apts.playtest.experiments.side_runs import RESIGNED, is_of_people
from apts.playtest.matches.game_source import rules_game_of
from apts.playtest.matches.match import LIMIT_REASON, Notes

ENDS = ("winner", "ranks", "utilities", "reason", "line", "closing", "teams")
"""What an outcome consists of."""


def rules_of(manifest: RunManifest) -> Game | None:
    """The game of a run where it is a rules text; files of Python are not run for a document that names them."""
    return None if manifest.settings.get("source") is not None else rules_game_of(manifest)


def check_replays(game: Game, manifest: RunManifest, matches: Sequence[MatchRecord]) -> None:
    """Refuse moves that are not legal and anything else that the moves do not lead to; says which match and turn."""
    if game.name != manifest.game:
        raise AptsError(f"the run is said to be of {shown(manifest.game)!r}, and its rules are those of {game.name!r}")
    if game.players != manifest.players:
        raise AptsError(
            f"the run is said to have {manifest.players} players, and by its rules there are {game.players}"
        )
    for match in matches:
        for problem in _problems(game, manifest, match):
            raise AptsError(f"match {match.number} {problem}")


def _problems(game: Game, manifest: RunManifest, match: MatchRecord) -> Iterator[str]:
    """What is wrong with a match, the first thing first, each as the end of a sentence that begins with its number."""
    try:
        state = game.start(match.start_seed)
    except AptsError as problem:
        if match.status != "failed" or match.turns:
            yield f"cannot be started again: {problem}"
        return
    notes = Notes()
    notes.position(state)
    for number, turn in enumerate(match.turns, 1):
        try:
            move = state.find_move(turn.move)
            after = state.after(move)
        except AptsError as problem:
            yield f"cannot be played again at turn {number}: {problem}"
            return
        if turn.mover != state.mover:
            yield f"is said to have player {turn.mover} moving at turn {number}; by its moves it is player {state.mover}"
        if turn.legal_moves != len(state.moves()):
            yield (
                f"is said to have {turn.legal_moves:,} legal moves at turn {number}; by its moves there are "
                f"{len(state.moves()):,}"
            )
        notes.move(state, move, after)
        state = after
    wrong = list(_wrong_notes(match, {**notes.facts(), "chance": game.has_chance}))
    if wrong and any(_wrong_notes(match, {**notes.facts_once(), "chance": game.has_chance})):
        yield from wrong
    yield from _wrong_end(manifest, match, state)


def _wrong_notes(match: MatchRecord, found: dict[str, Any]) -> Iterator[str]:
    """Notes of moves and pieces that differ; those that are not there are those of an older version, except chance."""
    data = {"chance": False, **match.facts}
    for name, value in found.items():
        if name not in data or data[name] == value:
            continue
        if isinstance(value, list) and isinstance(data[name], list) and len(value) == len(data[name]):
            pairs = enumerate(zip(data[name], value, strict=True), 1)
            place, described, meant = next((at, old, new) for at, (old, new) in pairs if old != new)
            where = f" at turn {place}" if len(value) == len(match.turns) else f" at place {place} of the list"
        else:
            where, described, meant = "", data[name], value
        yield f"is said to have the fact {name!r} {_written(described)}{where}; by its moves it is {_written(meant)}"


def _wrong_end(manifest: RunManifest, match: MatchRecord, last: State) -> Iterator[str]:
    turns, noted = len(match.turns), manifest.settings.get("turn_limit")
    limit = noted if isinstance(noted, int) else None
    if limit is not None and turns > limit:
        yield f"is said to have {turns:,} turns, and the run stops its matches after {limit:,}"
    people = is_of_people(manifest)
    if match.status == "failed":
        yield from _wrong_failure(match, last)
        return
    found = last.outcome
    if found is None and people and match.outcome is not None and match.outcome.reason == RESIGNED:
        found = _resigned(match.outcome, last)
    wants = "stopped" if found is None or found.reason == LIMIT_REASON else "finished"
    if found is None and match.outcome is not None:
        yield f"is said to have ended after turn {turns:,} with: {match.outcome}; its moves do not end it"
    elif found is not None and match.outcome is None:
        yield f"is said to have no end after turn {turns:,}; its moves lead to: {found}"
    elif found is not None and match.outcome is not None:
        words = match.outcome.in_teams(last.game.teams)
        if found != words:
            yield f"is said to have ended after turn {turns:,} with {_differences(words, found)}"
    if match.status != wants:
        yield f"is said to be {match.status} after turn {turns:,}; by its moves it is {wants}"
    if found is None and not people and limit is not None and turns != limit:
        yield f"is said to be stopped after turn {turns:,}; its moves do not end it, and the run stops at turn {limit:,}"


def _wrong_failure(match: MatchRecord, last: State) -> Iterator[str]:
    """A match that failed ended nowhere, and says why."""
    turns = len(match.turns)
    if match.outcome is not None or not isinstance(match.facts.get("error"), str):
        yield f"is said to have failed after turn {turns:,}, " + (
            "and to have ended" if match.outcome is not None else "and does not say of what"
        )
    try:
        found = last.outcome
    except AptsError:  # what the match failed of
        return
    if found is not None:
        yield f"is said to have failed after turn {turns:,}; its moves lead to an end: {found}"


def _resigned(said: Outcome, last: State) -> Outcome:
    """The end that comes nearest to what is said: somebody gave up, and nothing else tells who."""
    seats = range(1, last.game.players + 1)
    ends = [replace(resignation(seat, last), reason=RESIGNED) for seat in seats]
    return said if said in ends else next((end for end in ends if end.ranks == said.ranks), ends[0])


def _differences(said: Outcome, found: Outcome) -> str:
    differing = [name for name in ENDS if getattr(said, name) != getattr(found, name)]
    return "; ".join(
        f"the {name} {_written(getattr(said, name))}, by its moves {_written(getattr(found, name))}"
        for name in differing
    )


def _written(value: Any) -> str:
    """A value as a sentence has it."""
    if value is None:
        return "none"
    if isinstance(value, float):
        return f"{value:.12g}"
    if isinstance(value, Closing):
        return value.reason if value.line is None else f"{value.reason} (line {value.line})"
    if isinstance(value, (tuple, list)):
        return ", ".join(map(_written, value)) or "empty"
    return str(value)
