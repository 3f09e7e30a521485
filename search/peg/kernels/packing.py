"""Kernel: sorted sets of numbers as distances of one to seven-bit bytes; for `search.peg.atlas`.

Each number is written as its distance from the one before less 1 (the first as if after −1):
seven bits a byte, the lowest first, the high bit set in all bytes of a distance but the last.
"""

import cython


def packed(numbers: bytearray) -> bytes:
    """Distinct unsigned numbers of 8 bytes of this machine, sorted (in place) and packed.

    Radix sort, 16 passes over the numbers; for the time being 18 bytes a number more.
    """
    count: u64 = len(numbers) // 8
    length: u64 = 0
    keys: cython.pointer(u64) = cython.cast(
        cython.pointer(u64), cython.cast(cython.pointer(cython.char), numbers)
    )
    other: cython.pointer(u64) = words(count)
    text: cython.pointer(u8) = cython.cast(cython.pointer(u8), malloc(10 * count + 8))
    try:
        if not (other and text):
            raise MemoryError
        with cython.nogil:
            sort(keys, other, count)
            length = write(keys, count, text)
        return text[:length]
    finally:
        free(other)
        free(text)


def unpacked(text: bytes, count: int) -> bytearray:
    """What `packed` wrote: `count` unsigned numbers of 8 bytes of this machine, in order.

    ValueError when the text was not written so.
    """
    cython.declare(good=cython.bint)
    numbers: bytearray = bytearray(8 * count)
    at: cython.pointer(u8) = text
    keys: cython.pointer(u64) = cython.cast(
        cython.pointer(u64), cython.cast(cython.pointer(cython.char), numbers)
    )
    wanted: u64 = count
    length: u64 = len(text)
    with cython.nogil:
        good = read(at, length, keys, wanted)
    if not good:
        raise ValueError(f"found {length:,} bytes that are not {wanted:,} packed numbers")
    return numbers


def sort(keys, other, count):
    """Byte by byte, the lowest first; after the eighth the keys are where they began."""
    cython.declare(index=u64, place=u64, number=u64, shift=cython.int, byte=cython.int)
    places = cython.declare(u64[256])
    for shift in range(0, 64, 8):
        for byte in range(256):
            places[byte] = 0
        for index in range(count):
            places[(keys[index] >> shift) & 255] += 1
        place = 0
        for byte in range(256):
            number = places[byte]
            places[byte] = place
            place += number
        for index in range(count):
            byte = (keys[index] >> shift) & 255
            other[places[byte]] = keys[index]
            places[byte] += 1
        keys, other = other, keys


def write(keys, count, text):
    """Pack sorted keys; the length of the text."""
    cython.declare(index=u64, rest=u64)
    next_key: u64 = 0
    length: u64 = 0
    for index in range(count):
        rest = keys[index] - next_key
        next_key = keys[index] + 1
        while rest > 127:
            text[length] = cython.cast(u8, rest & 127 | 128)
            length += 1
            rest >>= 7
        text[length] = cython.cast(u8, rest)
        length += 1
    return length


def read(text, length, keys, count):
    """Unpack `count` keys that take all of the text; False when they do not."""
    cython.declare(index=u64, rest=u64, shift=cython.int)
    here: u64 = 0
    key: u64 = 0
    for index in range(count):
        rest = 0
        shift = 0
        while here < length and text[here] > 127 and shift < 63:
            rest |= cython.cast(u64, text[here] & 127) << shift
            shift += 7
            here += 1
        if here == length:
            return False
        rest |= cython.cast(u64, text[here]) << shift
        here += 1
        key += rest
        keys[index] = key
        key += 1
    return here == length
