"""Which seats the end rules of a text can make the winner, read from the rules alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apts.engine.end_rules import EVERYBODY
from apts.engine.rules_game import RulesGame
from apts.language.tree import Clause, Word

_PLAYER = re.compile("P([1-9][0-9]*)")
_TEAM = re.compile("Team([1-9][0-9]*)")
_NOT_WON = frozenset({"Draw", "Tie", "Abandon", "Crash"})


def possible_winners(rules: Sequence[Clause], players: int, teams: Sequence[int] = ()) -> frozenset[int]:
    """The seats that some end rule could make the winner; who is meant by Mover and the like may be anybody.

    ``teams`` has the team of each seat, where seats play in teams that stay the same.
    """
    found: set[int] = set()
    for rule in rules:
        for clause in rule.clauses():
            if clause.signature.result == "result":
                found |= _winners(clause, players, teams)
    return frozenset(found)


def teams_that_stay(game: RulesGame) -> tuple[int, ...]:
    """The team of each seat; nothing where there are no teams, or where rules change them in a match."""
    clauses = game.typed_rules.clauses()
    changed = any(clause.name == "set Team" and clause.signature.result == "moves" for clause in clauses)
    return () if changed else game.teams


def _winners(clause: Clause, players: int, teams: Sequence[int]) -> set[int]:
    who, kind = clause.arguments.get("who"), clause.arguments.get("kind")
    everybody = set(range(1, players + 1))
    if clause.name != "result" or not isinstance(who, Word) or not isinstance(kind, Word):
        return everybody
    if kind.name in _NOT_WON or (kind.name == "Loss" and who.name in EVERYBODY):
        return set()
    team = _TEAM.fullmatch(who.name)
    if team is not None and teams:
        # That a team loses or draws changes nothing.
        members = {seat for seat, own in enumerate(teams, 1) if own == int(team[1])}
        return members if kind.name == "Win" else set()
    named = _PLAYER.fullmatch(who.name)
    if named is None:
        return everybody if kind.name == "Win" or players > 1 else set()
    return {int(named[1])} & everybody if kind.name == "Win" else everybody - {int(named[1])}
