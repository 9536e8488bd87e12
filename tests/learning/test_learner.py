"""The learning loop: the same seed gives the same network, stopped and resumed or not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch")

import torch

from apts.agents.agent_registry import agent
from apts.cli.learning.train import cells
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.learning.guided import guided_layout as at
from apts.learning.networks.exporting import weights_of
from apts.learning.networks.model_file import read_model
from apts.learning.training.selfplay import Learner
from apts.learning.training.training_folder import StoredTraining, TrainingFolder, TrainingOrder, descent
from apts.learning.training.training_run import open_training
from apts.learning.training.training_settings import LearnSettings, MeasureSettings, TrainRequest
from tests.learning.models import model_path, rules, small_settings

MEASURE = MeasureSettings(every=2, matches=4, iterations=10)
TIMES = ("play_seconds", "network_seconds", "train_seconds", "seconds", "processor_seconds", "elapsed", "move_seconds")


def begun(path: Path, settings: LearnSettings | None = None) -> TrainingFolder:
    folder = TrainingFolder(path)
    folder.begin(rules(), TrainingOrder(settings or small_settings(), MEASURE, "apts train tic-tac-toe"))
    return folder


def trained(folder: TrainingFolder, cycles: int = 1000) -> StoredTraining:
    """Make some of the cycles that are left."""
    training = StoredTraining(folder)
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

    training = StoredTraining(folder)
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
    training = StoredTraining(folder)
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
        StoredTraining(folder)


DAMAGE = {
    "more samples than there is room for": ("play/0/pool.counters", (0,), 10**12),
    "more moves than there is room for": ("play/0/pool.counters", (1,), 10**12),
    "fewer matches than none": ("play/1/pool.counters", (2,), -3),
    "a head without its end": ("play/0/pool.counters", None, -1),
    "a pool with rows of different numbers": ("play/0/pool.ledger", None, -1),
    "a search of more simulations than planned": ("play/0/trees", (0, 6), 10**9),
    "a width that was not planned": ("play/0/trees", (0, 12), 10**8),
    "a state of a slot that does not exist": ("play/0/trees", (0, 2), 9),
    "a position that is none": ("play/0/roots", (0, slice(None)), 7),
    "moves that the network does not know": ("window/0/codes", (0,), 10**15),
    "samples without an end": ("window/0/starts", (-1,), 10**6),
    "fewer values than samples": ("window/0/values", None, -1),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_self_play_that_cannot_have_been_played_is_refused(damage: str, tmp_path: Path) -> None:
    name, place, number = DAMAGE[damage]
    learner = Learner(rules(), small_settings(), device="cpu", workers=1)
    learner.cycle()
    learner.save(tmp_path)
    content = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    array = content["arrays"][name].numpy().copy()
    if place is None:
        array = array[:number].copy()
    else:
        array[place] = number
    content["arrays"][name] = torch.from_numpy(array)
    torch.save(content, tmp_path / "checkpoint.pt")
    with pytest.raises(AptsError, match=r"damaged|does not fit this game|is a number from"):
        Learner(rules(), small_settings(), device="cpu", workers=1).resume(tmp_path)


def test_a_search_tree_that_leads_back_is_refused(tmp_path: Path) -> None:
    learner = Learner(rules(), small_settings(), device="cpu", workers=1)
    learner.cycle()
    batch = learner.selfplay.batches[0]
    memory = {name: array.copy() for name, array in batch.memory().items()}
    batch.restore(memory)
    nodes = memory["trees"][0, at.HEAD :].reshape(at.COLUMNS, -1)
    memory["trees"][0, at.USED] = 3
    nodes[at.NEXT, 2] = 2
    with pytest.raises(AptsError, match="a search tree has places that do not exist"):
        batch.restore(memory)


WIDE = (
    '(game "Wide" (players 2) (equipment {(board (square 9)) (piece "Stone" Each)}) '
    "(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
)


def test_tree_search_that_a_network_meets_has_what_the_game_needs(tmp_path: Path) -> None:
    request = TrainRequest(
        cycles=1, positions=64, simulations=4, width=8, depth=1, slots=8, measure=1, matches=2, workers=1
    )
    training = open_training(WIDE, tmp_path / "wide", request)
    assert training.order.measure.iterations == 4 * 81
    (row,) = list(training.cycles())
    assert row["uct"]["iterations"] == 4 * 81
    assert "at 324 iterations a move, " in cells(row)[-1]
    assert cells(row)[-1].endswith("ms of processor time a move")
    small = open_training("tic-tac-toe", tmp_path / "small", request)
    assert small.order.measure.iterations == 200
    asked = open_training(WIDE, tmp_path / "asked", replace(request, iterations=50))
    assert asked.order.measure.iterations == 50


def test_training_of_before_goes_on_with_the_tree_search_it_met(tmp_path: Path) -> None:
    folder = TrainingFolder(tmp_path / "old")
    folder.begin(RulesGame(WIDE), TrainingOrder(small_settings(), MeasureSettings(iterations=200)))
    assert open_training(None, folder.path, TrainRequest(resume=True)).order.measure.iterations == 200


@pytest.mark.parametrize(
    "facts",
    [
        {"measure": {"every": "x"}},
        {"measure": {"matches": -1}},
        {"measure": {"iterations": 1e300}},
        {"game": {"rules": 7}},
        {"game": []},
        {"settings": {}},
        {"settings": 7},
        {"command": ["a"]},
        {"command": "\ud800"},
        {"lineage": {}},
        {"lineage": float("nan")},
    ],
    ids=str,
)
def test_order_of_a_training_that_is_none_is_told_in_a_sentence(facts: dict[str, object], tmp_path: Path) -> None:
    folder = begun(tmp_path)
    written = json.loads(folder.settings.read_text(encoding="utf-8"))
    folder.settings.write_text(json.dumps({**written, **facts}), encoding="utf-8")
    with pytest.raises(AptsError, match=r"settings\.json cannot be read"):
        folder.read()
    folder.settings.write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(AptsError, match=r"settings\.json cannot be read"):
        folder.read()
