"""A metric or a kind of finding is one declaration: whatever shows, compares or judges it takes its words from there."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from rich.console import Console

import apts
from apts.cli.playtesting.playtest import print_run
from apts.locales import ENGLISH, LANGUAGES
from apts.playtest.findings import declared_finding, finding_kinds
from apts.playtest.findings.finding_registry import _KINDS
from apts.playtest.goals import judged, read_goal
from apts.playtest.goals.goal_files import bank_names, bank_set
from apts.playtest.metrics import Shown, declared, metric_names, shown_in
from apts.playtest.metrics.metric_registry import _ENTRIES
from apts.playtest.run import Run
from apts.playtest.strengths.trends import trends
from apts.report.pages.run_page import report_html
from apts.report.subject import describe_goal
from apts.report.texts import words
from apts.studio.workers.run_questions import run_data
from apts.variants.sensitivity.effects import effects, question_message
from apts.variants.variant import CROSS
from tools.reference_pages import metric_table

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "apts"

INSIDE, OUTSIDE = "corner-openings", "corner-openings-of-a-plug-in"
FOUND, FOUND_OUTSIDE = "corners-first", "corners-first-of-a-plug-in"


def _read(folder: Path, guide: str, name: str, given: str, module: str) -> None:
    """Import the template of a guide under another name, from a file of a module that is called so."""
    text = (ROOT / "docs" / guide).read_text(encoding="utf-8")
    found = re.search(r"```python \w+\.py\n(.*?)```", text, re.DOTALL)
    assert found is not None
    file = folder / f"{module.rpartition('.')[2]}.py"
    file.write_text(found[1].replace(name, given), encoding="utf-8")
    spec = spec_from_file_location(module, file)
    assert spec is not None
    assert spec.loader is not None
    spec.loader.exec_module(module_from_spec(spec))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """A run with the templates of the guides, each once as if it stood in its folder, and once as a plug-in."""
    folder = tmp_path_factory.mktemp("declared")
    _read(folder, "adding-a-metric.md", INSIDE, INSIDE, "apts.playtest.metrics.corners")
    _read(folder, "adding-a-metric.md", INSIDE, OUTSIDE, "corners_of_a_plug_in")
    _read(folder, "adding-a-finding.md", FOUND, FOUND, "apts.playtest.findings.corners_first")
    _read(folder, "adding-a-finding.md", FOUND, FOUND_OUTSIDE, "corners_first_of_a_plug_in")
    yield apts.playtest("tic-tac-toe", "random", 200, workers=1)
    for name in (INSIDE, OUTSIDE):
        del _ENTRIES[name]
    for kind in (FOUND, FOUND_OUTSIDE):
        del _KINDS[kind]


def _both(text: str) -> tuple[str, str]:
    """What is told of the metric of the folder and of that of the plug-in, with the same name."""
    lines = [line for line in text.splitlines() if INSIDE in line]
    inside = [line for line in lines if OUTSIDE not in line]
    outside = [line.replace(OUTSIDE, INSIDE) for line in lines if OUTSIDE in line]
    return " ".join("\n".join(inside).split()), " ".join("\n".join(outside).split())


def test_metric_stands_in_terminal_json_and_documentation(run: Run) -> None:
    console = Console(file=io.StringIO(), width=200)
    print_run(run, console)
    assert isinstance(console.file, io.StringIO)
    inside, outside = _both(console.file.getvalue())
    assert inside == outside
    assert re.fullmatch(rf"{INSIDE} 0\.\d+ \(0\.\d+ to 0\.\d+, n = 200\)", inside)
    for language in (tag for tag in LANGUAGES if tag != ENGLISH):
        other = Console(file=io.StringIO(), width=200)
        print_run(run, other, lang=language)
        assert isinstance(other.file, io.StringIO)
        own = [line for line in other.file.getvalue().splitlines() if declared(INSIDE).title(language) in line]
        assert len(own) == 2
        assert own[0] == own[1]
    data = run.as_data()["metrics"]
    assert data[INSIDE] == data[OUTSIDE]
    assert data[INSIDE]["meaning"] == "share of matches that begin in a corner"
    for language in LANGUAGES:
        told, also_told = _both(metric_table(language))
        assert told == also_told == f"| `{INSIDE}` | {declared(INSIDE).meaning(language)} | |"
    assert "| parte das partidas que começam em um canto |" in metric_table("pt-BR")


@pytest.mark.parametrize("language", LANGUAGES)
def test_metric_stands_in_report_and_studio(run: Run, language: str) -> None:
    title, meaning = declared(INSIDE).title(language), declared(INSIDE).meaning(language)
    page = report_html(run, language)
    for told in (title, meaning):
        found = re.findall(rf">\s*{re.escape(told)}\s*<", page)
        assert len(found) >= 2, told
    figures = run_data(run)["languages"][language]["figures"]
    own = [figure for figure in figures if title in str(figure)]
    assert len(own) == 2
    assert own[0] == own[1]


def test_goals_ask_for_a_metric_by_its_scale(run: Run) -> None:
    told = []
    for name in (INSIDE, OUTSIDE):
        found = judged(read_goal(f"{name} at most 90 %"), run)
        assert found.verdict == "met"
        told.append([describe_goal(found, words(language)) for language in LANGUAGES])
    assert told[0] == told[1]
    assert told[0][0].startswith("Corner openings: at most 90\u00a0%")
    assert told[0][1].startswith("Aberturas no canto: no máximo 90\u00a0%")
    with pytest.raises(apts.AptsError, match="is a share"):
        read_goal(f"{INSIDE} at most 20 turns")


def test_metric_is_compared_and_told_in_sentences(run: Run) -> None:
    (found,) = effects(run, [run])
    assert {INSIDE, OUTSIDE} <= {effect.metric for effect in found}
    assert {INSIDE, OUTSIDE} <= {trend.name for trend in trends([run, run], one_judge=True)}
    assert [words(language).value("asked", question_message(INSIDE)) for language in LANGUAGES] == [
        "how often matches begin in a corner",
        "quantas partidas começam em um canto",
    ]
    for place in Shown:
        assert (INSIDE in shown_in(place)) == (OUTSIDE in shown_in(place)), place


def test_finding_stands_in_terminal_json_report_and_studio(run: Run) -> None:
    told = [found for found in run.as_data()["findings"] if found["kind"] in (FOUND, FOUND_OUTSIDE)]
    assert [{**found, "kind": "", "p_value": None} for found in told[:1]] * 2 == [
        {**found, "kind": "", "p_value": None} for found in told
    ]
    assert 0.2 < told[0]["weight"] < 0.4
    console = Console(file=io.StringIO(), width=200)
    print_run(run, console)
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue().count(told[0]["sentence"]) == 2
    for language, title, beginning in (
        ("en", "Corners first", "Matches begin in a corner: "),
        ("pt-BR", "Cantos primeiro", "As partidas começam em um canto: "),
    ):
        cards = run_data(run)["languages"][language]["findings"]
        own = [card for card in cards if card["title"] == title]
        assert len(own) == 2
        assert own[0] == own[1]
        assert own[0]["sentence"].startswith(beginning)
        assert own[0]["language"] == language
        assert report_html(run, language).count(beginning) >= 2


def test_finding_of_a_plug_in_that_is_only_probable_is_told_in_every_language(run: Run) -> None:
    (found,) = [one for one in run.weighed if one.kind == FOUND_OUTSIDE]
    probable = replace(found, state="probable", wanted=1234)
    assert words("en").finding(probable).startswith("Probably, but not surely: Matches begin in a corner: ")
    assert (
        words("pt-BR").finding(probable).startswith("Provavelmente, mas sem certeza: As partidas começam em um canto: ")
    )
    assert ["1,234" in words("en").finding(probable), "1.234" in words("pt-BR").finding(probable)] == [True, True]


def test_short_forms_of_metrics_and_findings_need_a_name_alone() -> None:
    assert declared("of nobody").title("pt-BR") == "of nobody"
    known = declared_finding("of-a-plug-in")
    assert (known.title("pt-BR"), known.weight("", 0.3), known.is_caveat) == ("of a plug in", 0.3, False)


READERS = {
    # Pages, charts and tables of one metric each, made of the tables in its details.
    "report": {
        "seat-score", "outcome-by-length", "branching", "real-choice", "skill-depth", "openings", "board-use", "move-use",
        "piece-use", "captures", "pieces-left", "rule-coverage", "end-reasons", "length", "stress", "restricted-play",
        "together", "minutes", "luck", "best-play", "thrown-away", "value-error", "choice-loss",
    },
    "cli/playtesting/playtest.py": {"together", "seat-score", "luck"},
    "playtest/playtest_run.py": {"together", "seat-score"},
    "playtest/goal_check.py": {"length", "board-use"},
    # What goals ask for beside a play-test is played for them; "club beats casual" is a goal about a table.
    "playtest/asked_for_goals.py": {"styles", "skill-table", "skill-depth"},
    "playtest/goals/reading.py": {"skill-table"},
    "report/pages/meeting_sections.py": {"styles", "skill-table"},
    "report/pages/run_page.py": {"styles", "skill-table"},
    # A finding asks a question of the metric that it is about.
    "playtest/findings": {
        "snowball", "drawishness", "completion", "decided-at", "decision-share", "stakes", "timeouts", "length",
        "rule-coverage", "seat-score", "openings", "thrown-away", "winning-margin", "close-matches", "decisive-turn",
        "leader-wins", "lead-growth", "elimination", "waiting", "kingmaking", "missing-points", "swap-value",
        "point-sources",
    },
    # Fields of requests.
    "cli/playtesting/experiments.py": {"luck", "openings"},
    "cli/playtesting/improve.py": {"luck", "minutes"},
    "cli/playtesting/cures.py": {"luck"},
    "variants/search/fresh_plan.py": {"minutes"},
    "variants/search/improve_settings.py": {"minutes"},
    # Other things that are called alike: a kind of finding, experiments, settings, answers and columns of people, a unit.
    "playtest/evidence": {"captures", "openings"},
    "playtest/experiments": {"luck", "stress", "openings", "styles", "skill-table"},
    "playtest/matches": {"luck", "captures"},
    "playtest/people": {"length", "minutes", "openings"},
    "playtest/goals/goal.py": {"minutes"},
    # The goal that is taken for granted; what a search does where nobody says so, shown in help without reading metrics.
    # How a drift of the balance with skill is followed: by the scores of seats, which it is made of; a proved win breaks it.
    "variants/search/drift.py": {"balance", "seat-score"},
    "variants/search/curing.py": {"balance", "seat-score"},
    "variants/search/best_play.py": {"balance"},
    "variants/search": {"completion", "ludi", "ludi-as-printed", "length", "drawishness", "branching"},
}  # fmt: skip
"""Where names of metrics may stand outside their folder, and which."""

LOOKED_AT = ("playtest", "report", "variants", "cli/playtesting")
"""The folders that measure runs; elsewhere turns, minutes and openings are other things."""


def _written(names: set[str], home: str) -> Iterator[tuple[str, str]]:
    """Every one of the names that a source outside its home writes out, with its file, docstrings apart."""
    for folder in LOOKED_AT:
        for file in sorted((PACKAGE / folder).rglob("*.py")):
            place = file.relative_to(PACKAGE).as_posix()
            if place.startswith(home):
                continue
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and node.value in names:
                    yield place, str(node.value)


def test_names_of_metrics_stand_in_their_folder() -> None:
    """A list of metrics anywhere else would be a second home of what they declare."""
    written = set(_written(set(metric_names()), "playtest/metrics/"))
    stray = {
        (place, name)
        for place, name in written
        if not any(place.startswith(home) and name in READERS[home] for home in READERS)
    }
    assert stray == set(), "declare it in the metric, and take it from there"
    known = {(home, name) for home in READERS for name in READERS[home]}
    unused = {(home, name) for home, name in known if not any(p.startswith(home) and n == name for p, n in written)}
    assert unused == set(), "these need no leave any more"


def test_kinds_of_findings_stand_in_their_folder() -> None:
    """A run that ends early holds its seats against what it knows of them."""
    kinds = {kind for kind in finding_kinds() if "-" in kind}
    assert set(_written(kinds, "playtest/findings/")) == {("playtest/playtest_run.py", "seat-advantage")}


def test_names_of_questions_and_edits_stand_in_their_files() -> None:
    """Which questions come first, are asked where nobody says so, or fit one seat, their own files say."""
    written = {
        (file.relative_to(PACKAGE).as_posix(), node.value)
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in (*bank_names(), CROSS)
    }
    # One is an example of what can be asked.
    assert written == {("playtest/matches/playtest_request.py", "fair-seats"), ("variants/variant.py", CROSS)}
    assert {name for name in bank_names() if bank_set(name).is_usual} == {"fair-seats", "few-draws"}


def test_defaults_of_searches_are_metrics_of_their_kind() -> None:
    from apts.variants.search.improve_request import AGGREGATES, DEFAULT_AXES, METHOD_NAMES
    from apts.variants.search.improving import METHODS

    assert tuple(METHODS) == METHOD_NAMES

    assert tuple(name for name in metric_names() if declared(name).aggregate) == AGGREGATES
    assert set(DEFAULT_AXES) <= set(metric_names())
