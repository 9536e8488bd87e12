"""The commands of learning as a person meets them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("torch")

from apts.cli.commands import app
from apts.cli.learning.train import accuracy_curves, curves_page, loss_curves, strength_curve, uct_curve
from apts.errors import AptsError
from apts.learning.training.training_settings import SETTINGS, LearnSettings, TrainRequest
from tests.cli.command_line import Answer
from tests.learning.models import model_path

SMALL = (
    "--positions", "120", "--width", "16", "--depth", "1", "--slots", "8", "--simulations", "4", "--batch", "32",
    "--threads", "1", "--matches", "4", "--iterations", "10", "--measure", "2",
)  # fmt: skip


def apts(*words: str | Path) -> Answer:
    """Run a command in this process, which has imported PyTorch already."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["apts", *map(str, words)])
        result = CliRunner().invoke(app, [str(word) for word in words])
    if isinstance(result.exception, AptsError):
        return Answer(1, result.stdout, str(result.exception))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Answer(result.exit_code, result.stdout, result.stderr)


def train(folder: Path, *more: str) -> Answer:
    return apts("train", "tic-tac-toe", "--out", folder, *SMALL, *more)


def test_every_setting_of_a_training_is_an_option_with_its_default() -> None:
    assert list(SETTINGS) == list(LearnSettings().options())
    assert TrainRequest().settings() == LearnSettings()
    told = " ".join(apts("train", "--help").output.split())
    for name, value in LearnSettings().options().items():
        assert f"--{name.replace('_', '-')} <" in told
        assert isinstance(value, str) or f"[default: {value:,}]" in told


def test_wishes_reach_their_places() -> None:
    settings = TrainRequest(rate=0.5, simulations=7, small=3, width=8).settings()
    assert settings.training.rate == 0.5
    assert settings.search.simulations == 7
    assert settings.play.small == 3
    assert settings.width == 8
    with pytest.raises(AptsError, match="cycles"):
        TrainRequest(cycles=0)
    with pytest.raises(AptsError, match="gumbel or puct"):
        TrainRequest(formula="best")


def test_new_model_is_made_shown_and_played(tmp_path: Path) -> None:
    file = tmp_path / "new.onnx"
    made = apts("model", "new", "tic-tac-toe", "--out", file, "--width", "16", "--depth", "2", "--json")
    assert made.code == 0, made.complaint
    assert made.json["network"]["width"] == 16
    assert made.json["training"] == {}
    shown = apts("model", "show", file)
    assert "Tic-Tac-Toe" in shown.output
    assert "none yet" in shown.output
    analysis = apts("analyze", "tic-tac-toe", "--agent", f"model:{file},simulations=8", "--json")
    assert len(analysis.json["moves"]) == 9


def test_selfplay_writes_the_same_bytes_for_the_same_seed(tmp_path: Path) -> None:
    words = ("selfplay", model_path(), "--positions", "100", "--simulations", "4", "--slots", "8")
    one = apts(*words, "--out", tmp_path / "one.npz", "--workers", "1", "--json")
    two = apts(*words, "--out", tmp_path / "two.npz", "--workers", "2")
    assert one.code == two.code == 0, two.complaint
    assert one.json["game"] == "Tic-Tac-Toe"
    assert one.json["positions"] >= 100
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    assert "positions a second" in two.output


def test_training_on_samples_makes_a_model_with_a_lineage(tmp_path: Path) -> None:
    file = tmp_path / "some.npz"
    apts("selfplay", model_path(), "--positions", "100", "--simulations", "4", "--slots", "8", "--out", file)
    done = apts("train", model_path(), "--samples", file, "--out", tmp_path / "t", "--batch", "32", "--json")
    assert done.code == 0, done.complaint
    assert done.json["steps"] > 1
    shown = apts("model", "show", tmp_path / "t" / "model.onnx", "--json").json
    assert shown["training"]["samples"]["game"] == "Tic-Tac-Toe"
    assert len(shown["lineage"]) == 1
    other = apts("train", "connect-four", "--samples", file, "--out", tmp_path / "u")
    assert other.code == 1
    assert "are of Tic-Tac-Toe" in other.complaint


def test_training_cycle_by_cycle_is_the_whole_training(tmp_path: Path) -> None:
    whole = train(tmp_path / "whole", "--cycles", "2", "--json")
    assert whole.code == 0, whole.complaint
    assert whole.json["stopped"] is None
    assert [row["number"] for row in whole.json["cycles"]] == [1, 2]
    part = train(tmp_path / "part", "--cycles", "2", "--one-cycle")
    assert "1 of 2 cycles" in part.output
    assert "--resume" in part.output
    rest = apts("train", "--resume", "--out", tmp_path / "part")
    assert "2 of 2 cycles" in rest.output, rest.complaint
    # The command is a part of the model, and the folder of the command.
    first, second = (_model(tmp_path / name) for name in ("whole", "part"))
    assert first["training"]["curve"] == second["training"]["curve"]
    names = {path.name for path in (tmp_path / "part").iterdir()}
    assert {"settings.json", "progress.jsonl", "checkpoint.pt", "model.onnx", "curves.html"} <= names
    assert "cycle 2" in rest.complaint
    assert "against UCT" in rest.complaint


