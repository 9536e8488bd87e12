"""The tables of a report as rows of texts in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apts.archive import RunManifest
from apts.playtest.findings import Finding, declared_finding
from apts.playtest.findings.cure_kinds import cure_kind
from apts.playtest.findings.proved import proof_in_words
from apts.playtest.metrics import Metric, Shown, declared, reads_in_percent, shown_in
from apts.playtest.metrics.proved import proved_run
from apts.playtest.metrics.seats import result_names
from apts.report.going_on import curing_command, settling_command
from apts.report.subject import ReportedRun, detail, measured
from apts.report.texts import ReportTexts
from apts.telling.set_up import end_conditions, end_sentences

Cells = tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """Headings and rows of a table; ``marked`` are the numbers of rows that stand out."""

    headings: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    marked: frozenset[int] = frozenset()


@dataclass(frozen=True)
class FindingCard:
    """A finding as it is shown: title, sentence with the language it is in, evidence, and matches to watch."""

    title: str
    sentence: str
    language: str
    evidence: str
    matches: tuple[int, ...]
    weak: bool
    settle: str | None = None
    cures: tuple[str, ...] = ()
    cure_command: str | None = None


def finding_cards(run: ReportedRun, words: ReportTexts) -> list[FindingCard]:
    """All findings, the worst first, then those that are only probable."""
    named = getattr(run, "panel", None) is None
    return [_card(finding, run, words, named and not _is_of_all(finding)) for finding in (*run.findings, *run.probable)]


def _is_of_all(finding: Finding) -> bool:
    """Whether a finding is so whoever plays, or is about the matches."""
    declared = declared_finding(finding.kind)
    return declared.is_caveat or declared.of_rules


def _card(finding: Finding, run: ReportedRun, words: ReportTexts, by_named_players: bool) -> FindingCard:
    translated = words.sentence(finding)
    parts = [words("finding.matches", n=words.count(finding.n))]
    if by_named_players:
        parts.append(words.players(finding.strength))
    return FindingCard(
        _title(finding, words),
        words.finding(finding),
        words.language if translated else "en",
        " · ".join(parts),
        finding.matches,
        finding.weak,
        None if finding.wanted is None else settling_command(run.manifest, finding.wanted),
        tuple(cure_kind(cure).title(words.language) for cure in declared_finding(finding.kind).cures),
        curing_command(run.manifest, finding.kind),
    )


def _title(finding: Finding, words: ReportTexts) -> str:
    title = words.finding_kind(finding.kind)
    return words("finding.probable", title=title) if finding.state == "probable" else title


def seat_rows(run: ReportedRun, words: ReportTexts) -> list[Cells]:
    """For each seat its score, and its wins, draws (of two) and losses, or with three seats or more its places."""
    rows = []
    for seat in detail(run, "seat-score", "seats"):
        cells = [words("word.seat", seat=seat["seat"]), _share(words, seat["score"], seat["low"], seat["high"])]
        results = [seat[name] for name in result_names(len(seat["places"]))] or seat["places"]
        for found in results:
            shared = words("seats.shared", count=words.count(found["shared"])) if found.get("shared") else ""
            share = _share(words, found["share"], found["low"], found["high"])
            cells.append(f"{words.count(found['count'])} · {share}{shared}")
        rows.append(tuple(cells))
    return rows


def end_rows(run: ReportedRun, words: ReportTexts) -> list[Cells]:
    """Why matches ended: reason, line of the rules, matches, share with its interval."""
    return [
        (
            shown_reason(run, str(row["reason"]), row["line"], words),
            "" if row["line"] is None else str(row["line"]),
            words.count(row["matches"]),
            _share(words, row["share"], row["low"], row["high"]),
        )
        for row in detail(run, "end-reasons", "reasons")
    ]


def shown_reason(run: ReportedRun, reason: str, line: int | None, words: ReportTexts, mover: str = "") -> str:
    """Why a match ended: the rule in words, or where there are none its text, without the line that is told beside it.

    ``mover`` is what to call who had moved, where one match is told of.
    """
    sentences = {} if run.game is None else end_sentences(run.game, words.language, mover)
    return words.known(f"reason.{reason}", sentences.get(reason) or reason.removesuffix(f" (line {line})"))


def shown_condition(run: ReportedRun, reason: str, line: int | None, words: ReportTexts, mover: str) -> str:
    """What came about when a match ended, for a sentence that says itself who won."""
    conditions = {} if run.game is None else end_conditions(run.game, words.language, mover)
    return words.known(f"reason.{reason}", conditions.get(reason) or reason.removesuffix(f" (line {line})"))


def length_rows(run: ReportedRun, words: ReportTexts) -> list[Cells]:
    """Minimum, maximum, mean, median and deviation of the number of turns."""
    if "length" not in run.metrics or run.metrics["length"].value is None:
        return []
    found = run.metrics["length"]
    mean = f"{words.number(found.value, 1)} ({words.interval(found.low, found.high)})"
    figures = [("length.mean", mean)]
    for key, decimals in (("minimum", 0), ("median", 1), ("maximum", 0), ("deviation", 1)):
        figures.append((f"length.{key}", words.number(found.details[key], decimals)))
    return [(words(key), text) for key, text in figures]


def band_rows(run: ReportedRun, words: ReportTexts, name: Any) -> list[Cells]:
    """For each band of lengths its matches and the wins of each seat with intervals.

    For one and two seats a row a band; for more, whose wins would not fit side by side, a row a band and seat.
    """
    rows: list[Cells] = []
    for band in detail(run, "outcome-by-length", "bands"):
        shares = [
            f"{won} · {_share(words, share['share'], share['low'], share['high'])}"
            for won, share in zip(band["wins"], band["shares"], strict=False)
        ] or [words("word.none")] * len(band["wins"])
        first = (name(band), words.count(band["matches"]))
        if len(shares) <= 2:
            rows.append((*first, *shares))
            continue
        for seat, share in enumerate(shares, 1):
            rows.append((*(first if seat == 1 else ("", "")), words("word.seat", seat=seat), share))
    return rows


def opening_rows(run: ReportedRun, words: ReportTexts, most: int = 12) -> list[tuple[Cells, bool]]:
    """For each opening its name, matches, share, and the opener's score; whether it dominates."""
    rows: list[tuple[Cells, bool]] = []
    for row in detail(run, "openings", "rows")[:most]:
        name = str(row["shown"])
        share = _share(words, row["share"], row["share_low"], row["share_high"])
        score = _share(words, row["score"], row["score_low"], row["score_high"])
        rows.append(((name, words.count(row["matches"]), share, score), bool(row["dominant"])))
    return rows


