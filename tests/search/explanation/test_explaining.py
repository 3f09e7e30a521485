"""Explanations of lost positions: known answers, the order of sizes, limits, and cores."""

from collections.abc import Iterator
from typing import Any

import pytest

from ludoscope.games import Unit
from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.games.patience.variants import find_variant
from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.rules import PegGame
from ludoscope.games.rush.rules import RushGame, read_game
from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Solved, Unsolvable, Verdict
from ludoscope.search.explanation import (
    Change,
    ChangeKind,
    Core,
    Explainer,
    Explanation,
    Relaxation,
    RelaxedStart,
    TriedKind,
    TriedSize,
    earlier_positions,
    explain,
    find_core,
    find_explainer,
)
from ludoscope.search.judging import judge_position
from ludoscope.search.patience.explainer import PatienceExplainer
from ludoscope.search.verify import replay

BLOCKED_GRID = "~~~~~~/~~~B~~/AA~B~~/~~~B~C/~~~D~C/~~~D~~"  # B and D fill a column but for a square


def final(
    game: Any,
    position: Any,
    earlier: Any = (),
    *,
    seconds: float = 60,
    explainer: Explainer[Any] | None = None,
) -> Explanation:
    """Return the last explanation of a position; check the moves of all changes."""
    *_, explanation = explain(game, position, earlier, Limits(seconds), explainer)
    assert isinstance(explanation, Explanation)
    for kind in explanation.kinds:
        for win in kind.wins:
            assert replay(win.change.game, win.change.position, win.moves)
    return explanation


def sizes(explanation: Explanation, name: str) -> list[tuple[int, int, int]]:
    """Return total, wins and losses of each size of a kind."""
    kind = next(kind for kind in explanation.kinds if kind.name == name)
    return [(tried.total, tried.won, tried.losses) for tried in kind.sizes]


def test_the_swaps_of_a_lost_seahaven_deal() -> None:
    """Known answer: of 1,225 swaps of two cards in columns 784 win."""
    game = catalogue.find("Seahaven.12").game
    explainer = PatienceExplainer()
    swaps = next(kind for kind in explainer.change_kinds(game, game.start) if kind.name == "swap")
    verdicts = [
        type(judge_position(game, change.position, Limits())) for change in swaps.changes(1)
    ]
    assert (len(verdicts), verdicts.count(Solved), verdicts.count(Unsolvable)) == (1225, 784, 441)


def test_a_card_beneath_a_king_of_its_suit_is_a_core() -> None:
    game = catalogue.find("MidnightOil.2").game
    explanation = final(game, game.start)
    assert explanation.core
    assert explanation.core.elements == ("KH", "7H")
    assert explanation.core.is_irreducible
    assert explanation.core.total == 48
    assert sizes(explanation, "cell") == [(1, 0, 1), (1, 0, 1), (1, 1, 0)]
    assert sizes(explanation, "swap") == [(1128, 0, 1128)]
    assert explanation.is_complete
    assert explanation.smallest_size is None, "two swaps might be fewer than three cells"


def test_boats_and_walls_that_block_the_exit() -> None:
    game = read_game(BLOCKED_GRID, "slides")
    explanation = final(game, game.start)
    assert isinstance(explanation.verdict, Unsolvable)
    assert sizes(explanation, "boat") == [(3, 2, 1)]
    texts = [win.change.text for win in explanation.kinds[-1].wins]
    assert texts == ["take away boat B", "take away boat D"]
    assert explanation.core
    assert explanation.core.elements == ("B", "D")
    assert explanation.smallest_size == 1
    walled = read_game(BLOCKED_GRID.replace("D", "x"), "slides")
    explanation = final(walled, walled.start)
    assert sizes(explanation, "boat") == [(4, 1, 3)]
    assert explanation.kinds[0].unit.singular == "boat or wall away"
    assert explanation.core
    assert explanation.core.elements == ("3,5", "B")
    crowded = read_game(BLOCKED_GRID.replace("B", "x").replace("D", "x"), "slides")
    explanation = final(crowded, crowded.start)
    assert explanation.kinds[0].wins[0].change.text == "take away the wall at 3,2"


