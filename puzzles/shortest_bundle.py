"""Script that makes `data/shortest_known.txt`: `python -m ludoscope.puzzles.shortest_bundle`.

It looks for a short solution of each puzzle of the catalogue of which the fewest moves are not
proved: of a deal in some seconds of processor time, of a peg problem in some ten. The bundled file
has all deals, and of the peg problems those of the groups "Classics", "Lucas", "European" and
"Wiegleb" and the first of "Asymmetric"; `--missing` goes on with what the file has not.
"""

import argparse
import random
from collections.abc import Hashable, Iterator, Sequence
from typing import cast

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.games.peg.notation import Move
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles import share
from ludoscope.puzzles.names import find_by_name, name_opened_in_app
from ludoscope.puzzles.peg.solvability import OPEN_PROBLEMS, UNSOLVABLE_PROBLEMS
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import listed_entries
from ludoscope.puzzles.shortest_known import shortest_known
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.registry import get_solver

MEMORY_LIMIT_BYTES = 1 << 30
TIME_LIMIT_SECONDS = 120.0  # a guard; the limits of positions decide
PATIENCE_SEARCHES = (
    ("swift", 500_000),
    ("short", 300_000),
    ("short", 3_000_000),
    ("short-cards", 300_000),
)
"""Solvers, and the number of positions that each may expand. They count in another unit than
players, so a longer search may end with more moves of the player."""

QUOTE = "'"  # around a shared line with characters that a shell would interpret
PEG_SOLVERS = ("swift", "deep")
WINDOW_MOVES = (6, 8)  # of a solution, replaced by the fewest moves between the same two boards
WINDOW_POSITIONS = 300_000
MAX_SWEEPS = 4


def shortest_line(puzzle: Puzzle) -> Sequence[Hashable]:
    """Return the moves of a short solution of a puzzle; () if none was found."""
    return SEARCHES[puzzle.game.family](puzzle.game)


def _search(game: AnyGame) -> Sequence[Hashable]:
    """Return the shortest of the solutions of several searches of a deal."""
    lines = [_solve(game, name, explored) for name, explored in PATIENCE_SEARCHES]
    return min(filter(None, lines), key=lambda line: _length(game, line), default=())


def _length(game: AnyGame, line: Sequence[Hashable]) -> int:
    return FAMILIES[game.family].line_length(game, game.start, line)


def _solve(game: AnyGame, solver: str, explored: int) -> Sequence[Hashable]:
    limits = Limits(TIME_LIMIT_SECONDS, explored, MEMORY_LIMIT_BYTES)
    *_, verdict = get_solver(game.family, solver).run(game, game.start, limits)
    return verdict.moves if isinstance(verdict, Solved) else ()


def _shorten(any_game: AnyGame) -> Sequence[Move]:
    """Return a solution of a peg problem, parts of which were replaced by shorter ones."""
    game = cast(PegGame, any_game)
    lines = [_solve(game, name, 2_000_000) for name in PEG_SOLVERS]
    lines = [line for line in lines if line]
    if not lines:
        return ()
    generator = random.Random(game.start)
    best = cast(Sequence[Move], min(lines, key=lambda line: _length(game, line)))
    for window in WINDOW_MOVES:
        for _ in range(MAX_SWEEPS):
            length = _length(game, best)
            best = _sweep(game, best, window, generator)
            if _length(game, best) == length:
                break
    return best


def _sweep(
    game: PegGame, line: Sequence[Move], window: int, generator: random.Random
) -> Sequence[Move]:
    """Replace each part of `window` moves, in a random order, by the fewest moves possible."""
    starts = list(range(len(_move_ends(line)) - window))
    generator.shuffle(starts)
    for start in starts:
        ends = _move_ends(line)
        if start + window >= len(ends):
            continue
        first, last = ends[start], ends[start + window]
        positions = [game.start]
        for move in line:
            positions.append(game.play(positions[-1], move))
        part = PegGame(game.board, positions[first], positions[last])
        if shorter := _solve(part, "fewest", WINDOW_POSITIONS):
            changed = [*line[:first], *cast(Sequence[Move], shorter), *line[last:]]
            if _length(game, changed) <= _length(game, line):
                line = changed
    return line


def _move_ends(line: Sequence[Move]) -> list[int]:
    """Return the numbers of jumps after which a move ends, 0 first."""
    family = FAMILIES["peg"]
    inner = [n for n in range(1, len(line)) if family.count_moves(line[n - 1 : n + 1]) > 1]
    return [0, *inner, len(line)]


SEARCHES = {"peg": _shorten, "patience": _search}


def lines(family: str, only_missing: bool = False) -> Iterator[str]:
    """Yield the lines of the file for a family: the number of moves and a shared line.

    Args:
        family: The name of the family.
        only_missing: True to leave out the puzzles that the file has.
    """
    for _, entry in listed_entries([family]):
        if entry.is_numbered_series or entry.fewest_moves or "-daily" in entry.name:
            continue
        if entry.name in UNSOLVABLE_PROBLEMS or entry.name in OPEN_PROBLEMS:
            continue
        name = name_opened_in_app(entry.name)
        if only_missing and shortest_known(name):
            continue
        puzzle = find_by_name(name)
        if puzzle and (line := shortest_line(puzzle)):
            text = share.encode(puzzle, line).removeprefix(f"{share.COMMAND_WORD} ")
            yield f"{_length(puzzle.game, line)} {text.strip(QUOTE)}"


def main() -> None:
    """Print the file, or the part of one family."""
    parser = argparse.ArgumentParser(prog="python -m ludoscope.puzzles.shortest_bundle")
    parser.add_argument("family", nargs="?", choices=SEARCHES, help="by default both")
    parser.add_argument(
        "--missing", action="store_true", help="print only lines of puzzles that the file has not"
    )
    options = parser.parse_args()
    if not options.missing:
        print("# python -m ludoscope.puzzles.shortest_bundle")
    for family in SEARCHES:
        if options.family in (None, family):
            for line in lines(family, options.missing):
                print(line, flush=True)


if __name__ == "__main__":
    main()
