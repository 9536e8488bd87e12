"""What a search came to: fixes by their number of edits, the best with its evidence, and what was tried and refused."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from textwrap import wrap
from typing import Any

from apts.errors import AptsError
from apts.notebook import figure, sentence, sentences, table
from apts.playtest.evidence.sentences import Message, Spelled
from apts.playtest.goals import Goal, GoalJudgement
from apts.statistics import Estimate
from apts.variants.authored_text import ClassOrigin
from apts.variants.search.confirmation import Confirmation, GoalAnswer
from apts.variants.search.fresh_plan import FreshPlan
from apts.variants.search.goal_scorer import message, size_message
from apts.variants.search.improve_request import DEFAULT_AXES
from apts.variants.search.methods.game_map import Cell
from apts.variants.search.methods.race import Ranked
from apts.variants.search.search_state import Refused, SearchStep
from apts.variants.variant import Variant


def describe_edits(variant: Variant) -> tuple[str, ...]:
    """The edits of a variant in words."""
    return tuple(edit.words for edit in variant.edits)


def front(tried: Sequence[Ranked[Variant]], chosen: Variant | None = None) -> tuple[Ranked[Variant], ...]:
    """For each number of edits the best variant, as long as more edits bring it nearer; they are given the best first.

    The one that was chosen, for a second strength and fresh matches have a say in that, stands for its number of edits.
    """
    found: list[Ranked[Variant]] = []
    for size in sorted({one.candidate.size for one in tried}):
        best, *others = [one for one in tried if one.candidate.size == size]
        taken = next((one for one in (best, *others) if chosen is not None and one.candidate.key == chosen.key), None)
        if taken is not None or not found or _distance(best) < _distance(found[-1]):
            found.append(taken or best)
    return tuple(found)


def _distance(one: Ranked[Variant]) -> float:
    return round(one.standing.value, 9)


@dataclass(frozen=True, repr=False)
class Improvement:
    """The result of a search.

    ``chosen`` is None where nothing is to be changed, or nothing better was found; ``inside`` tells that the game is
    inside its goals as it is, for the first strength at least; ``outside_for`` names the second if it is not for that.
    ``matches`` are those of the search by its agents, and by such as goals name; ``other_matches`` is what was played beside
    it: a second strength, agents that turned out to be too slow or too weak, and fresh matches. ``tried`` is from the best
    to the worst; ``left_out`` variants were not played for want of budget. ``confirmations`` are of those that fresh matches
    were played of. ``implied`` are those of the ``goals`` that nobody asked for. ``map`` has the best game of every kind
    along ``axes``, where the method draws one. ``plan`` says how many fresh matches it takes to be sure, and ``checked`` are
    those of the game as it is, where it seemed to be inside its goals.
    """

    name: str
    parent: Variant
    goals: tuple[Goal, ...]
    method: str
    agents: str
    second: str
    seed: int
    matches: int
    inside: bool
    before: Estimate
    tried: tuple[Ranked[Variant], ...]
    refused: tuple[Refused, ...]
    left_out: int
    trace: tuple[SearchStep, ...]
    chosen: Variant | None
    confirmations: tuple[Confirmation, ...] = ()
    interrupted: bool = False
    map: tuple[Cell, ...] = ()
    axes: tuple[str, str] = DEFAULT_AXES
    outside_for: str | None = None
    other_matches: int = 0
    implied: tuple[Goal, ...] = ()
    plan: FreshPlan | None = None
    checked: Confirmation | None = None

    @property
    def front(self) -> tuple[Ranked[Variant], ...]:
        """Fixes by their number of edits, of those that did not drop out; the first is the game as it was."""
        return front([one for one in self.tried if not one.dropped], self.chosen)

    @property
    def confirmation(self) -> Confirmation | None:
        """The fresh matches of the chosen variant."""
        return next((one for one in self.confirmations if one.variant is self.chosen), None)

    @property
    def verdict(self) -> str:
        """``inside`` or ``nothing`` where nothing was changed, ``unconfirmed``, or how fresh matches judge."""
        if self.inside:
            return "inside"
        if self.chosen is None:
            return "nothing"
        return "unconfirmed" if self.confirmation is None else self.confirmation.verdict

    def reasons(self) -> tuple[tuple[str, int], ...]:
        """Why variants were refused, an example of each sort, and how many there are of it, the most frequent first."""
        return tuple((str(reason), count) for reason, count in self.reason_messages())

    def reason_messages(self) -> tuple[tuple[Message, int], ...]:
        """The same for any language."""
        sorts: dict[str, list[Message]] = {}
        for one in self.refused:
            sorts.setdefault(one.kind, []).append(one.refusal.message)
        return tuple(sorted(((found[0], len(found)) for found in sorts.values()), key=lambda entry: -entry[1]))

    def sentence(self) -> str:
        """What came of it, in a sentence."""
        return str(self.message())

    def message(self) -> Message:
        """The same for any language."""
        if self.inside and self.outside_for is None:
            return self._inside_message()
        if self.inside:
            second = self.outside_for or ""
            return message(
                "improve/inside-for-one", game=self.name, agents=self.agents, second=second, count=self.before.n
            )
        if self.chosen is None:
            unplayed = len(self.tried) < 2 and (self.left_out or not self.refused)
            return message("improve/too-small" if unplayed else "improve/nothing", game=self.name)
        edits, confirmed = size_message(self.chosen.size), self.confirmation
        if confirmed is not None and self.verdict == "open" and confirmed.is_inside:
            if confirmed.contradicted and confirmed.best_play is not None:
                return message("improve/proved", edits=edits, seat=confirmed.best_play.winner)
            if confirmed.leading_out:
                return message("improve/drifts", edits=edits)
        return message(f"improve/{self.verdict}", edits=edits)

    def _inside_message(self) -> Message:
        if self.checked is None or self.checked.verdict == "missed":
            return message("improve/inside", game=self.name, agents=Spelled(self.agents), count=self.before.n)
        word = "met" if self.checked.verdict == "met" else "open"
        strengths = len(self.checked.strengths)
        return message(f"improve/inside-{word}", game=self.name, count=self.checked.matches, strengths=strengths)

    @property
    def new_problems(self) -> tuple[str, ...]:
        """What fresh matches of the chosen variant find wrong that was not wrong before."""
        return () if self.confirmation is None else self.confirmation.new_problems

    @property
    def new_troubles(self) -> tuple[str, ...]:
        """The old name of ``new_problems``."""
        warnings.warn("Improvement.new_troubles is called new_problems", DeprecationWarning, stacklevel=2)
        return self.new_problems

    @property
    def granted(self) -> tuple[Goal, ...]:
        """The old name of ``implied``."""
        warnings.warn("Improvement.granted is called implied", DeprecationWarning, stacklevel=2)
        return self.implied

    def as_data(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "game": self.name,
            "goals": [str(goal) for goal in self.goals],
            "taken_for_granted": [str(goal) for goal in self.implied],
            "method": self.method,
            "agents": self.agents,
            "second_agents": self.second,
            "seed": self.seed,
            "matches": self.matches,
            "other_matches": self.other_matches,
            "verdict": self.verdict,
            "outside_for": self.outside_for,
            "sentence": self.sentence(),
            "interrupted": self.interrupted,
            "edits": [] if self.chosen is None else list(describe_edits(self.chosen)),
            "rules": self._rules_text(),
            "front": [_ranked_data(one) for one in self.front],
            "tried": [_ranked_data(one) for one in self.tried],
            "left_out": self.left_out,
            "refused": [{"edits": list(describe_edits(one.variant)), "reason": one.reason} for one in self.refused],
            "trace": [
                {
                    "matches": step.matches,
                    "told": str(step.message),
                    "edits": list(describe_edits(step.best)),
                    **_estimate(step),
                }
                for step in self.trace
            ],
            "axes": list(self.axes),
            "map": [cell.as_data() for cell in self.map],
            "confirmed": [{"edits": list(describe_edits(one.variant)), **one.as_data()} for one in self.confirmations],
            "plan": None if self.plan is None else self.plan.as_data(),
            "as_it_is": None if self.checked is None else self.checked.as_data(),
            "confirmation": None if self.confirmation is None else self.confirmation.as_data(),
        }

    def _rules_text(self) -> str | None:
        """The rules of the chosen variant; None without one, and of a class."""
        if self.chosen is None or isinstance(self.chosen.parent, ClassOrigin):
            return None
        return self.chosen.own_text()

    def __repr__(self) -> str:
        return f"<search for a better {self.name}: {self.verdict}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: what came of it, the edits, and every goal before and after in fresh matches."""
        text = sentence(self.sentence(), heading=True)
        if self.chosen is None:
            return text
        answers = () if self.confirmation is None else self.confirmation.answers
        rows = [
            (str(one.goal), one.agents, _shown(one.before), _shown(one.after), one.after.verdict) for one in answers
        ]
        shown = table(("goal", "played by", "before", "after (95 % interval)", "verdict"), rows) if rows else ""
        return text + sentences(describe_edits(self.chosen)) + shown


