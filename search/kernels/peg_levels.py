"""Kernel: the levels of peg solitaire, sets of positions up to symmetry, on boards of up to 64
holes; `search.peg_atlas` drives it.

A step from a level to the next takes two phases in turn until the level is used up. In the first
the children are written, by a hash, into 256 buckets; in the second each bucket is emptied into
a hash table of its own, small enough for the cache of a processor. Each thread has a `Feeder`,
and in the second phase buckets of its own, so threads share no memory that one of them writes.

    key      the least image of a position under the symmetries, never 0 (a board with no peg)
    Keys     a level, 8 bytes a key, the keys of one bucket together
    Feeder   the first phase of a thread, 8 MB
    Table    the second phase: open addressing, linear probing, 16 to 34 bytes a key
"""

import cython
from cython.cimports.libc.stdlib import calloc, free, malloc, realloc
from cython.cimports.libc.string import memcpy
from cython.cimports.search.kernels.peg_bits import u64
from cython.cimports.search.kernels.peg_problem import (
    Problem,
    Tables,
    least_after,
    lowered,
    write_images,
)

u8 = cython.typedef(cython.uchar)

BUCKETS = cython.declare(cython.int, 256)
PENDING = cython.declare(cython.int, 4096)  # keys that a bucket of a feeder holds
SMALLEST = cython.declare(cython.int, 64)  # slots of the table of a bucket
MOST_JUMPS = cython.declare(cython.int, 512)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def hashed(key: u64) -> u64:
    """Fibonacci hashing: the high bits depend on all bits of the key."""
    return (key ^ (key >> 29)) * cython.cast(u64, 0x9E3779B97F4A7C15)


@cython.final
@cython.cclass
class Keys:
    """A level, or the part of one that was asked for."""

    keys: cython.pointer(u64)
    starts: u64[257]  # where the keys of each bucket begin
    count: u64

    def __dealloc__(self):
        free(self.keys)

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> int:
        if not 0 <= index < self.count:
            raise IndexError(index)
        return self.keys[index]

    @property
    def size(self) -> int:
        """Bytes."""
        return 8 * self.count

    def numbers(self) -> bytearray:
        """The keys as unsigned numbers of 8 bytes of this machine, in no order."""
        copy: bytearray = bytearray(8 * self.count)
        memcpy(cython.cast(cython.pointer(cython.char), copy), self.keys, 8 * self.count)
        return copy


