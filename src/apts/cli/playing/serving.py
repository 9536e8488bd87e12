"""``apts publish`` and ``studio``: games in a browser, as one file or with a server."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from apts.atomic_files import file_stem
from apts.cli.arguments import FIRST_LANGUAGE, JSON, OPTIONS, PLUGINS, SETTINGS
from apts.cli.settings import (
    keywords_of,
    load_game,
    print_json,
    print_once,
    print_thin_searches,
    refuse_twice,
    values_of,
)
from apts.cli.terminal_texts import TerminalTexts, terminal_texts
from apts.errors import AptsError
from apts.locales import ENGLISH
from apts.publish.default_opponents import OPPONENTS
from apts.studio.settings import StudioSettings

if TYPE_CHECKING:
    from apts.engine.play.game import Game
    from apts.publish.game_page import RuleMenu, SiteEntry

# ----------------------------------------------------------------------------------------------------------------
# ``apts publish``: a game as one HTML file that anybody can play.

_MARK, _HEAD = b"wasm-unsafe-eval", 4096
"""What stands near the top of every page to play on, and how far down it is looked for."""


def publish(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help="Names of the library, or paths of rules files; several with --folder."),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", "-o", metavar="FILE", help="The file to write; by default the game's name with .html."),
    ] = None,
    folder: Annotated[
        str | None,
        typer.Option(
            "--folder", metavar="FOLDER", help="Write a page for each game, and an index page, into this folder."
        ),
    ] = None,
    agents: Annotated[
        str, typer.Option("--agents", metavar="A,B", help="The opponents that the page offers.")
    ] = ",".join(OPPONENTS),
    language: FIRST_LANGUAGE = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    option_menus: Annotated[
        bool, typer.Option("--option-menus", help="Let players choose the options of the rules.")
    ] = False,
    people: Annotated[
        bool, typer.Option("--people/--no-people", help="Keep matches in the browser and ask players about them.")
    ] = True,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Write a game as one HTML file that anybody can play offline in a browser, against agents or people."""
    from apts.agents.agent_registry import separated

    wanted = PublishOptions(separated(agents), language, people, tuple(option or ()), tuple(set_ or ()), option_menus)
    if folder is not None:
        _publish_folder(games or [], folder, wanted, out, json)
    elif len(games or ()) == 1:
        _publish_one((games or [])[0], wanted, out, json)
    else:
        raise AptsError("name one game to publish it as a file; for several, or the whole library, add --folder FOLDER")


@dataclass(frozen=True)
class PublishOptions:
    """What is wanted of pages, as it was typed."""

    agents: list[str]
    language: str | None
    people: bool
    options: tuple[str, ...]
    settings: tuple[str, ...]
    option_menus: bool

    @property
    def terminal(self) -> TerminalTexts:
        """The texts of the terminal, in the language of the page where one is named."""
        return terminal_texts(self.language or ENGLISH)

    @property
    def fixed(self) -> list[str]:
        """The settings with one value; the others are sliders."""
        return [text for text in self.settings if len(values_of(text)) == 1]

    def loaded(self, game: str) -> Game:
        """A game with its options and values."""
        refuse_twice(self.options, self.settings)
        return load_game(game, self.options, self.fixed, lang=self.terminal.language)

    def page(self, game: Game, home: str | None = None) -> str:
        """The page of a game, with a way back to all games of a site."""
        from apts.publish.game_page import menus_of_options, publish_page

        print_thin_searches(game, self.agents, lang=self.terminal.language)
        chosen = [text.partition("/")[0] for text in self.options]
        chosen += [text.rpartition("=")[0] for text in self.settings]  # options can be set, too
        menus = list(menus_of_options(game, chosen)) if self.option_menus else []
        menus += [menu_of(game, text, self.terminal) for text in self.settings if text not in self.fixed]
        return publish_page(
            game, levels=self.agents, language=self.language, people=self.people, menus=menus, home=home
        )


def _publish_one(name: str, wanted: PublishOptions, out: str | None, as_json: bool) -> None:
    from apts.publish.game_page import check_publishable
    from apts.report.writing import check_target, write_file

    game = wanted.loaded(name)
    check_publishable(game)
    path = check_target(out if out is not None else _default_file(game))
    page = wanted.page(game)
    written, size = write_file(path, page), len(page.encode())
    if as_json:
        print_json({"name": game.name, "file": str(written), "bytes": size})
    else:
        print(wanted.terminal("publish.done", game=game.name, file=written, size=f"{size / 1000:.0f}"))


def _default_file(game: Game) -> str:
    """A file with the name of the game; one that is there must be a page, and not a report with the same name."""
    path = Path(f"{file_stem(game.name)}.html")
    if path.is_file() and _MARK not in path.read_bytes()[:_HEAD]:
        raise AptsError(
            f"{str(path)!r} exists already and is not a page to play on; name another file with --out, or "
            "this one to overwrite it"
        )
    return str(path)


