"""The 15-puzzle, solved by A* with the Manhattan distance: a game in a script."""

import ludoscope
from ludoscope.search.guarantees import A_STAR, FEWEST_MOVES

SIDE = 4
SOLVED = (*range(1, SIDE * SIDE), 0)  # row by row; 0 is the gap


class Fifteen:
    family, measure, players = "fifteen", "slides", 1

    def __init__(self, start):
        self.start = tuple(start)
        if sorted(self.start) != sorted(SOLVED):
            raise ValueError("expected each tile once, and 0 for the gap")

    def moves(self, position):  # a move is the square whose tile slides into the gap
        row, column = divmod(position.index(0), SIDE)
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return [r * SIDE + c for r, c in around if r in range(SIDE) and c in range(SIDE)]

    def play(self, position, move):
        if move not in self.moves(position):
            raise ValueError("that tile is not next to the gap")
        tiles = list(position)
        tiles[position.index(0)], tiles[move] = tiles[move], 0
        return tuple(tiles)

    def is_won(self, position):
        return position == SOLVED

    def key(self, position):
        return position

    def text(self, position):
        return " ".join(map(str, position))

    def parse(self, text):
        return Fifteen(map(int, text.split())).start

    def move_text(self, position, move):
        return str(position[move])

    def parse_moves(self, position, text):
        tiles = dict(zip(map(str, position), range(SIDE * SIDE), strict=True))
        if tiles.get(text) not in self.moves(position):
            raise ValueError(f"found {text[:9]!r}, expected a tile next to the gap")
        return [tiles[text]]

    def spec(self):
        return {"family": self.family, "start": list(self.start)}


class FifteenFamily(ludoscope.GameFamily):
    name, title, goal = "fifteen", "15-puzzle", "Put the tiles in order."
    move_unit = ludoscope.Unit("slide", "slides")

    def from_spec(self, spec):
        start = spec.get("start")
        return Fifteen(start if isinstance(start, list) else ())


def manhattan(game):
    def distance(position):
        squares = ((*divmod(i, SIDE), *divmod(t - 1, SIDE)) for i, t in enumerate(position) if t)
        return sum(abs(r - x) + abs(c - y) for r, c, x, y in squares)

    return distance


a_star = "ludoscope.search.generic.informed:a_star"
SOLVERS = ludoscope.SolverSet(
    (ludoscope.Solver("a-star", FEWEST_MOVES, A_STAR, a_star, {"estimate": manhattan}),)
)

if __name__ == "__main__":
    with ludoscope.register(FifteenFamily, solvers=SOLVERS):
        scrambled = Fifteen((5, 1, 2, 3, 9, 6, 7, 4, 0, 10, 11, 8, 13, 14, 15, 12))
        puzzle = ludoscope.Puzzle("example", scrambled, "An example")
        verdict = ludoscope.solve(puzzle)
        print(len(verdict.moves), "slides:", *ludoscope.notation(puzzle, verdict.moves).split())
        print("verified:", ludoscope.verify(puzzle, verdict.moves).is_valid)
