"""Evaluations by name: what plays by default, what manifests keep of them, and what they say of a position."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import apts
from apts.agents.agent_registry import agent
from apts.agents.searching.evaluations import (
    evaluation_names,
    evaluations_of,
    heuristic_for,
    named_evaluation,
    reasons_for,
    shipped_for,
)
from apts.agents.searching.reasons_in_words import reasons_as_data, reasons_in_words, term_in_words
from apts.errors import AptsError
from apts.playtest.matches.manifests import manifest_of
from apts.playtest.matches.match import Plan
from apts.search.evaluation.features import features_of
from apts.search.evaluation.given import derived_heuristic, preset
from apts.search.evaluation.heuristic import Heuristic, Term
from apts.search.fitting import kept
from apts.search.fitting.contest import Score
from apts.search.fitting.fit import Fit

FIT = Fit(
    Heuristic((Term("pieces", 3.5, zone="board"), Term("mobility", 0.25))), True, Score(0.8, 0.05, 40), 100, 900, 150
)


def test_othello_plays_by_its_own_evaluation_and_only_with_its_usual_rules() -> None:
    othello, fewest = apts.load("othello"), apts.load("othello", aim="Fewest discs")
    small, kalah = apts.load("othello", board="6x6"), apts.load("kalah")
    assert heuristic_for(othello, "own", "own") == preset("othello-combined")
    for other in (fewest, small, kalah):
        rules = other.from_rules
        assert rules is not None
        assert shipped_for(rules) is None
        assert heuristic_for(other, "own", "own") == derived_heuristic(rules.compiled)


def test_evaluations_are_named_in_spellings() -> None:
    assert named_evaluation("alphabeta:heuristic=fitted,depth=3") == "fitted"
    assert named_evaluation("uct:iterations=100") is None
    assert named_evaluation("random") is None
    with pytest.raises(AptsError, match="there is no heuristic 'fited'; there are none, own, rules, fitted"):
        heuristic_for(apts.load("kalah"), "fited", "own")
    assert "fitted" in evaluation_names()


def test_manifest_has_the_weights_of_what_does_not_come_with_apts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = apts.load("breakthrough")
    monkeypatch.setattr(kept, "fitted_evaluation", lambda *given: FIT)
    file = tmp_path / "mine.txt"
    file.write_text("room = 0.5 * mobility\n")
    specs = ("alphabeta:depth=1,heuristic=fitted", f"alphabeta:depth=1,heuristic={file}")
    manifest = manifest_of(Plan(game, specs, 1, 100), 2)
    found = manifest.settings["evaluations"]
    assert found["fitted"]["terms"] == FIT.heuristic.to_data()["terms"]
    assert found[str(file)] == {"terms": [{"kind": "mobility", "weight": 0.5, "name": "room"}]}
    again = tmp_path / "again.json"
    again.write_text(json.dumps(found["fitted"]))
    read = heuristic_for(game, str(again), "own")
    assert read is not None
    assert read.terms == FIT.heuristic.terms
    assert "evaluations" not in manifest_of(Plan(game, ("alphabeta",) * 2, 1, 100), 2).settings
    assert evaluations_of(apts.load("snowball-class"), ["alphabeta"]) == {}


def test_alphabeta_plays_by_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("ahead = 5 * pieces Pawn advance\n")
    state = apts.load("breakthrough").start()
    analysis = agent(f"alphabeta:depth=2,heuristic={file}").analyze(state)
    assert len(analysis.moves) == len(state.moves())


@pytest.mark.parametrize("name", ["breakthrough", "mail-coaches", "trefoil", "snowball-class"])
def test_a_number_of_nodes_is_a_budget(name: str) -> None:
    state = apts.load(name).start(1)
    few, many = (agent(f"alphabeta:nodes={nodes}") for nodes in (50, 5000))
    assert few.analyze(state).nodes < many.analyze(state).nodes <= 5000 + 3000
    assert few.decide(state, 3).move == few.decide(state, 3).move


def test_reasons_add_up_and_are_told_in_both_languages() -> None:
    state = apts.load("othello").start()
    for _ in range(5):
        state = state.after(state.moves()[0])
    reasons = reasons_for(state, "own")
    for seat in range(2):
        assert reasons.points[seat] == pytest.approx(sum(part.points[seat] for part in reasons.parts), abs=0.05)
    english, portuguese = (reasons_in_words(state, reasons, language) for language in ("en", "pt-BR"))
    assert "possible moves" in english
    assert "lances possíveis" in portuguese
    assert reasons_as_data(state, reasons, "en")["points"] == list(reasons.points)


def test_every_feature_of_every_game_has_words() -> None:
    for name in (
        "othello",
        "kalah",
        "nine-mens-morris",
        "go",
        "hex",
        "mail-coaches",
        "gomoku",
        "tablut",
        "gobblet-gobblers",
    ):
        rules = apts.load(name).from_rules
        assert rules is not None
        for feature in features_of(rules):
            both = [term_in_words(feature.term, language) for language in ("en", "pt-BR")]
            assert all(both)
            assert "{" not in "".join(both)


def test_a_class_has_no_evaluation_to_tell_of() -> None:
    with pytest.raises(AptsError, match="Python class"):
        reasons_for(apts.load("snowball-class").start(), "own")
