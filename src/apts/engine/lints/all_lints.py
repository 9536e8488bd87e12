"""All doubts about a game, or about typed rules that cannot become one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from apts.engine.compiler.equipment import read_equipment
from apts.engine.compiler.ludeme import UnsupportedRule
from apts.engine.lints.dice_in_use import dice_in_use
from apts.engine.lints.doubled_sites import doubled_sites
from apts.engine.lints.earlier_values import effects_of_one_moment
from apts.engine.lints.equal_pieces import equal_pieces
from apts.engine.lints.first_position import first_position
from apts.engine.lints.idle_pieces import idle_pieces
from apts.engine.lints.idle_results import idle_results
from apts.engine.lints.idle_seats import idle_seats
from apts.engine.lints.lint import Lint, LintSource, in_order
from apts.engine.lints.match_lints import MatchLints
from apts.engine.lints.missing_seats import missing_seats, missing_teams, with_known_owners
from apts.engine.lints.missing_sites import missing_sites
from apts.engine.lints.named_things import NamedThings
from apts.engine.lints.other_pieces import other_pieces
from apts.engine.lints.random_course import MATCHES, RandomCourse, random_course
from apts.engine.lints.too_few_pieces import too_few_pieces
from apts.engine.lints.unknown_names import unknown_names, unowned_regions
from apts.engine.lints.unset_places import unset_places
from apts.engine.play.game import Game
from apts.language.tree import Clause, Literal, TextPlace


@dataclass(frozen=True)
class Lints:
    """What is doubtful about a game, in the order of its text, and the random matches that were looked at."""

    all: tuple[Lint, ...]
    course: RandomCourse

    @property
    def warnings(self) -> tuple[Lint, ...]:
        """The grave ones."""
        return tuple(lint for lint in self.all if lint.grave)


def game_lints(game: Game, matches: int = MATCHES, seed: int = 0) -> Lints:
    """Look at the rules, at the first position, and at random matches from it."""
    rules = game.from_rules
    margin = LintSource(game.rules, rules.typed_rules.position.file) if rules is not None else LintSource()
    found = [] if rules is None else list(rules_lints(rules.typed_rules, game.rules))
    found.extend(first_position(margin, game))
    found.extend(unset_lints(game))
    looked_for: list[TextPlace] = []
    never: frozenset[TextPlace] = frozenset()
    if rules is not None:
        for lint, places in idle_pieces(margin, rules.typed_rules, rules.compiled.equipment, rules):
            found.append(lint)
            looked_for.extend(places)
        found.extend(idle_seats(margin, rules.typed_rules, rules.compiled.equipment, rules))
        found.extend(too_few := tuple(too_few_pieces(margin, rules.typed_rules, rules)))
        never = frozenset(lint.problem.position for lint in too_few)
    of_course = MatchLints(margin, game, [*(lint.problem.position for lint in found), *looked_for], never)
    course = random_course(game, of_course.are_open, matches, seed)
    return Lints(in_order([*found, *of_course.all(course)]), course)


def unset_lints(game: Game) -> tuple[Lint, ...]:
    """The places and numbers that the rules of a game ask for where nothing sets them."""
    rules = game.from_rules
    if rules is None:
        return ()
    margin = LintSource(game.rules, rules.typed_rules.position.file)
    return tuple(unset_places(margin, rules.compiled.never_set))


def rules_lints(rules: Clause, text: str) -> tuple[Lint, ...]:
    """The doubts that typed rules raise by themselves, also where they cannot be played."""
    return in_order(_of_rules(LintSource(text, rules.position.file), rules))


def _of_rules(margin: LintSource, rules: Clause) -> Iterator[Lint]:
    players = _players(rules)
    if players is not None:
        yield from missing_seats(margin, rules, players)
        yield from missing_teams(margin, rules, players)
    try:
        equipment = read_equipment(rules if players is None else with_known_owners(rules, players))
    except UnsupportedRule:
        return
    yield from dice_in_use(margin, rules)
    things = NamedThings(rules, equipment)
    yield from unknown_names(margin, things)
    yield from unowned_regions(margin, things)
    yield from missing_sites(margin, rules, equipment)
    yield from doubled_sites(margin, equipment)
    yield from other_pieces(margin, rules, equipment)
    yield from equal_pieces(margin, rules)
    yield from idle_results(margin, rules)
    yield from effects_of_one_moment(margin, rules)


def _players(rules: Clause) -> int | None:
    """The number of players, where it is written down."""
    players = rules.arguments["players"]
    assert isinstance(players, Clause)
    listed, count = players.arguments.get("list"), players.arguments.get("count")
    if isinstance(listed, tuple):
        return len(listed)
    return int(count.value) if isinstance(count, Literal) else None
