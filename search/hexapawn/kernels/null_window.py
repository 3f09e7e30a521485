"""Kernel: questions about hexapawn positions on boards of up to 8×8.

Whether a position is worth `threshold` at least is asked by alpha-beta with an empty window, fail-
soft, on the scale of `search.generic.null_window` with FAR = 127 (a win in k plies is 127 - k, a
loss k - 127), with a table (`hexapawn_table`) of what all questions have shown. A position is two
bitboards in rows of eight bits, turned so that the side to move, `own`, moves up; its opponent is
`rival`. What is searched is a position or its mirror image, whichever is less.

A successor is judged by the board alone (`hexapawn_board`) when its move is generated, and goes
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
from cython.cimports.ludoscope.search.hexapawn.kernels.bits import (
    lowest,
    mirrored,
    passed_up,
    swapped,
)
from cython.cimports.ludoscope.search.hexapawn.kernels.board import Board, Judgement
from cython.cimports.ludoscope.search.hexapawn.kernels.table import (
    Entry,
    Table,
    bucket,
    found,
    prefetch,
    score,
)

u64 = cython.typedef(cython.ulonglong)
Successor = cython.struct(
    own=cython.ulonglong, rival=cython.ulonglong, rank=cython.longlong, move=cython.int
)
Frame = cython.struct(
    own=cython.ulonglong,
    rival=cython.ulonglong,
    begun=cython.ulonglong,
    threshold=cython.int,
    below=cython.int,
    best=cython.int,
    lower=cython.int,
    upper=cython.int,
    first=cython.int,
    move=cython.int,
)

FAR = cython.declare(cython.int, 127)
WON = cython.declare(cython.int, 126)  # in 1
ASKING = cython.declare(cython.int, 0)
ANSWERED = cython.declare(cython.int, 1)
STATUS = ("asking", "answered")
BUCKETS = cython.declare(cython.int, 1 << 15)  # split in a call


class Questions:
    """One table of bounds, and the question at hand; `memory` is the bytes the table may take."""

    def __cinit__(self, rows: int, columns: int, memory: int):
        self.board = Board(rows, columns)
        self.table = Table(memory)
        self.explored_ = 0
        self.height = 0
        self.top = 0
        self.status = ANSWERED

    def look(self, frame, target, step):
        """Judge the successor by a step of 7 (left), 8 (ahead) or 9 (right) onto `target`."""
        own: u64 = swapped(frame.rival & ~target) >> self.board.flip
        rival: u64 = swapped(frame.own ^ target ^ (target >> step)) >> self.board.flip
        judgement = cython.declare(Judgement)
        self.board.judge(own, rival, cython.address(judgement))
        if judgement.upper < frame.below:
            frame.best = max(frame.best, passed_up(judgement.upper))
        elif judgement.lower >= frame.below:
            frame.best = max(frame.best, passed_up(judgement.lower))
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
        frame: cython.pointer(Frame) = cython.address(self.frames[self.height])
        self.height += 1
        self.explored_ += 1
        frame.own = own
        frame.rival = rival
        frame.begun = self.explored_
        frame.threshold = threshold
        frame.below = -threshold if threshold > 0 else 2 - threshold
        frame.best = lower
        frame.lower = lower
        frame.upper = upper
        frame.first = self.top
        frame.move = -1
        cython.declare(targets=u64, target=u64, step=cython.int)
        for step in range(7, 10):
            targets = self.board.targets(own, rival, step)
            while targets:
                target = targets & (~targets + 1)
                targets ^= target
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
                frame.best = max(frame.best, passed_up(score(entry.rival)))

    def known(self, successor):
        """What the table has of a successor, if anything."""
        own: u64 = successor.own
        rival: u64 = successor.rival
        return found(bucket(self.table, own, rival), own, rival)

    def advance(self, budget):
        """Expand about `budget` more positions."""
        until: u64 = self.explored_ + budget
        cython.declare(frame=cython.pointer(Frame), entry=cython.pointer(Entry), lower=cython.int)
        cython.declare(upper=cython.int)
        successor: Successor
        while True:
            frame = cython.address(self.frames[self.height - 1])
            if frame.best >= frame.threshold or self.top == frame.first:
                self.settle(frame)
                if self.height == 0:
                    return ANSWERED
                if self.table.crowded():
                    return ASKING
                continue
            if self.explored_ >= until:
                return ASKING
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
                frame.best = max(frame.best, passed_up(lower))
            elif upper < frame.below:
                frame.best = max(frame.best, passed_up(upper))
            else:
                self.push(successor.own, successor.rival, frame.below, lower, upper)

    def settle(self, frame):
        """Keep the bound of the last frame and pass it up."""
        searched: u64 = self.explored_ - frame.begun
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
        self.height -= 1
        if self.height == 0:
            self.bound_ = frame.best
        else:
            self.frames[self.height - 1].best = max(
                self.frames[self.height - 1].best, passed_up(frame.best)
            )

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
        self.height = self.top = 0
        self.status = ANSWERED
        if judgement.lower >= threshold:
            self.bound_ = judgement.lower
        elif judgement.upper < threshold:
            self.bound_ = judgement.upper
        else:
            self.begin(own, rival, threshold)

    def begin(self, own, rival, threshold):
        """Begin a question that the board does not answer."""
        entry: cython.pointer(Entry) = found(bucket(self.table, own, rival), own, rival)
        lower: cython.int = score(entry.own) if entry != cython.NULL else -FAR
        upper: cython.int = score(entry.rival) if entry != cython.NULL else WON
        if lower >= threshold:
            self.bound_ = lower
        elif upper < threshold:
            self.bound_ = upper
        else:
            self.push(own, rival, threshold, lower, upper)
            self.status = ASKING

    def run(self, budget: int) -> str:
        """Expand about `budget` positions; "asking" or "answered"."""
        nodes: u64 = budget
        if self.status == ASKING:
            with cython.nogil:
                if not self.table.split(BUCKETS):
                    self.status = self.advance(nodes)
        return STATUS[self.status]

    @property
    def bound(self) -> int:
        """The answer."""
        return self.bound_

    @property
    def explored(self) -> int:
        """Positions expanded so far."""
        return self.explored_

    @property
    def entries(self) -> int:
        """Positions in the table."""
        return self.table.taken

    @property
    def depth(self) -> int:
        """Plies from the question to the position at hand."""
        return self.height

    @property
    def size(self) -> int:
        """Bytes of the table."""
        return self.table.buckets * 64

    @property
    def position(self) -> tuple:
        """(own, rival, plies from the question) of the position at hand."""
        last = max(self.height - 1, 0)
        return self.frames[last].own, self.frames[last].rival, last
