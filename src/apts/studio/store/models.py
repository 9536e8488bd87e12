"""Networks that were taught in the studio: files in its folder, by game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from apts.studio.private_files import private_folder
from apts.studio.store.jobs import Job


@dataclass(frozen=True)
class StudioModel:
    """A network of a game: the id of the job that taught it, its file, and how agents are spelled that play by it."""

    game: str
    job: str
    file: Path

    @property
    def spec(self) -> str:
        """The agent that plays by it."""
        return f"model:{self.file}"


class Models:
    """All networks in the folder of a studio."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "models"

    def place(self, game: str, job: str) -> Path:
        """Where the network that a job teaches is kept; its folder is made."""
        file = self._folder / game / f"{job}.onnx"
        private_folder(self._folder)
        private_folder(file.parent)
        return file

    def of(self, game: str) -> tuple[StudioModel, ...]:
        """The networks of a game, the newest first."""
        files = sorted((self._folder / game).glob("*.onnx"), key=lambda file: file.stat().st_mtime, reverse=True)
        return tuple(StudioModel(game, file.stem, file) for file in files)

    def all(self) -> tuple[StudioModel, ...]:
        """The networks of all games, by game."""
        folders = sorted(folder for folder in self._folder.glob("*") if folder.is_dir())
        return tuple(model for folder in folders for model in self.of(folder.name))


def taught_by(folder: Path, job: Job) -> StudioModel | None:
    """The network that a job taught so far; None where there is none yet."""
    return next((model for model in Models(folder).of(job.game) if model.job == job.id), None)
