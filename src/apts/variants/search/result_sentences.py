"""What is said of a search while it goes on, and of its result, apart from the figures."""

from __future__ import annotations

from apts.playtest.evidence.sentences import Message, Phrases

TEXTS = {
    "improve/inside": "{game} is inside its goals as it is ({count} matches by {agents}); nothing was changed.",
    "improve/inside-for-one": (
        "{game} is inside its goals as it is when {agents} plays, but not when {second} does ({count} matches each); "
        "nothing was changed. Search with --agents {second}."
    ),
    "improve/nothing": "No variant was found that is surely nearer to the goals than {game} as it is.",
    "improve/too-small": (
        "The budget was too small to play any variant of {game}: nothing is known. Give more minutes or matches."
    ),
    "improve/met": "A variant with {edits} brings the game inside its goals: fresh matches confirm it.",
    "improve/open": (
        "A variant with {edits} was the best; fresh matches neither confirm nor refute that all goals are met."
    ),
    "improve/missed": (
        "A variant with {edits} was the best that was found, but fresh matches show that a goal is still missed."
    ),
    "improve/unconfirmed": "A variant with {edits} was the best so far; no fresh matches were played yet.",
    "improve/edit": "1 edit",
    "improve/edits": "{count} edits",
    "improve/as-it-is": "the game as it is",
    "improve/left": "{round}: {left} of {count} variants left after {matches} matches each",
    "improve/finals": "finals",
    "improve/sampled": "{count} variants sampled",
    "improve/kinds": "{kinds} kinds of games among {count} variants",
}

message = Phrases(TEXTS)


def size_message(edits: int) -> Message:
    """How many edits there are."""
    return message("improve/edit") if edits == 1 else message("improve/edits", count=edits)


def left_message(turn: Message, left: int, count: int, matches: int) -> Message:
    """How many variants a round has left."""
    return message("improve/left", round=turn, left=left, count=count, matches=matches)
