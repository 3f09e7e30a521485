"""Kernel: questions about hexapawn positions on boards of up to 8×8.

The same search as `Search.ask` of `search.mtd` on a `HexapawnGame`, position for position: the
same order of moves, the same table of bounds, kept for all questions. 24 bytes of table per
position (exact keys, open addressing, linear probing).

A position is two bitboards in rows of eight bits, turned so that the side to move, `own`, moves
up; its opponent is `rival`. Scores are those of `search.mtd` with FAR = 127.

    pool        the successors still to be asked, of all frames on the line, one after the other
    first[d]    where in the pool those of frame d begin
"""

import cython
from cython.cimports.libc.stdlib import calloc, free

u64 = cython.typedef(cython.ulonglong)
Entry = cython.struct(
    own=cython.ulonglong, rival=cython.ulonglong, lower=cython.schar, upper=cython.schar
)
Successor = cython.struct(own=cython.ulonglong, rival=cython.ulonglong, replies=cython.int)
Frame = cython.struct(
    own=cython.ulonglong,
    rival=cython.ulonglong,
    threshold=cython.int,
    best=cython.int,
    first=cython.int,
    turned=cython.bint,
)

FAR = cython.declare(cython.int, 127)
ASKING = cython.declare(cython.int, 0)
ANSWERED = cython.declare(cython.int, 1)
FULL = cython.declare(cython.int, 2)
STATUS = ("asking", "answered", "full")

