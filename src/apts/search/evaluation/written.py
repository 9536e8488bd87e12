"""Evaluations as texts that designers write: one named feature with its weight on each line.

# My chess
queens  = 9   * pieces Queen
centre  = 0.1 * pieces Knight centre
room    = 0.1 * mobility
corners = 5   * sites a1 h1 a8 h8
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from apts.engine.compiler.compiling import Compiled
from apts.errors import AptsError
from apts.search.evaluation.heuristic import COUNTED, LARGEST, STAGES, Heuristic, Term
from apts.search.evaluation.piece_values import piece_kinds
from apts.search.evaluation.zones import CLASSES, ZONES, zone_names
from apts.similar_names import did_you_mean

MOST_BYTES = 100_000
MOST_TERMS = 200


class EvaluationError(AptsError):
    """An evaluation that cannot be read, with the file and the line."""


def read_evaluation(path: Path, compiled: Compiled) -> Heuristic:
    """The evaluation of a game in a file; what is wrong with it is told in a sentence."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise EvaluationError(f"{path}: an evaluation has at most {MOST_BYTES:,} bytes; this file has {size:,}")
        text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise EvaluationError(f"{path}: the evaluation cannot be read: {problem.strerror or problem}") from None
    except UnicodeDecodeError:
        raise EvaluationError(f"{path}: the evaluation is no text in UTF-8") from None
    if text.lstrip().startswith("{"):
        return heuristic_of_json(text, compiled, str(path))
    return evaluation_of_text(text, compiled, str(path))


def heuristic_of_json(text: str, compiled: Compiled, place: str) -> Heuristic:
    """An evaluation as manifests of runs and the user's cache have it."""
    import json

    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise EvaluationError(f"{place}: this is no JSON: {problem}") from None
    return checked_heuristic(data, compiled, place)


def checked_heuristic(data: object, compiled: Compiled, place: str) -> Heuristic:
    """The heuristic in data from outside, if a game can be judged by it."""
    if not isinstance(data, dict) or not isinstance(data.get("terms"), list):
        raise EvaluationError(f"{place}: an evaluation is an object with a list of terms")
    if len(data["terms"]) > MOST_TERMS:
        raise EvaluationError(f"{place}: an evaluation has at most {MOST_TERMS} terms")
    try:
        heuristic = Heuristic.from_data(data)
        heuristic.compiled_for(compiled)
    except EvaluationError:
        raise
    except AptsError as problem:
        raise EvaluationError(f"{place}: {problem}") from None
    return heuristic


def evaluation_of_text(text: str, compiled: Compiled, place: str) -> Heuristic:
    """The evaluation that a text describes."""
    terms: list[Term] = []
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].strip()
        if not content:
            continue
        where = f"{place}, line {number}"
        term = _term(content, compiled, where)
        if any(known.name == term.name for known in terms):
            raise EvaluationError(
                f"{where}: there is a feature called {term.name!r} already; give this one another name"
            )
        try:
            Heuristic((term,)).compiled_for(compiled)
        except AptsError as problem:
            raise EvaluationError(f"{where}: {problem}") from None
        terms.append(term)
    if not terms:
        raise EvaluationError(f"{place}: there is no feature in it; write lines such as: room = 0.1 * mobility")
    if len(terms) > MOST_TERMS:
        raise EvaluationError(f"{place}: an evaluation has at most {MOST_TERMS} features, this one has {len(terms)}")
    return Heuristic(tuple(terms))


def _term(content: str, compiled: Compiled, where: str) -> Term:
    name, _, rest = content.partition("=")
    written, times, feature = rest.partition("*")
    if not times or not name.strip():
        raise EvaluationError(
            f"{where}: {content!r} is not a feature; write NAME = WEIGHT * FEATURE, such as: room = 0.1 * mobility"
        )
    try:
        weight = float(written)
    except ValueError:
        raise EvaluationError(f"{where}: the weight is a number such as 0.5 or -3, not {written.strip()!r}") from None
    if not math.isfinite(weight) or abs(weight) > LARGEST:
        raise EvaluationError(f"{where}: the weight is a number of at most {LARGEST:,.0f}, not {written.strip()!r}")
    words = feature.split()
    stage = "always"
    if len(words) > 1 and words[-1] in STAGES:
        stage = words.pop()
    if not words or words[0] not in FEATURES:
        hint = did_you_mean(words[0] if words else "", FEATURES)
        raise EvaluationError(
            f"{where}: there is no feature {' '.join(words[:1])!r}{hint} (features: {', '.join(FEATURES)})"
        )
    term = FEATURES[words[0]](words[1:], compiled, where)
    return Term(**{**vars(term), "weight": weight, "stage": stage, "name": name.strip()})


Reader = Callable[[Sequence[str], Compiled, str], Term]


def _plain(kind: str) -> Reader:
    def read(words: Sequence[str], compiled: Compiled, where: str) -> Term:
        if words:
            raise EvaluationError(f"{where}: {kind} stands alone; {' '.join(words)!r} means nothing there")
        return Term(kind)

    return read


def _pieces(words: Sequence[str], compiled: Compiled, where: str) -> Term:
    """``pieces``, then perhaps the name of a piece, then perhaps a zone."""
    kinds = piece_kinds(compiled)
    piece = words[0] if words and words[0] in kinds else ""
    zone = " ".join(words[1:] if piece else words)
    if zone and zone not in ZONES and not (zone.split()[0] in CLASSES and len(zone.split()) == 2):
        known = [*kinds, *ZONES]
        hint = did_you_mean(zone, known)
        raise EvaluationError(
            f"{where}: {zone!r} is neither a piece nor a zone{hint} "
            f"(pieces: {', '.join(kinds)}; zones: {', '.join(zone_names())})"
        )
    return Term("pieces", piece=piece, zone=zone or "all")


def _sites(words: Sequence[str], compiled: Compiled, where: str) -> Term:
    if not words:
        raise EvaluationError(f"{where}: sites is followed by the sites, such as: sites a1 h1")
    return Term("pieces", sites=tuple(words), zone="board")


def _line(words: Sequence[str], compiled: Compiled, where: str) -> Term:
    """``line 3``, or ``line 3 of 5`` where the rules do not say how long lines are."""
    numbers = [word for word in words if word.isdigit()]
    if list(words) not in (numbers[:1], [*numbers[:1], "of", *numbers[1:2]]) or not numbers:
        raise EvaluationError(
            f"{where}: line is followed by how many pieces are on it, such as: line 3, or: line 3 of 5"
        )
    return Term("line", count=int(numbers[0]), length=int(numbers[1]) if len(numbers) > 1 else None)


def _groups(words: Sequence[str], compiled: Compiled, where: str) -> Term:
    if len(words) != 1 or words[0] not in COUNTED:
        raise EvaluationError(f"{where}: groups is followed by {', '.join(COUNTED)}")
    return Term("groups", counted=words[0])


FEATURES: dict[str, Reader] = {
    "pieces": _pieces,
    "sites": _sites,
    "mobility": _plain("mobility"),
    "score": _plain("score"),
    "tempo": _plain("tempo"),
    "connection": _plain("connection"),
    "attacks": _plain("attacks"),
    "line": _line,
    "groups": _groups,
}
"""What a line may weigh, by its first word."""
