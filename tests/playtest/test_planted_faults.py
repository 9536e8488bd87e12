"""Quick form of ``python -m bench.planted_faults``: planted faults are found, and fair games are not accused of them."""

from __future__ import annotations

import pytest

from apts.playtest.findings import declared_finding, finding_kinds
from bench.planted_faults import FAIR, KINDS, PLANTED, Case, kinds_found

QUICK = [case for case in PLANTED if case.name in ("engine, 2 seats", "knockout", "mine", "cliff")]
FAIR_QUICK = [case for case in FAIR if (case.agent == "random" and "2 seats" in case.name) or "offers on" in case.name]


@pytest.mark.parametrize("case", QUICK, ids=lambda case: case.name)
def test_planted_fault_is_found(case: Case) -> None:
    assert case.fault in kinds_found(case, 5, 60)


@pytest.mark.parametrize("case", FAIR_QUICK, ids=lambda case: case.name)
def test_fair_game_is_not_accused(case: Case) -> None:
    accused = [kinds_found(case, seed, 60) - case.besides for seed in (1, 2, 3)]
    assert accused == [frozenset()] * 3


@pytest.mark.long
@pytest.mark.parametrize("case", [*FAIR, *PLANTED], ids=lambda case: case.name)
def test_every_case_in_eight_runs(case: Case) -> None:
    runs = [kinds_found(case, seed, 100) for seed in range(31, 39)]
    if case.fault:
        assert sum(case.fault in run for run in runs) >= 6
    else:
        assert sum(bool(run - case.besides) for run in runs) <= 2


def test_all_kinds_that_are_looked_for_exist_in_both_languages() -> None:
    assert set(finding_kinds()) >= KINDS
    for kind in KINDS:
        texts = declared_finding(kind).texts
        assert set(texts["en"].sentences) == set(texts["pt-BR"].sentences)
