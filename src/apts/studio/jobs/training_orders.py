"""What a job of the studio keeps of the request for a training, as JSON values, and how it is read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from apts.learning.training.training_settings import MeasureSettings, TrainRequest
from apts.request_fields import offered

ENDLESS = 100_000
"""Cycles of a training that ends by the clock."""


def written_training(request: TrainRequest) -> dict[str, Any]:
    """What a job keeps of a request, its settings one by one as older studios read them."""
    data = request.as_data()
    kept = {name: data[name] for name in offered(TrainRequest, "api")}
    named = request.named(shaped=request.start is not None)
    settings = {name: value for name, value in named.items() if name not in kept}
    return {**kept, "wishes": settings, "measure": asdict(request.measured)}


def read_training(orders: Mapping[str, Any]) -> TrainRequest:
    """The request of a job, of an older studio too. It ends by the clock; what no page can ask for is not read."""
    measure = MeasureSettings(**orders.get("measure", {}))
    settings = {"cycles": ENDLESS, "minutes": orders.get("minutes", 0.0), **orders.get("wishes", {})}
    return TrainRequest(
        **settings,
        start=orders.get("start") or None,
        measure=measure.every,
        matches=measure.matches,
        iterations=measure.iterations,
    )
