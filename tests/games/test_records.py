"""Our own descriptions play as the recorded matches of the same games do."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from apts.engine.play.playouts.record import RecordSession
from apts.engine.rules_game import RulesGame
from bench.conformance.records import RecordFolder
from bench.conformance.verdict import verify

SHARED = Path(__file__).parents[3] / "shared" / "conformance"

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="the recorded matches (../shared/conformance) are not here")

# Names under which the records have our games; options where people play otherwise than the records do.
RECORDED: dict[str, tuple[str, dict[str, str]]] = {
    "othello": ("reversi", {}),
    "nine-mens-morris": ("nine-mens-morris", {"flying": "Without taking", "blocked": "Passes"}),
}
# Own games, and games of which the records have other rules: Tablut with a hostile castle, Backgammon without the higher die
# (and men that are borne off into nothing), Oware without the end after moves that take nothing.
NOT_RECORDED = {"snowball", "snowball-class", "mail-coaches", "trefoil", "tablut", "backgammon", "oware"}


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(apts.library_names()) - NOT_RECORDED))
def test_own_description_passes_the_records(name: str) -> None:
    slug, options = RECORDED.get(name, (name, {}))
    game = apts.load(name, **options)
    assert isinstance(game, RulesGame)
    (record,) = RecordFolder(SHARED).records([slug])
    verdict = verify(record, open_session=lambda path: RecordSession(game.machine))
    assert verdict.passed, str(verdict)