def _shown(judged: GoalJudgement) -> str:
    found = judged.estimate
    return "not measured" if found is None else figure(found.value, found.low, found.high)


def _ranked_data(one: Ranked[Variant]) -> dict[str, Any]:
    return {
        "edits": list(describe_edits(one.candidate)),
        "matches": one.matches,
        "dropped": one.dropped,
        **_estimate(one),
    }


def _estimate(one: Ranked[Variant] | SearchStep) -> dict[str, Any]:
    return {"shortfall": asdict(one.standing)}


# ----------------------------------------------------------------------------------------------------------------
# The chosen rules as a text that says at its head what was changed and what was measured.

WIDTH = 110
"""Letters of a line of comment."""


def check_writable(parent: Variant) -> None:
    """Refuse a game that has no rules text to write."""
    if isinstance(parent.parent, ClassOrigin):
        raise AptsError("the game is a Python class, so there is no rules text to write; leave out --write")


def repaired_text(found: Improvement) -> str:
    """The rules with the edits in them, after a comment about these."""
    if found.chosen is None:
        raise AptsError("nothing was changed, so there are no rules to write")
    return "\n".join([*comment_lines(found), "", found.chosen.own_text().lstrip("\n")])


def comment_lines(found: Improvement) -> list[str]:
    """What was changed and what was measured, as comments of a rules text."""
    assert found.chosen is not None
    lines = [f"{found.name}, changed by apts improve (method {found.method}, seed {found.seed}).", "Changed:"]
    lines += [f"- {words}" for words in describe_edits(found.chosen)]
    confirmation = found.confirmation
    if confirmation is None:
        lines.append("No fresh matches were played, so nothing is known for sure.")
    else:
        lines.append(f"Measured on {confirmation.matches} fresh matches of each game, with 95 % intervals:")
        lines += [f"- {describe_answer(answer)}" for answer in confirmation.answers]
    lines += [f"Taken for granted, as no goal speaks of it: {goal}." for goal in found.implied]
    if found.new_problems:
        lines += [
            "Worse than before, though no goal asks for it:",
            *(f"- {described}" for described in found.new_problems),
        ]
    return [f"// {part}" for line in lines for part in wrap(line, WIDTH, subsequent_indent="  ")]


def describe_answer(answer: GoalAnswer) -> str:
    """A goal with its figures before and after, at one strength."""
    before, after = (describe_decider(one) for one in (answer.before, answer.after))
    return f"{answer.goal}, {answer.agents}: {before} before, {after} after: {answer.after.verdict}"


def describe_decider(judged: GoalJudgement) -> str:
    """The figure that decides a goal, with its interval and, where the goal is about several, with its name."""
    found = judged.estimate
    if found is None:
        return "not measured"
    named = f"{judged.figure}: " if judged.goal.each and judged.figure not in ("", judged.goal.metric) else ""
    return f"{named}{found.value:.3g} ({found.low:.3g} to {found.high:.3g})"
