"""Sentences in English, apart from the figures in them, so that other languages can say the same; those of findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


class Amount(str):
    """A number as English writes it; another language may have another decimal sign."""

    __slots__ = ()


class Spelled(str):
    """Agents as the command line spells them; a page may call them in words."""

    __slots__ = ()


class Warned(str):
    """What a check of rules says, in English; a page says it in its language, where that has words for it."""

    __slots__ = ()


@dataclass(frozen=True)
class Said:
    """A sentence or a part of one: its key, what its words in braces stand for, and the English words where these are
    not in :data:`ENGLISH`.

    A language finds its own words by the key. Values may be sentences and lists themselves.
    """

    key: str
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
    words: str = ""

    def __str__(self) -> str:
        return (self.words or ENGLISH[self.key]).format(**self.values)


@dataclass(frozen=True)
class Listed:
    """Several parts of a sentence in a row."""

    parts: Sequence[Value]
    between: str = ", "

    def __str__(self) -> str:
        return self.between.join(map(str, self.parts))


@dataclass(frozen=True)
class Translated:
    """A part of a sentence that came in several languages at once, by language; ``values`` are its words in braces."""

    told: Mapping[str, str] = field(hash=False)
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return self.filled(self.told["en"], self.values)

    def filled(self, words: str, values: Mapping[str, object]) -> str:
        """The words of a language with its values; words without values stand as they came."""
        return words.format(**values) if self.values else words


Value = str | int | Said | Listed | Translated


def said(key: str, **values: Value) -> Said:
    """A sentence with its figures; a key that does not exist, or a figure that is missing, is told at once."""
    found = Said(key, values)
    str(found)
    return found


@dataclass(frozen=True)
class Phrases:
    """The English sentences of one subject by their keys; called with a key and figures it gives the sentence."""

    english: Mapping[str, str]

    def __call__(self, key: str, **values: Value) -> Said:
        """The sentence of a key with its figures."""
        found = Said(key, values, self.english[key])
        str(found)
        return found


def percent(share: float) -> Amount:
    """A share as people write it."""
    return Amount(f"{100.0 * share:.0f} %" if abs(share) >= 0.0995 or share == 0 else f"{100.0 * share:.1f} %")


def points(difference: float) -> Amount:
    """A difference of two percentages, in hundredths; it is no percentage of anything."""
    text = f"{100.0 * difference:.0f}" if abs(difference) >= 0.0995 else f"{100.0 * difference:.1f}"
    return Amount(text if float(text) else "0")


def number(value: float, decimals: int) -> Amount:
    """A number with so many decimals."""
    return Amount(f"{value:.{decimals}f}")


RANDOM_PLAY = " between random agents"
"""What is added to a sentence about seats whose players chose nothing."""

ENGLISH: Mapping[str, str] = {
    "seat-advantage": (
        "{seat:Seat} has an advantage{how}: it scores {score} ({low} to {high}) where a fair game gives 50 %, "
        "and wins {wins} of {n} matches."
    ),
    "seat-advantage/behind": (
        "{seat:Seat} is behind{how}: it scores {score} ({low} to {high}) where a fair game gives 50 %, "
        "and wins {wins} of {n} matches."
    ),
    "seat-advantage/places": (
        "{seat:Seat} has an advantage{how}: it scores {score} ({low} to {high}) where a fair game gives 50 %, "
        "and is first (alone or shared) in {wins} of {n} matches."
    ),
    "seat-advantage/places-behind": (
        "{seat:Seat} is behind{how}: it scores {score} ({low} to {high}) where a fair game gives 50 %, "
        "and is first (alone or shared) in {wins} of {n} matches."
    ),
    "seat-advantage/apart": (
        "{ahead:Seat} and {behind:seat} are apart{how}: the first scores {first}, the second {second} "
        "({low} to {high} points less) in {n} matches."
    ),
    "probable": (
        "Probably, but not surely: {sentence} About {wanted} matches would settle it if the effect is as large as it was "
        "seen here, four times as many if it is half as large."
    ),
    "not-enough-evidence": (
        "{n} matches leave the score of {seat:seat} anywhere from {low} to {high}; "
        "about {wanted} matches would tell it to within 5 points."
    ),
    "luck-over-skill": ("Luck decides more than skill: {strong} scores only {score} ({low} to {high}) against {weak}."),
    "agents-too-weak/random": (
        "Only random agents played: lengths, dead rules and what luck gives to each seat can be judged, balance and tension "
        "between players who choose cannot."
    ),
    "agents-too-weak": (
        "The agents may be too weak to judge {metric}: it is {now} with {strength} and {then} at half the budget; "
        "it may change again with stronger agents."
    ),
    "too-long": (
        "Matches are too long: half of them take {median} turns ({low} to {high}) or more, wanted are at most {limit}."
    ),
    "too-short": (
        "Matches are too short: half of them take {median} turns ({low} to {high}) or less, wanted are at least {limit}."
    ),
    "endless": "Matches do not end: {share} ({low} to {high}) of {n} were stopped by the limit of {limit} turns.",
    "drawish": "The game is drawish: {share} ({low} to {high}) of {n} finished matches are drawn.",
    "never-solved": (
        "None of {n} matches was solved, so these players solve at most {high} of them: perhaps the puzzle cannot be "
        "solved, perhaps it takes better players."
    ),
    "decided-early": (
        "Matches are decided too early: after {share} of the turns ({low} to {high}) "
        "who wins in the end stays in positions that score above 90 % in the other matches of the run."
    ),
    "snowball": (
        "A lead snowballs: the lead at half-time and the result go together at {correlation} ({low} to {high}) "
        "on a scale from -1 to 1."
    ),
    "no-real-choice": (
        "There is little to choose: only at {share} of the turns ({low} to {high}) is there more than one legal move."
    ),
    "no-real-choice/alike": (
        "Choices decide little: the best move is worth only {gain} points of expected score more than the mean "
        "of all moves ({low} to {high})."
    ),
    "dominant-opening/score": (
        "The opening {name} dominates: who plays it scores {score} ({low} to {high}), "
        "{gain} points more than with other openings."
    ),
    "dominant-opening/share": (
        "The opening {name} dominates: {share} ({low} to {high}) of {n} matches that could "
        "begin otherwise begin with it, out of {possible} different first moves (those alike by symmetry counted once)."
    ),
    "dominant-use/move": (
        "Moves of the kind {name} dominate: a seat that chooses them scores {gain} points ({low} to {high}) more than "
        "one that could choose them too and does something else."
    ),
    "dominant-use/piece": (
        "The piece {name} dominates: a seat that chooses it scores {gain} points ({low} to {high}) more than one "
        "that could choose it too and does something else."
    ),
    "dominant-use/site": (
        "The site {name} dominates: a seat that chooses it scores {gain} points ({low} to {high}) more than one "
        "that could choose it too and does something else."
    ),
    "dead-use/move": (
        "Moves of the kind {name} are dead: they are used in {count} of {n} matches (at most {high} of all)."
    ),
    "dead-use/move-rare": (
        "Moves of the kind {name} are hardly ever used: they are used in {count} of {n} matches (at most {high} of all)."
    ),
    "dead-use/piece": "The piece {name} is dead: it is used in {count} of {n} matches (at most {high} of all).",
    "dead-use/piece-rare": (
        "The piece {name} is hardly ever used: it is used in {count} of {n} matches (at most {high} of all)."
    ),
    "dead-use/site": "1 of {sites} sites is dead: {listed} is occupied in at most {high} of matches.",
    "dead-use/sites": "{count} of {sites} sites are dead: {listed} are occupied in at most {high} of matches.",
    "dead-use/sites-more": (
        "{count} of {sites} sites are dead: {listed} and {more} more are occupied in at most {high} of matches."
    ),
    "rule-never-used/tried": (
        "A rule is never used: {names} on line {line} took effect in none of {n} matches (it was tried {tried} times); "
        "it matters in at most {high} of matches."
    ),
    "rule-never-used/untried": (
        "A rule is never used: {names} on line {line} took effect in none of {n} matches (it was never even tried); "
        "it matters in at most {high} of matches."
    ),
    "rule-gap/loop": (
        "The rules allow loops: of {n} stopped matches that were looked at, {count} ({low} to {high}) "
        "come back to the same positions again and again, and no rule ends them."
    ),
    "rule-gap/dead-end": (
        "The rules have a dead end: {share} ({low} to {high}) of {n} matches end because nobody can move "
        "though the board is not full, which no end rule speaks of."
    ),
    "rule-gap/end": "An end was never reached: {rule} ended none of {n} matches by these agents (at most {high}).",
    "fault/match": "{what} {name} raises {error} ({file}, line {line}) at match {match}",
    "fault/all": "{what} {name} raises {error} ({file}, line {line}) over all {n} matches together",
    "fault/number": "{what} {name} gives {given} as its {word}; a finite number or None is expected",
    "fault/details": "{what} {name} gives details that cannot be written as JSON: {error}",
    "fault/metric": "{what} {name} gives {given}; a Metric is expected, such as Metric(0.5)",
    "fault/question": "{what} {name} gives {given}; Questions are expected",
    "certain": "Certain from the rules alone: {problem}.",
    "certain/line": "Certain from the rules alone: {problem} (line {line}).",
    "with-consequences": "{sentence} Of the same cause: {consequences}",
    "failed-matches": "{count} matches broke off with an error, the first so: {error}.",
}
