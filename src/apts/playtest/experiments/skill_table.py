"""Strengths against each other: what each level, or any other agent, scores against each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from os import PathLike
from typing import Any

from apts.agents.agent_registry import agent as agent_of
from apts.agents.levels import level_names
from apts.archive import Archive, RunManifest, opened_archive
from apts.engine.class_contract import check_briefly
from apts.errors import AptsError
from apts.executors import executor_of
from apts.games.library import GameSource, load
from apts.notebook import sentence, sentences, share, table
from apts.playtest.experiments.experiment_requests import USUAL_STRENGTHS, SkillTableRequest
from apts.playtest.experiments.meetings import Meeting, MeetingPlan, MeetingTable, meeting_of, runs_of_meeting
from apts.playtest.experiments.side_runs import (
    FEWEST_GROUPS,
    Keeping,
    check_rivals,
    complete,
    kept_questions,
    rounded_to_groups,
)
from apts.playtest.matches.playtest_request import DEFAULTS
from apts.request_fields import one_request

KIND = "skill-table"

MATCHES = 100
"""Matches of each pair where no number is given."""


def strength_spec(word: str) -> str:
    """The spelling of a level's name or of any agent."""
    return agent_of(f"level:{word.lower()}" if word.lower() in level_names() else word).spec


def strength_name(spec: str) -> str:
    """What people call an agent: the name of a level, else its spelling."""
    return spec.removeprefix("level:") if spec.removeprefix("level:") in level_names() else spec


@dataclass(frozen=True)
class SkillTable:
    """What strengths score against each other; ``table`` has them by their spellings."""

    game: str
    seed: int
    table: MeetingTable
    interrupted: bool = False

    @property
    def sentences(self) -> tuple[str, ...]:
        """One for each meeting."""
        if not self.table.meetings:
            return ("No pair has played its matches; there is nothing to tell.",)
        return tuple(_told(known) for known in self.table.meetings)

    def _repr_html_(self) -> str:
        """What a notebook shows: every meeting."""
        rows = [
            (
                strength_name(known.first),
                strength_name(known.second),
                share(known.score.value, known.score.low, known.score.high),
                f"{known.matches:,}",
            )
            for known in self.table.meetings
        ]
        head = sentence(f"{self.game}: strengths against each other, seed {self.seed}", heading=True)
        return head + sentences(self.sentences) + table(("first", "second", "score (95 % interval)", "matches"), rows)

    def as_data(self) -> dict[str, Any]:
        """The table as plain values."""
        return {
            "game": self.game,
            "seed": self.seed,
            "interrupted": self.interrupted,
            "strengths": list(self.table.names),
            "sentences": list(self.sentences),
            "meetings": [known.as_data() for known in self.table.meetings],
        }


def _told(known: Meeting) -> str:
    found = known.score
    if found.value < 0.5:
        first, second, value, low, high = known.second, known.first, 1 - found.value, 1 - found.high, 1 - found.low
    else:
        first, second, value, low, high = known.first, known.second, found.value, found.low, found.high
    verb = "beats" if low > 0.5 else "is not surely better than"
    names = f"{strength_name(first)} {verb} {strength_name(second)}"
    return f"{names}: it scores {value:.0%} ({low:.0%} to {high:.0%}, {known.matches} matches)."


def skill_table(
    game: GameSource,
    strengths: Sequence[str] = USUAL_STRENGTHS,
    matches: int | None = None,
    seed: int = DEFAULTS.seed,
    *,
    limit: int = DEFAULTS.limit,
    workers: int | None = None,
    cluster: str | None = None,
    archive: Archive | str | PathLike[str] | None = None,
    resume: bool = False,
    command: str = "",
    watch: Callable[[str, int, int], None] | None = None,
    request: SkillTableRequest | None = None,
) -> SkillTable:
    """Let strengths meet, everybody everybody: names of levels or spellings of agents, by default three levels.

    Every pair has ``matches`` matches, rounded up to whole groups in which both sit everywhere once. A goal such as ``club
    beats casual between 65 % and 80 %`` is about this table. Matches go into the ``archive``, from which ``resume`` goes on.
    Results depend on the seed alone, not on the number of ``workers`` or on the ``cluster``. Ctrl-C keeps the pairs that
    were finished. ``request`` is all of this but the archive and the watch as one value.

    >>> from apts import skill_table
    >>> found = skill_table("tic-tac-toe", ("uct:iterations=100", "random"), 20)
    >>> found.table.meeting("uct:iterations=100", "random").score.low > 0.5
    True
    """
    wanted = SkillTableRequest(
        strengths=strengths,
        matches=matches,
        seed=seed,
        resume=resume,
        limit=limit,
        workers=workers,
        cluster=cluster,
        command=command,
    )
    return strengths_met(game, one_request(request, wanted), archive, watch)


