"""``apts publish``: a game as one HTML file that anybody can play."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from apts.agents.agent_registry import separated
from apts.cli.arguments import GAME, JSON, OPTIONS, PLUGINS, SETTINGS
from apts.cli.playtesting.sweeping import values_of
from apts.cli.settings import keywords_of, load_game, print_json
from apts.engine.play.game import Game
from apts.publish.opponents import OPPONENTS
from apts.publish.page import check_publishable, publish_page
from apts.publish.rule_menus import RuleMenu, menus_of_options, number_menu
from apts.report.writing import check_target, write_file


def publish(
    game: GAME,
    out: Annotated[
        str | None, typer.Option("--out", "-o", metavar="FILE", help="The file; else the name of the game with .html.")
    ] = None,
    agents: Annotated[str, typer.Option("--agents", metavar="A,B", help="Who can be played against.")] = ",".join(
        OPPONENTS
    ),
    language: Annotated[
        str | None, typer.Option("--language", metavar="en|pt", help="The first language; else the reader's.")
    ] = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    option_menus: Annotated[
        bool, typer.Option("--option-menus", help="Let players choose the options of the rules.")
    ] = False,
    people: Annotated[
        bool, typer.Option("--people/--no-people", help="Keep matches in the browser and ask about them.")
    ] = True,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Write a game as one HTML file: anybody plays it in a browser, offline, against agents or each other."""
    fixed = [text for text in set_ or () if len(values_of(text)) == 1]
    played = load_game(game, option, fixed)
    check_publishable(played)
    path = check_target(out if out is not None else f"{file_stem(played.name)}.html")
    menus = list(menus_of_options(played, [text.partition("/")[0] for text in option or ()])) if option_menus else []
    menus += [slider_of(played, text) for text in set_ or () if text not in fixed]
    page = publish_page(played, levels=separated(agents), language=language, people=people, menus=menus)
    written = write_file(path, page)
    size = len(page.encode())
    if json:
        print_json({"name": played.name, "file": str(written), "bytes": size})
    else:
        print(
            f"{played.name} can be played in {written} ({size / 1000:.0f} kB). Send the file, or open it in a browser."
        )


def slider_of(game: Game, text: str) -> RuleMenu:
    """The slider that ``PATH=LOW..HIGH`` asks for."""
    path = text.rpartition("=")[0]
    return number_menu(game, path, [int(keywords_of((), [one])[path]) for one in values_of(text)])


def file_stem(name: str) -> str:
    """The name of a game as the beginning of a file name."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "game"
