"""``python -m bench.strength``: matches at equal CPU time, solved positions, games drawn by lot, and the page of results."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from apts.errors import AptsError
from bench.strength.code_label import code_label
from bench.strength.contest import SIDES, Contest
from bench.strength.contestants import BEFORE, contestant
from bench.strength.drawn_games import FOLDER, drawn
from bench.strength.named_games import ROOT, NamedGame
from bench.strength.page import write_page
from bench.strength.records import Standing, append_lines
from bench.strength.running import Order, run
from bench.strength.same_rules import compare
from bench.strength.solved_positions import ALL, kept_by, kept_sets, published_connect_four, write_sets

RESULTS = ROOT / "build" / "strength.jsonl"
PAGE = ROOT / "bench" / "results" / "strength.md"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; a mistake is a sentence on the error stream and the exit status 2."""
    options = _parser().parse_args(arguments)
    try:
        options.command(options)
    except AptsError as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


def match(options: argparse.Namespace) -> None:
    """Matches of two players."""
    label = options.label if options.label is not None else code_label()
    a, b, seconds, time_of = options.a, options.b, options.time, ""
    if isinstance(seconds, str):
        seconds, time_of = None, options.time
        a, b = (as_spelled(spec) if side == time_of else spec for side, spec in zip(SIDES, (a, b), strict=True))
    named = NamedGame.of(options.game)
    contest = Contest(
        str(named), a, b, seconds, options.seed, options.opening, options.limit, label=label,
        time_of=time_of,
    )  # fmt: skip
    order = Order(named, contest, options.matches, options.results, options.before, options.cpu_minutes)
    standing = run(order, lambda known: print(f"  {in_a_line(known)}", flush=True))
    if not standing.matches:
        raise AptsError("no match was played")
    print(f"{options.game}: {a} against {b}")
    print(f"  {in_a_line(standing)}")


def as_spelled(spec: str) -> str:
    """The spelling with which a level plays as it is."""
    kind, colon, rest = spec.partition(":")
    return f"{kind}{colon}{as_spelled(rest)}" if kind == BEFORE else spec if spec.startswith("=") else f"={spec}"


def move_time(text: str) -> float | str:
    """CPU seconds, or the side whose time is the measure."""
    if text in SIDES:
        return text
    seconds = float(text)
    if not 0.001 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"the CPU seconds of a move are between 0.001 and 3600, not {text}")
    return seconds


def at_least(low: int) -> Callable[[str], int]:
    """How a whole number is read that is at least so large."""

    def count(text: str) -> int:
        number = int(text)
        if number < low:
            raise argparse.ArgumentTypeError(f"it is at least {low}, not {text}")
        return number

    return count


def rules(options: argparse.Namespace) -> None:
    """Random matches on both sides of a pairing."""
    found = compare(NamedGame.of(options.game).load(), options.matches, options.seed)
    print(
        f"{options.game}: {found.matches} matches, {found.positions:,} positions; moves that OpenSpiel alone has "
        f"{found.only_there}, that we alone have {found.only_here}; other results {found.other_results}; "
        f"matches that one side ended before the other {found.ended_early}, that OpenSpiel drew {found.drawn_there}"
    )
    if found.first:
        print(f"  the first difference: {found.first}")


def positions(options: argparse.Namespace) -> None:
    """Make sets of solved positions anew."""
    wanted = [one for one in ALL if not options.sets or one.name in options.sets]
    if not wanted:
        raise AptsError(f"there is no such set; there are {', '.join(one.name for one in ALL)}")
    write_sets(wanted, options.count, options.seed, lambda name, count: print(f"  {name}: {count}", flush=True))


def solved(options: argparse.Namespace) -> None:
    """How often players keep the value."""
    sets = kept_sets()
    if options.published:
        sets = {name: ("connect-four", published_connect_four(name, options.count)) for name in options.published}
    chosen = {name: one for name, one in sets.items() if not options.sets or name in options.sets}
    if not chosen:
        raise AptsError(f"there is no such set; there are {', '.join(sets)}")
    lines = []
    for name, (source, all_positions) in chosen.items():
        named, rows = NamedGame.of(source), all_positions[: options.count]
        game = named.load()
        for spec in options.players:
            player = contestant(spec, named, game, options.before)
            try:
                kept = kept_by(player, game, rows, options.time, options.seed)
            finally:
                player.close()
            share = kept.share
            print(
                f"{name}: {spec} keeps {share.value:.2f} ({share.low:.2f} to {share.high:.2f}; {share.n} positions), "
                f"CPU a move {kept.milliseconds:.1f} ms",
                flush=True,
            )
            lines.append(
                {
                    "solved": name, "player": spec, "version": player.version, "seconds": options.time,
                    "kept": share.value, "low": share.low, "high": share.high, "positions": share.n,
                    "milliseconds": round(kept.milliseconds, 3),
                }
            )  # fmt: skip
    if options.results is not None:
        append_lines(options.results, lines)


