"""English words inside texts of other languages: found in catalogues and in what is made of them."""

from __future__ import annotations

import re

_ENGLISH = """
about above after again all alone already also always among an and another any are at away back be became because become
becomes been before began begin begins behind being below beside best better between both but by called came can cannot
chance change changed changes choose chooses chosen close could counts did different does done down draw draws drawn each
early either else empty end ended ending ends enough even ever every everybody everything fair far few fewer find finds
finished first followed follows for found free from full game games gave give given gives goes going gone good had half has
have having held here high how however if in inside instead into is it its itself just keep keeps kept kind kinds know
known knows last late later least leave leaves left length less like line lines long longer look looks lose loses lost low
made make makes many matches match may mean means might missing more most move moved moves much must name named names
neither never new next nobody none nor not nothing now number numbers of off often old on once one only open or other
others otherwise our out over own owns part parts pass people piece pieces place placed places play played player players
plays point points position probably put puts rather reach reached read reads rest rule rules run runs same say says seat
seats second see seen set sets several shall she short should show shown shows side sides since site sites small so some
somebody something stand stands start started starts still stop stopped strong such sure surely take taken takes tell tells
than that the their them then there these they thing things think this those though three through times to together
told too took tried try turn turned turns two under unknown unless until up upon us used uses value values was way ways we
wears well went were what when where whether which while who whole whoever whose why will win winner winning wins with
within without wish word words work works worse worst would write writes written wrong yet you your
"""

_GRAMMAR = """
the an of is are be been was were and or not this that these which who with without has have had does did can cannot
could must it its on at to by from there than then only one when while any other more too many never always where what
whose each every but they their nothing something become becomes
"""

ENGLISH = frozenset(_ENGLISH.split())
GRAMMAR = frozenset(_GRAMMAR.split())
"""English words that are no name of a metric, a setting or a rule: for sentences that list such names."""

ALSO = {"pt-BR": frozenset({"chance", "for", "move", "site", "times"})}
"""Words of a language that are spelled like English ones."""

NAMES = frozenset({"apts", "none", "studio"})
"""Names of programs and values, which are the same in every language."""

_QUOTED = re.compile(
    r'"[^"]*"|\'[^\']*\'|`[^`]*`|“[^”]*”|<[^<>]*>|\([^()]*(?:\([^()]*\)[^()]*)*\)|\{[^{}]*\}|\(\w+|\[\w+\?|--[\w-]+'
    r"|\S*[=_/.]\w\S*"
)
"""Rules text, names, spellings, flags of patterns and options, which are of no language."""


def english_in(text: str, language: str, known: frozenset[str] = ENGLISH) -> list[str]:
    """The English words of a text in another language, of those that are ``known``, apart from what it quotes."""
    words = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", _QUOTED.sub(" ", text))
    allowed = NAMES | ALSO.get(language, frozenset())
    return [word for word in words if word.lower() in known and word.lower() not in allowed]
