"""The form of a search for better rules: design questions with their numbers, own goals, a budget, what may change."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from starlette.datastructures import FormData

from apts.agents.levels import level_names
from apts.errors import AptsError
from apts.playtest.evidence.evidence import Goals
from apts.playtest.goals import Goal, read_goal
from apts.playtest.goals.goal_files import bank_names, bank_set, requested_goals
from apts.request_fields import RequestField, offered, request_fields
from apts.studio.security.allowed import IN_THE_STUDIO, allowed_goal
from apts.studio.words import StudioTexts
from apts.variants.search.improve_request import MINUTES, ImproveRequest
from apts.variants.search.improve_settings import check_settings
from apts.variants.search.improving import METHODS
from apts.variants.search.methods.sampling import SAMPLING, need_optuna
from apts.variants.variant import STRUCTURAL_KINDS, VALUE_KINDS

MOST_OWN_GOALS = 20


class Mistakes(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """What is wrong in a form, a sentence for each field."""

    def __init__(self, by_field: Mapping[str, str]) -> None:
        super().__init__("; ".join(by_field.values()))
        self.by_field = dict(by_field)


@dataclass(frozen=True)
class GoalFields:
    """A goal of a question with the ends that can be set; shares are set in per cent."""

    label: str
    goal: Goal

    @property
    def ends(self) -> tuple[tuple[str, str], ...]:
        """The ends of its range by name, as they stand in the form."""
        if self.goal.used or self.goal.trend is not None:
            return ()
        given = (("low", self.goal.low), ("high", self.goal.high))
        return tuple((name, f"{end * self.scale:.6g}") for name, end in given if math.isfinite(end))

    @property
    def scale(self) -> float:
        """What a number of the goal is multiplied by in the form."""
        return 100.0 if self.goal.scale.is_share else 1.0

    @property
    def unit(self) -> str:
        """What stands behind the number."""
        return "%" if self.goal.scale.is_share else self.goal.scale.unit

    def with_ends(self, given: Mapping[str, float]) -> Goal:
        """The goal with other ends, as they were typed."""
        ends = {name: end / self.scale for name, end in given.items()}
        return replace(self.goal, low=ends.get("low", self.goal.low), high=ends.get("high", self.goal.high))


@dataclass(frozen=True)
class QuestionFields:
    """A design question of the bank with its goals."""

    name: str
    goals: tuple[GoalFields, ...]

    def title(self, language: str) -> str:
        """The question, so that yes is what is wanted."""
        page = bank_set(self.name).page(language)
        return page.get("asked", page["question"])

    def why(self, language: str) -> str:
        """Why it matters, in a sentence."""
        page = bank_set(self.name).page(language)
        return page.get("short", page["why"])


def goal_label(label: str, language: str) -> str:
    """What a goal of the bank is called by its label, such as ``few-draws.1``; nothing where there is none."""
    name, _, place = label.rpartition(".")
    told = bank_set(name).labels(language) if name in bank_names() and place.isdecimal() else ()
    return dict(enumerate(told, 1)).get(int(place), "") if told else ""


@cache
def questions() -> tuple[QuestionFields, ...]:
    """The questions that a search can be asked: those that need no matches of another sort than it plays."""
    return tuple(
        QuestionFields(
            name,
            tuple(GoalFields(f"{name}.{place}", goal) for place, goal in enumerate(bank_set(name).goals().wanted, 1)),
        )
        for name in bank_names()
        if not any(metric.measured_apart for metric in bank_set(name).metrics())
    )


def questions_for(sheet: Mapping[str, Any]) -> tuple[QuestionFields, ...]:
    """Those that make sense for a game, by its number of seats and whether chance is at work."""
    return tuple(
        one
        for one in questions()
        for asked in [bank_set(one.name)]
        if (sheet["players"] > 1 or not asked.for_several)
        and (sheet["chance"] or not any(metric.again for metric in asked.metrics()))
    )


@cache
def usually_asked() -> tuple[str, ...]:
    """The questions that are ticked where nobody has said what is wanted."""
    return tuple(name for name in bank_names() if bank_set(name).is_usual)


def plain_fields() -> dict[str, RequestField]:
    """The fields of a search that the form has plain inputs for; the others have choices and ticks of their own."""
    own = ("goals", "minutes", "matches", "method", "agents", "edits", "pins", "bounds")
    return {name: field for name, field in offered(ImproveRequest, "form").items() if name not in own}


class SearchForm:
    """The form as it was filled in, or as it is at first.

    No field has the name of something that scripts ask of a form itself, such as ``method`` or ``matches``.
    """

    def __init__(self, fields: FormData | None = None) -> None:
        self._fields = fields

    def value(self, name: str, usual: object = "") -> str:
        """What stands in a field."""
        return str(usual) if self._fields is None else str(self._fields.get(name, ""))

    def ticked(self, name: str, value: str, *, usual: bool = False) -> bool:
        """Whether a box is ticked."""
        return usual if self._fields is None else value in self._fields.getlist(name)

    def request(self, sheet: Mapping[str, Any], message: StudioTexts) -> ImproveRequest:
        """What is asked for; raises :class:`Mistakes`."""
        reading = _Reading(self, message)
        given: dict[str, Any] = {
            "goals": reading.goals(questions_for(sheet)),
            "edits": [kind for kind in (*VALUE_KINDS, *STRUCTURAL_KINDS) if self.ticked("kinds", kind)],
            "method": self.value("way") or "race",
            "agents": reading.agents(),
            "matches": reading.asked("matches", "budget"),
            **{name: reading.asked(name) for name in plain_fields()},
            **reading.limits(sheet["tunables"]),
        }
        if given["matches"] is None:
            given["minutes"] = reading.asked("minutes") or MINUTES
        if not given["edits"]:
            reading.mistakes["kinds"] = message("improve.mistake.kinds")
        if not given["goals"] and "own" not in reading.mistakes:
            reading.mistakes["goals"] = message("improve.mistake.goals")
        if reading.mistakes:
            raise Mistakes(reading.mistakes)
        return reading.together(ImproveRequest(**given))


class _Reading:
    """Reads a form; what is wrong is noted at its field."""

    def __init__(self, form: SearchForm, message: StudioTexts) -> None:
        self.form, self.say = form, message
        self.mistakes: dict[str, str] = {}

    def goals(self, asked: Sequence[QuestionFields]) -> list[dict[str, Any]]:
        """Goals of the questions that are ticked, then own ones."""
        found = []
        for question in asked:
            if self.form.ticked("question", question.name):
                for one in question.goals:
                    goal = self._with_ends(one)
                    found.append({"goal": str(goal), "weight": goal.weight, "label": one.label})
        return found + self._own_goals()

    def _with_ends(self, one: GoalFields) -> Goal:
        given = {}
        for end, default in one.ends:
            name = f"{end}:{one.label}"
            value = self.number(name, float(default), -1e9, 1e9)
            if value is not None:
                given[end] = value
        try:
            found = one.with_ends(given)
            read_goal(str(found))
        except AptsError as problem:
            self.mistakes[f"goal:{one.label}"] = str(problem)
            return one.goal
        return found

    def _own_goals(self) -> list[dict[str, Any]]:
        found, wrong = [], []
        lines = [line.strip() for line in self.form.value("own").splitlines() if line.strip()]
        for line in lines[:MOST_OWN_GOALS]:
            try:
                if "/" in line or "\\" in line:
                    raise AptsError(self.say("improve.mistake.files", goal=line))
                goal = read_goal(allowed_goal(line, None, ""))
                found.append({"goal": str(goal), "weight": goal.weight, "label": ""})
            except AptsError as problem:
                wrong.append(str(problem))
        if len(lines) > MOST_OWN_GOALS:
            wrong.append(self.say("improve.mistake.many", most=MOST_OWN_GOALS))
        if wrong:
            self.mistakes["own"] = "\n".join(wrong)
        return found

    def agents(self) -> str | None:
        """The level that plays; None where it follows from the time."""
        chosen = self.form.value("agents")
        if chosen in ("random", *(f"level:{name}" for name in level_names())):
            return chosen
        return None

    def limits(self, tunables: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
        """What is pinned, and bounds that are narrower than what a number can be."""
        pins, bounds = [], []
        for one in tunables:
            path = one["path"]
            if self.form.ticked("pin", path):
                pins.append(path)
            elif one.get("low") is not None and not one["fixed"]:
                low = self.whole(f"low:{path}", one["low"], -(10**9), 10**9)
                high = self.whole(f"high:{path}", one["high"], -(10**9), 10**9)
                if low is not None and high is not None and low > high:
                    self.mistakes[f"low:{path}"] = self.say("improve.mistake.bounds", low=low, high=high)
                elif (low, high) != (one["low"], one["high"]):
                    bounds.append(f"{path}={low}..{high}")
        return {"pins": pins, "bounds": bounds}

    def number(self, name: str, usual: float | None, low: float, high: float) -> float | None:
        """The number in a field; an empty one has the usual number."""
        text = self.form.value(name).strip().replace(",", ".")
        if not text:
            return usual
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            ends = {"low": self.say.number(low, 2 if low % 1 else 0), "high": self.say.number(high)}
            self.mistakes[name] = self.say("improve.mistake.number", read=text[:30], **ends)
            return usual
        return value

    def whole(self, name: str, usual: int | None, low: int, high: int) -> int | None:
        """The same for whole numbers."""
        value = self.number(name, usual, low, high)
        if value is not None and value != int(value):
            self.mistakes[name] = self.say("improve.mistake.whole", read=self.form.value(name)[:30])
            return usual
        return None if value is None else int(value)

    def asked(self, name: str, written: str | None = None) -> Any:
        """A field of the request as it was filled in; what it cannot be is noted, in the words that it has everywhere."""
        field = request_fields(ImproveRequest)[name]
        text = self.form.value(written or name).strip()
        try:
            return field.shared(field.read(text), IN_THE_STUDIO) if text else field.default
        except AptsError as problem:
            self.mistakes[written or name] = str(problem)
            return field.default

    def together(self, request: ImproveRequest) -> ImproveRequest:
        """The request, unless no game can keep its goals together, or there is no such method."""
        goals, settings = requested_goals(request.goals) or Goals(), request.settings()
        try:
            check_settings(goals.wanted, settings, METHODS)
        except AptsError as problem:
            self.mistakes["way" if request.method not in METHODS else "goals"] = str(problem)
        try:
            if request.method in SAMPLING:
                need_optuna()
        except AptsError as problem:
            self.mistakes["way"] = str(problem)
        if self.mistakes:
            raise Mistakes(self.mistakes)
        return request
