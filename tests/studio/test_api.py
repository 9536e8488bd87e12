"""What programs get under ``/api``: games, positions, best moves, runs, jobs; and sentences where something is wrong."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from apts.archive import MatchRecord, RunManifest, TurnRecord
from apts.engine.play.outcome import Outcome
from apts.studio.frame.studio import Studio

ROW = """(game "Row of Three"
    (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))
"""


def stored_run(studio: Studio, name: str, matches: int = 3) -> None:
    """A run as a play-test leaves it."""
    manifest = RunManifest("Tic-Tac-Toe", 2, "(game)", ("random", "level:club"), 1, matches)
    studio.archive.start(manifest, name)
    turns = (TurnRecord(1, "a1", 9, (0.1, -0.1), 0.5), TurnRecord(2, "b2", 8))
    outcome = Outcome(1, (1.0, 2.0), (1.0, -1.0), "three in a row")
    studio.archive.add(
        name,
        [MatchRecord(number, 2**63 + number, (0, 1), turns, "finished", outcome) for number in range(1, matches + 1)],
    )


def described(client: TestClient) -> dict[str, Any]:
    answer = client.get("/api/openapi.json")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_every_address_is_described_with_summary_tags_and_what_may_go_wrong(client: TestClient) -> None:
    paths = described(client)["paths"]
    assert len(paths) >= 20
    for path, methods in paths.items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            assert operation["summary"], where
            assert operation["description"], where
            assert operation["tags"], where
            for status in ("400", "401", "403", "404", "413", "422", "429", "503"):
                schema = operation["responses"][status]["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/Problem"}, (where, status)


def test_all_texts_lists_and_numbers_that_are_sent_have_limits(client: TestClient) -> None:
    document = described(client)
    asked = {
        reference
        for methods in document["paths"].values()
        for operation in methods.values()
        for reference in re.findall(r"#/components/schemas/(\w+)", str(operation.get("requestBody", "")))
    }
    assert len(asked) >= 9
    for name in asked:
        for field, schema in document["components"]["schemas"][name]["properties"].items():
            for part in schema.get("anyOf", [schema]):
                limited = {
                    "string": {"maxLength", "pattern", "const", "enum"},
                    "integer": {"maximum"},
                    "number": {"maximum"},
                    "array": {"maxItems"},
                    "object": {"maxProperties"},
                }.get(part.get("type", ""), set())
                assert not limited or limited & set(part), (name, field, part)


def test_games_are_listed_searched_and_cut(client: TestClient) -> None:
    everything = client.get("/api/games").json()
    assert everything["total"] >= 26
    found = client.get("/api/games", params={"search": "CONNECT", "own": False}).json()
    assert [game["id"] for game in found["games"]] == ["connect-four"]
    part = client.get("/api/games", params={"limit": 2, "offset": 1}).json()
    assert part["games"] == everything["games"][1:3]


def test_sheet_of_a_game_has_its_rules_as_text_and_in_words(client: TestClient) -> None:
    sheet = client.get("/api/games/tic-tac-toe").json()
    assert (sheet["name"], sheet["players"], sheet["first_moves"], sheet["version"]) == ("Tic-Tac-Toe", 2, 9, None)
    assert "(game" in sheet["rules"]
    assert sheet["words"]["sections"][0]["items"][0]["text"]


def test_own_game_is_made_saved_and_deleted(client: TestClient) -> None:
    made = client.post("/api/games", json={"name": "Row of Three", "rules": ROW, "note": "first"})
    assert made.status_code == 201
    id = made.json()["id"]
    again = client.post(f"/api/games/{id}/versions", json={"rules": ROW.replace("square 3", "square 4")})
    assert (again.status_code, again.json()["version"]) == (201, 2)
    versions = client.get(f"/api/games/{id}/versions").json()
    assert [(one["number"], one["note"]) for one in versions["versions"]] == [(2, ""), (1, "first")]
    assert client.get(f"/api/games/{id}").json()["first_moves"] == 16
    assert client.get(f"/api/games/{id}", params={"version": 1}).json()["first_moves"] == 9
    assert client.get(f"/api/games/{id}/board.svg").text.startswith("<svg")
    assert client.delete(f"/api/games/{id}").status_code == 204
    assert client.get(f"/api/games/{id}").status_code == 404


def test_games_of_the_library_stay(client: TestClient) -> None:
    for answer in (
        client.delete("/api/games/hex"),
        client.post("/api/games/hex/versions", json={"rules": ROW}),
    ):
        assert answer.status_code == 400
        assert "library" in answer.json()["detail"]


def test_mistake_in_a_text_is_told_with_its_place(client: TestClient) -> None:
    right = client.post("/api/check", json={"rules": ROW, "drawn": True}).json()
    assert right["ok"]
    assert right["svg"].startswith("<svg")
    wrong = client.post("/api/check", json={"rules": ROW.replace("Line", "Lime")})
    assert wrong.status_code == 200
    found = wrong.json()
    assert not found["ok"]
    assert found["mistakes"][0]["line"] == 6
    assert "Line" in found["mistakes"][0]["nearest"]


def test_position_has_legal_moves_mover_and_outcome(client: TestClient) -> None:
    begun = client.post("/api/games/tic-tac-toe/position", json={"moves": ["a1", "b2"]}).json()
    assert begun["mover"] == 1
    assert len(begun["moves"]) == 7
    assert begun["svg"] is None
    over = client.post(
        "/api/games/tic-tac-toe/position", json={"moves": ["a1", "b2", "a2", "b1", "a3"], "drawn": True}
    ).json()
    assert over["outcome"]["winner"] == 1
    assert over["svg"].startswith("<svg")
    same = client.post("/api/games/tic-tac-toe/position", json={"position": begun["position"]}).json()
    assert same == begun


def test_move_that_is_not_legal_is_named(client: TestClient) -> None:
    answer = client.post("/api/games/tic-tac-toe/position", json={"moves": ["a1", "a1"]})
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith("Move 2")


def test_best_move_takes_the_win_and_is_the_same_for_the_same_seed(client: TestClient) -> None:
    asked = {"moves": ["a1", "b2", "a2", "b1"], "level": "expert", "agent_seed": 5}
    first = client.post("/api/games/tic-tac-toe/best", json=asked).json()
    assert first["move"] == "a3"
    assert first["after"]["outcome"]["winner"] == 1
    assert client.post("/api/games/tic-tac-toe/best", json=asked).json() == first


def test_analysis_judges_every_move(client: TestClient) -> None:
    found = client.post("/api/games/tic-tac-toe/analysis", json={"agent": "uct:iterations=500", "moves": ["b2"]}).json()
    assert len(found["moves"]) == 8
    assert found["moves"][0]["move"] == found["best"]


def test_shipped_model_answers_by_its_name(client: TestClient) -> None:
    asked = {"agent": "model:tic-tac-toe,simulations=8"}
    assert client.post("/api/games/tic-tac-toe/best", json=asked).status_code == 200
    names = [model["name"] for model in client.get("/api/models").json()["models"]]
    assert {"connect-four", "tic-tac-toe"} <= set(names)


def test_match_that_is_over_has_no_best_move(client: TestClient) -> None:
    answer = client.post("/api/games/tic-tac-toe/best", json={"moves": ["a1", "b2", "a2", "b1", "a3"]})
    assert (answer.status_code, answer.json()["detail"]) == (400, "The match is over, so there is no move to play.")


def test_runs_are_listed_read_renamed_and_deleted(client: TestClient, studio: Studio) -> None:
    stored_run(studio, "first")
    stored_run(studio, "second run", 5)
    listed = client.get("/api/runs", params={"limit": 1}).json()
    assert listed["total"] == 2
    assert [(run["name"], run["matches"], run["wanted"]) for run in listed["runs"]] == [("second run", 5, 5)]
    assert client.get("/api/runs/second run").json()["agents"] == ["random", "level:club"]
    matches = client.get("/api/runs/first/matches", params={"offset": 1, "limit": 1}).json()
    assert (matches["total"], matches["matches"][0]["number"]) == (3, 2)
    match = client.get("/api/runs/first/matches/2").json()
    assert match["seats"] == ["random", "level:club"]
    assert [turn["move"] for turn in match["turns"]] == ["a1", "b2"]
    assert match["outcome"]["winner"] == 1
    taken = client.patch("/api/runs/first", json={"name": "second run"})
    assert taken.status_code == 409
    assert client.patch("/api/runs/first", json={"name": "third"}).json()["name"] == "third"
    assert client.get("/api/runs/first").status_code == 404
    assert client.delete("/api/runs/third").status_code == 204
    assert client.get("/api/runs").json()["total"] == 1


def test_job_is_started_stopped_gone_on_with_and_deleted(client: TestClient, studio: Studio) -> None:
    started = client.post("/api/jobs", json={"kind": "playtest", "game": "tic-tac-toe", "agents": ["random"]})
    assert started.status_code == 202
    job = started.json()
    assert (job["state"], job["orders"]["agents"]) == ("waiting", ["random"])
    assert [one["id"] for one in client.get("/api/jobs", params={"kind": "playtest"}).json()["jobs"]] == [job["id"]]
    assert client.delete(f"/api/jobs/{job['id']}").status_code == 409
    assert client.post(f"/api/jobs/{job['id']}/stop").json()["state"] == "stopped"
    assert client.post(f"/api/jobs/{job['id']}/resume").json()["state"] == "waiting"
    studio.jobs.end(job["id"], "done")
    assert client.post(f"/api/jobs/{job['id']}/resume").json()["state"] == "done"
    assert client.delete(f"/api/jobs/{job['id']}").status_code == 204
    assert client.get(f"/api/jobs/{job['id']}").status_code == 404


def test_search_for_better_rules_takes_questions_of_the_bank_and_goals_in_words(client: TestClient) -> None:
    asked = {"kind": "improve", "game": "tic-tac-toe", "goals": ["few-draws", "length between 6 and 9"], "minutes": 1}
    job = client.post("/api/jobs", json=asked).json()
    goals = [one["goal"] for one in job["orders"]["goals"]]
    assert "length between 6 and 9" in goals
    assert len(goals) > 1
    assert {one["name"] for one in client.get("/api/goals").json()["sets"]} >= {"few-draws", "fair-seats"}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/games/tic-tac-toe/best", {"agent": "nobody"}),
        ("/api/games/tic-tac-toe/best", {"level": "grandmaster"}),
        ("/api/games/tic-tac-toe/best", {"agent": "level"}),
        ("/api/games/tic-tac-toe/best", {"agent": "uct:iterations=100000000"}),
        ("/api/games/tic-tac-toe/best", {"agent": "level:club", "level": "club"}),
        ("/api/games/tic-tac-toe/position", {"moves": ["x"] * 10_001}),
        ("/api/games/tic-tac-toe/position", {"moves": ["a1\n"]}),
        ("/api/games/tic-tac-toe/position", {"position": "nonsense"}),
        ("/api/games/tic-tac-toe/position", {"settings": {"no such thing": 3}}),
        ("/api/games/tic-tac-toe/position", {"seed": -1}),
        ("/api/games/tic-tac-toe/position", {"seed": 1e300}),
        ("/api/games/tic-tac-toe/position", {"misspelt": 1}),
        ("/api/games", {"name": "", "rules": ROW}),
        ("/api/games", {"name": "x\u0000y", "rules": ROW}),
        ("/api/jobs", {"kind": "playtest", "game": "tic-tac-toe", "agents": ["q:/etc/passwd"]}),
        ("/api/jobs", {"kind": "improve", "game": "tic-tac-toe", "goals": ["/etc/goals.toml"]}),
        ("/api/jobs", {"kind": "improve", "game": "tic-tac-toe", "goals": ["few-draw"]}),
        ("/api/jobs", {"kind": "nothing", "game": "tic-tac-toe"}),
    ],
)
def test_wrong_request_is_answered_with_a_sentence(client: TestClient, path: str, body: dict[str, Any]) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code in (400, 422)
    assert list(answer.json()) == ["detail"]
    assert answer.json()["detail"][-1] in ".)?!"
