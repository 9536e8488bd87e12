"""Pictures of every page of a studio: ``python -m bench.studio_pictures [--pages play,run]``.

The studio is a new one, filled with samples: play-tests that are played for it, an own game with two versions, matches of
people, a search, a training. Each page is shown on a phone and on a desktop, in both languages, light and dark, by the
system's Chromium. ``--pages`` makes those of some pages alone, ``--list`` tells what they are called; only the samples that
they show are made then, so that pictures can be made again in parts. Pages that are not there are told and left out. So is
what a browser complains of on a page, and a page that scrolls sideways; then it ends with 1.
"""

from __future__ import annotations

import argparse
import json
import shutil
import struct
import sys
import time
import zlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from bench.served_studio import served_studio
from bench.studio_pages import Sample, addresses, needed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
LANGUAGES = ("en", "pt-BR")
SCHEMES = ("light", "dark")
LARGEST = 200_000
"""Bytes of a picture without loss; only what is larger loses a little."""

QUALITIES = (90, 80)
SETTLE_SECONDS = 1.2
"""How long a page is given to draw what its scripts and events bring."""

LATE_SECONDS = 30.0
"""How long parts that come later may take."""

JOB_SECONDS = 300.0
EVERY_PAGE = tuple(
    addresses(Sample("run", "other", job="1", own="own", training="1", search="1", levels="1", broken="broken"))
)
"""The names of all pages."""

DOOR = "login"
"""The page that only a studio with a password has."""

OWN_RULES = """(game "Corner Row"
    (players 2)
    (equipment { (board (square 5)) (piece "Stone" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 4) (result Mover Win)))))
(metadata (info { (description "Four in a row on a small board.") (classification "line") }))
"""


PLAYED = {"kind": "playtest", "game": "connect-four", "amount": "number"}


@dataclass(frozen=True)
class Shown:
    """How a page is shown."""

    size: str
    language: str
    scheme: str

    @property
    def name(self) -> str:
        """What pictures of it are called."""
        return f"{self.size}-{self.language.lower()}-{self.scheme}"


