"""The subject of a check: a family, some of its puzzles, and positions of these."""

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from ludoscope.games import FAMILIES, AnyGame, GameFamily
from ludoscope.games.errors import short_line
from ludoscope.puzzles.collection import Collection
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import collection
from ludoscope.search.seeded_random import SeededRandom
from ludoscope.tui.game_check.faults import (
    CALL_LIMIT_SECONDS,
    CallTimeout,
    own_interrupts,
    time_limit,
)

MAX_PUZZLES = 5
MAX_ENTRIES = 3_000  # of the catalogue that are read
MAX_POSITIONS = 120  # nearest to the start, of one puzzle
WALKS, MAX_WALK_MOVES = 4, 40  # at random from the start
MAX_TEXT_CHARACTERS = 50


class Line(NamedTuple):
    """A line of play: the moves, and the positions before, between and after them."""

    positions: list[Any]
    moves: list[Any]


class Sample:
    """A puzzle, and positions that can be reached in it; the rules must work for it.

    Attributes:
        puzzle: The puzzle.
        game: Its game.
    """

    def __init__(self, puzzle: Puzzle, seed: int) -> None:
        self.puzzle = puzzle
        self.game: AnyGame = puzzle.game
        self._random = SeededRandom(seed, 1)

    @cached_property
    def positions(self) -> list[Any]:
        """The positions nearest to the start and those of walks; fewer if the rules fail."""
        start = self.game.start
        positions: dict[Hashable, None] = {start: None}
        queue = deque([start])
        try:
            with own_interrupts(), time_limit(CALL_LIMIT_SECONDS):
                while queue and len(positions) < MAX_POSITIONS:
                    position = queue.popleft()
                    for move in self.game.moves(position):
                        successor = self.game.play(position, move)
                        if successor not in positions:
                            positions[successor] = None
                            queue.append(successor)
        except (Exception, CallTimeout):  # the checks of the rules report it
            return list(positions)
        for line in self.walks:
            positions.update(dict.fromkeys(line.positions))
        return list(positions)

    @cached_property
    def walks(self) -> list[Line]:
        """Lines of random moves from the start; shorter ones if the rules fail."""
        return [self._walk() for _ in range(WALKS)]

    def _walk(self) -> Line:
        position = self.game.start
        line = Line([position], [])
        with (
            suppress(Exception, CallTimeout),
            own_interrupts(),
            time_limit(CALL_LIMIT_SECONDS),
        ):
            while len(line.moves) < MAX_WALK_MOVES and (moves := self.game.moves(position)):
                move = self._random.choice(moves)
                position = self.game.play(position, move)
                line.moves.append(move)
                line.positions.append(position)
        return line

    def place(self, position: Any) -> str:
        """Return the name of a position in faults."""
        try:
            text = str(self.game.text(position))
        except Exception:
            text = repr(position)
        return f"{self.puzzle.name}, position {short_line(text, MAX_TEXT_CHARACTERS)}"


class Subject:
    """A family that is checked.

    Attributes:
        family: Its declaration.
        collection: The puzzles that it declares.
        seed: The seed of all random choices.
    """

    def __init__(self, name: str, puzzles: Sequence[Puzzle] = (), seed: int = 0) -> None:
        """Prepare the check of a family.

        Args:
            name: The name of the family.
            puzzles: The puzzles to check; by default some of its collection.
            seed: The seed of all random choices.
        """
        self.family: GameFamily = FAMILIES[name]
        self.collection: Collection = collection(name)
        self.seed = seed
        self._puzzles = tuple(puzzles)

    @cached_property
    def samples(self) -> list[Sample]:
        """The puzzles to check; none if the collection fails."""
        try:
            with own_interrupts(), time_limit(CALL_LIMIT_SECONDS):
                puzzles = self._puzzles or tuple(self._choose_puzzles())
        except (Exception, CallTimeout):  # the check of the catalogue reports it
            puzzles = ()
        return [Sample(puzzle, self.seed) for puzzle in puzzles]

    def _choose_puzzles(self) -> Iterator[Puzzle]:
        """Yield the example, the first puzzle of each group, and the first ones of the list."""
        names = dict.fromkeys([self.collection.example] if self.collection.example else [])
        groups: set[str] = set()
        for entry in islice(self.collection.entries(), MAX_ENTRIES):
            if entry.group not in groups:
                groups.add(entry.group)
                names[name_of_entry(entry)] = None
        first_entries = islice(self.collection.entries(), MAX_PUZZLES)
        names.update(dict.fromkeys(map(name_of_entry, first_entries)))
        for name in islice(names, MAX_PUZZLES):
            if puzzle := self.collection.find(name):
                yield puzzle


def name_of_entry(entry: Entry) -> str:
    """Return the name of a puzzle that an entry of the catalogue stands for."""
    return entry.name_with_number("1") if entry.is_numbered_series else entry.name