def use_rows(run: ReportedRun, words: ReportTexts, metric: str, most: int = 15) -> list[Cells]:
    """Kinds of moves or pieces: share of matches, uses a match, and what using it goes together with."""
    rows: list[Cells] = []
    for row in detail(run, metric, "rows")[:most]:
        effect = words("word.none")
        if row["effect"] is not None:
            effect = _points(words, row["effect"], row["effect_low"], row["effect_high"])
        share = _share(words, row["share"], row["share_low"], row["share_high"])
        rows.append((str(row["name"]), share, words.number(row["uses_a_match"]), effect))
    return rows


def taken_rows(run: ReportedRun, words: ReportTexts) -> list[Cells]:
    """For each seat the pieces it captures a match, and where that is known what it sets out with and has left."""
    captured = detail(run, "captures", "seats")
    left = {row["seat"]: row for row in detail(run, "pieces-left", "seats")}
    rows = []
    for row in captured or left.values():
        cells = [words("word.seat", seat=row["seat"]), _amount(words, row) if captured else words("word.none")]
        if left:
            cells += [words.number(left[row["seat"]]["set_out"], 1), _amount(words, left[row["seat"]])]
        rows.append(tuple(cells))
    return rows


def _amount(words: ReportTexts, row: Mapping[str, Any]) -> str:
    interval = words.interval(row["low"], row["high"])
    return words.number(row["value"], 1) + (f" ({interval})" if interval else "")


def bound_rows(run: ReportedRun, words: ReportTexts) -> list[tuple[Cells, bool]]:
    """What bounds do to a seat, those that matter first and the largest difference before others; whether they matter."""
    found = [row for metric in ("restricted-play", "stress") for row in detail(run, metric, "rows")]
    found.sort(key=lambda row: (not row["matters"], -abs(row["difference"])))
    rows: list[tuple[Cells, bool]] = []
    for row in found:
        name = f"{words('stress.' + row['mode'])} {words('stress.' + row['sort'])} {row['name']}"
        weak = f" {words('stress.weak')}" if row["weak"] else ""
        points, low, high = (100.0 * row[key] for key in ("difference", "low", "high"))
        interval = words("word.interval", low=words.signed(low, 0), high=words.signed(high, 0))
        p_value = f"< {words.number(0.001)}" if row["p_value"] < 0.001 else words.number(row["p_value"], 3)
        cells = (
            name + weak,
            words.percent(row["score"]),
            words.signed(points, 0),
            interval,
            words.count(row["n"]),
            p_value,
        )
        rows.append((cells, bool(row["matters"])))
    return rows


def forced_rows(run: ReportedRun, words: ReportTexts) -> list[tuple[Cells, bool]]:
    """Openings that were forced, the best first: score, points against the best of the others, free choice."""
    rows: list[tuple[Cells, bool]] = []
    for row in detail(run, "stress", "openings"):
        points, low, high = (words.signed(100.0 * row[key], 0) for key in ("gain", "gain_low", "gain_high"))
        interval = words("word.interval", low=low, high=high)
        cells = (
            row["name"],
            _share(words, row["score"], row["score_low"], row["score_high"]),
            f"{words('stress.against', points=points, rival=row['rival'])} ({interval})",
            _share(words, row["chosen"], row["chosen_low"], row["chosen_high"]),
        )
        rows.append((cells, bool(row["dominates"])))
    return rows


