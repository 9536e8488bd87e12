"""``apts games``, ``show`` and ``rules``: the library, and everything about one game."""

from __future__ import annotations

import shutil
import sys
from collections import deque
from dataclasses import asdict
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from apts.cli.arguments import (
    ANY_SEED,
    DEFAULT_PAPER,
    GAME,
    JSON,
    LANGUAGE,
    LONGEST,
    MOST_PLAYOUTS,
    OPTIONS,
    PLUGINS,
    SETTINGS,
)
from apts.cli.settings import counted, load_game, print_json, print_notice
from apts.errors import AptsError

if TYPE_CHECKING:
    from apts.engine.play.game import Game
    from apts.engine.play.playouts.summary import Playouts
    from apts.variants.tunables import Tunable

# ----------------------------------------------------------------------------------------------------------------
# ``apts games``: the library at a glance.


def games(plugins: PLUGINS = None, json: JSON = False) -> None:
    """List the games of the library, with the number of players, the kind and a short description of each."""
    from rich.console import Console
    from rich.table import Table

    from apts.games.catalogue import catalogue, players_shown

    entries = catalogue()
    if json:
        print_json([asdict(entry) for entry in entries])
        return
    table = Table("game", "players", "kind", "", box=None, pad_edge=False)
    for entry in entries:
        table.add_row(entry.name, players_shown(entry.players), entry.kind, entry.description)
    Console(markup=False, emoji=False, highlight=False).print(table)


# ----------------------------------------------------------------------------------------------------------------
# ``apts show``: everything about one game.


