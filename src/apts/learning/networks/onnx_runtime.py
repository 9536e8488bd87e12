"""ONNX Runtime, imported only when a model is to play, and without its telemetry.

It counts its users from the moment it is imported: it leaves an identifier of the device in the user's cache, whatever
is done with it afterwards. The switch has to be set before that.
"""

from __future__ import annotations

import os
from typing import Any

from apts.learning.extra import need_onnx_runtime


def onnx_runtime() -> Any:
    """The module ``onnxruntime``; refuses with a sentence where it is not installed."""
    need_onnx_runtime()
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime
