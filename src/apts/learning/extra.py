"""The optional part that training needs: PyTorch and the onnx package."""

from __future__ import annotations

from importlib.util import find_spec

from apts.errors import AptsError


class MissingExtra(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A package that only training needs is not installed."""


def need_torch() -> None:
    """Refuses with a sentence unless PyTorch and the onnx package can be imported; playing needs neither."""
    missing = [name for name in ("torch", "onnx") if find_spec(name) is None]
    if missing:
        raise MissingExtra(
            f"Training needs {' and '.join(missing)}, which this installation lacks: "
            'type make setup in the folder of APTS, or pip install "apts[learn]" where it was installed by pip. '
            "Playing with models that are trained already works without it."
        )
