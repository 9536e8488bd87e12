"""Games are verified in processes: a crash or a hang costs one verdict; the command prints the count last."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from bench.conformance.__main__ import main
from bench.conformance.records import Record, RecordFolder
from bench.conformance.verdict import Verdict, verify
from bench.conformance.workers import verify_all
from tests.conformance.two_cells import TwoCells, trace, write_record
from tests.wording.golden import Wording


def judge(record: Record) -> Verdict:
    """Crashes and hangs where the name of the game says so."""
    if record.slug.startswith("crash"):
        os._exit(7)
    if record.slug.startswith("hang"):
        time.sleep(60)
    return verify(record, lambda _: TwoCells(), describe_board=lambda board: board)


@pytest.mark.parametrize("jobs", [1, 2])
def test_crash_and_hang_cost_only_their_own_verdict(tmp_path: Path, jobs: int, wording: Wording) -> None:
    for slug in ("a", "b", "crash", "d", "hang", "z"):
        write_record(tmp_path, slug, trace())
    records = RecordFolder(tmp_path).records()
    verdicts = {verdict.slug: verdict for verdict in verify_all(records, jobs=jobs, seconds=2.0, judge=judge)}
    assert {slug for slug, verdict in verdicts.items() if verdict.passed} == {"a", "b", "d", "z"}
    wording(verdicts["crash"].reason)
    assert verdicts["hang"].reason == "no verdict after 2 seconds"


def test_command_prints_the_count_last(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_record(tmp_path, "two-cells", trace())
    assert main([str(tmp_path), "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("two-cells: refused: ")
    assert lines[-1] == "passed 0 of 1"


def test_command_leaves_out_refused_games_when_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_record(tmp_path, "two-cells", trace())
    assert main([str(tmp_path), "--only-supported", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.splitlines() == ["passed 0 of 0"]


def test_command_writes_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_record(tmp_path, "two-cells", trace())
    main([str(tmp_path), "--json", "--jobs", "1"])
    document = json.loads(capsys.readouterr().out)
    assert (document["passed"], document["total"]) == (0, 1)
    assert document["games"][0]["slug"] == "two-cells"


def test_command_fails_when_fewer_games_pass_than_required(tmp_path: Path) -> None:
    write_record(tmp_path, "two-cells", trace())
    assert main([str(tmp_path), "--require", "1", "--jobs", "1"]) == 1


def test_command_refuses_what_is_no_folder_of_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "nothing")]) == 2
    assert "no folder of records" in capsys.readouterr().err
