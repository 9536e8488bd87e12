"""What commands print about play-tests, comparisons and searches, in the language of ``--lang``.

Frames of sentences and headings are the catalogue ``terminal``; sentences of results, findings, goals and metrics are told
as reports tell them. In English metrics go by the names that goals and JSON have, and sentences are those of Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from apts.errors import AptsError
from apts.locales import ENGLISH, language_of
from apts.locales.catalogue import Words, words

if TYPE_CHECKING:
    from apts.agents.agent import Agent
    from apts.engine.play.game import Game
    from apts.playtest.evidence.sentences import Message, Value
    from apts.playtest.findings import Finding
    from apts.playtest.goals import Goal, GoalJudgement
    from apts.playtest.metrics import Metric
    from apts.report.texts import ReportTexts
    from apts.statistics import Estimate
    from apts.variants.sensitivity.effects import TurnedValue
    from apts.variants.variant import FarValue, Variant

SUBJECT = "terminal"


class TerminalTexts:
    """The texts of one language; what reports have is read when it is first wanted."""

    def __init__(self, language: str):
        self.language = language
        self.is_english = language == ENGLISH
        self._words: Words = words(SUBJECT, language)

    @property
    def report(self) -> ReportTexts:
        """The texts that reports have in the language."""
        from apts.report.texts import words as report_words

        return report_words(self.language)

    def __call__(self, key: str, **values: Any) -> str:
        """The text of a key with values put into it."""
        return self._words(key, **values)

    def known(self, key: str, otherwise: str) -> str:
        """The text of a key, or another one where there is none."""
        return self._words.known(key, otherwise)

    def pattern(self, key: str) -> str:
        """The text of a key with its words in braces, for what fills them in itself."""
        return self._words.texts[key]

    def matches(self, number: int) -> str:
        """So many matches."""
        return self._words.counted("count.matches", number)

    def variants(self, number: int) -> str:
        """So many variants."""
        return self._words.counted("count.variants", number)

    def counted(self, key: str, number: int, **values: Any) -> str:
        """A text about so many things."""
        return self._words.counted(key, number, **values)

    def count(self, value: int) -> str:
        """A whole number, its thousands kept apart."""
        return self._words.numbers.grouped(value)

    def number(self, value: float | None, form: str = ".3g") -> str:
        """A number in a form such as ``.3g``, with the decimal sign of the language; a line where there is none."""
        return "–" if value is None else self.rewritten(format(value, form))

    def rewritten(self, english: str) -> str:
        """A number as English writes it, with the signs of the language."""
        return english if self.is_english else self._words.numbers.rewritten(english)

    def interval(self, low: float, high: float, form: str = ".3g") -> str:
        """The two ends of an interval."""
        return self("word.interval", low=self.number(low, form), high=self.number(high, form))

    def agents(self, specs: Iterable[str]) -> str:
        """The agents that play against each other, as they are typed."""
        return self("word.against").join(dict.fromkeys(specs))

    def sentence(self, message: Message) -> str:
        """A sentence of a result."""
        return str(message) if self.is_english else self.report.render(message)

    def value(self, value: Value) -> str:
        """A part of a sentence by itself."""
        return str(value) if self.is_english else self.report.value("", value)

    def finding(self, found: Finding) -> str:
        """The sentence of a finding."""
        return found.sentence if self.is_english else self.report.finding(found)

    def metric(self, name: str) -> str:
        """What a metric is called: in English the name that goals and JSON have, else its title."""
        return name if self.is_english else self.report.metric(name)

    def figure(self, metric: Metric) -> str:
        """The value of a metric with its interval, or why it was not measured."""
        if self.is_english:
            return str(metric)
        if metric.value is None:
            reason = str(metric.details.get("missing", self("word.no-matches")))
            return f"{self('word.not-measured')}: {self.report.known(f'missing.{reason}', reason)}"
        interval = ""
        if metric.n > 1 and metric.low == metric.high:
            interval = self("word.always")
        elif metric.low is not None and metric.high is not None:
            interval = self("word.spread", low=self.number(metric.low), high=self.number(metric.high))
        return self("word.n", value=self.number(metric.value), interval=interval, n=metric.n)

    def estimate(self, found: Estimate | None, form: str = ".3g") -> str:
        """A value with its interval; a line where nothing was measured."""
        if found is None:
            return "–"
        return f"{self.number(found.value, form)} ({self.interval(found.low, found.high, form)})"

    def goal(self, goal: Goal) -> str:
        """What a goal asks for: in English as it is typed."""
        from apts.report.subject import goal_in_words

        return str(goal) if self.is_english else goal_in_words(goal, self.report)

    def judgement(self, found: GoalJudgement) -> str:
        """The verdict about a goal, the goal, and the figure that decides it."""
        from apts.playtest.goals.judging import describe_judgement
        from apts.report.subject import describe_goal

        described = describe_judgement(found) if self.is_english else describe_goal(found, self.report)
        return f"{self(f'verdict.{found.verdict}')}  {described}"

    def decider(self, found: GoalJudgement) -> str:
        """The figure that decides a goal, with its interval."""
        from apts.report.subject import describe_decider as in_words
        from apts.variants.search.improvement import describe_decider

        return describe_decider(found) if self.is_english else in_words(found, self.report)

    def edits(self, variant: Variant) -> tuple[str, ...]:
        """The edits of a variant, one text for each."""
        from apts.variants.difference import edits_in

        return edits_in(self.language, variant)

    def rule(self, turned: TurnedValue) -> str:
        """What a rule is called."""
        return turned.names.get(self.language, turned.called)

    def label(self, label: str) -> str:
        """A value of a rule."""
        return label if self.is_english else self.report.value("label", label)

    def stopped(self, stopped: AptsError) -> str:
        """What is printed where Ctrl-C left too little for a result."""
        return self.known(f"stopped.{stopped}", str(stopped))

    def announcement(self, game: Game) -> str | None:
        """What people should know of a game that goes on after somebody has won or lost; else None."""
        from apts.engine.play_continues import announcement

        found = announcement(game)
        if found is None or self.is_english:
            return found
        return self.report("seats.plays-on") + f" {self.report('seats.places-anew')}" * game.scores_place_all

    def notice(self, game: Game) -> str | None:
        """What everybody who tests the game should know first; None where there is nothing."""
        if game.notice is None or self.is_english:
            return game.notice
        return self.report("page.hidden", game=game.name)

    def thin_searches(self, game: Game, specs: Sequence[str | Agent]) -> list[str]:
        """A sentence for each of the agents that was asked for with too few iterations for the game."""
        from apts.agents.calibrating.thin_searches import thin_searches

        found = thin_searches(game, specs)
        if self.is_english:
            return [thin.sentence for thin in found]
        return [
            self.report(
                "page.thin",
                agent=thin.agent,
                iterations=self.count(thin.iterations),
                moves=self.count(thin.moves),
                least=self.count(thin.wanted),
            ).rstrip(".")
            for thin in found
        ]

    def far_value(self, far: FarValue) -> str:
        """That a number was set outside of the range that is shown for it."""
        if self.is_english or far.usual.low is None or far.usual.high is None:
            return str(far)
        values = {"named": far.path, "value": far.value, "low": far.usual.low, "high": far.usual.high}
        return self("word.set-far", **values)


def terminal_texts(language: str = ENGLISH) -> TerminalTexts:
    """The texts of the language that a tag or a name means."""
    return _terminal_texts(language_of(language))


@cache
def _terminal_texts(language: str) -> TerminalTexts:
    return TerminalTexts(language)
