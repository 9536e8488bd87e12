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
from apts.playtest.evidence.choices import RuleUse, choice_effect, second_look
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.metric_registry import Declaration, Shown, Texts, mean_of, metric
from apts.playtest.metrics.parts import EFFECT, PIECES, PLACE, SHARE, Figures, Metric, Named, Parts, row_estimate
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


# ----------------------------------------------------------------------------------------------------------------
# Rule coverage: how often each rule of the text was tried and took effect.


class RuleParts(Parts):
    """The share of matches in which each rule took effect, by its name, line and column."""

    thing = "rule"
    of_one_text = True

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        replayed = int(metric.details.get("replayed", 0))
        for row in metric.details.get("rows", []):
            yield f"{row['name']} {row['line']}:{row['column']}", wilson(row["matches"], max(1, replayed))

    def labels(self, part: str, inside: Figures, metric: Metric, evidence: Evidence) -> list[str]:
        place = PLACE.fullmatch(part)
        if place is None:
            return super().labels(part, inside, metric, evidence)
        ending = f" {int(place[1])}{place[2] or ':'}"
        return [label for label in inside if (label.endswith(ending) if place[2] else ending in label)]


@metric(
    Declaration(
        "rule-coverage",
        {
            ENGLISH: Texts(
                "Rule coverage",
                "share of the rules of the text that took effect in at least one match; n is the number of rules",
                every="every rule",
                each="Share of matches in which each rule takes effect",
            ),
            PORTUGUESE: Texts(
                "Cobertura das regras",
                "parte das regras do texto que tiveram efeito em ao menos uma partida; n é o número de regras",
                every="cada regra",
                each="Parte das partidas em que cada regra tem efeito",
            ),
        },
        details="how often each rule was tried, and how many of these tries took effect, by replaying up to 200 matches. A "
        "condition takes effect when it holds, a rule of moves when one of its moves is played, an effect when it is "
        "carried out, an end when somebody leaves the match by it; so do the rules around it that brought it about",
        scale=SHARE,
        percent=True,
        better="higher",
        shown=frozenset({Shown.FIGURES}),
        order=320,
        parts=RuleParts(),
        tested=False,
    )
)
def rule_coverage(evidence: Evidence) -> Metric:
    """Counts by line of the text; n is the number of rules."""
    if evidence.game is None or evidence.game.from_rules is None:
        return Metric.missing("only games from rules text have rules to count")
    look = second_look(evidence)
    found = look.rules if look is not None else ()
    if look is None or not found:
        return Metric.missing("the text has no rules that are counted")
    used = sum(rule.effects > 0 for rule in found)
    share = used / len(found)
    rows = [_row(rule, look.replayed) for rule in found]
    return Metric(share, share, share, len(found), {"replayed": look.replayed, "rows": rows})


def _row(rule: RuleUse, matches: int) -> dict[str, Any]:
    share = wilson(rule.matches, matches)
    return {
        "name": rule.name,
        "kind": rule.kind,
        "line": rule.line,
        "column": rule.column,
        "tried": rule.tried,
        "effects": rule.effects,
        "matches": rule.matches,
        "inside_unused": rule.inside_unused,
        "share": share.value,
        "share_high": share.high,
    }


# ----------------------------------------------------------------------------------------------------------------
# Pieces that leave the board: what seats capture, and what is left at the end.

UNKNOWN = "the game does not say what stands where"
NOTHING_LEAVES = "no piece left the board in any match"
NOTHING_TAKEN = "no piece was captured in any match"


@metric(
    Declaration(
        "captures",
        {
            ENGLISH: Texts(
                "Captures",
                "pieces captured a match, by all seats together",
                asks="how many pieces are captured",
                more="the more pieces are captured",
                less="the fewer pieces are captured",
            ),
            PORTUGUESE: Texts(
                "Capturas",
                "peças capturadas por partida, por todos os lugares juntos",
                asks="quantas peças são capturadas",
                more="mais peças são capturadas",
                less="menos peças são capturadas",
            ),
        },
        details="each seat; what is swept off together with the mover's own pieces, as at the end of a round, is not "
        "captured; a game written as a class that says what stands where has the pieces of all seats together",
        scale=PIECES,
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES, Shown.EFFECTS, Shown.STRENGTHS}),
        order=260,
        nothing_at_zero=True,
    )
)
def captures(evidence: Evidence) -> Metric:
    """Enemy pieces that captures took off the board."""
    taken = _noted(evidence, "captured")
    if taken is None:
        return Metric.missing(UNKNOWN)
    if not taken.any():
        return Metric.missing(NOTHING_TAKEN)
    return Metric.of(mean_of(evidence, taken.sum(axis=1), 0.0), seats=_by_seat(evidence, taken))


@metric(
    Declaration(
        "pieces-left",
        {
            ENGLISH: Texts("Pieces left", "pieces on the board at the end of a match"),
            PORTUGUESE: Texts("Peças restantes", "peças no tabuleiro ao fim de uma partida"),
        },
        details="each seat, and the start; for games in which pieces leave the board",
        scale=PIECES,
        shown=frozenset({Shown.FIGURES}),
        order=270,
    )
)
def pieces_left(evidence: Evidence) -> Metric:
    """Only for games in which pieces leave the board: elsewhere it says no more than the length."""
    left, placed = _noted(evidence, "left"), _noted(evidence, "set_out")
    if left is None or placed is None:
        return Metric.missing(UNKNOWN)
    if not any(match.facts.get("gone") for match in evidence.matches):
        return Metric.missing(NOTHING_LEAVES)
    rows = _by_seat(evidence, left[:, :-1]) if left[:, :-1].any() or placed[:, :-1].any() else []
    at_start = [float(count) for count in placed.mean(axis=0)]
    return Metric.of(
        mean_of(evidence, left.sum(axis=1), 0.0),
        seats=[{**row, "set_out": at_start[row["seat"] - 1]} for row in rows],
        set_out=sum(at_start),
    )


def _noted(evidence: Evidence, name: str) -> Numbers | None:
    """A note of all matches, a row each; None where some were stored without it."""
    notes = [match.facts.get(name) for match in evidence.matches]
    return None if any(note is None for note in notes) else np.array(notes, dtype=np.float64)


def _by_seat(evidence: Evidence, columns: Numbers) -> list[dict[str, Any]]:
    found = [mean_of(evidence, columns[:, seat], 0.0) for seat in range(evidence.players)]
    return [
        {"seat": seat, "value": one.value, "low": _finite(one.low), "high": _finite(one.high)}
        for seat, one in enumerate(found, 1)
    ]


def _finite(end: float) -> float | None:
    return end if np.isfinite(end) else None
