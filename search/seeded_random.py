"""A reproducible generator of random numbers whose state is two integers.

The n-th number is the n-th output of splitmix64 with the seed of the generator (Steele, Lea, Flood,
"Fast splittable pseudorandom number generators", 2014). Unlike the state of `random.Random`, that
of `SeededRandom` can be saved and restored as (seed, draw_count), and is the same in all Python
versions.
"""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
MASK_64_BITS = (1 << 64) - 1


class SeededRandom:
    """A generator of random numbers that is determined by a seed.

    Attributes:
        seed: The seed; the same seed gives the same numbers.
        draw_count: Numbers drawn so far.
    """

    def __init__(self, seed: int, draw_count: int = 0) -> None:
        self.seed = seed
        self.draw_count = draw_count

    def randrange(self, bound: int) -> int:
        """Return a random integer from 0 to `bound` - 1.

        All are equally probable to within `bound` / 2**64.
        """
        self.draw_count += 1
        bits = (self.seed + self.draw_count * 0x9E3779B97F4A7C15) & MASK_64_BITS
        bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9 & MASK_64_BITS
        bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB & MASK_64_BITS
        return (bits ^ (bits >> 31)) * bound >> 64

    def choice(self, items: Sequence[T]) -> T:
        """Return a random item; raise ValueError if there are none."""
        if not items:
            raise ValueError("nothing to pick from")
        return items[self.randrange(len(items))]
