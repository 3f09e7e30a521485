"""The boards that the sweeps of `search.peg.kernels.sweep` store.

Data layout: both classes use open addressing with linear probing and exact keys; `sweep_states.pxd`
lists the arrays.

* `LevelPair` holds the states of two levels, the one that is expanded and the next. A level is
  divided into 64 hash tables (parts) by the highest bits of the hash, so enlarging one never takes
  long, and each is freed as soon as it is expanded.
* `Frontier` holds the boards that the forward sweep has at its maximum depth, for the backward
  sweep to look up: a hash set of known size for each level.

Invariants: 0, a board without pegs, marks a free slot, and no jump leads to one. Threads may write
to different parts at once; what they share, the bytes in use, is an atomic sum. Threads may add
different boards to a `Frontier` at once, as a slot is taken by an atomic compare-and-swap; boards
are looked up only when all have been added.

Limits: levels 0 to 64; depths up to 255 moves, and a solution has at most 63. A part is chosen by 6
bits of the hash and a slot by 32 others, so tables beyond 2³² slots (73 GB a part) would be slow.
`insert` and `allocate` return False when memory is lacking.

Complexity: O(1) an operation. `LevelPair` takes 17 bytes a slot, a half to three quarters of them
in use (23 to 34 bytes a board), and during the growth of a part its old table as well; `Frontier` 8
bytes a slot, two thirds in use (12 bytes a board).
"""

import cython

MIN_SLOTS = cython.declare(u64, 32)  # slots of a new part
BYTES_PER_SLOT = cython.declare(u64, 17)


class Frontier:
    """Sets of boards by level, written by the forward sweep and read by the backward one."""

    def __dealloc__(self):
        cython.declare(level=cython.int)
        for level in range(LEVEL_COUNT):
            free(self.levels[level].keys)

    def allocate(self, level, capacity):
        """Make an empty set for `capacity` boards of a level; return False if memory is lacking."""
        slot_count: u64 = capacity + capacity // 2 + 1
        self.levels[level].keys = allocate_words(slot_count)
        if not self.levels[level].keys:
            return False
        self.levels[level].slot_count = slot_count
        return True

    def add(self, level, key):
        """Add a board that is not in the set; other threads may add other boards at once."""
        boards: cython.pointer(BoardSet) = cython.address(self.levels[level])
        slot: u64 = first_slot(hash_word(key), boards.slot_count)
        while boards.keys[slot] != 0 or not __sync_bool_compare_and_swap(
            boards.keys + slot, 0, key
        ):
            slot += 1
            if slot == boards.slot_count:
                slot = 0
        __sync_add_and_fetch(cython.address(boards.board_count), 1)

    def contains(self, level, key):
        """Return True if a board is in the set of a level."""
        boards: cython.pointer(BoardSet) = cython.address(self.levels[level])
        return (
            boards.slot_count != 0
            and boards.keys[find_slot(boards.keys, boards.slot_count, key)] != 0
        )

    def first_level(self):
        """Return the lowest level that has boards, 65 if none has."""
        level: cython.int = 0
        while level < LEVEL_COUNT and self.levels[level].board_count == 0:
            level += 1
        return level

    @property
    def board_count(self) -> int:
        """The number of boards in all levels."""
        return sum([self.levels[level].board_count for level in range(LEVEL_COUNT)])

    @property
    def bytes_used(self) -> int:
        """The size of the sets in bytes."""
        return 8 * sum([self.levels[level].slot_count for level in range(LEVEL_COUNT)])


class LevelPair:
    """The states of two levels, the one that is expanded and the next.

    Args:
        max_depth: The number of moves of the sweep; boards at this depth are counted.
        memory_limit: The bytes that all parts may take.
    """

    def __cinit__(self, max_depth: int, memory_limit: int):
        self.max_depth, self.memory_limit = max_depth, memory_limit
        self.level = -1

    def __dealloc__(self):
        cython.declare(number=cython.int)
        for number in range(2 * PART_COUNT):
            self.free_part(cython.address(self.parts[number]))

    def prefetch_slot(self, number, key):
        """Load the slot of a board that will soon be inserted into part `number`."""
        cython.declare(slot=u64)
        part: cython.pointer(Part) = cython.address(
            self.parts[PART_COUNT * self.write_side + number]
        )
        if part.slot_count != 0:
            slot = first_slot(hash_word(key), part.slot_count)
            prefetch(part.keys + slot)
            prefetch(part.hands + slot)

    def insert(self, number, key, hand, depth):
        """Insert a state into part `number`; return False if memory is lacking.

        Of each board the smallest depth is stored, and the set of all hands at that depth.
        """
        cython.declare(slot=u64)
        part: cython.pointer(Part) = cython.address(
            self.parts[PART_COUNT * self.write_side + number]
        )
        if 4 * (part.board_count + 1) > 3 * part.slot_count and not self.grow(part):
            return False
        slot = find_slot(part.keys, part.slot_count, key)
        if part.keys[slot] == 0:
            part.keys[slot] = key
            part.hands[slot] = hand
            part.depths[slot] = depth
            part.board_count += 1
            part.max_depth_count += depth == self.max_depth
        elif depth < part.depths[slot]:
            part.max_depth_count -= part.depths[slot] == self.max_depth
            part.hands[slot] = hand
            part.depths[slot] = depth
        elif depth == part.depths[slot]:
            part.hands[slot] |= hand
        return True

    def grow(self, part):
        """Enlarge a part by half; return False if memory is lacking."""
        cython.declare(slot=u64, old=u64)
        larger = cython.declare(Part)
        memset(cython.address(larger), 0, cython.sizeof(Part))
        larger.slot_count = (
            MIN_SLOTS if part.slot_count == 0 else part.slot_count + part.slot_count // 2
        )
        larger.board_count = part.board_count
        larger.max_depth_count = part.max_depth_count
        if (
            __sync_add_and_fetch(
                cython.address(self.bytes_used), BYTES_PER_SLOT * larger.slot_count
            )
            > self.memory_limit
        ):
            self.free_part(cython.address(larger))
            return False
        larger.keys = allocate_words(larger.slot_count)
        larger.hands = cython.cast(cython.pointer(u64), malloc(8 * larger.slot_count))
        larger.depths = cython.cast(cython.p_uchar, malloc(larger.slot_count))
        if not (larger.keys and larger.hands and larger.depths):
            self.free_part(cython.address(larger))
            return False
        for old in range(part.slot_count):
            if part.keys[old] != 0:
                slot = find_slot(larger.keys, larger.slot_count, part.keys[old])
                larger.keys[slot] = part.keys[old]
                larger.hands[slot] = part.hands[old]
                larger.depths[slot] = part.depths[old]
        self.free_part(part)
        part[0] = larger
        return True

    def free_part(self, part):
        """Free the arrays of a part, and subtract their size from the bytes in use."""
        __sync_add_and_fetch(cython.address(self.bytes_used), 0 - BYTES_PER_SLOT * part.slot_count)
        free(part.keys)
        free(part.hands)
        free(part.depths)
        memset(part, 0, cython.sizeof(Part))

    def count_boards(self, side):
        """Return the number of boards in the parts of a level that have not been freed."""
        return sum(
            [self.parts[PART_COUNT * side + number].board_count for number in range(PART_COUNT)]
        )

    def count_at_max_depth(self, side):
        """Return the number of boards of a level at the depth `max_depth`."""
        return sum(
            [self.parts[PART_COUNT * side + number].max_depth_count for number in range(PART_COUNT)]
        )
