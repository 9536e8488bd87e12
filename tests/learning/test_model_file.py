"""Model files: what they carry, and the sentences for files and games that do not fit."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import apts
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.learning.encodings.encoding import encode, encoding_of
from apts.learning.networks import model_file
from apts.learning.networks.model_file import (
    CHECKSUM_KEY,
    ModelFile,
    ModelProblem,
    checksum_matches,
    model_facts,
    read_model,
    rules_hash,
    with_checksum,
)
from apts.learning.networks.shape import Names, NetworkShape
from tests.learning.boards import outputs

pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")

from apts.learning.networks.exporting import export, weights_of  # noqa: E402 - these need the extra
from apts.learning.networks.network import Network  # noqa: E402


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
    del content.metadata_props[1:]
    copy = folder / "altered.onnx"
    copy.write_bytes(with_checksum(content.SerializeToString()))
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
        (lambda facts: facts.update(format=True), "cannot be read"),
        (lambda facts: facts.update(format=0), "cannot be read"),
        (lambda facts: facts["game"].update(name=7), "about game.name cannot be read"),
        (lambda facts: facts["game"].update(rules=None), "about game.rules cannot be read"),
        (lambda facts: facts["game"].update(parameters=[]), "about game.parameters cannot be read"),
        (lambda facts: facts["encoding"].update(planes=5), "about encoding.planes cannot be read"),
        (lambda facts: facts["encoding"].update(version="1"), "about encoding.version cannot be read"),
        (lambda facts: [facts["encoding"]["planes"].pop()], "not as many planes"),
        (lambda facts: facts.update(shape=[1]), "about shape cannot be read"),
        (lambda facts: [facts["shape"].pop("rows")], "impossible shape"),
        (lambda facts: facts["shape"].update(rows="many"), "impossible shape"),
        (lambda facts: facts["shape"].update(extra=1), "impossible shape"),
        (lambda facts: facts["shape"].update(seats=3), "the values of its network are"),
        (lambda facts: facts["shape"].update(pairs=True), "the sites of its network are"),
        (lambda facts: facts["shape"]["neighbours"][0].__setitem__(0, 999), "impossible shape"),
        (lambda facts: facts.update(lineage=3), "about lineage cannot be read"),
        (lambda facts: facts.update(training=3), "about training cannot be read"),
        (lambda _: "[" * 100_000, "cannot be read"),
        (lambda _: "{", "what it says about its game cannot be read"),
        (lambda _: "[1]", "what it says about its game cannot be read"),
    ],
)
def test_damaged_and_newer_files_are_refused(path: Path, tmp_path: Path, change: Any, sentence: str) -> None:
    with pytest.raises(AptsError, match=sentence):
        read_model(altered(path, change, tmp_path))


def test_no_flipped_bit_goes_unseen(path: Path, tmp_path: Path) -> None:
    content = path.read_bytes()
    chance = Random(1)
    end = range(8 * (len(content) - 60), 8 * len(content))
    facts = content.index(b'{"format": 2')
    bits = [*chance.sample(end, 25), *range(8 * facts, 8 * (facts + 2)), *chance.sample(range(8 * len(content)), 40)]
    damaged = tmp_path / "damaged.onnx"
    for bit in bits:
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        damaged.write_bytes(changed)
        with pytest.raises(AptsError, match="damaged"):
            read_model(damaged)


def test_seal_is_one_more_entry_of_the_metadata(path: Path) -> None:
    content = path.read_bytes()
    assert checksum_matches(content) is True
    assert with_checksum(content) == content
    assert checksum_matches(content[:-1]) is None
    assert onnx.load(str(path)).metadata_props[-1].key == CHECKSUM_KEY.decode()


def test_file_of_an_older_version_needs_no_checksum(path: Path, tmp_path: Path) -> None:
    content = onnx.load(str(path))
    del content.metadata_props[1:]
    older = tmp_path / "older.onnx"
    older.write_bytes(content.SerializeToString())
    with pytest.raises(ModelProblem, match="lost its checksum"):
        read_model(older)
    content.metadata_props[0].value = content.metadata_props[0].value.replace('"format": 2', '"format": 1')
    older.write_bytes(content.SerializeToString())
    assert read_model(older).game_name == "Connect Four"


def test_network_of_another_board_under_the_facts_of_a_game_is_refused(game: RulesGame, tmp_path: Path) -> None:
    other = apts.load("tic-tac-toe")
    assert isinstance(other, RulesGame)
    content = onnx.load_model_from_string(export(network_for(other), model_facts(game, encoding_of(game))))
    facts = json.loads(content.metadata_props[0].value)
    facts["shape"] = network_for(game).shape.facts()
    content.metadata_props[0].value = json.dumps(facts)
    del content.metadata_props[1:]
    file = tmp_path / "swapped.onnx"
    file.write_bytes(with_checksum(content.SerializeToString()))
    with pytest.raises(ModelProblem, match="the planes of its network are"):
        read_model(file)
    facts["shape"] = network_for(other).shape.facts()
    content.metadata_props[0].value = json.dumps(facts)
    file.write_bytes(with_checksum(content.SerializeToString()))
    with pytest.raises(ModelProblem, match="damaged"):
        read_model(file).check(game)


def test_arrays_of_another_size_are_refused_by_the_evaluator(model: ModelFile, game: RulesGame) -> None:
    planes, numbers, _ = encode(game, game.machine.start(0))
    sites, kinds, values = outputs(model.shape, 1)
    with pytest.raises(AptsError, match="does not return what is expected"):
        model.evaluator().evaluate(planes[None, :, :-1].copy(), numbers[None], sites, kinds, values)
    with pytest.raises(AptsError, match="does not return what is expected"):
        model.evaluator().evaluate(planes[None], numbers[None], sites[:, :, :-1].copy(), kinds, values)


def test_files_that_are_no_models_are_refused(path: Path, tmp_path: Path) -> None:
    broken, stranger, empty = tmp_path / "broken.onnx", tmp_path / "stranger.onnx", tmp_path / "empty.onnx"
    broken.write_bytes(path.read_bytes()[:5000])
    empty.write_bytes(b"")
    content = onnx.load(str(path))
    del content.metadata_props[:]
    stranger.write_bytes(content.SerializeToString())
    for file in (broken, empty):
        with pytest.raises(AptsError, match=f"{file.name} is not a model file, or it is damaged"):
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
