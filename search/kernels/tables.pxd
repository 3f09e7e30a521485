# Hash tables: open addressing with linear probing and a power of two of slots.
#
# Data layout:
#   Set      keys of 64 bits themselves, 8 bytes a slot; 0 marks a free slot
#   HashSet  the upper 48 bits of hashes, 8 bytes a slot, with a generation in the lower 16; a slot
#            of another generation is free, so that the set is emptied in constant time
#   Index    numbers of items that an array outside the table holds with their keys, 4 bytes a slot:
#            the number + 1, or 0 for a free slot
# A table is freed by its owner: `free` its keys or numbers.
#
# Invariants: `slots` is a power of two. At least one slot is free, else a search for a missing
# key never ends: keep a table at most 3/4 full, by `reserve_set` or by doubling it. A key is in the
# run of used slots that begins at its hash modulo `slots`. Keys are never removed.
#
# A HashSet is kept at most half full by `reserve_hashes`.
#
# Limits: a Set cannot hold the key 0: it is reported as new each time. An Index has at most
# MAX_SLOTS slots, so that numbers fit in 32 bits. A function that would exceed that, or the memory
# limit, returns False and changes nothing; the kernel then stops with the state OUT_OF_MEMORY.
# `free_bytes` is how many bytes may still be allocated: the memory limit less all bytes in use, the
# old table included.
#
# Keys are compared in full, so a table of positions is exact. It is only as exact as its keys: a
# kernel that stores hashes as keys (`keys_are_hashes`) may take a new position for one that it has seen.
#
# Complexity: expected constant time for a look-up or insertion, two to three slots read at a load
# of 3/4, one cache miss for large tables; growth takes amortised constant time for each key.
# Between two growths 10.7 to 21.3 bytes a key for a Set at loads of 3/8 to 3/4.
#
# The parameter `hash_value` is the hash of a key: `hash_word(key)`, or the key itself for a Set whose
# keys are hashes.

from libc.stdlib cimport free
from ludoscope.search.kernels.arrays cimport allocate_table
from ludoscope.search.kernels.bits cimport hash_word, u32, u64

cdef extern from *:
    """
    #define MAX_SLOTS 0x100000000ULL
    """
    const u64 MAX_SLOTS


cdef struct Set:
    u64 *keys
    u64 slots
    u64 entries
    bint keys_are_hashes  # True if keys are hashes, which are not hash_value again


cdef inline bint reset_set(Set *set, u64 slots, bint keys_are_hashes) noexcept nogil:
    """Replace a set by an empty one of `slots` slots; return False without memory."""
    cdef u64 *keys = <u64 *>allocate_table(slots, sizeof(u64))
    if not keys:
        return False
    free(set.keys)
    set.keys, set.slots, set.entries, set.keys_are_hashes = keys, slots, 0, keys_are_hashes
    return True


cdef inline int init_set(Set *set, u64 slots, bint keys_are_hashes) except -1:
    """Initialise the set of a new kernel, empty and zeroed; raise MemoryError without memory."""
    if not reset_set(set, slots, keys_are_hashes):
        raise MemoryError
    return 0


cdef inline u64 set_bytes(const Set *set) noexcept nogil:
    """Return the bytes that a set takes."""
    return set.slots * sizeof(u64)


cdef inline u64 set_slot(const Set *set, u64 key, u64 hash_value) noexcept nogil:
    """Return the slot of a key, or the free slot where it belongs."""
    cdef u64 slot = hash_value & (set.slots - 1)
    while set.keys[slot] != 0 and set.keys[slot] != key:
        slot = (slot + 1) & (set.slots - 1)
    return slot


cdef inline bint contains(const Set *set, u64 key, u64 hash_value) noexcept nogil:
    """Return True if a key is in the set."""
    return set.keys[set_slot(set, key, hash_value)] != 0


cdef inline bint insert(Set *set, u64 key, u64 hash_value) noexcept nogil:
    """Add a key to a set that has a free slot; return False if it was there."""
    cdef u64 slot = set_slot(set, key, hash_value)
    if set.keys[slot] != 0:
        return False
    set.keys[slot] = key
    set.entries += 1
    return True


cdef inline bint double_set(Set *set, u64 free_bytes) noexcept nogil:
    """Double the slots of a set; return False without memory."""
    cdef Set larger
    cdef u64 slot, key
    larger.slots, larger.entries, larger.keys_are_hashes = 2 * set.slots, 0, set.keys_are_hashes
    if set_bytes(&larger) > free_bytes:
        return False
    larger.keys = <u64 *>allocate_table(larger.slots, sizeof(u64))
    if not larger.keys:
        return False
    for slot in range(set.slots):
        key = set.keys[slot]
        if key != 0:
            insert(&larger, key, key if set.keys_are_hashes else hash_word(key))
    free(set.keys)
    set[0] = larger
    return True


