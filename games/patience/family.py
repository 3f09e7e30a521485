"""The declaration of patience."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from ludoscope.games.family import GameFamily
from ludoscope.games.game import AnyGame
from ludoscope.games.units import Unit

if TYPE_CHECKING:
    from ludoscope.games.patience.protocol import Rules


class PatienceFamily(GameFamily):
    """FreeCell, Seahaven, Midnight Oil and Baker's Dozen; a run of cards moves in one action."""

    name = "patience"
    title = "Patience"
    goal = "Build each suit from the ace to the king."
    move_unit = Unit("card move", "card moves")
    measure_units = MappingProxyType({"cards": move_unit})
    puzzle_unit = Unit("deal", "deals")
    order = 2
    name_prefixes = (
        "freecell.",
        "fc.",
        "ms-",
        "seahaven.",
        "st.",
        "midnightoil.",
        "mo.",
        "bakers",
        "bd.",
    )
    groups_moves = True

    def from_spec(self, spec: dict[str, Any]) -> AnyGame:
        """Return the game of a variant from the given deal."""
        from ludoscope.games.patience.rules import from_spec

        return from_spec(spec)

    def group_moves(self, game: AnyGame, position: Any, moves: Sequence[Any]) -> list[int]:
        """Return the number of single-card moves in each step of a player."""
        from ludoscope.games.patience.solution_length import step_sizes

        return step_sizes(cast("Rules", game), position, moves)

    def is_one_step(self, game: AnyGame, position: Any, moves: Sequence[Any]) -> bool:
        """Return True for a card or a run, with any cards that go home after it.

        Which cards go home by themselves depends on a setting of the player.
        """
        from ludoscope.games.patience.position import FOUNDATION

        last = len(moves)
        while last > 1 and moves[last - 1][1] == FOUNDATION:
            last -= 1
        return super().is_one_step(game, position, moves[:last])

    def continue_line(
        self, game: AnyGame, position: Any, line: Sequence[Any], moves: Sequence[Any]
    ) -> Sequence[Any]:
        """Return the rest of a line, also if more cards are home than in the line."""
        from ludoscope.games.patience.continuation import continue_line

        if position in line:
            return super().continue_line(game, position, line, moves)
        return continue_line(cast("Rules", game), position, line, moves)
