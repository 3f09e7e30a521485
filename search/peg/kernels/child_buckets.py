"""Kernel: levels of peg solitaire, and the children of their positions, for `levels.py`.

Three properties of a position are looked up byte by byte: the legal jumps (the intersection of the
jumps that each byte allows), the values of the pagoda functions (a sum), and the images under the
symmetries. The images and values of a child follow from those of its parent.
"""

import cython


class Keys:
    """A level: distinct keys, those of one bucket together."""

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


class ChildBuckets:
    """The first phase of one thread: children by bucket, not entered in a table yet.

    `pagodas` prune the children: those worth less than its number in `floors`. Each must fit
    into a pack (`search.peg.pagoda.fits`), and the problem must be armed with them.
    """

    def __cinit__(self, problem: Problem, pagodas: list, floors: list):
        cython.declare(bucket=cython.int)
        rows: cython.int = problem.tables.length * 256
        self.problem = problem
        self.sets = (problem.tables.jumps + 63) // 64
        self.pending = words(BUCKETS * PENDING)
        self.allowed = words(rows * self.sets)
        self.worth = words(rows * problem.tables.words)
        if not (self.pending and self.allowed and self.worth):
            raise MemoryError
        self.allow()
        for bucket in range(problem.tables.words):
            self.base[bucket] = cython.cast(u64, 0x8080808080808080)
        for lane, weights in enumerate(pagodas):
            self.weigh(lane, weights, floors[lane])

    def __dealloc__(self):
        free(self.pending)
        free(self.allowed)
        free(self.worth)

    def allow(self):
        """Write which jumps each byte allows."""
        cython.declare(jump=cython.int, low=cython.int, byte=cython.int, mask=cython.int)
        cython.declare(pegs=cython.int)
        for jump in range(self.problem.tables.jumps):
            for low in range(self.problem.tables.length):
                mask = self.problem.tables.mask[jump] >> (8 * low) & 255
                pegs = self.problem.tables.pegs[jump] >> (8 * low) & 255
                for byte in range(256):
                    if byte & mask == pegs:
                        self.allowed[(low * 256 + byte) * self.sets + (jump >> 6)] |= cython.cast(
                            u64, 1
                        ) << (jump & 63)

    def weigh(self, lane, weights, floor):
        """Write the value of the pegs of each byte; lanes carry over, but not in the whole sum."""
        cython.declare(hole=cython.int, low=cython.int, bit=cython.int, value=u64)
        cython.declare(table=cython.pointer(u64))
        words: cython.int = self.problem.tables.words
        word: cython.int = lane >> 3
        shift: cython.int = 8 * (lane & 7)
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
        """Add the children of level[first:end] until a bucket is full; returns where to go on.

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

    def step(self, problem, position, flip):
        """Add the children of one position; True when there may be no room for those of another."""
        cython.declare(number=cython.int, low=cython.int, jump=cython.int, bucket=cython.int)
        cython.declare(jumps=u64, least=u64)
        images = cython.declare(u64[12])
        parent = cython.declare(u64[32])
        child = cython.declare(u64[32])
        fullest: cython.int = 0
        self.value(problem, position, parent)
        write_images(problem, position, images)
        for number in range(problem.symmetries):
            images[number] ^= flip
        for number in range(self.sets):
            jumps = ~cython.cast(u64, 0)
            for low in range(problem.length):
                jumps &= self.allowed[
                    (low * 256 + (position >> (8 * low) & 255)) * self.sets + number
                ]
            while jumps != 0:
                jump = 64 * number + lowest(jumps)
                jumps &= jumps - 1
                if not lowered(child, parent, problem.lost + jump * problem.words, problem.words):
                    continue
                least = least_after(problem, position ^ problem.mask[jump] ^ flip, images, jump)
                bucket = hashed(least) >> 56
                self.pending[bucket * PENDING + self.waiting[bucket]] = least
                self.waiting[bucket] += 1
                if self.waiting[bucket] > fullest:
                    fullest = self.waiting[bucket]
        return fullest > PENDING - problem.jumps

    def value(self, problem, position, packs):
        """The packs of a position: 128 + excess in each lane."""
        cython.declare(word=cython.int, low=cython.int, row=cython.pointer(u64))
        for word in range(problem.words):
            packs[word] = self.base[word]
        for low in range(problem.length):
            row = self.worth + (low * 256 + (position >> (8 * low) & 255)) * problem.words
            for word in range(problem.words):
                packs[word] += row[word]
