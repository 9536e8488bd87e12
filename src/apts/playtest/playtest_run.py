"""A run when its matches are played: the matches, and what they show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any

from apts.agents.saved_match import resignation
from apts.archive import MatchRecord, RunManifest
from apts.engine.play.game import Game, State
from apts.engine.play.outcome import Closing, Outcome
from apts.errors import AptsError
from apts.input_checks import shown, whole_number
from apts.notebook import sentence, sentences, share, table
from apts.playtest.evidence.evidence import Evidence, Goals
from apts.playtest.experiments.arena import KIND as TOURNAMENT
from apts.playtest.experiments.forced_choices import choices_beside
from apts.playtest.experiments.proofs import proofs_beside
from apts.playtest.experiments.side_runs import QUESTION, RESIGNED, Keeping, is_of_people
from apts.playtest.experiments.stress import SideResults
from apts.playtest.findings import Finding, weigh
from apts.playtest.findings.by_strength import for_whom
from apts.playtest.findings.ranking import probable
from apts.playtest.goals.judging import GoalJudgement, judgements
from apts.playtest.goals.judging_strengths import judgements_at_strengths
from apts.playtest.matches.game_source import rules_game_of
from apts.playtest.matches.manifests import FAIR, StoppingState
from apts.playtest.matches.match import LIMIT_REASON, Notes, Plan, replay
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.seats import result_names
from apts.playtest.panel.panel import Panel
from apts.playtest.panel.panel_words import strength_sentences
from apts.playtest.people_seen import PeopleSeen, people_seen
from apts.statistics.planning import rounded_up


class Run:
    """The matches of a run and what they show. Everything is computed from the matches, when it is asked for.

    ``name`` is what the archive calls it, ``interrupted`` tells that it was ended before all matches were played.
    ``weaker`` is the same run at half the strength, where that was asked for. ``standing`` is what is known of the seats
    at any time, in a run that was to end as soon as enough is known. ``side`` is what the archive knows of the same game
    under stress, and of its ladder of skill. ``damaged`` says of matches of the archive that none can read any more; they
    are left out. ``without_game`` says why the game of the run is not at hand, where it is not. ``beside`` are the runs of
    weaker and stronger players of the same play-test; ``panel`` is all of them together.
    """

    def __init__(
        self,
        manifest: RunManifest,
        matches: Sequence[MatchRecord],
        game: Game | None = None,
        *,
        name: str = "",
        goals: Goals | None = None,
        weaker: Run | None = None,
        interrupted: bool = False,
        standing: StoppingState | None = None,
        side: SideResults | None = None,
        damaged: Sequence[str] = (),
        without_game: str | None = None,
        beside: Sequence[Run] = (),
    ):
        self.manifest, self.name, self.game = manifest, name, game
        self.matches = tuple(matches)
        self.goals = goals or Goals()
        self.weaker, self.interrupted, self.standing = weaker, interrupted, standing
        self.side, self.damaged = side, tuple(damaged)
        self.without_game = without_game if game is None else None
        self.beside = tuple(beside)

    @property
    def broken_off(self) -> str | None:
        """The error that broke off every match, told by the first; None where a match counts, or none was played."""
        if not self.matches or any(match.status != "failed" for match in self.matches):
            return None
        return str(self.matches[0].facts.get("error", "an error that was not kept")).rstrip(".")

    @cached_property
    def evidence(self) -> Evidence:
        """The matches as metrics and findings read them; those of a tournament, which begin at random, tell of agents."""
        question = self.manifest.settings.get(QUESTION)
        if isinstance(question, Mapping) and question.get("kind") == TOURNAMENT:
            raise AptsError(
                f"{self.name or 'this run'} is a tournament of agents (apts arena), not a play-test: its matches begin with "
                "random moves; apts replay shows them, and apts playtest plays matches for a report"
            )
        return Evidence(self.manifest, self.matches, self.game, self.goals, self.side)

    @cached_property
    def panel(self) -> Panel | None:
        """This run with those of weaker and stronger players; None where one strength played."""
        return Panel.of(self, self.beside) if self.beside else None

    @cached_property
    def metrics(self) -> Metrics:
        """All metrics by name, each computed when it is first asked for."""
        return Metrics(self.evidence)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the matches show for sure, the worst first."""
        return tuple(entry for entry in self.weighed if entry.state == "found")

    @property
    def probable(self) -> tuple[Finding, ...]:
        """What the matches speak for without settling it; each says how many matches would."""
        return tuple(entry for entry in self.weighed if entry.state == "probable")

    @cached_property
    def weighed(self) -> tuple[Finding, ...]:
        """All findings: the sure ones, then those that are only probable."""
        found = weigh(self.evidence, self.metrics, self.weaker.metrics if self.weaker is not None else None)
        if self.panel is not None:
            found = for_whom(found, self.panel)
        if self.standing is None:
            return found
        parts = [entry if self._holds_at_any_time(entry) else self._for_now(entry) for entry in found]
        return tuple(sorted(parts, key=lambda entry: entry.state != "found"))

    @cached_property
    def judgements(self) -> tuple[GoalJudgement, ...]:
        """Every goal met, missed or open; all of them together are wrong at most one time in twenty."""
        if self.panel is not None:
            return judgements_at_strengths(self.goals, self, self.panel)
        return judgements(self.goals, self)

    @property
    def people(self) -> PeopleSeen | None:
        """What people did on a published page of the same rules; None where the archive has no matches of people."""
        return people_seen(self.evidence)

    def look_further(self, plan: Plan, keeping: Keeping) -> None:
        """Prove what can be proved of the matches, and try the choices that stand out; Ctrl-C leaves out what is missing.

        Findings and metrics are to be asked for afterwards.
        """
        side = self.side or SideResults()
        try:
            side = replace(side, proofs=proofs_beside(plan, self.matches, keeping) or side.proofs)
            side = replace(side, choices=choices_beside(plan, self.evidence, keeping) or side.choices)
        except KeyboardInterrupt:
            self.interrupted = True
        self.evidence.side = self.side = side

    def _holds_at_any_time(self, found: Finding) -> bool:
        """Whether a finding is more than the luck of the moment at which the run was ended."""
        if found.kind != "seat-advantage" or self.standing is None or found.state != "found":
            return True
        word, _, seat = found.subject.partition(" ")
        if word != "seat":
            return any(known.excludes(FAIR) for known in self.standing.seats)
        if found.effect < 0.0:
            return self.standing.seats[int(seat) - 1].high < FAIR - self.goals.margin
        return self.standing.above(int(seat), FAIR + self.goals.margin)

    def _for_now(self, found: Finding) -> Finding:
        """A finding that may be the luck of the moment: probable, and with twice the matches surer."""
        return probable(found, rounded_up(2 * len(self.matches)))

    def match(self, number: int) -> MatchRecord:
        """The match with a number."""
        number = whole_number("the number of a match", number)
        for match in self.matches:
            if match.number == number:
                return match
        raise AptsError(f"the run has no match {number}; {self._extent()}")

    def _extent(self) -> str:
        """Which matches there are."""
        numbers = [match.number for match in self.matches]
        return (
            f"its {len(numbers)} matches lie between {min(numbers)} and {max(numbers)}"
            if numbers
            else "it has none yet"
        )

    def replay(self, number: int) -> tuple[State, ...]:
        """The positions of one match, from the start to the end."""
        if self.game is None:
            why = self.without_game or "the game of this run is not at hand"
            raise AptsError(f"the matches cannot be played again: {why}")
        return tuple(replay(self.game, self.match(number)))

    def report(self, path: str | PathLike[str], lang: str = "en", *, play: bool = False) -> Path:
        """Write the report as one HTML file in a language, ``en`` or ``pt-BR``; returns its path.

        With ``play`` a page to play the game on stands beside it, and matches of the report can be gone on with there.
        """
        try:
            module = import_module("apts.report")
            write = module.write_report
        except (ImportError, AttributeError) as problem:
            raise AptsError(f"the report cannot be written: this installation has no reports ({problem})") from problem
        write(self, Path(path), lang, play=play)
        return Path(path)

    def as_data(self) -> dict[str, Any]:
        """Metrics and findings as plain values."""
        return {
            "run": self.name,
            "game": self.manifest.game,
            "notice": None if self.game is None else self.game.notice,
            "agents": list(self.manifest.agents),
            "seed": self.manifest.seed,
            "matches": len(self.matches),
            "wanted": self.manifest.matches,
            "interrupted": self.interrupted,
            "standing": None if self.standing is None else self.standing.as_data(),
            "findings": [finding.as_data() for finding in self.findings],
            "probable": [finding.as_data() for finding in self.probable],
            "goals": [found.as_data() for found in self.judgements],
            "people": None if self.people is None else self.people.as_data(),
            "panel": None if self.panel is None else self.panel.as_data(),
            "metrics": {name: metric.as_data() for name, metric in self.metrics.items()},
        }

    def __repr__(self) -> str:
        return f"<run of {self.manifest.game}: {len(self.matches)} matches>"

    def _repr_html_(self) -> str:
        """What a notebook shows: what was found, and how the seats stand."""
        known = self.manifest
        ended = f" of {known.matches:,}, interrupted" if self.interrupted else ""
        agents = " against ".join(dict.fromkeys(known.agents))
        text = f"{known.game}: {len(self.matches):,} matches{ended}, {agents}, seed {known.seed}"
        notice = "" if self.game is None or self.game.notice is None else sentence(self.game.notice)
        found = [one.sentence for one in self.weighed]
        failed = [match for match in self.matches if match.status == "failed"]
        if failed:
            error = failed[0].facts.get("error", "no reason is known")
            found.insert(0, f"{len(failed)} of {len(self.matches)} matches failed, the first one so: {error}")
        if self.panel is not None:
            found += [str(one) for one in strength_sentences(self.panel)]
        description = (
            sentences(found) if found else sentence("Nothing was found." if self.matches else "No match was played.")
        )
        return sentence(text, heading=True) + notice + description + self._seats_shown()

    def _seats_shown(self) -> str:
        """For each seat its score, and how often it won, drew and lost, or with three and more had the first place."""
        together = self.metrics["together"]
        if teams := together.details.get("teams", ()):
            won = [
                (str(self.evidence.side_called(number)), share(row["share"], row["low"], row["high"]))
                for number, row in enumerate(teams)
            ]
            return table(("", "wins (95 % interval)"), won)
        if self.evidence.cooperative and together.value is not None:
            return sentence(f"All players win {together.value:.0%} of the matches together.")
        seats = self.metrics["seat-score"].details.get("seats", ())
        results = result_names(len(seats)) or ("first place",)
        rows = []
        for seat in seats:
            found = [seat[name] for name in results] if len(seats) < 3 else seat["places"][:1]
            shares = [f"{one['count']:,}: {share(one['share'], one['low'], one['high'])}" for one in found]
            called = str(self.evidence.seat(seat["seat"]))
            rows.append((called, share(seat["score"], seat["low"], seat["high"]), *shares))
        return table(("", "score (95 % interval)", *results), rows) if rows else ""


