"""The styles by name: what each is called in every language, and the figure of a position that it likes to be high.

A figure takes a position and a seat. It is read from the position alone, so that a style needs no memory of the match. Games
from rules text are read by the terms of evaluations, Python classes by what they say of themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import local
from weakref import WeakKeyDictionary

from apts.agents.searching.evaluations import figure_of_rules
from apts.engine.play.game import Game, State
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.locales import ENGLISH, PORTUGUESE
from apts.search.evaluation.mirror import mirror_figure
from apts.search.evaluation.style_terms import PositionFigure, style_figure

Figure = Callable[[State, int], float]
"""What a style likes to be high in a position, for a seat."""

MakeFigure = Callable[[Game], Figure | None]


@dataclass(frozen=True)
class StyleTexts:
    """A style in one language: its name, and what it does."""

    called: str
    does: str


@dataclass(frozen=True)
class Style:
    """A style of play: a name, its texts by language, and what makes its figure for a game; None where that is not readable.

    Without ``figure`` a style is a way to choose: ``plain`` takes the best move, ``random`` draws one by lot.
    """

    name: str
    texts: Mapping[str, StyleTexts] = field(hash=False)
    figure: MakeFigure | None = None

    def text(self, language: str) -> StyleTexts:
        """Its texts in a language, or in English."""
        return self.texts.get(language) or self.texts[ENGLISH]


def _by_rules(make: Callable[[RulesGame], PositionFigure | None], of_class: MakeFigure | None = None) -> MakeFigure:
    """The figure of a style in rules text, and by other means in a class."""

    def made(game: Game) -> Figure | None:
        if game.definition is not None:
            return None if of_class is None else of_class(game)
        return figure_of_rules(game, make)

    return made


def _by_terms(style: str, of_class: MakeFigure | None = None) -> MakeFigure:
    """The figure of a style by its terms in rules text."""
    return _by_rules(lambda rules: style_figure(rules, style), of_class)


def _scores(game: Game) -> Figure | None:
    """Own points beyond the mean of the others'."""
    if game.start().scores is None:
        return None

    def figure(state: State, seat: int) -> float:
        scores = state.scores
        if scores is None:
            return 0.0
        others = [points for place, points in enumerate(scores, 1) if place != seat]
        return float(scores[seat - 1]) - (sum(others) / len(others) if others else 0.0)

    return figure


def _fewest_standing(game: Game) -> Figure | None:
    """How few pieces stand on the sites that a class names; whose they are it does not say."""
    return (lambda state, seat: -float(len(state.standing))) if game.site_names else None


def _fewest_replies(game: Game) -> Figure | None:
    """How few moves whoever is next has, if that is another one."""
    del game
    return lambda state, seat: 0.0 if state.outcome is not None or state.mover == seat else -float(len(state.moves()))


PLAIN, RANDOM = "plain", "random"

UNREADABLE, ALIKE = "class", "alike"
"""Why a game lacks a style: a Python class does not say enough, or the moves of a turn are all alike to the style."""

LACKING = {
    UNREADABLE: {
        ENGLISH: "a Python class does not say what it needs to know",
        PORTUGUESE: "uma classe Python não diz o que ele precisa saber",
    },
    ALIKE: {
        ENGLISH: "the moves of a turn do not differ in it",
        PORTUGUESE: "os lances de uma vez não diferem nisso",
    },
}
"""The same in words, by language."""

STYLES = (
    Style(
        PLAIN,
        {
            ENGLISH: StyleTexts("plain", "plays what the search holds for best"),
            PORTUGUESE: StyleTexts("simples", "joga o que a busca tem por melhor"),
        },
    ),
    Style(
        "takes",
        {
            ENGLISH: StyleTexts("takes", "takes pieces of the others"),
            PORTUGUESE: StyleTexts("captura", "captura peças dos outros"),
        },
        _by_terms("takes", _fewest_standing),
    ),
    Style(
        "grabs",
        {
            ENGLISH: StyleTexts("grabs", "grabs points at once"),
            PORTUGUESE: StyleTexts("pontua", "agarra pontos na hora"),
        },
        _scores,
    ),
    Style(
        "blocks",
        {
            ENGLISH: StyleTexts("blocks", "takes lines, ways or moves from the others"),
            PORTUGUESE: StyleTexts("bloqueia", "tira linhas, caminhos ou lances dos outros"),
        },
        _by_terms("blocks", _fewest_replies),
    ),
    Style(
        "spreads",
        {
            ENGLISH: StyleTexts("spreads", "spreads over the board"),
            PORTUGUESE: StyleTexts("espalha", "espalha-se pelo tabuleiro"),
        },
        _by_terms("spreads"),
    ),
    Style(
        "rushes",
        {
            ENGLISH: StyleTexts("rushes", "goes straight for its own end"),
            PORTUGUESE: StyleTexts("corre", "vai direto ao próprio fim"),
        },
        _by_terms("rushes"),
    ),
    Style(
        "safe",
        {
            ENGLISH: StyleTexts("safe", "keeps its pieces where nobody reaches them"),
            PORTUGUESE: StyleTexts("segura", "mantém as peças onde ninguém as alcança"),
        },
        _by_terms("safe"),
    ),
    Style(
        "imitates",
        {
            ENGLISH: StyleTexts("imitates", "mirrors what the others have"),
            PORTUGUESE: StyleTexts("imita", "espelha o que os outros têm"),
        },
        _by_rules(mirror_figure),
    ),
    Style(
        RANDOM,
        {
            ENGLISH: StyleTexts("random", "draws moves by lot, better ones likelier"),
            PORTUGUESE: StyleTexts("sorteia", "sorteia os lances, os melhores com mais chance"),
        },
    ),
)
"""All styles, the one that is none first."""


def style_names() -> tuple[str, ...]:
    """The names of the styles."""
    return tuple(style.name for style in STYLES)


def style_of(name: str) -> Style:
    """A style by its name; a wrong name lists the valid ones."""
    found = next((style for style in STYLES if style.name == name), None)
    if found is None:
        raise AptsError(f"there is no style {name!r}; there are {', '.join(style_names())}")
    return found


class _Figures(local):
    """The figures of this thread, by game and style: they have memory that they write to."""

    def __init__(self) -> None:
        self.known: WeakKeyDictionary[Game, dict[str, Figure | None]] = WeakKeyDictionary()


_FIGURES = _Figures()


def figure_for(game: Game, style: Style) -> Figure | None:
    """What a style likes in positions of a game; None where that cannot be read, or the style is a way to choose."""
    if style.figure is None:
        return None
    own = _FIGURES.known.setdefault(game, {})
    if style.name not in own:
        own[style.name] = style.figure(game)
    return own[style.name]
