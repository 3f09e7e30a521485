"""New ORush puzzles of a wanted length, and the file of those that come with the program.

    survey   every position that can be reached, with its distance to the nearest win, in cells
    anneal   change boats at random, keeping what lengthens the longest distance of the survey
    pruned   a sea without the boats and walls that its length does not depend on

Whatever is random comes from the generator of numbers that is handed in: the same seed makes the
same puzzles. `python -m puzzles.generator --seed N` writes the bundled file to standard output,
in about a quarter of an hour.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp
from random import Random

from games.rush import STRING_WATER, Boat, Cell, Position, RushGame
from search.events import Solved
from search.uninformed import breadth_first
from search.watch import Limits

SIDE = 6
ROW = 2
LONGEST = 93  # cells; no puzzle on this grid is known to need more
LARGEST = 4000  # positions of a survey; boats with more room rarely make long puzzles
PRUNING = Limits(explored=50_000)
MOST_BOATS = 13
PATIENCE = 250  # changes without gain before a fresh start
TEMPERATURE = 2.0  # in cells
LETTERS = "BCDEFGHIJKLMNOPQRSTUVWXYZ"
LENGTHS = (
    *(3, 4, 5, 6, 7, 8, 9, 10),
    *(11, 12, 13, 14, 16, 17, 18, 20),
    *(21, 22, 24, 25, 27, 28, 30, 32),
    *(33, 35, 36, 38, 40, 42, 44, 46),
    *(47, 48, 50, 51, 53, 55, 58, 62),
)
WALLED = frozenset((7, 13, 20, 25, 32, 38, 44, 51, 58))  # those with a wall or two

Walls = frozenset[Cell]


@dataclass(frozen=True, slots=True)
class Draft:
    """A sea with the distances of all that can be reached on it."""

    game: RushGame
    distances: dict[Position, int]

    @property
    def longest(self) -> int:
        return max(self.distances.values(), default=0)


def survey(game: RushGame, largest: int = LARGEST) -> dict[Position, int]:
    """Distances in cells to the nearest win, of all positions that the start is connected to.

    Moves can be taken back, so one search outwards from all wins at once finds them. Empty when
    no win is connected, or more than `largest` positions are.
    """
    cells = game.in_measure("cells")
    links: dict[Position, list[Position]] = {cells.start: []}
    queue = [cells.start]
    for position in queue:
        links[position] = [cells.play(position, move) for move in cells.moves(position)]
        for neighbour in links[position]:
            if neighbour not in links:
                links[neighbour] = []
                queue.append(neighbour)
        if len(queue) > largest:
            return {}
    front = [position for position in queue if cells.is_won(position)]
    distances = dict.fromkeys(front, 0)
    for position in front:
        for neighbour in links[position]:
            if neighbour not in distances:
                distances[neighbour] = distances[position] + 1
                front.append(neighbour)
    return distances


def _sea(boats: Sequence[Boat], walls: Walls) -> RushGame:
    """The game with `boats` lettered in reading order, A excepted."""
    hero, *others = boats
    others.sort(key=lambda boat: (boat.y, boat.x))
    lettered = [boat._replace(name=name) for name, boat in zip(LETTERS, others, strict=False)]
    return RushGame(SIDE, SIDE, [hero, *lettered], walls)


def _fill(random: Random, boats: list[Boat], walls: Walls, tries: int) -> list[Boat]:
    """`boats` and those of `tries` random ones for which there is room."""
    taken = {cell for boat in boats for cell in boat.cells} | walls
    for _ in range(tries):
        across = random.random() < 0.5
        length = random.choice((2, 2, 3))
        along, line = random.randrange(SIDE - length + 1), random.randrange(SIDE)
        x, y = (along, line) if across else (line, along)
        boat = Boat("?", length, across, x, y)
        on_exit_row = across and y == ROW  # would bar the way for ever, or lie idle behind A
        if len(boats) < MOST_BOATS and not on_exit_row and taken.isdisjoint(boat.cells):
            boats = [*boats, boat]
            taken.update(boat.cells)
    return boats


def _fresh(random: Random, wall_count: int) -> Draft:
    hero = Boat("A", 2, True, random.randrange(3), ROW)
    free = [(x, y) for x in range(SIDE) for y in range(SIDE) if y != ROW]
    walls = frozenset(random.sample(free, wall_count))
    game = _sea(_fill(random, [hero], walls, 60), walls)
    return Draft(game, survey(game))


def _changed(random: Random, draft: Draft) -> Draft:
    """One or two boats fewer, and as many others as there is room for after a few tries."""
    hero, *others = draft.game.at(random.choice(list(draft.distances) or [draft.game.start]))
    random.shuffle(others)
    kept = [hero, *others[random.choice((0, 1, 1, 2)) :]]
    game = _sea(_fill(random, kept, draft.game.walls, random.choice((2, 6, 12))), draft.game.walls)
    return Draft(game, survey(game))


def anneal(random: Random, wall_count: int) -> Iterator[Draft]:
    """Drafts without end, longer and longer until a fresh start is made."""
    while True:
        draft = _fresh(random, wall_count)
        best, idle = draft.longest, 0
        while idle < PATIENCE:
            yield draft
            change = _changed(random, draft)
            if random.random() < exp(min(0.0, (change.longest - draft.longest) / TEMPERATURE)):
                draft = change
            idle = 0 if draft.longest > best else idle + 1
            best = max(best, draft.longest)


def solution_length(game: RushGame, measure: str) -> int | None:
    """The fewest moves in a measure; None when there are none, or too much to search."""
    game = game.in_measure(measure)
    *_, verdict = breadth_first(game, game.start, PRUNING)
    return len(verdict.moves) if isinstance(verdict, Solved) else None


def pruned(game: RushGame, cells: int) -> RushGame:
    """`game`, whose fewest cells are `cells`, with nothing left that could go without a change."""
    hero, *others = game.boats
    for boat in game.boats[1:]:
        fewer = [other for other in others if other != boat]
        if solution_length(_sea([hero, *fewer], game.walls), "cells") == cells:
            others = fewer
    walls = game.walls
    for wall in sorted(walls):
        if solution_length(_sea([hero, *others], walls - {wall}), "cells") == cells:
            walls -= {wall}
    return _sea([hero, *others], walls)


def generate(random: Random, cells: int, wall_count: int = 0) -> RushGame:
    """A new puzzle whose shortest solution is `cells` long, and that nothing can be taken from.

    A is not alone in it. It has at most `wall_count` walls, one at least unless that is 0.
    Beyond about 60 cells the search takes minutes. ValueError when the length is impossible.
    """
    if not 1 <= cells <= LONGEST:
        raise ValueError(f"found a length of {cells} cells, expected 1 to {LONGEST}")
    for draft in anneal(random, wall_count):
        if draft.longest < cells:
            continue
        position = random.choice([p for p, d in draft.distances.items() if d == cells])
        game = pruned(_sea(draft.game.at(position), draft.game.walls), cells)
        if len(game.boats) > 1 and bool(game.walls) == bool(wall_count):
            return game
    raise AssertionError("annealing never ends")


def bundle(seed: int) -> Iterator[str]:
    """The lines of the bundled file: the puzzle as a string, its length in cells and in slides."""
    yield f"# python -m puzzles.generator --seed {seed}"
    yield "# string, cells, slides"
    for cells in LENGTHS:
        random = Random(f"{seed}/{cells}")
        game = generate(random, cells, random.choice((1, 2)) if cells in WALLED else 0)
        slides = solution_length(game, "slides")
        string = "".join(game.rows(game.start, STRING_WATER))
        yield f"{string} {cells} {slides}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m puzzles.generator")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other puzzles")
    for line in bundle(parser.parse_args().seed):
        print(line, flush=True)


if __name__ == "__main__":
    main()
