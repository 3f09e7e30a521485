"""Kernel: hexapawn boards, move generation, and bounds of a score without a search.

`static_bounds` is called for every successor that the search generates; it decides positions in
which a side wins at once, and bounds the score of those with a runner.

Data layout:
    A position is two bitboards of 8 rows of 8 bits, row 0 lowest, turned so that the side to move,
    `mover`, moves up; `opponent` moves down. Smaller boards use the lowest rows and columns.
    For the scale of scores see `null_window.py`: a win in k plies is 127 − k, a loss k − 127.

    cells, first_row, last_row  bitboards: all cells, and those of row 0 and of the top row
    not_first, not_last         bitboards: cells that are not in the first or last column
    row_shift, column_shift     how far a board with rows, or columns, reversed has to be shifted
                                back to the lowest ones
    stops_mover, stops_opponent by cell: the cells from which an enemy pawn can stop a runner there,
                                of the side to move (going up) or of the other side (going down)

Runners:
    A runner is a pawn d rows before its last row that no enemy pawn can stop. An enemy pawn at
    column distance D has to capture D times to come to the runner's column, the last time the
    runner itself, as there is nothing else of that side ahead in the column. It comes down D rows
    for that while the runner goes up as many, or one fewer if the enemies are to move. So only
    pawns at least 2D rows ahead (2D − 1 if they are to move) can stop it, and any pawn ahead in the
    same column.
    A runner of the side to move arrives in 2d − 1 plies, one of the other side in 2d. If no enemy
    pawn is near enough to arrive earlier, the game is not longer. The runner always has a move, so
    its side cannot lose otherwise. The game may be shorter, by stalemate too: the bound holds in
    one direction only.

Invariants:
    `static_bounds` expects a position in which no side has arrived: `mover` has no pawn in the last
    row, `opponent` none in the first.

Limits:
    2 to 8 rows and 1 to 8 columns, else ValueError.

Complexity:
    Move generation and `static_bounds`: O(1) word operations, plus O(pawns) where a runner is
    possible. A board is 1.1 KB.
"""

import cython


class Board:
    """A board of 2 to 8 rows and 1 to 8 columns, with its tables.

    Raises:
        ValueError: The size is out of range.
    """

    def __cinit__(self, rows: int, columns: int):
        if not (2 <= rows <= 8 and 1 <= columns <= 8):
            raise ValueError(
                f"a board of {rows}×{columns}, expected 2 to 8 rows and 1 to 8 columns"
            )
        self.rows, self.row_shift, self.column_shift = rows, 8 * (8 - rows), 8 - columns
        row_bits = (1 << columns) - 1
        self.cells = sum(row_bits << 8 * row for row in range(rows))
        self.not_first = sum((row_bits & ~1) << 8 * row for row in range(rows))
        self.not_last = sum((row_bits >> 1) << 8 * row for row in range(rows))
        self.last_row = row_bits << 8 * (rows - 1)
        self.first_row = row_bits
        for cell in range(8 * rows):
            self.stops_mover[cell] = self.stopping_cells(cell, 1, 0)
            self.stops_opponent[cell] = self.stopping_cells(cell, -1, 1)

    def stopping_cells(self, runner: int, direction: int, enemy_lead: int) -> int:
        """Return the cells from which an enemy pawn can stop a runner.

        Args:
            runner: The cell of the runner.
            direction: 1 for a runner that goes up, -1 for one that goes down.
            enemy_lead: 1 if the enemies are to move, else 0.
        """
        row, column = divmod(runner, 8)
        stopping = 0
        for cell in range(8 * self.rows):
            rows_ahead = (cell // 8 - row) * direction
            distance = abs(cell % 8 - column)
            if rows_ahead > 0 and rows_ahead >= 2 * distance - enemy_lead:
                stopping |= 1 << cell
        return stopping

    def static_bounds(self, mover, opponent, bounds):
        """Set the number of replies and bounds of the score of a position.

        Args:
            mover: The pawns of the side to move; none is in the last row.
            opponent: The pawns of the other side; none is in the first row.
            bounds: Where to put the results.
        """
        # two words, since captures to the left and to the right may have the same target
        targets_left_ahead: u64 = move_targets(self, mover, opponent, 7)
        targets_left_ahead |= move_targets(self, mover, opponent, 8)
        targets_right: u64 = move_targets(self, mover, opponent, 9)
        bounds.reply_count = popcount(targets_left_ahead) + popcount(targets_right)
        bounds.lower = -MAX_SCORE
        bounds.upper = WIN_IN_1
        if bounds.reply_count == 0:
            bounds.upper = -MAX_SCORE
            return
        if (targets_left_ahead | targets_right) & self.last_row:
            bounds.lower = WIN_IN_1
            return
        last: cython.int = self.rows - 1
        # the fewest moves to arrive, if nothing is in the way
        mover_moves: cython.int = last - (highest_bit_number(mover) >> 3)
        opponent_moves: cython.int = lowest_bit_number(opponent) >> 3 if opponent else self.rows
        one: u64 = 1
        cython.declare(cell=cython.int, runners=u64)
        if mover_moves <= opponent_moves:
            runners = mover & ~((one << 8 * max(0, last - opponent_moves)) - 1)
            while runners:
                cell = highest_bit_number(runners)
                if opponent & self.stops_mover[cell] == 0:
                    bounds.lower = MAX_SCORE + 1 - 2 * (last - (cell >> 3))
                    return
                runners ^= one << cell
        else:
            runners = opponent & ((one << 8 * mover_moves) - 1)
            while runners:
                cell = lowest_bit_number(runners)
                if mover & self.stops_opponent[cell] == 0:
                    bounds.upper = 2 * (cell >> 3) - MAX_SCORE
                    return
                runners &= runners - 1

    def max_plies(self, mover, opponent):
        """Return the number of steps that all pawns have to their last rows.

        No game from the position has more plies.
        """
        row: cython.int
        row_bits: u64
        plies: cython.int = 0
        for row in range(self.rows):
            row_bits = self.first_row << 8 * row
            plies += (
                popcount(mover & row_bits) * (self.rows - 1 - row)
                + popcount(opponent & row_bits) * row
            )
        return plies
