"""A pass of a beam search of patience from a position; start with `new_pass`.

FreeCell and similar games have a kernel of their own, which is twice as fast as that for any
variant.
"""

from dataclasses import dataclass

from ludoscope.games.patience.foundation import safe_foundation_moves
from ludoscope.games.patience.position import (
    FOUNDATION,
    FREE_CELL,
    NO_CARD,
    Move,
    Position,
    is_next_on_foundation,
)
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.supermoves import column_destination, plan_supermove
from ludoscope.search.patience import freecell_best_first
from ludoscope.search.patience.proof import from_kernel, rule_tables, to_kernel

# Weights of cards left, neighbours out of sequence, cells used, empty columns (subtracted), cards
# above each suit's next card and above the one after it, cards above a lower rank, lack of free
# places (cells and empty columns), columns whose bottom card is not a king, and the lower bound of
# the moves left
SUPERMOVE_WEIGHTS = (7, 13, 30, 7, 10, 2, 12, 13, 23, 14)
CARD_WEIGHTS = (5, 15, 14, -1, 13, 4, 15, 8, 48, 4)

# destinations of the kernel, besides the indices of columns
TO_CELL = 62
TO_FOUNDATION = 63


@dataclass(frozen=True, slots=True)
class BeamPassSettings:
    """Settings of a pass.

    Attributes:
        runs: True if a supermove counts as one move, otherwise each card does.
        only_safe: True if only safe cards go to the foundation automatically.
        width: The maximum number of positions of a level.
        max_moves: The maximum length of a solution.
        memory_limit: Bytes that the kernel may use.
    """

    runs: bool
    only_safe: bool
    width: int
    max_moves: int
    memory_limit: int


class BeamPass:
    """A pass of the kernel for any variant; it translates moves and positions for the game."""

    def __init__(self, game: PatienceGame, position: Position, settings: BeamPassSettings) -> None:
        from ludoscope.search.patience.kernels.beam import Beam
        from ludoscope.search.patience.kernels.beam_node import Rules
        from ludoscope.search.patience.kernels.beam_score import Score

        self._game = game
        self._start = position
        self._only_safe = settings.only_safe
        targets, can_fill, required = rule_tables(game)
        if not settings.only_safe:
            required = [(0,) * 4] * len(required)
        kernel_rules = Rules(
            len(position.columns),  # pyright: ignore[reportCallIssue]
            len(position.cells),
            (targets, can_fill, required),
        )
        weights = SUPERMOVE_WEIGHTS if settings.runs else CARD_WEIGHTS
        self.kernel = Beam(
            kernel_rules,
            Score(kernel_rules, weights, settings.runs),  # pyright: ignore[reportCallIssue]
            to_kernel(position),
            settings.runs,
            settings.only_safe,
            game.normalise,
            settings.width,
            settings.max_moves,
            settings.memory_limit,
        )

    @property
    def sample(self) -> Position:
        """A position that is being searched."""
        return from_kernel(self.kernel.position)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The solution of the kernel in moves of the game."""
        position = self._start
        solution: list[Move] = []

        def play(moves: list[Move]) -> None:
            nonlocal position
            for move in moves:
                position = self._game.play(position, move)
            solution.extend(moves)

        while automatic_moves := self._automatic_moves(position):
            play(automatic_moves)
        for source, card, count, target in self.kernel.solution:
            if target == TO_FOUNDATION:
                play([(card, FOUNDATION)])
            elif target == TO_CELL:
                play([(card, FREE_CELL)])
            elif count == 1:
                play([(card, column_destination(position, target))])
            else:
                play(plan_supermove(self._game, position, source, target, count=count))
            while automatic_moves := self._automatic_moves(position):
                play(automatic_moves)
        return tuple(solution)

    def _automatic_moves(self, position: Position) -> list[Move]:
        """Return the foundation moves that are automatic in the kernel but not in the game."""
        if self._game.normalise:
            return []
        if self._only_safe:
            return safe_foundation_moves(self._game.variant._replace(can_return=False), position)
        top_cards = (column[-1] for column in position.columns if column)
        return [
            (card, FOUNDATION)
            for card in (*top_cards, *position.cells)
            if card != NO_CARD and is_next_on_foundation(card, position.foundation)
        ]


class FreeCellBeamPass:
    """A pass of the kernel for FreeCell and similar games, which plays moves of the game itself."""

    def __init__(self, game: PatienceGame, position: Position, settings: BeamPassSettings) -> None:
        from ludoscope.search.patience.kernels.freecell_beam import FreeCellBeam

        weights = SUPERMOVE_WEIGHTS if settings.runs else CARD_WEIGHTS
        left, breaks, cells, empty, following, second, above, lack, bases, bound = weights
        row = (0, not settings.only_safe, left, breaks, cells, empty, following, second, above, 0)
        self.kernel = FreeCellBeam(
            (*row, lack, bases, 0, 0, 0, 0, 0),  # pyright: ignore[reportCallIssue]
            bound,
            (position.columns, position.cells, position.foundation),
            settings.runs,
            game.normalise,
            settings.width,
            settings.max_moves,
            settings.memory_limit,
        )

    @property
    def sample(self) -> Position:
        """A position that is being searched."""
        return Position(*self.kernel.position)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The solution of the kernel."""
        return tuple(self.kernel.solution)


def new_pass(
    game: PatienceGame, position: Position, settings: BeamPassSettings
) -> BeamPass | FreeCellBeamPass:
    """Return a pass with the kernel that plays the variant fastest."""
    if freecell_best_first.supports(game.variant):
        return FreeCellBeamPass(game, position, settings)
    return BeamPass(game, position, settings)
