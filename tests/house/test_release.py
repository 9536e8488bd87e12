"""What a release says of itself agrees: versions, lock files, licences, workflows."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

import apts
from apts.version import apts_version
from tests.cli.command_line import apts as command
from tests.house.test_commands import make_targets
from tools.bill_of_materials import bill_of_materials, licence_list, licence_of, packages
from tools.locks import FOR_DEVELOPMENT, extras, normal, pins, sets

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCKS = {name: (ROOT / "locks" / f"{name}.txt").read_text(encoding="utf-8") for name in sets()}
CONSTRAINTS = pins((ROOT / "constraints.txt").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_every_place_that_says_the_version_says_that_of_the_package() -> None:
    said = PROJECT["version"]
    assert version("apts") == said, "the package was installed before its version changed: make setup"
    assert command("--version").output == f"apts {said}\n"
    assert apts.__version__ == apts_version() == said
    assert apts.playtest("tic-tac-toe", agents=["random"], matches=1, luck=0).manifest.versions["apts"] == said
    assert re.findall(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE) == [said]
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[:2] == ["Unreleased", said]


def test_no_file_of_the_package_has_a_version_of_its_own() -> None:
    files = [file for folder in ("src", "bench", "tools") for file in (ROOT / folder).rglob("*.py")]
    own = [file for file in files if re.search(r"""version\(["']apts["']\)""", file.read_text(encoding="utf-8"))]
    assert own == [ROOT / "src" / "apts" / "version.py"]
    written = re.compile(r"""(?:__version__|VERSION|(?<!xml )\bversion)\s*=\s*["']\d+\.\d+""")
    assert [file for file in files if written.search(file.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("name", LOCKS)
def test_lock_file_has_what_is_asked_for_in_the_versions_that_were_tested(name: str) -> None:
    locked = pins(LOCKS[name])
    assert {package: CONSTRAINTS[package] for package in locked if package in CONSTRAINTS} == {
        package: found for package, found in locked.items() if package in CONSTRAINTS
    }
    groups = [PROJECT["dependencies"], *(PROJECT["optional-dependencies"][extra] for extra in sets()[name])]
    for requirement in (Requirement(line) for group in groups for line in group):
        assert requirement.specifier.contains(locked[normal(requirement.name)]), requirement


def test_lock_file_of_everything_has_every_version_that_was_tested() -> None:
    assert {name: pins(LOCKS["all"]).get(name) for name in CONSTRAINTS} == CONSTRAINTS
    assert set(sets()["all"]) == set(PROJECT["optional-dependencies"]) == set(extras()) > set(FOR_DEVELOPMENT)


@pytest.mark.parametrize("name", LOCKS)
def test_lock_file_has_checksums_and_no_addresses(name: str) -> None:
    head, *entries = re.split(r"^(?=[a-z0-9])", LOCKS[name], flags=re.MULTILINE)
    assert all(line.startswith("#") for line in head.splitlines())
    assert len(entries) == len(pins(LOCKS[name])) > 15
    assert [entry for entry in entries if not re.search(r"--hash=sha256:[0-9a-f]{64}\b", entry)] == []
    lines = [line for entry in entries for line in entry.splitlines()]
    allowed = re.compile(r"[\w.-]+==[\w.]+(?: ; [^/\\]+)?(?: \\)?|    --hash=sha256:[0-9a-f]{64}(?: \\)?")
    assert [line for line in lines if not allowed.fullmatch(line)] == []


def test_base_has_nothing_that_only_extras_need() -> None:
    base = pins(LOCKS["base"])
    assert not {"onnxruntime", "torch", "fastapi", "optuna", "ray", "altair", "vl-convert-python"} & set(base)
    assert set(base) < set(pins(LOCKS["studio"])) < set(pins(LOCKS["all"]))


def test_bill_of_materials_has_every_package_with_its_place_and_licence() -> None:
    found = packages(pins(LOCKS["studio"]))
    bill = json.loads(bill_of_materials(found))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["version"] == PROJECT["version"]
    parts = {part["name"]: part for part in bill["components"]}
    assert {name: part["version"] for name, part in parts.items()} == pins(LOCKS["all"])
    assert [parts[name]["scope"] for name in ("numpy", "onnxruntime", "pytest")] == ["required", "optional", "excluded"]
    assert parts["llvmlite"]["licenses"][0].keys() <= {"expression", "license"}
    references = {part["bom-ref"] for part in parts.values()} | {bill["metadata"]["component"]["bom-ref"]}
    needs = {entry["ref"]: entry["dependsOn"] for entry in bill["dependencies"]}
    assert set(needs) == references >= {name for names in needs.values() for name in names}
    assert f"pkg:pypi/markupsafe@{parts['markupsafe']['version']}" in needs[parts["jinja2"]["bom-ref"]]
    assert bill_of_materials(found) == bill_of_materials(packages(pins(LOCKS["studio"])))
    rows = licence_list(found).splitlines()
    assert len(rows) == len(found) + 1
    assert f'sqlalchemy,{parts["sqlalchemy"]["version"]},required,"MIT"' in rows


def test_licence_is_what_a_package_states_in_the_newest_way_that_it_has() -> None:
    from email.message import Message

    facts = Message()
    facts["License"] = "Copyright somebody\nand a whole licence"
    facts["Classifier"] = "License :: OSI Approved :: MIT License"
    assert licence_of(facts) == ("MIT License", False)  # type: ignore[arg-type]
    facts["License-Expression"] = "MIT OR Apache-2.0"
    assert licence_of(facts) == ("MIT OR Apache-2.0", True)  # type: ignore[arg-type]
    assert licence_of(Message()) == ("not stated", False)  # type: ignore[arg-type]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_commands_and_files_of_a_workflow_are_there(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    steps = [step for job in workflow["jobs"].values() for step in job.get("steps", ())]
    commands = [line.strip() for step in steps for line in step.get("run", "").splitlines()]
    for line in commands:
        if line.startswith("make "):
            assert line.split()[1] in make_targets()
        if line.startswith(".ci/"):
            assert (ROOT / line.split()[0]).is_file()
        if line.startswith("apts "):
            assert command(*line.split()[1:2], "--help").code == 0
    assert all("@" in step["uses"] for step in steps if "uses" in step)
    called = [job["uses"] for job in workflow["jobs"].values() if "uses" in job]
    assert all((ROOT / name).is_file() for name in called)
    assert "://" not in text  # a workflow works in whatever repository it stands


def test_issue_forms_ask_for_the_version() -> None:
    forms = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*-*.yml"))
    assert len(forms) == 3
    for form in forms:
        read = yaml.safe_load(form.read_text(encoding="utf-8"))
        assert read["name"]
        assert read["description"]
        ids = [part["id"] for part in read["body"] if "id" in part]
        assert len(ids) == len(set(ids)) >= 2
