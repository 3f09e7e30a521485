# Hash tables: open addressing, linear probing, a power of two of slots.
#
#     Set      64-bit keys themselves, 8 bytes a slot; 0 marks a free slot, so no key may be 0
#     WideSet  keys of 159 bits, 20 bytes a slot
#     Index    numbers of entries that are kept elsewhere, in an array, with their keys: 4 bytes a
#              slot, which holds the number + 1, 0 where free
#
# `hashed` is the hash of a key: `mixed(key)`, or for a `Set` of random numbers the key itself. What
# grows may take so many bytes more: `left`, the budget less all that is in use, the old table
# included.

from libc.stdlib cimport calloc, free
from ludoscope.search.kernels.bits cimport mixed, mixed_wide, u32, u64


cdef struct Set:
    u64 *keys
    u64 slots
    u64 entries
    bint random  # whether keys are random numbers, which need no mixing


cdef inline bint renew_set(Set *set, u64 slots, bint random) noexcept nogil:
    """Replace a set by an empty one of so many slots; False where the machine has no room."""
    cdef u64 *keys = <u64 *>calloc(slots, sizeof(u64))
    if not keys:
        return False
    free(set.keys)
    set.keys, set.slots, set.entries, set.random = keys, slots, 0, random
    return True


cdef inline int open_set(Set *set, u64 slots, bint random) except -1:
    """Make the first set of a new kernel. MemoryError without room for it; `free` its keys."""
    if not renew_set(set, slots, random):
        raise MemoryError
    return 0


cdef inline u64 set_bytes(const Set *set) noexcept nogil:
    return set.slots * sizeof(u64)


cdef inline u64 set_slot(const Set *set, u64 key, u64 hashed) noexcept nogil:
    """Where a key is, or else the free slot where it belongs."""
    cdef u64 slot = hashed & (set.slots - 1)
    while set.keys[slot] != 0 and set.keys[slot] != key:
        slot = (slot + 1) & (set.slots - 1)
    return slot


cdef inline bint has(const Set *set, u64 key, u64 hashed) noexcept nogil:
    """Whether a key is in the set."""
    return set.keys[set_slot(set, key, hashed)] != 0


cdef inline bint insert(Set *set, u64 key, u64 hashed) noexcept nogil:
    """Put a key into the set, where there is room; False when it was there."""
    cdef u64 slot = set_slot(set, key, hashed)
    if set.keys[slot] != 0:
        return False
    set.keys[slot] = key
    set.entries += 1
    return True


cdef inline bint double_set(Set *set, u64 left) noexcept nogil:
    """Make a set twice as large; False where bytes are lacking."""
    cdef Set larger
    cdef u64 slot, key
    larger.slots, larger.entries, larger.random = 2 * set.slots, 0, set.random
    if set_bytes(&larger) > left:
        return False
    larger.keys = <u64 *>calloc(larger.slots, sizeof(u64))
    if not larger.keys:
        return False
    for slot in range(set.slots):
        key = set.keys[slot]
        if key != 0:
            insert(&larger, key, key if set.random else mixed(key))
    free(set.keys)
    set[0] = larger
    return True


cdef inline bint set_room(Set *set, u64 count, u64 left) noexcept nogil:
    """Keep the set at most 3/4 full with `count` more keys; False where bytes are lacking."""
    while 4 * (set.entries + count) > 3 * set.slots:
        if not double_set(set, left):
            return False
    return True


cdef struct Index:
    u32 *numbers
    u64 slots


cdef inline int open_index(Index *index, u64 slots) except -1:
    """Make an empty index. MemoryError where the machine has no room; `free` its numbers."""
    index.slots = slots
    index.numbers = <u32 *>calloc(slots, sizeof(u32))
    if not index.numbers:
        raise MemoryError
    return 0


cdef inline u64 index_bytes(const Index *index) noexcept nogil:
    return index.slots * sizeof(u32)


cdef inline u64 index_slot(
    const Index *index, u64 key, u64 hashed, const void *keys, u64 stride
) noexcept nogil:
    """The slot of a key, or else the free one where it belongs.

    `keys` points to the key, a word, of the first entry; those of the others follow, each `stride`
    bytes after the one before.
    """
    cdef u64 slot = hashed & (index.slots - 1)
    while index.numbers[slot] != 0:
        if (<const u64 *>(<const char *>keys + stride * (index.numbers[slot] - 1)))[0] == key:
            return slot
        slot = (slot + 1) & (index.slots - 1)
    return slot


cdef inline void index_put(Index *index, u64 hashed, u32 number) noexcept nogil:
    """Put the number of an entry into an index that does not have its key yet."""
    cdef u64 slot = hashed & (index.slots - 1)
    while index.numbers[slot] != 0:
        slot = (slot + 1) & (index.slots - 1)
    index.numbers[slot] = number + 1


cdef inline bint double_index(Index *index, u64 left) noexcept nogil:
    """Replace an index by an empty one twice as large, for the caller to fill; False where bytes
    are lacking."""
    cdef u32 *numbers
    if 2 * index_bytes(index) > left:
        return False
    numbers = <u32 *>calloc(2 * index.slots, sizeof(u32))
    if not numbers:
        return False
    free(index.numbers)
    index.numbers = numbers
    index.slots *= 2
    return True


# Keys of 159 bits, 63 of them in the first word, in 20 bytes a slot.

cdef packed struct WideKey:
    u64 a  # the top bit is set, so 0 marks a free slot
    u64 b
    u32 c

cdef struct WideSet:
    WideKey *keys
    u64 slots
    u64 entries


cdef inline int open_wide_set(WideSet *set, u64 slots) except -1:
    """Make an empty set. MemoryError where the machine has no room; `free` its keys."""
    set.slots, set.entries = slots, 0
    set.keys = <WideKey *>calloc(slots, sizeof(WideKey))
    if not set.keys:
        raise MemoryError
    return 0


cdef inline u64 wide_set_bytes(const WideSet *set) noexcept nogil:
    return set.slots * sizeof(WideKey)


cdef inline bint insert_wide(WideSet *set, u64 a, u64 b, u32 c) noexcept nogil:
    """Put a key into the set, where there is room; False when it was there."""
    cdef u64 slot = mixed_wide(a, b, c) & (set.slots - 1)
    cdef WideKey *key = set.keys + slot
    a |= <u64>1 << 63
    while key.a != 0:
        if key.a == a and key.b == b and key.c == c:
            return False
        slot = (slot + 1) & (set.slots - 1)
        key = set.keys + slot
    key.a, key.b, key.c = a, b, c
    set.entries += 1
    return True


cdef inline bint wide_set_room(WideSet *set, u64 left) noexcept nogil:
    """Keep the set at most 3/4 full with one more key; False where bytes are lacking."""
    cdef WideSet larger
    cdef WideKey *key
    cdef u64 slot
    if 4 * (set.entries + 1) <= 3 * set.slots:
        return True
    larger.slots, larger.entries = 2 * set.slots, 0
    if wide_set_bytes(&larger) > left:
        return False
    larger.keys = <WideKey *>calloc(larger.slots, sizeof(WideKey))
    if not larger.keys:
        return False
    for slot in range(set.slots):
        key = set.keys + slot
        if key.a != 0:
            insert_wide(&larger, key.a & ~(<u64>1 << 63), key.b, key.c)
    free(set.keys)
    set[0] = larger
    return True
