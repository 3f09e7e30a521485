"""Kernel: questions about hexapawn positions on boards of up to 8×8.

Whether a position is worth `threshold` at least is asked by alpha-beta with an empty window, fail-
soft, on the scale of `search.generic.null_window` with FAR = 127 (a win in k plies is 127 - k, a
loss k - 127), with a table (`table`) of what all questions have shown. A position is two
bitboards in rows of eight bits, turned so that the side to move, `own`, moves up; its opponent is
`rival`. What is searched is a position or its mirror image, whichever is less.

A successor is judged by the board alone (`board`) when its move is generated, and goes
into the pool only if that does not settle the question.

Order of moves: few replies, of which a capture may leave two more, then what has answered
questions before (`history`). Before any is searched, the table is asked about all of them.

    pool        the successors still to be asked, of all frames on the line, one after the other
    first       where in the pool those of a frame begin
    below       what a successor has to stay below for the frame to reach its threshold
    begun       how many positions had been expanded when the frame was
    move        the move being asked about: 4 * target + 0 (to the left), 1 (ahead) or 2
"""

import cython

BUCKETS = cython.declare(cython.int, 1 << 15)  # split in a call


class Questions(Kernel):
    """One table of bounds, and the question at hand; `memory` is the bytes the table may take.

    `bound` is the answer to the last question, `depth` the plies from it to the position at hand.
    """

    def __cinit__(self, rows: int, columns: int, memory: int):
        self.board = Board(rows, columns)
        self.table = Table(memory)
        self.state = SOLVED

    def look(self, frame, target, step):
        """Judge the successor by a step of 7 (left), 8 (ahead) or 9 (right) onto `target`."""
        own: u64 = swapped(frame.rival & ~target) >> self.board.flip
        rival: u64 = swapped(frame.own ^ target ^ (target >> step)) >> self.board.flip
        judgement = cython.declare(Judgement)
        self.board.judge(own, rival, cython.address(judgement))
        if judgement.upper < frame.below:
            raise_best(frame, judgement.upper)
        elif judgement.lower >= frame.below:
            raise_best(frame, judgement.lower)
        else:
            self.add(frame.first, own, rival, judgement.replies, 4 * lowest(target) + step - 7)

    def add(self, first, own, rival, replies, move):
        """Put a successor into the pool, the most promising last."""
        other: u64 = mirrored(own) >> self.board.side
        other_rival: u64 = mirrored(rival) >> self.board.side
        place: cython.int = self.top
        rank: cython.longlong = self.history[move] - (cython.cast(cython.longlong, replies) << 40)
        if move & 3 != 1:
            rank += cython.cast(cython.longlong, 2) << 40
        while place > first and self.pool[place - 1].rank > rank:
            self.pool[place] = self.pool[place - 1]
            place -= 1
        self.top += 1
        new: cython.pointer(Successor) = cython.address(self.pool[place])
        if other < own or (other == own and other_rival < rival):
            own = other
            rival = other_rival
        prefetch(bucket(self.table, own, rival))
        new.own = own
        new.rival = rival
        new.rank = rank
        new.move = move

    def push(self, own, rival, threshold, lower, upper):
        """A frame, with the successors that have to be asked."""
        frame: cython.pointer(Frame) = cython.address(self.frames[self.depth])
        self.depth += 1
        self.explored += 1
        frame.own = own
        frame.rival = rival
        frame.begun = self.explored
        frame.threshold = threshold
        frame.below = -threshold if threshold > 0 else 2 - threshold
        frame.best = lower
        frame.lower = lower
        frame.upper = upper
        frame.first = self.top
        frame.move = -1
        cython.declare(onto=u64, target=u64, step=cython.int)
        for step in range(7, 10):
            onto = targets(self.board, own, rival, step)
            while onto:
                target = onto & (~onto + 1)
                onto ^= target
                self.look(frame, target, step)
                if frame.best >= threshold:
                    return
        self.scan(frame)

    def scan(self, frame):
        """Look in the table for a successor that answers the question, before any is searched."""
        place: cython.int = self.top
        entry: cython.pointer(Entry)
        while place > frame.first and frame.best < frame.threshold:
            place -= 1
            entry = self.known(cython.address(self.pool[place]))
            if entry != cython.NULL and score(entry.rival) < frame.below:
                raise_best(frame, score(entry.rival))

    def known(self, successor):
        """What the table has of a successor, if anything."""
        own: u64 = successor.own
        rival: u64 = successor.rival
        return found(bucket(self.table, own, rival), own, rival)

    def advance(self, until):
        """Expand positions until there are so many, or double the table where it is crowded."""
        cython.declare(frame=cython.pointer(Frame), entry=cython.pointer(Entry), lower=cython.int)
        cython.declare(upper=cython.int)
        successor: Successor
        if self.table.split(BUCKETS):
            return SEARCHING
        while True:
            frame = cython.address(self.frames[self.depth - 1])
            if frame.best >= frame.threshold or self.top == frame.first:
                self.settle(frame)
                if self.depth == 0:
                    return SOLVED
                if self.table.crowded():
                    return SEARCHING
                continue
            if self.explored >= until:
                return SEARCHING
            self.top -= 1
            successor = self.pool[self.top]
            entry = self.known(cython.address(successor))
            lower = -FAR
            upper = WON
            if entry != cython.NULL:
                lower = score(entry.own)
                upper = score(entry.rival)
            frame.move = successor.move
            if lower >= frame.below:
                raise_best(frame, lower)
            elif upper < frame.below:
                raise_best(frame, upper)
            else:
                self.push(successor.own, successor.rival, frame.below, lower, upper)

    def settle(self, frame):
        """Keep the bound of the last frame and pass it up."""
        searched: u64 = self.explored - frame.begun
        if frame.best >= frame.threshold:
            frame.lower = frame.best
            if frame.move >= 0:
                self.history[frame.move] += 1
        else:
            frame.upper = frame.best
        self.table.keep(
            frame.own,
            frame.rival,
            frame.lower,
            frame.upper,
            (searched >= 4) + (searched >= 64) + (searched >= 1024),
        )
        self.top = frame.first
        self.depth -= 1
        if self.depth == 0:
            self.bound = frame.best
        else:
            raise_best(cython.address(self.frames[self.depth - 1]), frame.best)

    def ask(self, own: int, rival: int, threshold: int) -> None:
        """Begin a question."""
        other: u64 = mirrored(own) >> self.board.side
        other_rival: u64 = mirrored(rival) >> self.board.side
        if (other, other_rival) < (own, rival):
            own, rival = other, other_rival
        judgement = cython.declare(Judgement)
        judgement.lower = judgement.upper = -FAR
        if not rival & self.board.home:
            self.board.judge(own, rival, cython.address(judgement))
            if judgement.replies and own & self.board.goal:
                judgement.lower = WON
        self.depth = self.top = 0
        self.state = SOLVED
        if judgement.lower >= threshold:
            self.bound = judgement.lower
        elif judgement.upper < threshold:
            self.bound = judgement.upper
        else:
            self.begin(own, rival, threshold)

    def begin(self, own, rival, threshold):
        """Begin a question that the board does not answer."""
        entry: cython.pointer(Entry) = found(bucket(self.table, own, rival), own, rival)
        lower: cython.int = score(entry.own) if entry != cython.NULL else -FAR
        upper: cython.int = score(entry.rival) if entry != cython.NULL else WON
        if lower >= threshold:
            self.bound = lower
        elif upper < threshold:
            self.bound = upper
        else:
            self.push(own, rival, threshold, lower, upper)
            self.state = SEARCHING

    @property
    def entries(self) -> int:
        """Positions in the table."""
        return self.table.taken

    @property
    def size(self) -> int:
        """Bytes of the table."""
        return self.table.buckets * 64

    @property
    def position(self) -> tuple:
        """(own, rival, plies from the question) of the position at hand."""
        last = max(self.depth - 1, 0)
        return self.frames[last].own, self.frames[last].rival, last
