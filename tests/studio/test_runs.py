"""Runs: listed and filtered, read, replayed, reported, compared, taken along, renamed and deleted."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import create_engine, insert
from starlette.testclient import TestClient

import apts
from apts.archive import import_json, open_archive
from apts.archive.records import canonical, manifest_document
from apts.archive.schema import MATCHES, RUNS
from apts.archive.validation import packed
from apts.studio.frame.studio import Studio
from apts.studio.pages import runs as run_pages
from apts.studio.pages.runs import A_PAGE
from apts.studio.store.jobs import Job, describe_job
from tests.studio.played import performed

PART = {"HX-Request": "true"}


@pytest.fixture(scope="module")
def job(studio: Studio) -> Job:
    """A play-test that was done in the studio; random play gives the first seat an advantage, so there are findings."""
    return performed(studio, matches=300, goals=["fair-seats"])


@pytest.fixture(scope="module")
def run(job: Job) -> str:
    """The name of its run."""
    return str(job.result["run"])


@pytest.fixture(scope="module")
def elsewhere(studio: Studio) -> str:
    """A run that came into the archive by other ways than the studio."""
    return apts.playtest(apts.load("tic-tac-toe", Grid="4x4"), "random", 60, archive=studio.settings.archive_place).name


def test_list_has_runs_of_the_studio_and_of_the_command_line(client: TestClient, run: str, elsewhere: str) -> None:
    text = client.get("/runs").text
    assert f'href="/runs/{run}"' in text
    assert f'href="/runs/{elsewhere}"' in text


def test_list_is_filtered_by_game_and_comes_page_by_page(client: TestClient, studio: Studio, run: str) -> None:
    known = studio.archive.manifest(run)
    for seed in range(A_PAGE + 5):
        studio.archive.start(replace(known, seed=1000 + seed, game="Many Runs"))
    first = client.get("/runs", params={"game": "Many Runs"}).text
    assert first.count('class="row run-row"') == A_PAGE
    assert run not in first
    assert 'rel="next"' in first
    second = client.get("/runs", params={"game": "Many Runs", "page": 2}).text
    assert second.count('class="row run-row"') == 5
    assert 'rel="next"' not in second
    assert client.get("/runs", params={"page": 10**6}).status_code == 200
    assert client.get("/runs", params={"page": 0}).status_code == 422


def test_runs_of_searches_are_listed_apart_and_lead_to_their_search(
    client: TestClient, studio: Studio, run: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = studio.jobs.add("improve", "tic-tac-toe", "Better rules", {"goals": []})
    known = studio.archive.manifest(run)
    settings = {**known.settings, "question": {"kind": "improve"}}
    played = studio.archive.start(replace(known, settings=settings, command=describe_job(search.id)))
    usual = client.get("/runs", params={"game": known.game}).text
    assert f'href="/runs/{run}"' in usual
    assert played not in usual
    apart = client.get("/runs", params={"sort": "searches"}).text
    assert f'href="/runs/{played}"' in apart
    assert f'href="/improve/{search.id}"' in apart
    assert run not in apart
    every = client.get("/runs", params={"sort": "all", "game": known.game}).text
    assert run in every
    assert played in every
    assert f'href="/improve/{search.id}"' in client.get(f"/runs/{played}").text
    assert played not in client.get("/runs/compare").text
    assert played not in client.get("/games/tic-tac-toe/playtest").text
    monkeypatch.setattr(run_pages, "A_PAGE", 1)
    assert "sort=all" in client.get("/runs", params={"sort": "all"}).text, "further pages are of the same sort"


def test_run_tells_its_findings_with_intervals_and_matches(client: TestClient, run: str, job: Job) -> None:
    text = client.get(f"/runs/{run}").text
    finding = next(found for found in job.result["languages"]["en"]["findings"] if found["matches"])
    assert finding["sentence"] in text.replace("&#39;", "'")
    assert re.search(r"\(\d+\u00a0% to \d+\u00a0%\)", finding["sentence"])
    number = finding["matches"][0]
    assert f'href="/runs/{run}/matches/{number}"' in text
    assert re.search(rf'href="/games/tic-tac-toe/play\?from={run}&amp;match={number}&amp;ply=\d+"', text)
    assert "no seat is far ahead" in text
    portuguese = client.get(f"/runs/{run}", headers={"Accept-Language": "pt"}).text
    assert "nenhum lugar está muito à frente" in portuguese
    assert job.result["languages"]["pt-BR"]["findings"][0]["sentence"] in portuguese


def test_run_from_elsewhere_is_measured_by_a_worker_and_then_remembered(client: TestClient, elsewhere: str) -> None:
    page = client.get(f"/runs/{elsewhere}").text
    assert f'hx-get="/runs/{elsewhere}/summary"' in page
    part = client.get(f"/runs/{elsewhere}/summary", headers=PART).text
    assert 'class="verdict"' in part
    assert "<html" not in part
    assert f'hx-get="/runs/{elsewhere}/summary"' not in client.get(f"/runs/{elsewhere}").text


def test_run_without_matches_says_so(client: TestClient, studio: Studio, run: str) -> None:
    empty = studio.archive.start(replace(studio.archive.manifest(run), seed=99))
    assert "No match of this run has been played yet." in client.get(f"/runs/{empty}").text
    told = client.get(f"/runs/{empty}/summary", headers=PART)
    assert (told.status_code, "<html" in told.text) == (200, False)
    assert "No match of this run has been played yet" in told.text


def test_unknown_run_and_match_are_not_there(client: TestClient, run: str) -> None:
    nobody = client.get("/runs/nobody")
    assert nobody.status_code == 404
    assert "There is no such run here" in nobody.text
    assert run not in nobody.text, "it tells neither what else is there nor where"
    assert ".db" not in nobody.text
    assert client.get(f"/runs/{run}/matches/999").status_code == 404
    assert client.get(f"/runs/{run}/charts/none.svg").status_code == 400


def test_runs_of_one_game_are_told_apart_by_players_settings_and_date(client: TestClient, studio: Studio) -> None:
    path = "rules.end.if.is Line.length"
    words = {"en": "length of the line that wins = 2", "pt-BR": "comprimento da linha que vence = 2"}
    job = performed(studio, agents="level:beginner", matches=4, settings={path: 2}, told_settings=words, seed=31)
    name = job.result["run"]
    offered = client.get("/runs/compare").text
    assert f">Beginners · {studio.archive.summary(name).created[:10]}" in offered, "what differs comes first"
    assert words["en"] in offered
    assert '<optgroup label="Tic-Tac-Toe">' in offered
    assert words["en"] in client.get("/runs").text
    page = client.get(f"/runs/{name}").text
    assert words["en"] in page
    assert path not in page
    assert words["en"] in client.get(f"/jobs/{job.id}").text


def test_pages_call_a_run_by_its_players_or_by_the_name_that_somebody_gave_it(
    client: TestClient, studio: Studio, run: str, elsewhere: str
) -> None:
    given = performed(studio, agents="level:beginner", matches=4, seed=47).result["run"]
    before = client.get(f"/runs/{given}").text
    assert "<title>Tic-Tac-Toe · Beginners · APTS</title>" in before
    assert f'<span class="run-id">{given}</span>' in before
    client.post(f"/runs/{given}/rename", data={"to": "With my sister"})
    assert "<b>With my sister</b>" in client.get("/runs/With my sister").text
    assert ">With my sister · Beginners" in client.get("/runs/compare").text
    listed = client.get("/runs").text
    assert ">With my sister</span>" in listed
    assert f">{run}</span>" not in listed
    form = client.get("/games/tic-tac-toe/playtest").text
    assert ">With my sister</a>" in form
    assert f">{run}</a>" not in form
    part = client.get("/runs/compare/changes", params={"a": run, "b": "With my sister"}, headers=PART).text
    assert f">{run}</a>" not in part
    assert ">With my sister</a>" in part


def test_two_runs_to_compare_are_asked_for_in_words(client: TestClient, run: str) -> None:
    page = client.get("/runs/compare").text
    assert page.count('<option value="">Choose a play-test</option>') == 2
    assert "Choose two play-tests above" in page
    both = client.get("/runs/compare", params={"a": run, "b": run}).text
    assert "Choose two play-tests above" not in both
    assert (
        '<option value="">Escolha um teste</option>'
        in client.get("/runs/compare", headers={"Accept-Language": "pt"}).text
    )


def test_charts_are_pictures_that_run_nothing(client: TestClient, run: str) -> None:
    part = client.get(f"/runs/{run}/charts", headers=PART).text
    names = re.findall(r'src="(/runs/[^"]+\.svg[^"]*)"', part)
    assert len(names) >= 4
    answer = client.get(names[0].replace("&amp;", "&"))
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "xmlns=" in answer.text[:60]
    assert "prefers-color-scheme:dark" in answer.text


def test_report_runs_its_own_script_and_no_other(client: TestClient, run: str) -> None:
    answer = client.get(f"/runs/{run}/report")
    policy = answer.headers["content-security-policy"]
    assert "unsafe-inline" not in policy
    scripts = re.findall(r"<script>(.*?)</script>", answer.text, re.DOTALL)
    assert scripts
    for script in scripts:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"script-src 'sha256-{digest}'" in policy
    for sheet in re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL):
        assert base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode() in policy
    assert f'href="/runs/{run}"' in answer.text


def test_report_that_is_not_there_is_written_when_it_is_asked_for(client: TestClient, elsewhere: str) -> None:
    waiting = client.get(f"/runs/{elsewhere}/report").text
    assert f'hx-post="/runs/{elsewhere}/report"' in waiting
    written = client.post(f"/runs/{elsewhere}/report", headers=PART)
    assert written.headers["hx-redirect"] == f"/runs/{elsewhere}/report"
    assert "Play-test of Tic-Tac-Toe" in client.get(f"/runs/{elsewhere}/report").text


def test_match_is_replayed_position_by_position(client: TestClient, studio: Studio, run: str) -> None:
    record = studio.archive.match(run, 5)
    assert f'hx-get="/runs/{run}/matches/5/board"' in client.get(f"/runs/{run}/matches/5").text
    part = client.get(f"/runs/{run}/matches/5/board?ply=2", headers=PART).text
    found = re.search(r'<script type="application/json" class="replay-data">(.*?)</script>', part, re.DOTALL)
    assert found is not None
    data = json.loads(found[1])
    assert [frame["move"] for frame in data["frames"]] == [None, *record.moves]
    pictures = ["".join(data["parts"][part] for part in drawing) for drawing in data["drawings"]]
    assert len(set(pictures)) == len(record.moves) + 1
    assert all(picture.startswith("<svg") and picture.endswith("</svg>") for picture in pictures)
    assert f'max="{len(record.moves)}" value="2"' in part
    assert "match=5&amp;ply=2" in part


def test_pages_of_runs_tell_players_and_goals_in_words(client: TestClient, studio: Studio, run: str) -> None:
    portuguese = {**PART, "Accept-Language": "pt"}
    page = client.get(f"/runs/{run}", headers=portuguese).text
    assert "lances ao acaso <span" in page
    assert "<code>random</code>" in page
    assert "Pontuação de cada lugar: entre 45\u00a0% e 55\u00a0%" in page
    assert 'title="every seat between 0.45 and 0.55"' in page
    assert "seat-score" not in page
    other = performed(studio, agents="uct:iterations=10", matches=8, seed=77).result["run"]
    told = client.get("/runs/compare/changes", params={"a": run, "b": other}, headers=portuguese).text
    assert ">lances ao acaso</span>" in told
    assert ">busca em árvore, 10 olhadas à frente</span>" in told
    board = client.get(f"/runs/{other}/matches/1/board", headers=portuguese).text
    assert '<span title="uct:iterations=10">busca em árvore, 10 olhadas à frente</span>' in board


def test_runs_are_compared_side_by_side(client: TestClient, run: str, elsewhere: str) -> None:
    page = client.get("/runs/compare", params={"run": [run, elsewhere]}).text
    assert f"/runs/compare/changes?a={run}&amp;b={elsewhere}" in page
    part = client.get("/runs/compare/changes", params={"a": run, "b": elsewhere}, headers=PART).text
    assert "What surely changed" in part
    assert "the option Grid: 3x3 becomes 4x4" in part
    portuguese = {**PART, "Accept-Language": "pt"}
    told = client.get("/runs/compare/changes", params={"a": run, "b": elsewhere}, headers=portuguese).text
    assert "a opção Grid: 3x3 passa a 4x4" in told
    assert 'lang="en"' not in told
    assert part.count('class="figures"') == 2
    assert "<html" not in part
    assert client.get("/runs/compare").status_code == 200
    assert client.get("/runs/compare", params={"a": "nobody"}).status_code == 404


def test_run_is_taken_along_whole_or_as_tables(client: TestClient, studio: Studio, run: str, tmp_path: Path) -> None:
    whole = client.get(f"/runs/{run}/export.json")
    assert f"filename={chr(34)}{run}.json" in whole.headers["content-disposition"]
    (tmp_path / "run.json").write_bytes(whole.content)
    with open_archive(tmp_path / "other.db") as other:
        assert import_json(other, tmp_path / "run.json").added == 300
        assert list(other.matches(run)) == list(studio.archive.matches(run))
    matches = list(csv.DictReader(io.StringIO(client.get(f"/runs/{run}/export.csv").text)))
    assert [row["number"] for row in matches] == [str(number) for number in range(1, 301)]
    turns = list(csv.DictReader(io.StringIO(client.get(f"/runs/{run}/export.csv?table=turns").text)))
    assert len(turns) == sum(len(match.turns) for match in studio.archive.matches(run))
    assert client.get(f"/runs/{run}/export.csv?table=drop").status_code == 400
    assert client.get(f"/runs/{run}/export.exe").status_code == 400
    assert not list(studio.settings.folder.glob("export-*"))


def test_run_is_renamed_and_keeps_what_is_known_of_it(client: TestClient, studio: Studio) -> None:
    name = performed(studio, seed=21, goals=["few-draws"]).result["run"]
    answer = client.post(f"/runs/{name}/rename", data={"to": "Märchen 2?"}, follow_redirects=False)
    assert answer.status_code == 303
    page = client.get(answer.headers["location"])
    assert page.status_code == 200
    assert "Märchen 2?" in page.text
    assert "most matches have a winner" in page.text
    assert client.get(f"/runs/{name}").status_code == 404
    for wrong in ("last", "compare", "a\x00b", "a/b", "x" * 61, "x" * 201):
        assert client.post("/runs/M%C3%A4rchen%202%3F/rename", data={"to": wrong}).status_code in (400, 422)


def test_run_is_deleted_with_all_that_was_worked_out(client: TestClient, studio: Studio) -> None:
    name = performed(studio, seed=22).result["run"]
    artifacts = len(list((studio.settings.folder / "papers").iterdir()))
    assert client.get(f"/runs/{name}/delete").status_code in (404, 405)
    assert client.post(f"/runs/{name}/delete", follow_redirects=False).headers["location"] == "/runs"
    assert client.get(f"/runs/{name}").status_code == 404
    assert len(list((studio.settings.folder / "papers").iterdir())) == artifacts - 1


def test_foreign_page_can_change_nothing(client: TestClient, run: str) -> None:
    for action in (f"/runs/{run}/delete", f"/runs/{run}/rename", "/games/tic-tac-toe/playtest"):
        assert client.post(action, headers={"Origin": "https://evil.example"}).status_code == 403
    assert client.get(f"/runs/{run}").status_code == 200


@pytest.mark.long
def test_pages_are_quick_with_a_thousand_runs_and_fifty_thousand_matches(
    client: TestClient, studio: Studio, run: str
) -> None:
    known = studio.archive.manifest(run)
    records = list(studio.archive.matches(run))[:50]
    rows = [
        {"number": one.number, "status": one.status, "winner": one.winner, "length": one.length, "record": packed(one)}
        for one in records
    ]
    engine = create_engine(f"sqlite:///{studio.settings.archive_place}")
    with engine.begin() as connection:
        for seed in range(1000):
            manifest = replace(known, seed=5000 + seed, game=f"Game {seed % 40}")
            line = {
                "id": 10_000 + seed, "name": f"crowd-{seed}", "digest": hashlib.sha256(str(seed).encode()).hexdigest(),
                "game": manifest.game, "wanted": 50, "created": "2026-01-01T00:00:00+00:00",
                "manifest": canonical(manifest_document(manifest)),
            }  # fmt: skip
            connection.execute(insert(RUNS).values(**line))
            connection.execute(insert(MATCHES), [{"run": line["id"], **row} for row in rows])
    engine.dispose()
    pages = ("/runs", "/runs?page=20", "/runs?game=Game+7", f"/runs/{run}", "/runs/crowd-500", "/runs/compare", "/jobs")
    for address in pages:
        assert client.get(address).status_code == 200
        assert min(seconds_of(client, address) for _ in range(5)) < 0.2, address


def seconds_of(client: TestClient, address: str) -> float:
    began = time.perf_counter()
    client.get(address)
    return time.perf_counter() - began
