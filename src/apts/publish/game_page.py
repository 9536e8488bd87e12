"""A game as one page that anybody can play: the program, the description, our script and our style in one HTML file.

The page may run nothing but what is in it: a content security policy names the script and the style by their digests, so
that a text which looks like markup stays a text, and nothing is ever fetched.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import product
from math import prod
from posixpath import dirname, join, normpath
from typing import Any

from apts.atomic_files import file_stem
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.catalogue import catalogue, description_in, description_of, players_shown
from apts.games.library import load, parameter_path, rules_game
from apts.language.options import chosen_items, keyword
from apts.locales import ENGLISH, LANGUAGES, language_of
from apts.locales.catalogue import words
from apts.publish.default_opponents import OPPONENTS
from apts.publish.description import board_style, describe
from apts.publish.opponents import fitting, opponents, published_model, published_searches, published_sides
from apts.publish.program import published_rules, wasm_module
from apts.variants.tunables import NUMBER, OPTION, tunable

# ----------------------------------------------------------------------------------------------------------------
# Our scripts as one: modules in the order of their imports, inside one function, as a page without a server needs
# them.
#
# Browsers refuse modules of pages that were opened from a file. So the modules are put one behind the other and
# the words ``import`` and ``export`` fall away; every name at the top of a module must be the only one of all
# modules. What a module may do is therefore little: named imports, named exports, nothing else. What it does
# beyond that is refused here.

ENTRY = "page/app.js"
"""The module that everything on a page is imported from, directly or not."""

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
_OTHER_MODULE_WORDS = re.compile(r"^(?:import|export)\b.*|\bimport\(.*|^await\b.*", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)
_DECLARED = re.compile(r"^(?:async )?(?:function\*?|class|const|let|var) ([\w$]+|[\[{])", re.MULTILINE)
_DOCUMENTATION = re.compile(r"/\*\*(?:[^*]|\*(?!/))*\*/ ?")
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_ENDS_SCRIPTS = re.compile(r"</script|<!--", re.IGNORECASE)


def page_script() -> str:
    """The script of a published page."""
    return bundled(files("apts.publish"), ENTRY)


def page_style() -> str:
    """The style sheet of a published page."""
    sheets = sorted((file for file in _page_files() if file.name.endswith(".css")), key=lambda file: file.name)
    return "\n".join(sheet.read_text(encoding="utf-8").strip() for sheet in sheets)


def _page_files() -> Iterator[Traversable]:
    return files("apts.publish").joinpath("page").iterdir()


def bundled(folder: Traversable, entry: str) -> str:
    """A module and all that it imports as one classic script, each module behind those that it needs."""
    sources = {path: _plain(folder, path) for path in import_order(folder, entry)}
    _check_names(sources)
    script = '(() => {\n"use strict";\n' + "".join(sources.values()) + "})();\n"
    if found := _ENDS_SCRIPTS.search(script):
        raise AptsError(f"the script of the page has {found[0]!r} in it, which would end it early")
    return script


def import_order(folder: Traversable, entry: str) -> list[str]:
    """The modules that an entry needs, each behind those that it imports, the entry last."""
    order: list[str] = []
    on_the_way: list[str] = []

    def visit(path: str) -> None:
        if path in order:
            return
        if path in on_the_way:
            raise AptsError(f"modules import each other in a circle: {' -> '.join([*on_the_way, path])}")
        on_the_way.append(path)
        for _, wanted in _IMPORT.findall(_read(folder, path)):
            visit(normpath(join(dirname(path), wanted)))
        order.append(on_the_way.pop())

    visit(entry)
    return order


def _read(folder: Traversable, path: str) -> str:
    file = folder.joinpath(path)
    if not file.is_file():
        raise AptsError(f"the module {path} is imported, but there is no such file")
    return file.read_text(encoding="utf-8")


def _plain(folder: Traversable, path: str) -> str:
    """A module without words that only modules know, and without its documentation."""
    text = _DOCUMENTATION.sub("", _read(folder, path))
    text = _EXPORT.sub("", _IMPORT.sub("", text))
    if found := _OTHER_MODULE_WORDS.search(text):
        raise AptsError(f"{path} has {found[0]!r}; modules of a page have `import {{ a, b }} from` and `export` alone")
    return _BLANK_LINES.sub("\n", text).lstrip("\n")


def _check_names(sources: dict[str, str]) -> None:
    """All names at the top of modules are different."""
    home: dict[str, str] = {}
    for path, text in sources.items():
        for name in _DECLARED.findall(text):
            if name in "[{":
                raise AptsError(f"{path} takes a value apart at its top; name the parts one by one")
            if name in home:
                raise AptsError(f"{name} is a name of {home[name]} and of {path}; one of them needs another name")
            home[name] = path


# ----------------------------------------------------------------------------------------------------------------
# The frame of all published pages: a file that needs nothing else and may do nothing but what its policy names.

_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


def whole_page(*, title: str, body: str, style: str, language: str | None, allowed: str = "") -> str:
    """A page with its style; ``allowed`` is what its policy allows besides that style and pictures in the page itself."""
    policy = f"default-src 'none'; {allowed}style-src '{policy_digest(style)}'; img-src data:; base-uri 'none'"
    return _PAGE.format(
        language=language or ENGLISH,
        policy=escape(f"{policy}; form-action 'none'"),
        title=escape(title),
        style=style,
        body=body,
    )


def policy_digest(text: str) -> str:
    """What names a script or a style in a content security policy."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def inside_markup(value: Any) -> str:
    """A value as JSON that can stand inside markup: no sign of it can begin or end an element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


# ----------------------------------------------------------------------------------------------------------------
# The texts of a published page in all its languages; the browser chooses one, and people can change it.

DECIMAL = "number.decimal"
"""The key of the decimal sign, which scripts write numbers with."""


def page_texts() -> dict[str, dict[str, str]]:
    """The texts of each language by key, such as ``page.undo``.

    >>> page_texts()["pt-BR"]["page.undo"]
    'Desfazer'
    """
    found = {language: words("published", language) for language in LANGUAGES}
    return {language: {**own.texts, DECIMAL: own.numbers.decimal} for language, own in found.items()}


# ----------------------------------------------------------------------------------------------------------------
# Rules to choose from on a page: options of the rules as menus, numbers as sliders.
#
# Every combination is a game of its own in the file. Games that differ in numbers alone share one program, for
# numbers are data of it.

MOST_VARIANTS = 24
"""Combinations of choices that one file has room for."""


@dataclass(frozen=True)
class RuleMenu:
    """Something to choose: its name for readers, what it is to the rules, its kind and its values; ``usual`` is a place."""

    name: str
    setting: str
    kind: str
    values: tuple[str | int, ...]
    usual: int


def menus_of_options(game: Game, fixed: Sequence[str] = ()) -> tuple[RuleMenu, ...]:
    """A menu for each option of the rules that has a choice, but not for those whose headings are named as fixed."""
    settled = {keyword(heading) for heading in fixed}
    return tuple(
        RuleMenu(option.heading, option.heading, OPTION, labels, labels.index(game.chosen[option.heading]))
        for option in game.options
        if option.keyword not in settled and len(labels := tuple(item.label for item in option.items)) > 1
    )


def menu_of_items(game: Game, setting: str, items: Sequence[str]) -> RuleMenu | None:
    """A menu of some items of an option; it begins at the one in force, or at the first. None where it is no option."""
    option = next((known for known in game.options if known.keyword == keyword(setting)), None)
    if option is None:
        return None
    heading = option.heading
    labels = tuple(dict.fromkeys(chosen_items([option], {heading: item})[heading].label for item in items))
    present = game.chosen[heading]
    return RuleMenu(heading, heading, OPTION, labels, labels.index(present) if present in labels else 0)


def number_menu(game: Game, setting: str, values: Sequence[int]) -> RuleMenu:
    """A slider for a number of the rules; it begins at the number in force, or at the first where that is left out."""
    path = parameter_path(
        setting, [known.path for known in game.parameters], [option.heading for option in game.options]
    )
    present = next(known.value for known in game.parameters if known.path == path)
    name = next((known.name for known in tunable(game) if path in (known.path, *known.paths)), setting)
    return RuleMenu(name, path, NUMBER, tuple(values), values.index(present) if present in values else 0)


def games_of(game: Game, menus: Sequence[RuleMenu]) -> list[tuple[tuple[int, ...], Game]]:
    """The game for each combination of choices, the usual one first; each with the places of its values in the menus."""
    count = prod(len(menu.values) for menu in menus)
    if count > MOST_VARIANTS:
        text = ", ".join(f"{menu.name} ({len(menu.values)})" for menu in menus)
        raise AptsError(
            f"{text} make {count} combinations, and a page can hold {MOST_VARIANTS}; "
            "choose some with --option, or publish several pages"
        )
    parts = tuple(menu.usual for menu in menus)
    others = [choice for choice in product(*(range(len(menu.values)) for menu in menus)) if choice != parts]
    return [(choice, _game_with(game, menus, choice)) for choice in (parts, *others)]


def _game_with(game: Game, menus: Sequence[RuleMenu], choice: tuple[int, ...]) -> Game:
    rules = game.from_rules
    if not menus or rules is None:
        return game
    wanted = {menu.setting: menu.values[place] for menu, place in zip(menus, choice, strict=True)}
    settings: Mapping[str, str | int] = {**game.chosen, **rules.values_set, **wanted}
    try:
        return rules_game(game.rules, rules.file, dict(settings))
    except AptsError as problem:
        text = ", ".join(f"{menu.name} {menu.values[place]}" for menu, place in zip(menus, choice, strict=True))
        raise AptsError(f"the choice of {text} is not a game: {problem}") from None


_BODY = """<noscript><p>{no_script}</p></noscript>
<script type="application/json" id="published-game">{data}</script>
<script id="page-script">{script}</script>"""


def publish_page(
    game: Game,
    *,
    levels: Sequence[str] = OPPONENTS,
    language: str | None = None,
    people: bool = True,
    start: Sequence[str] | None = None,
    seed: int | None = None,
    menus: Sequence[RuleMenu] = (),
    home: str | None = None,
) -> str:
    """The text of a page on which a game can be played.

    ``levels`` are the agents to play against; ``language`` is the one that the page begins in, without it the reader's.
    ``people`` says whether the page keeps matches and asks about them. ``start`` are moves from the start position, the
    page then opens at the position behind them; ``seed`` decides chance in the first match, without it every match has its
    own. ``menus`` are rules to choose from (see :mod:`apts.publish.game_page`). ``home`` is a file beside the page that
    leads to all games of a site.
    """
    language = None if language is None else language_of(language)
    data = published_data(
        game, levels=levels, language=language, people=people, start=start, seed=seed, menus=menus, home=home
    )
    script = page_script()
    body = _BODY.format(
        no_script=escape(page_texts()[language or ENGLISH]["page.no_script"]), data=inside_markup(data), script=script
    )
    allowed = f"script-src '{policy_digest(script)}' 'wasm-unsafe-eval'; worker-src blob:; "
    style = page_style() + board_style()
    return whole_page(title=game.name, body=body, style=style, language=language, allowed=allowed)


def published_data(
    game: Game,
    *,
    levels: Sequence[str] = OPPONENTS,
    language: str | None = None,
    people: bool = True,
    start: Sequence[str] | None = None,
    seed: int | None = None,
    menus: Sequence[RuleMenu] = (),
    home: str | None = None,
) -> dict[str, Any]:
    """What the script of a page reads: texts, programs, descriptions, opponents; as plain values (see ``publish_page``)."""
    check_publishable(game)
    return {
        "texts": page_texts(),
        "language": language_of(language) if language is not None else None,
        "people": people,
        "home": home,
        "start": _start(game, start, seed),
        "menus": [
            {
                "name": menu.name,
                "setting": menu.setting,
                "kind": menu.kind,
                "values": [str(value) for value in menu.values],
            }
            for menu in menus
        ],
        **_variants(game, menus, levels),
    }


def check_publishable(game: Game) -> None:
    """Refuse a game that browsers cannot play, or that would show everybody what should be hidden."""
    published_rules(game)
    if game.hidden_by:
        raise AptsError(
            f"{game.name} has hidden information ({game.hidden_by[0]}); a page would show everything to everybody, "
            "so it is not published"
        )


def _start(game: Game, moves: Sequence[str] | None, seed: int | None) -> dict[str, Any]:
    """The position that the page opens at; moves are checked here, where somebody can be told."""
    if moves is None:
        return {"seed": None if seed is None else str(seed), "moves": None}
    state, texts = game.start(seed or 0), []
    for text in moves:
        move = state.find_move(text)
        texts.append(move.text)
        state = state.after(move)
    return {"seed": str(seed or 0), "moves": texts}


def _variants(game: Game, menus: Sequence[RuleMenu], levels: Sequence[str]) -> dict[str, Any]:
    """The game for every choice of rules; programs that are the same stand once."""
    programs: list[str] = []
    variants = []
    for choice, variant in games_of(game, menus):
        agents = fitting(variant, levels) if menus else levels
        module = wasm_module(
            variant,
            model=published_model(agents),
            sides=published_sides(variant, agents),
            searches=published_searches(variant, agents),
        )
        program = base64.b64encode(module.code).decode()
        if program not in programs:
            programs.append(program)
        data = {"choice": choice, "program": programs.index(program), "layout": module.layout}
        variants.append({**data, "description": describe(variant), "opponents": opponents(variant, agents)})
    return {"programs": programs, "variants": variants}


# ----------------------------------------------------------------------------------------------------------------
# Several games as a folder of pages: a page for each, and one with their boards that leads to them.

INDEX = "index.html"

_SITE_BODY = """<main>
{switch}
<h1>{title}</h1>
<p>{about}</p>
<ul>
{entries}
</ul>
</main>"""


@dataclass(frozen=True)
class SiteEntry:
    """A game on the first page: its file, its name, for how many it is, a line about it, and its board."""

    file: str
    name: str
    players: str
    line: str
    board: str


def library_games() -> Iterator[Game]:
    """The games of the library that can be published, one after the other."""
    games = (load(name) for name in names_in_rules_text())
    return (game for game in games if not game.hidden_by)


def names_in_rules_text() -> list[str]:
    """The names of the games of the library that are no Python classes."""
    return [entry.name for entry in catalogue() if entry.made_of == "text"]


def site_entry(game: Game, taken: Sequence[str]) -> SiteEntry:
    """What the first page tells of a game; its file has a name that no other has."""
    check_publishable(game)
    stem = file_stem(game.name)
    names = (f"{stem}.html", *(f"{stem}-{number}.html" for number in range(2, len(taken) + 3)))
    file = next(name for name in names if name not in (*taken, INDEX))
    line = description_of(game)
    return SiteEntry(file, game.name, players_shown((game.players,)), line, game.start().svg())


def index_page(entries: Sequence[SiteEntry], language: str | None = None) -> str:
    """The first page: boards, names and lines of all games, each leading to its page."""
    if not entries:
        raise AptsError("a site needs at least one game")
    first = ENGLISH if language is None else language_of(language)
    body = _SITE_BODY.format(
        switch=_switch(first),
        title=_in_all_languages("site.title"),
        about=_in_all_languages("site.about"),
        entries="\n".join(_entry(entry) for entry in entries),
    )
    style = files("apts.publish").joinpath("site.css").read_text(encoding="utf-8")
    return whole_page(title=page_texts()[first]["site.title"], body=body, style=style, language=first)


def _switch(first: str) -> str:
    """The languages to choose from; the style sheet shows the texts of the chosen one, so that no script is needed."""
    choices = "".join(
        f'<label><input type="radio" name="language" id="in-{language}"{" checked" if language == first else ""}>'
        f'<span lang="{language}">{escape(name)}</span></label>'
        for language, name in LANGUAGES.items()
    )
    return f'<fieldset class="languages"><legend>{_in_all_languages("site.language")}</legend>{choices}</fieldset>'


def _in_all_languages(key: str, **values: str) -> str:
    """A text in every language, of which one is shown."""
    return "".join(
        f'<span class="in-{language}" lang="{language}">{escape(texts[key].format(**values))}</span>'
        for language, texts in page_texts().items()
    )


def _described(line: str) -> str:
    """The line about a game in every language, as far as it is translated."""
    found = ((language, description_in(line, language)) for language in page_texts())
    return "".join(f'<span class="in-{shown}" lang="{one.language}">{escape(one.text)}</span>' for shown, one in found)


def _entry(entry: SiteEntry) -> str:
    # As a picture a board keeps its own style and names, whatever other boards are on the page.
    picture = base64.b64encode(entry.board.encode()).decode()
    players = _in_all_languages("site.player" if entry.players == "1" else "site.players", players=entry.players)
    return (
        f'<li><a href="{escape(entry.file)}"><img src="data:image/svg+xml;base64,{picture}" alt="">'
        f'<h2>{escape(entry.name)}</h2><p class="players">{players}</p>'
        f"<p>{_described(entry.line)}</p></a></li>"
    )
