"""Recorded matches in, verdicts out: does the engine play a game exactly as it was recorded?

A folder of records holds a description and a trace for each game (see ``docs/conformance.md``). Every trial is replayed
against the engine: geometry, start position, lists of legal moves, changes and outcomes. What comes out is, for each
game, that it passed, or the first thing that differs.
"""

from bench.conformance.records import Record, RecordFolder
from bench.conformance.verdict import Verdict, verify

__all__ = ["Record", "RecordFolder", "Verdict", "verify"]
