# Words that several threads change at once: each function is one indivisible step.
#
# Data layout: aligned words of 32 or 64 bits, such as the slots of the tables in tables.pxd.
# Invariants:  of several threads that change a place from 0, or set the same bit, one is told so.
# Limits:      but for `load_number` and `store_number`, other memory is not ordered by them; wait for
#              the threads before it is read.
# Complexity:  some 20 processor cycles, more while threads change the same cache line.

from ludoscope.search.kernels.bits cimport u32, u64

cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    #define fill_word_once(place, value) \\
        (_InterlockedCompareExchange64((volatile long long *)(place), (long long)(value), 0) == 0)
    #define fill_number_once(place, value) \\
        (_InterlockedCompareExchange((volatile long *)(place), (long)(value), 0) == 0)
    #define set_bits_once(word, bits) \\
        ((_InterlockedOr64((volatile long long *)(word), (long long)(bits)) & (long long)(bits)) == 0)
    #define replace_word(place, old, value) \\
        (_InterlockedCompareExchange64((volatile long long *)(place), (long long)(value), (long long)(old)) \\
         == (long long)(old))
    #define replace_number(place, old, value) \\
        (_InterlockedCompareExchange((volatile long *)(place), (long)(value), (long)(old)) == (long)(old))
    #define load_number(place) ((unsigned int)_InterlockedOr((volatile long *)(place), 0))
    #define store_number(place, value) ((void)_InterlockedExchange((volatile long *)(place), (long)(value)))
    #else
    #define replace_number(place, old, value) __sync_bool_compare_and_swap((place), (old), (value))
    #define load_number(place) __atomic_load_n((place), __ATOMIC_ACQUIRE)
    #define store_number(place, value) __atomic_store_n((place), (value), __ATOMIC_RELEASE)
    #define replace_word(place, old, value) __sync_bool_compare_and_swap((place), (old), (value))
    #define fill_word_once(place, value) __sync_bool_compare_and_swap((place), 0, (value))
    #define fill_number_once(place, value) __sync_bool_compare_and_swap((place), 0, (value))
    #define set_bits_once(word, bits) ((__sync_fetch_and_or((word), (bits)) & (bits)) == 0)
    #endif
    """
    # Put a value in a place that holds 0; return False if it does not.
    bint fill_word_once(u64 *place, u64 value) noexcept nogil
    bint fill_number_once(u32 *place, u32 value) noexcept nogil
    # Put a value in a place that holds `old`; return False if it does not.
    bint replace_word(volatile u64 *place, u64 old, u64 value) noexcept nogil
    bint replace_number(u32 *place, u32 old, u32 value) noexcept nogil
    # Read a number, and after it what another thread wrote before it stored the number.
    u32 load_number(const u32 *place) noexcept nogil
    void store_number(u32 *place, u32 value) noexcept nogil
    # Set the bits of a word; return False if some were set.
    bint set_bits_once(u64 *word, u64 bits) noexcept nogil
