"""``apts play`` as people meet it: typed lines in, boards out, and never a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import apts as library
from tests.cli.command_line import Answer, apts
from tests.engine import small_games

PROGRAM = [sys.executable, "-c", "from apts.cli import main; main()"]
ENVIRONMENT = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}


def typed(folder: Path, lines: str, *words: str) -> Answer:
    """Run ``apts play`` with lines typed by a person."""
    done = subprocess.run(
        [*PROGRAM, "play", *words],
        input=lines,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        cwd=folder,
        timeout=120,
        check=False,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def test_two_people_play_to_the_end(tmp_path: Path) -> None:
    answer = typed(tmp_path, "a\nb\na\nb\na\nb\na\n", "connect-four", "--agents", "human")
    assert answer.code == 0, answer.complaint
    assert "player 1 wins" in answer.output
    assert "X" in answer.output


def test_person_against_agent_with_settings(tmp_path: Path) -> None:
    answer = typed(tmp_path, "b2\nresign\n", "tic-tac-toe", "--agents", "human,uct:iterations=50,c=1.2")
    assert answer.code == 0, answer.complaint
    assert "player 2 (uct:iterations=50,c=1.2) plays" in answer.output
    assert "player 2 wins: player 1 resigned" in answer.output


def test_control_characters_that_are_typed_do_not_reach_the_terminal(tmp_path: Path) -> None:
    answer = typed(tmp_path, "\x1b[A\n\x07b2\x08\nmoves \x1b\nquit\n", "tic-tac-toe", "--agents", "human")
    assert answer.code == 0, answer.complaint
    assert not set("\x1b\x07\x08") & set(answer.output + answer.complaint)
    assert "is not a move here" in answer.output


def test_wrong_input_is_answered_with_help(tmp_path: Path) -> None:
    lines = "z9\n\nhelp\n99\n/nothing\nmoves\nmoves x\nundo\nsave text/match.json\nsave new/match.json\nquit\n"
    (tmp_path / "text").write_text("")
    answer = typed(tmp_path, lines, "connect-four", "--agents", "human")
    assert answer.code == 0, answer.complaint
    assert "Traceback" not in answer.output + answer.complaint
    for part in (
        "'z9' is not a move here",
        "take back to your last turn",
        "'99' is not a move here",
        "4 d",
        "no move begins with 'x'",
        "there is nothing to take back",
        "cannot be saved as 'text/match.json': Not a directory",
        "saved as new/match.json",
        "nothing was saved",
    ):
        assert part in answer.output


def test_site_that_was_typed_for_a_move_is_answered_with_the_moves_that_go_there(tmp_path: Path) -> None:
    (tmp_path / "cups.lud").write_text(small_games.CUPS, encoding="utf-8")
    answer = typed(tmp_path, "b2\nquit\n", "cups.lud", "--agents", "human")
    assert "'b2' is not a move here. Did you mean Small@b2 or Large@b2?" in answer.output


def test_move_is_picked_from_the_list_by_its_number(tmp_path: Path) -> None:
    answer = typed(tmp_path, "4\nsave match.json\nquit\n", "connect-four", "--agents", "human")
    assert answer.code == 0
    assert json.loads((tmp_path / "match.json").read_text())["moves"] == ["d"]


def test_beginning_of_moves_lists_them(tmp_path: Path) -> None:
    answer = typed(tmp_path, "a2\nquit\n", "breakthrough", "--agents", "human")
    assert "moves begin with 'a2'" in answer.output


def test_hint_names_the_winning_move(tmp_path: Path) -> None:
    answer = typed(tmp_path, "a\nb\na\nb\na\nb\nhint\nquit\n", "connect-four", "--agents", "human")
    assert "a: a score of 100%, wins" in answer.output


def test_undo_takes_back_the_agent_too(tmp_path: Path) -> None:
    lines = "b2\nundo\nsave match.json\na1\nquit\n"
    answer = typed(tmp_path, lines, "tic-tac-toe", "--agents", "human,random")
    assert "2 moves taken back" in answer.output
    assert json.loads((tmp_path / "match.json").read_text())["moves"] == []


@pytest.mark.long
def test_match_is_saved_resumed_and_replayed(tmp_path: Path) -> None:
    typed(tmp_path, "a\nb\na\nsave match.json\nquit\n", "connect-four", "--agents", "human,human")
    answer = typed(tmp_path, "b\na\nb\na\nsave match.json\n", "--resume", "match.json", "--json")
    assert answer.code == 0, answer.complaint
    assert answer.json["moves"] == list("abababa")
    assert answer.json["outcome"]["winner"] == 1
    (tmp_path / "done.json").write_text(answer.output)
    shown = typed(tmp_path, "\n\nb\n3\nx\nq\n", "--replay", "done.json")
    assert shown.code == 0, shown.complaint
    assert shown.output.count("2. player 2 plays b") == 1
    assert shown.output.count("1. player 1 plays a") == 2
    assert "3. player 1 plays a" in shown.output
    assert "0 to 7 goes to that move" in shown.output
    everything = typed(tmp_path, "", "--replay", "done.json")
    assert "7. player 1 plays a" in everything.output
    assert "player 1 wins" in everything.output


def test_other_players_may_take_over_a_saved_match(tmp_path: Path) -> None:
    typed(tmp_path, "a\nsave match.json\nquit\n", "connect-four")
    answer = typed(tmp_path, "", "--resume", "match.json", "--agents", "random,random", "--json")
    assert answer.json["players"] == ["random", "random"]
    assert answer.json["outcome"] is not None


def test_saved_match_without_its_players_is_refused(tmp_path: Path) -> None:
    typed(tmp_path, "a\nsave match.json\nquit\n", "connect-four", "--agents", "human,random")
    file = tmp_path / "match.json"
    data = json.loads(file.read_text())
    assert data["players"] == ["human", "random"]
    file.write_text(json.dumps({**data, "players": ["human"]}))
    answer = typed(tmp_path, "", "--resume", "match.json")
    assert (answer.code, "Connect Four has 2 seats, and its players are human;" in answer.complaint) == (1, True)
    del data["players"]
    file.write_text(json.dumps(data))
    answer = typed(tmp_path, "", "--resume", "match.json")
    assert (answer.code, "is damaged: players is missing" in answer.complaint) == (1, True)


def test_position_can_be_given(tmp_path: Path) -> None:
    position = apts("show", "tic-tac-toe", "--json").json["position"]
    answer = typed(tmp_path, "quit\n", "tic-tac-toe", "--agents", "human", "--position", position)
    assert answer.code == 0
    wrong = typed(tmp_path, "", "tic-tac-toe", "--agents", "human", "--position", "nonsense")
    assert wrong.code == 1
    assert "nonsense" in wrong.complaint


def test_class_is_played_like_a_text(tmp_path: Path) -> None:
    answer = typed(tmp_path, "e5\nquit\n", "snowball-class", "--agents", "human,random")
    assert answer.code == 0, answer.complaint
    assert "saved as snowball-" in answer.output


def test_interruption_saves(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "play", "connect-four", "--agents", "human"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**ENVIRONMENT, "PYTHONUNBUFFERED": "1"},
        cwd=tmp_path,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("d\n")
    process.stdin.flush()
    seen = ""
    while "X" not in seen:
        seen += process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    output, complaint = process.communicate(timeout=60)
    assert process.returncode == 0, complaint
    assert "go on with: apts play --resume" in output
    saved = list(tmp_path.glob("connect-four-*.json"))
    assert len(saved) == 1
    assert json.loads(saved[0].read_text())["moves"] == ["d"]


BREAKING = """
from apts.agents.agent import Decision, Player
from apts.agents.kinds.random_agent import RandomAgent