def _model(folder: Path) -> dict[str, dict[str, object]]:
    shown: dict[str, dict[str, object]] = apts("model", "show", folder / "model.onnx", "--json").json
    return shown


def test_resuming_refuses_other_settings_and_beginning_refuses_a_used_folder(tmp_path: Path) -> None:
    assert train(tmp_path, "--cycles", "1").code == 0
    changed = apts("train", "--resume", "--out", tmp_path, "--simulations", "9")
    assert changed.code == 1
    assert "has simulations 4" in changed.complaint
    again = train(tmp_path, "--cycles", "1")
    assert again.code == 1
    assert "--resume" in again.complaint


@pytest.mark.long
def test_interrupt_ends_the_cycle_and_keeps_a_checkpoint(tmp_path: Path) -> None:
    program = [sys.executable, "-c", "from apts.cli import main; main()"]
    words = ["train", "tic-tac-toe", "--out", str(tmp_path), *SMALL[:-2], "--cycles", "100000", "--measure", "0"]
    process = subprocess.Popen([*program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    progress = tmp_path / "progress.jsonl"
    limit = time.monotonic() + 120
    while time.monotonic() < limit and not (progress.exists() and progress.read_text()):
        time.sleep(0.1)
    os.kill(process.pid, signal.SIGINT)
    output, complaint = process.communicate(timeout=120)
    assert process.returncode == 0, complaint
    assert "interrupted" in output
    assert (tmp_path / "checkpoint.pt").exists()
    assert (tmp_path / "model.onnx").exists()


def test_training_from_a_variant_carries_weights_over(tmp_path: Path) -> None:
    done = apts(
        "train", "tic-tac-toe", "--from", model_path("connect-four"), "--out", tmp_path, "--cycles", "1",
        "--positions", "60", "--slots", "8", "--simulations", "4", "--measure", "0",
    )  # fmt: skip
    assert done.code == 0, done.complaint
    assert _model(tmp_path)["lineage"][0]["game"] == "Connect Four"  # type: ignore[index]
    wider = apts("train", "tic-tac-toe", "--from", model_path("connect-four"), "--out", tmp_path / "w", "--width", "24")
    assert wider.code == 1
    assert "width 16" in wider.complaint


def test_quality_is_measured_on_solved_positions(tmp_path: Path) -> None:
    found = apts("model", "quality", model_path(), "--count", "20", "--simulations", "32", "--json")
    assert found.code == 0, found.complaint
    alone, searched = found.json["marks"]
    assert alone["all"]["of"] == searched["all"]["of"] == 20
    assert searched["all"]["kept"] >= alone["all"]["kept"]
    file = tmp_path / "positions.txt"
    file.write_text("# nothing here\n")
    empty = apts("model", "quality", model_path(), "--positions", file)
    assert empty.code == 1
    assert "no position" in empty.complaint


def test_python_class_cannot_be_learnt() -> None:
    refused = apts("model", "new", "snowball-class", "--out", "never.onnx")
    assert refused.code == 1
    assert "Python class" in refused.complaint


def test_missing_torch_is_told_with_the_extra_that_brings_it(tmp_path: Path) -> None:
    program = (
        "import importlib.util as util, sys\n"
        "known = util.find_spec\n"
        "util.find_spec = lambda name, *more: None if name in ('torch', 'onnx') else known(name, *more)\n"
        "sys.modules['torch'] = sys.modules['onnx'] = None\n"
        "from apts.cli import main\n"
        "main()\n"
    )
    words = [sys.executable, "-c", program, "train", "tic-tac-toe", "--out", str(tmp_path / "t")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert 'pip install "apts[learn]"' in done.stderr
    assert "Traceback" not in done.stderr


def test_models_play_in_arena_and_playtest(tmp_path: Path) -> None:
    agent = f"model:{model_path()},simulations=4,softening=0.5"
    arena = apts("arena", "tic-tac-toe", agent, "random", "--matches", "8", "--all", "--json")
    assert arena.code == 0, arena.complaint
    tested = apts(
        "playtest", "tic-tac-toe", "--agents", agent, "--matches", "6", "--archive", tmp_path / "a.db", "--json"
    )
    assert tested.code == 0, tested.complaint


def test_curves_have_a_point_for_every_cycle_and_stand_in_a_page_of_their_own() -> None:
    rows = [
        {
            "number": number, "positions": 100, "play_seconds": 2.0, "policy": 1 / number, "value": 0.5, "accuracy": 0.3,
            "validation_policy": float("nan"), "validation_value": 0.6, "validation_accuracy": 0.2, "elapsed": 3.0,
        }
        for number in (1, 2)
    ]  # fmt: skip
    rows[1] |= {"elo": 12.0, "uct": {"score": 0.75}}  # type: ignore[dict-item]
    assert len(loss_curves(rows)) == 6
    assert {row["line"] for row in accuracy_curves(rows)} == {"in training", "held out"}
    assert strength_curve(rows) == [{"cycle": 2, "line": "Elo", "value": 12.0}]
    assert uct_curve(rows) == [{"cycle": 2, "line": "score", "value": 0.75}]
    page = curves_page("Tic-Tac-Toe", rows, "apts train <x>")
    assert page.count("<svg") == 5
    assert "http" not in page.replace("http://www.w3.org/", "")
    assert "&lt;x&gt;" in page
    assert json.dumps(loss_curves(rows))
