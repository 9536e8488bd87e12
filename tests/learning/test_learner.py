"""The learning loop: the same seed gives the same network, stopped and resumed or not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")

from apts.agents.agent_registry import agent
from apts.errors import AptsError
from apts.learning.networks.exporting import weights_of
from apts.learning.networks.model_file import read_model
from apts.learning.teaching.learn_settings import LearnSettings, MeasureSettings
from apts.learning.teaching.learner import Learner
from apts.learning.teaching.training_folder import Training, TrainingFolder, TrainingOrder, descent
from tests.learning.models import model_path, rules, small_settings

MEASURE = MeasureSettings(every=2, matches=4, iterations=10)
TIMES = ("play_seconds", "network_seconds", "train_seconds", "seconds", "processor_seconds", "elapsed")


def begun(path: Path, settings: LearnSettings | None = None) -> TrainingFolder:
    folder = TrainingFolder(path)
    folder.begin(rules(), TrainingOrder(settings or small_settings(), MEASURE, "apts train tic-tac-toe"))
    return folder


def trained(folder: TrainingFolder, cycles: int = 1000) -> Training:
    """Make some of the cycles that are left."""
    training = Training(folder)
    running = training.cycles()
    for _ in zip(range(cycles), running):  # noqa: B905 - the shorter one ends it
        pass
    running.close()
    return training


def records(folder: TrainingFolder) -> list[dict[str, object]]:
    """The rows without times, as text, because what is not a number is not equal to itself."""
    return [json.dumps({k: v for k, v in row.items() if k not in TIMES}) for row in folder.rows()]  # type: ignore[misc]


def test_two_runs_with_one_seed_are_the_same_and_another_seed_is_not() -> None:
    game = rules()
    first, second, other = (Learner(game, small_settings(seed=seed), device="cpu") for seed in (1, 1, 2))
    for learner in (first, second, other):
        list(learner.run())
    assert first.model() == second.model()
    assert first.model() != other.model()
    assert first.trainer.network is not second.trainer.network


def test_stopped_and_resumed_training_ends_with_the_same_bytes(tmp_path: Path) -> None:
    whole = begun(tmp_path / "whole")
    trained(whole)
    parts = begun(tmp_path / "parts")
    trained(parts, 1)
    assert parts.checkpoint.exists()
    assert len(parts.rows()) == 1
    trained(parts)
    assert parts.model.read_bytes() == whole.model.read_bytes()
    assert records(parts) == records(whole)
    assert [row["number"] for row in parts.rows()] == [1, 2, 3]


def test_cycles_after_the_last_checkpoint_are_made_again(tmp_path: Path) -> None:
    whole = begun(tmp_path / "whole")
    trained(whole)
    parts = begun(tmp_path / "parts")
    trained(parts, 1)
    kept = parts.checkpoint.read_bytes()
    trained(parts, 1)
    parts.checkpoint.write_bytes(kept)
    trained(parts)
    assert parts.model.read_bytes() == whole.model.read_bytes()
    assert records(parts) == records(whole)


def test_interruption_in_the_middle_of_a_cycle_keeps_the_last_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = begun(tmp_path)
    trained(folder, 1)
    before = folder.checkpoint.read_bytes()

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    training = Training(folder)
    monkeypatch.setattr(training.learner.trainer, "train", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(training.cycles())
    assert folder.checkpoint.read_bytes() == before


def test_model_of_a_training_plays_and_tells_its_history(tmp_path: Path) -> None:
    folder = begun(tmp_path)
    training = trained(folder)
    model = read_model(folder.model)
    record = model.facts["training"]
    assert record["cycles"] == 3
    assert record["command"] == "apts train tic-tac-toe"
    assert record["positions"] == sum(row["positions"] for row in training.rows)
    assert len(record["curve"]) == 3
    assert "uct" in training.rows[1]
    assert "elo" in training.rows[2]
    state = rules().start()
    assert agent(f"model:{folder.model},simulations=4").choose(state) in state.moves()
    assert agent(f"model:{training.measured_file(2)},simulations=4").choose(state) in state.moves()


def test_training_on_the_same_samples_lowers_the_losses() -> None:
    learner = Learner(rules(), small_settings(positions=600), device="cpu")
    learner.cycle()
    samples = learner.window.samples
    before = learner.trainer.train(samples, 30)
    learner.trainer.train(samples, 270)
    after = learner.trainer.train(samples, 30)
    assert after.policy < before.policy
    assert after.value < before.value
    assert after.accuracy > before.accuracy


def test_gate_keeps_the_network_that_plays_until_a_better_one_comes() -> None:
    learner = Learner(rules(), small_settings(gate=4), device="cpu")
    before = learner.model()
    cycle = learner.cycle()
    # Four matches are too few to prove anything.
    assert not cycle.promoted
    assert learner.model() == before
    assert learner.playing is not learner.trainer.averaged
    assert Learner(rules(), small_settings(), device="cpu").cycle().promoted


@pytest.mark.long
def test_gate_survives_a_checkpoint(tmp_path: Path) -> None:
    settings = small_settings(gate=4, cycles=2)
    whole, parts = Learner(rules(), settings, device="cpu"), Learner(rules(), settings, device="cpu")
    list(whole.run())
    parts.cycle()
    parts.save(tmp_path)
    resumed = Learner(rules(), settings, device="cpu")
    assert resumed.resume(tmp_path)
    list(resumed.run())
    assert resumed.model() == whole.model()


def test_training_begins_with_the_weights_of_another_model(tmp_path: Path) -> None:
    folder = TrainingFolder(tmp_path)
    start = model_path()
    order = TrainingOrder(small_settings(), MEASURE, "", descent(start))
    folder.begin(rules(), order, start.read_bytes())
    training = Training(folder)
    made, given = weights_of(training.learner.model()), weights_of(start)
    assert all((made[name] == given[name]).all() for name in given)
    trained(folder)
    lineage = read_model(folder.model).facts["lineage"]
    assert [before["game"] for before in lineage] == ["Tic-Tac-Toe"]


def test_folder_with_a_training_is_not_begun_again(tmp_path: Path) -> None:
    begun(tmp_path)
    with pytest.raises(AptsError, match="--resume"):
        begun(tmp_path)


def test_nothing_to_resume_is_told(tmp_path: Path) -> None:
    with pytest.raises(AptsError, match="no training"):
        TrainingFolder(tmp_path).read()


def test_damaged_checkpoint_is_told(tmp_path: Path) -> None:
    folder = begun(tmp_path)
    folder.checkpoint.write_bytes(b"nonsense")
    with pytest.raises(AptsError, match="cannot be read"):
        Training(folder)
