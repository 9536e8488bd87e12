"""What APTS is made of: the packages with their licences, and a bill of materials (CycloneDX).

Packages and versions are those of the lock files; licences and what needs what are read from the packages that are
installed here, so ``make setup`` comes first. A package that is for other systems only, and so not installed, says so.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata, requires
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from packaging.requirements import Requirement

from tools.locks import FOLDER, PROJECT, normal, pins

NOT_INSTALLED = "not installed where this list was made"
UNKNOWN = "not stated"
LONGEST = 100
"""Some packages write their whole licence where its name should be."""


@dataclass(frozen=True)
class Package:
    """A package of the lock files; ``scope`` is ``required``, ``optional`` (extras), or ``excluded`` (development)."""

    name: str
    version: str
    scope: str
    licence: str
    is_expression: bool
    needs: tuple[str, ...]


def packages(runtime: dict[str, str], folder: Path = FOLDER) -> list[Package]:
    """All packages; ``runtime`` are those that APTS with all extras for users needs."""
    locked = {name: pins((folder / f"{name}.txt").read_text(encoding="utf-8")) for name in ("base", "all")}
    found = []
    for name, version in sorted(locked["all"].items()):
        scope = "required" if name in locked["base"] else "optional" if name in runtime else "excluded"
        try:
            licence, is_expression = licence_of(metadata(name))
            needs = tuple(sorted(set(_needed(name)) & set(locked["all"])))
        except PackageNotFoundError:
            licence, is_expression, needs = NOT_INSTALLED, False, ()
        found.append(Package(name, version, scope, licence, is_expression, needs))
    return found


def licence_of(facts: PackageMetadata) -> tuple[str, bool]:
    """The licence that a package states, and whether it is an SPDX expression."""
    expression = facts["License-Expression"]
    if expression:
        return str(expression), True
    heads = facts.get_all("Classifier") or []
    classified = [head.rpartition(" :: ")[2] for head in heads if str(head).startswith("License :: ")]
    written = str(facts["License"] or "").strip()
    if written and len(written) <= LONGEST and "\n" not in written and written.upper() != "UNKNOWN":
        return written, False
    return ("; ".join(classified) or UNKNOWN), False


def _needed(name: str) -> Iterator[str]:
    """What a package needs here without its extras."""
    for line in requires(name) or ():
        wanted = Requirement(line)
        if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
            yield normal(wanted.name)


def licence_list(found: list[Package]) -> str:
    """The packages with their licences as a table (CSV)."""
    rows = [f'{one.name},{one.version},{one.scope},"{one.licence.replace(chr(34), chr(39))}"' for one in found]
    return "\n".join(["package,version,scope,licence", *rows, ""])


def bill_of_materials(found: list[Package]) -> str:
    """The packages as CycloneDX JSON: the same packages give the same bytes."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    base = [normal(Requirement(line).name) for line in project["dependencies"]]
    root = f"pkg:pypi/apts@{project['version']}"
    references = {one.name: f"pkg:pypi/{one.name}@{one.version}" for one in found}
    components = [
        {
            "type": "library",
            "bom-ref": references[one.name],
            "name": one.name,
            "version": one.version,
            "scope": one.scope,
            "purl": references[one.name],
            "licenses": _licences(one),
        }
        for one in found
    ]
    needs = [{"ref": root, "dependsOn": sorted(references[name] for name in base)}]
    needs += [{"ref": references[one.name], "dependsOn": [references[name] for name in one.needs]} for one in found]
    document: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": root,
                "name": project["name"],
                "version": project["version"],
                "description": project["description"],
                "licenses": [{"license": {"id": project["license"]}}],
                "purl": root,
            }
        },
        "components": components,
        "dependencies": needs,
    }
    document["serialNumber"] = f"urn:uuid:{uuid5(NAMESPACE_URL, json.dumps(document, sort_keys=True))}"
    return json.dumps(document, indent=1, sort_keys=True) + "\n"


def _licences(one: Package) -> list[dict[str, Any]]:
    if one.licence in (NOT_INSTALLED, UNKNOWN):
        return []
    return [{"expression": one.licence}] if one.is_expression else [{"license": {"name": one.licence}}]
