"""Examples of ludemes: for each signature the shortest clause of a library game or a template that follows it.

What neither has is shown by sketches, small games in the folder ``sketches`` that are there for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from apts.games.catalogue import FOLDER, library_files, template_files
from apts.games.library import typed_rules
from apts.games.rules_file import rules_text
from apts.language.lexemes import Atom, Collection, Form, Named, Node
from apts.language.presentation import about
from apts.language.printer import to_node, to_text
from apts.language.signatures.matching import reference_page
from apts.language.signatures.signature import Signature
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
    further = argument_examples()
    shown = {
        signature: "; ".join(_linked(one) for one in (found, further.get(signature)) if one is not None)
        for signature, found in ludeme_examples().items()
    }
    return reference_page(examples=shown)


def _linked(found: Excerpt) -> str:
    return f"`{found.text}` in [{found.title}]({_LIBRARY}/{found.path})"


def ludeme_examples() -> dict[Signature, Excerpt]:
    """The shortest example of every signature that some game of the library or some template uses, or else some sketch.

    What has no arguments is shown inside the clause around it, for alone it shows nothing. Defines are put in and options
    are chosen, one after the other, so that an example can be read without the rest of its game.
    """
    return {**_shortest(_excerpts(_sketches())), **_shortest(_excerpts(_files()))}


def argument_examples() -> dict[Signature, Excerpt]:
    """The shortest example of arguments that sketches alone give to what games of the library use without them."""
    known: dict[Signature, set[str]] = {}
    for signature, excerpt in _excerpts(_files()):
        known.setdefault(signature, set()).update(excerpt.clause.arguments)
    return _shortest(
        (signature, excerpt)
        for signature, excerpt in _excerpts(_sketches())
        if signature in known and excerpt.clause.signature == signature
        if not known[signature].issuperset(excerpt.clause.arguments)
    )


def _shortest(excerpts: Iterable[tuple[Signature, Excerpt]]) -> dict[Signature, Excerpt]:
    best: dict[Signature, Excerpt] = {}
    for signature, excerpt in excerpts:
        best[signature] = min(best.get(signature, excerpt), excerpt)
    return best


def _excerpts(files: Iterable[tuple[str, Path]]) -> Iterator[tuple[Signature, Excerpt]]:
    """Every clause of some texts, each with its signature."""
    for title, path in files:
        place = path.relative_to(FOLDER).as_posix()
        for rules in _ways_to_play(path):
            for clause, around in _with_surroundings(rules, rules):
                shown = clause if clause.arguments else around
                text = to_text(shown, _ONE_LINE)
                yield clause.signature, Excerpt(len(text), title, place, text, shown)


def sketch_files() -> list[Path]:
    """The small games that show what no other text uses."""
    return sorted((FOLDER / "sketches").glob("*.lud"))


def _sketches() -> Iterator[tuple[str, Path]]:
    for path in sketch_files():
        yield f"the sketch {about(rules_text(path), file=path.name).title}", path


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
