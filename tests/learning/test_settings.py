"""Settings that no training can follow are refused with a sentence that names them."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("torch")

from apts.errors import AptsError
from apts.learning.guided.guided_search import GuidedSettings, SelfPlaySettings
from apts.learning.teaching.learner import LearnSettings
from apts.learning.teaching.training import TrainingSettings


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
        (LearnSettings, {"cycles": 0}),
        (LearnSettings, {"minutes": -1.0}),
    ],
)
def test_wrong_setting_is_named(kind: Any, wrong: dict[str, Any]) -> None:
    (name, value), *_ = wrong.items()
    with pytest.raises(AptsError, match=f"{name.replace('_', ' ')}, not {value}"):
        kind(**wrong)


def test_settings_are_read_as_they_were_written() -> None:
    given = LearnSettings(cycles=3, play=SelfPlaySettings(resign=0.9), search=GuidedSettings(formula="puct"))
    assert LearnSettings.read(given.facts()) == given