def test_pegs_more_or_less_and_the_colouring() -> None:
    board = BOARDS["european"]
    centre = 1 << board.hole_numbers[4, 4]
    game = PegGame(board, board.all_holes & ~centre, centre)
    explanation = final(game, game.start, seconds=5)
    assert isinstance(explanation.verdict, Unsolvable)
    assert explanation.verdict.proof.startswith("colouring")
    kind = explanation.kinds[-1]
    assert kind.name == "peg"
    assert kind.sizes[0].total == 37


def test_the_side_to_move_and_pawns() -> None:
    game = HexapawnGame(3, 3)  # white, to move, loses
    explanation = final(game, game.start)
    assert explanation.is_lost
    assert isinstance(explanation.verdict, Solved)
    assert sizes(explanation, "side") == [(1, 1, 0)]
    pawns = next(kind for kind in explanation.kinds if kind.name == "pawn")
    assert pawns.sizes[0].total == 6 + 2 * 3, "pawns on the last row would end the game"
    assert all("on" in win.change.text and win.change.elements for win in pawns.wins)


def test_a_position_that_can_be_won_is_not_explained() -> None:
    game = catalogue.find("orush-02").game
    explanation = final(game, game.start)
    assert not explanation.is_lost
    assert not explanation.kinds
    assert str(explanation) == "The position can be won."


def test_moves_taken_back_are_found_by_bisection() -> None:
    """Take back moves of a game that could be won at first, one card at a time."""
    game = catalogue.find("Seahaven.10").game
    positions, moves, position = [game.start], [], game.start
    for _ in range(30):
        move = game.moves(position)[-1]  # to cells, if possible
        position = game.play(position, move)
        positions.append(position)
        moves.append(move)
        if isinstance(judge_position(game, position, Limits(5)), Unsolvable):
            break
    earlier = earlier_positions(game, game.start, moves)
    assert earlier[0] == positions[-2]
    assert earlier[-1] == game.start
    explanation = final(game, position, earlier, explainer=Explainer())
    assert sizes(explanation, "undo") == [(1, 1, 0)]
    later = game.play(position, game.moves(position)[0])
    explanation = final(game, later, [position, *earlier], explainer=Explainer())
    assert sizes(explanation, "undo") == [(1, 0, 1), (1, 1, 0)]
    assert explanation.kinds[0].wins[0].change.text == "take back 2 moves"


