"""Chances that can be thrown again: the same seed, the same dice.

A throw is splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014)
of the seed and the number of the throw, so two numbers are all there is to keep.
"""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
MASK = (1 << 64) - 1


class Dice:
    """`thrown` counts the throws so far."""

    def __init__(self, seed: int, thrown: int = 0) -> None:
        self.seed = seed
        self.thrown = thrown

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1; all are as likely, to within `bound` in 2 ** 64."""
        self.thrown += 1
        key = (self.seed + self.thrown * 0x9E3779B97F4A7C15) & MASK
        key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        key = (key ^ (key >> 27)) * 0x94D049BB133111EB & MASK
        return (key ^ (key >> 31)) * bound >> 64

    def pick(self, items: Sequence[T]) -> T:
        """One of the items; ValueError when there are none."""
        if not items:
            raise ValueError("nothing to pick from")
        return items[self.below(len(items))]