def show(
    game: GAME,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    kernel: Annotated[bool, typer.Option("--kernel", help="Print the generated code instead.")] = False,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Show the rules, the board, the parameters and the options of a game."""
    shown = load_game(game, option, set_)
    if kernel:
        source = kernel_source(shown)
        if json:
            print_json({"name": shown.name, "kernel": source})
        else:
            print(source)
    elif json:
        print_json(described(shown))
    else:
        _print(shown)


def kernel_source(game: Game) -> str:
    """The generated module of a game from rules text."""
    if game.from_rules is None:
        raise AptsError(f"{game.name} is a Python class; only games from rules text have a kernel")
    return game.from_rules.compiled.source


def described(game: Game) -> dict[str, Any]:
    """A game as plain values; what makes no sense to turn has a reason in place of a range."""
    state = game.start()
    return {
        "name": game.name,
        "players": game.players,
        "notice": game.notice,
        "rules": game.rules,
        "position": str(state),
        "board": state.board_text(),
        "dice": [str(die) for die in state.dice],
        "scores": None if state.scores is None else list(state.scores),
        "moves": [move.text for move in state.moves()],
        "parameters": [
            {
                "path": path,
                "line": line,
                "value": value,
                "low": one.low if one.fixed is None else None,
                "high": one.high if one.fixed is None else None,
                "fixed": one.fixed,
            }
            for path, line, value, one in _parameters(game)
        ],
        "options": [
            {
                "heading": option.heading,
                "chosen": game.chosen[option.heading],
                "items": [{"label": item.label, "description": item.description} for item in option.items],
            }
            for option in game.options
        ],
    }


def _parameters(game: Game) -> list[tuple[str, int | None, int | bool | str, Tunable]]:
    """Path, line, value and what it can be of every parameter of the rules, or of every argument of a class."""
    from apts.variants.tunables import turned_by_path

    turned = turned_by_path(game)
    if game.from_rules is None:
        return [(path, None, one.value, one) for path, one in turned.items()]
    return [(known.path, known.position.line, known.value, turned[known.path]) for known in game.parameters]


def _print(game: Game) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, markup=False, emoji=False)
    state = game.start()
    console.print(f"{game.name}, {counted(game.players, 'player')}\n", style="bold")
    if game.notice is not None:
        console.print(f"Note: {game.notice}\n", soft_wrap=True)
    console.print(game.rules.strip(), soft_wrap=True)
    if changed := _set_values(game):
        console.print(f"\nThe text is as it was written; other values are in force: {changed}", soft_wrap=True)
    console.print(f"\n{state.board_text()}\n")
    console.print(f"position: {state}", soft_wrap=True)
    texts = [move.text for move in state.moves()]
    console.print(f"{counted(len(texts), 'first move')}: {' '.join(texts[:20])}{' ...' if len(texts) > 20 else ''}\n")
    if found := _parameters(game):
        table = Table(box=None, pad_edge=False)
        for heading in ("parameter", "line", "value", "can be"):
            table.add_column(heading, overflow="fold")
        for path, line, value, one in found:
            table.add_row(path, "" if line is None else str(line), str(value), one.can_be)
        console.print(table)
    for option in game.options:
        console.print(f"\noption {option.heading}", style="bold")
        for item in option.items:
            mark = "*" if item.label == game.chosen[option.heading] else " "
            turned = mark == "*" and game.from_rules is not None and game.from_rules.has_turned(item)
            about = "as this, with numbers changed" if turned else item.description
            console.print(f" {mark} {item.label}" + (f": {about}" if about else ""))


def _set_values(game: Game) -> str:
    """The values that were set beside the text, each with its line."""
    values = game.from_rules.values_set if game.from_rules is not None else {}
    lines = {known.path: known.position.line for known in game.parameters}
    return ", ".join(f"{path} = {value} (line {lines.get(path, '?')})" for path, value in values.items())


# ----------------------------------------------------------------------------------------------------------------
# ``apts rules``: the rules of a game in plain sentences, to read or to print.


def rules(
    game: GAME,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out", metavar="FILE", help="Write a page (.html), a text (.txt) or a PDF to print and play (.pdf)."
        ),
    ] = None,
    paper: Annotated[str, typer.Option("--paper", metavar="a4|letter", help="The paper of a PDF.")] = DEFAULT_PAPER,
    lang: LANGUAGE = "en",
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Explain the rules of a game in plain sentences, or write them as a web page or a print-and-play PDF."""
    from apts.telling.rules_in_words import drawn_board, rules_as_data, rules_as_text, rules_in_words

    if out is not None:
        from apts.report.print_and_play.sheets import check_rules_file

        check_rules_file(out, paper)
    described = load_game(game, option, set_)
    words = rules_in_words(described, lang)
    written = None if out is None else _written(described, out, paper, lang)
    if json:
        print_json({**rules_as_data(words), "file": None if written is None else str(written)})
    elif written is not None:
        print(f"The rules of {described.name} are in {written}.")
    else:
        width = shutil.get_terminal_size().columns
        print(rules_as_text(words, drawn_board(described, lang), width), end="")


def _written(told: Game, out: str, paper: str, lang: str) -> Path:
    from apts.report.print_and_play.sheets import write_rules

    return write_rules(told, out, paper, lang)


# ----------------------------------------------------------------------------------------------------------------
# ``apts playouts`` and ``perft``: what random play comes to, and the number of ways to play.

# ----------------------------------------------------------------------------------------------------------------
# ``apts playouts``: what random play comes to.


def playouts(
    game: GAME,
    matches: Annotated[int, typer.Option("--matches", min=1, max=MOST_PLAYOUTS, help="The number of matches.")] = 1000,
    seed: ANY_SEED = 1,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, max=LONGEST, help="Stop a match after this many moves.")
    ] = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Play random matches and show how often each seat wins or draws and how long matches last."""
    played = load_game(game, option, set_)
    print_notice(played)
    known: deque[Playouts] = deque(maxlen=1)
    interrupted = False
    try:
        played.playouts(matches, seed=seed, limit=limit, watch=known.append)
    except KeyboardInterrupt:
        interrupted = True
    if not known or not known[0].count:
        print("stopped before a match was finished; there is nothing to tell yet", file=sys.stderr)
        sys.exit(130)
    print_playouts(played, known[0], seed, matches if interrupted else None, as_json=json)
    if interrupted:
        sys.exit(130)


def print_playouts(game: Game, summary: Playouts, seed: int, wanted: int | None, *, as_json: bool) -> None:
    """Print the summary; ``wanted`` is the number of matches of a run that was stopped before."""
    from apts.engine.play_continues import announcement

    if as_json:
        print_json({"game": game.name, "seed": seed, **playouts_data(summary), "interrupted": wanted is not None})
        return
    stopped = f", stopped before all {wanted:,} were played" if wanted is not None else ""
    print(f"{game.name}: {summary.count:,} random matches, seed {seed}{stopped}")
    rows = result_rows(game, summary)
    shortest = [f"{game.seat_called(seat, 'player')} shares" for seat in range(1, game.players + 1)]
    width = max(len("moves a match"), *(len(name) for name in [*shortest, *(name for name, _, _ in rows)]))
    for name, count, more in rows:
        print(f"  {name:{width}} {share(count, summary.count)}{more}")
    if (news := announcement(game)) is not None:
        print(f"  {news}")
    print(f"  {'moves a match':{width}} {summary.mean_length:.1f} on average, {summary.shortest} to {summary.longest}")
    print(f"  {'speed':{width}} {summary.per_second:,.0f} matches per processor-second")


def result_rows(game: Game, summary: Playouts) -> list[tuple[str, int, str]]:
    """How often matches ended in each way: what it is called, the number of matches, and what else is said of it.

    Teams win as one, and so do all players where they win together; what cannot happen in such games is not listed.
    """
    from apts.engine.play.outcome import team_called

    called = [game.seat_called(seat, "player") for seat in range(1, game.players + 1)]
    teams = {team: team_called(team, summary.teams, game.seat_names) for team in sorted(set(summary.teams))}
    rows: list[tuple[str, int, str]] = []
    if summary.in_teams:
        rows += [(f"{name} wins", summary.team_wins[team], "") for team, name in teams.items()]
        if any(summary.team_shares.values()):
            shared = [(name, summary.team_shares[team]) for team, name in teams.items()]
            rows += [(f"{name} shares", count, "  the first place") for name, count in shared]
    elif not summary.cooperative:
        rows += [(f"{name} wins", wins, "") for name, wins in zip(called, summary.wins, strict=True)]
        several = [team for team in teams if summary.teams.count(team) > 1 and summary.team_wins[team]]
        rows += [(f"{teams[team]} wins", summary.team_wins[team], "  together") for team in several]
        if summary.ties:
            with_team = [
                whole if own in several else 0 for own, whole in zip(summary.teams, summary.with_team, strict=True)
            ] or [0] * summary.players
            shared = [
                (name, count - whole) for name, count, whole in zip(called, summary.shared, with_team, strict=True)
            ]
            rows += [(f"{name} shares", count, "  the first place") for name, count in shared]
    alike = (("all players win", summary.won_together), ("all players lose", summary.lost_together))
    rows += [(name, count, "") for name, count in alike if count or summary.cooperative]
    if summary.players > 1 and (summary.draws or not summary.cooperative):
        rows.append(("draws", summary.draws, ""))
    if summary.unfinished:
        rows.append(("stopped", summary.unfinished, "  at the limit, without a result"))
    return rows


def playouts_data(summary: Playouts) -> dict[str, Any]:
    """The summary as plain values."""
    return {
        "matches": summary.count,
        "wins": list(summary.wins),
        "win_intervals": [interval(wins, summary.count) for wins in summary.wins],
        "shared": list(summary.shared),
        "shared_intervals": [interval(shared, summary.count) for shared in summary.shared],
        "draws": summary.draws,
        "won_together": summary.won_together,
        "lost_together": summary.lost_together,
        "teams": list(summary.teams),
        "team_wins": {str(team): wins for team, wins in summary.team_wins.items()},
        "team_win_intervals": {str(team): interval(wins, summary.count) for team, wins in summary.team_wins.items()},
        "unfinished": summary.unfinished,
        "mean_utilities": list(summary.mean_utilities),
        "mean_length": summary.mean_length,
        "shortest": summary.shortest,
        "longest": summary.longest,
        "forced_passes": summary.passes,
        "per_second": summary.per_second,
    }


def share(count: int, total: int) -> str:
    """A share of matches in percent, with the 95 % interval of Wilson (1927)."""
    low, high = interval(count, total)
    return f"{count / total:6.1%}  ({low:.1%} to {high:.1%})"


def interval(count: int, total: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a proportion."""
    z = 1.959963984540054
    middle = (count + z * z / 2) / (total + z * z)
    half = z / (total + z * z) * (count * (total - count) / total + z * z / 4) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


