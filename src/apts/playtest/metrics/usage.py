"""What is used: sites, pieces, kinds of moves, and what using them has to do with the result."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.archive import MatchRecord
from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.choices import choice_effect
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.evidence.second_look import second_look
from apts.playtest.metrics.declaration import Declaration, Shown, Texts
from apts.playtest.metrics.measured_metric import Metric
from apts.playtest.metrics.metric_registry import metric
from apts.playtest.metrics.parts import EFFECT, Named, Parts, row_estimate
from apts.playtest.metrics.scales import SHARE
from apts.playtest.metrics.value_streams import Stream
from apts.statistics import Comparison, wilson

NO_NOTES = "the matches were stored without notes on pieces and sites"


@dataclass(frozen=True)
class Use:
    """How a thing is used: the matches it appears in, its uses, and what choosing it does to the score of a seat."""

    matches: int
    uses: int
    effect: Comparison | None
    numbers: tuple[int, ...] = ()


def uses(evidence: Evidence, column: str) -> dict[Hashable, Use]:
    """The uses of everything that appears in a column of the notes (kinds, pieces, targets)."""
    counts: dict[Hashable, Numbers] = defaultdict(lambda: np.zeros((evidence.n, evidence.players)))
    # A pass that the rules offer is a move like others, at the end of a match too.
    matches = evidence.whole if "pass" in known_kinds(evidence) else evidence.matches
    for row, match in enumerate(matches):
        for turn, thing in zip(match.turns, match.facts.get(column, ()), strict=False):
            if thing is not None and 1 <= turn.mover <= evidence.players:
                counts[thing][row, turn.mover - 1] += 1
    look = second_look(evidence)
    choices = look.choices.of(column) if look is not None else {}
    strata = sitting(evidence)
    found = {}
    for thing, table in counts.items():
        present = np.asarray((table > 0).any(axis=1))
        numbers = tuple(number for number, here in zip(evidence.numbers, present, strict=True) if here)
        effect = choice_effect(evidence, choices[thing], strata) if thing in choices else None
        found[thing] = Use(int(present.sum()), int(table.sum()), effect, numbers)
    return found


def centred(evidence: Evidence, table: Numbers) -> Numbers:
    """A table with a column a seat, less the mean of each agent at each seat: neither of them is to explain an effect."""
    result = table.astype(np.float64).copy()
    strata = sitting(evidence)
    for stratum in set(strata.ravel()):
        inside = strata == stratum
        result[inside] -= result[inside].mean()
    return result


def sitting(evidence: Evidence) -> NDArray[np.int64]:
    """A row a match, a column a seat: a number that tells which agent sits at which seat."""
    specs = evidence.manifest.agents
    agents = [[specs.index(specs[agent]) for agent in match.seats] for match in evidence.matches]
    table = np.array(agents, dtype=np.int64).reshape(evidence.n, evidence.players)
    return table * evidence.players + np.arange(evidence.players)


def _rows(evidence: Evidence, found: dict[Hashable, Use]) -> list[dict[str, Any]]:
    rows = []
    for thing, use in sorted(found.items(), key=lambda entry: (-entry[1].uses, str(entry[0]))):
        share = wilson(use.matches, evidence.n)
        effect = use.effect
        rows.append(
            {
                "name": thing,
                "matches": use.matches,
                "share": share.value,
                "share_low": share.low,
                "share_high": share.high,
                "uses_a_match": use.uses / evidence.n,
                "effect": None if effect is None else effect.difference.value,
                "effect_low": None if effect is None else effect.difference.low,
                "effect_high": None if effect is None else effect.difference.high,
            }
        )
    return rows


class UseParts(Parts):
    """The share of matches in which each thing of a column of the notes is used, and what choosing it does."""

    is_share = True

    def __init__(self, thing: str, column: str, *, with_strength: bool = False):
        self.thing, self.column, self.with_strength = thing, column, with_strength

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        for row in metric.details.get("rows", []):
            share = row_estimate(row, "share", "share_low", "share_high", matches)
            effect = row_estimate(row, "effect", "effect_low", "effect_high", matches)
            if share is not None:
                yield f"{row['name']}", share
            if effect is not None:
                yield f"{row['name']}{EFFECT}", effect

    def unseen(self, metric: Metric, evidence: Evidence) -> Iterable[str]:
        """All sites, where parts are sites; kinds of moves and pieces that never appear have rows of their own."""
        return tuple(metric.details.get("names", ()))

    def stream(self, label: str, evidence: Evidence) -> Stream | None:
        if label.endswith(EFFECT):
            return None
        names = () if evidence.game is None or self.column != "targets" else evidence.game.site_names
        thing: object = names.index(label) if label in names else label
        matches = evidence.whole if "pass" in known_kinds(evidence) else evidence.matches
        flags = [thing in match.facts.get(self.column, ())[: len(match.turns)] for match in matches]
        return Stream.of(evidence, np.array(flags, dtype=np.float64))


@metric(
    Declaration(
        "move-use",
        {
            ENGLISH: Texts(
                "Move use",
                "share of matches in which the least used kind of move of the rules appears",
                part_more="the more matches see a move of the kind {part}",
                part_less="the fewer matches see a move of the kind {part}",
                every="every move",
                each="Share of matches with each kind of move",
            ),
            PORTUGUESE: Texts(
                "Uso dos lances",
                "parte das partidas em que aparece o tipo de lance das regras menos usado",
                part_more="em mais partidas há um lance do tipo {part}",
                part_less="em menos partidas há um lance do tipo {part}",
                every="cada tipo de lance",
                each="Parte das partidas com cada tipo de lance",
            ),
        },
        details="all kinds of moves, and what choosing them does to the score (see below)",
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.FIGURES}),
        order=300,
        parts=UseParts("move", "kinds", with_strength=True),
    )
)
def move_use(evidence: Evidence) -> Metric:
    """Uses of every kind of move, those of the rules that never appear included."""
    return _use(evidence, "kinds", known_kinds(evidence))


@metric(
    Declaration(
        "piece-use",
        {
            ENGLISH: Texts(
                "Piece use",
                "share of matches in which the least used kind of piece moves",
                part_more="the more matches see the piece {part} move",
                part_less="the fewer matches see the piece {part} move",
                every="every piece",
                each="Share of matches that use each kind of piece",
            ),
            PORTUGUESE: Texts(
                "Uso das peças",
                "parte das partidas em que se move o tipo de peça menos usado",
                part_more="em mais partidas a peça {part} se move",
                part_less="em menos partidas a peça {part} se move",
                every="cada peça",
                each="Parte das partidas que usam cada tipo de peça",
            ),
        },
        details="all pieces, and what choosing them does to the score (see below)",
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.FIGURES}),
        order=290,
        parts=UseParts("piece", "pieces", with_strength=True),
    )
)
def piece_use(evidence: Evidence) -> Metric:
    """Uses of every piece, those of the rules that never appear included."""
    return _use(evidence, "pieces", known_pieces(evidence))


def _use(evidence: Evidence, column: str, known: Sequence[str]) -> Metric:
    if not any(match.facts.get(column) for match in evidence.matches):
        return Metric.missing(NO_NOTES)
    found = uses(evidence, column)
    for name in known:
        found.setdefault(name, Use(0, 0, None))
    if not found:
        return Metric.missing(NO_NOTES)
    least = min(use.matches for use in found.values())
    return Metric.of(wilson(least, evidence.n), rows=_rows(evidence, found))


def known_kinds(evidence: Evidence) -> tuple[str, ...]:
    """The kinds of moves that the rules offer, where they are known beforehand."""
    return () if evidence.game is None else evidence.game.move_kinds


def known_pieces(evidence: Evidence) -> tuple[str, ...]:
    """The pieces of the players, where the game names them."""
    return () if evidence.game is None else evidence.game.piece_names


@metric(
    Declaration(
        "board-use",
        {
            ENGLISH: Texts(
                "Board use",
                "share of the sites of the board that were ever occupied; n is the number of sites",
                every="every site",
                each="Share of matches that use each site",
            ),
            PORTUGUESE: Texts(
                "Uso do tabuleiro",
                "parte das casas do tabuleiro que alguma vez foram ocupadas; n é o número de casas",
                every="cada casa",
                each="Parte das partidas que usam cada casa",
            ),
        },
        details="uses and effects by site (see below)",
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.FIGURES}),
        order=310,
        parts=UseParts("site", "targets"),
        tested=False,
    )
)
def board_use(evidence: Evidence) -> Metric:
    """Over all matches together; n is the number of sites."""
    names = () if evidence.game is None else evidence.game.site_names
    if not names:
        return Metric.missing("the game names no sites")
    sites = len(names)
    occupied = {site for match in evidence.matches for site in match.facts.get("occupied", ()) if site < sites}
    by_site: dict[Hashable, Use] = {
        names[int(str(site))]: use for site, use in uses(evidence, "targets").items() if int(str(site)) < sites
    }
    per_seat = _per_seat(evidence, sites)
    # All sites were looked at: the share has no sampling error as a statement about these matches.
    share = len(occupied) / sites
    return Metric(
        share,
        share,
        share,
        sites,
        {"rows": _rows(evidence, by_site), "names": list(names[:sites]), "seats": per_seat},
    )


def _per_seat(evidence: Evidence, sites: int) -> list[list[int]]:
    """For each seat how often it moved to each site."""
    table = np.zeros((evidence.players, sites), dtype=np.int64)
    for match in evidence.matches:
        for turn, site in zip(match.turns, match.facts.get("targets", ()), strict=False):
            if site is not None and site < sites and 1 <= turn.mover <= evidence.players:
                table[turn.mover - 1, site] += 1
    return [[int(count) for count in row] for row in table]


def first_move(match: MatchRecord) -> str | None:
    """The move that opened a match."""
    return match.turns[0].move if match.turns else None