def _publish_folder(names: list[str], folder: str, wanted: PublishOptions, out: str | None, as_json: bool) -> None:
    from apts.publish.game_page import INDEX, check_publishable, index_page, library_games, site_entry
    from apts.report.writing import check_target, write_file

    if out is not None:
        raise AptsError("--out names one file and --folder a folder of them; give one of the two")
    if (wanted.options or wanted.settings) and len(names) != 1:
        raise AptsError("--option and --set are for one game; publish its page alone, or without them")
    check_target(Path(folder) / INDEX)
    named = [wanted.loaded(name) for name in names]
    for game in named:
        check_publishable(game)
    entries: list[SiteEntry] = []
    for game in named or library_games():
        entries.append(site_entry(game, [entry.file for entry in entries]))
        written = write_file(Path(folder) / entries[-1].file, wanted.page(game, home=INDEX))
        if not as_json:
            print(wanted.terminal("publish.file", game=game.name, file=written), flush=True)
    index = write_file(Path(folder) / INDEX, index_page(entries, wanted.language))
    if as_json:
        print_json({"index": str(index), "files": [str(Path(folder) / entry.file) for entry in entries]})
    else:
        print(wanted.terminal.counted("publish.folder", len(entries), index=index))


def menu_of(game: Game, text: str, texts: TerminalTexts) -> RuleMenu:
    """The slider that ``PATH=LOW..HIGH`` asks for, or the menu of ``HEADING=LABEL,LABEL``."""
    from apts.publish.game_page import menu_of_items, number_menu
    from apts.variants.variant import far_among

    name = text.rpartition("=")[0]
    values = [keywords_of((), [one])[name] for one in values_of(text)]
    menu = menu_of_items(game, name, list(map(str, values)))
    if menu is not None:
        return menu
    numbers = [int(value) for value in values if isinstance(value, int)]
    if len(numbers) < len(values):
        raise AptsError(f"--set {text!r} cannot be read: a slider has whole numbers, such as {name}=3..5 or {name}=3,5")
    slider = number_menu(game, name, numbers)
    ends = dict.fromkeys((min(numbers), max(numbers)))
    print_once(texts("word.note", text=texts.far_value(far)) for far in far_among(game, slider.setting, ends))
    return slider


# ----------------------------------------------------------------------------------------------------------------
# ``apts studio``: the whole system in a browser.

DEFAULTS = StudioSettings(Path("apts-studio"))


def studio(
    folder: Annotated[
        str, typer.Option("--folder", metavar="FOLDER", help="Where games, matches, runs and models are kept.")
    ] = str(DEFAULTS.folder),
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; any other than this machine needs a password.")
    ] = DEFAULTS.host,
    port: Annotated[int, typer.Option("--port", help="The port to listen on; 0 picks a free one.")] = DEFAULTS.port,
    password_file: Annotated[
        str | None,
        typer.Option("--password-file", metavar="FILE", help="A file that contains the designers' password."),
    ] = None,
    token: Annotated[
        bool,
        typer.Option(
            "--token/--no-token",
            help="Without a password, admit only visitors with the printed address, or every account on this machine.",
        ),
    ] = DEFAULTS.token,
    archive: Annotated[
        str | None, typer.Option("--archive", metavar="PATH|URL", help="Where to keep runs; by default in the folder.")
    ] = None,
    queue: Annotated[
        str | None,
        typer.Option("--queue", metavar="redis://..", help="Where to keep the job queue; by default in the folder."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="A host name to answer to, as behind a proxy; may be repeated."),
    ] = None,
    https: Annotated[
        bool, typer.Option("--https", help="Set this if the studio is reached by HTTPS through a proxy.")
    ] = False,
    proxy: Annotated[
        list[str] | None,
        typer.Option("--proxy", metavar="ADDRESS", help="The address of a trusted proxy; may be repeated."),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Number of worker processes that examine games.")
    ] = 2,
    job_workers: Annotated[
        int, typer.Option("--job-workers", min=1, max=64, help="Number of jobs to run in parallel.")
    ] = 1,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the studio in a browser.")] = True,
    plugins: PLUGINS = None,
) -> None:
    """Open APTS in a browser: games, editor, play, play-tests, improvements, training."""
    from apts.studio.settings import need_studio

    need_studio()
    from apts.studio.server.app import serve

    settings = replace(
        DEFAULTS,
        folder=Path(folder),
        host=host,
        port=port,
        key=None if password_file is None else read_password(Path(password_file)),
        token=token,
        archive=archive,
        queue=queue,
        hosts=tuple(name or ()),
        secure=https,
        proxies=tuple(proxy or ()),
        workers=workers,
        job_workers=job_workers,
    )
    serve(settings, browser=browser)


def read_password(file: Path) -> str:
    """The password in a file: its first line."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise AptsError(f"the password file {file} cannot be read: {problem}") from problem
    if not lines or not lines[0].strip():
        raise AptsError(f"the password file {file} is empty; its first line is the password")
    return lines[0].strip()
