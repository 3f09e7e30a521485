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
                  deferred  how many successors at the beginning are left to other kernels for now
        move    the move being searched: 4·target + 0 (left), 1 (ahead) or 2 (right)
    pool      the successors still to be searched of all frames, one frame after the other, each
              sorted, best last; `pool_size` of them
    history   by move: how often it has answered a question
    team      the kernels that work on one question with one table; `lines` has by kernel and ply
              the positions that each is searching, for the first `SHARED_PLIES` plies
    added     positions that the kernel has stored and `table` does not count yet
    table     see `table.py`. Of a position and its mirror image the lesser is searched and stored

Teams:
    The kernels of a team search the same tree, each in a thread of its own. A successor that
    another kernel is searching, and that is not the first of its frame, is put off until the others
    of the frame are searched (simplified ABDADA, T. Kerrigan): by then the table may have the
    answer. The first kernel that answers the question stops the others. Which bound answers it
    depends on the threads; yes or no does not.

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


class Team:
    """The state that the kernels of a team share besides their table."""


class NullWindowKernel(Kernel):
    """A search that answers questions one after the other, with one table of bounds.

    `bound` is the answer to the last question: a lower bound of the score if it is at least the
    threshold, else an upper bound. `depth` is the number of positions on the line being searched.

    Args:
        rows: The rows of the board, 2 to 8.
        columns: The columns of the board, 1 to 8.
        memory_limit: Bytes for the table, at least 16 KB.
        leader: A kernel for the same board, whose team this one joins; it has the table.

    Raises:
        ValueError: The size of the board is out of range, or the team has 64 kernels, or more than
            one where `can_team_up` returns False.
        MemoryError: The machine is out of memory.
    """

    def __cinit__(
        self, rows: int, columns: int, memory_limit: int, leader: NullWindowKernel = None
    ):
        self.state = SOLVED
        if leader is None:
            self.board = Board(rows, columns)
            self.table = Table(memory_limit)
            self.team = Team()
        else:
            if not can_team_up() or leader.team.size == MAX_KERNELS:
                raise ValueError("no more kernels can search one position here")
            self.board, self.table, self.team = leader.board, leader.table, leader.team
        self.number = self.team.size
        self.team.size += 1

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
        frame.deferred = 0
        if self.team.size > 1 and self.depth <= SHARED_PLIES:
            self.team.lines[LINE_WORDS * self.number + self.depth - 1] = line_key(mover, opponent)
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
        entry: Entry
        while place > frame.first and frame.best < frame.threshold:
            place -= 1
            if (
                self.find_stored(cython.address(self.pool[place]), cython.address(entry))
                and stored_bound(entry.opponent) < frame.below
            ):
                raise_best(frame, stored_bound(entry.opponent))

    def find_stored(self, successor, entry):
        """Copy the entry of a successor in the table and return True if there is one."""
        mover: u64 = successor.mover
        opponent: u64 = successor.opponent
        return find_entry(first_entry(self.table, mover, opponent), mover, opponent, entry)

    def is_searched_elsewhere(self, successor):
        """Return True if another kernel of the team is searching this successor."""
        cython.declare(other=cython.int)
        key: u64 = line_key(successor.mover, successor.opponent)
        for other in range(self.team.size):
            if other != self.number and self.team.lines[LINE_WORDS * other + self.depth] == key:
                return True
        return False

    def defer(self, frame, successor):
        """Put a successor that was taken from the pool below the others of the frame."""
        place: cython.int = self.pool_size
        while place > frame.first:
            self.pool[place] = self.pool[place - 1]
            place -= 1
        self.pool[place] = successor[0]
        self.pool_size += 1
        frame.deferred += 1

    def advance(self, explored_limit):
        """Search until the question is answered or `explored_limit` positions are expanded.

        Returns early, too, while the table grows. The kernels of a team all return when one does,
        or when the table has to grow.
        """
        cython.declare(frame=cython.pointer(Frame), lower=cython.int, upper=cython.int)
        entry: Entry
        successor: Successor
        is_alone: cython.bint = self.team.size == 1
        if is_alone and self.table.split(BUCKETS_PER_CALL):
            return SEARCHING
        while is_alone or not self.team.is_stopped:
            frame = cython.address(self.frames[self.depth - 1])
            if frame.best >= frame.threshold or self.pool_size == frame.first:
                self.pop(frame)
                if self.depth == 0:
                    self.team.is_stopped = True
                    return SOLVED
                if is_alone:
                    self.table.used_entries += self.added
                    self.added = 0
                    if self.table.start_growing():
                        return SEARCHING
                elif self.table.is_half_full(self.added):
                    self.team.is_stopped = True
                continue
            if self.explored >= explored_limit:
                self.team.is_stopped = True
                return SEARCHING
            self.pool_size -= 1
            successor = self.pool[self.pool_size]
            lower = -MAX_SCORE
            upper = WIN_IN_1
            if self.find_stored(cython.address(successor), cython.address(entry)):
                lower = stored_bound(entry.mover)
                upper = stored_bound(entry.opponent)
            if lower >= frame.below:
                frame.move = successor.move
                raise_best(frame, lower)
            elif upper < frame.below:
                frame.move = successor.move
                raise_best(frame, upper)
            elif (
                not is_alone
                and self.depth < SHARED_PLIES
                and frame.move >= 0
                and self.pool_size - frame.first >= frame.deferred
                and self.is_searched_elsewhere(cython.address(successor))
            ):
                self.defer(frame, cython.address(successor))
            else:
                frame.move = successor.move
                self.push(successor.mover, successor.opponent, frame.below, lower, upper)
        return SEARCHING

    def pop(self, frame):
        """Store the bound of the last frame, pop it, and pass the bound to the frame before."""
        searched: u64 = self.explored - frame.explored_before
        if frame.best >= frame.threshold:
            frame.lower = frame.best
            if frame.move >= 0:
                self.history[frame.move] += 1
        else:
            frame.upper = frame.best
        self.added += self.table.store(
            frame.mover,
            frame.opponent,
            frame.lower,
            frame.upper,
            (searched >= 4) + (searched >= 64) + (searched >= 1024),
        )
        self.pool_size = frame.first
        self.depth -= 1
        if self.team.size > 1 and self.depth < SHARED_PLIES:
            self.team.lines[LINE_WORDS * self.number + self.depth] = 0
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
        entry: Entry
        lower: cython.int = -MAX_SCORE
        upper: cython.int = WIN_IN_1
        if find_entry(
            first_entry(self.table, mover, opponent), mover, opponent, cython.address(entry)
        ):
            lower = stored_bound(entry.mover)
            upper = stored_bound(entry.opponent)
        if lower >= threshold:
            self.bound = lower
        elif upper < threshold:
            self.bound = upper
        else:
            if self.number == 0:  # it begins alone
                for place in range(LINE_WORDS * self.team.size):
                    self.team.lines[place] = 0
            self.push(mover, opponent, threshold, lower, upper)
            self.state = SEARCHING

    def buckets_to_split(self, max_count: int) -> tuple:
        """Return the first and the end of buckets to split before the search goes on.

        Several threads may split parts of them at once, while no kernel of the team runs; then
        `end_split` is called. Both are 0 if the table need not grow.
        """
        if self.table.unsplit == 0:
            self.table.start_growing()
        end: u64 = self.table.unsplit
        return max((end + 1) // 2, end - min(end, max_count)) if end > 1 else 0, end

    def split_buckets(self, first: int, end: int) -> None:
        """Split the buckets from `first` on, without the GIL."""
        start: u64 = first
        stop: u64 = end
        with cython.nogil:
            self.table.split_range(start, stop)

    def end_split(self, first: int) -> None:
        """Go on with the buckets before `first`."""
        self.table.unsplit = first

    def start_call(self) -> None:
        """Clear the stop flag of the team, before its kernels run again."""
        self.team.is_stopped = False

    def count_stored(self) -> None:
        """Add the positions that this kernel has stored to the count, while no other runs."""
        self.table.used_entries += self.added
        self.added = 0

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


def can_team_up() -> bool:
    """Return True if several kernels can share a table on this processor."""
    return pairs_are_atomic()