cdef inline bint reserve_set(Set *set, u64 count, u64 free_bytes) noexcept nogil:
    """Make room for `count` more keys at a load of at most 3/4; return False without memory."""
    while 4 * (set.entries + count) > 3 * set.slots:
        if not double_set(set, free_bytes):
            return False
    return True


cdef enum:
    GENERATION_MASK = 0xFFFF

cdef struct HashSet:
    u64 *keys
    u64 slots
    u64 entries
    u64 generation  # 1 to GENERATION_MASK


cdef inline bint clear_hash_set(HashSet *set, u64 slots) noexcept nogil:
    """Empty a set and give it `slots` slots, or up to 4 times as many; return False without memory.

    A large set is replaced because a small one stays in the cache.
    """
    set.entries = 0
    set.generation += 1
    if set.slots < slots or set.slots > 4 * slots or set.generation > GENERATION_MASK:
        free(set.keys)
        set.keys = <u64 *>allocate_table(slots, sizeof(u64))
        set.slots, set.generation = slots if set.keys else 0, 1
    return set.slots != 0


cdef inline const u64 *hash_slot(const HashSet *set, u64 hash_value) noexcept nogil:
    """Return the address of the slot where a search for a hash begins."""
    return set.keys + (hash_value >> 16 & (set.slots - 1))


cdef inline bint insert_hash(HashSet *set, u64 hash_value) noexcept nogil:
    """Add a hash to a set that has a free slot; return False if it was there."""
    cdef u64 key = hash_value & ~<u64>GENERATION_MASK | set.generation
    cdef u64 slot = hash_value >> 16 & (set.slots - 1)
    while (set.keys[slot] & GENERATION_MASK) == set.generation:
        if set.keys[slot] == key:
            return False
        slot = (slot + 1) & (set.slots - 1)
    set.keys[slot] = key
    set.entries += 1
    return True


cdef inline bint reserve_hashes(HashSet *set, u64 count, u64 free_bytes) noexcept nogil:
    """Make room for `count` more hashes at a load of at most a half; return False without memory."""
    cdef HashSet larger
    cdef u64 slot
    while 2 * (set.entries + count) > set.slots:
        larger = HashSet(NULL, 2 * set.slots, 0, set.generation)
        if larger.slots * sizeof(u64) > free_bytes:
            return False
        larger.keys = <u64 *>allocate_table(larger.slots, sizeof(u64))
        if not larger.keys:
            return False
        for slot in range(set.slots):
            if (set.keys[slot] & GENERATION_MASK) == set.generation:
                insert_hash(&larger, set.keys[slot])
        free(set.keys)
        set[0] = larger
    return True


cdef struct Index:
    u32 *numbers
    u64 slots


cdef inline int init_index(Index *index, u64 slots) except -1:
    """Initialise an empty index; raise MemoryError without memory."""
    index.slots = slots
    index.numbers = <u32 *>allocate_table(slots, sizeof(u32))
    if not index.numbers:
        raise MemoryError
    return 0


cdef inline u64 index_bytes(const Index *index) noexcept nogil:
    """Return the bytes that an index takes."""
    return index.slots * sizeof(u32)


cdef inline u64 index_slot(
    const Index *index, u64 key, u64 hash_value, const void *keys, u64 stride
) noexcept nogil:
    """Return the slot of a key, or the free slot where it belongs.

    `keys` points to the key of item 0, a word; the key of item i is `stride` * i bytes after it.
    """
    cdef u64 slot = hash_value & (index.slots - 1)
    while index.numbers[slot] != 0:
        if (<const u64 *>(<const char *>keys + stride * (index.numbers[slot] - 1)))[0] == key:
            return slot
        slot = (slot + 1) & (index.slots - 1)
    return slot


cdef inline void index_insert(Index *index, u64 hash_value, u32 number) noexcept nogil:
    """Add the number of an item whose key is not in the index yet."""
    cdef u64 slot = hash_value & (index.slots - 1)
    while index.numbers[slot] != 0:
        slot = (slot + 1) & (index.slots - 1)
    index.numbers[slot] = number + 1


cdef inline bint double_index(Index *index, u64 free_bytes) noexcept nogil:
    """Replace an index by an empty one of twice the slots, which the caller fills.

    Return False at a limit; then the index is unchanged.
    """
    cdef u32 *numbers
    if 2 * index.slots > MAX_SLOTS or 2 * index_bytes(index) > free_bytes:
        return False
    numbers = <u32 *>allocate_table(2 * index.slots, sizeof(u32))
    if not numbers:
        return False
    free(index.numbers)
    index.numbers = numbers
    index.slots *= 2
    return True
