"""Workers are shared between those who ask: a crowd of questions of one holds up nobody else for long."""

from __future__ import annotations

import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from apts.studio.frame.studio import Studio
from apts.studio.play.tables import set_table
from apts.studio.rates import ASKER, DEFAULTS, OF_LINK, PLAYER_WORK, STUDIO, Asker, Rates
from apts.studio.security.authentication import DEVICE_COOKIE, SESSION_COOKIE, Authenticator
from apts.studio.server.app import create_app
from apts.studio.workers.pool import MOST_WAITING_PLAYER, Busy, TooManyQuestions, Turns
from tests.studio.test_security import gate_of

DESIGNER = Asker("designer", "10.0.0.1", "d")


def player(number: int, address: str = "10.0.0.2") -> Asker:
    return Asker("player", address, f"link {number}")


class Crowd:
    """Threads that ask for turns, each of some seconds on a clock of the test."""

    def __init__(self, workers: int) -> None:
        self.moment = 0.0
        self.turns = Turns(workers, lambda: self.moment)
        self.order: list[Asker] = []
        self._threads: list[threading.Thread] = []

    def ask(self, asker: Asker, times: int = 1) -> None:
        for _ in range(times):
            before = self.waiting() + len(self.order)
            thread = threading.Thread(target=self._one, args=(asker,), daemon=True)
            thread.start()
            self._threads.append(thread)
            self._until(lambda before=before: self.waiting() + len(self.order) > before)

    def waiting(self) -> int:
        return sum(len(queue) for queue in self.turns._waiting.values())

    def work_off(self, seconds: float = 1.0) -> list[Asker]:
        """Let whoever runs be done, one after the other; gives the order in which turns were given."""
        done = 0
        while self.turns._running:
            self._until(lambda done=done: len(self.order) - done >= self.turns._running.total() > 0)
            asker = self.order[done]
            done += 1
            self.moment += seconds
            self.turns.give_back(asker, seconds)
        return self.order

    def _one(self, asker: Asker) -> None:
        with suppress(Busy):
            self.turns.take(asker, 30.0)
            self.order.append(asker)

    def _until(self, there: object) -> None:
        ends = time.monotonic() + 10
        while not there():  # type: ignore[operator]
            assert time.monotonic() < ends
            time.sleep(0.001)


def test_designer_waits_for_one_question_however_many_links_ask() -> None:
    crowd = Crowd(workers=1)
    for number in range(12):
        crowd.ask(player(number), 3)
    crowd.ask(DESIGNER)
    assert crowd.work_off().index(DESIGNER) <= 1


def test_links_of_one_address_share_what_another_address_has_for_itself() -> None:
    crowd = Crowd(workers=1)
    for number in range(6):
        crowd.ask(player(number), 2)
    lonely = player(0, "10.0.0.3")
    crowd.ask(lonely, 4)
    order = crowd.work_off()
    assert [asker == lonely for asker in order[:9]].count(True) >= 3


def test_who_took_long_waits_for_those_who_did_not() -> None:
    turns = Turns(1, lambda: 0.0)
    long, short = Asker("designer", "10.0.0.1", "long"), Asker("designer", "10.0.0.1", "short")
    crowd = Crowd(workers=1)
    crowd.turns = turns
    crowd.ask(long, 3)
    crowd.ask(short, 5)
    done: list[Asker] = []
    while turns._running:
        crowd._until(lambda: len(crowd.order) > len(done))
        done.append(crowd.order[len(done)])
        turns.give_back(done[-1], 20.0 if done[-1] == long else 0.5)
    assert done == [long, *[short] * 5, long, long]


def test_time_in_which_nobody_asked_is_not_saved_up() -> None:
    crowd = Crowd(workers=1)
    first, late = Asker("designer", "a", "first"), Asker("designer", "a", "late")
    for _ in range(5):
        crowd.ask(first)
        crowd.work_off()
        crowd.order.clear()
    crowd.ask(first, 4)
    crowd.ask(late, 4)
    order = crowd.work_off()
    assert Counter(order[:4])[late] <= 2


def test_last_free_worker_is_kept_for_designers_and_not_for_one_of_several() -> None:
    crowd = Crowd(workers=2)
    crowd.ask(player(1), 2)
    crowd.ask(player(2), 2)
    crowd.ask(STUDIO)
    assert crowd.turns._running.total() == 1
    crowd.ask(DESIGNER)
    assert crowd.turns._running[DESIGNER] == 1
    crowd.work_off()

    crowd = Crowd(workers=2)
    crowd.ask(DESIGNER, 2)
    assert crowd.turns._running[DESIGNER] == 2, "who is alone has all of them"
    crowd.work_off()
    other = replace(DESIGNER, name="other")
    crowd.ask(other)
    crowd.ask(DESIGNER, 2)
    assert crowd.turns._running[DESIGNER] == 1
    crowd.work_off()


