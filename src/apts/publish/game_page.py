"""A game as one page that anybody can play: the program, the description, our script and our style in one HTML file.

The page may run nothing but what is in it: a content security policy names the script and the style by their digests, so
that a text which looks like markup stays a text, and nothing is ever fetched.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape
from typing import Any

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.locales import ENGLISH, language_of
from apts.publish.bundling import page_script, page_style
from apts.publish.default_opponents import OPPONENTS
from apts.publish.description import board_style, describe
from apts.publish.markup import inside_markup, policy_digest, whole_page
from apts.publish.opponents import fitting, opponents, published_model, published_sides
from apts.publish.page_texts import page_texts
from apts.publish.program.publishable import published_rules
from apts.publish.program.wasm_module import wasm_module
from apts.publish.rule_menus import RuleMenu, games_of

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
    own. ``menus`` are rules to choose from (see :mod:`apts.publish.rule_menus`). ``home`` is a file beside the page that
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
        module = wasm_module(variant, model=published_model(agents), sides=published_sides(variant, agents))
        program = base64.b64encode(module.code).decode()
        if program not in programs:
            programs.append(program)
        data = {"choice": choice, "program": programs.index(program), "layout": module.layout}
        variants.append({**data, "description": describe(variant), "opponents": opponents(variant, agents)})
    return {"programs": programs, "variants": variants}
