"""Evidence in, figures with intervals out. Each metric is a function that says all about itself and registers.

``docs/adding-a-metric.md`` shows how a designer adds one in a file of their own; the built-in ones use the same door.
"""

from apts.playtest.metrics.declaration import Declaration, Shown, Texts
from apts.playtest.metrics.measured_metric import Metric
from apts.playtest.metrics.metric_registry import (
    Metrics,
    declarations,
    declared,
    metric,
    metric_names,
    read_metrics_file,
    reads_in_percent,
    scale_of,
    shown_in,
    things,
)

__all__ = [
    "Declaration",
    "Metric",
    "Metrics",
    "Shown",
    "Texts",
    "declarations",
    "declared",
    "metric",
    "metric_names",
    "read_metrics_file",
    "reads_in_percent",
    "scale_of",
    "shown_in",
    "things",
]
