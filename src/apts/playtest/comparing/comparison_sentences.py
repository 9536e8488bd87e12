"""What is said of two runs, and of one rule turned through several values, apart from the figures."""

from __future__ import annotations

from collections.abc import Sequence

from apts.playtest.evidence.sentences import Listed, Phrases, Value

TOLD = {
    "compare/same-game": "A and B are the same game, and both runs went alike, move by move.",
    "compare/better": "B is better than A in {named}",
    "compare/worse": "B is worse than A in {named}",
    "compare/inside": "both are where they are wanted: {named}",
    "compare/alike": "there is no difference above the margin in {named}",
    "compare/margin": "{subject} ({margin})",
    "compare/open": "still open: {named} (about {more} more of each may settle that)",
    "compare/open/no-number": "still open: {named} (no number of matches is in sight that would settle that)",
    "compare/whole": "{parts}.",
    "compare/whole/same-matches": (
        "{parts}. All matches went alike, move by move: what differs in the rules never mattered."
    ),
    "compare/whole/players": (
        "Rules are the same, players are not ({before}; {after}), so this tells of the players and not of rules: {parts}."
    ),
    "compare/whole/players-too": (
        "{parts}. But not only rules differ: A is played by {before}, B by {after}, which may be the cause."
    ),
    "compare/whole/seats": (
        "A is a game for {before}, B one for {after}: their figures stand beside each other, and say little about which is "
        "better. {parts}."
    ),
    "and": "{first} and {last}",
    "sweep/rises": "{metric} rises from {before} with {first} to {after} with {last}.",
    "sweep/falls": "{metric} falls from {before} with {first} to {after} with {last}.",
    "sweep/still": "Not surely changed: {metric}.",
    "sweep/met": "All goals are met with {named}.",
    "sweep/none-met": "No value surely meets all goals.",
    "sweep/missed": "A goal is surely missed with {named}.",
}

say = Phrases(TOLD)


def enumerated(names: Sequence[Value]) -> Value:
    """Names in a row, the last after an ``and``."""
    return names[0] if len(names) == 1 else say("and", first=Listed(names[:-1]), last=names[-1])
