"""The wheel is whole: installed beside nothing but what the base needs, it works from an empty folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Callable
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tools.locks import normal, pins

ROOT = Path(__file__).parents[2]
OTHERS = (
    "torch",
    "onnx",
    "onnxruntime",
    "fastapi",
    "uvicorn",
    "huey",
    "optuna",
    "ray",
    "peewee",
    "psycopg",
    "pyarrow",
    "redis",
)
"""Modules of extras, which this environment has and a base installation lacks."""

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A command that is run in an empty folder by a wheel in an environment of its own, with the packages of the base."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(folder), str(source)]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}  # PYTHONPATH has APTS
    subprocess.run(build, check=True, timeout=300, capture_output=True, env=clean)
    (wheel,) = folder.glob("apts-*.whl")
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / "bin" / "python"
    home = Path(sysconfig.get_path("purelib", vars={"base": str(folder / "venv"), "platbase": str(folder / "venv")}))
    install = [*pip, "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, timeout=300, env=clean)
    link_base(home)
    empty = folder / "empty"
    empty.mkdir()

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        known = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "APTS"))}
        home_of_user = {"HOME": str(folder / "home"), "XDG_CACHE_HOME": str(folder / "cache")}
        return subprocess.run(
            [str(folder / "venv" / "bin" / words[0]), *words[1:]],
            cwd=empty, env={**known, **home_of_user}, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip

    return run


def link_base(home: Path) -> None:
    """Put what the base installs into an environment, by links to the packages that the tests use."""
    from importlib.metadata import distribution

    for name in pins((ROOT / "locks" / "base.txt").read_text(encoding="utf-8")):
        if name in ("colorama", "apts"):  # the former is for other systems
            continue
        found = distribution(name)
        tops = {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}
        for top in tops:
            target = Path(str(found.locate_file(top)))
            if target.exists() and not (home / top).exists():
                (home / top).symlink_to(target)


@pytest.mark.long
def test_base_is_all_that_the_first_commands_need(installed: Run) -> None:
    tried = f"import importlib.util as u; print([name for name in {OTHERS!r} if u.find_spec(name) is not None])"
    assert installed("python", "-c", tried).stdout == "[]\n"
    where = installed("python", "-c", "import apts; print(apts.__file__)").stdout
    assert str(ROOT) not in where
    assert "venv" in where
    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert installed("apts", "--version").stdout == f"apts {said}\n"
    for words, printed in (
        (("games",), "connect-four"),
        (("playouts", "connect-four", "--matches", "1000"), "1,000 random matches"),
        (("publish", "tic-tac-toe", "--out", "page.html"), "page.html"),
        (("playtest", "tic-tac-toe", "--matches", "10", "--report", "report.html"), "10 matches"),
        (("new", "mine.lud", "--template", "race"), "mine.lud"),
        (("check", "mine.lud", "--matches", "20"), "ok"),
        (("rules", "tic-tac-toe", "--out", "rules.pdf"), "rules.pdf"),
        (("show", "snowball-class"), "Snowball"),
    ):
        done = installed("apts", *words)
        assert done.returncode == 0, done.stderr
        assert printed in done.stdout + done.stderr
    read = "import pathlib; print(pathlib.Path('report.html').read_text().count('<svg class=\"chart\" role'))"
    assert int(installed("python", "-c", read).stdout) >= 4


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("analyze", "tic-tac-toe", "--agent", "model:tic-tac-toe"), "models"),
        (("publish", "tic-tac-toe", "--agents", "model:tic-tac-toe", "--out", "m.html"), "models"),
        (("train", "tic-tac-toe", "--out", "t"), "learn"),
        (("studio",), "studio"),
        (("improve", "tic-tac-toe", "--method", "tpe", "--goal", "few-draws"), "improve"),
        (("playtest", "tic-tac-toe", "--matches", "2", "--cluster", "local"), "cluster"),
        (("runs", "--archive", "postgresql://nobody@nowhere.invalid/none"), "postgres"),
        (("export", "RUN", "--out", "run.parquet"), "parquet"),
    ],
    ids=lambda value: " ".join(value[:1]) if isinstance(value, tuple) else value,
)
def test_what_is_missing_is_told_in_one_sentence_with_the_extra(
    installed: Run, words: tuple[str, ...], extra: str
) -> None:
    if "RUN" in words:
        installed("apts", "playtest", "tic-tac-toe", "--agents", "random", "--matches", "3", "--name", "RUN")
    done = installed("apts", *words)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"apts[{extra}]" in done.stderr
    assert "Traceback" not in done.stderr


def test_every_extra_that_messages_name_is_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = set()
    for file in (*(ROOT / "src").rglob("*.py"), *(ROOT / "docs").rglob("*.md"), ROOT / "README.md"):
        text = file.read_text(encoding="utf-8")
        named |= {extra for part in text.split("apts[")[1:] for extra in part.partition("]")[0].split(",")}
    assert named - {"…", "{extra}", "{','.join(wanted)}"} <= set(project["optional-dependencies"])
    base = {normal(Requirement(line).name) for line in project["dependencies"]}
    own = {normal(Requirement(line).name) for group in project["optional-dependencies"].values() for line in group}
    assert not base & own
