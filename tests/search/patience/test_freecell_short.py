"""`short` and `short-cards`: solutions that replay, their lengths, limits, every variant."""

import random
import time

import pytest
from many import first_of, many

from ludoscope.games.patience.cards import DECK_SIZE
from ludoscope.games.patience.deals import deal_microsoft, deal_xpat2
from ludoscope.games.patience.position import NO_CARD, Chances, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.solution_length import count_card_moves, count_supermoves
from ludoscope.games.patience.variants import (
    ANY_CARD,
    OTHER_COLOUR,
    RETURN_VARIANTS,
    VARIANTS,
    Variant,
)
from ludoscope.search.budget import Limits, memory_in_use
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.generic.uninformed import breadth_first
from ludoscope.search.kernels import Status, is_compiled
from ludoscope.search.patience.beam_passes import (
    BeamPass,
    BeamPassSettings,
    FreeCellBeamPass,
    new_pass,
)
from ludoscope.search.patience.solvers import SHORT_KERNELS
from ludoscope.search.registry import find_solver
from ludoscope.search.verify import replay

pytestmark = pytest.mark.skipif(
    not all(map(is_compiled, SHORT_KERNELS)), reason="kernels are not compiled"
)

BRIEFLY = Limits(explored=60_000)
NAMES = ("short", "short-cards")


def microsoft(number: int, *, normalise: bool = True) -> PatienceGame:
    return PatienceGame.from_row_deal(
        VARIANTS["FreeCell"], deal_microsoft(number), normalise=normalise
    )


def verdict(game: PatienceGame, name: str = "short", limits: Limits = BRIEFLY) -> Verdict:
    *reports, last = find_solver(game, name).run(game, game.start, limits)
    assert all(isinstance(report, Progress) for report in reports)
    assert isinstance(last, Verdict)
    if isinstance(last, Solved):
        assert last.optimal_in is None
        assert replay(game, game.start, last.moves).is_valid
    return last


def length(game: PatienceGame, name: str, moves: tuple) -> int:
    return count_supermoves(game, game.start, moves) if name == "short" else count_card_moves(moves)


def small(seed: int, cells: int) -> PatienceGame:
    """Return a game of high cards dealt to three or four columns, low ones home."""
    dice = random.Random(seed)
    variant = Variant("Small", "sm", (0,) * dice.randint(3, 4), cells, OTHER_COLOUR, ANY_CARD)
    home = tuple(dice.randint(9, 11) for _ in range(4))
    left = [card for card in range(DECK_SIZE) if card >> 2 >= home[card & 3]]
    dice.shuffle(left)
    heaps: list[tuple[int, ...]] = [()] * len(variant.column_sizes)
    for card in left:
        heaps[dice.randrange(len(heaps))] += (card,)
    return PatienceGame(variant, Position(tuple(heaps), (NO_CARD,) * cells, home))


@pytest.mark.parametrize("cells", range(4))
def test_on_small_decks_single_cards_are_as_few_as_can_be(cells: int) -> None:
    for seed in range(many(60)):
        game = small(seed, cells)
        plain = list(breadth_first(game, game.start, Limits(explored=2_000)))[-1]
        if isinstance(plain, GaveUp):
            continue
        found = verdict(game, "short-cards")
        assert type(found) is type(plain)
        if isinstance(found, Solved) and isinstance(plain, Solved):
            assert len(found.moves) == len(plain.moves)
            assert count_supermoves(game, game.start, verdict(game).moves) <= len(plain.moves)


@first_of("name", NAMES)
@first_of("normalise", [True, False])
def test_progress_tells_the_length_of_what_is_returned(name: str, normalise: bool) -> None:
    game = microsoft(1, normalise=normalise)
    limits = Limits(explored=120_000)
    *reports, last = find_solver(game, name).run(game, game.start, limits)
    assert isinstance(last, Solved)
    known = [report.best for report in reports if report.best is not None]
    assert known == sorted(known, reverse=True)
    assert len(set(known)) > 1
    assert length(game, name, last.moves) == known[-1]


def ended(beam: BeamPass | FreeCellBeamPass) -> Status:
    """Run the kernel to its end and return its status."""
    while beam.kernel.run(1000) is Status.SEARCHING:
        pass
    status: Status = beam.kernel.status
    return status


@first_of("name", NAMES)
def test_wider_is_shorter(name: str) -> None:
    lengths = []
    for width in (64, 1024):
        total = 0
        for number in range(101, 109):
            game = microsoft(number)
            plan = BeamPassSettings(name == "short", False, width, 99, 1 << 28)
            beam = new_pass(game, game.start, plan)
            solved = ended(beam) is Status.SOLVED
            total += length(game, name, beam.moves) if solved else 60
        lengths.append(total / 8)
    assert lengths[1] < lengths[0] < 45


@pytest.mark.parametrize("pass_class", [BeamPass, FreeCellBeamPass])
@first_of("runs", [True, False])
def test_the_bound_cuts_nothing_that_is_short_enough(
    pass_class: type[BeamPass | FreeCellBeamPass], runs: bool
) -> None:
    for number in range(1, 6):
        game = microsoft(number)
        free = pass_class(game, game.start, BeamPassSettings(runs, False, 256, 99, 1 << 28))
        ended(free)
        made = free.kernel.depth + 1
        bound = pass_class(game, game.start, BeamPassSettings(runs, False, 256, made, 1 << 28))
        assert ended(bound) is Status.SOLVED
        assert bound.kernel.depth < made
        settings = BeamPassSettings(runs, False, 256, made - 9, 1 << 28)
        assert ended(pass_class(game, game.start, settings)) is Status.FAILED


