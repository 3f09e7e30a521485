# Choosing the best of many.

from ludoscope.search.kernels.bits cimport u64


cdef inline void bring_forward(u64 *ranks, int count, int wanted) noexcept nogil:
    """Move the `wanted` greatest ranks to the front, in any order. Quickselect, expected O(count)."""
    cdef int low = 0
    cdef int high = count - 1
    cdef int left, right
    cdef u64 pivot, swap
    while low < high:
        pivot = ranks[(low + high) // 2]
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
