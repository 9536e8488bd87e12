"""The optional part that the studio needs: FastAPI, uvicorn, Huey, what reads forms, and ONNX Runtime for the models."""

from __future__ import annotations

from importlib.util import find_spec

from apts.errors import AptsError

_PACKAGES = {
    "fastapi": "fastapi",
    "uvicorn": "uvicorn",
    "huey": "huey",
    "onnxruntime": "onnxruntime",
    "python_multipart": "python-multipart",
}


class MissingStudio(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A package that only the studio needs is not installed."""


def need_studio() -> None:
    """Refuse with a sentence unless all that the studio needs can be imported."""
    missing = [package for module, package in _PACKAGES.items() if find_spec(module) is None]
    if missing:
        raise MissingStudio(
            f"The studio needs {', '.join(missing)}, which this installation lacks: "
            'install the extra with `pip install "apts[studio]"`.'
        )
