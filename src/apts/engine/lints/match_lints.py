"""What random matches leave in doubt: ends that never hold, matches without end, seats that never win, idle rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from apts.engine.compiler.coverage import inside_unused
from apts.engine.end_rules import is_safety_net
from apts.engine.lints.lint import Lint, LintSource, place_of
from apts.engine.lints.possible_winners import possible_winners, teams_that_stay
from apts.engine.lints.random_course import MATCHES, RandomCourse, RuleCount
from apts.engine.play.game import Game
from apts.engine.play.outcome import team_called
from apts.language.printer import to_text
from apts.language.tree import Clause, TextPlace

OFTEN_ENDLESS = 0.05
"""A share of matches without an end from which on that is a warning, not a note."""

_RARE_ENDS = frozenset({"no Moves", "no Pieces"})
"""Conditions of who is blocked or wiped out: many games end so when all else fails, and random players rarely get there."""

_WIDEST = 60
_Place = tuple[str, TextPlace]


class MatchLints:
    """The doubts about a game that random matches raise; ``known`` are the places of what is doubtful anyway, ``never``
    those of conditions that cannot hold."""

    def __init__(
        self,
        margin: LintSource,
        game: Game,
        known: Iterable[TextPlace] = (),
        never: frozenset[TextPlace] = frozenset(),
    ):
        self._margin, self._game, self._known = margin, game, frozenset(known)
        self._rules = game.from_rules.typed_rules if game.from_rules is not None else None
        ends = game.from_rules.compiled.end_rules if game.from_rules is not None else ()
        able = tuple(rule for rule in ends if never.isdisjoint(_places_in(rule)))
        everybody = frozenset(range(1, game.players + 1))
        teams = () if game.from_rules is None else teams_that_stay(game.from_rules)
        self._possible = possible_winners(able, game.players, teams) if self._rules is not None else everybody
        self._named_winners = possible_winners(ends, game.players, teams)
        self._around = {} if self._rules is None else _clauses_around(self._rules)
        clauses = () if self._rules is None else self._rules.clauses()
        self._clauses = {(clause.name, clause.position): clause for clause in clauses}
        self._never_held: frozenset[_Place] = frozenset()

    def are_open(self, course: RandomCourse) -> bool:
        """Whether more matches could settle a doubt."""
        self._note(course)
        return bool(self._unused(course)) or any(self._possible & set(_never_first(course)))

    def all(self, course: RandomCourse) -> Iterator[Lint]:
        """Every doubt that the matches leave."""
        self._note(course)
        if course.failure is not None:
            message = f"a random match breaks off: {course.failure}"
            yield self._margin.lint("match-breaks-off", place_of(self._rules, "play"), message)
        if course.playouts.count:
            yield from self._endless(course)
            yield from self._without_win(course)
            unused = self._unused(course)
            yield from self._idle_rules(course, unused)
            yield from self._constant_conditions(course, unused)

    def _note(self, course: RandomCourse) -> None:
        """Note the conditions that were tried and never held."""
        counts = (count for count in course.counts if count.rule.kind == "bool" and count.tried and not count.effects)
        self._never_held = frozenset(map(_place, counts))

    # --- matches -------------------------------------------------------------------------------------------------

    def _endless(self, course: RandomCourse) -> Iterator[Lint]:
        played = course.playouts
        if not played.unfinished:
            return
        share = played.unfinished / played.count
        which = "no random match of" if share == 1 else f"{played.unfinished:,} of"
        how = "came to an end" if share == 1 else "random matches came to no end"
        limit = f"they stop at a limit after up to {played.longest:,} moves"
        if played.passes > played.unfinished * played.longest:  # passes that are the only legal move are no moves
            limit = f"after up to {played.longest:,} moves there is nothing to do but to pass"
        message = f"{which} {played.count:,} {how} ({limit})"
        yield self._margin.lint("endless", place_of(self._rules, "end"), message, grave=share >= OFTEN_ENDLESS)

    def _without_win(self, course: RandomCourse) -> Iterator[Lint]:
        never = _never_first(course)
        if self._game.cooperative and never:
            yield from self._never_won_together(course)
            return
        cannot = [seat for seat in never if seat not in self._possible]
        did_not = [seat for seat in never if seat in self._possible]
        place, everybody = place_of(self._rules, "end"), self._game.players
        if cannot:
            yield from self._cannot_win(place, cannot)
        if did_not and course.playouts.finished:
            who = "nobody won" if len(never) == everybody else f"{_joined(_names(did_not, self._game))} did not win"
            able = ", though an end rule could make it so" if self._rules is not None else ""
            finished = course.playouts.finished
            which = "the random match" if finished == 1 else f"any of {finished:,} random matches"
            message = f"{who} {which}{able}"
            yield self._margin.lint("never-won", place, message, grave=False)

    def _cannot_win(self, place: TextPlace, cannot: list[int]) -> Iterator[Lint]:
        """Seats that no end rule makes the winner, and those that only ends which never hold would."""
        for named, able in ((False, "no end rule"), (True, "no end rule that can hold")):
            seats = [seat for seat in cannot if (seat in self._named_winners) == named]
            if seats:
                losers = _names(seats, self._game)
                who, whom = f"{_joined(losers)} cannot", "it" if len(losers) == 1 else "any of them"
                if len(seats) == self._game.players:
                    who, whom = "nobody can", "anybody"
                yield self._margin.lint("cannot-win", place, f"{who} win: {able} makes {whom} the winner")

    def _never_won_together(self, course: RandomCourse) -> Iterator[Lint]:
        """What is doubtful about a game in which all win or lose together and never won."""
        place, finished = place_of(self._rules, "end"), course.playouts.finished
        able = ", though an end rule could make it so" if self._rules is not None else ""
        if self._rules is not None and not self._possible:
            yield from self._cannot_win(place, list(range(1, self._game.players + 1)))
        elif finished:
            which = "the random match" if finished == 1 else f"any of {finished:,} random matches"
            message = f"the players did not win {which} together{able}"
            yield self._margin.lint("never-won", place, message, grave=False)

    # --- rules ---------------------------------------------------------------------------------------------------

    def _unused(self, course: RandomCourse) -> dict[_Place, RuleCount]:
        """The outermost rules, conditions left out, that took no effect; what is inside them has no fault of its own."""
        idle = {_place(count): count for count in course.counts if not count.effects}
        shut = set() if self._rules is None else inside_unused(self._rules, set(idle))
        outer = {place: count for place, count in idle.items() if place not in shut or count.tried}
        return {
            place: count
            for place, count in outer.items()
            if count.rule.kind != "bool"
            and not self._is_net(place)
            and not any(around in outer or around[1] in self._known for around in self._around.get(place, ()))
            and self._known.isdisjoint(_places_in(self._clauses[place]))
        }

    def _idle_rules(self, course: RandomCourse, unused: dict[_Place, RuleCount]) -> Iterator[Lint]:
        """Rules without effect; "never" weighs little where few matches were played."""
        played = course.playouts.count
        for place, count in unused.items():
            if count.rule.kind == "endrule":
                kind, how = "end-never-held", "this end never held"
            else:
                how = "never took effect" if count.tried else "was never reached"
                kind, how = "rule-never-used", f"{self._shown(place)} {how}"
            message = f"{how} in {_matches(played)}"
            grave = played >= MATCHES and (kind != "end-never-held" or not self._is_rare(place))
            yield self._margin.lint(kind, count.rule.position, message, grave=grave)

    def _constant_conditions(self, course: RandomCourse, unused: dict[_Place, RuleCount]) -> Iterator[Lint]:
        """Conditions that were always the same and are no part of a rule or a condition that was told already."""
        parts = set(unused)
        constant = {
            _place(count): count
            for count in course.counts
            if count.rule.kind == "bool" and count.tried and count.effects in (0, count.tried)
        }
        for place, count in constant.items():
            around = self._around.get(place, ())
            if any(outer in constant or outer in parts or self._is_net(outer) for outer in around):
                continue
            if self._explains(place, parts) or place[1] in self._known:
                continue
            if not self._known.isdisjoint(_places_in(self._clauses[place])):
                continue
            answer = "always held" if count.effects else "never held"
            message = f"{self._shown(place)} {answer} in {_matches(course.playouts.count)}"
            yield self._margin.lint("same-answer", count.rule.position, message, grave=False)

    def _is_net(self, place: _Place) -> bool:
        """Whether this is an end rule that stops matches which would never end: that none needs it is what it is for."""
        clause = self._clauses[place]
        return clause.signature.result == "endrule" and is_safety_net(
            clause, lambda part: (part.name, part.position) in self._never_held
        )

    def _is_rare(self, place: _Place) -> bool:
        """Whether an end is for who is blocked or has nothing left."""
        return any(part.name in _RARE_ENDS for part in self._clauses[place].clauses())

    def _shown(self, place: _Place) -> str:
        """A rule on one line, cut short."""
        text = " ".join(to_text(self._clauses[place]).split())
        return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 3].rstrip()} .."

    def _explains(self, place: _Place, told: Iterable[_Place]) -> bool:
        """Whether a rule that was told stands beside the condition, so that it says the same."""
        nearest = self._around.get(place, ())[:1]
        return bool(nearest) and any(self._around.get(other, ())[:1] == nearest for other in told)


def _never_first(course: RandomCourse) -> list[int]:
    """The seats that were first in no match, neither alone nor with others."""
    played = course.playouts
    if played.won_together:
        return []
    both = zip(played.wins, played.shared, strict=True)
    return [seat for seat, (alone, shared) in enumerate(both, 1) if not alone and not shared]


def _matches(count: int) -> str:
    return "one random match" if count == 1 else f"{count:,} random matches"


def _place(count: RuleCount) -> _Place:
    return count.rule.name, count.rule.position


def _joined(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _names(seats: list[int], game: Game) -> list[str]:
    """Seats as people are told of them; those of a whole team as the team."""
    teams = {team: [seat for seat, own in enumerate(game.teams, 1) if own == team] for team in game.teams}
    whole = {team: members for team, members in teams.items() if len(members) > 1 and set(members) <= set(seats)}
    names = [team_called(team, game.teams, game.seat_names) for team in sorted(whole)]
    in_teams = {seat for members in whole.values() for seat in members}
    return names + [game.seat_called(seat, "player") for seat in seats if seat not in in_teams]


def _places_in(clause: Clause) -> Iterator[TextPlace]:
    """The places of all that is written inside a clause."""
    for part in clause.clauses():
        for value in part.arguments.values():
            for item in value if isinstance(value, tuple) else (value,):
                if not isinstance(item, tuple):
                    yield item.position


def _clauses_around(rules: Clause) -> dict[_Place, tuple[_Place, ...]]:
    """The places of all clauses around each clause, the nearest first; of several uses, the first."""
    found: dict[_Place, tuple[_Place, ...]] = {}

    def walk(clause: Clause, around: tuple[_Place, ...]) -> None:
        place = (clause.name, clause.position)
        found.setdefault(place, around)
        for value in clause.arguments.values():
            for part in value if isinstance(value, tuple) else (value,):
                if isinstance(part, Clause):
                    walk(part, (place, *around))

    walk(rules, ())
    return found
