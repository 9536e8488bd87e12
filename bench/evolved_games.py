"""Games that evolution finds near Tic-Tac-Toe on a 5x5 board, written as a page with rules, boards and figures.

``python -m bench.evolved_games`` searches and writes ``docs/evolved-games.md``. The page has only games whose figures lie
inside all goals on fresh matches at two strengths, and says of each goal whether that is sure.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from apts.playtest.goals import read_goals
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.variants.search.confirmation import Confirmation
from apts.variants.search.improve_settings import ImproveSettings
from apts.variants.search.improvement import Improvement, describe_decider, describe_edits
from apts.variants.search.improving import improved
from apts.variants.search.search_state import SearchStep
from apts.variants.variant import as_variant

PAGE = Path(__file__).resolve().parent.parent / "docs" / "evolved-games.md"
GAME, OPTIONS = "tic-tac-toe", {"Grid": "5x5"}
GOALS = ("seat-score between 0.4 and 0.6", "drawishness at most 30 %", "length between 15 and 30")


def main(arguments: Sequence[str] | None = None) -> int:
    """Search, and write the page; the exit status is 1 where fewer games than asked for are inside all goals."""
    options = _parser().parse_args(arguments)
    play = PlaytestRequest(options.agents, seed=options.seed)
    wishes = ImproveSettings(
        matches=options.matches, method="evolve", most=options.most, fresh=options.fresh, games=options.tried
    )
    found = improved(as_variant(GAME, OPTIONS), read_goals(GOALS), play, wishes, options.archive, _tell)
    met = [one for one in found.confirmations if one.is_inside]
    options.page.write_text(page(found, met), encoding="utf-8")
    print(f"{len(met)} of {len(found.confirmations)} games are inside all goals; written to {options.page}")
    return 0 if len(met) >= options.games else 1


def page(found: Improvement, met: Sequence[Confirmation]) -> str:
    """The page as Markdown."""
    fresh = min((one.matches for one in found.confirmations), default=0)
    made = len(found.tried) - 1 + len(found.refused)
    confirmed = len(found.confirmations)
    sure = sum(one.verdict == "met" for one in met)
    stopped = ", and there the search was stopped" if found.interrupted else ""
    text = f"""\
# Evolved games

What kinds of games are near {found.name} on a 5x5 board? `apts improve --method evolve` edited its rules: numbers,
options and whole clauses, some of them taken from other games of the library. The goals were:

{chr(10).join(f"- {goal}" for goal in found.goals)}

The search played {found.matches:,} matches by `{found.agents}` (seed {found.seed}). It made {made} variants, refused
{len(found.refused)} of them before a match was played, and found {len(found.map)} kinds of games by {found.axes[0]} and
{found.axes[1]}. Then {confirmed} variants were played again: {fresh} fresh matches each by `{found.agents}` and by
`{found.second}`{stopped}. The {len(met)} games below are those whose figures lie inside every goal at both
strengths. *Met* means that this is sure, all goals of a game together in 95 of 100 cases; *open*, that the interval reaches
beyond the goal, and more matches would have to tell. All goals are surely met by {sure} of them.
`python -m bench.evolved_games` makes such a page.

The games have numbers for names: nobody has played them yet. Their rules are as the search left them."""
    lines = text.splitlines()
    for number, one in enumerate(met, 1):
        lines += ["", *_section(number, one)]
    return "\n".join([*lines, ""])


def _section(number: int, one: Confirmation) -> list[str]:
    """A game: its edits, its figures, its rules, and its board after some turns of a match."""
    lines = [f"## Game {number}", "", *(f"- {words}" for words in describe_edits(one.variant)), ""]
    lines += ["| goal | agents | fresh matches | |", "| --- | --- | --- | --- |"]
    lines += [f"| {a.goal} | `{a.agents}` | {describe_decider(a.after)} | {a.after.verdict} |" for a in one.answers]
    text = [line.rstrip() for line in one.variant.text().strip().splitlines()]
    lines += ["", "```text", *text, "```", "", *_position(one)]
    return lines


def _position(one: Confirmation) -> list[str]:
    """The last position of the first fresh match that somebody won."""
    run = one.strengths[0].after
    match = next((known for known in run.matches if known.outcome and not known.outcome.draw), run.matches[0])
    assert run.game is not None
    state = run.game.start(match.seed)
    for turn in match.turns:
        state = state.play(turn.move)
    told = f"The board at the end of a match, after {len(match.turns)} turns:"
    return [told, "", "```text", *(line.rstrip() for line in state.board_text().splitlines()), "```"]


def _tell(step: SearchStep) -> None:
    print(
        f"{step.matches:,} matches: {step.message} (shortfall {step.standing.value:.3f})", file=sys.stderr, flush=True
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.evolved_games", description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=1600, help="matches of the search")
    parser.add_argument("--agents", default="uct:iterations=50")
    parser.add_argument("--most", type=int, default=256, help="matches of a variant that is looked at in full")
    parser.add_argument("--fresh", type=int, default=400, help="fresh matches at each strength")
    parser.add_argument("--games", type=int, default=5, help="games that have to be inside all goals")
    parser.add_argument("--tried", type=int, default=8, help="games that fresh matches must not refute")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--archive", default=None, help="keep the matches here, and go on from there")
    parser.add_argument("--page", type=Path, default=PAGE)
    return parser


if __name__ == "__main__":
    sys.exit(main())
