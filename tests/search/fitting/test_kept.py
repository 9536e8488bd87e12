"""What is kept in the cache of the user: used as it was written, refused with a sentence where it was not."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from apts.search.evaluation.heuristic import Heuristic, Term
from apts.search.evaluation.written import EvaluationError
from apts.search.fitting import kept
from apts.search.fitting.contest import Score
from apts.search.fitting.fit import Fit
from apts.search.fitting.kept import file_of, fit_as_bytes, fitted_evaluation, read_fit, rules_key
from apts.search.kept_file import DamagedFile, digest_of
from tests.search.fitting.small_fits import HUNT, TRIPLE, game

FIT = Fit(
    Heuristic((Term("pieces", 3.5, piece="Lord", zone="board"), Term("mobility", 0.25))),
    True,
    Score(0.8, 0.05, 40),
    100,
    900,
    150,
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, and nothing in memory."""
    monkeypatch.setenv("APTS_CACHE", str(tmp_path))
    monkeypatch.setattr(kept, "_KNOWN", {})
    return tmp_path


def test_a_fit_comes_back_as_it_was_written() -> None:
    own = game(HUNT)
    path = file_of(own)
    path.parent.mkdir()
    path.write_bytes(fit_as_bytes(FIT, own))
    assert read_fit(path, own) == FIT
    assert fitted_evaluation(own) == FIT


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text[: len(text) // 2], "no JSON"),
        (lambda text: text.replace("3.5", "9.5"), "not what was written"),
        (lambda text: "[]", "not what was written"),
        (lambda text: "[" * 100_000, "no JSON"),
        (lambda text: "", "no JSON"),
    ],
)
def test_damaged_file_is_refused_with_a_sentence_and_made_again(
    change: object, reason: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    own = game(HUNT)
    path = file_of(own)
    path.parent.mkdir()
    path.write_text(change(fit_as_bytes(FIT, own).decode()))  # type: ignore[operator]
    with pytest.raises(DamagedFile, match=reason):
        read_fit(path, own)
    monkeypatch.setattr(kept, "fitted", lambda *given: FIT)
    with caplog.at_level(logging.WARNING, "apts.evaluations"):
        assert fitted_evaluation(own) == FIT
    assert reason in caplog.text
    assert "once" in caplog.text
    assert read_fit(path, own) == FIT


def test_evaluation_of_other_rules_is_refused() -> None:
    own, other = game(HUNT), game(TRIPLE)
    path = file_of(other)
    path.parent.mkdir()
    path.write_bytes(fit_as_bytes(FIT, own))
    assert rules_key(own) != rules_key(other)
    with pytest.raises(EvaluationError, match="for other rules"):
        read_fit(path, other)


def test_terms_that_the_game_cannot_have_are_refused_even_with_a_right_digest() -> None:
    own = game(HUNT)
    path = file_of(own)
    path.parent.mkdir()
    for terms in ([{"kind": "pieces", "piece": "Dragon"}], [{"kind": "mobility", "weight": "1"}], [7], "none"):
        data = json.loads(fit_as_bytes(FIT, own))
        del data["digest"]
        data["terms"] = terms
        path.write_text(json.dumps({"digest": digest_of(data), **data}))
        with pytest.raises(EvaluationError):
            read_fit(path, own)


def test_a_cache_that_cannot_be_written_only_costs_the_time_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "evaluations").write_text("in the way")
    monkeypatch.setattr(kept, "fitted", lambda *given: FIT)
    assert fitted_evaluation(game(HUNT)) == FIT
    assert "cannot be kept" in caplog.text