MOST_THROWN = 12
"""Turns at which a result was thrown away that are named."""


def proof_rows(run: ReportedRun, words: ReportTexts) -> list[Cells]:
    """What is proved of the start, how often results are thrown away and where, and how exact values are."""
    rows: list[Cells] = []
    start = measured(run, "best-play")
    if start is not None:
        found = proved_run(run.evidence)
        described = None if isinstance(found, str) else proof_in_words(run.evidence, found)
        rows.append((words.metric("best-play"), "" if described is None else words.render(described), ""))
    for name in ("thrown-away", "value-error"):
        figure = measured(run, name)
        if figure is not None:
            value = words.share(figure.value, figure.low, figure.high)
            rows.append((words.metric(name), value, words.count(figure.details["turns"])))
    thrown = detail(run, "thrown-away", "rows")
    if thrown:
        turns = [words("proofs.turn", match=row["match"], turn=row["turn"]) for row in thrown[:MOST_THROWN]]
        more = words("proofs.more", count=words.count(len(thrown) - MOST_THROWN)) if thrown[MOST_THROWN:] else ""
        rows.append((words("proofs.thrown"), "; ".join([*turns, *([more] if more else [])]), words.count(len(thrown))))
    return rows


def tried_rows(run: ReportedRun, words: ReportTexts) -> list[tuple[Cells, bool]]:
    """Choices that were forced and forbidden: scores without and with them, and the points lost; whether surely any."""
    rows: list[tuple[Cells, bool]] = []
    for row in detail(run, "choice-loss", "rows"):
        points, low, high = (words.signed(100.0 * row[key], 0) for key in ("loss", "low", "high"))
        cells = (
            f"{words('stress.' + row['sort'])} {row['name']}",
            _share(words, row["without"], row["without_low"], row["without_high"]),
            words("word.none") if row["forced"] is None else words.percent(row["forced"], 0),
            f"{points} ({words('word.interval', low=low, high=high)})",
            words.count(row["n"]),
        )
        rows.append((cells, row["low"] > 0.0))
    return rows


def stressed_by(run: ReportedRun) -> str:
    """The agent that was bound; empty where nothing was tried."""
    found = measured(run, "stress") or measured(run, "restricted-play")
    return "" if found is None else str(found.details.get("agent", ""))


def metric_rows(run: ReportedRun, words: ReportTexts) -> list[tuple[Cells, bool]]:
    """Every metric that declares to stand here: name, value, interval, n, meaning; whether it was measured."""
    rows: list[tuple[Cells, bool]] = []
    for name in shown_in(Shown.FIGURES):
        if name not in run.metrics:
            continue
        found, title = run.metrics[name], words.metric(name)
        if found.value is None and declared(name).of_some_games and not found.details.get("failed"):
            continue
        if found.value is None:
            rows.append(
                (
                    (title, _missing(found, words)),
                    False,
                )
            )
            continue
        percent = reads_in_percent(name)
        value = words.percent(found.value) if percent else words.number(found.value)
        interval = words.interval(found.low, found.high, percent=percent)
        rows.append(((title, value, interval, words.count(found.n), words.meaning(name, found.meaning)), True))
    return rows


def _missing(found: Metric, words: ReportTexts) -> str:
    """Why something was not measured; the sentence about a metric that fails is put together in the language."""
    message, why = found.details.get("message"), str(found.details.get("missing", ""))
    text = words.message(message["key"], message["values"]) if isinstance(message, Mapping) else None
    return words.known(f"missing.{why}", why) if text is None else text


def manifest_rows(manifest: RunManifest, words: ReportTexts) -> list[Cells]:
    """All that decides the run, except the rules, which have a section of their own."""
    rows = [
        ("game", manifest.game),
        ("players", str(manifest.players)),
        ("agents", "\n".join(manifest.agents)),
        ("seed", str(manifest.seed)),
        ("matches", str(manifest.matches)),
        ("options", _listed(manifest.options)),
        ("parameters", _listed(manifest.parameters)),
        ("settings", _listed(manifest.settings)),
        ("versions", _listed(manifest.versions)),
    ]
    return [(words(f"manifest.{name}"), text) for name, text in rows if text]


def _listed(values: Any) -> str:
    written = [f"{key} = {value if isinstance(value, str) else json.dumps(value)}" for key, value in values.items()]
    return "\n".join(written)


def _share(words: ReportTexts, value: float | None, low: float | None, high: float | None) -> str:
    return words.share(value, low, high)


def _points(words: ReportTexts, value: float, low: float, high: float) -> str:
    """A difference of two percentages, in hundredths; it is no percentage of anything."""
    ends = words("word.interval", low=words.signed(100.0 * low, 1), high=words.signed(100.0 * high, 1))
    return f"{words.signed(100.0 * value, 1)} ({ends})"