def compare_kernels(game: PatienceGame, settings: BeamPassSettings) -> bool:
    """Check that both kernels agree where none leaves a position out; return True if neither won.

    Within a level they differ in the order of positions, so a win ends them at different ones.
    """
    passes = [kernel(game, game.start, settings) for kernel in (BeamPass, FreeCellBeamPass)]
    statuses = [ended(beam) for beam in passes]
    depths = [beam.kernel.depth for beam in passes]
    assert statuses[0] is statuses[1]
    assert depths[0] == depths[1]
    if statuses[0] is Status.SOLVED:
        return False
    assert passes[0].kernel.explored == passes[1].kernel.explored
    return True


@pytest.mark.parametrize("runs", [True, False])
@pytest.mark.parametrize("only_safe", [True, False])
def test_both_kernels_search_the_same_positions(runs: bool, only_safe: bool) -> None:
    compared = 0
    games = [small(seed, cells) for seed in range(many(60)) for cells in range(4)]
    games += [microsoft(number) for number in range(1, 1 + many(20))]
    for game in games:
        game = PatienceGame(game.variant, game.start, normalise=not only_safe)
        for max_moves in (3, 6, 9):
            settings = BeamPassSettings(runs, only_safe, 1 << 20, max_moves, 1 << 28)
            compared += compare_kernels(game, settings)
    assert compared > len(games) // 2  # the other passes end with a win


def test_a_pass_lasts_for_as_many_positions_as_it_is_given() -> None:
    game = microsoft(1)
    for positions in (2_000, 8_000):
        beam = new_pass(game, game.start, BeamPassSettings(True, False, 1 << 12, 36, 1 << 28))
        beam.kernel.max_explored = positions
        assert ended(beam) is Status.SOLVED
        assert positions / 3 < beam.kernel.explored <= positions + beam.kernel.depth + 1


def test_with_a_time_limit_the_last_pass_takes_the_time_that_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = 0.0

    def tick() -> float:
        nonlocal clock
        clock += 0.001
        return clock

    monkeypatch.setattr("ludoscope.search.budget.time.perf_counter", tick)
    game = microsoft(2)
    *_, quick = find_solver(game, "short").run(game, game.start, Limits(seconds=0.02))
    *_, slow = find_solver(game, "short").run(game, game.start, Limits(seconds=0.2))
    assert isinstance(quick, Solved)
    assert isinstance(slow, Solved)
    assert slow.explored > 4 * quick.explored
    assert len(slow.moves) <= len(quick.moves)


def test_runs_are_fewer_than_cards() -> None:
    game = microsoft(1)
    by_runs, by_cards = (verdict(game, name) for name in NAMES)
    assert isinstance(by_runs, Solved)
    assert isinstance(by_cards, Solved)
    assert (
        count_supermoves(game, game.start, by_runs.moves)
        < len(by_cards.moves)
        <= len(by_runs.moves)
    )


@pytest.mark.long
@first_of("number", [98714, 1941])
def test_deals_won_only_by_keeping_cards_back(number: int) -> None:
    game = microsoft(number, normalise=False)
    assert isinstance(verdict(game, limits=Limits(explored=200_000)), Solved)


def test_what_has_no_solution_is_left_to_the_prover() -> None:
    lost = verdict(microsoft(781948), limits=Limits(seconds=5))
    assert isinstance(lost, Unsolvable)
    assert "under forced normalisation" in lost.proof


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("variant", "seed"), [("Seahaven", 1), ("MidnightOil", 4), ("BakersDozen", 1)]
)
@first_of("normalise", [True, False])
def test_the_other_variants(name: str, variant: str, seed: int, normalise: bool) -> None:
    game = PatienceGame.from_deal(VARIANTS[variant], deal_xpat2(seed), normalise)
    assert isinstance(verdict(game, name), Solved)


@pytest.mark.long
def test_cards_that_may_return() -> None:
    for variant in RETURN_VARIANTS.values():
        game = PatienceGame.from_deal(variant, deal_xpat2(1), normalise=False)
        assert isinstance(verdict(game), Solved)


def test_a_game_with_chances_is_left_to_the_readable_beam() -> None:
    variant = VARIANTS["FullMidnightOil"]
    kings = tuple((card,) for card in range(48, DECK_SIZE))
    columns = (*kings, *[()] * (len(variant.column_sizes) - 4))
    start = Position(columns, (), (12,) * 4, Chances(1, 2, 1))
    game = PatienceGame(variant, start, normalise=False)
    assert isinstance(verdict(game), Solved)


def test_the_time_limit_is_kept_with_a_solution_in_hand() -> None:
    for seconds in (0.05, 0.3):
        started = time.process_time()
        assert isinstance(verdict(microsoft(3), limits=Limits(seconds=seconds)), Solved)
        assert time.process_time() - started < seconds + 0.1


def test_the_limit_of_positions_is_kept() -> None:
    last = verdict(microsoft(3), limits=Limits(explored=50))
    assert isinstance(last, GaveUp)
    assert last.explored == 50
    assert isinstance(verdict(microsoft(3), limits=Limits(explored=20_000)), Solved)


def test_the_memory_limit_is_kept() -> None:
    limit = 8 * 2**20
    before = memory_in_use()
    game = microsoft(3)
    *reports, last = find_solver(game, "short").run(game, game.start, Limits(memory=limit))
    assert isinstance(last, Solved)
    assert max(report.bytes for report in reports) <= limit
    assert memory_in_use() - before < 1.1 * limit


def test_it_can_be_stopped_at_any_report() -> None:
    game = microsoft(3)
    search = find_solver(game, "short").run(game, game.start, Limits())
    first = next(search)
    assert isinstance(first, Progress)
    assert game.parse(game.text(first.sample)) == first.sample
    search.close()