def draw(options: argparse.Namespace) -> None:
    """Games drawn by seed."""
    taken = 0
    for one in drawn(options.seed, options.folder):
        if one.refused:
            print(f"  passed over: {one.slug}: {one.refused}", file=sys.stderr, flush=True)
            continue
        print(f"{NamedGame(str(one.path))}  ({one.moves:.0f} moves a random match)", flush=True)
        taken += 1
        if taken == options.count:
            return
    raise AptsError(f"there are only {taken} such games")


def page(options: argparse.Namespace) -> None:
    """The page of all results."""
    write_page(options.results, options.out)
    print(f"written to {options.out} and {options.out.with_suffix('.json')}")


def in_a_line(standing: Standing) -> str:
    """Score, matches and CPU times."""
    score, ratio = standing.score, standing.ratio
    times = [
        "none" if mean is None or typical is None else f"{typical:.1f} ms (mean {mean:.1f}, {early:.0%} early)"
        for mean, typical, early in (
            (standing.mean_time(side), standing.typical_time(side), standing.early_share(side)) for side in SIDES
        )
    ]
    parts = [
        f"{score.value:.3f} ({score.low:.3f} to {score.high:.3f}; {len(standing.matches)} matches, {score.n} units)",
        f"CPU a move {times[0]} and {times[1]}" + (f", ratio {ratio:.2f}" if ratio else ""),
    ]
    if standing.draws:
        parts.append(f"{standing.draws} drawn, {standing.stopped} of them stopped")
    for side, (share, count) in standing.alone.items():
        seats = len(standing.matches[0]["sides"])
        parts.append(f"{side} alone {share:.2f} of {count} (fair {1 / seats:.2f})")
    for side in SIDES:
        if standing.replaced(side):
            parts.append(f"{standing.replaced(side)} moves of {side} replaced")
    return "; ".join(parts)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description="How strong players are.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    one = commands.add_parser("match", help="matches of two players at equal CPU time a move")
    one.add_argument("game", help="a name or a path, with options behind an @: hex@board=7x7,swap=off")
    one.add_argument("a", help="a player: uct, alphabeta:heuristic=fitted, level:expert, before:uct, openspiel ..")
    one.add_argument("b", help="the other player")
    one.add_argument(
        "--time", type=move_time, default=0.02, metavar="SECONDS|a|b",
        help="CPU seconds a move (default 0.02), or as much as one of the players takes by its own budget",
    )  # fmt: skip
    one.add_argument("--matches", type=at_least(1), default=60, help="matches in all, in whole pairs (default 60)")
    one.add_argument("--cpu-minutes", type=float, help="begin no pair after so many CPU minutes of both sides")
    one.add_argument("--seed", type=int, default=1, help="of openings, chance and players (default 1)")
    one.add_argument("--opening", type=at_least(0), default=2, help="random moves at the beginning (default 2)")
    one.add_argument("--limit", type=at_least(1), default=400, help="moves after which a match is drawn (default 400)")
    one.add_argument("--before", type=Path, metavar="FOLDER", help="another checkout, for players before:..")
    one.add_argument("--label", help="tells states of the code apart (default: a digest of the code)")
    one.add_argument(
        "--results", type=Path, default=RESULTS, help="where units are kept (default build/strength.jsonl)"
    )
    one.set_defaults(command=match)
    one = commands.add_parser("rules", help="whether OpenSpiel has the same moves and results, in random matches")
    one.add_argument("game", help="a game, as hex@board=7x7,swap=off")
    one.add_argument("--matches", type=at_least(1), default=20)
    one.add_argument("--seed", type=int, default=1)
    one.set_defaults(command=rules)
    one = commands.add_parser("solved", help="how often players keep the value of positions whose value is proven")
    one.add_argument("players", nargs="+", help="players, spelled as for match")
    one.add_argument("--sets", nargs="+", metavar="NAME", help="only these sets")
    one.add_argument("--published", nargs="+", metavar="NAME", help="sets of ../shared/truth/connect4: Test_L2_R1 ..")
    one.add_argument("--count", type=at_least(1), default=60, help="positions of each set at most (default 60)")
    one.add_argument("--time", type=float, default=0.02, help="CPU seconds a move (default 0.02)")
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--before", type=Path, metavar="FOLDER", help="another checkout, for players before:..")
    one.add_argument("--results", type=Path, help="a file that lines of results are added to")
    one.set_defaults(command=solved)
    one = commands.add_parser("positions", help="make the solved positions anew (minutes)")
    one.add_argument("--sets", nargs="+", metavar="NAME", help="only these sets")
    one.add_argument("--count", type=at_least(1), default=40, help="positions of each (default 40)")
    one.add_argument("--seed", type=int, default=1)
    one.set_defaults(command=positions)
    one = commands.add_parser("draw", help="games of two seats drawn by seed from the conformance records")
    one.add_argument("--count", type=at_least(1), default=10)
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--folder", type=Path, default=FOLDER, help="where the records are")
    one.set_defaults(command=draw)
    one = commands.add_parser("page", help="write the page of results")
    one.add_argument("results", type=Path, nargs="*", default=[RESULTS], help="files of results")
    one.add_argument("--out", type=Path, default=PAGE, help="where to (default bench/results/strength.md)")
    one.set_defaults(command=page)
    return parser


if __name__ == "__main__":
    sys.exit(main())
