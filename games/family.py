"""The declaration of a family of games: its name, its units and how its moves are counted."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ludoscope.games.game import AnyGame
from ludoscope.games.units import MOVES, PUZZLES, Unit

REQUIRED_ATTRIBUTES = ("name", "title", "goal")


class GameFamily(ABC):
    """A family of games that share rules, such as peg solitaire or patience.

    A plug-in subclasses it, sets the attributes, implements `from_spec`, and names the class in the
    entry-point group `ludoscope.games`. The other methods have defaults that fit a game whose moves
    are counted one by one.

    All families are loaded whenever the program starts. A family therefore imports its rules in the
    methods that need them, not at the top of the module: importing those of the four families of
    Ludoscope takes 27 ms.

    Attributes:
        name: The value of `Game.family`, as typed on the command line: "peg".
        title: The name shown to players: "Peg solitaire".
        goal: The goal in one short sentence, at most 45 characters.
        move_unit: What a move of `Game.moves` is called: `Unit("jump", "jumps")`.
        counted_unit: The unit of `count_moves`, if players count in a unit that differs from
            `move_unit`; None if they do not.
        part_unit: The unit of `count_parts`, a smaller unit that is shown next to the number of
            moves ("18 moves, 28 squares"); None if there is none.
        puzzle_unit: What its puzzles are called: `Unit("deal", "deals")`.
        measure_units: The words for a measure of its games and solvers that is not the plural of
            one of the units above, by `Game.measure`. A measure without words is `move_unit`.
        players: 1, or 2 if two sides alternate.
        order: The position in lists of families, lowest first. Families of plug-ins come after
            those of Ludoscope; families of equal order are sorted by name.
        name_prefixes: Lower-case prefixes of the names of its puzzles. A puzzle is first looked up
            in the families with a matching prefix, which saves loading the others.
        groups_moves: True if `group_moves` is overridden, so that players count groups of moves.
        can_ignore_symmetry: True if its games have a method `without_symmetry`, which returns the
            same game with a `key` that treats symmetric positions as different.
    """

    name: str
    title: str
    goal: str
    move_unit: Unit = MOVES
    counted_unit: Unit | None = None
    part_unit: Unit | None = None
    puzzle_unit: Unit = PUZZLES
    measure_units: Mapping[str, Unit] = MappingProxyType({})
    players: int = 1
    order: int = 100
    name_prefixes: tuple[str, ...] = ()
    groups_moves: bool = False
    can_ignore_symmetry: bool = False

    @abstractmethod
    def from_spec(self, spec: dict[str, Any]) -> AnyGame:
        """Return the game that a result of `Game.spec` describes.

        Raises:
            ValueError: The parameters are not those of a game of this family.
        """

    def as_played(self, game: AnyGame) -> AnyGame:
        """Return the variant of a game that the app plays, such as one measured in slides."""
        return game

    def count_moves(self, moves: Sequence[Any]) -> int:
        """Return the length of a list of moves as players count it.

        Its unit is `counted_unit`, or else `move_unit`.
        """
        return len(moves)

    def count_parts(self, moves: Sequence[Any]) -> int | None:
        """Return the length of a list of moves in `part_unit`, or None if there is no such unit."""
        return None

    def merge_moves(self, last: Any, move: Any) -> Any:
        """Merge two consecutive moves into one legal move; return None if they remain two."""
        return None

    def group_moves(self, game: AnyGame, position: Any, moves: Sequence[Any]) -> list[int]:
        """Return the number of moves in each group that a player makes in one action.

        In patience, for example, a player moves a run of cards at once, which is several moves of
        the game. The sizes add up to the number of moves.
        """
        return [1] * len(moves)

    def is_one_step(self, game: AnyGame, position: Any, moves: Sequence[Any]) -> bool:
        """Return True if a player makes these moves in one action: one turn of a game for two.

        By default they are one group of `group_moves`. A family whose board makes further moves by
        itself allows these, too.
        """
        return len(self.group_moves(game, position, moves)) == 1

    def continue_line(
        self, game: AnyGame, position: Any, line: Sequence[Any], moves: Sequence[Any]
    ) -> Sequence[Any]:
        """Return the moves by which a line goes on from a position; none if it does not apply.

        By default it applies to the positions that are on it. A family may override this for
        positions that differ from those in a way that does not matter.

        Args:
            game: The game.
            position: The position to go on from.
            line: The positions of the line, the one after the last move included.
            moves: Its moves.
        """
        return moves[line.index(position) :] if position in line else ()

    def first_side(self, game: AnyGame) -> int:
        """Return the side that moves first in a game for two: 0 for white, 1 for black."""
        return 0

    @property
    def counts_differently(self) -> bool:
        """True if `count_moves` is overridden, so that it may differ from the number of moves."""
        return type(self).count_moves is not GameFamily.count_moves

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units in which its moves are counted."""
        units = (self.move_unit, self.counted_unit, self.part_unit)
        return tuple(unit for unit in units if unit)

    @property
    def short_title(self) -> str:
        """The first word of the title, for narrow columns."""
        return self.title.partition(" ")[0]

    def merge_line(self, moves: Sequence[Any]) -> list[Any]:
        """Return a line of moves with consecutive moves merged by `merge_moves` where possible."""
        merged: list[Any] = []
        for move in moves:
            combined = self.merge_moves(merged[-1], move) if merged else None
            if combined is None:
                merged.append(move)
            else:
                merged[-1] = combined
        return merged

    def move_number(self, ply: int) -> int:
        """Return the number of the move that ply `ply`, from 1, belongs to.

        In games for two players, a move is one ply of each side.
        """
        return -(-ply // self.players)

    def line_length(self, game: AnyGame, position: Any, moves: Sequence[Any]) -> int:
        """Return the length of a line from a position as players count it."""
        if self.groups_moves:
            return len(self.group_moves(game, position, moves))
        return self.count_moves(moves)

    def unit_of(self, measure: str) -> Unit:
        """Return the words for a measure of its games or solvers, such as "jumps"."""
        if measure in self.measure_units:
            return self.measure_units[measure]
        return next((unit for unit in self.units if unit.plural == measure), self.move_unit)

    def player_unit(self, measure: str) -> Unit:
        """Return the unit in which players count the moves of a game with this `Game.measure`."""
        if self.groups_moves or self.players > 1:
            return MOVES
        return self.counted_unit or self.unit_of(measure)


if not TYPE_CHECKING:  # a type checker would accept any name

    def __getattr__(name):
        if name == "Family":
            raise ImportError(
                "it was made for version 0.1: declare a GameFamily, a SolverSet, a Collection and "
                "a BoardFamily instead of a Family, as docs/adding-a-game.md shows"
            )
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
