"""A run when its matches are played: the matches, and what they show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any

from apts.archive import MatchRecord, RunManifest
from apts.engine.play.game import Game, State
from apts.errors import AptsError
from apts.input_checks import whole_number
from apts.notebook import sentence, sentences, share, table
from apts.playtest.evidence.evidence import Evidence, Goals
from apts.playtest.experiments.arena_units import KIND as TOURNAMENT
from apts.playtest.experiments.side_runs import QUESTION
from apts.playtest.experiments.stress import SideResults
from apts.playtest.findings import Finding, weigh
from apts.playtest.findings.ranking import probable
from apts.playtest.goals.judging import GoalJudgement, judgements
from apts.playtest.matches.manifests import FAIR, StoppingState
from apts.playtest.matches.match import replay
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.seats import result_names
from apts.playtest.people.seen import PeopleSeen, people_seen
from apts.statistics.planning import rounded_up


class Run:
    """The matches of a run and what they show. Everything is computed from the matches, when it is asked for.

    ``name`` is what the archive calls it, ``interrupted`` tells that it was ended before all matches were played.
    ``weaker`` is the same run at half the strength, where that was asked for. ``standing`` is what is known of the seats
    at any time, in a run that was to end as soon as enough is known. ``side`` is what the archive knows of the same game
    under stress, and of its ladder of skill. ``damaged`` says of matches of the archive that none can read any more; they
    are left out. ``without_game`` says why the game of the run is not at hand, where it is not.
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
    ):
        self.manifest, self.name, self.game = manifest, name, game
        self.matches = tuple(matches)
        self.goals = goals or Goals()
        self.weaker, self.interrupted, self.standing = weaker, interrupted, standing
        self.side, self.damaged = side, tuple(damaged)
        self.without_game = without_game if game is None else None

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
        if self.standing is None:
            return found
        parts = [entry if self._holds_at_any_time(entry) else self._for_now(entry) for entry in found]
        return tuple(sorted(parts, key=lambda entry: entry.state != "found"))

    @cached_property
    def judgements(self) -> tuple[GoalJudgement, ...]:
        """Every goal met, missed or open; all of them together are wrong at most one time in twenty."""
        return judgements(self.goals, self)

    @property
    def people(self) -> PeopleSeen | None:
        """What people did on a published page of the same rules; None where the archive has no matches of people."""
        return people_seen(self.evidence)

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
        """Write the report as one HTML file in a language, ``en`` or ``pt-BR``; gives its path.

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