def strengths_met(
    game: GameSource,
    request: SkillTableRequest,
    archive: Archive | str | PathLike[str] | None = None,
    watch: Callable[[str, int, int], None] | None = None,
) -> SkillTable:
    """The table of strengths that a request asks for."""
    loaded = load(game)
    count = rounded_to_groups(MATCHES if request.matches is None else request.matches, loaded.players)
    check_rivals(loaded)
    check_briefly(loaded)
    specs = tuple(strength_spec(word) for word in request.strengths)
    if len(set(specs)) < max(2, len(specs)):
        raise AptsError(
            f"a table of strengths has at least two different ones; it was given {', '.join(specs) or 'none'}"
        )
    if any(agent_of(spec).is_person for spec in specs):
        raise AptsError("a table of strengths is played by agents only; a person cannot take part")
    pairs = list(combinations(specs, 2))
    met: list[Meeting] = []
    interrupted = False
    try:
        with executor_of(request.workers, request.cluster) as executor, opened_archive(archive) as own:
            keeping = Keeping(executor, own, request.resume, request.command, strict=request.resume)
            plan = MeetingPlan(loaded, count, request.seed, request.limit, keeping)
            for number, pair in enumerate(pairs):
                if watch is not None:
                    a_pair = count * runs_of_meeting(loaded)
                    watch(loaded.name, number * a_pair, len(pairs) * a_pair)
                met.append(plan.met(pair, pair, {"kind": KIND}))
    except KeyboardInterrupt:
        interrupted = True
    return SkillTable(loaded.name, request.seed, MeetingTable(specs, tuple(met)), interrupted)


def kept_skill_table(archive: Archive, manifest: RunManifest) -> SkillTable | None:
    """All meetings of strengths that the archive has of a game, each pair from its longest run, the latest of equals."""
    runs: dict[int, dict[tuple[str, str], Any]] = {}
    for question, known, records in kept_questions(archive, manifest, KIND):
        try:
            pair, seed = (str(question["first"]), str(question["second"])), int(question["seed"])
        except (KeyError, TypeError, ValueError):  # no question that this version asks
            continue
        if len(complete(records, known.players)) >= FEWEST_GROUPS * known.players:
            there = runs.setdefault(seed, {})
            if len(records) >= len(there.get(pair, ())):
                there[pair] = records
    met: dict[frozenset[str], tuple[int, Meeting]] = {}
    for seed, found in runs.items():
        for known_pair in found:
            _keep_longer(met, seed, _one(known_pair, found, manifest.players))
    if not met:
        return None
    meetings = tuple(known for _, known in met.values())
    names = tuple(dict.fromkeys(name for known in meetings for name in (known.first, known.second)))
    return SkillTable(manifest.game, next(iter(met.values()))[0], MeetingTable(names, meetings))


def _one(pair: tuple[str, str], runs: Mapping[tuple[str, str], Any], players: int) -> Meeting | None:
    ways = (pair,) if players == 2 else (pair, pair[::-1])
    return meeting_of(pair, [runs[way] for way in ways], players) if all(way in runs for way in ways) else None


def _keep_longer(met: dict[frozenset[str], tuple[int, Meeting]], seed: int, known: Meeting | None) -> None:
    if known is None:
        return
    both = frozenset((known.first, known.second))
    if both not in met or known.matches > met[both][1].matches:
        met[both] = (seed, known)
