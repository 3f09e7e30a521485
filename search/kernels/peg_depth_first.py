"""Kernel: depth-first search of peg solitaire on boards of up to 64 holes.

The same search as `search.uninformed.depth_first` on a `PegGame`, position for position: jumps
in the order given, no position entered whose canonical form was met before. About 10 bytes of
table per position met at the usual load (8-byte keys, open addressing, linear probing).

    line[d]     the position d jumps down the current line
    untried[d]  the number of the next jump to try there
    images      per symmetry and byte of a position, the image of that byte
    table       the canonical positions met; 0, a board with no peg, marks a free slot
"""

import cython
from cython.cimports.libc.stdlib import calloc, free

u64 = cython.typedef(cython.ulonglong)

SEARCHING = cython.declare(cython.int, 0)
SOLVED = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)
STATUS = ("searching", "solved", "exhausted", "full")

SMALLEST = 1 << 12  # slots


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def mixed(key: u64) -> u64:
    """The finaliser of splitmix64: every bit of the key moves half the bits of the result."""
    key = (key ^ (key >> 30)) * cython.cast(u64, 0xBF58476D1CE4E5B9)
    key = (key ^ (key >> 27)) * cython.cast(u64, 0x94D049BB133111EB)
    return key ^ (key >> 31)


@cython.final
@cython.cclass
class DepthFirst:
    """One search; `run` goes on with it.

    `jumps` are (from, over, to) in the order to try them, `images` the permutations of holes
    that keep the finish (without the identity), `memory` the bytes the table may take.
    """

    mask: u64[512]
    pegs: u64[512]
    images: u64[12 * 8 * 256]
    line: u64[65]
    untried: cython.int[65]
    jumps: cython.int
    symmetries: cython.int
    bytes_used: cython.int
    depth_: cython.int
    finish: u64
    table: cython.pointer(u64)
    slots: u64
    most_slots: u64
    met: u64
    explored_: u64
    status: cython.int

    def __cinit__(
        self, jumps: list, images: list, holes: int, start: int, finish: int, memory: int
    ):
        if len(jumps) > 512 or len(images) > 12 or holes > 64:
            raise ValueError("the kernel takes up to 64 holes, 512 jumps and 12 symmetries")
        self.jumps = len(jumps)
        for index, (source, over, to) in enumerate(jumps):
            self.mask[index] = 1 << source | 1 << over | 1 << to
            self.pegs[index] = 1 << source | 1 << over
        self.symmetries = len(images)
        self.bytes_used = (holes + 7) // 8
        for number, permutation in enumerate(images):
            for low in range(self.bytes_used):
                for byte in range(256):
                    self.images[(number * 8 + low) * 256 + byte] = sum(
                        1 << permutation[8 * low + bit]
                        for bit in range(8)
                        if byte >> bit & 1 and 8 * low + bit < holes
                    )
        self.slots = SMALLEST
        self.most_slots = max(SMALLEST, memory // 12)  # the old table lives on while one grows
        self.table = cython.cast(cython.pointer(u64), calloc(self.slots, 8))
        if self.table == cython.NULL:
            raise MemoryError
        self.finish = finish
        self.line[0] = start
        self.depth_ = 0
        self.untried[0] = 0
        self.met = 0
        self.explored_ = 1
        self.status = SEARCHING
        self.insert(self.canonical(start))

    def __dealloc__(self):
        free(self.table)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def canonical(self, position: u64) -> u64:
        """The least image of a position."""
        least: u64 = position
        image: u64
        rest: u64
        number: cython.int
        low: cython.int
        for number in range(self.symmetries):
            image = 0
            rest = position
            for low in range(self.bytes_used):
                image |= self.images[(number * 8 + low) * 256 + (rest & 255)]
                rest >>= 8
            if image < least:
                least = image
        return least

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def insert(self, key: u64) -> cython.bint:
        """Put a key into the table; False when it was there."""
        slot: u64 = mixed(key) & (self.slots - 1)
        while self.table[slot] != 0:
            if self.table[slot] == key:
                return False
            slot = (slot + 1) & (self.slots - 1)
        self.table[slot] = key
        self.met += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grow(self) -> cython.bint:
        """Make the table twice as large; False when the budget or the machine has no room."""
        old: cython.pointer(u64) = self.table
        old_slots: u64 = self.slots
        index: u64
        if 2 * old_slots > self.most_slots:
            return False
        self.table = cython.cast(cython.pointer(u64), calloc(2 * old_slots, 8))
        if self.table == cython.NULL:
            self.table = old
            return False
        self.slots = 2 * old_slots
        self.met = 0
        for index in range(old_slots):
            if old[index] != 0:
                self.insert(old[index])
        free(old)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, budget: u64) -> cython.int:
        """Enter up to `budget` more positions."""
        until: u64 = self.explored_ + budget
        here: u64
        child: u64
        number: cython.int
        while self.explored_ < until:
            number = self.untried[self.depth_]
            here = self.line[self.depth_]
            while number < self.jumps and here & self.mask[number] != self.pegs[number]:
                number += 1
            if number == self.jumps:
                if self.depth_ == 0:
                    return EXHAUSTED
                self.depth_ -= 1
                continue
            child = here ^ self.mask[number]
            if 4 * (self.met + 1) > 3 * self.slots and not self.grow():
                return FULL
            self.untried[self.depth_] = number + 1
            if not self.insert(self.canonical(child)):
                continue
            self.depth_ += 1
            self.line[self.depth_] = child
            self.untried[self.depth_] = 0
            if child == self.finish:
                return SOLVED
            self.explored_ += 1
        return SEARCHING

    def run(self, budget: int) -> str:
        """Enter up to `budget` positions; "searching", "solved", "exhausted" or "full"."""
        nodes: u64 = budget
        if self.status == SEARCHING:
            with cython.nogil:
                self.status = self.advance(nodes)
        return STATUS[self.status]

    @property
    def explored(self) -> int:
        """Positions entered so far, the start included, the finish not."""
        return self.explored_

    @property
    def entries(self) -> int:
        """Positions in the table."""
        return self.met

    @property
    def depth(self) -> int:
        """Jumps made along the current line."""
        return self.depth_

    @property
    def size(self) -> int:
        """Bytes of the table."""
        return 8 * self.slots

    @property
    def positions(self) -> list:
        """The current line, from the start to the position at hand."""
        return [self.line[index] for index in range(self.depth_ + 1)]
