"""Self-play: the same for the same seed, whatever the number of threads, and samples that tell the truth."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

pytest.importorskip("torch")

from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.learning.encodings.encoding import encoding_of
from apts.learning.guided.guided_settings import GuidedSettings, SelfPlaySettings
from apts.learning.networks.evaluators import OnnxEvaluator
from apts.learning.training import selfplay
from apts.learning.training.selfplay import Harvest, SelfPlay, read_samples
from tests.learning.models import model_bytes, rules
from tests.search.small_games import DICE, TRIO


def harvest(
    game: RulesGame,
    *,
    workers: int = 1,
    seed: int = 1,
    stretches: int = 1,
    formula: str = "gumbel",
    positions: int = 150,
    play: SelfPlaySettings | None = None,
) -> Harvest:
    model = model_bytes(game)
    search = GuidedSettings(simulations=8, formula=formula)
    selfplay = SelfPlay(game, search, play or SelfPlaySettings(), groups=2, slots=6, seed=seed)
    for _ in range(stretches):
        found = selfplay.play([OnnxEvaluator(model) for _ in range(workers)], positions)
    return found


def same(first: Harvest, second: Harvest) -> bool:
    arrays, others = first.samples.arrays(), second.samples.arrays()
    return all(np.array_equal(arrays[name], others[name]) for name in arrays) and np.array_equal(
        first.matches, second.matches
    )


@pytest.mark.parametrize("formula", ["gumbel", "puct"])
def test_same_seed_gives_the_same_bytes_with_one_and_two_workers(formula: str) -> None:
    game = rules()
    once = harvest(game, stretches=2, formula=formula)
    assert same(once, harvest(game, workers=2, stretches=2, formula=formula))
    assert not same(once, harvest(game, seed=2, stretches=2, formula=formula))


@pytest.mark.parametrize("formula", ["gumbel", "puct"])
def test_shares_of_every_sample_sum_to_one(formula: str) -> None:
    samples = harvest(rules(), formula=formula).samples
    assert len(samples) > 50
    sums = np.add.reduceat(samples.shares, samples.starts[:-1])
    np.testing.assert_allclose(sums, 1, atol=1e-5)
    assert (samples.shares >= 0).all()
    assert samples.starts[-1] == len(samples.codes) == len(samples.shares)


def test_results_are_those_of_the_matches_seen_by_the_mover() -> None:
    found = harvest(rules())
    table = {int(row[0]): row for row in found.matches}
    for sample in range(len(found.samples)):
        number, plies, *utilities = table[int(found.samples.match[sample])]
        ply = int(found.samples.ply[sample])
        mover = ply % 2
        assert ply < plies
        assert list(found.samples.results[sample]) == [utilities[mover], utilities[1 - mover]]
        assert sum(utilities) == 0
        assert number >= 0


def test_samples_have_as_many_moves_as_there_are_empty_sites() -> None:
    samples = harvest(rules()).samples
    assert list(np.diff(samples.starts)) == [9 - ply for ply in samples.ply]


def test_values_of_the_search_are_utilities() -> None:
    values = harvest(rules()).samples.values
    assert (np.abs(values) <= 1).all()
    assert len(set(values.tolist())) > 10


def test_random_openings_are_not_taught() -> None:
    play = SelfPlaySettings(openings=1.0, opening_moves=2)
    assert harvest(rules(), play=play).samples.ply.min() >= 1


def test_small_searches_teach_the_value_only() -> None:
    samples = harvest(rules(), play=SelfPlaySettings(small=2, small_share=0.5)).samples
    assert 0.2 < samples.teaches.mean() < 0.8


@pytest.mark.parametrize("text", [DICE, TRIO], ids=["chance", "three players"])
def test_chance_and_more_players_are_played_reproducibly(text: str) -> None:
    game = RulesGame(text)
    found = harvest(game, positions=30)
    assert same(found, harvest(game, workers=2, positions=30))
    assert len(found.samples)
    assert found.samples.results.shape[1] == game.players == encoding_of(game).seats
    np.testing.assert_allclose(found.matches[:, 2:].sum(1), 0, atol=1e-6)


def test_matches_that_are_given_up_are_shorter_and_lost_by_the_mover() -> None:
    game = rules()
    quiet = SelfPlaySettings(openings=0.0)
    whole = harvest(game, play=quiet)
    resigned = harvest(game, play=SelfPlaySettings(openings=0.0, resign=0.02))
    assert resigned.matches[:, 1].mean() < whole.matches[:, 1].mean()
    last = {int(match): index for index, match in enumerate(resigned.samples.match)}
    for index in last.values():
        if resigned.samples.values[index] < -0.02:
            assert resigned.samples.results[index, 0] == -1


def test_game_without_choices_is_refused_and_does_not_go_on_for_ever() -> None:
    from tests.playtest import rigged

    with pytest.raises(AptsError, match="nothing to learn"):
        harvest(RulesGame(rigged.NO_CHOICE), positions=50)


@pytest.mark.parametrize("wrong", [{"slots": 0}, {"slots": -1}, {"slots": 10**20}, {"groups": 0}, {"groups": -2}])
def test_matches_side_by_side_are_a_number_that_fits(wrong: dict[str, int]) -> None:
    with pytest.raises(AptsError, match=f"self-play takes 1 to .* for {next(iter(wrong))}"):
        SelfPlay(rules("tic-tac-toe"), GuidedSettings(), SelfPlaySettings(), **wrong)


@pytest.mark.parametrize("damage", ["cut", "flip", "no manifest", "empty", "text", "other arrays"])
def test_damaged_samples_are_refused(damage: str, tmp_path: Path) -> None:
    file = tmp_path / "samples.npz"
    np.savez(file, manifest=np.frombuffer(b'{"hash": 1}', np.uint8), planes=np.zeros(3))
    content = file.read_bytes()
    if damage == "no manifest":
        np.savez(file, planes=np.zeros(3))
    elif damage != "other arrays":
        flipped = content[:60] + bytes(255 - byte for byte in content[60:90]) + content[90:]
        file.write_bytes({"cut": content[:99], "flip": flipped, "empty": b"", "text": b"nothing"}[damage])
    with pytest.raises(AptsError, match=r"samples\.npz (holds no samples|cannot be read)"):
        read_samples(file, rules("tic-tac-toe"))


def test_samples_that_would_unpack_to_more_than_they_may_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "samples.npz"
    np.savez_compressed(file, manifest=np.frombuffer(b"{}", np.uint8), planes=np.zeros(1_000_000, np.uint8))
    monkeypatch.setattr(selfplay, "MOST_UNPACKED", 100_000)
    with pytest.raises(AptsError, match=r"samples\.npz would unpack to 1,000,\d{3} bytes"):
        read_samples(file, rules("tic-tac-toe"))


def test_samples_that_claim_more_than_any_memory_holds_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "samples.npz"
    head = b"{'descr': '<f4', 'fortran_order': False, 'shape': (100000000000000,), }".ljust(117) + b"\n"
    with ZipFile(file, "w") as parts:
        parts.writestr("manifest.npy", b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head + bytes(8))
    with pytest.raises(AptsError, match="holds no samples"):
        read_samples(file, rules("tic-tac-toe"))
