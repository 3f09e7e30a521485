"""The declaration of peg solitaire."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from ludoscope.games.family import GameFamily
from ludoscope.games.game import AnyGame
from ludoscope.games.units import MOVES, Unit

if TYPE_CHECKING:
    from ludoscope.games.peg.rules import PegGame


class PegFamily(GameFamily):
    """Peg solitaire on six boards; consecutive jumps by one peg are one move."""

    name = "peg"
    title = "Peg solitaire"
    goal = "Jump pegs until only the goal is left."
    move_unit = Unit("jump", "jumps")
    counted_unit = MOVES
    order = 1
    name_prefixes = (
        "lucas-",
        "english-",
        "european-",
        "wiegleb-",
        "asymmetric-",
        "diamond-",
        "triangle-",
    )
    can_ignore_symmetry = True

    def from_spec(self, spec: dict[str, Any]) -> AnyGame:
        """Return the problem on a board with a start and a finish."""
        from ludoscope.games.peg.rules import from_spec

        return from_spec(spec)

    def count_moves(self, moves: Sequence[Any]) -> int:
        """Return the number of moves, where consecutive jumps by one peg are one move."""
        from ludoscope.games.peg.notation import count_moves

        return count_moves(moves)

    def continue_line(
        self, game: AnyGame, position: Any, line: Sequence[Any], moves: Sequence[Any]
    ) -> Sequence[Any]:
        """Return the rest of a line, or its image if a position symmetric to this one is on it."""
        if position in line:
            return super().continue_line(game, position, line, moves)
        problem = cast("PegGame", game)
        for permutation in problem.symmetries[1:]:
            image = problem.board.transform(position, permutation)
            if image in line:
                original = {target: hole for hole, target in enumerate(permutation)}
                rest = moves[line.index(image) :]
                return [(original[start], original[end]) for start, end in rest]
        return ()
