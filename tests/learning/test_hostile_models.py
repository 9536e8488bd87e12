"""Model files that somebody else made: no other file is read, nothing runs without end."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import apts
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.learning.encodings.encoding import encoding_of
from apts.learning.networks.evaluators import OnnxEvaluator
from apts.learning.networks.model_file import METADATA_KEY, bundled_models, model_facts, read_model, with_checksum
from apts.learning.networks.network_check import NotSuchANetwork, check_network
from apts.learning.networks.shape import NetworkShape

onnx = pytest.importorskip("onnx")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402 - it needs the extra

Change = Callable[[Any], None]


def elsewhere(place: str, offset: int = 0) -> Change:
    """The first weights lie in another file, or in the memory of the process."""

    def change(model: Any) -> None:
        tensor = model.graph.initializer[0]
        facts = {"location": place, "offset": offset, "length": 4 * int(np.prod(tensor.dims))}
        tensor.ClearField("raw_data")
        tensor.data_location = TensorProto.EXTERNAL
        for key, value in facts.items():
            entry = tensor.external_data.add()
            entry.key, entry.value = key, str(value)

    return change


def behind_the_values(*nodes: Any, **constants: Any) -> Change:
    """Further operators make ``values`` of what the network gave, which they find as ``before``."""

    def change(model: Any) -> None:
        for node in model.graph.node:
            node.output[:] = ["before" if name == "values" else name for name in node.output]
        model.graph.initializer.extend(numpy_helper.from_array(np.array(at), name) for name, at in constants.items())
        model.graph.node.extend(nodes)

    return change


def endless_loop() -> Change:
    def declared(name: str, kind: int, *sizes: Any) -> Any:
        return helper.make_tensor_value_info(name, kind, sizes)

    copies = [helper.make_node("Identity", [name], [f"{name}2"]) for name in ("on", "x")]
    given = [declared("i", TensorProto.INT64), declared("on", TensorProto.BOOL), declared("x", 1, "b", 2)]
    made = [declared("on2", TensorProto.BOOL), declared("x2", 1, "b", 2)]
    body = helper.make_graph(copies, "body", given, made)
    return behind_the_values(helper.make_node("Loop", ["times", "", "before"], ["values"], body=body), times=10**15)


def doubled_and_doubled() -> Change:
    names = ["before", *(f"twice/{count}" for count in range(40))]
    twice = [helper.make_node("Concat", [old, old], [new], axis=1) for old, new in pairwise(names)]
    last = [helper.make_node("ReduceMax", [names[-1]], ["largest"], axes=[1], keepdims=1)]
    return behind_the_values(*twice, *last, helper.make_node("Add", ["before", "largest"], ["values"]))


def array_of_nothing() -> Change:
    made = helper.make_node("ConstantOfShape", ["sizes"], ["values"])
    return behind_the_values(made, sizes=[10**6, 10**6])


def function_of_its_own(model: Any) -> None:
    model.functions.append(helper.make_function("own", "F", [], [], [], [helper.make_opsetid("", 17)]))


def weights_without_numbers(model: Any) -> None:
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.dims[:] = [10**6, 10**6]


HOSTILE: dict[str, tuple[Change, str]] = {
    "a file beside": (elsewhere("secret.bin"), "weights that lie in another file"),
    "a file above": (elsewhere("../secret.bin"), "weights that lie in another file"),
    "a whole path": (elsewhere("/etc/passwd"), "weights that lie in another file"),
    "memory": (elsewhere("*/_ORT_MEM_ADDR_/*", 4096), "weights that lie in another file"),
    "a loop": (endless_loop(), "operator 'Loop'"),
    "doubling": (doubled_and_doubled(), "an array of"),
    "nothing": (array_of_nothing(), "operator 'ConstantOfShape'"),
    "a function": (function_of_its_own, "the file with more than it should have"),
    "no numbers": (weights_without_numbers, "not complete"),
}


def changed(change: Change, file: Path) -> Path:
    """One of the models that come with APTS with a change, sealed as its author would seal it."""
    model = onnx.load(str(bundled_models()["tic-tac-toe"]))
    kept = next(entry.value for entry in model.metadata_props if entry.key == METADATA_KEY)
    del model.metadata_props[:]
    change(model)
    entry = model.metadata_props.add()
    entry.key, entry.value = METADATA_KEY, kept
    file.write_bytes(with_checksum(model.SerializeToString()))
    return file


@pytest.mark.parametrize("name", HOSTILE)
def test_model_that_is_more_than_a_network_is_refused_before_it_is_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "inside").mkdir()
    monkeypatch.chdir(tmp_path / "inside")
    for place in ("secret.bin", "../secret.bin"):
        Path(place).write_bytes(bytes(1 << 20))
    change, sentence = HOSTILE[name]
    file = changed(change, tmp_path / "model.onnx")
    with pytest.raises(AptsError, match=sentence):
        read_model(file)
    with pytest.raises(AptsError, match=sentence):
        OnnxEvaluator(file.read_bytes())
    with pytest.raises(AptsError, match=sentence):
        apts.agent(f"model:{file}")


def test_model_that_was_only_sealed_again_is_read(tmp_path: Path) -> None:
    assert read_model(changed(lambda model: None, tmp_path / "model.onnx")).game_name == "Tic-Tac-Toe"


@pytest.mark.parametrize("game", ["tic-tac-toe", "hex", "nine-mens-morris", "snowball", "yavalath"])
def test_every_form_of_network_that_is_written_passes(game: str) -> None:
    pytest.importorskip("torch")
    from apts.learning.networks.exporting import export
    from apts.learning.networks.network import Network

    loaded = apts.load(game)
    if not isinstance(loaded, RulesGame):
        pytest.skip("a class has no network")
    encoding = encoding_of(loaded)
    network = Network(NetworkShape.of(encoding, width=4, depth=2))
    check_network(export(network, model_facts(loaded, encoding)))


def test_any_bytes_are_judged_and_never_break_the_reader() -> None:
    content = bundled_models()["tic-tac-toe"].read_bytes()
    random = Random(1)
    for _ in range(300):
        broken = bytearray(content)
        for _ in range(random.randint(1, 8)):
            broken[random.randrange(min(len(broken), 4000))] = random.randrange(256)
        cut = bytes(broken[: random.choice([len(broken), random.randrange(len(broken))])])
        try:
            check_network(cut)
        except NotSuchANetwork:
            continue
    for bytes_of_others in (b"", os.urandom(64), b"\x1c\x00\x00\x00ORTM" + bytes(100)):
        with pytest.raises(AptsError):
            OnnxEvaluator(bytes_of_others)
