"""A page to play the game of a report on, written beside it, and the links that lead to positions of its matches."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from apts.archive import MatchRecord
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.publish.game_page import check_publishable, publish_page
from apts.report.table_rows import FindingCard
from apts.report.writing import check_target, write_file


def play_target(report: Path) -> Path:
    """Where the page beside a report is written: ``report.html`` has ``report-play.html``."""
    return check_target(report.with_name(f"{report.stem}-play.html"))


def check_playable(game: Game | None) -> None:
    """Refuse a game that no page can play, before anything is written."""
    if game is None:
        raise AptsError("the game of this run is not at hand, so no page can be written to play it on")
    check_publishable(game)


def write_play_page(game: Game | None, report: Path, lang: str) -> str:
    """Write the page beside a report; gives the address that leads from the one to the other."""
    check_playable(game)
    assert game is not None
    target = play_target(report)
    write_file(target, publish_page(game, language=lang))
    return quote(target.name)


def position_link(match: MatchRecord) -> str:
    """The part of an address that opens the end of a match; the script of the report cuts it to other positions."""
    return f"#seed={match.start_seed}&moves={','.join(quote(move, safe='') for move in match.moves)}"


def links_of_findings(cards: Iterable[FindingCard], matches: Iterable[MatchRecord]) -> dict[int, str]:
    """The links of all matches that findings name."""
    named = {number for card in cards for number in card.matches}
    return {match.number: position_link(match) for match in matches if match.number in named}
