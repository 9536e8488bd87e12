"""Fair play at tables: nobody is helped against other people, nobody knows the next throw, and agents adapt to who plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import apts
from apts.engine.rules_game import RulesState
from apts.engine.runtime.layout import CHANCE
from apts.studio.frame.studio import Studio, open_studio
from apts.studio.play.tables import set_table
from apts.studio.server.app import create_app
from apts.studio.settings import StudioSettings
from tests.studio.test_links import move, table
from tests.studio.test_matches import data_of

SEED = 4_611_686_018_427_387_001


LOTTERY = """(game "Lottery" (players 2)
  (equipment { (board (square 4)) (piece "Disc" Each) })
  (rules (play (move Add (to (sites Random num:3))))
  (end (if (is Line 4) (result Mover Win)))))"""


def dice_table(studio: Studio, *seats: str) -> dict[int, str]:
    """A table of a game with dice."""
    return set_table(studio, studio.game_store.game("mail-coaches"), seats, None, seed=SEED)[1]


def first_move(client: TestClient, key: str) -> str:
    return str(client.get(f"/api/m/{key}/position").json()["moves"][0]["text"])


def test_nobody_is_helped_while_other_people_play(client: TestClient, studio: Studio) -> None:
    keys = table(studio, "link", "link")
    sentence = "Other people play at this table, so hints and analyses have to wait until the match is over."
    for asked in ("hint", "hints", "analysis"):
        answer = client.post(f"/api/m/{keys[1]}/{asked}", json={"at": 0})
        assert (answer.status_code, answer.json()["detail"]) == (400, sentence), asked
    assert client.get(f"/api/m/{keys[1]}").json()["helps"] is False
    move(client, keys[1], "a1", 0)
    client.post(f"/api/m/{keys[1]}/resign")
    assert client.get(f"/api/m/{keys[2]}").json()["helps"] is True
    assert len(client.post(f"/api/m/{keys[2]}/analysis", json={"at": 1}).json()["rows"]) == 8


def test_who_plays_agents_alone_is_helped_and_it_is_counted(client: TestClient, studio: Studio) -> None:
    keys = table(studio, "link", "level:beginner", game="snowball-class")
    hint = client.post(f"/api/m/{keys[1]}/hint").json()
    assert hint["move"] in {one["text"] for one in client.get(f"/api/m/{keys[1]}/position").json()["moves"]}
    found = client.post(f"/api/m/{keys[1]}/analysis", json={"at": 0}).json()
    assert found["rows"][0]["visits"] > 0
    assert client.post(f"/api/m/{keys[1]}/hints").json()["hints"] == 2


@pytest.mark.parametrize("seats", [("link", "link", "adaptive"), ("link", "adaptive", "adaptive")])
def test_agent_that_adapts_sits_at_a_table_and_remembers(
    client: TestClient, studio: Studio, seats: tuple[str, ...]
) -> None:
    keys = table(studio, *seats, game="trefoil")
    for _ in range(2):
        for seat in [seat for seat, who in enumerate(seats, 1) if who == "link"]:
            at = len(client.get(f"/api/m/{keys[1]}").json()["moves"])
            move(client, keys[seat], first_move(client, keys[seat]), at)
        client.post(f"/api/m/{keys[1]}/think")
    match = studio.matches.linked(keys[1])[0]
    assert (len(match.moves), match.record["mover"], match.record.get("trouble")) == (6, 1, None)
    remembered = match.record["minds"]["3"]
    assert (remembered["at"], remembered["turns"]) == (5, 1)


def test_agent_that_adapts_is_offered_at_tables_and_decides_in_no_single_position(client: TestClient) -> None:
    assert 'value="adaptive"' in client.get("/games/tic-tac-toe/invite").text
    asked = {"agent": "adaptive", "seed": "1", "moves": []}
    answer = client.post("/games/tic-tac-toe/best", json=asked)
    assert (answer.status_code, "must have seen the whole match" in answer.text) == (400, True)


def received(client: TestClient, studio: Studio, key: str) -> list[str]:
    """All that a browser of a seat can ask for while a match runs."""
    id = studio.matches.linked(key)[0].id
    asked = [
        client.get(f"/m/{key}"),
        client.get(f"/api/m/{key}"),
        client.get(f"/api/m/{key}/position"),
        client.post(f"/api/m/{key}/moves", json={"move": "z9", "at": 0}),
        client.post(f"/api/m/{key}/moves", json={"move": "z9", "at": len(studio.matches.match(id).moves)}),
        client.get(f"/m/me/matches/{id}"),
        client.get(f"/m/me/matches/{id}/positions"),
        client.get(f"/games/mail-coaches/play?match={id}"),
        client.get(f"/games/mail-coaches/matches/{id}/positions"),
        client.get("/m/me"),
        client.get("/games/mail-coaches/people"),
    ]
    assert [answer.status_code for answer in asked] == [200, 200, 200, 400, 400, *[200] * 6]
    return [answer.text for answer in asked]


def test_no_browser_is_told_what_chance_will_decide_among_people(client: TestClient, studio: Studio) -> None:
    client.cookies.clear()
    keys = dice_table(studio, "link", "link")
    for seat in (1, 2):
        client.post(f"/m/{keys[seat]}/join", data={"nickname": "Ana"})
    for at in range(6):
        mover = client.get(f"/api/m/{keys[1]}").json()["mover"]
        assert move(client, keys[mover], first_move(client, keys[mover]), at).status_code == 200
    match = studio.matches.linked(keys[1])[0]
    state = apts.load("mail-coaches").start(SEED)
    streams = [stream_of(state)]
    for text in match.moves:
        state = state.play(text)
        streams.append(stream_of(state))
    for seat in (1, 2):
        for text in received(client, studio, keys[match.record["mover"] if seat == 1 else 3 - match.record["mover"]]):
            assert not any(secret in text for secret in (str(SEED), "chance=", *map(str, streams)))
    client.post(f"/api/m/{keys[1]}/resign")
    over = client.get(f"/api/m/{keys[2]}").json()
    assert over["seed"] == str(SEED)
    assert client.post(f"/api/m/{keys[2]}/again").json()["seed"] is None


def stream_of(state: Any) -> int:
    return int(state.from_rules.position[CHANCE])


def test_lots_that_are_told_give_the_positions_of_the_match(client: TestClient, studio: Studio) -> None:
    keys = dice_table(studio, "link", "link")
    game, moves = apts.load("mail-coaches").from_rules, list[str]()
    assert game is not None
    for at in range(12):
        mover = client.get(f"/api/m/{keys[1]}").json()["mover"]
        moves.append(first_move(client, keys[mover]))
        move(client, keys[mover], moves[-1], at)
    lots = client.get(f"/api/m/{keys[1]}").json()["lots"]
    assert len(lots) == 13
    machine, real = game.machine, game.start(SEED)
    sealed = with_lots(machine.start(0), lots[0])
    for place, text in enumerate(studio.matches.linked(keys[1])[0].moves, 1):
        seen = RulesState(game, sealed)
        assert (seen.dice, seen.moves(), seen.content) == (real.dice, real.moves(), real.content)
        assert stream_of(seen) != stream_of(real)
        chosen = real.find_move(text)
        sealed = machine.copy(sealed)
        machine.play(sealed, chosen.action)
        sealed, real = with_lots(sealed, lots[place]), real.after(chosen)


def with_lots(position: Any, lots: list[tuple[int, str]]) -> Any:
    for place, word in lots:
        position[place] = int(word)
    return position


def test_game_whose_chance_cannot_be_told_throw_by_throw_is_drawn_by_the_server(
    client: TestClient, studio: Studio
) -> None:
    game = studio.game_store.add("Lottery", LOTTERY)
    keys = set_table(studio, game, ["link", "link"], None, seed=SEED)[1]
    page = client.post(f"/m/{keys[1]}/join", data={"nickname": "Ana"})
    assert data_of(page.text, "studio-table")["kind"] == "drawn"
    assert move(client, keys[1], first_move(client, keys[1]), 0).status_code == 200
    told = client.get(f"/api/m/{keys[2]}")
    assert (told.json()["lots"], str(SEED) in told.text + page.text) == ([], False)


def test_match_with_one_person_has_its_seed_for_the_agents_of_the_device(client: TestClient, studio: Studio) -> None:
    keys = dice_table(studio, "link", "level:casual")
    told = client.get(f"/api/m/{keys[1]}").json()
    assert (told["seed"], told["lots"], told["thinks"]) == (str(SEED), None, "device")


def test_seeds_of_tables_cannot_be_found_by_trying(studio: Studio) -> None:
    game = studio.game_store.game("mail-coaches")
    seeds = [set_table(studio, game, ["link", "link"], None)[0].seed for _ in range(6)]
    assert max(seeds) > 2**50


def test_link_on_this_machine_alone_says_so_and_what_to_do(client: TestClient) -> None:
    only = client.post("/games/tic-tac-toe/invite", data={"seat.1": "link", "seat.2": "link"}).text
    assert "Only this machine can open this link" in only
    assert "--password-file</span>" in only
    own = client.post("/games/tic-tac-toe/invite", data={"seat.1": "me", "seat.2": "link"})
    warning = data_of(own.text, "studio-table")["warning"]
    assert warning["command"] == "apts studio --host 0.0.0.0 --password-file FILE"


def test_command_to_start_again_is_that_which_was_started(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / ".venv" / "bin" / "apts"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [str(program), "studio"])
    own = client.post("/games/tic-tac-toe/invite", data={"seat.1": "me", "seat.2": "link"})
    assert data_of(own.text, "studio-table")["warning"]["command"].startswith(".venv/bin/apts studio --host")


def test_link_of_a_studio_that_others_reach_is_warned_of_only_by_a_name_of_this_machine(tmp_path: Path) -> None:
    settings = StudioSettings(
        tmp_path, key="a password of many signs", hosts=("studio.example",), workers=1, secure=True
    )
    opened = open_studio(settings)
    for name, warned in (("studio.example", False), ("localhost", True)):
        with TestClient(create_app(settings, opened), base_url=f"http://{name}") as asking:
            asking.headers["Authorization"] = "Bearer a password of many signs"
            text = asking.post("/games/tic-tac-toe/invite", data={"seat.1": "link", "seat.2": "link"}).text
            assert f"https://{name}/m/" in text
            assert ("Open the studio as studio.example" in text) is warned
    opened.close()
