"""Valid texts gone wrong: flipped, cut, spliced; LUDOSCOPE_ROUNDS says how many."""

import os
import random
from collections.abc import Callable, Iterator, Sequence

import pytest
from many import FULL

ODD = (  # what trips readers up: other digits, other spaces, ends of lines, marks, sheer length
    *"\0\t\r\n\x0b\x1c\x85\xa0\u2028\ufeff\u202e\ud7ff²٣１½",
    *("\x1b[31m", "\x07", "\x7f", "\x9b2J", "\u2066", "\ufffe"),
    *("\r\n", "1_0", "+1", "-1", "0x1", "1e9", "00", " 3 ", "é", "e\u0301", "●", "♠", "🂡", "ﬁ"),
    *("9" * 30, "9" * 5000, "x" * 2000, "/" * 300, "\n" * 300, "(" * 3000, "[" * 3000),
)


def mutant(seeds: Sequence[bytes], random: random.Random) -> bytes:
    """Return one of `seeds` with one to six random changes."""
    data = random.choice(seeds)
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        at, end = sorted(random.randrange(len(data) + 1) for _ in range(2))
        near = min(end, at + random.randrange(1, 8))
        match random.randrange(8):
            case 0:  # a bit
                flipped = bytes([data[at] ^ 1 << random.randrange(8)]) if at < len(data) else b""
                data = data[:at] + flipped + data[at + 1 :]
            case 1:  # a character of its own
                char = random.choice(data.decode(errors="replace") or "x").encode()
                data = data[:at] + char + data[at + random.randrange(2) :]
            case 2:
                data = data[:at] + data[near:]
            case 3:
                data = data[:at] + data[at:near] * random.randrange(2, 5) + data[near:]
            case 4:
                data = data[:at]
            case 5:  # the end of another
                other = random.choice(seeds)
                data = data[:at] + other[random.randrange(len(other) + 1) :]
            case 6:
                data = data[:at] + random.choice(ODD).encode() + data[at:]
            case 7:
                lines = data.split(b"\n")
                random.shuffle(lines)
                data = b"\n".join(lines)
    return data[: 1 << 14]


@pytest.fixture
def rounds() -> Callable[[int], int]:
    """Return a function that maps the default number of rounds to the number to run.

    The usual tests run a third of them, LUDOSCOPE_FULL=1 all, LUDOSCOPE_ROUNDS as many as it says.
    """
    return lambda usual: int(os.environ.get("LUDOSCOPE_ROUNDS", usual if FULL else -(-usual // 3)))


@pytest.fixture
def mutants(
    rounds: Callable[[int], int], request: pytest.FixtureRequest
) -> Callable[[Sequence[bytes], int], Iterator[bytes]]:
    """Return a function that mutates the given inputs, the same way in every run of a test.

    It takes the inputs and how many mutants to make by default.
    """

    def made(seeds: Sequence[bytes], usual: int) -> Iterator[bytes]:
        dice = random.Random(request.node.name)
        for _ in range(rounds(usual)):
            yield mutant(seeds, dice)

    return made
