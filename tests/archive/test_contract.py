"""What every archive must do, for each database."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from apts.archive import (
    ANY,
    Archive,
    ArchiveError,
    ConflictingRun,
    MatchRecord,
    MatchWriter,
    UnknownMatch,
    UnknownRun,
    export_csv,
    export_json,
    import_json,
    open_archive,
)
from apts.archive.database import PORTION
from tests.archive.samples import manifest, match


class TestArchive:
    """The contract of ``Archive``."""

    def test_manifest_comes_back_as_it_was(self, archive: Archive) -> None:
        run = archive.start(manifest())
        assert archive.manifest(run) == manifest()

    def test_matches_come_back_equal_and_ordered_by_number(self, archive: Archive) -> None:
        run = archive.start(manifest())
        played = [match(number) for number in range(1, 21)]
        shuffled = random.Random(1).sample(played, len(played))
        assert archive.add(run, shuffled[:13]) == 13
        assert archive.add(run, shuffled[13:]) == 7
        assert list(archive.matches(run)) == played
        assert archive.match(run, 7) == played[6]
        assert archive.numbers(run) == tuple(range(1, 21))

    def test_more_matches_than_one_portion_are_all_read(self, archive: Archive) -> None:
        run = archive.start(manifest())
        archive.add(run, [match(number, turns=1) for number in range(1, PORTION + 3)])
        assert [found.number for found in archive.matches(run)] == list(range(1, PORTION + 3))

    def test_adding_a_match_again_changes_nothing(self, archive: Archive) -> None:
        run = archive.start(manifest())
        archive.add(run, [match(1), match(2)])
        assert archive.add(run, [replace(match(2), seed=5), match(3)]) == 1
        assert list(archive.matches(run)) == [match(1), match(2), match(3)]

    def test_newest_runs_come_first_in_portions_with_their_matches_counted(self, archive: Archive) -> None:
        names = [archive.start(replace(manifest(), seed=seed)) for seed in range(5)]
        archive.add(names[3], [match(1), match(2)])
        found = archive.newest(2, 1)
        assert [(run.name, run.matches) for run in found] == [(names[3], 2), (names[2], 0)]
        assert archive.newest(10) == tuple(reversed(archive.runs()))
        assert archive.newest(10, 5) == ()

    def test_newest_runs_of_one_game_are_those_of_that_game(self, archive: Archive) -> None:
        archive.start(replace(manifest(), game="Other"))
        one = archive.start(replace(manifest(), game="One"))
        assert [run.name for run in archive.newest(10, game="One")] == [one]
        assert archive.newest(10, game="None") == ()
        assert archive.games() == {"One": 1, "Other": 1}

    def test_newest_runs_of_a_question_are_told_from_play_tests(self, archive: Archive) -> None:
        said = replace(manifest(), rules='(game "x" ""question":{") // "question":{"kind":"improve"}')
        plain = archive.start(said)
        asked = [
            archive.start(replace(said, settings={**said.settings, "question": {"bound": 1, "kind": kind}}))
            for kind in ("improve", "stress")
        ]
        assert [run.name for run in archive.newest(10, question=None)] == [plain]
        assert [run.name for run in archive.newest(10, question="improve")] == asked[:1]
        assert len(archive.newest(10, question=ANY)) == 3
        assert archive.games(None) == archive.games("stress") == {said.game: 1}

    def test_summary_of_a_run_is_its_line_of_the_list(self, archive: Archive) -> None:
        run = archive.start(manifest())
        archive.add(run, [match(4)])
        assert (archive.summary(run),) == archive.runs()
        with pytest.raises(UnknownRun):
            archive.summary("none")

    def test_missing_numbers_are_those_still_to_be_played(self, archive: Archive) -> None:
        run = archive.start(manifest())
        archive.add(run, [match(2), match(5)])
        assert archive.missing(run, 6) == (1, 3, 4, 6)
        assert archive.missing(run, 2) == (1,)

    def test_failing_in_the_middle_of_a_call_stores_none_of_it(self, archive: Archive) -> None:
        run = archive.start(manifest())

        def until_the_power_goes() -> list[MatchRecord]:
            return [match(1), replace(match(2), facts={"not JSON": object()})]

        with pytest.raises(ArchiveError, match="cannot be written as JSON"):
            archive.add(run, until_the_power_goes())
        assert archive.numbers(run) == ()

    def test_what_was_stored_is_there_after_opening_again(self, archive: Archive, address: str) -> None:
        run = archive.start(manifest())
        archive.add(run, [match(1)])
        with open_archive(address, create=False) as again:
            assert list(again.matches(run)) == [match(1)]
            again.add(run, [match(2)])
        assert archive.numbers(run) == (1, 2)

    def test_same_manifest_takes_up_the_same_run(self, archive: Archive) -> None:
        run = archive.start(manifest())
        assert archive.start(manifest(command="apts playtest connect-four --resume")) == run
        assert run.startswith("connect-four-")
        assert archive.manifest(run).command == manifest().command
        assert archive.start(manifest(seed=8)) != run
        assert len(archive.runs()) == 2

    def test_wanting_more_matches_extends_the_run(self, archive: Archive) -> None:
        run = archive.start(manifest(matches=20))
        assert archive.start(manifest(matches=50)) == run
        assert archive.manifest(run).matches == 50
        assert archive.start(manifest(matches=30)) == run
        assert archive.runs()[0].wanted == 50

    def test_name_of_another_run_is_refused(self, archive: Archive) -> None:
        archive.start(manifest(), "first")
        with pytest.raises(ConflictingRun, match="has a run 'first' already"):
            archive.start(manifest(rules="other rules"), "first")
        assert archive.manifest("first") == manifest()

    def test_runs_are_listed_with_their_progress(self, archive: Archive) -> None:
        archive.start(manifest(), "first")
        archive.start(manifest(game="Hex"), "second")
        archive.add("first", [match(1), match(2), match(3)])
        listed = [(run.name, run.game, run.matches, run.wanted) for run in archive.runs()]
        assert listed == [("first", "Connect Four", 3, 20), ("second", "Hex", 0, 20)]

    def test_unknown_run_names_the_nearest(self, archive: Archive) -> None:
        archive.start(manifest(), "connect-four")
        with pytest.raises(UnknownRun, match=r"no run 'conect-four'; the nearest names are 'connect-four'"):
            list(archive.matches("conect-four"))
        with pytest.raises(UnknownRun):
            archive.add("nowhere", [match(1)])

    def test_unknown_match_says_which_there_are(self, archive: Archive) -> None:
        archive.start(manifest(), "first")
        with pytest.raises(UnknownMatch, match="it has none yet"):
            archive.match("first", 1)
        archive.add("first", [match(3), match(4)])
        with pytest.raises(UnknownMatch, match="no match 9; its 2 matches lie between 3 and 4"):
            archive.match("first", 9)

    def test_discarded_matches_are_missing_again(self, archive: Archive) -> None:
        run = archive.start(manifest())
        archive.add(run, [match(number) for number in range(1, 6)])
        assert archive.discard(run, [2, 4, 99]) == 2
        assert archive.missing(run, 5) == (2, 4)

    def test_renamed_run_is_taken_up_by_its_manifest(self, archive: Archive) -> None:
        run = archive.start(manifest())
        archive.add(run, [match(1)])
        archive.rename(run, "better")
        assert archive.start(manifest()) == "better"
        assert archive.numbers("better") == (1,)
        other = archive.start(manifest(seed=8))
        with pytest.raises(ConflictingRun, match="better"):
            archive.rename(other, "better")
        with pytest.raises(UnknownRun):
            archive.rename(run, "anything")
        with pytest.raises(ArchiveError, match="1 to 200"):
            archive.rename("better", " ")

    def test_removed_run_leaves_the_others(self, archive: Archive) -> None:
        archive.start(manifest(), "first")
        archive.start(manifest(seed=8), "second")
        archive.add("first", [match(1)])
        archive.add("second", [match(1)])
        archive.remove("first")
        assert [run.name for run in archive.runs()] == ["second"]
        assert archive.numbers("second") == (1,)

    def test_export_is_the_same_bytes_in_whatever_order_matches_came(self, archive: Archive, tmp_path: Path) -> None:
        archive.start(manifest(), "same")
        archive.add("same", [match(number) for number in range(1, 11)])
        export_json(archive, "same", tmp_path / "forwards.json")
        archive.remove("same")
        archive.start(manifest(), "same")
        for number in range(10, 0, -1):
            archive.add("same", [match(number)])
        export_json(archive, "same", tmp_path / "backwards.json")
        assert (tmp_path / "forwards.json").read_bytes() == (tmp_path / "backwards.json").read_bytes()

    def test_threads_write_and_read_side_by_side(self, archive: Archive) -> None:
        run = archive.start(manifest())
        problems: list[BaseException] = []

        def work(first: int) -> None:
            try:
                with MatchWriter(archive, run, matches=3) as writer:
                    for number in range(first, 41, 4):
                        writer.add(match(number))
                        archive.numbers(run)
            except BaseException as problem:
                problems.append(problem)

        threads = [threading.Thread(target=work, args=(first,)) for first in range(1, 5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert problems == []
        assert archive.missing(run, 40) == ()

    def test_reading_goes_on_while_matches_are_added(self, archive: Archive) -> None:
        run = archive.start(manifest())
        archive.add(run, [match(1), match(2)])
        seen = []
        for found in archive.matches(run):
            archive.add(run, [match(found.number + 10)])
            seen.append(found.number)
        assert seen[:2] == [1, 2]
        assert archive.numbers(run)[:2] == (1, 2)


def test_turns_keep_six_decimals_and_no_negative_zero() -> None:
    turn = match(1).turns[0]
    rounded = replace(turn, values=(0.12345678, -0.0000001), entropy=1.00000049)
    assert rounded.values == (0.123457, 0.0)
    assert str(rounded.values[1]) == "0.0"
    assert rounded.entropy == 1.0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"number": 0}, "numbered from 1"),
        ({"seed": 2**64}, "seeds go from 0"),
        ({"status": "lost"}, "valid statuses are finished, stopped, failed"),
        ({"outcome": None}, "has no outcome"),
    ],
)
def test_impossible_match_cannot_be_made(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(ArchiveError, match=sentence):
        replace(match(1), **change)  # type: ignore[arg-type]


WRONG: dict[str, tuple[Callable[[Any, str], object], str]] = {
    "match as a text": (lambda archive, run: archive.match(run, "1"), "The number of a match is a whole number"),
    "match of a size": (lambda archive, run: archive.match(run, 2**70), "The number of a match is a whole number"),
    "discarded text": (lambda archive, run: archive.discard(run, ["1"]), "The number of a match is a whole number"),
    "discarded number": (lambda archive, run: archive.discard(run, 1), "by a list of their numbers"),
    "missing of many": (lambda archive, run: archive.missing(run, 2**70), "from 0 to 10,000,000"),
    "missing of a text": (lambda archive, run: archive.missing(run, "3"), "from 0 to 10,000,000"),
    "no run": (lambda archive, run: archive.manifest(None), "A run is called by its name"),
    "run by number": (lambda archive, run: list(archive.matches(3)), "A run is called by its name"),
    "removed number": (lambda archive, run: archive.remove(3), "A run is called by its name"),
    "new name": (lambda archive, run: archive.rename(run, 3), "A run is called by its name"),
    "started name": (lambda archive, run: archive.start(manifest(), 3), "A run is called by its name"),
    "no manifest": (lambda archive, run: archive.start("x"), "A run begins with its RunManifest"),
    "no matches": (lambda archive, run: archive.add(run, None), "as a list of MatchRecord"),
    "wrong match": (lambda archive, run: archive.add(run, [None]), "Matches are stored as MatchRecord, not as None"),
    "newest": (lambda archive, run: archive.newest("3"), "The number of runs is a whole number"),
    "no file": (lambda archive, run: export_json(archive, run, None), "A file is named by its path"),  # type: ignore[arg-type]
    "no table": (lambda archive, run: export_csv(archive, run, 3), "A file is named by its path"),  # type: ignore[arg-type]
    "no import": (lambda archive, run: import_json(archive, None), "A file is named by its path"),  # type: ignore[arg-type]
    "import of nothing": (lambda archive, run: import_json(archive, "\0"), "is not the path of a file"),
}


@pytest.mark.parametrize("label", WRONG)
def test_what_is_no_name_number_or_path_is_refused_and_changes_nothing(archive: Archive, label: str) -> None:
    run = archive.start(manifest())
    archive.add(run, [match(1), match(2)])
    call, said = WRONG[label]
    with pytest.raises(ArchiveError, match=said):
        call(archive, run)
    assert archive.numbers(run) == (1, 2)
    assert [known.name for known in archive.runs()] == [run]
