"""Limits of the patience kernels: every position or setting beyond them is refused."""

import pytest
from many import each_of, first_of

from ludoscope.games.patience.cards import DECK_SIZE
from ludoscope.games.patience.deals import deal_microsoft, deal_xpat2
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import BAKERS_DOZEN, FREECELL, MIDNIGHT_OIL
from ludoscope.search.kernels import Status, is_compiled
from ludoscope.search.patience.freecell_best_first import SCHEDULE
from ludoscope.search.patience.proof import rule_tables, to_kernel

if not is_compiled("ludoscope.search.patience.kernels.proof"):
    pytest.skip("kernels are not compiled", allow_module_level=True)

from ludoscope.search.patience.kernels.bakers_layout import Layout
from ludoscope.search.patience.kernels.bakers_search import BakersDozenSearch
from ludoscope.search.patience.kernels.beam import Beam
from ludoscope.search.patience.kernels.beam_node import Rules
from ludoscope.search.patience.kernels.beam_score import Score
from ludoscope.search.patience.kernels.freecell_beam import FreeCellBeam
from ludoscope.search.patience.kernels.freecell_best_first import FreeCellSearch
from ludoscope.search.patience.kernels.proof import Proof
from ludoscope.search.patience.kernels.same_suit_search import SameSuitSearch
from ludoscope.search.patience.kernels.same_suit_solution import SolutionMoves

MEMORY = 1 << 24
WEIGHTS = (7, 13, 30, 7, 10, 2, 12, 13, 23, 14)
WHOLE_DECK = tuple(range(DECK_SIZE))
NO_CARD = 255

GAME = PatienceGame.from_row_deal(FREECELL, deal_microsoft(1))

# columns, foundation: in each of them some card is missing, there twice, or no card
WRONG_DECKS = [
    ((WHOLE_DECK[1:],), (0, 0, 0, 0)),
    ((WHOLE_DECK[1:], (51,)), (0, 0, 0, 0)),
    ((WHOLE_DECK[1:], (52,)), (0, 0, 0, 0)),
    ((WHOLE_DECK[1:], (-1,)), (0, 0, 0, 0)),
    ((WHOLE_DECK * 5,), (0, 0, 0, 0)),
    ((WHOLE_DECK,), (1, 0, 0, 0)),
    ((), (14, 13, 13, 12)),
    ((), (200, 200, 200, 220)),
]