def test_what_is_left_when_the_time_is_over_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock says that the time is over once it has been asked a hundred times."""
    questions = iter([False] * 100)
    is_over = property(lambda run: next(questions, True))
    monkeypatch.setattr("ludoscope.search.explanation.explaining._Run.is_out_of_time", is_over)
    game = catalogue.find("MidnightOil.2").game
    explanation = final(game, game.start)
    assert explanation.is_lost
    assert not explanation.is_complete
    swaps = next(kind for kind in explanation.kinds if kind.name == "swap")
    assert swaps.sizes[0].undecided > 1000
    assert explanation.core is None
    assert "undecided" in str(explanation)
    assert "limit was reached" in str(explanation)


class SizesExplainer(Explainer[Any]):
    """An explainer with changes of which only those of size 3 win."""

    def change_kinds(self, game: Any, position: Any) -> list[ChangeKind]:
        blocked = read_game(BLOCKED_GRID)
        open_game = read_game("~~~~~~/~~~~~~/AA~~~~/~~~~~~/~~~~~~/~~~~~~")
        games = {1: [blocked], 2: [blocked, blocked], 3: [open_game]}

        def changes(size: int) -> Iterator[Change]:
            return (Change("do", each, each.start) for each in games[size])

        return [ChangeKind("thing", Unit("thing", "things"), changes, 3)]


def test_smaller_changes_are_refuted_first() -> None:
    game = read_game(BLOCKED_GRID)
    *_, explanation = explain(game, game.start, (), Limits(20), SizesExplainer())
    assert isinstance(explanation, Explanation)
    assert sizes(explanation, "thing") == [(1, 0, 1), (2, 0, 2), (1, 1, 0)]
    assert explanation.kinds[0].is_smallest
    assert explanation.smallest_size == 3
    assert "fewer are not enough" in str(explanation)


def test_smallest_is_not_claimed_if_a_smaller_change_is_undecided() -> None:
    unit = Unit("thing", "things")
    open_size = TriedSize(1, 2, 0, 1, ())
    won = TriedSize(2, 1, 1, 0, (object(),))  # type: ignore[arg-type]  # only counted
    kind = TriedKind("thing", unit, (open_size, won))
    assert not kind.is_smallest
    assert kind.undecided_smaller == 1
    explanation = Explanation(verdict=Unsolvable(proof="so"), is_lost=True, kinds=(kind,))
    assert explanation.smallest_size is None


def relaxation_of(needed: set[frozenset[int]], count: int) -> Relaxation:
    """Return a relaxation that is lost if one of some sets is kept; the position is the set."""
    names = tuple(map(str, range(count)))
    game: Any = None
    unit = Unit("element", "elements")
    return Relaxation(names, unit, "is gone", lambda kept: RelaxedStart(game, kept))


@pytest.mark.parametrize("needed", [{3}, {0, 19}, set(range(20)), set()])
def test_a_core_is_found_by_deletion(needed: set[int]) -> None:
    judged: list[frozenset[int]] = []

    def judge(start: RelaxedStart, is_long: bool) -> Verdict:
        judged.append(start.position)
        return Unsolvable(proof="kept") if start.position >= needed else Solved(moves=())

    *_, search = find_core(relaxation_of(set(), 20), judge)
    core = search.core()
    assert isinstance(core, Core)
    assert set(map(int, core.elements)) == needed
    assert core.is_irreducible
    assert len(judged) <= 60


def test_a_core_names_what_is_undecided() -> None:
    def judge(start: RelaxedStart, is_long: bool) -> Verdict:
        if 5 not in start.position:
            return GaveUp(reason="no time")
        return Unsolvable(proof="kept") if 2 in start.position else Solved(moves=())

    *_, search = find_core(relaxation_of(set(), 8), judge)
    core = search.core()
    assert core
    assert core.elements == ("2", "5")
    assert core.undecided == ("5",)
    assert not core.is_irreducible
    *_, search = find_core(relaxation_of(set(), 8), lambda start, is_long: Solved(moves=()))
    assert search.core() is None, "the relaxed game is not lost with all elements"


def test_what_a_short_search_leaves_open_is_tried_once_more() -> None:
    def judge(start: RelaxedStart, is_long: bool) -> Verdict:
        if not is_long and 5 not in start.position:
            return GaveUp(reason="a short search")
        return Unsolvable(proof="kept") if 2 in start.position else Solved(moves=())

    *_, search = find_core(relaxation_of(set(), 8), judge)
    core = search.core()
    assert core
    assert core.elements == ("2",)
    assert core.is_irreducible


def test_variants_with_more_cells_can_be_named() -> None:
    variant = find_variant("FreeCell+2")
    assert variant
    assert (variant.name, variant.cells) == ("FreeCell+2", 6)
    assert [find_variant(name) for name in ("FreeCell+", "FreeCell+0", "FreeCell+x", "+1")] == (
        [None] * 4
    )


def test_a_family_without_a_declaration_takes_back_moves_only() -> None:
    explainer = Explainer[Any]()
    game = read_game(BLOCKED_GRID)
    *_, explanation = explain(game, game.start, [game.start], Limits(10), explainer)
    assert isinstance(explanation, Explanation)
    assert [kind.name for kind in explanation.kinds] == ["undo"]
    assert explanation.core is None
    assert "lost from the start" in str(explanation)
    assert isinstance(find_explainer("rush").change_kinds(game, game.start), list)
    assert isinstance(game, RushGame)
