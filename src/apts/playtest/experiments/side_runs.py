"""Runs that answer one question beside a play-test (what a bound costs, what doubling gains), kept in the same archive.

Such a run is stored like any other; its manifest has the question in its settings, so that it can be found again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from apts.archive import Archive, MatchRecord, MatchWriter, RunManifest
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.executors import Executor
from apts.input_checks import round_up_to_multiple, whole_number
from apts.learning.networks.model_file import rules_hash
from apts.playtest.matches.forecast import explain_resume, refuse_other_players
from apts.playtest.matches.manifests import manifest_of
from apts.playtest.matches.match import Plan
from apts.statistics.bounded import bounded_p_value
from apts.statistics.estimate import Numbers, numbers

QUESTION = "question"


@dataclass(frozen=True)
class Keeping:
    """Who plays the matches of side runs, where they go, and whether one that was interrupted is gone on with.

    Where somebody asked for that (``strict``), one that agents of another version have begun is refused.
    """

    executor: Executor
    archive: Archive | None = None
    resume: bool = False
    command: str = ""
    strict: bool = False


def side_manifest(plan: Plan, agents: tuple[str, ...], matches: int, question: Mapping[str, Any]) -> RunManifest:
    """All that is needed to play the matches of a question again; ``agents`` are as people spell them."""
    found = manifest_of(plan, matches)
    return replace(found, agents=agents, settings={**found.settings, QUESTION: dict(question)})


def side_matches(plan: Plan, manifest: RunManifest, keeping: Keeping) -> list[MatchRecord]:
    """Play the matches that are missing; returns all of them by number. Ctrl-C keeps what was played and goes on upwards."""
    wanted = manifest.matches
    if keeping.archive is None:
        return list(keeping.executor.play(plan, range(1, wanted + 1)))
    archive = keeping.archive
    requested = replace(manifest, command=keeping.command)
    if keeping.strict:
        refuse_other_players(plan, requested, archive, None)
    run = archive.start(replace(requested, matches=0))  # more are wanted only when nothing is refused any more
    missing = archive.missing(run, wanted)
    if missing and len(missing) < wanted and not keeping.resume:
        raise AptsError(
            f"the archive has {wanted - len(missing)} of {wanted} matches of this question ({run}) already; "
            "continue with --resume (resume=True), or give another seed"
        )
    archive.start(requested, run)
    with explain_resume(keeping.command), MatchWriter(archive, run) as writer:
        for record in keeping.executor.play(plan, missing):
            writer.add(record)
    return [match for match in archive.matches(run) if match.number <= wanted]


def kept_questions(
    archive: Archive, manifest: RunManifest, kind: str
) -> Iterator[tuple[Mapping[str, Any], RunManifest, list[MatchRecord]]]:
    """The questions of a kind that were asked about the game of a manifest, in the order in which they were asked."""
    for summary in archive.runs():
        if summary.game != manifest.game:
            continue
        known = archive.readable_manifest(summary.name)
        if known is None:
            continue
        question = known.settings.get(QUESTION)
        if isinstance(question, Mapping) and question.get("kind") == kind and same_game(known, manifest):
            yield question, known, list(archive.matches(summary.name, damaged=[]))


def same_game(a: RunManifest, b: RunManifest) -> bool:
    """Whether two runs are of one game, with the same options and parameters and made of the same files."""
    return _identity(a) == _identity(b)


def _identity(manifest: RunManifest) -> tuple[object, ...]:
    source = manifest.settings.get("source") or {}
    return manifest.rules, dict(manifest.options), dict(manifest.parameters), source.get("inputs")


def game_manifest(game: Game) -> RunManifest:
    """A manifest that says which game is meant."""
    return manifest_of(Plan(game, ("random",) * game.players, 0, 1), 1)


# ----------------------------------------------------------------------------------------------------------------
# What one agent scores against equal seats: groups of matches in which it sits everywhere once.

AGENT = 0
"""The agent whose score is asked for is the first of its run."""


LEAST = 1e-9
"""What is less than this is due to the rounding of ranks alone."""

FEWEST_GROUPS = 2
"""Groups without which there is no spread."""


def rounded_to_groups(matches: int, players: int) -> int:
    """The number of matches rounded up to whole groups."""
    if players < 2:
        raise AptsError("the question is what a seat scores against others; the game has one seat alone")
    wanted = whole_number("the number of matches", matches)
    if wanted < 1:
        raise AptsError(f"at least 1 match is needed, not {matches}")
    return round_up_to_multiple(wanted, players, FEWEST_GROUPS)


def check_rivals(game: Game) -> None:
    """Refuse a game in which seats cannot be held against each other, because all of them win or lose together."""
    if game.cooperative:
        raise AptsError(
            f"the question is what a seat scores against others; in {game.name} all players win or lose together. "
            "apts playtest tells how often they win, with the agents that --agents names"
        )


def relative_score(record: MatchRecord) -> float:
    """What the first agent scored beyond the mean of all seats, on top of a half: the score itself in most games.

    Where all may win or lose together, or teams have different sizes, equal agents do not score a half; they do this.
    """
    own = score_at(record)
    if record.status != "finished" or record.outcome is None:
        return own
    mean = sum(record.outcome.utilities) / len(record.outcome.utilities)
    return own if abs(mean) < LEAST else own - mean / 2.0


def score_at(record: MatchRecord) -> float:
    """The score of the first agent in a match; a match that was stopped counts as equal for all."""
    if record.status != "finished" or record.outcome is None:
        return 0.5
    return (record.outcome.utilities[record.seats.index(AGENT)] + 1.0) / 2.0


def complete(records: Sequence[MatchRecord], players: int) -> list[MatchRecord]:
    """The matches of groups that were played to the end, in order.

    A group that lacks a match would weigh one seat more than another, so all of it is left out.
    """
    good: dict[int | None, int] = {}
    for record in records:
        good[record.pair] = good.get(record.pair, 0) + (record.status != "failed")
    return sorted((record for record in records if good[record.pair] == players), key=lambda record: record.number)


def p_value_of_mean(values: Sequence[float] | Numbers, null: float = 0.5) -> float:
    """How likely a mean this far from ``null`` is by chance, over independent groups: the test that intervals invert."""
    array = numbers(values, 1, "A test of a mean")
    return 1.0 if len(array) < 2 else bounded_p_value(array, null)


# ----------------------------------------------------------------------------------------------------------------
# Matches that are played a second time with the chance they had: what stays the same is the luck in them.

LUCK_KIND = "luck"


def second_matches(plan: Plan, matches: int, keeping: Keeping) -> tuple[MatchRecord, ...]:
    """Play the first matches of a run again, each with its own chance, by agents that choose afresh."""
    again = replace(plan, again=True, evaluation=None, everyone=False)
    manifest = side_manifest(again, plan.specs, matches, {"kind": LUCK_KIND})
    return tuple(side_matches(again, manifest, keeping))


def kept_second_matches(archive: Archive, manifest: RunManifest) -> tuple[MatchRecord, ...]:
    """Those that an archive has of a run: of the same game, agents, seed and limit."""
    for _, known, records in kept_questions(archive, manifest, LUCK_KIND):
        limits = [one.settings.get("turn_limit") for one in (known, manifest)]
        if (known.agents, known.seed) == (manifest.agents, manifest.seed) and limits[0] == limits[1]:
            return tuple(records)
    return ()


# ----------------------------------------------------------------------------------------------------------------
# Matches that people played on a published page, kept beside the play-tests of the same rules.
#
# They are a run like any other whose manifest says in its settings what it is, so that figures of agents never
# mix with them. What people said and how long they thought is in the facts of a match; nothing tells who they
# were.

KIND = "people"
"""The question of such a run."""

PERSON = "person"
"""Who sits at a seat that a person plays."""

SITTERS = (PERSON, "agent")
"""What the manifest calls those who sit at seats; which agent it was is in the notes of the match."""

NOTES = "people"
"""Where the facts of a match have what only people's matches have: who sat where, times, hints, answers."""


