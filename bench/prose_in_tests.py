"""How many tests compare whole sentences: wording belongs into ``tests/wording``, tests assert keys and values.

``python -m bench.prose_in_tests`` prints a line a folder; with ``--list`` every test with the first sentence that it has.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests"
WORDS = 5
"""So many words in a row make a sentence."""

_WORD = re.compile(r"[A-Za-zÀ-ÿ][a-zà-ÿ'’]*[,;:.!?]?")
_NOT_PROSE = ("(", "<", "{", "[", "--", "apts ", "import ", "def ", "/")


@dataclass(frozen=True)
class Found:
    """A test, and the first sentence that it compares; empty where it has none."""

    file: Path
    name: str
    sentence: str


def is_sentence(text: str) -> bool:
    """Whether a text has five and more words in a row, and is no rules text, no code and no address."""
    if text.lstrip().startswith(_NOT_PROSE) or "(game" in text:
        return False
    run = 0
    for part in text.split():
        run = run + 1 if _WORD.fullmatch(part.strip("\"“”'(){}<>")) else 0
        if run >= WORDS:
            return True
    return False


def compared(test: ast.FunctionDef) -> Iterator[str]:
    """The texts that stand in assertions, in patterns of refusals, and among the parameters of a test."""
    for node in ast.walk(test):
        if isinstance(node, ast.Assert):
            yield from _constants(node.test)
        elif isinstance(node, ast.keyword) and node.arg == "match":
            yield from _constants(node.value)
    for decorator in test.decorator_list:
        yield from _constants(decorator)


def _constants(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def prose_in(folder: Path = TESTS) -> Iterator[Found]:
    """Every test of a folder."""
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield Found(file, node.name, next(filter(is_sentence, compared(node)), ""))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="every test with its first sentence")
    given = parser.parse_args()
    found = list(prose_in())
    all_tests, prose = (
        Counter(one.file.relative_to(TESTS).parts[0] for one in found if not only or one.sentence)
        for only in (False, True)
    )
    for folder, number in sorted(all_tests.items()):
        print(f"{folder:<14} {prose[folder]:>4} of {number:>5}  {100 * prose[folder] / number:>3.0f} %")
    print(
        f"{'all':<14} {prose.total():>4} of {all_tests.total():>5}  {100 * prose.total() / all_tests.total():>3.0f} %"
    )
    for one in found if given.list else ():
        if one.sentence:
            print(f"{one.file.relative_to(TESTS)}::{one.name}: {' '.join(one.sentence.split())[:100]}")


if __name__ == "__main__":
    main()
