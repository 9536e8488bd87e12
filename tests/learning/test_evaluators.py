"""Evaluators: the same numbers whatever the batch, and sentences for what is no network."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from apts.agents.agent_registry import agent
from apts.errors import AptsError
from apts.learning.networks.evaluators import CudaEvaluator, OnnxEvaluator, UnreadableNetwork
from apts.learning.networks.model_file import read_model
from apts.learning.networks.shape import NetworkShape
from tests.learning.boards import hexagonal, outputs, positions, ring, square

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from apts.learning.networks.exporting import export  # noqa: E402 - these need the extra
from apts.learning.networks.network import Network  # noqa: E402

cuda = pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no CUDA device here")

SHAPES = {
    "square": square(width=48),
    "narrow": square(width=20, pairs=True),
    "hex": hexagonal(pairs=True),
    "graph": ring(),
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("threads", [1, 2])
def test_the_numbers_of_a_position_do_not_depend_on_its_batch(shape: NetworkShape, threads: int) -> None:
    evaluator = OnnxEvaluator(export(Network(shape), {}), threads)
    planes, numbers = positions(shape, 64)
    whole = outputs(shape, 64)
    evaluator.evaluate(planes, numbers, *whole)
    assert all(np.isfinite(part).all() for part in whole)
    for first, last in ((0, 1), (5, 6), (1, 3), (7, 14), (20, 36), (31, 64)):
        part = outputs(shape, last - first)
        evaluator.evaluate(planes[first:last], numbers[first:last], *part)
        for ours, theirs in zip(part, whole, strict=True):
            assert np.array_equal(ours, theirs[first:last])


def test_one_thread_and_two_give_the_same_numbers() -> None:
    shape = square()
    model = export(Network(shape), {})
    planes, numbers = positions(shape, 16)
    found = [outputs(shape, 16) for _ in range(2)]
    for threads, out in enumerate(found, 1):
        OnnxEvaluator(model, threads).evaluate(planes, numbers, *out)
    assert all(np.array_equal(one, two) for one, two in zip(*found, strict=True))


def test_results_go_into_a_part_of_a_larger_array() -> None:
    shape = square()
    evaluator = OnnxEvaluator(export(Network(shape), {}))
    planes, numbers = positions(shape, 8)
    large = outputs(shape, 8)
    evaluator.evaluate(planes[2:5], numbers[2:5], *(part[2:5] for part in large))
    assert all(np.isfinite(part[2:5]).all() for part in large)
    assert all(np.isnan(np.delete(part, slice(2, 5), 0)).all() for part in large)


def test_arrays_with_gaps_are_refused() -> None:
    shape = square()
    planes, numbers = positions(shape, 8)
    with pytest.raises(AptsError, match="C-contiguous"):
        OnnxEvaluator(export(Network(shape), {})).evaluate(planes[::2], numbers[::2], *outputs(shape, 4))


def test_what_is_no_network_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UnreadableNetwork, match="cannot be read as a network"):
        OnnxEvaluator(b"nonsense")
    path = tmp_path / "broken.onnx"
    path.write_bytes(export(Network(square()), {})[:-1000])
    with pytest.raises(UnreadableNetwork, match=r"broken\.onnx"):
        OnnxEvaluator(path)


def test_playing_imports_neither_torch_nor_onnx() -> None:
    program = "import sys, apts.learning.networks.model_file; print({'torch', 'onnx'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"


def test_training_without_the_extra_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from apts.learning import extra

    extra.need_torch()
    monkeypatch.setattr(extra, "find_spec", lambda name: None if name == "torch" else object())
    with pytest.raises(AptsError, match=r"needs torch, .*pip install \"apts\[learn\]\""):
        extra.need_torch()
    monkeypatch.setattr(extra, "find_spec", lambda name: None if name.startswith("onnx") else object())
    with pytest.raises(AptsError, match=r"needs onnx and onnxruntime, "):
        extra.need_torch()


def test_model_without_onnx_runtime_is_refused_with_the_name_of_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    for ask in (lambda: agent("model:tic-tac-toe"), lambda: read_model("connect-four")):
        with pytest.raises(AptsError, match=r"need the package onnxruntime, .*pip install \"apts\[models\]\""):
            ask()


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a CUDA device here")
def test_without_a_cuda_device_the_sentence_says_what_to_use() -> None:
    with pytest.raises(AptsError, match="ONNX Runtime"):
        CudaEvaluator(Network(square()), 8)


@cuda
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_cuda_device_says_about_the_same_as_the_processor(shape: NetworkShape) -> None:
    network = Network(shape)
    evaluator = CudaEvaluator(network, 32)
    for count in (32, 5, 70):
        planes, numbers = positions(shape, count, seed=count)
        ours, theirs = outputs(shape, count), outputs(shape, count)
        evaluator.evaluate(planes, numbers, *ours)
        OnnxEvaluator(export(network, {})).evaluate(planes, numbers, *theirs)
        for one, two in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(one, two, atol=0.02)


@cuda
def test_new_weights_reach_the_recorded_graph() -> None:
    shape = square()
    network, other = Network(shape), Network(shape, seed=5).cuda()
    evaluator = CudaEvaluator(network, 16)
    planes, numbers = positions(shape, 16)
    before, after, wanted = (outputs(shape, 16) for _ in range(3))
    evaluator.evaluate(planes, numbers, *before)
    evaluator.update(other)
    evaluator.evaluate(planes, numbers, *after)
    CudaEvaluator(other, 16).evaluate(planes, numbers, *wanted)
    assert not np.allclose(before[0], after[0], atol=0.02)
    for one, two in zip(after, wanted, strict=True):
        np.testing.assert_allclose(one, two, atol=0.005)
