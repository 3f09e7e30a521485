"""Random numbers that can be drawn again: the same seed gives the same numbers.

A number is splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014)
of the seed and of the count of numbers drawn before it. So the state of a generator is two numbers.
"""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
MASK = (1 << 64) - 1


class SeededRandom:
    """A generator whose state is `seed` and `drawn`, the count of numbers drawn so far."""

    def __init__(self, seed: int, drawn: int = 0) -> None:
        self.seed = seed
        self.drawn = drawn

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, uniformly distributed to within `bound` / 2 ** 64."""
        self.drawn += 1
        key = (self.seed + self.drawn * 0x9E3779B97F4A7C15) & MASK
        key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        key = (key ^ (key >> 27)) * 0x94D049BB133111EB & MASK
        return (key ^ (key >> 31)) * bound >> 64

    def pick(self, items: Sequence[T]) -> T:
        """One of the items; ValueError when there are none."""
        if not items:
            raise ValueError("nothing to pick from")
        return items[self.below(len(items))]
