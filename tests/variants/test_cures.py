"""What designers try: edits of cures, how they are weighed, and how they are played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from apts.cli import main
from apts.errors import AptsError
from apts.games.shipped.snowball_class import Snowball
from apts.locales import LANGUAGES
from apts.playtest.findings import declared_finding, finding_kinds
from apts.playtest.findings.cure_kinds import CURES, cure_kind
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.variants.admission import Refusal, new_warning, warning_kinds
from apts.variants.search.curing import cures
from apts.variants.structure.cures import RULES, cure_edits
from apts.variants.structure.edit_size import EditSizes, is_foreign
from apts.variants.variant import ADD, CROSS, NUMBER, Edit, as_variant

BROKEN = Path(__file__).parents[2] / "bench" / "broken"
HEX, POINTS, KNIGHTS, DICE = (
    as_variant(BROKEN / f"{name}.lud")
    for name in ("no-swap", "too-cheap-a-win", "a-match-without-end", "too-few-throws")
)


def test_every_cure_of_a_finding_is_known_in_both_languages() -> None:
    named = {cure for kind in finding_kinds() for cure in declared_finding(kind).cures}
    assert named <= set(CURES)
    assert {"swap", "head-start", "first-move", "board", "target", "turn-limit"} <= named
    assert all(set(cure_kind(name).texts) == set(LANGUAGES) for name in CURES)
    assert not any(declared_finding(kind).cures for kind in finding_kinds() if declared_finding(kind).is_caveat)
    with pytest.raises(AptsError, match="did you mean swap"):
        cure_kind("swop")


@pytest.mark.parametrize(
    ("variant", "cure", "after"),
    [
        (HEX, "swap", "(meta (swap))"),
        (HEX, "turn-limit", "(result Mover Draw)"),
        (HEX, "first-move", "(sites Centre)"),
        (POINTS, "head-start", "(set Score P2 1)"),
        (POINTS, "target", "1"),
        (POINTS, "bonus", "0"),
        (KNIGHTS, "board", "6"),
        (DICE, "dice", "5"),
        (DICE, "start", "1"),
    ],
)
def test_a_cure_becomes_an_edit_that_makes_a_game(variant: object, cure: str, after: str) -> None:
    assert isinstance(variant, type(HEX))
    edit = cure_edits(variant, cure)[0]
    assert after in str(edit.after)
    assert variant.edited(edit).game().players == 2


def test_cures_that_a_game_has_no_place_for_give_no_edits() -> None:
    assert cure_edits(HEX, "head-start") == ()
    assert cure_edits(HEX, "dice") == ()
    assert cure_edits(KNIGHTS, "first-move") == ()
    three = as_variant(BROKEN / "a-late-start.lud")
    assert cure_edits(three, "swap") == ()
    snowball = as_variant(Snowball)
    assert all(cure_edits(snowball, cure) == () for cure in RULES)
    assert {edit.path for edit in cure_edits(snowball, "target")} == {"goal"}


def test_how_far_a_value_moves_counts_and_what_designers_try_comes_before_foreign_rules() -> None:
    sizes = EditSizes.of(HEX)
    path = "equipment.board.hex.dim"
    near, far = (sizes.edit(Edit(NUMBER, path, 3, value)) for value in (4, 6))
    swap = sizes.edit(cure_edits(HEX, "swap")[0])
    other = sizes.edit(Edit(ADD, "rules.end", "(end)", "(end x)"))
    foreign = Edit(CROSS, "rules.play.moves", "a", "b")
    assert 1.0 < near < far < other < sizes.edit(foreign)
    assert swap < far
    assert is_foreign(foreign)
    assert sizes.variant(HEX.edited(Edit(NUMBER, path, 3, 4))) == near


def test_an_edit_that_brings_a_new_warning_is_refused() -> None:
    """A disc on a site that does not exist was once the repair of this game."""
    text = as_variant(BROKEN / "a-disc-ahead.lud").text()
    game, outside = as_variant(text).game(), as_variant(text.replace('"Disc1" } 3', '"Disc1" } 8')).game()
    refused = new_warning(warning_kinds(game), outside)
    assert isinstance(refused, Refusal)
    assert refused.kind == "warning"
    assert "there is no site 8" in refused.reason
    assert new_warning(warning_kinds(outside), outside) is None
    assert new_warning(warning_kinds(game), game) is None


@pytest.mark.long
def test_cures_are_played_at_every_strength_and_told_by_finding() -> None:
    found = cures(DICE, ["too-short"], PlaytestRequest("random", matches=8, seed=2, workers=1))
    assert found.kinds == ("too-short",)
    assert found.metric("too-short") == "length"
    data = found.as_data()
    (finding,) = data["findings"]
    assert [side["agents"] for side in finding["before"]] == list(found.agents)
    assert len(found.agents) == 3
    assert len({one.run.manifest.seed for one in found.before.runs}) == 3
    tried = {cure["cure"] for cure in finding["cures"]}
    assert tried <= set(declared_finding("too-short").cures)
    assert tried
    assert all(len(cure["strengths"]) == 3 for cure in finding["cures"])
    again = cures(DICE, ["too-short"], PlaytestRequest("random", matches=8, seed=2, workers=2))
    assert again.as_data() == data


@pytest.mark.long
def test_command_prints_a_table_and_wrong_findings_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["apts", "cures", str(BROKEN / "too-few-throws.lud"), *words])
        try:
            main()
            code = 0
        except SystemExit as ended:
            code = int(ended.code or 0)
        told = capsys.readouterr()
        return code, told.out, told.err

    quick = ("--agents", "random", "--matches", "4", "--finding", "too-short", "--workers", "1")
    code, out, _ = run(*quick, "--lang", "pt-BR")
    assert code == 0
    assert "o que se tenta" in out
    code, out, _ = run(*quick, "--json")
    assert (code, json.loads(out)["matches"]) == (0, 4)
    code, _, err = run("--finding", "too-shrt")
    assert code == 1
    assert "did you mean too-short" in err