# ----------------------------------------------------------------------------------------------------------------
# ``apts perft``: counting the ways to play.


def perft(
    game: GAME,
    depth: Annotated[int, typer.Option("--depth", min=0, help="The number of moves.")] = 3,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    distinct: Annotated[bool, typer.Option("--distinct", help="Count moves with the same effect only once.")] = False,
    turns: Annotated[bool, typer.Option("--turns", help="Count turns instead of moves.")] = False,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Count the sequences of moves of each length; matches that end earlier are not counted."""
    counted = load_game(game, option, set_)
    print_notice(counted)
    unit, chance = "turn" if turns else "move", counted.has_chance
    rows: list[dict[str, float]] = []
    interrupted = False
    try:
        for number in range(1, depth + 1):
            began = process_time()
            count = counted.perft(number, distinct=distinct, unit=unit)
            rows.append({"depth": number, "count": count, "seconds": round(process_time() - began, 3)})
            if not json:
                print(f"{number:3} {count:>16,}", flush=True)
            if count == 0:
                break
    except KeyboardInterrupt:
        interrupted = True
    if json:
        counts = {"game": counted.name, "unit": unit, "distinct": distinct, "counts": rows, "interrupted": interrupted}
        print_json({**counts, "chance": chance})
    elif rows and rows[-1]["count"] == 0 and len(rows) < depth:
        print(f"No match lasts {len(rows)} {unit}s; all counts beyond are 0.")
    elif interrupted:
        print(f"stopped while counting depth {len(rows) + 1}", file=sys.stderr)
    if chance and not json:
        print(
            "Chance has a say in this game: counted is one course of it (one set-up, one throw a turn); others differ."
        )
    if interrupted:
        sys.exit(130)
