# Selection of the greatest items of an array.
#
# Data layout: a plain array of 64-bit words, rearranged in place.
# Invariants:  the array keeps its items. Items before `low` are not less, and items after `high`
#              not greater, than those between.
# Limits:      `count` is an int: at most 2**31 - 1 items. No memory is allocated.
# Complexity:  expected O(count), at worst O(count**2), for arrays that defeat the choice of the
#              middle item as the pivot.
#
# Source: C. A. R. Hoare, "Algorithm 65: Find", Communications of the ACM 4, 1961 (quickselect).

from ludoscope.search.kernels.bits cimport u64


cdef inline void select_greatest(u64 *ranks, int count, int wanted) noexcept nogil:
    """Move the `wanted` greatest of `count` ranks to the front, in any order."""
    cdef int low = 0
    cdef int high = count - 1
    cdef int left, right
    cdef u64 pivot, swap
    while low < high:
        pivot = ranks[low + (high - low) // 2]  # their sum may exceed an int
        left = low
        right = high
        while left <= right:
            while ranks[left] > pivot:
                left += 1
            while ranks[right] < pivot:
                right -= 1
            if left <= right:
                swap = ranks[left]
                ranks[left] = ranks[right]
                ranks[right] = swap
                left += 1
                right -= 1
        if wanted <= right:
            high = right
        elif wanted > left:
            low = left
        else:
            return
