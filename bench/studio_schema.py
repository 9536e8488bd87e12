"""Odd and plain requests to every address that a studio describes: ``python -m bench.studio_schema [--examples 100]``.

Schemathesis makes them of the OpenAPI description and holds every answer against it: its number, its type, its form, and
that wrong requests are refused and right ones are not. It is a tool of its own, which this needs on the path or in
``APTS_SCHEMATHESIS``: ``python -m venv schema && schema/bin/pip install schemathesis``. The studio is a real one in a folder
that is thrown away. Ends with the number of requests that were made, and with 1 where something was found.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.served_studio import served_studio
from bench.studio_pages import fill_archive

HOOKS = "bench.studio_schema_hooks"
MISSING = (
    "schemathesis is not installed; put it into an environment of its own (python -m venv schema; "
    "schema/bin/pip install schemathesis) and name it in APTS_SCHEMATHESIS=schema/bin/schemathesis"
)

CONFIG = """
[checks]
negative_data_rejection.expected-statuses = ["400", "401", "403", "404", "405", "408", "409", "413", "422", "429"]
positive_data_acceptance.expected-statuses = ["2xx", "400", "404", "409", "429", "503"]
"""
"""What fits its description can still be no legal move, no right rules, no such game: 400, 404 and 409 say that."""


def schemathesis() -> str | None:
    """The program, where there is one."""
    return os.environ.get("APTS_SCHEMATHESIS") or shutil.which("schemathesis")


def tried(
    examples: int, seed: int, phases: str, seconds: int | None = None, more: tuple[str, ...] = ()
) -> tuple[int, int, str]:
    """Run it against a new studio; gives how it ended, how many requests were made, and all that it said."""
    program = schemathesis()
    assert program is not None, MISSING
    with (
        TemporaryDirectory() as folder,
        _with_runs(Path(folder) / "studio") as studio,
        served_studio(studio, "--proxy", "127.0.0.1") as address,
    ):
        config = Path(folder) / "schemathesis.toml"
        config.write_text(CONFIG, encoding="utf-8")
        counted = Path(folder) / "counted"
        command = [
            program, "--config-file", str(config), "run", f"{address}/api/openapi.json", "--max-examples", str(examples),
            "--seed", str(seed), "--phases", phases, "--continue-on-failure", "--checks", "all", "--no-color",
            "--suppress-health-check", "all", "--max-response-time", "60", "--request-timeout", "60", *more,
        ]  # fmt: skip
        if seconds is not None:
            command += ["--max-time", str(seconds)]
        environment = {
            **os.environ,
            "SCHEMATHESIS_HOOKS": HOOKS,
            "PYTHONPATH": os.getcwd(),
            "APTS_COUNTED": str(counted),
        }
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=folder)
        requests = counted.stat().st_size if counted.exists() else 0
    return done.returncode, requests, done.stdout + done.stderr


@contextmanager
def _with_runs(folder: Path) -> Iterator[Path]:
    """The folder of a studio that has a few runs to ask for."""
    folder.mkdir()
    fill_archive(folder / "archive.db", runs=20, matches=100)
    yield folder


def main() -> None:
    """Run it and tell what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=100, help="requests of each kind to each address")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--phases", default="examples,coverage,fuzzing,stateful")
    parser.add_argument("--seconds", type=int, default=None, help="how long it may take")
    arguments, more = parser.parse_known_args()
    if schemathesis() is None:
        sys.exit(MISSING)
    code, requests, said = tried(arguments.examples, arguments.seed, arguments.phases, arguments.seconds, tuple(more))
    print(re.sub(r"\n{3,}", "\n\n", said))
    print(f"{requests:,} requests, seed {arguments.seed}: {'nothing found' if code == 0 else 'see above'}")
    sys.exit(min(code, 1))


if __name__ == "__main__":
    main()
