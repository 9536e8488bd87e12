"""Examples of ludemes: for each signature the shortest clause of a library game or a template that follows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from apts.games.drafts import template_files
from apts.games.library import typed_rules
from apts.games.rules_file import rules_text
from apts.games.shelf import FOLDER, library_files
from apts.language.about import about
from apts.language.printer import to_node, to_text
from apts.language.signatures.reference import reference_page
from apts.language.signatures.signature import Signature
from apts.language.syntax import Atom, Collection, Form, Named, Node
from apts.language.tree import Clause, Value

LONGEST = 160
"""Examples with more characters leave out what is deepest inside."""
_LIBRARY = "../src/apts/games"
_ONE_LINE = 1_000_000
_DEEPEST = 8
_LEFT_OUT = Atom("..")


@dataclass(frozen=True, slots=True, order=True)
class Excerpt:
    """A clause of a game; shorter ones come first, then the titles of games decide. ``path`` is one of the library."""

    length: int
    title: str
    path: str
    whole: str
    clause: Clause = field(compare=False)

    @property
    def text(self) -> str:
        """The clause as one line; in a long one what is deepest inside is left out."""
        text, depth = self.whole, _DEEPEST
        while len(text) > LONGEST and depth > 0:
            text = to_text(_cut(to_node(self.clause), depth), _ONE_LINE)
            depth -= 1
        return text


def ludeme_page() -> str:
    """The reference of ludemes with the examples, as docs/ludemes.md has it."""
    examples = ludeme_examples().items()
    shown = {signature: f"`{found.text}` in [{found.title}]({_LIBRARY}/{found.path})" for signature, found in examples}
    return reference_page(examples=shown)


def ludeme_examples() -> dict[Signature, Excerpt]:
    """The shortest example of every signature that some game of the library or some template uses.

    What has no arguments is shown inside the clause around it, for alone it shows nothing. Defines are put in and options
    are chosen, one after the other, so that an example can be read without the rest of its game.
    """
    best: dict[Signature, Excerpt] = {}
    for title, path in _files():
        place = path.relative_to(FOLDER).as_posix()
        for rules in _ways_to_play(path):
            for clause, around in _with_surroundings(rules, rules):
                shown = clause if clause.arguments else around
                text = to_text(shown, _ONE_LINE)
                excerpt = Excerpt(len(text), title, place, text, shown)
                best[clause.signature] = min(best.get(clause.signature, excerpt), excerpt)
    return best


def _files() -> Iterator[tuple[str, Path]]:
    """The texts of the library and the templates, each with what it is called."""
    for path in library_files().values():
        if path.suffix == ".lud":
            yield about(rules_text(path), file=path.name).title, path
    for name, path in template_files().items():
        yield f"the {name} template", path


def _ways_to_play(path: Path) -> Iterator[Clause]:
    """The typed rules of a text as it usually is, and with every other choice of one option."""
    text = rules_text(path)
    yield typed_rules(text, path.name, {})
    for option in about(text, file=path.name).options:
        for item in option.items:
            if not item.default:
                yield typed_rules(text, path.name, {option.keyword: item.label})


def _with_surroundings(value: Value, around: Clause) -> Iterator[tuple[Clause, Clause]]:
    """Every clause of a tree together with the clause around it."""
    if isinstance(value, tuple):
        for item in value:
            yield from _with_surroundings(item, around)
    elif isinstance(value, Clause):
        yield value, around
        for argument in value.arguments.values():
            yield from _with_surroundings(argument, value)


def _cut(node: Node, depth: int) -> Node:
    """A tree in which clauses deeper than so many brackets keep only their first word."""
    if isinstance(node, Named):
        return Named(node.label, _cut(node.value, depth))
    if isinstance(node, Collection):
        return Collection(tuple(_cut(item, depth) for item in node.items))
    if not isinstance(node, Form) or len(node.items) == 1:
        return node
    if depth == 0:
        return Form((node.items[0], _LEFT_OUT))
    return Form(tuple(_cut(item, depth - 1) for item in node.items))
