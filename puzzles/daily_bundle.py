"""Make the lists of daily puzzles: `python -m ludoscope.puzzles.daily_bundle FAMILY`.

Those of ORush are made by `puzzles.rush.bundle`. Each list goes week by week from Monday to
Sunday, from easy to hard. The difficulty is the number of pegs to remove in peg solitaire, the
variant and the positions that the solver `swift` explores in patience, the board and the plies to
the win in hexapawn. Every deal is solved and every value computed, which takes a minute with
compiled kernels.
"""

import argparse
import random
from collections.abc import Hashable, Iterator
from itertools import islice

from ludoscope.games.hexapawn import HexapawnGame, Position
from ludoscope.games.peg import PegGame
from ludoscope.puzzles import patience, peg
from ludoscope.puzzles.peg.solvability import IMPOSSIBLE, OPEN
from ludoscope.search.budget import Limits
from ludoscope.search.events import Event, Solved
from ludoscope.search.registry import find_solver
from ludoscope.search.verify import checked

WEEKS = 104
DAYS = 7
EXPLORED = Limits(explored=100_000)
SHALLOW = 8  # least number of pegs to remove

DEALS = (  # Monday to Sunday: the numbering; which part of the deals, from easy (0) to hard (1)
    ("FreeCell.{}", 10**6, 0.0, 0.3),
    ("BakersDozen.{}", 10**6, 0.1, 0.6),
    ("Seahaven.{}", 10**6, 0.1, 0.6),
    ("ms-{}", 10**6, 0.3, 0.8),
    ("MidnightOil.{}", 10**6, 0.0, 1.0),
    ("Seahaven.{}", 10**6, 0.7, 1.0),
    ("FreeCell.{}", 10**6, 0.9, 1.0),
)
ENDINGS = (  # Monday to Sunday: boards as rows and columns; plies to the win, at the least and most
    (((4, 4), (4, 5), (5, 3)), 3, 7),
    (((4, 5), (4, 6), (5, 4)), 5, 9),
    (((5, 5), (4, 6)), 9, 11),
    (((5, 5), (5, 6)), 11, 15),
    (((5, 6), (6, 5)), 15, 17),
    (((6, 6), (6, 5)), 17, 21),
    (((6, 6), (6, 7)), 21, 27),
)
LATER = (0, 2, 4)  # random plies before the position, more than twice the rows minus four
CHOICES = 3  # least number of legal moves, one of which wins


def _interleaved(days: list[Iterator[str]]) -> Iterator[str]:
    for week in zip(*days, strict=False):
        yield from week


def pegs(seed: int) -> Iterator[str]:
    """Problems of the catalogue that have a solution, the same number for each day."""
    unknown = {*IMPOSSIBLE, *OPEN}
    names = [e.name for e in peg.entries() if e.name not in unknown and "daily" not in e.name]
    names = sorted(names, key=lambda name: (_to_take(name), name))
    names = [name for name in names if _to_take(name) >= SHALLOW]
    each = len(names) // DAYS
    days = [names[day * each : (day + 1) * each] for day in range(DAYS)]
    for day, listed in enumerate(days):
        random.Random(f"{seed}/{day}").shuffle(listed)
    return _interleaved([iter(listed) for listed in days])


def _to_take(name: str) -> int:
    puzzle = peg.find(name)
    assert puzzle
    assert isinstance(puzzle.game, PegGame)
    return puzzle.game.start.bit_count() - puzzle.game.finish.bit_count()


def deals(seed: int) -> Iterator[str]:
    """Deals with a solution that the verifier has replayed."""
    return _interleaved([_deals_of(f"{seed}/{day}", *DEALS[day]) for day in range(DAYS)])


def _deals_of(
    seed: str, pattern: str, numbers: int, easiest: float, hardest: float
) -> Iterator[str]:
    chance = random.Random(seed)
    enough = int(WEEKS / (hardest - easiest)) + 1
    tried = (pattern.format(chance.randrange(1, numbers)) for _ in iter(int, 1))
    solved = islice((each for name in tried for each in _solved(name)), enough)
    names = [name for _, name in sorted(set(solved))]
    names = names[int(easiest * len(names)) :][:WEEKS]
    chance.shuffle(names)
    return iter(names)


def _solved(name: str) -> Iterator[tuple[int, str]]:
    """(positions explored, name) of a deal that has a solution."""
    puzzle = patience.find(name)
    assert puzzle
    game = puzzle.game
    verdict = _verdict(find_solver(game, "swift").run(game, game.start, EXPLORED))
    if isinstance(verdict, Solved):
        checked(game, game.start, verdict)
        yield verdict.explored, name


def _verdict(events: Iterator[Event]) -> Event:
    *_, last = events
    return last


def endings(seed: int) -> Iterator[str]:
    """Positions in which exactly one move wins: one-line notation and plies to the win."""
    return _interleaved([_endings_of(f"{seed}/{day}", *ENDINGS[day]) for day in range(DAYS)])


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
        verdict = _verdict(find_solver(game, "values").run(game, position, Limits()))
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


WHATS = {"peg": pegs, "patience": deals, "hexapawn": endings}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ludoscope.puzzles.daily_bundle")
    parser.add_argument("family", choices=WHATS)
    parser.add_argument("--seed", type=int, default=1, help="another seed, other puzzles")
    options = parser.parse_args()
    print(f"# python -m ludoscope.puzzles.daily_bundle {options.family} --seed {options.seed}")
    for line in WHATS[options.family](options.seed):
        print(line, flush=True)


if __name__ == "__main__":
    main()