SMALLEST = 1 << 12  # slots


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def mixed(own: u64, rival: u64) -> u64:
    """Every bit of a position moves half the bits of the result (finaliser of splitmix64)."""
    key: u64 = own ^ (rival * cython.cast(u64, 0x9E3779B97F4A7C15))
    key = (key ^ (key >> 30)) * cython.cast(u64, 0xBF58476D1CE4E5B9)
    key = (key ^ (key >> 27)) * cython.cast(u64, 0x94D049BB133111EB)
    return key ^ (key >> 31)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def ones(x: u64) -> cython.int:
    """The number of bits set."""
    x = x - ((x >> 1) & cython.cast(u64, 0x5555555555555555))
    x = (x & cython.cast(u64, 0x3333333333333333)) + (
        (x >> 2) & cython.cast(u64, 0x3333333333333333)
    )
    x = (x + (x >> 4)) & cython.cast(u64, 0x0F0F0F0F0F0F0F0F)
    return cython.cast(cython.int, (x * cython.cast(u64, 0x0101010101010101)) >> 56)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def swapped(x: u64) -> u64:
    """The eight rows in reverse order."""
    x = ((x >> 8) & cython.cast(u64, 0x00FF00FF00FF00FF)) | (
        (x & cython.cast(u64, 0x00FF00FF00FF00FF)) << 8
    )
    x = ((x >> 16) & cython.cast(u64, 0x0000FFFF0000FFFF)) | (
        (x & cython.cast(u64, 0x0000FFFF0000FFFF)) << 16
    )
    return (x >> 32) | (x << 32)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def mirrored(x: u64) -> u64:
    """Each row of eight bits in reverse order."""
    x = ((x >> 1) & cython.cast(u64, 0x5555555555555555)) | (
        (x & cython.cast(u64, 0x5555555555555555)) << 1
    )
    x = ((x >> 2) & cython.cast(u64, 0x3333333333333333)) | (
        (x & cython.cast(u64, 0x3333333333333333)) << 2
    )
    return ((x >> 4) & cython.cast(u64, 0x0F0F0F0F0F0F0F0F)) | (
        (x & cython.cast(u64, 0x0F0F0F0F0F0F0F0F)) << 4
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def passed_up(score: cython.int) -> cython.int:
    return -score - 1 if score < 0 else 1 - score


@cython.final
@cython.cclass
class Questions:
    """One table of bounds, and the question at hand; `memory` is the bytes the table may take."""

    rows: cython.int
    columns: cython.int
    board: u64
    not_first: u64
    not_last: u64
    frames: Frame[122]
    pool: Successor[122 * 192]
    height: cython.int
    top: cython.int
    bound_: cython.int
    status: cython.int
    table: cython.pointer(Entry)
    slots: u64
    most_slots: u64
    met: u64
    explored_: u64

    def __cinit__(self, rows: int, columns: int, memory: int):
        if not (2 <= rows <= 8 and 1 <= columns <= 8):
            raise ValueError("the kernel takes up to 8 rows and 8 columns")
        self.rows, self.columns = rows, columns
        row = (1 << columns) - 1
        self.board = sum(row << 8 * number for number in range(rows))
        self.not_first = sum((row & ~1) << 8 * number for number in range(rows))
        self.not_last = sum((row >> 1) << 8 * number for number in range(rows))
        self.slots = SMALLEST
        self.most_slots = max(SMALLEST, memory // 36)  # the old table lives on while one grows
        self.table = cython.cast(cython.pointer(Entry), calloc(self.slots, cython.sizeof(Entry)))
        if self.table == cython.NULL:
            raise MemoryError
        self.met = 0
        self.explored_ = 0
        self.height = 0
        self.top = 0
        self.status = ANSWERED

    def __dealloc__(self):
        free(self.table)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def slot_of(self, own: u64, rival: u64) -> cython.pointer(Entry):
        """The entry of a position given in canonical form, or the free one where it would be.

        A free entry is known by its bounds: no score is 0.
        """
        slot: u64 = mixed(own, rival) & (self.slots - 1)
        while self.table[slot].lower != 0 and (
            self.table[slot].own != own or self.table[slot].rival != rival
        ):
            slot = (slot + 1) & (self.slots - 1)
        return cython.address(self.table[slot])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def entry(self, own: u64, rival: u64) -> cython.pointer(Entry):
        """The entry of a position or its mirror image, whichever is less; a free one is filled."""
        other: u64 = mirrored(own) >> (8 - self.columns)
        other_rival: u64 = mirrored(rival) >> (8 - self.columns)
        if other < own or (other == own and other_rival < rival):
            own = other
            rival = other_rival
        found: cython.pointer(Entry) = self.slot_of(own, rival)
        if found.lower == 0:
            found.own = own
            found.rival = rival
            found.lower = -FAR
            found.upper = FAR
            self.met += 1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grow(self) -> cython.bint:
        """Make the table twice as large; False when the budget or the machine has no room."""
        old: cython.pointer(Entry) = self.table
        old_slots: u64 = self.slots
        index: u64
        if 2 * old_slots > self.most_slots:
            return False
        self.table = cython.cast(cython.pointer(Entry), calloc(2 * old_slots, cython.sizeof(Entry)))
        if self.table == cython.NULL:
            self.table = old
            return False
        self.slots = 2 * old_slots
        for index in range(old_slots):
            if old[index].lower != 0:
                self.slot_of(old[index].own, old[index].rival)[0] = old[index]
        free(old)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def replies(self, own: u64, rival: u64) -> cython.int:
        """The number of moves of the side to move."""
        if rival & ((1 << self.columns) - 1):
            return 0
        return (
            ones((own << 8) & self.board & ~(own | rival))
            + ones(((own & self.not_first) << 7) & rival)
            + ones(((own & self.not_last) << 9) & rival)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add(self, first: cython.int, own: u64, rival: u64) -> cython.void:
        """Put a successor into the pool: those with fewer replies later, else in order."""
        shift: cython.int = 8 * (8 - self.rows)
        place: cython.int = self.top
        new = cython.declare(Successor)
        new.own = swapped(rival) >> shift
        new.rival = swapped(own) >> shift
        new.replies = self.replies(new.own, new.rival)
        while place > first and self.pool[place - 1].replies < new.replies:
            self.pool[place] = self.pool[place - 1]
            place -= 1
        self.pool[place] = new
        self.top += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def move(
        self, first: cython.int, own: u64, rival: u64, pawn: u64, step: cython.int
    ) -> cython.void:
        """Put the successor by one pawn's step of 7 (left), 8 (ahead) or 9 (right), if legal."""
        target: u64 = (pawn << step) & self.board
        if step == 8:
            target &= ~(own | rival)
        elif pawn & (self.not_first if step == 7 else self.not_last):
            target &= rival
        else:
            target = 0
        if target:
            self.add(first, own ^ pawn ^ target, rival & ~target)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def push(self, own: u64, rival: u64, threshold: cython.int, turned: cython.bint) -> cython.void:
        """A frame, with its successors in the order of the rules' moves.

        The rules number cells from white's side: for black the rows go the other way.
        """
        frame: cython.pointer(Frame) = cython.address(self.frames[self.height])
        self.height += 1
        frame.own = own
        frame.rival = rival
        frame.threshold = threshold
        frame.best = -FAR
        frame.first = self.top
        frame.turned = turned
        if rival & ((1 << self.columns) - 1):
            return
        row: cython.int
        cell: cython.int
        step: cython.int
        pawn: u64
        for row in range(self.rows):
            cell = 8 * (self.rows - 1 - row if turned else row)
            pawn = cython.cast(u64, 1) << cell
            for _ in range(self.columns):
                if own & pawn:
                    for step in range(7, 10):
                        self.move(frame.first, own, rival, pawn, step)
                pawn <<= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, budget: u64) -> cython.int:
        """Ask about up to `budget` more positions."""
        until: u64 = self.explored_ + budget
        frame: cython.pointer(Frame)
        entry: cython.pointer(Entry)
        successor: Successor
        below: cython.int
        while True:
            frame = cython.address(self.frames[self.height - 1])
            if frame.best >= frame.threshold or self.top == frame.first:
                self.settle(frame)
                if self.height == 0:
                    return ANSWERED
                continue
            if self.explored_ >= until:
                return ASKING
            self.top -= 1
            successor = self.pool[self.top]
            self.explored_ += 1
            if successor.replies == 0:
                self.raise_(FAR - 1)
                continue
            if 4 * (self.met + 1) > 3 * self.slots and not self.grow():
                return FULL
            entry = self.entry(successor.own, successor.rival)
            below = -frame.threshold if frame.threshold > 0 else 2 - frame.threshold
            if entry.lower >= below:
                self.raise_(passed_up(entry.lower))
            elif entry.upper < below:
                self.raise_(passed_up(entry.upper))
            else:
                self.push(successor.own, successor.rival, below, not frame.turned)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self, frame: cython.pointer(Frame)) -> cython.void:
        """Keep the bound of the last frame, which has its entry already, and pass it up."""
        entry: cython.pointer(Entry) = self.entry(frame.own, frame.rival)
        if frame.best >= frame.threshold:
            entry.lower = frame.best
        else:
            entry.upper = frame.best
        self.top = frame.first
        self.height -= 1
        if self.height == 0:
            self.bound_ = frame.best
        else:
            self.raise_(passed_up(frame.best))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def raise_(self, score: cython.int) -> cython.void:
        """The last frame's best is at least that."""
        if score > self.frames[self.height - 1].best:
            self.frames[self.height - 1].best = score

    def ask(self, own: int, rival: int, turned: bool, threshold: int) -> None:
        """Begin a question; `turned` tells that the side to move is black."""
        entry: cython.pointer(Entry) = self.entry(own, rival)
        self.height = self.top = 0
        self.status = ANSWERED
        if entry.lower >= threshold:
            self.bound_ = entry.lower
        elif entry.upper < threshold:
            self.bound_ = entry.upper
        else:
            self.push(own, rival, threshold, turned)
            self.status = ASKING

    def run(self, budget: int) -> str:
        """Ask about up to `budget` positions; "asking", "answered" or "full"."""
        nodes: u64 = budget
        if self.status == ASKING:
            with cython.nogil:
                self.status = self.advance(nodes)
        return STATUS[self.status]

    @property
    def bound(self) -> int:
        """The answer."""
        return self.bound_

    @property
    def explored(self) -> int:
        """Positions asked about so far."""
        return self.explored_

    @property
    def entries(self) -> int:
        """Positions in the table."""
        return self.met

    @property
    def depth(self) -> int:
        """Plies from the question to the position at hand."""
        return self.height

    @property
    def size(self) -> int:
        """Bytes of the table."""
        return self.slots * cython.sizeof(Entry)

    @property
    def position(self) -> tuple:
        """(own, rival, turned) of the position at hand."""
        frame = self.frames[max(self.height - 1, 0)]
        return frame.own, frame.rival, bool(frame.turned)
