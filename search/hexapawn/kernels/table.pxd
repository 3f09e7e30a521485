"""C declarations of `table.py` and its inlined functions. Its docstring has layout and limits."""

cimport cython
from libc.stdint cimport uintptr_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from ludoscope.search.kernels.arrays cimport advise_huge_pages
from ludoscope.search.kernels.bits cimport hash_word, u64

# An entry is read and written by one instruction, since a thread that saw the first word of one
# entry and the second of another could take them for a third. Intel and AMD guarantee that aligned
# SSE moves of 16 bytes are atomic on processors with AVX.
cdef extern from *:
    """
    #if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    typedef unsigned long long word_pair __attribute__((vector_size(16)));
    static inline int pairs_are_atomic(void) { return __builtin_cpu_supports("avx") != 0; }
    static inline void load_pair(const void *source, unsigned long long *words) {
        word_pair pair;
        __asm__ volatile("movdqa %1, %0" : "=x"(pair) : "m"(*(const word_pair *)source));
        words[0] = pair[0];
        words[1] = pair[1];
    }
    static inline void store_pair(void *target, unsigned long long first, unsigned long long second) {
        word_pair pair = {first, second};
        __asm__ volatile("movdqa %1, %0" : "=m"(*(word_pair *)target) : "x"(pair));
    }
    #else
    static inline int pairs_are_atomic(void) { return 0; }
    static inline void load_pair(const void *source, unsigned long long *words) {
        words[0] = ((const unsigned long long *)source)[0];
        words[1] = ((const unsigned long long *)source)[1];
    }
    static inline void store_pair(void *target, unsigned long long first, unsigned long long second) {
        ((unsigned long long *)target)[0] = first;
        ((unsigned long long *)target)[1] = second;
    }
    #endif
    """
    bint pairs_are_atomic() noexcept nogil
    void load_pair(const void *source, u64 *words) noexcept nogil
    void store_pair(void *target, u64 first, u64 second) noexcept nogil

cdef enum:
    BUCKET_ENTRIES = 4  # entries of a bucket

cdef struct Entry:
    u64 mover
    u64 opponent

@cython.final
cdef class Table:
    cdef void *allocation
    cdef Entry *entries
    cdef u64 buckets
    cdef u64 max_buckets
    cdef u64 unsplit
    cdef u64 used_entries
    cdef bint start_growing(self) noexcept nogil
    cdef bint split(self, u64 count) noexcept nogil
    cdef void split_range(self, u64 first, u64 end) noexcept nogil
    cdef bint is_half_full(self, u64 added) noexcept nogil
    cdef bint store(self, u64 mover, u64 opponent, int lower, int upper, int effort) noexcept nogil


cdef inline u64 pawns() noexcept nogil:
    """Return the mask of the bits of an entry's word that hold pawns; the other 8 hold data."""
    return <u64>0x00FFFFFFFFFFFFFF


cdef inline u64 bucket_number(u64 buckets, u64 mover, u64 opponent) noexcept nogil:
    """Return the number of a position's bucket.

    With twice as many buckets it is twice that number, or one more, so a table can split its buckets.
    At most 2^32 buckets, or the product would overflow.
    """
    return (hash_word(mover ^ opponent * <u64>0x9E3779B97F4A7C15) >> 32) * buckets >> 32


cdef inline Entry *first_entry(Table table, u64 mover, u64 opponent) noexcept nogil:
    """Return the first entry of a position's bucket."""
    return table.entries + BUCKET_ENTRIES * bucket_number(table.buckets, mover, opponent)


cdef inline bint find_entry(const Entry *bucket, u64 mover, u64 opponent, Entry *found) noexcept nogil:
    """Copy the entry of a position to `found` and return True if there is one.

    `bucket` is the first one of its bucket.
    """
    cdef int slot
    opponent >>= 8
    for slot in range(BUCKET_ENTRIES):
        if bucket[slot].mover & pawns() == mover:  # another thread may write it now
            load_pair(bucket + slot, <u64 *>found)
            if found.mover & pawns() == mover and found.opponent & pawns() == opponent:
                return True
    return False


cdef inline int stored_bound(u64 word) noexcept nogil:
    """Return the bound in a word of an entry: even ones are wins, odd ones losses."""
    cdef int bound = <int>(word >> 56 & 127)
    return -bound if bound & 1 else bound


cdef inline int effort_of(const Entry *entry) noexcept nogil:
    """Return the effort of an entry, 0 to 3: how many positions were searched for it."""
    return <int>(entry.mover >> 63 << 1 | entry.opponent >> 63)