def test_one_link_can_neither_queue_nor_ask_without_end() -> None:
    crowd = Crowd(workers=1)
    crowd.ask(DESIGNER)
    crowd.ask(player(1), MOST_WAITING_PLAYER)
    with pytest.raises(TooManyQuestions):
        crowd.turns.take(player(1), 1.0)
    crowd.ask(player(2))
    crowd.work_off()
    turns = Turns(1, lambda: 0.0)
    for _ in range(int(PLAYER_WORK.burst)):
        turns.take(player(1), 0.1)
        turns.give_back(player(1), 0.01)
    with pytest.raises(TooManyQuestions):
        turns.take(player(1), 0.1)
    turns.take(player(2), 0.1)


def test_turn_that_does_not_come_in_time_is_given_up_and_blocks_nobody() -> None:
    turns = Turns(1)
    turns.take(DESIGNER, 1.0)
    with pytest.raises(Busy):
        turns.take(player(1), 0.05)
    turns.give_back(DESIGNER, 0.1)
    turns.take(player(2), 1.0)
    assert not turns._waiting


def test_every_way_to_a_worker_is_counted_by_who_asks(studio: Studio, client: TestClient) -> None:
    """Positions of a link cost the link, whatever the method; a page of a designer costs the designer."""
    _, keys = set_table(studio, studio.game_store.game("tic-tac-toe"), ["link", "link"], None)
    seen: list[Asker] = []
    turns = studio.workers._turns
    take = turns.take

    def noted(asker: Asker, seconds: float) -> None:
        seen.append(asker)
        take(asker, seconds)

    settings = replace(studio.settings, key="a password of many signs")
    guarded = replace(studio, settings=settings, authenticator=Authenticator(studio.database, settings))
    turns.take = noted  # type: ignore[method-assign]
    try:
        with TestClient(create_app(settings, guarded), base_url="http://localhost") as stranger:
            codes = [stranger.get(f"/api/m/{keys[1]}/position").status_code for _ in range(40)]
            assert stranger.get(f"/api/m/{keys[2]}/position").status_code == 200
        assert client.get("/games/tic-tac-toe/board.svg?side=4").status_code in (200, 400)
        client.post("/api/check", json={"rules": "(game)"})
    finally:
        turns.take = take  # type: ignore[method-assign]
    assert codes[:5] == [200] * 5
    assert codes[-1] == 429
    assert len({asker for asker in seen if asker.kind == "player"}) == 2
    assert seen[-1].kind == "designer"
    assert ASKER.get() == STUDIO


def test_flood_of_strangers_takes_nothing_away_from_a_designer_at_the_same_address(studio: Studio) -> None:
    settings = replace(studio.settings, token=True)
    closed = replace(studio, settings=settings, authenticator=Authenticator(studio.database, settings))
    app = create_app(settings, closed)
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as browser:
        browser.get("/api/health")
        gate_of(app).rates = Rates(lambda: 0.0)
        codes = [browser.get("/api/games").status_code for _ in range(int(DEFAULTS.burst) + 100)]
        assert codes[-1] == 429
        assert browser.get("/?token=wrong").status_code == 429
        browser.headers["Authorization"] = f"Bearer {closed.authenticator.token}"
        assert browser.get("/api/games").status_code == 200
        browser.cookies.set(DEVICE_COOKIE, "made up")
        browser.cookies.set(SESSION_COOKIE, "made up")
        seen: list[int] = []
        for number in range(int(DEFAULTS.burst) + 100):
            browser.cookies.set(DEVICE_COOKIE, f"made up {number}")
            seen.append(browser.get("/api/health").status_code)
        assert 429 in seen, "who is let in is counted by what the studio gave, not by what they made up"


def test_flood_with_one_link_is_refused_at_the_gate_and_another_link_of_that_address_is_not(studio: Studio) -> None:
    _, keys = set_table(studio, studio.game_store.game("tic-tac-toe"), ["link", "link"], None)
    app = create_app(studio.settings, studio)
    with TestClient(app, base_url="http://localhost") as players:
        players.get("/api/health")
        gate_of(app).rates = Rates(lambda: 0.0)
        codes = [players.get(f"/api/m/{keys[1]}").status_code for _ in range(int(OF_LINK.burst) + 40)]
        assert codes[-1] == 429
        assert players.get(f"/api/m/{keys[2]}").status_code == 200
