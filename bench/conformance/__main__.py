"""``python -m bench.conformance DIR``: replay a folder of records against the engine."""

from __future__ import annotations

import argparse
import functools
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Replay the records, print what differs and ``passed N of M`` last."""
    options = _parser().parse_args(arguments)
    if options.no_jit:
        # It is read when the engine is imported, so it is set before anything else is.
        os.environ["APTS_JIT"] = "0"

    from apts.errors import AptsError
    from bench.conformance.records import RecordFolder
    from bench.conformance.verdict import REFUSED, verify
    from bench.conformance.workers import verify_all

    slugs = [slug for slug in options.games.split(",") if slug]
    try:
        records = RecordFolder(options.folder).records(slugs)
    except AptsError as error:
        print(error, file=sys.stderr)
        return 2
    judge = functools.partial(verify, perft_positions=options.perft_positions)
    verdicts = []
    for verdict in verify_all(records, jobs=options.jobs, seconds=options.seconds, judge=judge):
        if options.only_supported and verdict.status == REFUSED:
            continue
        verdicts.append(verdict)
        if not options.json and (options.verbose or not verdict.passed):
            print(f"{verdict.slug}: {verdict.status}" + (f": {verdict.reason}" if verdict.reason else ""), flush=True)
    passed = sum(verdict.passed for verdict in verdicts)
    if options.json:
        rows = [verdict.as_dict() for verdict in verdicts]
        print(json.dumps({"passed": passed, "total": len(verdicts), "games": rows}, indent=1))
    else:
        print(f"passed {passed} of {len(verdicts)}")
    return 0 if passed >= options.require else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench.conformance",
        description="Replay recorded matches against the engine. The last line is 'passed N of M'.",
    )
    parser.add_argument("folder", type=Path, help="a folder with lud/<slug>.lud and traces/<slug>.json.gz")
    parser.add_argument("--games", default="", metavar="SLUG,SLUG", help="only these games")
    parser.add_argument("--only-supported", action="store_true", help="leave out games that the engine refuses")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="games at a time (default: one a core)")
    parser.add_argument("--seconds", type=float, default=600.0, help="the longest that one game may take")
    parser.add_argument("--perft-positions", type=int, default=1000, help="skip depths that visit more positions")
    parser.add_argument("--require", type=int, default=0, metavar="N", help="fail if fewer than N games pass")
    parser.add_argument("--verbose", action="store_true", help="a line for games that pass, too")
    parser.add_argument("--json", action="store_true", help="everything as one JSON document")
    parser.add_argument("--no-jit", action="store_true", help="run the kernels as plain Python")
    return parser


if __name__ == "__main__":
    sys.exit(main())
