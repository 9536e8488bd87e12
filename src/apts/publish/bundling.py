"""Our scripts as one: modules in the order of their imports, inside one function, as a page without a server needs them.

Browsers refuse modules of pages that were opened from a file. So the modules are put one behind the other and the words
``import`` and ``export`` fall away; every name at the top of a module must be the only one of all modules. What a module
may do is therefore little: named imports, named exports, nothing else. What it does beyond that is refused here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from posixpath import dirname, join, normpath

from apts.errors import AptsError

ENTRY = "page/app.js"
"""The module that everything on a page is imported from, directly or not."""

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
_OTHER_MODULE_WORDS = re.compile(r"^(?:import|export)\b.*|\bimport\(.*|^await\b.*", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)
_DECLARED = re.compile(r"^(?:async )?(?:function\*?|class|const|let|var) ([\w$]+|[\[{])", re.MULTILINE)
_DOCUMENTATION = re.compile(r"/\*\*(?:[^*]|\*(?!/))*\*/ ?")
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_ENDS_SCRIPTS = re.compile(r"</script|<!--", re.IGNORECASE)


def page_script() -> str:
    """The script of a published page."""
    return bundled(files("apts.publish"), ENTRY)


def page_style() -> str:
    """The style sheet of a published page."""
    sheets = sorted((file for file in _page_files() if file.name.endswith(".css")), key=lambda file: file.name)
    return "\n".join(sheet.read_text(encoding="utf-8").strip() for sheet in sheets)


def _page_files() -> Iterator[Traversable]:
    return files("apts.publish").joinpath("page").iterdir()


def bundled(folder: Traversable, entry: str) -> str:
    """A module and all that it imports as one classic script, each module behind those that it needs."""
    sources = {path: _plain(folder, path) for path in import_order(folder, entry)}
    _check_names(sources)
    script = '(() => {\n"use strict";\n' + "".join(sources.values()) + "})();\n"
    if found := _ENDS_SCRIPTS.search(script):
        raise AptsError(f"the script of the page has {found[0]!r} in it, which would end it early")
    return script


def import_order(folder: Traversable, entry: str) -> list[str]:
    """The modules that an entry needs, each behind those that it imports, the entry last."""
    order: list[str] = []
    on_the_way: list[str] = []

    def visit(path: str) -> None:
        if path in order:
            return
        if path in on_the_way:
            raise AptsError(f"modules import each other in a circle: {' -> '.join([*on_the_way, path])}")
        on_the_way.append(path)
        for _, wanted in _IMPORT.findall(_read(folder, path)):
            visit(normpath(join(dirname(path), wanted)))
        order.append(on_the_way.pop())

    visit(entry)
    return order


def _read(folder: Traversable, path: str) -> str:
    file = folder.joinpath(path)
    if not file.is_file():
        raise AptsError(f"the module {path} is imported, but there is no such file")
    return file.read_text(encoding="utf-8")


def _plain(folder: Traversable, path: str) -> str:
    """A module without words that only modules know, and without its documentation."""
    text = _DOCUMENTATION.sub("", _read(folder, path))
    text = _EXPORT.sub("", _IMPORT.sub("", text))
    if found := _OTHER_MODULE_WORDS.search(text):
        raise AptsError(f"{path} has {found[0]!r}; modules of a page have `import {{ a, b }} from` and `export` alone")
    return _BLANK_LINES.sub("\n", text).lstrip("\n")


def _check_names(sources: dict[str, str]) -> None:
    """All names at the top of modules are different."""
    home: dict[str, str] = {}
    for path, text in sources.items():
        for name in _DECLARED.findall(text):
            if name in "[{":
                raise AptsError(f"{path} takes a value apart at its top; name the parts one by one")
            if name in home:
                raise AptsError(f"{name} is a name of {home[name]} and of {path}; one of them needs another name")
            home[name] = path
