"""Networks over square, hex and graph boards: what they compute, and what a warm start keeps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from apts.learning.networks.shape import Names, NetworkShape, ShapeProblem
from tests.learning.boards import FALLING_HEX, grid, hexagonal, names_of, outputs, positions, ring, shaped, square

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from apts.learning.networks.evaluators import OnnxEvaluator  # noqa: E402 - these need the extra
from apts.learning.networks.exporting import export, weights_of  # noqa: E402
from apts.learning.networks.network import (  # noqa: E402
    Network,
    WarmStartProblem,
    move_logits,
)

SHAPES = {
    "square": square(),
    "square with holes and pairs": square(missing=(0, 5, 41), pairs=True),
    "a single row": square(1, 8),
    "hex": hexagonal(),
    "falling hex": hexagonal(FALLING_HEX, pairs=True),
    "graph": ring(),
    "graph with pairs": ring(pairs=True, seats=3),
}


@pytest.fixture(params=SHAPES.values(), ids=SHAPES)
def shape(request: pytest.FixtureRequest) -> NetworkShape:
    found: NetworkShape = request.param
    return found


def lively(shape: NetworkShape, seed: int = 0) -> Network:
    """A network whose every weight and bias matters, unlike a fresh one."""
    network = Network(shape, seed)
    chance = torch.Generator().manual_seed(seed + 1)
    with torch.no_grad():
        for name, weight in network.named_parameters():
            if "sites" in name or "kinds" in name or "values" in name or weight.ndim == 1:
                weight.normal_(0, 0.3, generator=chance)
    return network


def answers(network: Network, planes: Any, numbers: Any) -> list[Any]:
    with torch.no_grad():
        return [part.numpy() for part in network(torch.from_numpy(planes), torch.from_numpy(numbers))]


def test_the_exported_network_says_what_the_trained_one_says(shape: NetworkShape) -> None:
    network = lively(shape)
    planes, numbers = positions(shape, 9)
    found = outputs(shape, 9)
    OnnxEvaluator(export(network, {})).evaluate(planes, numbers, *found)
    for ours, theirs in zip(found, answers(network, planes, numbers), strict=True):
        assert theirs.std() > 0.05
        np.testing.assert_allclose(ours, theirs, atol=1e-5)


def test_only_neighbours_are_mixed(shape: NetworkShape) -> None:
    network = Network(shape)
    with torch.no_grad():
        network.stem_globals.weight.zero_()
    cell = next(cell for cell, row in enumerate(shape.neighbours) if sum(other >= 0 for other in row) > 1)
    planes = np.zeros((2, shape.planes, shape.cells), np.float32)
    planes[1, 0, cell] = 1
    grid_of = torch.from_numpy(planes).view(2, shape.planes, shape.rows, shape.columns)
    with torch.no_grad():
        mixed = network.stem(grid_of).reshape(2, shape.width, shape.cells)
    touched = set(np.flatnonzero((mixed[0] != mixed[1]).any(0).numpy()).tolist())
    near = {other for other, row in enumerate(shape.neighbours) if cell in row}
    holes = {other for other, real in enumerate(shape.mask) if not real}
    assert touched - holes == near | {cell}


def test_a_hex_kernel_never_learns_its_two_far_corners() -> None:
    shape = hexagonal()
    network = Network(shape)
    optimizer = torch.optim.AdamW(network.parameters(), lr=0.1)
    planes, numbers = positions(shape, 4)
    sites, _, values = network(torch.from_numpy(planes), torch.from_numpy(numbers))
    (sites.square().mean() + values.square().mean()).backward()
    before = network.blocks[0].first.weight.detach().clone()
    optimizer.step()
    kernel = network.blocks[0].first.weight.detach()
    assert not torch.equal(kernel, before)
    assert (kernel[:, :, [0, 2], [0, 2]] == 0).all()
    assert (kernel[:, :, [0, 2], [2, 0]] != 0).all()


def test_holes_in_the_board_do_not_count_in_means() -> None:
    small, large = square(3, 3), square(3, 5, missing=(3, 4, 8, 9, 13, 14))
    network = lively(small)
    wider = Network(large)
    wider.load_state_dict(network.state_dict())
    planes, numbers = positions(small, 5)
    padded = np.zeros((5, small.planes, 3, 5), np.uint8)
    padded[:, :, :, :3] = planes.reshape(5, -1, 3, 3)
    ours, theirs = answers(network, planes, numbers), answers(wider, padded.reshape(5, -1, 15), numbers)
    np.testing.assert_allclose(theirs[0].reshape(5, -1, 3, 5)[..., :3], ours[0].reshape(5, -1, 3, 3), atol=1e-5)
    np.testing.assert_allclose(theirs[2], ours[2], atol=1e-5)


def test_one_seed_gives_one_network() -> None:
    first, again, other = (export(Network(square(), seed), {}) for seed in (4, 4, 5))
    assert first == again
    assert first != other


@pytest.mark.parametrize("pairs", [False, True])
def test_the_logit_of_a_move_is_the_sum_of_its_parts(pairs: bool) -> None:
    shape = square(2, 3, pairs=pairs)
    chance = np.random.default_rng(1)
    sites = chance.standard_normal((1, shape.site_outputs, 6)).astype(np.float32)
    kinds = chance.standard_normal((1, 3)).astype(np.float32)
    none = 0xFFFF
    moves = [(0, none, none), (1, none, 4), (2, 3, 5), (2, 5, none)]
    codes = np.array([[kind << 32 | origin << 16 | target for kind, origin, target in moves] + [-1]])
    wanted = []
    for kind, origin, target in moves:
        logit = kinds[0, kind] + (sites[0, kind, target] if target != none else 0)
        if pairs and origin != none:
            logit += sites[0, 3 + kind, origin]
            if target != none:
                logit += sites[0, 6:14, origin] @ sites[0, 14:22, target]
        wanted.append(logit)
    found = move_logits(torch.from_numpy(sites), torch.from_numpy(kinds), torch.from_numpy(codes))[0]
    np.testing.assert_allclose(found[:4].numpy(), wanted, rtol=1e-5)
    assert found[4] == -np.inf


def test_padding_passes_no_gradient_on() -> None:
    shape = square(2, 3)
    network = Network(shape)
    planes, numbers = positions(shape, 2)
    sites, kinds, _ = network(torch.from_numpy(planes), torch.from_numpy(numbers))
    codes = torch.tensor([[0xFFFF0001, -1], [0xFFFF0002, 0xFFFF0003]])
    move_logits(sites, kinds, codes).log_softmax(1)[:, 0].sum().backward()
    assert all(torch.isfinite(weight.grad).all() for weight in network.parameters() if weight.grad is not None)


def test_a_file_gives_back_every_weight(shape: NetworkShape) -> None:
    network = lively(shape)
    weights = weights_of(export(network, {}))
    state = network.state_dict()
    assert weights.keys() == state.keys()
    assert all(np.array_equal(weights[name], state[name].numpy()) for name in state)


def test_a_model_moves_to_a_larger_board_with_all_its_weights() -> None:
    small, large = square(6, 7), square(7, 8)
    old, new = lively(small), Network(large, seed=9)
    assert new.take(weights_of(export(old, {})), small, names_of(small), names_of(large)) == []
    state = old.state_dict()
    assert all(torch.equal(value, state[name]) for name, value in new.state_dict().items())


def test_weights_follow_the_names_and_strangers_change_nothing() -> None:
    shape = square(4, 4, pairs=True)
    more = square(4, 4, pairs=True, planes=7, globals=6, kinds=4, depth=4, seats=3)
    names = names_of(shape)
    turned = Names(
        ("new", *reversed(names.planes), "newer"),
        (*reversed(names.globals), "a", "b"),
        ("fresh", *reversed(names.kinds)),
    )
    old, new = lively(shape), Network(more, seed=9)
    found = new.take(weights_of(export(old, {})), shape, names, turned)
    assert found == ["plane new", "plane newer", "global a", "global b", "kind fresh"]
    planes, numbers = positions(shape, 6)
    noise, more_numbers = positions(more, 6, seed=3)
    noise[:, 1:6], more_numbers[:, :4] = planes[:, ::-1], numbers[:, ::-1]
    ours, theirs = answers(old, planes, numbers), answers(new, noise, more_numbers)
    np.testing.assert_allclose(theirs[1][:, :0:-1], ours[1], atol=1e-5)
    np.testing.assert_allclose(theirs[2][:, :2], ours[2], atol=1e-5)
    for first, count, theirs_first in ((0, 3, 1), (3, 3, 5)):
        wanted = ours[0][:, first : first + count]
        np.testing.assert_allclose(theirs[0][:, theirs_first : theirs_first + count][:, ::-1], wanted, atol=1e-5)
    np.testing.assert_allclose(theirs[0][:, 8:], ours[0][:, 6:], atol=1e-5)


def test_directions_keep_their_weights_from_a_grid_to_a_graph() -> None:
    board = grid(3, 3)
    square_shape = shaped("square", **board)
    sectors = [4, 7, 6, 5, 3, 0, 1, 2]  # from the east counter-clockwise, rows going up
    around = np.array(board["neighbours"])[:, sectors]
    graph = shaped("graph", rows=1, columns=9, mask=board["mask"], neighbours=around)
    old, new, back = lively(square_shape), Network(graph), Network(square_shape, seed=7)
    names = names_of(graph)
    new.take(weights_of(export(old, {})), square_shape, names, names)
    planes, numbers = positions(square_shape, 4)
    for ours, theirs in zip(answers(old, planes, numbers), answers(new, planes, numbers), strict=True):
        np.testing.assert_allclose(theirs, ours, atol=1e-5)
    back.take(weights_of(export(new, {})), graph, names, names)
    assert torch.equal(back.stem.weight, old.stem.weight)


def test_another_width_is_refused_with_the_width_to_ask_for() -> None:
    narrow, wide = square(), square(width=24)
    with pytest.raises(WarmStartProblem, match="ask for width 16"):
        Network(wide).take(weights_of(export(Network(narrow), {})), narrow, names_of(narrow), names_of(wide))


def test_a_shape_survives_its_facts(shape: NetworkShape) -> None:
    import json

    assert NetworkShape.read(json.loads(json.dumps(shape.facts()))) == shape


def test_shapes_that_cannot_be_are_refused() -> None:
    with pytest.raises(ShapeProblem, match="square, hex or graph, not 'round'"):
        replace(square(), form="round")
    with pytest.raises(ShapeProblem, match="42"):
        replace(square(), mask=(True,))
    with pytest.raises(ShapeProblem, match="at least 1 as its width"):
        square(width=0)
    with pytest.raises(ShapeProblem, match="6 directions"):
        replace(square(), form="hex")
