"""What strength does to each figure, in words that terminals, pages and notebooks share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from apts.engine.play.outcome import SeatCalled
from apts.playtest.evidence.sentences import Amount, Listed, Message, Value, make_message, percent, points
from apts.playtest.metrics import reads_in_percent
from apts.playtest.panel.panel import FigureAcross, Panel
from apts.statistics import Word


@dataclass(frozen=True)
class AcrossInWords:
    """A figure at every strength in words: what it is called, its values, and what strength does to it."""

    figure: FigureAcross
    title: Value
    values: tuple[Value, ...]
    word: Value


def strength_values(figure: FigureAcross) -> tuple[Value, ...]:
    """The figure at each strength, a line where it was not measured."""
    share = reads_in_percent(figure.name)
    return tuple("–" if one is None else percent(one.value) if share else _amount(one.value) for one in figure.at)


def _amount(value: float) -> Amount:
    return Amount(f"{value:.3g}")


def word_of(figure: FigureAcross) -> Message:
    """What strength does to a figure; how much, where it grows or shrinks."""
    if figure.untested:
        return make_message(f"panel/word/{figure.untested}")
    line = figure.line
    if figure.word not in (Word.GROWS, Word.SHRINKS) or line is None:
        return make_message(f"panel/word/{figure.word}")
    ends = sorted((line.slope.low, line.slope.high), key=abs)
    values = dict(zip(("slope", "low", "high"), (abs(line.slope.value), *map(abs, ends)), strict=True))
    if reads_in_percent(figure.name):
        return make_message(f"panel/word/{figure.word}-points", **{key: points(one) for key, one in values.items()})
    return make_message(f"panel/word/{figure.word}", **{key: Amount(f"{one:.2g}") for key, one in values.items()})


def title_of(figure: FigureAcross, panel: Panel, title: str) -> Value:
    """What a figure is called: the score of a seat by its name, others by the ``title`` of their metric."""
    if not figure.part:
        return title
    game = panel.runs[panel.main].game
    seat = SeatCalled(int(figure.part.split()[1]), () if game is None else game.seat_names)
    return make_message("panel/score", seat=seat)


def in_words(panel: Panel, called: Callable[[str], str] = str) -> Iterator[AcrossInWords]:
    """All figures in words; ``called`` gives what a metric is called, by default the name that goals have for it."""
    for figure in panel.figures:
        name = title_of(figure, panel, called(figure.name))
        yield AcrossInWords(figure, name, strength_values(figure), word_of(figure))


def who_plays(panel: Panel) -> Message:
    """The strengths with their matches."""
    return make_message(
        "panel/players",
        budgets=Listed([Amount(f"{one:,}") for one in panel.budgets]),
        matches=Listed([Amount(f"{len(run.matches):,}") for run in panel.runs]),
    )


def unsettled(panel: Panel) -> list[str]:
    """The metrics of which nothing is settled."""
    return [one.name for one in panel.figures if not one.changes and not one.untested and not one.part]


def strength_sentences(panel: Panel) -> list[Message]:
    """Who played, and a line for each figure of which something is settled."""
    told = [
        make_message("panel/line", title=one.title, told=Listed(one.values), word=one.word)
        for one in in_words(panel)
        if one.figure.changes
    ]
    return [who_plays(panel), *told]
