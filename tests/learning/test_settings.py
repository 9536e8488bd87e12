"""Settings that no training can follow are refused with a sentence that names them."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytest.importorskip("torch")

from apts.errors import AptsError
from apts.learning.guided.guided_settings import GuidedSettings, SelfPlaySettings
from apts.learning.networks.shape import NetworkShape
from apts.learning.training.training_settings import LearnSettings, TrainingSettings


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        (GuidedSettings, {"simulations": -1}),
        (GuidedSettings, {"considered": 0}),
        (GuidedSettings, {"noise_share": 1.5}),
        (SelfPlaySettings, {"openings": 2.0}),
        (SelfPlaySettings, {"match_limit": 0}),
        (TrainingSettings, {"batch": 0}),
        (TrainingSettings, {"rate": float("nan")}),
        (TrainingSettings, {"validation": 0.9}),
        (TrainingSettings, {"batch": 10**20}),
        (TrainingSettings, {"rate": float("inf")}),
        (TrainingSettings, {"decay": 1e300}),
        (TrainingSettings, {"clip": float("inf")}),
        (TrainingSettings, {"window": 10**20}),
        (GuidedSettings, {"sampling": 10**20}),
        (GuidedSettings, {"look_ahead": 2**63}),
        (GuidedSettings, {"value_scale": float("inf")}),
        (SelfPlaySettings, {"match_limit": 2**63}),
        (SelfPlaySettings, {"opening_moves": -(2**63)}),
        (LearnSettings, {"cycles": 0}),
        (LearnSettings, {"cycles": 10**20}),
        (LearnSettings, {"slots": 10**9}),
        (LearnSettings, {"threads": 10**9}),
        (LearnSettings, {"minutes": -1.0}),
        (LearnSettings, {"minutes": float("inf")}),
    ],
)
def test_wrong_setting_is_named(kind: Any, wrong: dict[str, Any]) -> None:
    (name, value), *_ = wrong.items()
    with pytest.raises(AptsError, match=re.escape(f"{name.replace('_', ' ')}, not {value}")):
        kind(**wrong)


def test_settings_are_read_as_they_were_written() -> None:
    given = LearnSettings(cycles=3, play=SelfPlaySettings(resign=0.9), search=GuidedSettings(formula="puct"))
    assert LearnSettings.read(given.facts()) == given


@pytest.mark.parametrize(("name", "value"), [("width", 0), ("width", 10**9), ("depth", -1), ("depth", 10**6)])
def test_network_of_impossible_size_is_refused(name: str, value: int) -> None:
    with pytest.raises(AptsError, match=f"for its {name}, not {value}"):
        NetworkShape.of(None, **{name: value})
