"""Networks evaluated by our own code say what ONNX Runtime says of them."""

from __future__ import annotations

import numpy as np
import pytest

import apts
from apts.engine.play.playouts.random_streams import match_streams
from apts.engine.runtime.kernel_functions import JIT
from apts.learning.networks.evaluators import CompiledNetwork, Evaluator, OnnxEvaluator
from apts.learning.networks.model_file import bundled_models, read_model, read_weights
from apts.learning.networks.shape import NetworkShape
from tests.learning.boards import hexagonal, outputs, positions, ring, square

SHAPES = {
    "square": square(width=13, planes=3),
    "with holes": square(3, 4, missing=(2, 5), width=16, depth=1, seats=3),
    "origins and targets": square(width=20, pairs=True),
    "hex": hexagonal(pairs=True),
    "graph": ring(kinds=6, globals=1),
    "one cell": square(1, 1),
}
needs_compiler = pytest.mark.skipif(not JIT, reason="machine code is switched off (APTS_JIT=0)")


def largest_difference(shape: NetworkShape, one: Evaluator, other: Evaluator) -> float:
    """How far apart what two evaluators say is, at most."""
    planes, numbers = positions(shape, 4)
    found = [outputs(shape, 4) for _ in range(2)]
    for evaluator, out in zip((one, other), found, strict=True):
        evaluator.evaluate(planes, numbers, *out)
    return max(float(np.abs(ours - theirs).max()) for ours, theirs in zip(*found, strict=True))


@needs_compiler
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_networks_of_all_forms_say_what_they_say_in_onnx_runtime(shape: NetworkShape) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from apts.learning.networks.exporting import export, weights_of
    from apts.learning.networks.network import Network

    content = export(Network(shape, seed=3), {})
    weights = read_weights(content)
    expected = weights_of(content)
    assert weights.keys() == expected.keys()
    assert all(np.array_equal(weights[name], expected[name]) for name in weights)
    assert largest_difference(shape, CompiledNetwork(shape, weights), OnnxEvaluator(content)) < 1e-4


@needs_compiler
@pytest.mark.parametrize("name", bundled_models())
def test_shipped_models_judge_positions_as_in_onnx_runtime(name: str) -> None:
    from apts.learning.guided.guided_search import GuidedBatch
    from apts.learning.guided.guided_settings import GuidedSettings

    model = read_model(name)
    game = model.game()
    batch = GuidedBatch(game, 1, GuidedSettings(simulations=0), pair_width=model.shape.pair_width)
    own, theirs = CompiledNetwork(model.shape, read_weights(model.content)), model.evaluator()
    state = game.start()
    for turn in range(8):
        if state.outcome is not None:
            break
        found = []
        for evaluator in (own, theirs):
            batch.search([state.position], evaluator)
            found.append([part.copy() for part in (batch.sites, batch.kinds, batch.values)])
        # Numbers of a thousand, which some networks have, are known to six digits in single precision.
        assert all(np.allclose(ours, other, rtol=1e-6, atol=1e-4) for ours, other in zip(*found, strict=True))
        moves = state.moves()
        state = state.after(moves[match_streams(5, turn)[1] % len(moves)])


def test_shipped_models_have_weights_that_are_read_without_onnx() -> None:
    weights = read_weights(read_model("tic-tac-toe").content)
    assert weights["stem.weight"].ndim == 4
    assert all("/" not in name for name in weights)
    assert apts.load("tic-tac-toe").players == weights["values.bias"].shape[0]
