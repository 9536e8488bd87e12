"""What people sent is checked before it is kept: hostile and damaged exports change nothing and are told in a sentence."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from apts.archive import Archive, InvalidDocument, export_json, import_json, open_archive
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.library import load
from apts.playtest.experiments.side_runs import kept_people, notes_of
from apts.playtest.matches.match import replay
from apts.playtest.run import open_run, playtest
from apts.publish.people.match_import import import_people
from apts.publish.people.sent_matches import BEGIN, END, read_sent, sent_document
from tests.publish.people_samples import as_text, sent, sent_match


@pytest.fixture(scope="module")
def game() -> Game:
    return load("tic-tac-toe")


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with open_archive(tmp_path / "people.db") as opened:
        yield opened


def test_matches_of_several_friends_add_up_and_each_counts_once(archive: Archive, game: Game) -> None:
    first = import_people(archive, sent(game, [sent_match(game, 1), sent_match(game, 2), sent_match(game, 1)]))
    again = import_people(archive, sent(game, [sent_match(game, 2), sent_match(game, 3)]))
    assert (first.added, first.present, again.added, again.present) == (2, 0, 1, 1)
    assert first.run == again.run
    known = archive.runs()[0]
    assert (known.matches, known.wanted) == (3, 3)
    assert [match.number for match in archive.matches(first.run)] == [1, 2, 3]


def test_record_is_that_of_the_rules_and_can_be_watched(archive: Archive, game: Game) -> None:
    played = sent_match(game, 5, ["uct:seconds=1", "person"])
    done = import_people(archive, sent(game, [played]))
    match = archive.match(done.run, 1)
    assert list(match.moves) == played["moves"]
    assert match.outcome == list(replay(game, match))[-1].outcome
    assert match.turns[0].legal_moves == 9
    assert notes_of(match)["seats"] == played["seats"]
    assert notes_of(match)["answers"] == {"fun": 4, "length": "right", "confusing": False, "word": "nice"}
    assert notes_of(match)["times"][1] == 1.5


def test_move_by_either_of_two_equal_dice_is_taken_as_it_was_offered(archive: Archive) -> None:
    dice = load("mail-coaches")
    played = sent_match(dice, 1)
    offered = [text.removesuffix("#1").removesuffix("#2") for text in played["moves"]]
    assert offered != played["moves"]
    done = import_people(archive, sent(dice, [{**played, "moves": offered}]))
    kept = [text.removesuffix("#1").removesuffix("#2") for text in archive.match(done.run, 1).moves]
    assert (done.added, kept) == (1, offered)


def test_nothing_is_kept_that_tells_who_or_when(archive: Archive, game: Game, tmp_path: Path) -> None:
    spied = sent_match(game, 5, name="Ann", device="phone", started=1_712_345_678_901)
    run = import_people(archive, sent(game, [spied], who="Ann")).run
    export_json(archive, run, tmp_path / "run.json")
    text = (tmp_path / "run.json").read_text(encoding="utf-8")
    assert not any(word in text for word in ("Ann", "phone", "1712345678901"))
    with open_archive(tmp_path / "other.db") as other:
        assert import_json(other, tmp_path / "run.json").added == 1


def test_game_with_chance_starts_from_the_seed_of_the_page(archive: Archive) -> None:
    dice = load("mail-coaches")
    seats = ["person", *["level:casual"] * (dice.players - 1)]
    run = import_people(archive, sent(dice, [sent_match(dice, 77, seats)])).run
    match = archive.match(run, 1)
    assert match.start_seed == 77
    assert len(list(replay(dice, match))) == len(match.turns) + 1


def test_people_are_no_part_of_a_play_test(archive: Archive, game: Game) -> None:
    import_people(archive, sent(game, [sent_match(game, 1)]))
    run = playtest(game, "random", matches=6, archive=archive, workers=1)
    assert len(run.matches) == 6
    assert run.side is not None
    assert run.side.people is not None
    assert len(run.side.people.matches) == 1
    assert open_run(archive).name == run.name


def test_rules_that_differ_in_their_layout_alone_are_the_same(archive: Archive, game: Game) -> None:
    import_people(archive, sent(game, [sent_match(game, 1)]))
    remarked = load("// a remark\n" + game.rules)
    run = playtest(remarked, "random", matches=2, archive=archive, workers=1)
    assert kept_people(archive, run.manifest, remarked) is not None
    other = playtest("connect-four", "random", matches=2, archive=archive, workers=1)
    assert kept_people(archive, other.manifest, other.game) is None


def test_match_that_was_given_up_has_a_winner(archive: Archive, game: Game) -> None:
    given_up = sent_match(game, 1, moves=["b2"], times=[900], outcome={"ranks": [2, 1], "reason": "x"}, resigned=1)
    unfinished = sent_match(game, 1, moves=["b2"], times=[None], outcome=None)
    run = import_people(archive, sent(game, [given_up, unfinished])).run
    first, second = archive.matches(run)
    assert (first.winner, first.status) == (2, "finished")
    assert (second.outcome, second.status) == (None, "stopped")


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"moves": ["b2", "b2"], "times": []}, "move 2 does not follow the rules"),
    ({"moves": ["<script>alert(1)</script>"], "times": []}, "move 1 does not follow the rules"),
    ({"moves": ["b2"], "times": []}, "by the rules it goes on"),
    ({"moves": "b2"}, "expected a list"),
    ({"moves": ["x" * 1000], "times": []}, "characters, which no move has"),
    ({"moves": ["b2"] * 30_000, "times": []}, "30,000 moves"),
    ({"outcome": {"ranks": [1.5, 1.4]}}, "by the rules they are"),
    ({"outcome": {"ranks": [1e308, 1]}}, "expected a number from 0 to 2"),
    ({"seed": "9" * 20}, "expected a whole number"),
    ({"seed": "-" + "9" * 19}, "expected a whole number"),
    ({"seed": 1.5}, "expected a whole number"),
    ({"seats": ["person"]}, "expected 2 seats"),
    ({"seats": ["level:club", "level:club"]}, "no person played"),
    ({"seats": ["person", "<img src=x onerror=alert(1)>"]}, "cannot sit at a seat"),
    ({"seats": ["person", "level:clob"]}, "did you mean club"),
    ({"seats": ["person", "model:<script>"]}, "cannot sit at a seat"),
    ({"seats": ["person", "uct:" + "9" * 900]}, "cannot sit at a seat"),
    ({"times": [1e18] * 9}, "times"),
    ({"times": [1]}, "one for each move"),
    ({"hints": 10**40}, "expected a whole number"),
    ({"undone": -3}, "expected a whole number"),
    ({"answers": {"fun": 6}}, "from 1 to 5"),
    ({"answers": {"length": "never"}}, "one of short, right, long"),
    ({"answers": {"confusing": "yes"}}, "true or false"),
    ({"answers": []}, "expected an object"),
    ({"given": 99}, "expected a whole number"),
    ({"resigned": 7}, "expected a whole number"),
]


@pytest.mark.parametrize(("changes", "told"), WRONG)
def test_match_that_is_wrong_is_named_and_nothing_changes(
    archive: Archive, game: Game, changes: dict[str, Any], told: str
) -> None:
    document = sent(game, [sent_match(game, 1), sent_match(game, 2, **changes)])
    with pytest.raises(InvalidDocument, match="match 2") as refused:
        import_people(archive, document)
    assert told in str(refused.value)
    assert "Nothing was imported" in str(refused.value)
    assert archive.runs() == ()
    kept = import_people(archive, document, keep_good=True)
    assert kept.added == 1
    assert len(kept.left_out) == 1


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"rules_hash": "0" * 32}, "neither the archive nor the library"),
        ({"game": "<script>alert(1)</script>"}, "neither the archive nor the library"),
        ({"game": "../../etc/passwd"}, "neither the archive nor the library"),
        ({"game": "(game \x1b[31m)"}, "neither the archive nor the library"),
        ({"rules_hash": 5}, "expected a text"),
        ({"version": 99}, "format version 99"),
        ({"matches": 5}, "a list of matches is expected"),
        ({"matches": [[]] * 10_001}, "10,001 matches"),
        ({"matches": [5]}, "match 1: expected an object"),
    ],
)
def test_file_that_is_wrong_changes_nothing(archive: Archive, game: Game, changes: dict[str, Any], told: str) -> None:
    with pytest.raises(AptsError) as refused:
        import_people(archive, sent(game, [sent_match(game, 1)], **changes))
    assert told in str(refused.value)
    assert "\x1b" not in str(refused.value)
    assert archive.runs() == ()


def test_options_that_players_chose_on_the_page_are_found(archive: Archive, game: Game) -> None:
    other = load("tic-tac-toe", Grid="4x4")
    played = sent(other, [sent_match(other, 1)], settings=dict(other.chosen))
    for known in (None, game):
        done = import_people(archive, played, known)
        assert archive.manifest(done.run).options["Grid"] == "4x4"
        assert done.settings == {"Grid": "4x4"}
    for wrong in ({"Grid": "99x99"}, {"": {}}, {"x" * 50: 10**30}, 5, {str(n): n for n in range(1000)}):
        with pytest.raises(AptsError, match="with another version of its rules"):
            import_people(archive, {**played, "settings": wrong}, game)


def test_other_rules_than_those_named_are_refused(archive: Archive, game: Game) -> None:
    with pytest.raises(AptsError, match="other rules than those of Connect Four"):
        import_people(archive, sent(game, [sent_match(game, 1)]), load("connect-four"))
    with pytest.raises(AptsError, match="written in Python"):
        import_people(archive, sent(game, [sent_match(game, 1)]), load("snowball_class"))


def test_words_of_people_are_kept_as_one_harmless_line(archive: Archive, game: Game) -> None:
    word = "<script>\n\x1b[31m" + "x" * 1000
    run = import_people(archive, sent(game, [sent_match(game, 1, answers={"word": word})])).run
    kept = notes_of(archive.match(run, 1))["answers"]["word"]
    assert len(kept) == 300
    assert kept.startswith("<script> \\x1b[31mxxx")


def test_text_survives_an_email(game: Game) -> None:
    document = sent(game, [sent_match(game, seed) for seed in range(3)])
    text = as_text(document)
    quoted = "\r\n".join(f"> > {line}\u00a0 " for line in text.splitlines())
    assert sent_document(quoted.encode(), "mail") == document
    assert sent_document(text.replace("\n", " \n\n").encode("utf-8-sig"), "mail") == document


def test_text_that_was_damaged_on_its_way_is_refused(game: Game) -> None:
    text = as_text(sent(game, [sent_match(game, 1)]))
    with pytest.raises(InvalidDocument, match="was changed on its way"):
        sent_document(text.replace("A", "B", 3).replace("BPTS-MBTCHES", "APTS-MATCHES").encode(), "mail")
    with pytest.raises(InvalidDocument, match="cut off"):
        sent_document(text[: text.index(END)].encode(), "mail")
    bomb = zlib.compress(b" " * 60_000_000, 9)
    with pytest.raises(InvalidDocument, match="unpacks to more"):
        sent_document(f"{BEGIN}\n{_letters(bomb)}\n{END} z {zlib.crc32(bomb):08x}".encode(), "mail")


def _letters(data: bytes) -> str:
    from base64 import b64encode

    return b64encode(data).decode().rstrip("=")


@pytest.mark.parametrize(
    "text",
    [
        '{"format":"apts people","version":1',
        '{"format":"apts people","seed":NaN}',
        '{"format":"apts people","n":' + "9" * 5000 + "}",
        '{"format":"apts people","n":' + "[" * 100_000,
        '["apts people"]',
        '{"format":"apts people","of":"\\ud800"}',
        '{"format":"apts people","n":1e999}',
        '{"format":"apts people","of":[' + "[]," * (1 << 20) + "[]]}",
        BEGIN * 60_000,
        f"{BEGIN} {END} " * 30_000,
    ],
    ids=lambda text: text[:40],
)
def test_text_that_is_no_export_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(InvalidDocument):
        sent_document(text.encode(), "file.json")


def test_run_of_an_export_is_left_to_the_other_door(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text('{"format":"apts run","version":1}', encoding="utf-8")
    assert read_sent(str(tmp_path / "run.json")) is None
    (tmp_path / "other.json").write_text(json.dumps({"a": 1}), encoding="utf-8")
    assert read_sent(str(tmp_path / "other.json")) is None
    with pytest.raises(InvalidDocument, match="cannot be read"):
        read_sent(str(tmp_path / "none.json"))


def test_seat_that_gives_up_in_a_game_for_three_is_last(archive: Archive) -> None:
    trio = load("trefoil")
    first = trio.start(1).moves()[0].text
    changes = {"moves": [first], "times": [1], "resigned": 2}
    people = ["person", "person", "person"]
    good = sent_match(trio, 1, people, outcome={"ranks": [1.5, 3, 1.5], "reason": "resigned"}, **changes)
    run = import_people(archive, sent(trio, [good])).run
    assert archive.match(run, 1).winner is None
    bad = sent_match(trio, 2, people, outcome={"ranks": [1, 3, 2], "reason": "resigned"}, **changes)
    with pytest.raises(InvalidDocument, match=r"match 1: it says that the places are 1, 3, 2"):
        import_people(archive, sent(trio, [bad]))
