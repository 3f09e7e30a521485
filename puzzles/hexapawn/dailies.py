"""The positions of the day of hexapawn: harder towards Sunday by board and by plies to the win."""

import random
from collections.abc import Hashable, Iterator

from ludoscope.games.hexapawn.rules import HexapawnGame, Position
from ludoscope.puzzles.daily_bundle import DAYS, WEEKS, interleaved, verdict_of
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.registry import find_solver

ENDINGS = (  # Monday to Sunday: boards as rows and columns; plies to the win, at the least and most
    (((4, 4), (4, 5), (5, 3)), 3, 7),
    (((4, 5), (4, 6), (5, 4)), 5, 9),
    (((5, 5), (4, 6)), 9, 11),
    (((5, 5), (5, 6)), 11, 15),
    (((5, 6), (6, 5)), 15, 17),
    (((6, 6), (6, 5)), 17, 21),
    (((6, 6), (6, 7)), 21, 27),
)
LATER = (0, 2, 4)  # plies that chance has played, over twice the rows less four
CHOICES = 3  # moves to choose from, at the least; one of them wins


def lines(seed: int) -> Iterator[str]:
    """Positions in which one move wins and no other: as a line of text, and in how many plies."""
    return interleaved([_endings_of(f"{seed}/{day}", *ENDINGS[day]) for day in range(DAYS)])


def _endings_of(
    seed: str, boards: tuple[tuple[int, int], ...], shortest: int, longest: int
) -> Iterator[str]:
    chance = random.Random(seed)
    seen: set[tuple[int, int, Hashable]] = set()
    while len(seen) < WEEKS:
        game = HexapawnGame(*chance.choice(boards))
        position = _played(game, chance)
        key = (game.rows, game.columns, game.key(position))
        if key in seen or len(game.moves(position)) < CHOICES:
            continue
        verdict = verdict_of(find_solver(game, "values").run(game, position, Limits()))
        assert isinstance(verdict, Solved)
        wins = [value for _, value in verdict.values if value > 0]
        if len(wins) == 1 and shortest <= wins[0] <= longest:
            seen.add(key)
            yield f"{game.text(position)} {wins[0]}"


def _played(game: HexapawnGame, chance: random.Random) -> Position:
    """White is to move."""
    position = game.start
    for _ in range(2 * game.rows - 4 + chance.choice(LATER)):
        moves = game.moves(position)
        if not moves:
            return game.start
        position = game.play(position, chance.choice(moves))
    return position
