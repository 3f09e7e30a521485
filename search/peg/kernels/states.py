"""Kernel: the boards that the sweeps of peg solitaire store; see `sweep.py`.

`Levels` holds the states of two levels, the one at hand and the next. A level is divided into 64
hash tables by the highest bits of the hash, its *parts*, so that enlarging one never takes
long, and each is freed as soon as it is expanded. 17 bytes a slot, a half to three quarters of
them in use. Threads may write to different parts at once; what they share, the bytes in use, is
counted by an atomic sum.

`Frontier` holds the boards that one sweep leaves for the other to look up: a hash set for each
level, of known size. 8 bytes a slot, two thirds in use. Threads may add different boards at once:
a slot is taken by an atomic compare and swap. Nothing is looked up at that time.

Both are open addressing with linear probing and exact keys; 0, a board with no peg, marks a free
slot, and no jump leads to one.
"""

import cython

SMALLEST = cython.declare(u64, 32)  # slots of a part


class Frontier:
    """Boards by level, for as long as two sweeps last."""

    def __dealloc__(self):
        cython.declare(level=cython.int)
        for level in range(65):
            free(self.levels[level].keys)

    def make_room(self, level, boards):
        """For so many boards of a level; False when the machine has none."""
        slots: u64 = boards + boards // 2 + 1
        self.levels[level].keys = words(slots)
        if not self.levels[level].keys:
            return False
        self.levels[level].slots = slots
        return True

    def add(self, level, key):
        """Keep a board that was not kept before; other threads may do so at the same time."""
        kept: cython.pointer(Kept) = cython.address(self.levels[level])
        slot: u64 = place(mixed(key), kept.slots)
        while kept.keys[slot] != 0 or not __sync_bool_compare_and_swap(kept.keys + slot, 0, key):
            slot += 1
            if slot == kept.slots:
                slot = 0
        __sync_add_and_fetch(cython.address(kept.entries), 1)

    def has(self, level, key):
        """Whether a board was kept."""
        kept: cython.pointer(Kept) = cython.address(self.levels[level])
        return kept.slots != 0 and kept.keys[slot_of(kept.keys, kept.slots, key)] != 0

    def lowest(self):
        """The first level that has boards; 65 when none has."""
        level: cython.int = 0
        while level < 65 and self.levels[level].entries == 0:
            level += 1
        return level

    @property
    def entries(self) -> int:
        """Boards kept."""
        return sum([self.levels[level].entries for level in range(65)])

    @property
    def bytes_used(self) -> int:
        """Bytes of the tables."""
        return 8 * sum([self.levels[level].slots for level in range(65)])


class Levels:
    """States of two levels; `side` 0 or 1 is the one that is written to."""

    def __cinit__(self, most: int, room: int):
        self.most, self.room = most, room
        self.level = -1

    def __dealloc__(self):
        cython.declare(number=cython.int)
        for number in range(2 * PARTS):
            self.drop(cython.address(self.parts[number]))

    def seek(self, number, key):
        """Ask for the memory of a state that is soon to be entered into that part."""
        cython.declare(slot=u64)
        part: cython.pointer(Part) = cython.address(self.parts[PARTS * self.side + number])
        if part.slots != 0:
            slot = place(mixed(key), part.slots)
            prefetch(part.keys + slot)
            prefetch(part.hands + slot)

    def enter(self, number, key, hand, depth):
        """Write a state: of one board the least depth and all pegs in hand at that depth.

        `number` is that of the part, the highest bits of the hash; False when there is no room.
        """
        cython.declare(slot=u64)
        part: cython.pointer(Part) = cython.address(self.parts[PARTS * self.side + number])
        if 4 * (part.entries + 1) > 3 * part.slots and not self.grow(part):
            return False
        slot = slot_of(part.keys, part.slots, key)
        if part.keys[slot] == 0:
            part.keys[slot] = key
            part.hands[slot] = hand
            part.depths[slot] = depth
            part.entries += 1
            part.deepest += depth == self.most
        elif depth < part.depths[slot]:
            part.deepest -= part.depths[slot] == self.most
            part.hands[slot] = hand
            part.depths[slot] = depth
        elif depth == part.depths[slot]:
            part.hands[slot] |= hand
        return True

    def grow(self, part):
        """Make a part half as large again; False when the budget or the machine has no room."""
        cython.declare(slot=u64, old=u64)
        larger = cython.declare(Part)
        memset(cython.address(larger), 0, cython.sizeof(Part))
        larger.slots = SMALLEST if part.slots == 0 else part.slots + part.slots // 2
        larger.entries = part.entries
        larger.deepest = part.deepest
        if __sync_add_and_fetch(cython.address(self.size), 17 * larger.slots) > self.room:
            self.drop(cython.address(larger))
            return False
        larger.keys = words(larger.slots)
        larger.hands = cython.cast(cython.pointer(u64), malloc(8 * larger.slots))
        larger.depths = cython.cast(cython.p_uchar, malloc(larger.slots))
        if not (larger.keys and larger.hands and larger.depths):
            self.drop(cython.address(larger))
            return False
        for old in range(part.slots):
            if part.keys[old] != 0:
                slot = slot_of(larger.keys, larger.slots, part.keys[old])
                larger.keys[slot] = part.keys[old]
                larger.hands[slot] = part.hands[old]
                larger.depths[slot] = part.depths[old]
        self.drop(part)
        part[0] = larger
        return True

    def drop(self, part):
        """Free a part, and its share of the bytes in use."""
        __sync_add_and_fetch(cython.address(self.size), 0 - 17 * part.slots)
        free(part.keys)
        free(part.hands)
        free(part.depths)
        memset(part, 0, cython.sizeof(Part))

    def boards(self, side):
        """How many boards a level has that are not freed yet."""
        return sum([self.parts[PARTS * side + number].entries for number in range(PARTS)])

    def at_most(self, side):
        """How many of them are at the depth `most`."""
        return sum([self.parts[PARTS * side + number].deepest for number in range(PARTS)])
