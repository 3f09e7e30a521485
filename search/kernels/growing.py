"""Kernel parts that grow within a budget of bytes: a set of exact keys, one of hashes, a stack.

Other kernels reach them by way of `growing.pxd`, which has their types.

    KeySet   keys of 160 bits in 20 bytes a slot, open addressing, linear probing, at most 3/4 full
    HashSet  64 bits in 8 bytes a slot, in the same way
    Stack    32-bit items

`make_room(…, budget)` doubles the storage where it is needed, and is False where the old and the
new do not both fit the bytes left, or the machine has none.
"""

import cython
from cython.cimports.libc.stdlib import calloc, free, malloc, realloc

u32 = cython.typedef(cython.uint)
u64 = cython.typedef(cython.ulonglong)

TAKEN = cython.declare(cython.ulonglong, 1 << 63)  # no key has it, so 0 marks a free slot
SMALLEST = cython.declare(cython.int, 1 << 10)  # slots and items
KEY_BYTES = cython.declare(cython.int, 20)
HASH_BYTES = cython.declare(cython.int, 8)
ITEM_BYTES = cython.declare(cython.int, 4)


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
class KeySet:
    """The keys met: three words each, of 63, 64 and 32 bits."""

    def __cinit__(self):
        self.slots = SMALLEST
        self.first = cython.cast(cython.pointer(u64), calloc(self.slots, 8))
        self.second = cython.cast(cython.pointer(u64), malloc(self.slots * 8))
        self.third = cython.cast(cython.pointer(u32), malloc(self.slots * 4))
        if not (self.first and self.second and self.third):
            raise MemoryError

    def __dealloc__(self):
        free(self.first)
        free(self.second)
        free(self.third)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def size(self) -> u64:
        return KEY_BYTES * self.slots

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def insert(self, key: cython.pointer(cython.const[u64])) -> cython.bint:
        """Put a key into the set; False when it was there."""
        first: u64 = key[0] | TAKEN
        second: u64 = key[1]
        third: u32 = cython.cast(u32, key[2])
        slot: u64 = mixed(first ^ mixed(second ^ mixed(third))) & (self.slots - 1)
        while self.first[slot] != 0:
            if (
                self.first[slot] == first
                and self.second[slot] == second
                and self.third[slot] == third
            ):
                return False
            slot = (slot + 1) & (self.slots - 1)
        self.first[slot] = first
        self.second[slot] = second
        self.third[slot] = third
        self.met += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make_room(self, budget: u64) -> cython.bint:
        """Room for one more key."""
        first: cython.pointer(u64) = self.first
        second: cython.pointer(u64) = self.second
        third: cython.pointer(u32) = self.third
        slots: u64 = self.slots
        index: u64
        key = cython.declare(u64[3])
        if 4 * (self.met + 1) <= 3 * slots:
            return True
        if 2 * KEY_BYTES * slots > budget:
            return False
        self.first = cython.cast(cython.pointer(u64), calloc(2 * slots, 8))
        self.second = cython.cast(cython.pointer(u64), malloc(2 * slots * 8))
        self.third = cython.cast(cython.pointer(u32), malloc(2 * slots * 4))
        if not (self.first and self.second and self.third):
            free(self.first)
            free(self.second)
            free(self.third)
            self.first, self.second, self.third = first, second, third
            return False
        self.slots = 2 * slots
        self.met = 0
        for index in range(slots):
            if first[index] != 0:
                key[0], key[1], key[2] = first[index], second[index], third[index]
                self.insert(key)
        free(first)
        free(second)
        free(third)
        return True


@cython.final
@cython.cclass
class HashSet:
    """The hashes met: what is well mixed and not 0; two positions may share one."""

    def __cinit__(self):
        self.slots = SMALLEST
        self.hashes = cython.cast(cython.pointer(u64), calloc(self.slots, HASH_BYTES))
        if not self.hashes:
            raise MemoryError

    def __dealloc__(self):
        free(self.hashes)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def size(self) -> u64:
        return HASH_BYTES * self.slots

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def insert(self, value: u64) -> cython.bint:
        """Put a hash into the set; False when it was there."""
        slot: u64 = value & (self.slots - 1)
        while self.hashes[slot] != 0:
            if self.hashes[slot] == value:
                return False
            slot = (slot + 1) & (self.slots - 1)
        self.hashes[slot] = value
        self.met += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make_room(self, count: u64, budget: u64) -> cython.bint:
        """Room for `count` more hashes, `count` at most as many as the smallest set holds."""
        old: cython.pointer(u64) = self.hashes
        slots: u64 = self.slots
        index: u64
        if 4 * (self.met + count) <= 3 * slots:
            return True
        if 2 * HASH_BYTES * slots > budget:
            return False
        self.hashes = cython.cast(cython.pointer(u64), calloc(2 * slots, HASH_BYTES))
        if not self.hashes:
            self.hashes = old
            return False
        self.slots, self.met = 2 * slots, 0
        for index in range(slots):
            if old[index] != 0:
                self.insert(old[index])
        free(old)
        return True


@cython.final
@cython.cclass
class Stack:
    """`items[0]` to `items[top - 1]`."""

    def __cinit__(self):
        self.room = SMALLEST
        self.items = cython.cast(cython.pointer(u32), malloc(self.room * ITEM_BYTES))
        if not self.items:
            raise MemoryError

    def __dealloc__(self):
        free(self.items)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def size(self) -> u64:
        return ITEM_BYTES * self.room

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make_room(self, count: u64, budget: u64) -> cython.bint:
        """Room for `count` more items, `count` at most as many as the smallest stack holds."""
        items: cython.pointer(u32)
        if self.top + count <= self.room:
            return True
        if 2 * ITEM_BYTES * self.room > budget:
            return False
        items = cython.cast(cython.pointer(u32), realloc(self.items, 2 * ITEM_BYTES * self.room))
        if not items:
            return False
        self.items = items
        self.room *= 2
        return True
