"""Requests made of the description of the API, where Schemathesis is installed (see bench/studio_schema.py)."""

from __future__ import annotations

import pytest

from bench.studio_schema import MISSING, schemathesis, tried


@pytest.mark.long
@pytest.mark.skipif(schemathesis() is None, reason=MISSING)
def test_answers_keep_what_the_description_says() -> None:
    code, requests, said = tried(examples=5, seed=1, phases="examples,fuzzing", seconds=120)
    assert code == 0, said
    assert requests > 50
