"""From a game and goals to a repaired game: the search, the finals, and the fresh matches at several strengths."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from os import PathLike

from apts.agents.agent import derived_seed
from apts.archive import Archive, opened_archive
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.executors import executor_of
from apts.playtest.evidence.evidence import Goals
from apts.playtest.goals import Goal, judged
from apts.playtest.goals.reading import check_seats
from apts.playtest.matches.playtest_request import DEFAULTS, PlaytestRequest
from apts.playtest.metrics.parts import TURNS
from apts.search.least_iterations import least_iterations
from apts.variants.search.choosing import chosen_of, grade_of, outside_for
from apts.variants.search.confirmation import Confirmation, Confirming, share_of
from apts.variants.search.fresh_plan import fresh_plan
from apts.variants.search.goal_scorer import GoalScorer, implied_goals, message, summed
from apts.variants.search.improve_request import FRESH, MINUTES
from apts.variants.search.improve_settings import ImproveSettings, check_settings
from apts.variants.search.improvement import Improvement, front
from apts.variants.search.match_runner import Budget, MatchRunner, OutOfTime
from apts.variants.search.match_runner import Watch as MatchWatch
from apts.variants.search.methods.evolution import evolving
from apts.variants.search.methods.game_map import check_axes
from apts.variants.search.methods.race import Ranked, order_of, rounds_to
from apts.variants.search.methods.racing import racing, racing_on
from apts.variants.search.methods.sampling import SAMPLING
from apts.variants.search.search_state import MUCH_LONGER, SearchState, Watch
from apts.variants.search.strength_ladder import (
    SEARCHED,
    ladder_budgets,
    ladder_cost,
    search_agents,
    second_agents,
    spelled_agents,
    strength_ladder,
    weaker_agents,
)
from apts.variants.structure.edit_size import EditSizes
from apts.variants.variant import Variant

SEARCH_SHARE = (0.25, 0.55)
"""The least and the most of the time that the search may take; the rest is for finals and fresh matches."""

LADDER_COST = 5.25
"""What a match at each of three strengths takes, where that of the search is the middle one, in matches of it."""

FINAL_SHARE = 0.3
"""The part of what is left then that the finals may take."""

LEAST_LEFT = 0.1
"""The part of the time that a search which goes on has at least; what was played before costs it next to nothing."""

FINALISTS = 4
"""Variants that are held against the goals at the second strength."""

FINAL_MATCHES = 100
"""Matches of each of them there: they order the finalists, and fresh ones decide."""

TRIES = 3
"""Variants that are held against fresh matches, for each that is wanted, where the budget is one in matches."""

MOST_TRIES = 8
"""How many variants are held against fresh matches, for each that is wanted, before a search by the clock gives up."""

FIRST_LOOK = 25
"""Matches of the game as it is before anything is said about it."""

PARENT_SHARE = 0.25
"""The part of what is left that a further look at it may spend."""

LEAST_LIMIT = 150
"""Turns of a match of a variant that are never too many."""

METHODS: dict[str, Callable[[SearchState], None]] = {"race": racing, **SAMPLING, "evolve": evolving}
"""The ways of searching by name."""

GOING_ON: dict[str, Callable[[SearchState], None]] = {"race": racing_on}
"""How a search goes on where nothing that it found stands up to fresh matches, and time is left."""


def improved(
    parent: Variant,
    goals: Goals,
    play: PlaytestRequest = DEFAULTS,
    settings: ImproveSettings | None = None,
    archive: Archive | str | PathLike[str] | None = None,
    watch: Watch | None = None,
    match_watch: MatchWatch | None = None,
) -> Improvement:
    """Search for the smallest edits that bring a game inside its goals.

    ``watch`` is told every step, ``match_watch`` every match. Ctrl-C ends the search with what was found so far; with an
    archive the same search goes on where it ended.
    """
    search_settings = settings or ImproveSettings()
    check_settings(goals.wanted, search_settings, METHODS)
    check_seats(parent.game(), goals.wanted)
    parent.tunables(search_settings.limits)  # a wrong name is told before a match is played
    with executor_of(play.workers, play.cluster) as executor, opened_archive(archive) as own:
        match_runner = MatchRunner(play, executor, own, match_watch, goals)
        search = _Search(parent, goals.wanted, play, search_settings, match_runner, watch)
        return search.result()


class _Search:
    """A search from its first match to its result."""

    def __init__(
        self,
        parent: Variant,
        goals: Sequence[Goal],
        play: PlaytestRequest,
        search_settings: ImproveSettings,
        match_runner: MatchRunner,
        watch: Watch | None,
    ):
        game = match_runner.game(parent)
        minutes = (
            search_settings.minutes
            if search_settings.minutes is not None or search_settings.matches is not None
            else MINUTES
        )
        self.search_settings, self.goals, self.seed = search_settings, tuple(goals), play.seed
        self.implied: tuple[Goal, ...] = ()
        requested = spelled_agents(play)
        self.may_grow = requested is None
        # What goes on keeps its players, however little time is left.
        self.may_shrink = requested is None and minutes is not None and search_settings.spent == 0.0
        confirming = self._confirming_cost(LADDER_COST)
        self.agents = requested or search_agents(game, MINUTES if minutes is None else minutes, confirming)
        self._set_strengths(game)
        self.match_runner = match_runner
        left = None if minutes is None else max(minutes - search_settings.spent, LEAST_LEFT * minutes)
        self.whole = Budget.of(left, search_settings.matches, search_settings.clock)
        least, most = SEARCH_SHARE
        share = min(most, max(least, SEARCHED / (SEARCHED + confirming)))
        in_time = self.whole.part(share) if search_settings.matches is None else self.whole
        self.bench = SearchState(
            parent,
            GoalScorer(match_runner, goals, self.agents, play.seed),
            in_time,
            play.seed,
            search_settings.kinds,
            search_settings.most,
            watch or (lambda step: None),
            search_settings.limits,
            search_settings.donors,
            check_axes(search_settings.axes),
            search_settings.games,
        )
        self.sizes = EditSizes.of(parent)
        self._make_tracks()
        self.checked: Confirmation | None = None
        self.inside = False
        self.outside_for: str | None = None
        self.chosen: Variant | None = None
        self.finalists: list[Variant] = []
        self.confirmations: list[Confirmation] = []

    def _confirming_cost(self, ladder: float) -> float:
        """About what the fresh matches of a variant take, in matches of the players of the search."""
        plan = fresh_plan(self.goals, (), asked=self.search_settings.fresh, share=share_of(0))
        return ladder * (plan.most + min(plan.most, FRESH))

    def _set_strengths(self, game: Game) -> None:
        """The strengths at which variants are confirmed, around that of the search."""
        self.second = second_agents(self.agents, game)
        self.ladder = strength_ladder(self.agents, game)
        self.budgets = ladder_budgets(self.ladder, game)
        self.plan = fresh_plan(self.goals, self.ladder, (), self.search_settings.fresh, share_of(0))

    def _plan_fresh(self) -> None:
        """Say how many fresh matches it takes to be sure, now that one knows how the figures scatter."""
        bench = self.bench
        game, runs = self.match_runner.game(bench.parent), list(bench.track.runs(bench.parent).values())
        plan = fresh_plan(self.goals, self.ladder, runs, self.search_settings.fresh, share_of(0))
        cost = ladder_cost(self.ladder, self.agents, game) * (plan.most + min(plan.most, FRESH))
        pace = bench.budget.meter.pace
        self.plan = replace(plan, minutes=0.0 if pace is None or bench.budget.ends is None else cost / pace / 60.0)
        bench.report(self.plan.message())

    def result(self) -> Improvement:
        """Search, choose and confirm; Ctrl-C leaves what there is."""
        interrupted = False
        try:
            self._look_at_parent()
            if not self.inside:
                self._add_implied_goals()
                self._limit_turns()
                self._plan_fresh()
                METHODS[self.search_settings.method](self.bench)
                self._choose()
        except KeyboardInterrupt:
            interrupted = True
            if not self.bench.tried:
                raise
            best = self.bench.best().candidate
            self.chosen = self.chosen or (None if best is self.bench.parent else best)
        return self._improvement(interrupted)

    def _look_at_parent(self) -> None:
        """Measure the game as it is: until every goal is decided, or it has all its matches."""
        bench = self.bench
        parent = bench.parent
        for matches in rounds_to(bench.most, FIRST_LOOK):
            if parent.key in bench.tried and not self._has_capacity(matches - bench.tried[parent.key].matches):
                break
            try:
                bench.track.play([parent], matches, bench.budget)
            except OutOfTime:
                if parent.key in bench.tried:
                    break
                raise AptsError("the time was over before a round of matches was played; give more minutes") from None
            self._refuse_if_broken()
            if (weaker := self._weaker()) is not None:
                self._search_with(weaker)
                return
            bench.note([Ranked(parent, matches, bench.track.standing(parent))])
            if bench.budget.is_over or self._is_decided(parent):
                break
        bench.report(message("improve/as-it-is"))
        self.inside = bench.tried[parent.key].standing.value <= 0.0
        if self.inside:
            self._check_parent()

    def _check_parent(self) -> None:
        """Hold the game as it is against fresh matches at all strengths, as variants are: nothing may have to be changed."""
        self._plan_fresh()
        budget = self.whole if self.search_settings.matches is None else Budget.of()
        self.checked = self._confirming().confirmed(self.bench.parent, budget)
        self.outside_for = None if self.checked is None else outside_for(self.checked)
        if self.outside_for is not None and self.may_grow:
            self.outside_for = None
            self._let_second_search()

    def _refuse_if_broken(self) -> None:
        """No change of the rules mends what breaks off every match of the game as it is, such as an agent that fails."""
        for run in self.bench.track.runs(self.bench.parent).values():
            if run.broken_off is not None:
                raise AptsError(
                    f"every match of {run.manifest.game} broke off with an error, the first so: {run.broken_off}"
                )

    def _add_implied_goals(self) -> None:
        """From now on variants are also held against what the game has as it is and nobody wrote down."""
        bench, parent = self.bench, self.bench.parent
        implied = implied_goals(self.goals, bench.track.runs(parent), self.agents)
        if implied and self._has_for_second(implied):
            self.implied = implied
            self.goals += implied
            self._make_tracks()
            standing = bench.track.standing(parent)
            bench.note([replace(bench.tried[parent.key], standing=standing)])
            bench.trace[-1] = replace(bench.trace[-1], standing=standing)

    def _has_for_second(self, implied: tuple[Goal, ...]) -> bool:
        """Whether the game has it when agents of the second strength play, too."""
        parent = self.bench.parent
        matches = min(FIRST_LOOK, self.bench.tried[parent.key].matches)
        try:
            self.second_track.play(
                [parent], matches, self.whole if self.search_settings.matches is None else Budget.of()
            )
        except OutOfTime:
            return False
        return implied_goals(self.goals, self.second_track.runs(parent), self.second) == implied

    def _make_tracks(self) -> None:
        self.bench.track, self.second_track = (
            GoalScorer(self.match_runner, self.goals, spec, self._seed_of(spec)) for spec in (self.agents, self.second)
        )
        self.bench.track.sizes = self.second_track.sizes = self.sizes

    def _seed_of(self, spec: str) -> int:
        """The search has the seed that was asked for; every other strength has dice of its own."""
        return self.seed if spec == self.agents else derived_seed(self.seed, "strength", spec)

    def _limit_turns(self) -> None:
        """Cut matches of variants that are much longer than any of the game and than any goal asks for."""
        runs = self.bench.track.runs(self.bench.parent).values()
        longest = max(match.length for run in runs for match in run.matches)
        wanted = [end for goal in self.goals if goal.scale == TURNS for end in (goal.low, goal.high)]
        requested = max((end for end in wanted if math.isfinite(end)), default=0.0)
        limit = math.ceil(max(LEAST_LIMIT, MUCH_LONGER * longest, MUCH_LONGER * requested))
        for track in (self.bench.track, self.second_track):
            track.limit, track.parent = min(limit, self.match_runner.limit), self.bench.parent.key

    def _let_second_search(self) -> None:
        """Begin again with the second strength in the place of the first."""
        self.may_grow = False
        self._search_with(self.second)

    def _search_with(self, agents: str) -> None:
        """Begin again with other agents."""
        bench = self.bench
        self.agents, self.may_shrink = agents, False
        self._set_strengths(self.match_runner.game(bench.parent))
        self._make_tracks()
        bench.budget.meter.forget_pace()
        bench.tried.clear()
        self._look_at_parent()

    def _weaker(self) -> str | None:
        """Agents that are quicker, where nobody named any and the first look shows that these are too slow."""
        if not self.may_shrink:
            return None
        least = least_iterations(self.match_runner.game(self.bench.parent))
        return weaker_agents(self.agents, self.bench.budget.capacity, least)

    def _has_capacity(self, matches: int) -> bool:
        """Whether so many more matches of the game as it is leave enough of the budget for variants."""
        return matches * self.bench.track.each <= PARENT_SHARE * self.bench.budget.capacity

    def _is_decided(self, variant: Variant) -> bool:
        runs = self.bench.track.runs(variant)
        words = {judged(goal, runs[goal.level or self.agents]).verdict for goal in self.goals}
        return words == {"met"} or "missed" in words

    def _choose(self) -> None:
        """Hold the best against fresh matches until one is inside the goals, and search on where none is.

        A search by the clock goes on as long as it has time; fresh matches are no part of a budget in matches, so that
        there a few variants must do.
        """
        by_clock = self.search_settings.matches is None
        confirming = self._confirming()
        budget = self.whole if by_clock else Budget.of()
        self._try(confirming, budget, (MOST_TRIES if by_clock else TRIES) * self.search_settings.games)
        if (
            by_clock
            and not self._has_enough
            and self.search_settings.method in GOING_ON
            and not self.bench.budget.is_over
        ):
            GOING_ON[self.search_settings.method](self.bench)
            self._try(confirming, budget, 2 * MOST_TRIES * self.search_settings.games)
        self._take_nearest(confirming, budget)

    def _confirming(self) -> Confirming:
        return Confirming(self.match_runner, self.bench.parent, self.goals, self.plan, self.budgets, self.seed)

    def _try(self, confirming: Confirming, budget: Budget, most: int) -> None:
        """Fresh matches of the best that had none, until enough variants are inside, time is over or so many were tried."""
        for variant in self._contenders():
            if self._has_enough or len(self.confirmations) >= most:
                break
            share = share_of(len(self.confirmations), self.search_settings.games)
            confirmed = confirming.confirmed(variant, budget, share)
            if confirmed is None:
                break
            self.confirmations.append(confirmed)

    @property
    def _has_enough(self) -> bool:
        """Whether as many variants as are wanted are confirmed; or not refuted, where the matches cannot confirm any."""
        found = sum(
            grade_of(one) == 0 or (not self.plan.is_enough and grade_of(one) == 1) for one in self.confirmations
        )
        return found >= self.search_settings.games

    def _contenders(self) -> Iterator[Variant]:
        """The best variants without fresh matches, some at a time, each time the best at both strengths first.

        After the first of them only such as may be inside the goals are worth the matches.
        """
        known = {one.variant.key for one in self.confirmations}
        waiting = [one for one in self.bench.ranking() if one.candidate.key not in known]
        some = FINALISTS * self.search_settings.games
        while waiting:
            finalists = self._finalists(waiting[:some])
            self.finalists += finalists
            yield from finalists
            if self.search_settings.matches is not None or self.whole.is_over:
                return
            waiting = [one for one in waiting[some:] if one.standing.low <= 0.0]

    def _take_nearest(self, confirming: Confirming, budget: Budget) -> None:
        """Choose by the fresh matches, those of the other fixes of the front among them.

        What was chosen stands in the front, and fresh matches of the front can show that another is to be chosen; with each
        turn more variants have fresh matches, so that it comes to an end.
        """
        chosen = chosen_of(self.confirmations, self.finalists, self.sizes)
        while True:
            self.chosen = chosen
            self._confirm_front(confirming, budget)
            chosen = chosen_of(self.confirmations, self.finalists, self.sizes)
            if chosen is self.chosen:
                break
        if chosen is not None:
            self.bench.report(message("improve/fresh"), self.bench.tried[chosen.key])

    def _confirm_front(self, confirming: Confirming, budget: Budget) -> None:
        """Fresh matches of the other fixes of the front, as far as the time allows."""
        known = {one.variant.key for one in self.confirmations}
        for one in front(self.bench.ranking(), self.chosen):
            if one.candidate.size and one.candidate.key not in known and not budget.is_late:
                share = share_of(len(self.confirmations), self.search_settings.games)
                confirmed = confirming.confirmed(one.candidate, budget, share)
                self.confirmations += [] if confirmed is None else [confirmed]

    def _finalists(self, known: Sequence[Ranked[Variant]]) -> list[Variant]:
        """Some of the best variants, the best at both strengths together first.

        Where several games are wanted and not the smallest fix, the surest come before those of fewer edits.
        """
        bench = self.bench
        best = [one.candidate for one in known]
        budget = self.whole.part(FINAL_SHARE) if self.search_settings.matches is None else Budget.of()
        if len(best) < 2:
            return best
        matches = min(known[0].matches, bench.most, FINAL_MATCHES)
        try:
            self.second_track.play(best, matches, budget)
        except OutOfTime:
            return best
        both = {one.key: summed([bench.track.standing(one), self.second_track.standing(one)]) for one in best}

        def order(one: Variant) -> tuple[float, ...]:
            found, preferred = both[one.key], bench.track.preference(one)
            several = (round(found.value, 9), found.high, *preferred)
            return several if self.search_settings.games > 1 else order_of(found, preferred)

        return sorted(best, key=order)

    def _improvement(self, interrupted: bool) -> Improvement:
        bench = self.bench
        best = bench.ranking()
        ahead = {one.candidate.key for one in best}
        others = sorted(
            (one for one in bench.tried.values() if one.candidate.key not in ahead),
            key=lambda one: (one.dropped, *order_of(one.standing, bench.track.preference(one.candidate))),
        )
        searched, beside = self.match_runner.counts(bench.track.seeds)
        return Improvement(
            name=self.match_runner.game(bench.parent).name,
            parent=bench.parent,
            goals=self.goals,
            implied=self.implied,
            method=self.search_settings.method,
            agents=self.agents,
            second=self.second,
            seed=self.seed,
            matches=searched,
            other_matches=beside,
            inside=self.inside,
            outside_for=self.outside_for,
            before=bench.tried[bench.parent.key].standing,
            tried=(*best, *others),
            refused=tuple(bench.refused),
            left_out=bench.left_out,
            trace=tuple(bench.trace),
            map=tuple(bench.map[place] for place in sorted(bench.map)),
            axes=bench.axes,
            chosen=self.chosen,
            confirmations=tuple(self.confirmations),
            interrupted=interrupted,
            plan=self.plan,
            checked=self.checked,
        )
