"""What designers try when something is wrong with a game: the names of cures and what they are called in each language.

Kinds of findings name theirs (``FindingDeclaration.cures``); :mod:`apts.variants.structure.cures` makes edits of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from apts.errors import AptsError
from apts.locales import ENGLISH, PORTUGUESE
from apts.similar_names import did_you_mean


@dataclass(frozen=True)
class CureKind:
    """A cure: what a designer changes, by language."""

    name: str
    texts: Mapping[str, str]

    def title(self, language: str) -> str:
        """What it is called in a language, or in English."""
        return self.texts.get(language, self.texts[ENGLISH])


_KINDS = (
    CureKind(
        "swap",
        {
            ENGLISH: "a swap rule: after the first move the second player may change sides",
            PORTUGUESE: "uma regra de troca: depois do primeiro lance o segundo jogador pode trocar de lado",
        },
    ),
    CureKind(
        "head-start",
        {
            ENGLISH: "points for who moves second",
            PORTUGUESE: "pontos para quem joga em segundo",
        },
    ),
    CureKind(
        "first-move",
        {
            ENGLISH: "a smaller choice for the first move",
            PORTUGUESE: "uma escolha menor para o primeiro lance",
        },
    ),
    CureKind("board", {ENGLISH: "another size of the board", PORTUGUESE: "outro tamanho do tabuleiro"}),
    CureKind("target", {ENGLISH: "a nearer or further target", PORTUGUESE: "um objetivo mais perto ou mais longe"}),
    CureKind("start", {ENGLISH: "another set-up", PORTUGUESE: "outra posição inicial"}),
    CureKind("bonus", {ENGLISH: "a smaller or larger bonus", PORTUGUESE: "um bônus menor ou maior"}),
    CureKind("dice", {ENGLISH: "other dice", PORTUGUESE: "outros dados"}),
    CureKind(
        "turn-limit",
        {
            ENGLISH: "a limit of moves, after which the match is drawn",
            PORTUGUESE: "um limite de lances, depois do qual a partida empata",
        },
    ),
    CureKind(
        "no-repeat",
        {
            ENGLISH: "no move may bring back an earlier position",
            PORTUGUESE: "nenhum lance pode trazer de volta uma posição anterior",
        },
    ),
)

CURES: Mapping[str, CureKind] = {one.name: one for one in _KINDS}
"""All cures by name."""


def cure_kind(name: str) -> CureKind:
    """The cure of a name; a wrong one lists the valid ones."""
    if name not in CURES:
        raise AptsError(f"there is no cure {name!r}{did_you_mean(name, CURES)} (there are: {', '.join(CURES)})")
    return CURES[name]
