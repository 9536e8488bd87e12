"""Teaching a network from samples: the window of what was played lately, batches, losses, averaged weights."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from apts.learning.guided.pool import Samples, joined
from apts.learning.networks.network import NO_CELL, PADDING, Network, move_logits
from apts.learning.training.training_settings import TrainingSettings


@dataclass(frozen=True)
class Losses:
    """Means over batches: losses, and how often the network's first move is the search's."""

    policy: float
    value: float
    accuracy: float


class Window:
    """The samples of the last cycles."""

    def __init__(self, settings: TrainingSettings):
        self.settings = settings
        self.parts: list[Samples] = []
        self.total = 0
        self._joined: Samples | None = None

    def add(self, samples: Samples) -> None:
        """Take the samples of a cycle and let go of the oldest when there are more than the window holds."""
        self.parts.append(samples)
        self.total += len(samples)
        while len(self.parts) > 1 and sum(map(len, self.parts[1:])) >= self.size:
            del self.parts[0]
        self._joined = None

    @property
    def size(self) -> int:
        """How many samples the window should hold by now."""
        given = self.settings
        return int(min(given.window, max(given.first_window, given.growth * self.total)))

    @property
    def samples(self) -> Samples:
        """All samples of the window."""
        if self._joined is None:
            self._joined = joined(self.parts)
        return self._joined


class Trainer:
    """A network with its optimizer. The same samples in the same order give the same weights."""

    def __init__(
        self,
        network: Network,
        settings: TrainingSettings,
        symmetries: Sequence[NDArray[np.int32]],
        *,
        seed: int = 0,
        device: str = "cpu",
    ):
        self.settings, self.device = settings, torch.device(device)
        self.network = network.to(self.device)
        self.averaged = deepcopy(self.network)
        self.symmetries = [np.asarray(way, np.int64) for way in symmetries]
        self.generator = np.random.default_rng(seed)
        self.steps = 0
        plain = [weight for weight in self.network.parameters() if weight.dim() > 1]
        bare = [weight for weight in self.network.parameters() if weight.dim() <= 1]
        groups = [{"params": plain, "weight_decay": settings.decay}, {"params": bare, "weight_decay": 0.0}]
        self.optimizer = torch.optim.AdamW(groups, lr=settings.rate)

    def rate(self, progress: float) -> float:
        """The learning rate when a part ``progress`` (0 to 1) of the training is done."""
        given = self.settings
        falling = 0.5 * (1.0 + math.cos(math.pi * min(1.0, progress)))
        return (given.last_rate + (given.rate - given.last_rate) * falling) * min(1.0, (self.steps + 1) / given.warm_up)

    def train(self, samples: Samples, steps: int, progress: float = 0.0) -> Losses:
        """Make so many steps with batches drawn from the samples."""
        sums = np.zeros(3)
        self.network.train()
        for batch in self._batches(samples, steps):
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate(progress)
            policy, value, hits = self._losses(self.network, batch)
            self.optimizer.zero_grad(set_to_none=True)
            loss = policy + self.settings.value_weight * value
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.clip)
            self.optimizer.step()
            self.steps += 1
            self._average()
            sums += (policy.item(), value.item(), hits)
        return Losses(*(float(number) for number in sums / max(1, steps)))

    def _batches(self, samples: Samples, steps: int) -> Iterator[dict[str, Tensor]]:
        """Random batches; while one is learnt from the next is put together."""
        rows = self.generator.integers(0, len(samples), (steps, self.settings.batch))
        with ThreadPoolExecutor(1) as other:
            coming = [other.submit(self._batch, samples, np.sort(row), mirrored=True) for row in rows[:1]]
            for step in range(steps):
                batch = coming.pop().result()
                if step + 1 < steps:
                    coming.append(other.submit(self._batch, samples, np.sort(rows[step + 1]), mirrored=True))
                yield batch

    def validate(self, samples: Samples) -> Losses:
        """The losses of the averaged network on samples that it did not learn from."""
        if not len(samples):
            return Losses(math.nan, math.nan, math.nan)
        sums, count = np.zeros(3), 0
        with torch.no_grad():
            for first in range(0, len(samples), 1024):
                rows = np.arange(first, min(first + 1024, len(samples)))
                policy, value, hits = self._losses(self.averaged, self._batch(samples, rows, mirrored=False))
                sums += np.array([policy.item(), value.item(), hits]) * len(rows)
                count += len(rows)
        return Losses(*(float(number) for number in sums / count))

    def _average(self) -> None:
        """Move the mean of the weights a little; at the start it follows closely."""
        share = min(self.settings.average, self.steps / (self.steps + 10.0))
        with torch.no_grad():
            pairs = zip(self.averaged.parameters(), self.network.parameters(), strict=True)
            for mean, weight in pairs:
                mean.lerp_(weight, 1.0 - share)

    def _losses(self, network: Network, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor, float]:
        sites, kinds, values = network(batch["planes"], batch["globals"])
        logs = functional.log_softmax(move_logits(sites, kinds, batch["codes"]), 1)
        shares, weight = batch["shares"], batch["teaches"]
        logs = logs.masked_fill(batch["codes"] < 0, 0.0)
        entropy = -(shares * torch.where(shares > 0, shares, torch.ones_like(shares)).log()).sum(1)
        cross = -(shares * logs).sum(1) - entropy
        policy = (cross * weight).sum() / weight.sum().clamp(min=1.0)
        value = functional.mse_loss(values.float(), batch["results"])
        seen = logs.masked_fill(batch["codes"] < 0, -math.inf).argmax(1, keepdim=True)
        right = shares.gather(1, seen).squeeze(1) >= shares.amax(1) - 1e-6
        hits = float((right * weight).sum() / weight.sum().clamp(min=1.0))
        return policy, value, hits

    def _batch(self, samples: Samples, rows: NDArray[np.int64], *, mirrored: bool) -> dict[str, Tensor]:
        planes, starts = samples.planes[rows], samples.starts
        counts = starts[rows + 1] - starts[rows]
        most = int(counts.max())
        spots = np.arange(most)[None, :]
        real = spots < counts[:, None]
        places = np.where(real, starts[rows][:, None] + spots, 0)
        codes = np.where(real, samples.codes[places], PADDING)
        shares = np.where(real, samples.shares[places], 0).astype(np.float32)
        if mirrored and len(self.symmetries) > 1:
            ways = self.generator.integers(0, len(self.symmetries), len(rows))
            for number in range(1, len(self.symmetries)):
                mine = np.flatnonzero(ways == number)
                if len(mine):
                    planes[mine], codes[mine] = turned(self.symmetries[number], planes[mine], codes[mine])
        return {
            name: torch.from_numpy(np.ascontiguousarray(array)).to(self.device, non_blocking=True)
            for name, array in {
                "planes": planes,
                "globals": samples.globals[rows],
                "codes": codes,
                "shares": shares,
                "teaches": samples.teaches[rows].astype(np.float32),
                "results": self._targets(samples, rows),
            }.items()
        }

    def _targets(self, samples: Samples, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """The utilities to learn: the results, with a share of what the search thought of the mover's."""
        results = samples.results[rows].copy()
        share = self.settings.search_share
        thought = samples.values[rows]
        results[:, 0] += share * (thought - results[:, 0])
        if results.shape[1] == 2:
            results[:, 1] = -results[:, 0]
        return results

    def state(self) -> dict[str, Any]:
        """Everything that the next step depends on."""
        return {
            "network": self.network.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "generator": self.generator.bit_generator.state,
            "steps": self.steps,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`state`."""
        self.network.load_state_dict(state["network"])
        self.averaged.load_state_dict(state["averaged"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.generator.bit_generator.state = state["generator"]
        self.steps = state["steps"]


def turned(
    way: NDArray[np.int64], planes: NDArray[np.uint8], codes: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Planes and move codes after a symmetry that sends cell c to ``way[c]``."""
    moved = np.empty_like(planes)
    moved[:, :, way] = planes
    table = np.full(NO_CELL + 1, NO_CELL, np.int64)
    table[: len(way)] = way
    known = np.maximum(codes, 0)
    origin, target = table[(known >> 16) & NO_CELL], table[known & NO_CELL]
    return moved, np.where(codes < 0, codes, (known >> 32 << 32) | origin << 16 | target)