@cython.final
@cython.cclass
class Feeder:
    """The first phase of one thread: children by bucket, not yet looked up.

    `pagodas` prune the children: those worth less than its number in `floors`. Each must fit
    into a pack (`search.pagoda.fits`), and the problem must be armed with them.
    """

    problem: Problem
    pending: cython.pointer(u64)
    worth: cython.pointer(u64)  # per byte of a position and its value, the words of the packs
    base: u64[32]
    waiting: cython.int[256]
    legal: cython.int[513]

    def __cinit__(self, problem: Problem, pagodas: list, floors: list):
        bucket: cython.int
        self.problem = problem
        self.pending = cython.cast(cython.pointer(u64), malloc(8 * BUCKETS * PENDING))
        self.worth = cython.cast(
            cython.pointer(u64), calloc(problem.tables.length * 256 * problem.tables.words + 1, 8)
        )
        if self.pending == cython.NULL or self.worth == cython.NULL:
            raise MemoryError
        for bucket in range(BUCKETS):
            self.waiting[bucket] = 0
        for bucket in range(problem.tables.words):
            self.base[bucket] = cython.cast(u64, 0x8080808080808080)
        for lane, weights in enumerate(pagodas):
            self.weigh(lane, weights, floors[lane])

    def __dealloc__(self):
        free(self.pending)
        free(self.worth)

    @cython.cfunc
    def weigh(self, lane: cython.int, weights: tuple, floor: cython.longlong) -> cython.void:
        """Write what the pegs of each byte are worth; lanes carry over, but never in a sum."""
        words: cython.int = self.problem.tables.words
        word: cython.int = lane >> 3
        shift: cython.int = 8 * (lane & 7)
        hole: cython.int
        low: cython.int
        bit: cython.int
        value: u64
        table: cython.pointer(u64)
        self.base[word] -= cython.cast(u64, floor) << shift
        for hole in range(self.problem.tables.holes):
            value = cython.cast(u64, cython.cast(cython.longlong, weights[hole])) << shift
            table = self.worth + (hole // 8 * 256) * words + word
            bit = 1 << (hole & 7)
            for low in range(256):
                if low & bit:
                    table[low * words] += value

    @property
    def size(self) -> int:
        """Bytes."""
        return 8 * BUCKETS * PENDING

    def fill(self, level: Keys, first: int, end: int, before: bool, after: bool) -> int:
        """Take the children of level[first:end] in, until a bucket is full; where to go on.

        `before` complements the positions before they jump, `after` their children.
        """
        here: u64 = first
        limit: u64 = end
        full: u64 = ~cython.cast(u64, 0) >> (64 - self.problem.tables.holes)
        flip_before: u64 = full if before else 0
        flip_after: u64 = full if after else 0
        with cython.nogil:
            while here < limit:
                here += 1
                if self.step(
                    cython.address(self.problem.tables),
                    level.keys[here - 1] ^ flip_before,
                    flip_after,
                ):
                    break
        return here

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def step(self, problem: cython.pointer(Tables), position: u64, flip: u64) -> cython.bint:
        """Take the children of one position in; True when there may be no room for another."""
        images = cython.declare(u64[12])
        parent = cython.declare(u64[32])
        child = cython.declare(u64[32])
        number: cython.int
        index: cython.int
        jump: cython.int
        found: cython.int = 0
        bucket: cython.int
        fullest: cython.int = 0
        least: u64
        for jump in range(problem.jumps):
            # without a branch: it is taken once in ten times, and never where it was foreseen
            self.legal[found] = jump
            found += (position & problem.mask[jump]) == problem.pegs[jump]
        self.value(position, parent)
        write_images(problem, position, images)
        for number in range(problem.symmetries):
            images[number] ^= flip
        for index in range(found):
            jump = self.legal[index]
            if not lowered(child, parent, problem.lost + jump * problem.words, problem.words):
                continue
            least = least_after(problem, position ^ problem.mask[jump] ^ flip, images, jump)
            bucket = hashed(least) >> 56
            self.pending[bucket * PENDING + self.waiting[bucket]] = least
            self.waiting[bucket] += 1
            if self.waiting[bucket] > fullest:
                fullest = self.waiting[bucket]
        return fullest > PENDING - MOST_JUMPS

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self, position: u64, packs: cython.pointer(u64)) -> cython.void:
        """The packs of a position: 128 + excess in each lane."""
        words: cython.int = self.problem.tables.words
        word: cython.int
        low: cython.int
        row: cython.pointer(u64)
        for word in range(words):
            packs[word] = self.base[word]
        for low in range(self.problem.tables.length):
            row = self.worth + (low * 256 + (position >> (8 * low) & 255)) * words
            for word in range(words):
                packs[word] += row[word]