def lists(columns: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    return [list(column) for column in columns]


def beam(
    columns: tuple[tuple[int, ...], ...],
    foundation: tuple[int, ...] = (0, 0, 0, 0),
    *,
    column_count: int = 0,
    width: int = 8,
    memory: int = MEMORY,
) -> Beam:
    played = Rules(column_count or len(columns), 4, rule_tables(GAME))
    score = Score(played, WEIGHTS, True)
    position = (lists(columns), [NO_CARD] * 4, list(foundation))
    return Beam(played, score, position, True, False, True, width, 100, memory)


def freecell_beam(
    columns: tuple[tuple[int, ...], ...],
    foundation: tuple[int, ...] = (0, 0, 0, 0),
    *,
    cells: int = 4,
    width: int = 8,
    memory: int = MEMORY,
) -> FreeCellBeam:
    position = (columns, (-1,) * cells, foundation)
    return FreeCellBeam(SCHEDULE[0], 14, position, True, True, width, 100, memory)


def proof(
    columns: tuple[tuple[int, ...], ...], foundation: tuple[int, ...] = (0, 0, 0, 0)
) -> Proof:
    return Proof(lists(columns), [NO_CARD] * 4, list(foundation), rule_tables(GAME), False, MEMORY)


def bakers(
    columns: tuple[tuple[int, ...], ...], foundation: tuple[int, ...] = (0, 0, 0, 0)
) -> Layout:
    return Layout(lists(columns), list(foundation), True, False, (6, 18, 0, 0, 14, 8, 18, 20))


@each_of(("columns", "foundation"), WRONG_DECKS)
def test_each_card_must_be_in_one_place(columns, foundation):
    swift = FreeCellSearch(SCHEDULE, 4)
    with pytest.raises(ValueError):
        swift.start_search(columns, (-1,) * 4, foundation, True, MEMORY)
    assert swift.run(10) is Status.FAILED
    for kernel in (beam, freecell_beam, proof, bakers):
        with pytest.raises(ValueError):
            kernel(columns, foundation)
    with pytest.raises(ValueError):
        SolutionMoves(columns, (), foundation, True, True)


@pytest.mark.parametrize("columns", [((51, 51),), ((52,),), ((-1,),), ((3,), (2, 3))])
def test_the_columns_of_the_same_suit_search_have_each_card_once(columns):
    with pytest.raises(ValueError):
        SameSuitSearch(columns, 4, True, MEMORY)


def test_numbers_of_columns_and_cells():
    def columns(count: int) -> tuple[tuple[int, ...], ...]:
        return (WHOLE_DECK, *[()] * (count - 1))

    swift = FreeCellSearch(SCHEDULE, 12)
    swift.start_search(columns(14), (-1,) * 12, (0,) * 4, True, MEMORY)
    beam(columns(24))
    proof(columns(24))
    bakers(columns(13))
    SameSuitSearch(columns(64), 0, False, MEMORY)
    SolutionMoves(columns(64), (), (0,) * 4, False, True)
    with pytest.raises(ValueError, match="14 columns and 12 cells"):
        swift.start_search(columns(15), (-1,) * 12, (0,) * 4, True, MEMORY)
    with pytest.raises(ValueError, match="14 columns and 12 cells"):
        swift.start_search(columns(14), (-1,) * 13, (0,) * 4, True, MEMORY)
    freecell_beam(columns(14), cells=12)
    for count, cells in ((15, 12), (14, 13)):
        with pytest.raises(ValueError, match="14 columns and 12 cells"):
            freecell_beam(columns(count), cells=cells)
    with pytest.raises(ValueError, match="found 4 cells, expected 12"):
        swift.start_search(columns(14), (-1,) * 4, (0,) * 4, True, MEMORY)
    with pytest.raises(ValueError, match="found 13 cells, the kernel takes up to 12"):
        FreeCellSearch(SCHEDULE, 13)
    for kernel, count in ((beam, 25), (proof, 25), (bakers, 14)):
        with pytest.raises(ValueError, match=f"{count - 1} columns"):
            kernel(columns(count))
    with pytest.raises(ValueError, match="64 columns"):
        SameSuitSearch(columns(65), 0, False, MEMORY)
    with pytest.raises(ValueError, match="64 columns"):
        SolutionMoves(columns(65), (), (0,) * 4, False, True)


def test_a_beam_fits_its_rules():
    with pytest.raises(ValueError, match="expected 8 columns"):
        beam((WHOLE_DECK, *[()] * 23), column_count=8)
    for kernel in (beam, freecell_beam):
        with pytest.raises(ValueError, match="width 0"):
            kernel((WHOLE_DECK,), width=0)
    played = Rules(8, 4, rule_tables(GAME))
    with pytest.raises(ValueError, match="11 weights"):
        Score(played, (*WEIGHTS, 1), True)


def test_at_most_four_cards_take_a_card():
    takers, fills, required = rule_tables(GAME)
    takers = [(*cards, 1, 2, 3) for cards in takers]
    with pytest.raises(ValueError, match="4 others"):
        Proof(*to_kernel(GAME.start), (takers, fills, required), False, MEMORY)


@pytest.mark.parametrize(
    "weights", [(0, 0, 0, 0, -90, 0, 1, 0, 0), (6, 18, 0, 0, 14, 0, 900, 9, 900)]
)
def test_scores_beyond_the_buckets_change_only_the_order(weights):
    game = PatienceGame.from_deal(BAKERS_DOZEN, deal_xpat2(1))
    columns = lists(game.start.columns)
    kernel = BakersDozenSearch(
        Layout(columns, [0] * 4, True, False, weights[:-1]), weights[-1], 1 << 28
    )
    assert kernel.run(20_000) in (Status.SOLVED, Status.SEARCHING)
    assert (kernel.best_score < 0) == (weights[4] < 0)
    assert kernel.entries - kernel.explored == kernel.frontier


@pytest.mark.parametrize(("width", "levels"), [(-1, 9), ((1 << 30) + 1, 9), (9, -1)])
def test_a_beam_of_bakers_dozen_has_a_width_and_levels(width, levels):
    with pytest.raises(ValueError, match=f"width {width} and {levels} levels"):
        BakersDozenSearch(bakers((WHOLE_DECK,)), 0, MEMORY, width, levels)


@pytest.mark.parametrize("make_beam", [beam, freecell_beam])
@first_of("memory", range(1_000_000, 3_000_000, 250_000), 4)
def test_the_tables_of_a_beam_stay_within_the_limit(make_beam, memory):
    kernel = make_beam(GAME.start.columns, width=2_000, memory=memory)
    while kernel.run(1_000) is Status.SEARCHING:
        assert kernel.size_bytes <= memory
    assert kernel.size_bytes <= memory


def test_a_search_that_has_not_begun_has_the_position_given():
    swift = FreeCellSearch(SCHEDULE, 4)
    assert swift.position == ((), (-1,) * 4, (0, 0, 0, 0))
    start = GAME.start
    swift.start_search(start.columns, start.cells, start.foundation, True, MEMORY)
    assert swift.position == (start.columns, start.cells, start.foundation)


def test_a_position_refuted_at_once_has_no_steps():
    game = PatienceGame.from_deal(MIDNIGHT_OIL, deal_xpat2(2))
    search = SameSuitSearch(game.start.columns, 0, False, MEMORY)
    assert search.run(1) is Status.EXHAUSTED
    assert search.entries == search.explored == 0
    lengths, kings = search.current_state
    assert (len(lengths), kings) == (len(game.start.columns), 0)
    assert search.steps == []
