"""The names that :mod:`apts.playtest.matches.playtest_request` had before; old notebooks and plug-ins import them."""

from __future__ import annotations

from apts.playtest.matches.playtest_request import DEFAULTS, PlaytestRequest

PlaySettings = PlaytestRequest
USUAL = DEFAULTS