# ----------------------------------------------------------------------------------------------------------------
# Whether matches that came from elsewhere are what their games give: they are played again, move by move.
#
# What the moves determine is compared with what a match says: who moved, among how many moves, what was noted of
# the moves and pieces, how and after how many turns it ended. What agents thought is not determined so.

ENDS = ("winner", "ranks", "utilities", "reason", "line", "closing", "teams", "points", "payoffs")
"""What an outcome consists of."""

LATER = ("points", "payoffs")
"""What outcomes of older versions lack: they say nothing of it, and nothing wrong."""


def rules_of(manifest: RunManifest) -> Game | None:
    """The game of a run where it is a rules text; files of Python are not run for a document that names them."""
    return None if manifest.settings.get("source") is not None else rules_game_of(manifest)


def check_replays(game: Game, manifest: RunManifest, matches: Sequence[MatchRecord]) -> None:
    """Refuse moves that are not legal and anything else that the moves do not lead to; says which match and turn."""
    if game.name != manifest.game:
        raise AptsError(f"the run claims to be of {shown(manifest.game)!r}, and its rules are those of {game.name!r}")
    if game.players != manifest.players:
        raise AptsError(f"the run claims to have {manifest.players} players, and by its rules there are {game.players}")
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
        words = replace(words, **{name: getattr(found, name) for name in LATER if getattr(words, name) is None})
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
