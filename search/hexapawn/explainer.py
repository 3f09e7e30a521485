"""The explainer of hexapawn: the other side to move, a pawn more or less."""

from collections.abc import Iterator, Sequence

from ludoscope.games import AnyGame, Unit
from ludoscope.games.hexapawn.rules import HexapawnGame, Position
from ludoscope.search.explanation import Change, ChangeKind, Explainer
from ludoscope.search.registry import get_solver
from ludoscope.search.solver import Solver

SIDE = Unit("change of the side to move", "changes of the side to move")
PAWNS = Unit("pawn more or less", "pawns more or less")


class HexapawnExplainer(Explainer[HexapawnGame]):
    """Changes of hexapawn; the side that is to move, and lost, has to win after them."""

    def change_kinds(self, game: HexapawnGame, position: Position) -> Sequence[ChangeKind]:
        """Return the change of the side to move, and a pawn more or less of either side."""
        mover = "black" if position.white_to_move else "white"
        passed = position._replace(white_to_move=not position.white_to_move)
        side_change = Change(f"let {mover} move", game, passed, passes_turn=True)
        return (
            ChangeKind("side", SIDE, lambda _: [side_change]),
            ChangeKind("pawn", PAWNS, lambda _: _pawn_changes(game, position)),
        )

    def judge(self, game: AnyGame) -> Solver:
        """Return the solver that finds only who wins, if its kernels are compiled."""
        solver = get_solver(game.family, "winner")
        return solver if solver.is_available else super().judge(game)


def _pawn_changes(game: HexapawnGame, position: Position) -> Iterator[Change]:
    """Yield the positions with a pawn less, then those with one more.

    No pawn is added on its last row, where it would end the game.
    """
    cells = range(game.rows * game.columns)
    occupied = position.white | position.black
    for side, own in (("white", position.white), ("black", position.black)):
        for cell in cells:
            if own >> cell & 1:
                yield _change_pawn(game, position, f"take away the {side} pawn on", side, cell)
    for side, last_row in (("white", game.rows - 1), ("black", 0)):
        for cell in cells:
            if not occupied >> cell & 1 and cell // game.columns != last_row:
                yield _change_pawn(game, position, f"add a {side} pawn on", side, cell)


def _change_pawn(game: HexapawnGame, position: Position, text: str, side: str, cell: int) -> Change:
    """Return the change of one pawn of a side."""
    if side == "white":
        changed = position._replace(white=position.white ^ 1 << cell)
    else:
        changed = position._replace(black=position.black ^ 1 << cell)
    place = game.cell_text(cell)
    return Change(f"{text} {place}", game, changed, (place,))