@cython.final
@cython.cclass
class Table:
    """A set of keys, a table for each bucket; `memory` bounds its bytes, its `keys` included."""

    rows: cython.p_ulonglong[256]
    found: cython.p_uchar[256]
    bits: cython.int[256]
    entries: u64[256]
    most: u64
    overflow: cython.bint

    def __cinit__(self, memory: int):
        bucket: cython.int
        self.overflow = False
        self.most = memory // (BUCKETS * 13)  # slots, no more than half of them in use
        for bucket in range(BUCKETS):
            self.bits[bucket] = 6
            self.entries[bucket] = 0
            self.rows[bucket] = cython.cast(cython.pointer(u64), calloc(SMALLEST, 8))
            if self.rows[bucket] == cython.NULL:
                raise MemoryError

    def __dealloc__(self):
        bucket: cython.int
        for bucket in range(BUCKETS):
            free(self.rows[bucket])
            free(self.found[bucket])

    def __len__(self) -> int:
        return sum(self.entries[bucket] for bucket in range(BUCKETS))

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(8 << self.bits[bucket] for bucket in range(BUCKETS))

    @property
    def full(self) -> bool:
        """Whether a key had no room."""
        return self.overflow

    def take(self, level: Keys) -> None:
        """Hold the keys of a level, to be marked."""
        bucket: cython.int
        first: u64
        with cython.nogil:
            for bucket in range(BUCKETS):
                first = level.starts[bucket]
                self.insert(bucket, level.keys + first, level.starts[bucket + 1] - first)
        for bucket in range(BUCKETS):
            free(self.found[bucket])
            self.found[bucket] = cython.cast(cython.pointer(u8), calloc(1 << self.bits[bucket], 1))
            if self.found[bucket] == cython.NULL:
                raise MemoryError

    def drain(self, feeder: Feeder, part: int, parts: int, mark: bool) -> None:
        """Empty every bucket whose number is `part` modulo `parts`.

        Its keys are put into the table, or, to `mark`, looked for and marked where they are.
        """
        bucket: cython.int
        first: cython.int = part
        stride: cython.int = parts
        marking: cython.bint = mark
        keys: cython.pointer(u64)
        with cython.nogil:
            bucket = first
            while bucket < BUCKETS:
                keys = feeder.pending + bucket * PENDING
                if marking:
                    self.mark(bucket, keys, feeder.waiting[bucket])
                else:
                    self.insert(bucket, keys, feeder.waiting[bucket])
                feeder.waiting[bucket] = 0
                bucket += stride

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def insert(self, bucket: cython.int, keys: cython.pointer(u64), count: u64) -> cython.void:
        """Put `count` keys into a bucket; as if all were new, for want of room, or not at all."""
        if not self.grow(bucket, self.entries[bucket] + count):
            self.overflow = True
            return
        row: cython.pointer(u64) = self.rows[bucket]
        shift: cython.int = 64 - self.bits[bucket]
        last: u64 = (cython.cast(u64, 1) << self.bits[bucket]) - 1
        entries: u64 = self.entries[bucket]
        index: u64
        slot: u64
        key: u64
        for index in range(count):
            key = keys[index]
            slot = (hashed(key) << 8) >> shift
            while row[slot] != 0 and row[slot] != key:
                slot = (slot + 1) & last
            entries += row[slot] == 0
            row[slot] = key
        self.entries[bucket] = entries

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def mark(self, bucket: cython.int, keys: cython.pointer(u64), count: u64) -> cython.void:
        """Mark those of `count` keys that are there."""
        row: cython.pointer(u64) = self.rows[bucket]
        shift: cython.int = 64 - self.bits[bucket]
        last: u64 = (cython.cast(u64, 1) << self.bits[bucket]) - 1
        index: u64
        slot: u64
        key: u64
        for index in range(count):
            key = keys[index]
            slot = (hashed(key) << 8) >> shift
            while row[slot] != 0 and row[slot] != key:
                slot = (slot + 1) & last
            self.found[bucket][slot] |= row[slot] == key

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grow(self, bucket: cython.int, entries: u64) -> cython.bint:
        """Room for so many keys; False where the budget or the machine has none."""
        old: cython.pointer(u64) = self.rows[bucket]
        old_slots: u64 = cython.cast(u64, 1) << self.bits[bucket]
        bits: cython.int = self.bits[bucket]
        row: cython.pointer(u64)
        index: u64
        slot: u64
        while cython.cast(u64, 1) << bits < 2 * entries:
            bits += 1
        if bits == self.bits[bucket]:
            return True
        if cython.cast(u64, 1) << bits > self.most:
            return False
        row = cython.cast(cython.pointer(u64), calloc(cython.cast(u64, 1) << bits, 8))
        if row == cython.NULL:
            return False
        for index in range(old_slots):
            if old[index] != 0:
                slot = (hashed(old[index]) << 8) >> (64 - bits)
                while row[slot] != 0:
                    slot = (slot + 1) & ((cython.cast(u64, 1) << bits) - 1)
                row[slot] = old[index]
        free(old)
        self.rows[bucket] = row
        self.bits[bucket] = bits
        return True

    def keys(self, marked: bool) -> Keys:
        """The keys, all or the marked ones."""
        level: Keys = Keys.__new__(Keys)
        only: cython.bint = marked
        bucket: cython.int
        room: u64 = 1
        for bucket in range(BUCKETS):
            room += self.entries[bucket]
        level.keys = cython.cast(cython.pointer(u64), malloc(8 * room))
        if level.keys == cython.NULL:
            raise MemoryError
        with cython.nogil:
            self.collect(level, only)
        level.keys = cython.cast(cython.pointer(u64), realloc(level.keys, 8 * level.count + 8))
        return level

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def collect(self, level: Keys, only: cython.bint) -> cython.void:
        bucket: cython.int
        index: u64
        count: u64 = 0
        for bucket in range(BUCKETS):
            level.starts[bucket] = count
            for index in range(cython.cast(u64, 1) << self.bits[bucket]):
                if self.rows[bucket][index] != 0 and (not only or self.found[bucket][index]):
                    level.keys[count] = self.rows[bucket][index]
                    count += 1
        level.starts[BUCKETS] = count
        level.count = count


def first_level(key: int) -> Keys:
    """The level of one key."""
    table: Table = Table(1 << 20)
    only: u64 = key
    table.insert(hashed(only) >> 56, cython.address(only), 1)
    return table.keys(False)
