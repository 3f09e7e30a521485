"""Compression of sets of 64-bit numbers, for the files of `search.peg.atlas`.

Data layout: the numbers are sorted, and each is written as its distance from its predecessor
less 1 (the first as if its predecessor were −1), in bytes of seven bits, the lowest bits first; the
high bit is set in all bytes of a distance but the last.

Limits: numbers are distinct and below 2⁶⁴; 1 to 10 bytes each. Malformed text raises
ValueError: a distance of more than 64 bits, numbers that do not ascend, a wrong length.

Complexity: O(numbers). `pack` makes two passes over the numbers for each byte of the
greatest and takes 18 bytes a number while it
runs; `unpack` makes one pass over the text.
"""

import cython


def pack(numbers: bytearray) -> bytes:
    """Return distinct numbers, packed.

    Args:
        numbers: Unsigned numbers of 8 bytes in the byte order of this machine; sorted in place.
    """
    count: u64 = len(numbers) // 8
    length: u64 = 0
    keys: cython.pointer(u64) = cython.cast(
        cython.pointer(u64), cython.cast(cython.pointer(cython.char), numbers)
    )
    scratch: cython.pointer(u64) = allocate_words(count)
    text: cython.pointer(u8) = cython.cast(cython.pointer(u8), malloc(10 * count + 8))
    try:
        if not (scratch and text):
            raise MemoryError
        with cython.nogil:
            sort(keys, scratch, count)
            length = encode(keys, count, text)
        return text[:length]
    finally:
        free(scratch)
        free(text)


def unpack(packed: bytes, count: int) -> bytearray:
    """Return the numbers that `pack` packed, in ascending order, 8 bytes each.

    Args:
        packed: The result of `pack`.
        count: How many numbers it holds.

    Raises:
        ValueError: The bytes are not `count` packed numbers.
    """
    cython.declare(is_valid=cython.bint)
    numbers: bytearray = bytearray(8 * count)
    text: cython.pointer(u8) = packed
    keys: cython.pointer(u64) = cython.cast(
        cython.pointer(u64), cython.cast(cython.pointer(cython.char), numbers)
    )
    expected: u64 = count
    length: u64 = len(packed)
    with cython.nogil:
        is_valid = decode(text, length, keys, expected)
    if not is_valid:
        raise ValueError(f"found {length:,} bytes that are not {expected:,} packed numbers")
    return numbers


def sort(keys, scratch, count):
    """Sort numbers by radix sort: byte by byte, the lowest byte first, up to the highest in use."""
    cython.declare(index=u64, offset=u64, bucket_size=u64, shift=cython.int, byte=cython.int)
    offsets = cython.declare(u64[256])
    source: cython.pointer(u64) = keys
    target: cython.pointer(u64) = scratch
    bits: u64 = 0
    for index in range(count):
        bits |= keys[index]
    shift = 0
    while shift < 64 and bits >> shift:
        for byte in range(256):
            offsets[byte] = 0
        for index in range(count):
            offsets[(source[index] >> shift) & 255] += 1
        offset = 0
        for byte in range(256):
            bucket_size = offsets[byte]
            offsets[byte] = offset
            offset += bucket_size
        for index in range(count):
            byte = (source[index] >> shift) & 255
            target[offsets[byte]] = source[index]
            offsets[byte] += 1
        source, target = target, source
        shift += 8
    if source != keys:
        memcpy(keys, source, 8 * count)


def encode(keys, count, text):
    """Write sorted numbers to `text`; return its length in bytes."""
    cython.declare(index=u64, distance=u64)
    next_key: u64 = 0
    length: u64 = 0
    for index in range(count):
        distance = keys[index] - next_key
        next_key = keys[index] + 1
        while distance > 127:
            text[length] = cython.cast(u8, distance & 127 | 128)
            length += 1
            distance >>= 7
        text[length] = cython.cast(u8, distance)
        length += 1
    return length


def decode(text, length, keys, count):
    """Read `count` numbers; return False if they do not ascend or do not take all of the text."""
    cython.declare(index=u64, distance=u64, shift=cython.int)
    offset: u64 = 0
    key: u64 = 0
    for index in range(count):
        distance = 0
        shift = 0
        while offset < length and text[offset] > 127 and shift < 63:
            distance |= cython.cast(u64, text[offset] & 127) << shift
            shift += 7
            offset += 1
        if offset == length or (shift == 63 and text[offset] > 1):
            return False
        distance |= cython.cast(u64, text[offset]) << shift
        offset += 1
        if (index != 0 and key == 0) or key + distance < key:  # a sum of more than 64 bits
            return False
        key += distance
        keys[index] = key
        key += 1
    return offset == length
