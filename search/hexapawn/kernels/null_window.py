"""Kernel: null-window alpha-beta search of hexapawn on boards of up to 8×8.

A question is whether the score of a position is at least a threshold. It is answered by fail-soft
alpha-beta with an empty window, an explicit stack in place of recursion, and a table of the bounds
that all questions so far have shown (`table.py`). `search.hexapawn.compiled` asks the questions of
MTD(f); `search.generic.null_window` is the readable version. Start reading at `advance`.

Scores: 127 − k for a win in k plies, k − 127 for a loss, for the side to move. k is odd in wins and
even in losses, so wins have even scores from 126 down, losses odd ones from −127 up, none is 0.

Move ordering: moves that leave few replies come first (a capture may leave two more), then those
that have answered questions before (history heuristic, J. Schaeffer, 1983). Before any of them is
searched, the table is consulted for all successors. A successor is bounded by the board alone when
it is generated (`board.py`), and goes to the pool only if that does not answer the question.

Data layout:
    frames    the positions on the line being searched, `depth` of them: pawns, threshold, best
              score so far, bounds from the table, and
                  below   the question for successors: is the score below this?
                  first   where the successors of the frame begin in the pool
                  explored_before  positions expanded when the frame was pushed
                  move    the move being searched: 4·target + 0 (left), 1 (ahead) or 2 (right)
    pool      the successors still to be searched of all frames, one frame after the other, each
              sorted, best last; `pool_size` of them
    history   by move: how often it has answered a question
    table     see `table.py`. Of a position and its mirror image the lesser is searched and stored

Invariants:
    Every position pushed is undecided on the board and not in the table with an answer. Frame i is
    i plies after the question, so `depth` is at most 1 more than the plies of a game.

Limits:
    Games of 120 plies (`MAX_PLIES`): with more, scores would leave the 7 bits of the table and
    frames their array. `ask` bounds the plies by the steps of all pawns and raises ValueError
    beyond. (A full 8×8 board has 112.) A position has at most 76 moves, since m pawns have at most
    3m moves and at most 2 moves end on an enemy pawn, 1 on a free cell; 96 a frame are provided.
    The history counts in 40 bits before it disturbs the order of replies; this changes no result.

Complexity:
    Exponential in the plies; 3 to 6 million positions a second, 16 bytes a position in the table,
    380 KB for the stack.
"""

import cython

BUCKETS_PER_CALL = cython.declare(cython.int, 1 << 15)  # split while the table grows


