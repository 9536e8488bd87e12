"""The optional parts of learning: ONNX Runtime to play with models; PyTorch and the onnx package to train them."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Any

from apts.errors import AptsError


class MissingExtra(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A package of an extra is not installed."""


def need_onnx_runtime() -> None:
    """Refuses with a sentence unless ONNX Runtime can be imported; only trained models need it."""
    if find_spec("onnxruntime") is None:
        raise MissingExtra(
            "Trained models need the package onnxruntime, which this installation lacks: "
            f"{_how_to_install('models')} Agents that search play without it."
        )


def need_torch() -> None:
    """Refuses with a sentence unless PyTorch and the onnx package can be imported; playing needs neither."""
    missing = [name for name in ("torch", "onnx", "onnxruntime") if find_spec(name) is None]
    if missing:
        raise MissingExtra(
            f"Training needs {', '.join(missing[:-1])}{' and ' if missing[1:] else ''}{missing[-1]}, which this "
            f"installation lacks: {_how_to_install('learn')} Models that are trained already play without PyTorch "
            '(`pip install "apts[models]"`).'
        )


def _how_to_install(extra: str) -> str:
    return f'type make setup in the folder of APTS, or pip install "apts[{extra}]" where it was installed by pip.'


# ----------------------------------------------------------------------------------------------------------------
# ONNX Runtime, imported only when a model is to play, and without its telemetry.
#
# It counts its users from the moment it is imported: it leaves an identifier of the device in the user's cache,
# whatever is done with it afterwards. The switch has to be set before that.


def onnx_runtime() -> Any:
    """The module ``onnxruntime``; refuses with a sentence where it is not installed."""
    need_onnx_runtime()
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime
