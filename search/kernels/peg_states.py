"""Kernel: where the sweeps of peg solitaire keep boards; see `peg_sweep`.

`Levels` holds the states of two levels, the one at hand and the next. A level is divided into 64
hash tables by the highest bits of the hash, so that growing one is never a long pause, and each
is freed as soon as it is done with. 17 bytes a slot, a half to three quarters of them in use.

`Frontier` holds the boards that one sweep leaves for the other to look up: a hash set for each
level, of known size. 8 bytes a slot, two thirds in use.

Both are open addressing with linear probing and exact keys; 0, a board with no peg, marks a free
slot, and no jump leads to one.
"""

import cython
from cython.cimports.libc.stdlib import calloc, free, malloc
from cython.cimports.libc.string import memset
from cython.cimports.search.kernels.peg_bits import mixed, u64
from cython.cimports.search.kernels.peg_states import (
    PARTS,
    WAITING,
    Kept,
    Part,
    State,
    __builtin_prefetch,
    place,
)

SMALLEST = cython.declare(u64, 32)  # slots of a part


@cython.final
@cython.cclass
class Frontier:
    """Boards by level, for as long as two sweeps last."""

    def __cinit__(self):
        memset(self.levels, 0, cython.sizeof(self.levels))
        self.lowest = 65

    def __dealloc__(self):
        level: cython.int
        for level in range(65):
            free(self.levels[level].keys)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make_room(self, level: cython.int, boards: u64) -> cython.bint:
        """For so many boards of a level; False when the machine has none."""
        slots: u64 = boards + boards // 2 + 1
        keys: cython.pointer(u64) = cython.cast(cython.pointer(u64), calloc(slots, 8))
        if keys == cython.NULL:
            return False
        self.levels[level].keys = keys
        self.levels[level].slots = slots
        self.slots += slots
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add(self, level: cython.int, key: u64) -> cython.void:
        """Keep a board that was not kept before."""
        kept: cython.pointer(Kept) = cython.address(self.levels[level])
        slot: u64 = place(mixed(key), kept.slots)
        while kept.keys[slot] != 0:
            slot += 1
            if slot == kept.slots:
                slot = 0
        kept.keys[slot] = key
        self.boards += 1
        if level < self.lowest:
            self.lowest = level

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def has(self, level: cython.int, key: u64) -> cython.bint:
        """Whether a board was kept."""
        kept: cython.pointer(Kept) = cython.address(self.levels[level])
        slot: u64
        if kept.slots == 0:
            return False
        slot = place(mixed(key), kept.slots)
        while kept.keys[slot] != 0:
            if kept.keys[slot] == key:
                return True
            slot += 1
            if slot == kept.slots:
                slot = 0
        return False

    @property
    def entries(self) -> int:
        """Boards kept."""
        return self.boards

    @property
    def bytes_used(self) -> int:
        """Bytes of the tables."""
        return 8 * self.slots


@cython.final
@cython.cclass
class Levels:
    """States of two levels; `side` 0 or 1 is the one that `put` writes to."""

    def __cinit__(self, most: int, room: int):
        memset(self.parts, 0, cython.sizeof(self.parts))
        memset(self.waiting, 0, cython.sizeof(self.waiting))
        self.most, self.room = most, room

    def __dealloc__(self):
        number: cython.int
        for number in range(2 * PARTS):
            self.drop(cython.address(self.parts[number]))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, key: u64, hand: u64, depth: cython.int) -> cython.bint:
        """Send a state to its slot, which it reaches some calls later; False when full."""
        state: cython.pointer(State) = cython.address(self.waiting[self.clock % WAITING])
        part: cython.pointer(Part)
        slot: u64
        if state.key != 0 and not self.enter(state):
            return False
        state.key = key
        state.hashed = mixed(key)
        state.hand = hand
        state.depth = depth
        self.clock += 1
        part = cython.address(self.parts[PARTS * self.side + (state.hashed >> 58)])
        if part.slots != 0:
            slot = place(state.hashed, part.slots)
            __builtin_prefetch(part.keys + slot)
            __builtin_prefetch(part.hands + slot)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self) -> cython.bint:
        """Let all states reach their slots; False when full."""
        number: cython.int
        for number in range(WAITING):
            if self.waiting[number].key != 0:
                if not self.enter(cython.address(self.waiting[number])):
                    return False
                self.waiting[number].key = 0
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, state: cython.pointer(State)) -> cython.bint:
        """Write a state: of one board the least depth and all pegs in hand at that depth."""
        part: cython.pointer(Part)
        slot: u64
        depth: cython.int = state.depth
        part = cython.address(self.parts[PARTS * self.side + (state.hashed >> 58)])
        if 4 * (part.entries + 1) > 3 * part.slots and not self.grow(part):
            return False
        slot = place(state.hashed, part.slots)
        while part.keys[slot] != 0 and part.keys[slot] != state.key:
            slot += 1
            if slot == part.slots:
                slot = 0
        if part.keys[slot] == 0:
            part.keys[slot] = state.key
            part.hands[slot] = state.hand
            part.depths[slot] = depth
            part.entries += 1
            self.entries[self.side] += 1
            self.deepest[self.side] += depth == self.most
        elif depth < part.depths[slot]:
            self.deepest[self.side] -= part.depths[slot] == self.most
            part.hands[slot] = state.hand
            part.depths[slot] = depth
        elif depth == part.depths[slot]:
            part.hands[slot] |= state.hand
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grow(self, part: cython.pointer(Part)) -> cython.bint:
        """Make a part half as large again; False when the budget or the machine has no room."""
        larger: cython.pointer(Part) = cython.address(self.larger)
        slot: u64
        old: u64
        larger.slots = SMALLEST if part.slots == 0 else part.slots + part.slots // 2
        larger.entries = part.entries
        if self.size + 17 * larger.slots > self.room:
            return False
        larger.keys = cython.cast(cython.pointer(u64), calloc(larger.slots, 8))
        larger.hands = cython.cast(cython.pointer(u64), malloc(8 * larger.slots))
        larger.depths = cython.cast(cython.p_uchar, malloc(larger.slots))
        self.size += 17 * larger.slots
        if (
            larger.keys == cython.NULL
            or larger.hands == cython.NULL
            or larger.depths == cython.NULL
        ):
            self.drop(larger)
            return False
        for old in range(part.slots):
            if part.keys[old] != 0:
                slot = place(mixed(part.keys[old]), larger.slots)
                while larger.keys[slot] != 0:
                    slot += 1
                    if slot == larger.slots:
                        slot = 0
                larger.keys[slot] = part.keys[old]
                larger.hands[slot] = part.hands[old]
                larger.depths[slot] = part.depths[old]
        self.drop(part)
        part[0] = larger[0]
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def drop(self, part: cython.pointer(Part)) -> cython.void:
        """Free a part."""
        self.size -= 17 * part.slots
        free(part.keys)
        free(part.hands)
        free(part.depths)
        memset(part, 0, cython.sizeof(Part))
