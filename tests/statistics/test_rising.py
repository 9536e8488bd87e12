"""The rising curve beside that of SciPy, to the last bit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy

from apts.statistics.ranks import rising_curve


@pytest.mark.parametrize("count", [1, 2, 3, 7, 41])
def test_rising_curve_is_that_of_scipy_to_the_last_bit(count: int) -> None:
    random = np.random.default_rng(count)
    for trial in range(300):
        values, weights = random.normal(size=count), random.uniform(0.01, 30.0, count)
        if trial % 3 == 0:
            values = np.round(values)  # with equal ones
        if trial % 3 == 1:
            values += np.arange(count) / 5.0
        wanted = scipy.optimize.isotonic_regression(values, weights=weights).x
        assert rising_curve(values.tolist(), weights.tolist()) == wanted.tolist()


def test_report_imports_no_optimisation_of_scipy(tmp_path: Path) -> None:
    """It takes half a second and 20 MB, which every report would wait for."""
    code = (
        "import sys, apts; run = apts.playtest('connect-four', 'uct:iterations=50', matches=20, workers=1); "
        "run.report(sys.argv[1]); "
        "from apts.playtest.evidence.choices import calibration; assert calibration(run.evidence) is not None; "
        "print('scipy.optimize' in sys.modules, 'scipy.stats' in sys.modules)"
    )
    words = [sys.executable, "-c", code, str(tmp_path / "report.html")]
    told = subprocess.run(words, capture_output=True, text=True, timeout=300, check=True)
    assert told.stdout.split() == ["False", "False"]
