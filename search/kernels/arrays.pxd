# Arrays and stacks that grow within a memory limit.
#
# Data layout:
#   array   items of any size and its capacity in items, which the owner keeps
#   Stack   32-bit numbers, items[0] to items[top - 1]
#   words   64-bit words, initially 0
# An array is allocated with malloc or calloc and freed by its owner with free.
#
# Invariants: the capacity is not 0, and top <= capacity. `push` and `pop` do not check bounds: call
# `reserve` before `push`, or `append`, which makes room itself.
#
# Limits: an array has at most MAX_ITEMS items, so that the number of an item fits in an int, a
# stack at most MAX_STACK_ITEMS, so that it can hold numbers of its own items. A function that
# would exceed them, or the memory limit, returns False and changes nothing; the kernel then stops
# with the state OUT_OF_MEMORY. `free_bytes` is how many bytes may still be allocated: the memory limit
# less all bytes in use. During growth the old and the new array exist at the same time, so the
# whole new one has to fit into `free_bytes`.
#
# A hash table of many bytes is allocated by `allocate_table`, in huge pages where Linux gives them:
# a random access then seldom misses the cache of page addresses, which otherwise costs as much as
# the access itself.
#
# Complexity: growth doubles the capacity, so adding an item takes amortised constant time, and an
# array takes at most twice the bytes of its items.

from libc.stdlib cimport calloc, free, malloc, realloc
from ludoscope.search.kernels.bits cimport u32, u64

cdef extern from *:
    """
    #if defined(__linux__)
    #include <stdint.h>
    #include <sys/mman.h>
    #define HUGE_PAGE_BYTES ((size_t)1 << 21)
    static inline void advise_huge_pages(void *start, size_t bytes) {
        uintptr_t first = ((uintptr_t)start + HUGE_PAGE_BYTES - 1) & ~(HUGE_PAGE_BYTES - 1);
        uintptr_t end = ((uintptr_t)start + bytes) & ~(HUGE_PAGE_BYTES - 1);
        if (first < end)
            (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
    }
    #else
    #define advise_huge_pages(start, bytes) ((void)(start), (void)(bytes))
    #endif
    """
    # Ask for huge pages in a range of memory, as far as they lie in it as a whole.
    void advise_huge_pages(void *start, size_t bytes) noexcept nogil

cdef extern from *:
    """
    #include <string.h>
    static inline void copy_block(void *to, const void *from, size_t bytes) {
        size_t start;
        for (start = 0; start + 64 <= bytes; start += 64)
            memcpy((char *)to + start, (const char *)from + start, 64);
        memcpy((char *)to + start, (const char *)from + start, bytes - start);
    }
    """
    # Copy a block of a few hundred bytes, a constant, that does not overlap. An assignment would be
    # `rep movsq` where GCC compiles it, which takes as long to start as all these moves take.
    void copy_block(void *to, const void *from_, size_t bytes) noexcept nogil

cdef enum:
    MIN_HUGE_TABLE_BYTES = 1 << 23  # smaller ones are not worth the clearing of whole pages

cdef extern from *:
    """
    #define MAX_ITEMS 0x7FFFFFFFULL
    #define MAX_STACK_ITEMS 0x100000000ULL
    #define UNLIMITED 0xFFFFFFFFFFFFFFFFULL
    """
    const u64 MAX_ITEMS
    const u64 MAX_STACK_ITEMS
    const u64 UNLIMITED  # as a number of bytes


cdef inline u64 bytes_left(u64 memory, u64 used) noexcept nogil:
    """Return how many bytes of a memory limit are not in use."""
    return memory - used if used < memory else 0


cdef inline bint grow_array(
    void **items, u64 *capacity, u64 size, u64 free_bytes, u64 max_items
) noexcept nogil:
    """Double the capacity of an array up to `max_items`; return False if that is not possible."""
    cdef void *moved
    if 2 * capacity[0] > max_items or 2 * size * capacity[0] > free_bytes:
        return False
    moved = realloc(items[0], 2 * size * capacity[0])
    if not moved:
        return False
    items[0] = moved
    capacity[0] *= 2
    return True


cdef inline bint double_array(void **items, u64 *capacity, u64 size, u64 free_bytes) noexcept nogil:
    """Double the capacity of an array of items of `size` bytes; return False at a limit."""
    return grow_array(items, capacity, size, free_bytes, MAX_ITEMS)


cdef struct Stack:
    u32 *items
    u64 top
    u64 capacity


cdef inline int init_stack(Stack *stack) except -1:
    """Initialise a stack, whose items the owner frees; raise MemoryError without memory."""
    stack.top = 0
    stack.capacity = 1 << 10
    stack.items = <u32 *>malloc(stack.capacity * sizeof(u32))
    if not stack.items:
        raise MemoryError
    return 0


cdef inline u64 stack_bytes(const Stack *stack) noexcept nogil:
    """Return the bytes that a stack takes."""
    return stack.capacity * sizeof(u32)


cdef inline bint reserve(Stack *stack, u64 count, u64 free_bytes) noexcept nogil:
    """Make room for `count` more numbers, at most the current capacity; return False at a limit."""
    if stack.top + count <= stack.capacity:
        return True
    return grow_array(<void **>&stack.items, &stack.capacity, sizeof(u32), free_bytes, MAX_STACK_ITEMS)


cdef inline void push(Stack *stack, u32 item) noexcept nogil:
    """Add a number on top of a stack that has room for it."""
    stack.items[stack.top] = item
    stack.top += 1


cdef inline int append(Stack *stack, u32 item) except -1:
    """Add a number on top of a stack that has no memory limit; raise MemoryError without memory."""
    if not reserve(stack, 1, UNLIMITED):
        raise MemoryError
    push(stack, item)
    return 0


cdef inline u32 pop(Stack *stack) noexcept nogil:
    """Remove the top number of a stack that is not empty, and return it."""
    stack.top -= 1
    return stack.items[stack.top]


cdef inline void *allocate_table(u64 count, u64 size) noexcept nogil:
    """Allocate a hash table of `count` zeroed slots of `size` bytes; return NULL without memory.

    The owner frees it.
    """
    cdef void *table = calloc(count, size)
    if table and count * size >= MIN_HUGE_TABLE_BYTES:
        advise_huge_pages(table, count * size)
    return table


cdef inline u64 *allocate_words(u64 count) noexcept nogil:
    """Allocate an array of zeros, which the owner frees; return NULL without memory."""
    return <u64 *>calloc(count if count else 1, sizeof(u64))


cdef inline bint double_words(u64 **items, u64 *capacity, u64 free_bytes) noexcept nogil:
    """Double the capacity of an array of words; return False at a limit.

    Only bytes limit it: the words of such an array are not numbered by an int.
    """
    return grow_array(<void **>items, capacity, sizeof(u64), free_bytes, ~<u64>0)