class NullWindowKernel(Kernel):
    """A search that answers questions one after the other, with one table of bounds.

    `bound` is the answer to the last question: a lower bound of the score if it is at least the
    threshold, else an upper bound. `depth` is the number of positions on the line being searched.

    Args:
        rows: The rows of the board, 2 to 8.
        columns: The columns of the board, 1 to 8.
        memory_limit: Bytes for the table, at least 16 KB.

    Raises:
        ValueError: The size of the board is out of range.
        MemoryError: The machine is out of memory.
    """

    def __cinit__(self, rows: int, columns: int, memory_limit: int):
        self.board = Board(rows, columns)
        self.table = Table(memory_limit)
        self.state = SOLVED

    def add_move(self, frame, target, step):
        """Bound the successor by a step of 7 (left), 8 (ahead) or 9 (right) onto `target`.

        Adds it to the pool if that does not answer the question.
        """
        mover: u64 = rows_reversed(frame.opponent & ~target) >> self.board.row_shift
        opponent: u64 = (
            rows_reversed(frame.mover ^ target ^ (target >> step)) >> self.board.row_shift
        )
        bounds = cython.declare(StaticBounds)
        self.board.static_bounds(mover, opponent, cython.address(bounds))
        if bounds.upper < frame.below:
            raise_best(frame, bounds.upper)
        elif bounds.lower >= frame.below:
            raise_best(frame, bounds.lower)
        else:
            self.add_to_pool(
                frame.first,
                mover,
                opponent,
                bounds.reply_count,
                4 * lowest_bit_number(target) + step - 7,
            )

    def add_to_pool(self, first, mover, opponent, reply_count, move):
        """Insert a successor into the pool, sorted from `first` on, the most promising last."""
        mirrored_mover: u64 = columns_reversed(mover) >> self.board.column_shift
        mirrored_opponent: u64 = columns_reversed(opponent) >> self.board.column_shift
        place: cython.int = self.pool_size
        rank: cython.longlong = self.history[move] - (
            cython.cast(cython.longlong, reply_count) << 40
        )
        if move & 3 != 1:
            rank += cython.cast(cython.longlong, 2) << 40
        while place > first and self.pool[place - 1].rank > rank:
            self.pool[place] = self.pool[place - 1]
            place -= 1
        self.pool_size += 1
        successor: cython.pointer(Successor) = cython.address(self.pool[place])
        if mirrored_mover < mover or (mirrored_mover == mover and mirrored_opponent < opponent):
            mover = mirrored_mover
            opponent = mirrored_opponent
        prefetch(first_entry(self.table, mover, opponent))
        successor.mover = mover
        successor.opponent = opponent
        successor.rank = rank
        successor.move = move

    def push(self, mover, opponent, threshold, lower, upper):
        """Push a position whose score is between `lower` and `upper`, and expand it."""
        frame: cython.pointer(Frame) = cython.address(self.frames[self.depth])
        self.depth += 1
        self.explored += 1
        frame.mover = mover
        frame.opponent = opponent
        frame.explored_before = self.explored
        frame.threshold = threshold
        frame.below = -threshold if threshold > 0 else 2 - threshold
        frame.best = lower
        frame.lower = lower
        frame.upper = upper
        frame.first = self.pool_size
        frame.move = -1
        cython.declare(targets=u64, target=u64, step=cython.int)
        for step in range(7, 10):
            targets = move_targets(self.board, mover, opponent, step)
            while targets:
                target = targets & (~targets + 1)
                targets ^= target
                self.add_move(frame, target, step)
                if frame.best >= threshold:
                    return
        self.probe_successors(frame)

    def probe_successors(self, frame):
        """Consult the table for successors in the pool until one answers the frame's question."""
        place: cython.int = self.pool_size
        entry: cython.pointer(Entry)
        while place > frame.first and frame.best < frame.threshold:
            place -= 1
            entry = self.stored(cython.address(self.pool[place]))
            if entry != cython.NULL and stored_bound(entry.opponent) < frame.below:
                raise_best(frame, stored_bound(entry.opponent))

    def stored(self, successor):
        """Return the entry of a successor in the table, NULL if there is none."""
        mover: u64 = successor.mover
        opponent: u64 = successor.opponent
        return find_entry(first_entry(self.table, mover, opponent), mover, opponent)

    def advance(self, explored_limit):
        """Search until the question is answered or `explored_limit` positions are expanded.

        Returns early, too, while the table grows.
        """
        cython.declare(frame=cython.pointer(Frame), entry=cython.pointer(Entry), lower=cython.int)
        cython.declare(upper=cython.int)
        successor: Successor
        if self.table.split(BUCKETS_PER_CALL):
            return SEARCHING
        while True:
            frame = cython.address(self.frames[self.depth - 1])
            if frame.best >= frame.threshold or self.pool_size == frame.first:
                self.pop(frame)
                if self.depth == 0:
                    return SOLVED
                if self.table.start_growing():
                    return SEARCHING
                continue
            if self.explored >= explored_limit:
                return SEARCHING
            self.pool_size -= 1
            successor = self.pool[self.pool_size]
            entry = self.stored(cython.address(successor))
            lower = -MAX_SCORE
            upper = WIN_IN_1
            if entry != cython.NULL:
                lower = stored_bound(entry.mover)
                upper = stored_bound(entry.opponent)
            frame.move = successor.move
            if lower >= frame.below:
                raise_best(frame, lower)
            elif upper < frame.below:
                raise_best(frame, upper)
            else:
                self.push(successor.mover, successor.opponent, frame.below, lower, upper)

    def pop(self, frame):
        """Store the bound of the last frame, pop it, and pass the bound to the frame before."""
        searched: u64 = self.explored - frame.explored_before
        if frame.best >= frame.threshold:
            frame.lower = frame.best
            if frame.move >= 0:
                self.history[frame.move] += 1
        else:
            frame.upper = frame.best
        self.table.store(
            frame.mover,
            frame.opponent,
            frame.lower,
            frame.upper,
            (searched >= 4) + (searched >= 64) + (searched >= 1024),
        )
        self.pool_size = frame.first
        self.depth -= 1
        if self.depth == 0:
            self.bound = frame.best
        else:
            raise_best(cython.address(self.frames[self.depth - 1]), frame.best)

    def ask(self, mover: int, opponent: int, threshold: int) -> None:
        """Start a question: is the score of this position at least `threshold`?

        The status is SEARCHING, or SOLVED if board or table have the answer.

        Raises:
            ValueError: A game from this position could have more than 120 plies.
        """
        plies = self.board.max_plies(mover, opponent)
        if plies > MAX_PLIES:
            raise ValueError(
                f"a position with up to {plies} plies to play, expected at most {MAX_PLIES}"
            )
        mirrored_mover: u64 = columns_reversed(mover) >> self.board.column_shift
        mirrored_opponent: u64 = columns_reversed(opponent) >> self.board.column_shift
        if (mirrored_mover, mirrored_opponent) < (mover, opponent):
            mover, opponent = mirrored_mover, mirrored_opponent
        bounds = cython.declare(StaticBounds)
        bounds.lower = bounds.upper = -MAX_SCORE
        if not opponent & self.board.first_row:
            self.board.static_bounds(mover, opponent, cython.address(bounds))
            if bounds.reply_count and mover & self.board.last_row:
                bounds.lower = WIN_IN_1
        self.depth = self.pool_size = 0
        self.state = SOLVED
        if bounds.lower >= threshold:
            self.bound = bounds.lower
        elif bounds.upper < threshold:
            self.bound = bounds.upper
        else:
            self.start_search(mover, opponent, threshold)

    def start_search(self, mover, opponent, threshold):
        """Start a question that the board does not answer, unless the table does."""
        entry: cython.pointer(Entry) = find_entry(
            first_entry(self.table, mover, opponent), mover, opponent
        )
        lower: cython.int = stored_bound(entry.mover) if entry != cython.NULL else -MAX_SCORE
        upper: cython.int = stored_bound(entry.opponent) if entry != cython.NULL else WIN_IN_1
        if lower >= threshold:
            self.bound = lower
        elif upper < threshold:
            self.bound = upper
        else:
            self.push(mover, opponent, threshold, lower, upper)
            self.state = SEARCHING

    @property
    def entries(self) -> int:
        """The number of positions in the table."""
        return self.table.used_entries

    @property
    def size_bytes(self) -> int:
        """The bytes of the table."""
        return self.table.buckets * 64

    @property
    def position(self) -> tuple:
        """The current position: (mover, opponent, plies since the question)."""
        last = max(self.depth - 1, 0)
        return self.frames[last].mover, self.frames[last].opponent, last
