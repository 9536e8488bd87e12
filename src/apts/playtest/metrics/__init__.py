"""Evidence in, figures with intervals out. Each metric is a function that says all about itself and registers.

``docs/adding-a-metric.md`` shows how a designer adds one in a file of their own; the built-in ones use the same door.
"""

from apts.playtest.metrics.metric_registry import (
    Declaration,
    Metrics,
    Shown,
    Texts,
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
from apts.playtest.metrics.parts import Metric

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