RESIGNED = "resigned"
"""The reason of a match that somebody gave up."""


@dataclass(frozen=True)
class PeopleMatches:
    """The matches of people that an archive has of a game."""

    manifest: RunManifest
    matches: tuple[MatchRecord, ...]

    def sitter(self, match: MatchRecord, seat: int) -> str:
        """Who sat at a seat, from 1: a person, or the spelling of an agent."""
        return str(notes_of(match)["seats"][seat - 1])

    def person_seats(self, match: MatchRecord) -> tuple[int, ...]:
        """The seats that people played."""
        return tuple(seat for seat in range(1, self.manifest.players + 1) if self.sitter(match, seat) == PERSON)


def people_manifest(game: Game, matches: int) -> RunManifest:
    """The manifest of the people's matches of a game; it is the same for all versions of APTS."""
    found = game_manifest(game)
    source = {key: value for key, value in found.settings.items() if key == "source"}
    question = {"kind": KIND, "rules": game_hash(game)}
    return replace(
        found, agents=SITTERS, matches=matches, versions={}, command="", settings={**source, QUESTION: question}
    )


def game_hash(game: Game) -> str | None:
    """The checksum of the rules in force; None for a game that is a class."""
    return None if game.from_rules is None else rules_hash(game.from_rules)


def notes_of(match: MatchRecord) -> Mapping[str, Any]:
    """What the facts of a match have of the people who played it."""
    found = match.facts.get(NOTES)
    return found if isinstance(found, Mapping) else {}


def kept_people(archive: Archive, manifest: RunManifest, game: Game | None = None) -> PeopleMatches | None:
    """The matches of people that an archive has of the rules of a run; None where there are none."""
    found: list[PeopleMatches] = []
    for summary in archive.runs():
        if summary.game != manifest.game:
            continue
        known = archive.readable_manifest(summary.name)
        if known is not None and is_of_people(known) and _same_rules(known, manifest, game):
            noted = tuple(match for match in archive.matches(summary.name, damaged=[]) if "seats" in notes_of(match))
            found.append(PeopleMatches(known, noted))
    found = [one for one in found if one.matches]
    return _together(found) if found else None


def is_of_people(manifest: RunManifest) -> bool:
    """Whether a run has the matches of people."""
    question = manifest.settings.get(QUESTION)
    return isinstance(question, Mapping) and question.get("kind") == KIND


def _same_rules(known: RunManifest, manifest: RunManifest, game: Game | None) -> bool:
    """Whether the rules are the same; their layout and comments do not matter where the game is at hand."""
    noted = known.settings[QUESTION].get("rules")
    own = None if game is None else game_hash(game)
    return same_game(known, manifest) or (own is not None and own == noted)


def _together(found: list[PeopleMatches]) -> PeopleMatches:
    """Several runs as one; they are several where the same rules were written with another layout."""
    if len(found) == 1:
        return found[0]
    matches = [match for one in found for match in one.matches]
    numbered = tuple(replace(match, number=number) for number, match in enumerate(matches, 1))
    return PeopleMatches(replace(found[0].manifest, matches=len(numbered)), numbered)