class Filling:
    """Fills a studio with samples, as a person and a program would."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._cookie = ""

    def sample(self, wanted: Collection[str]) -> Sample:
        """What pages show, as far as it is wanted."""
        found: dict[str, Any] = {}
        if {"run", "job"} & set(wanted):
            found["job"], found["run"] = self._played(["level:casual"])
        if "other" in wanted:
            _, found["other"] = self._played(["level:beginner"])
        if "own" in wanted:
            found["own"] = self._own("Corner Row", OWN_RULES)
            wider = OWN_RULES.replace("square 5", "square 6")
            self._api("POST", f"/api/games/{found['own']}/versions", {"rules": wider, "note": "a wider board"})
        if "broken" in wanted:
            found["broken"] = self._own(
                "Half Done", OWN_RULES.replace("Corner Row", "Half Done").replace("Line", "Lien")
            )
        if "people" in wanted:
            self._people()
        jobs = {
            "search": {"kind": "improve", "game": "tic-tac-toe", "goals": ["few-draws"], "minutes": 0.3},
            "training": {"kind": "train", "game": "tic-tac-toe", "minutes": 0.4},
            "levels": {**PLAYED, "game": "tic-tac-toe", "levels": ["beginner", "casual", "club"], "matches": 60},
        }
        found |= {name: self._ended(asked) for name, asked in jobs.items() if name in wanted}
        return replace(Sample("", ""), **found)

    def _own(self, name: str, rules: str) -> str:
        """The id of an own game."""
        asked = {"name": name, "rules": rules, "note": "first thoughts"}
        return str(self._api("POST", "/api/games", asked)["id"])

    def _played(self, agents: Sequence[str]) -> tuple[str, str]:
        """A play-test of Connect Four: its job, and the name of its run."""
        job = self._ended({**PLAYED, "agents": agents, "matches": 60, "goals": ["fair-seats", "few-draws"]})
        return job, self._api("GET", f"/api/jobs/{job}")["result"].get("run") or ""

    def _ended(self, asked: dict[str, Any]) -> str:
        """The id of a job that was asked for, once it has ended."""
        id = str(self._api("POST", "/api/jobs", asked)["id"])
        ends = time.monotonic() + JOB_SECONDS
        while time.monotonic() < ends:
            job = self._api("GET", f"/api/jobs/{id}")
            if job["state"] in ("done", "failed", "stopped"):
                if job["error"]:
                    print(f"the sample {asked['kind']} failed: {job['error']}")
                break
            time.sleep(1.0)
        return id

    def _people(self) -> None:
        """Matches of two people, kept as their browsers do it."""
        for nickname, winner in (("Ada", 1), ("Rui", 2)):
            self._cookie = ""
            self._form("/m/me", {"nickname": nickname})
            moves = ["d", "c", "d", "c", "d", "c", "d"] if winner == 1 else ["a", "c", "b", "c", "a", "c", "b", "c"]
            record = {
                "seed": "7", "seats": ["person", "level:club"], "moves": moves, "times": [1500] * len(moves),
                "started": "2026-01-01T10:00:00Z", "ended": "2026-01-01T10:04:00Z",
                "outcome": {"ranks": [1.0, 2.0] if winner == 1 else [2.0, 1.0], "reason": "four in a row"},
                "answers": {"fun": 4, "length": "right", "word": "One more!"},
            }  # fmt: skip
            self._send(
                "POST", "/games/connect-four/matches", json.dumps({"record": record}).encode(), "application/json"
            )

    def _api(self, method: str, path: str, data: Any = None) -> Any:
        body = None if data is None else json.dumps(data).encode()
        return json.loads(self._send(method, path, body, "application/json") or b"{}")

    def _form(self, path: str, fields: dict[str, str]) -> None:
        self._send(
            "POST", path, urlencode(fields).encode(), "application/x-www-form-urlencoded", accept="application/json"
        )

    def _send(self, method: str, path: str, body: bytes | None, kind: str, accept: str = "*/*") -> bytes:
        headers = {"Content-Type": kind, "Accept": accept, "Cookie": self._cookie}
        try:
            with urlopen(Request(self._address + path, body, headers, method=method), timeout=60) as answer:
                self._cookie = (answer.headers.get("Set-Cookie") or self._cookie).partition(";")[0]
                content: bytes = answer.read()
                return content
        except HTTPError as problem:
            if problem.code != 404:
                print(f"{method} {path}: {problem.code} {problem.read()[:200].decode(errors='replace')}")
            return b""
        except URLError as problem:
            raise SystemExit(f"the studio does not answer: {problem}") from None


def all_pictures(browser: Browser, address: str, pages: dict[str, str], out: Path) -> Iterator[str]:
    """Make all pictures; gives what was found on the way."""
    missing: set[str] = set()
    for size, language, scheme in product(SIZES, LANGUAGES, SCHEMES):
        shown = Shown(size, language, scheme)
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height}, locale=language, color_scheme=scheme,  # type: ignore[arg-type]
            has_touch=size == "phone", device_scale_factor=1, reduced_motion="reduce",
        )  # fmt: skip
        for name, path in pages.items():
            if name not in missing:
                yield from _picture(context, address, name, path, out, shown, missing)
        context.close()
    yield from (f"not there: {name}" for name in sorted(missing))


def _picture(
    context: BrowserContext, address: str, name: str, path: str, out: Path, shown: Shown, missing: set[str]
) -> Iterator[str]:
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda problem: complaints.append(str(problem)))
    answer = page.goto(address + path, wait_until="load")
    status = answer.status if answer is not None else 0
    bring_images(page)
    if status == 404 and name != "nothing-here":
        missing.add(name)
        page.close()
        return
    settle(page)
    content, ending = page.screenshot(type="png"), "png"
    content = packed(content)
    for quality in QUALITIES:
        if len(content) <= LARGEST:
            break
        content, ending = page.screenshot(type="jpeg", quality=quality), "jpg"
    for old in out.glob(f"{name}-{shown.name}.*"):
        old.unlink()
    (out / f"{name}-{shown.name}.{ending}").write_bytes(content)
    if status >= 400 and name != "nothing-here":
        yield f"{name} ({shown.name}): answers {status}"
    if page.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
        yield f"{name} ({shown.name}): scrolls sideways"
    if status == 404:
        complaints = [text for text in complaints if "404" not in text]
    yield from (f"{name} ({shown.name}): {text[:200]}" for text in dict.fromkeys(complaints))
    page.close()


def settle(page: Page) -> None:
    """Wait until the page has drawn what its scripts bring and what comes later; who is asked for consent declines."""
    page.wait_for_timeout(1000 * SETTLE_SECONDS)
    if page.locator("dialog.consent[open]").count():
        page.keyboard.press("Escape")
    with suppress(Exception):  # a picture of a page that still waits is a picture all the same
        # Not wait_for_function: while it waits it evaluates texts in the page, which the policy of pages forbids.
        page.wait_for_selector(".htmx-request", state="detached", timeout=1000 * LATE_SECONDS)
    page.wait_for_timeout(400)


def bring_images(page: Page) -> None:
    """Have the images of a page fetched that it would leave until somebody scrolls to them, and wait for all."""
    page.evaluate("() => document.querySelectorAll('img[loading]').forEach((image) => { image.loading = 'eager'; })")
    ends = time.monotonic() + LATE_SECONDS
    while not page.evaluate("() => [...document.images].every((image) => image.complete)") and time.monotonic() < ends:
        page.wait_for_timeout(100)


def packed(picture: bytes) -> bytes:
    """A PNG as small as its own way of writing allows: browsers pack in haste. The picture stays the same.

    >>> packed(b"no picture")
    b'no picture'
    """
    if not picture.startswith(b"\x89PNG"):
        return picture
    parts, at = [], 8
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        parts.append((picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]))
        at += 12 + length
    drawn = zlib.compress(zlib.decompress(b"".join(data for kind, data in parts if kind == b"IDAT")), 9)
    kept = [part for part in parts if part[0] in (b"IHDR", b"PLTE", b"tRNS", b"sRGB")]
    whole = (*kept, (b"IDAT", drawn), (b"IEND", b""))
    return picture[:8] + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in whole
    )


def chosen_pages(named: str) -> set[str]:
    """The pages that are named with commas between them; all where none is."""
    only = {name.strip() for name in named.split(",") if name.strip()}
    if wrong := sorted(only - set(EVERY_PAGE)):
        sys.exit(f"there is no page {wrong[0]!r}; there are: {', '.join(EVERY_PAGE)}")
    return only or set(EVERY_PAGE)


def main() -> None:
    """Make the pictures."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("docs/pictures/studio"))
    parser.add_argument("--pages", default="", help="names of pages, with commas between them; else all")
    parser.add_argument("--list", action="store_true", help="only tell the names of all pages")
    parser.add_argument("--address", default=None, help="a studio that is served already, and has samples in it")
    parser.add_argument("--run", default="", help="with --address: the name of a run")
    asked = parser.parse_args()
    if asked.list:
        sys.exit("\n".join(EVERY_PAGE))
    only = chosen_pages(asked.pages)
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        sys.exit("no Chromium is installed, so no page can be opened")
    asked.out.mkdir(parents=True, exist_ok=True)

    def make(address: str, sample: Sample, without: Collection[str] = ()) -> list[str]:
        wanted = {name: path for name, path in addresses(sample).items() if name in only}
        pages = {name: path for name, path in wanted.items() if name not in without}
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
            told = list(all_pictures(browser, address, pages, asked.out))
            browser.close()
        return told

    if asked.address is not None:
        told = make(asked.address.rstrip("/"), replace(Sample("", ""), run=asked.run, other=asked.run))
    else:
        with TemporaryDirectory() as folder:
            told = []
            if only - {DOOR}:
                with served_studio(Path(folder) / "studio") as address:
                    told += make(address, Filling(address).sample(needed(only)), without={DOOR})
            if DOOR in only:
                password = Path(folder) / "password"
                password.write_text("for pictures alone")
                with served_studio(Path(folder) / "guarded", "--password-file", str(password)) as address:
                    told += make(address, Sample("", ""), without=set(EVERY_PAGE) - {DOOR})
    print("\n".join(told))
    files = list(asked.out.iterdir())
    print(f"{len(files)} pictures, {sum(file.stat().st_size for file in files) / 1e6:.1f} MB, in {asked.out}")
    sys.exit(1 if any(not line.startswith("not there") for line in told) else 0)


if __name__ == "__main__":
    main()
