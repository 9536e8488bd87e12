"""Model files: what they carry, and the sentences for files and games that do not fit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import apts
from apts.engine.game import RulesGame
from apts.errors import AptsError
from apts.learning import model_file
from apts.learning.encoding import encode, encoding_of
from apts.learning.model_file import ModelFile, ModelProblem, model_facts, read_model, rules_hash
from apts.learning.shape import Names, NetworkShape
from tests.learning.boards import outputs

pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")

from apts.learning.exporting import export, weights_of  # noqa: E402 - these need the extra
from apts.learning.network import Network  # noqa: E402


def connect_four(**settings: Any) -> RulesGame:
    game = apts.load("connect-four", **settings)
    assert isinstance(game, RulesGame)
    return game


def network_for(game: RulesGame) -> Network:
    return Network(NetworkShape.of(encoding_of(game), width=16, depth=2))


@pytest.fixture(scope="module")
def game() -> RulesGame:
    return connect_four()


@pytest.fixture(scope="module")
def path(game: RulesGame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("models") / "four.onnx"
    facts = model_facts(game, encoding_of(game), lineage=["tic-tac-toe"], training={"cycles": 3})
    file.write_bytes(export(network_for(game), facts))
    return file


@pytest.fixture(scope="module")
def model(path: Path) -> ModelFile:
    return read_model(path)


def altered(path: Path, change: Any, folder: Path) -> Path:
    """A copy of a model file with other facts; ``change`` gets them and may give back a text instead."""
    content = onnx.load(str(path))
    facts = json.loads(content.metadata_props[0].value)
    text = change(facts)
    content.metadata_props[0].value = text if isinstance(text, str) else json.dumps(facts)
    copy = folder / "altered.onnx"
    copy.write_bytes(content.SerializeToString())
    return copy


def test_a_file_knows_its_game_and_its_training(model: ModelFile, game: RulesGame) -> None:
    assert model.game_name == "Connect Four"
    assert model.facts["game"]["options"] == {"Grid": "7x6", "Line": "Four"}
    assert model.facts["lineage"] == ["tic-tac-toe"]
    assert model.facts["training"] == {"cycles": 3}
    assert model.shape == NetworkShape.of(encoding_of(game), width=16, depth=2)
    assert model.names == Names.of(encoding_of(game))
    model.check(game)


def test_the_game_can_be_made_from_the_file(model: ModelFile) -> None:
    model.check(model.game())


def test_a_model_evaluates_positions_of_its_game(model: ModelFile, game: RulesGame) -> None:
    planes, numbers, _ = encode(game, game.machine.start(0))
    sites, kinds, values = outputs(model.shape, 1)
    model.evaluator().evaluate(planes[None], numbers[None], sites, kinds, values)
    assert np.isfinite(sites).all()
    assert np.isfinite(kinds).all()
    assert (abs(values) <= 1).all()


def test_comments_do_not_matter_and_parameters_do(model: ModelFile, game: RulesGame) -> None:
    model.check(RulesGame("// a comment\n" + game.rules.replace("\n", "\n\n")))
    assert rules_hash(connect_four(line="Five")) != rules_hash(game)


def test_other_rules_are_refused_with_what_is_different(model: ModelFile) -> None:
    with pytest.raises(ModelProblem) as caught:
        model.check(connect_four(line="Five"))
    sentence = str(caught.value)
    assert "trained on Connect Four with other rules" in sentence
    assert "length was 4 and is 5" in sentence
    assert "apts train --from" in sentence


def test_another_game_is_refused(model: ModelFile) -> None:
    other = apts.load("tic-tac-toe")
    assert isinstance(other, RulesGame)
    with pytest.raises(ModelProblem, match=r"trained on Connect Four, not on Tic-Tac-Toe; .*apts train --from"):
        model.check(other)


def test_another_encoding_is_refused(path: Path, game: RulesGame, tmp_path: Path) -> None:
    old = altered(path, lambda facts: facts["encoding"].update(version=0), tmp_path)
    with pytest.raises(ModelProblem, match="version 0 of the encoding"):
        read_model(old).check(game)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda facts: facts.update(format=99), "version 99 of the file format.*a newer APTS is needed"),
        (lambda facts: facts.pop("training"), "damaged: it says nothing about training"),
        (lambda facts: [facts["game"].pop("hash")], r"damaged: it says nothing about game\.hash"),
        (lambda facts: facts["shape"].update(rows=3), "impossible shape"),
        (lambda _: "{", "what it says about its game cannot be read"),
        (lambda _: "[1]", "what it says about its game cannot be read"),
    ],
)
def test_damaged_and_newer_files_are_refused(path: Path, tmp_path: Path, change: Any, sentence: str) -> None:
    with pytest.raises(AptsError, match=sentence):
        read_model(altered(path, change, tmp_path))


def test_files_that_are_no_models_are_refused(path: Path, tmp_path: Path) -> None:
    broken, stranger, empty = tmp_path / "broken.onnx", tmp_path / "stranger.onnx", tmp_path / "empty.onnx"
    broken.write_bytes(path.read_bytes()[:5000])
    empty.write_bytes(b"")
    content = onnx.load(str(path))
    del content.metadata_props[:]
    stranger.write_bytes(content.SerializeToString())
    for file in (broken, empty):
        with pytest.raises(AptsError, match=f"{file.name} is no model file, or it is damaged"):
            read_model(file)
    with pytest.raises(AptsError, match="not one that APTS trained"):
        read_model(stranger)


def test_models_are_found_by_name(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "connect-four.onnx").write_bytes(path.read_bytes())
    monkeypatch.setattr(model_file, "FOLDER", tmp_path)
    assert read_model("connect-four").path.name == "connect-four.onnx"
    with pytest.raises(ModelProblem, match=r"no model file conect-four.*did you mean connect-four"):
        read_model("conect-four")


def test_a_model_starts_a_larger_variant(path: Path, model: ModelFile) -> None:
    larger = connect_four(grid="8x7")
    network = network_for(larger)
    assert network.take(weights_of(path), model.shape, model.names, Names.of(encoding_of(larger))) == []
    assert all(np.array_equal(network.state_dict()[name].numpy(), value) for name, value in weights_of(path).items())