def decide(self, state, turn=0):
    if turn == 3:
        raise {problem}
    return Decision(state.moves()[0])

Player.decide = decide
from apts.cli import main
main()
"""


@pytest.mark.parametrize("problem", ["apts.errors.AptsError('a search is lost')", "ValueError('a search is lost')"])
def test_match_that_breaks_off_is_saved_first(tmp_path: Path, problem: str) -> None:
    program = "import apts.errors\n" + BREAKING.format(problem=problem)
    done = subprocess.run(
        [sys.executable, "-c", program, "play", "connect-four", "--agents", "random"],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        cwd=tmp_path,
        timeout=120,
        check=False,
    )
    assert done.returncode != 0
    told = " ".join((done.stdout + done.stderr).split())
    assert "the match broke off at turn 4: a search is lost; it was saved as connect-four-" in told
    assert "Traceback" not in told
    saved = list(tmp_path.glob("connect-four-*.json"))
    assert len(saved) == 1
    assert len(json.loads(saved[0].read_text())["moves"]) == 3
    answer = typed(tmp_path, "", "--resume", saved[0].name, "--agents", "random,random")
    assert answer.code == 0, answer.complaint


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ((), "say which game to play"),
        (("connect-four", "--agents", "human,human,human"), "has 2 seats, and --agents names 3"),
        (("connect-four", "--agents", "humen"), "did you mean human?"),
        (("--resume", "missing.json"), "'missing.json' cannot be read"),
        (("no-such-game",), "no-such-game"),
    ],
)
def test_wrong_orders_are_refused_in_a_sentence(tmp_path: Path, words: tuple[str, ...], part: str) -> None:
    answer = typed(tmp_path, "", *words)
    assert answer.code == 1
    assert part in answer.complaint
    assert "Traceback" not in answer.complaint


DICE_ROAD = """(game "Dice Road" (players 3)
  (equipment { (board (rectangle 1 20) (track "Road" "0,E")) (dice d:6 num:1) (piece "Runner" Each) })
  (rules
    (start { (place "Runner1" 0) (place "Runner2" 1) (place "Runner3" 2) })
    (play (do (roll) next:(forEach Piece
      (move (from (from)) (to (trackSite Move from:(from) "Road" steps:(count Pips)) if:(is Empty (to)))))))
    (end (if (> (last To) 15) (result Mover Win)))))"""


def test_everybody_sees_the_throw_that_the_moves_are_made_with(tmp_path: Path) -> None:
    """The same dice in ``play``, ``--replay``, ``show`` and ``analyze`` as in the position itself."""
    file = tmp_path / "road.lud"
    file.write_text(DICE_ROAD)
    game = library.load(str(file))
    played = typed(tmp_path, 4 * "position\n1\n" + "save road.json\nquit\n", "road.lud", "--agents", "human")
    positions = [line for line in played.output.splitlines() if " moves=" in line and "dice0=" in line]
    expected = [f"dice: {game.state(position).dice[0].value}" for position in positions]
    assert len(expected) == 4
    assert len(set(expected)) > 1
    assert [line for line in played.output.splitlines() if line.startswith("dice")][:4] == expected
    replayed = typed(tmp_path, "", "--replay", "road.json")
    assert [line for line in replayed.output.splitlines() if line.startswith("dice")][:4] == expected
    assert f"dice: {game.start().dice[0].value}" in apts("show", file).output.splitlines()
    analysed = apts("analyze", file, "--agent", "random", "--position", positions[1])
    assert expected[1] in analysed.output.splitlines()


SIEGE = """
(game "Siege"
    (players 2)
    (equipment { (board (square 3)) (piece "Man" Each) })
    (rules
        (play (move Add (to (sites Empty)) (then (if (= (count Moves) 1) (moveAgain)))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
(metadata (graphics { (player Name P2 "Raiders <b>") (board Rows FromTop) }))
"""


def test_table_names_seats_counts_rows_as_told_and_says_who_moves_again(tmp_path: Path) -> None:
    (tmp_path / "siege.lud").write_text(SIEGE, encoding="utf-8")
    answer = typed(tmp_path, "A1\nb1\nc3\nC1\nquit\n", "siege.lud", "--players", "human")
    assert "player 1 is human, Raiders <b> (seat 2) is human" in answer.output
    assert answer.output.count("you move again") == 1
    assert "Raiders <b> (seat 2)> c3" in answer.output
    assert "player 1 wins" in answer.output
    assert answer.output.splitlines()[3].split() == ["1", ".", ".", "."]


def test_passes_at_the_end_are_made_in_silence(tmp_path: Path) -> None:
    moves = "b2\na1\na3\nc1\nb1\nb3\na2\nc2\nc3\n"
    answer = typed(tmp_path, moves, "tic-tac-toe", "--players", "human")
    assert answer.code == 0, answer.complaint
    assert "no winner" in answer.output
    assert "pass" not in answer.output.replace("all players passed", "")


def test_evaluation_tells_why_in_both_languages_and_names_the_line_of_a_mistake(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("corners = 30 * sites a1 h1\nroom = 0.5 * mobility\n")
    given = ("analyze", "othello", "--position", "8/8/8/2XXX3/3XO3/8/8/8 2 moves=1 last=c5", "--why")
    english, portuguese = apts(*given), apts(*given, "--lang", "pt-BR")
    assert "pieces by their places" in english.output
    assert "peças segundo o lugar" in portuguese.output
    own = apts(*given, "--agents", f"alphabeta:heuristic={file}", "--json").json
    assert [feature["feature"] for feature in own["features"]] == ["corners", "room"]
    file.write_text("room = 0.5 * mobilty\n")
    refused = apts(*given, "--agents", f"alphabeta:heuristic={file}")
    assert refused.code == 1
    assert "line 1: there is no feature 'mobilty'; did you mean mobility?" in refused.complaint
