"""Kernel: what the board alone says of a hexapawn position, without a search.

A position is two bitboards in rows of eight bits, turned so that the side to move, `own`, moves
up; its opponent is `rival`. A win in k plies is 127 - k, a loss k - 127.

    reply    a legal move; with none the side to move has lost
    arrival  a pawn before its last row that has a move wins in 1
    runner   a pawn d rows from its last row, its column clear ahead. A rival that is to stop it
             from a column at distance D has to capture D times, the last time the runner itself,
             for there is nothing else of its side in that column ahead. The rival comes down D
             rows for that, while the runner goes up as many, or one fewer if the rivals are to
             move. So only those that stand 2D rows ahead at least (2D - 1) can stop it. Of the
             side to move it arrives in 2d - 1 plies, of the other in 2d. If none of its rivals
             is near enough to arrive before, wherever its pawns stand, the game is not longer;
             as the runner always has a move, its side cannot lose otherwise. The game may be
             shorter, by stalemate too: the bound is one-sided.

    cells, goal, home    all cells, those of the last and of the first row
    reaching             [cell] whence rivals can stop a runner of the side to move, which goes up
    falling              [cell] the same for a runner of the other side, which goes down
    flip, side           how far a board whose rows, or columns, were reversed has to be moved back
"""

import cython


class Board:
    """A board of up to 8×8."""

    def __cinit__(self, rows: int, columns: int):
        if not (2 <= rows <= 8 and 1 <= columns <= 8):
            raise ValueError("the kernel takes up to 8 rows and 8 columns")
        self.rows, self.flip, self.side = rows, 8 * (8 - rows), 8 - columns
        row = (1 << columns) - 1
        self.cells = sum(row << 8 * number for number in range(rows))
        self.not_first = sum((row & ~1) << 8 * number for number in range(rows))
        self.not_last = sum((row >> 1) << 8 * number for number in range(rows))
        self.goal = row << 8 * (rows - 1)
        self.home = row
        for cell in range(8 * rows):
            self.reaching[cell] = self.stoppers(cell, 1, 0)
            self.falling[cell] = self.stoppers(cell, -1, 1)

    def stoppers(self, cell: int, way: int, late: int) -> int:
        """Cells whence a pawn can stop a runner on `cell`; the runner is `late` or moves first."""
        row, column = divmod(cell, 8)
        stoppers = 0
        for other in range(8 * self.rows):
            ahead, aside = (other // 8 - row) * way, abs(other % 8 - column)
            if ahead > 0 and ahead >= 2 * aside - late:
                stoppers |= 1 << other
        return stoppers

    def judge(self, own, rival, found):
        """The replies, and a lower and an upper bound, of a position where nobody has arrived."""
        once: u64 = targets(self, own, rival, 7) | targets(self, own, rival, 8)
        again: u64 = targets(self, own, rival, 9)
        found.replies = ones(once) + ones(again)
        found.lower = -FAR
        found.upper = FAR - 1
        if found.replies == 0:
            found.upper = -FAR
            return
        if (once | again) & self.goal:
            found.lower = FAR - 1
            return
        last: cython.int = self.rows - 1
        mine: cython.int = last - (highest(own) >> 3)  # moves to arrive, at the least
        his: cython.int = lowest(rival) >> 3 if rival else self.rows
        one: u64 = 1
        cython.declare(cell=cython.int, runners=u64)
        if mine <= his:
            runners = own & ~((one << 8 * max(0, last - his)) - 1)
            while runners:
                cell = highest(runners)
                if rival & self.reaching[cell] == 0:
                    found.lower = FAR + 1 - 2 * (last - (cell >> 3))
                    return
                runners ^= one << cell
        else:
            runners = rival & ((one << 8 * mine) - 1)
            while runners:
                cell = lowest(runners)
                if own & self.falling[cell] == 0:
                    found.upper = 2 * (cell >> 3) - FAR
                    return
                runners &= runners - 1
