"""Type-directed matching: which signature a clause follows, found from the inside out.

For every clause, all signatures of its head are tried once on the already matched arguments, and the result is kept
per type. So each pair of clause and type is decided exactly once, whatever stands around it, and nothing recurses
over the depth of the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from apts.language.signatures.signature import (
    INTEGER_CONSTANTS,
    Acceptance,
    Registry,
    Signature,
    Slot,
    SlotType,
    acceptance,
    canonical,
    number,
    truth,
)
from apts.language.syntax import Atom, Collection, Form, Named, Node, Quoted
from apts.language.tree import Clause, Literal, Text, Value, Word

UNKNOWN = Word("<unknown>")


class Matcher:
    """Matches the clauses of one text. Clauses marked as unknown fit everywhere, so that one mistake is told once."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.unknown: set[int] = set()
        self._typings: dict[int, dict[str, Clause]] = {}
        self._collections: dict[tuple[int, SlotType], tuple[Value, ...] | None] = {}
        self._acceptances: dict[str, Acceptance] = {}
        self._by_mode: dict[str, dict[str | None, list[Signature]]] = {}

    def candidates(self, form: Form) -> list[tuple[Signature, int]]:
        """The signatures that the words of a clause allow, and where the arguments of each start; modes first."""
        by_mode = self._modes(form.head or "")
        found = [(signature, 1) for signature in by_mode.get(None, ())]
        if len(by_mode) == (None in by_mode):
            return found
        mode = ""
        for place, item in enumerate(form.items[1:3], 2):
            if not isinstance(item, Atom):
                break
            mode = f"{mode} {canonical(item.text)}" if mode else canonical(item.text)
            found = [(signature, place) for signature in by_mode.get(mode, ())] + found
        return found

    def match(self, form: Form) -> bool:
        """Decide a clause whose arguments are decided; False when no signature fits."""
        typings: dict[str, Clause] = {}
        for signature, start in self.candidates(form):
            if signature.result in typings:
                continue
            arguments = self.arguments(signature, form.items[start:])
            if arguments is not None:
                typings[signature.result] = Clause(signature, arguments, form.position)
        self._typings[id(form)] = typings
        return bool(typings)

    def results(self, form: Form) -> tuple[str, ...]:
        """The types that a decided clause can have."""
        return tuple(self._typings.get(id(form), ()))

    def arguments(self, signature: Signature, items: Sequence[Node]) -> dict[str, Value] | None:
        """Distribute arguments over the slots in order, skipping slots that may be left out."""
        units, count = signature.units, len(items)
        if not signature.fewest <= count <= len(units):
            return None
        for node in items:
            if isinstance(node, Named) and node.label not in signature.labels:
                return None
        hopeless: set[tuple[int, int]] = set()
        chosen: list[tuple[str, Value]] = []

        def distribute(item: int, unit: int) -> bool:
            while item < count:
                if count - item > len(units) - unit or (item, unit) in hopeless:
                    return False
                slots, optional = units[unit]
                for slot in slots:
                    value = self.fit_slot(items[item], slot)
                    if value is not None:
                        chosen.append((slot.name, value))
                        if distribute(item + 1, unit + 1):
                            return True
                        chosen.pop()
                hopeless.add((item, unit))
                if not optional:
                    return False
                unit += 1
            return all(optional for _, optional in units[unit:])

        return dict(chosen) if distribute(0, 0) else None

    def fit_slot(self, node: Node, slot: Slot) -> Value | None:
        """The value of an argument in a slot, or None when it does not fit there."""
        if isinstance(node, Named):
            if node.label != slot.label:
                return None
            node = node.value
        elif slot.label is not None:
            return None
        fit = self._fit_form if isinstance(node, Form) else self.fit
        for wanted in slot.types:
            value = fit(node, wanted)  # type: ignore[arg-type]
            if value is not None:
                return value
        return None

    def fit(self, node: Node, wanted: SlotType) -> Value | None:
        """The value of a node where the type is wanted, or None when it is of another type."""
        if isinstance(node, Form):
            return self._fit_form(node, wanted)
        if isinstance(node, Collection):
            return self._fit_collection(node, wanted) if wanted.depth else None
        if wanted.depth:
            return None
        accepts = self._accepts(wanted.name)
        if isinstance(node, Quoted):
            return Text(node.value, node.position) if accepts.strings else None
        return _fit_atom(node, accepts) if isinstance(node, Atom) else None

    def _fit_form(self, form: Form, wanted: SlotType) -> Value | None:
        key = id(form)
        if key in self.unknown:
            return UNKNOWN
        if wanted.depth:
            return None
        typings = self._typings[key]
        if wanted.name in typings:
            return typings[wanted.name]
        results = self._accepts(wanted.name).results
        for result, clause in typings.items():
            if result in results:
                return clause
        return None

    def _fit_collection(self, node: Collection, wanted: SlotType) -> tuple[Value, ...] | None:
        key = (id(node), wanted)
        if key not in self._collections:
            inner = SlotType(wanted.name, wanted.depth - 1)
            values: list[Value] = []
            for item in node.items:
                value = self.fit(item, inner)
                if value is None:
                    break
                values.append(value)
            self._collections[key] = tuple(values) if len(values) == len(node.items) else None
        return self._collections[key]

    def _accepts(self, name: str) -> Acceptance:
        accepts = self._acceptances.get(name)
        if accepts is None:
            accepts = self._acceptances[name] = acceptance(name)
        return accepts

    def _modes(self, head: str) -> dict[str | None, list[Signature]]:
        by_mode = self._by_mode.get(head)
        if by_mode is None:
            by_mode = self._by_mode[head] = {}
            for signature in self.registry.signatures(head):
                by_mode.setdefault(signature.mode, []).append(signature)
        return by_mode


def _fit_atom(atom: Atom, accepts: Acceptance) -> Value | None:
    text = atom.text
    if accepts.words:
        word = canonical(text)
        if word in accepts.words:
            return Word(word, atom.position)
    if accepts.integers:
        value = number(text)
        if isinstance(value, int) or (value is not None and accepts.decimals):
            written = canonical(text) if canonical(text) in INTEGER_CONSTANTS else None
            return Literal(value, atom.position, written)
    if accepts.truths:
        answer = truth(text)
        if answer is not None:
            return Literal(answer, atom.position)
    return None
