# Arrays that grow within a budget of bytes.
#
# What grows may take so many bytes more: `left`, the budget less all that is in use. While an array
# doubles, the old one and the new one exist, so the new one has to fit there.

from libc.stdlib cimport calloc, free, malloc, realloc
from ludoscope.search.kernels.bits cimport u32, u64


cdef inline u64 left(u64 memory, u64 used) noexcept nogil:
    """The bytes that a budget has left."""
    return memory - used if used < memory else 0


cdef inline bint double_array(void **items, u64 *room, u64 size, u64 left) noexcept nogil:
    """Double the room of an array of items of `size` bytes; False where bytes are lacking."""
    cdef void *moved
    if 2 * size * room[0] > left:
        return False
    moved = realloc(items[0], 2 * size * room[0])
    if not moved:
        return False
    items[0] = moved
    room[0] *= 2
    return True


# A stack of 32-bit numbers, `items[0]` to `items[top - 1]`.

cdef struct Stack:
    u32 *items
    u64 top
    u64 room


cdef inline int open_stack(Stack *stack) except -1:
    """Make an empty stack. MemoryError where the machine has no room; `free` its items."""
    stack.top = 0
    stack.room = 1 << 10
    stack.items = <u32 *>malloc(stack.room * sizeof(u32))
    if not stack.items:
        raise MemoryError
    return 0


cdef inline u64 stack_bytes(const Stack *stack) noexcept nogil:
    return stack.room * sizeof(u32)


cdef inline bint reserve(Stack *stack, u64 count, u64 left) noexcept nogil:
    """Make room for `count` more numbers, at most as many; False where bytes are lacking."""
    if stack.top + count <= stack.room:
        return True
    return double_array(<void **>&stack.items, &stack.room, sizeof(u32), left)


cdef inline void push(Stack *stack, u32 item) noexcept nogil:
    """Put a number on top, where there is room."""
    stack.items[stack.top] = item
    stack.top += 1


cdef inline u32 pop(Stack *stack) noexcept nogil:
    """Take the top number off."""
    stack.top -= 1
    return stack.items[stack.top]


# Plain arrays of words, to be freed by their owner.

cdef inline u64 *words(u64 count) noexcept nogil:
    """An array of zeros; NULL where the machine has no room."""
    return <u64 *>calloc(count if count else 1, sizeof(u64))


cdef inline bint double_words(u64 **items, u64 *room, u64 left) noexcept nogil:
    """Double the room of such an array; False where bytes are lacking."""
    return double_array(<void **>items, room, sizeof(u64), left)
