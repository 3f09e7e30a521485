"""Regions of a board of peg solitaire: lower bounds of the number of moves of a problem.

A region is a set of holes such that each jump over one of its holes starts or ends in it. While it
is full of pegs, no jump ends in it; so the first jump that changes it starts in it, and that jump
starts a new move. Therefore disjoint regions that are full at the start and not at the finish need
one move each. The smallest regions are single holes that no jump passes over, the corners.

A region is represented as a mask of holes.

Source: R. Merson, 1962, in J. D. Beasley, "The Ins and Outs of Peg Solitaire".
"""

from functools import lru_cache

from ludoscope.games.peg.board import Board

MAX_REGION_HOLES = 8  # larger regions are seldom full
MAX_NODES = 2_000  # of the branching search for a large set of disjoint regions
MAX_REGIONS = 96  # tested for each position


@lru_cache(maxsize=8)
def minimal_regions(board: Board) -> tuple[int, ...]:
    """Return the minimal regions of a board of up to MAX_REGION_HOLES holes, smallest first."""
    outer_holes: list[set[tuple[int, int]]] = [set() for _ in board.holes]  # of jumps over a hole
    for source, jumped, target in board.jumps:
        outer_holes[jumped].add((min(source, target), max(source, target)))
    complete_regions: set[int] = set()
    visited: set[int] = set()

    def complete(region: int) -> None:
        """Add holes until each jump over the region starts or ends in it."""
        if region in visited or region.bit_count() > MAX_REGION_HOLES:
            return
        visited.add(region)
        for hole, pairs in enumerate(outer_holes):
            if region >> hole & 1:
                for first, second in pairs:
                    if not region & (1 << first | 1 << second):
                        complete(region | 1 << first)
                        complete(region | 1 << second)
                        return
        complete_regions.add(region)

    for hole in range(len(board.holes)):
        complete(1 << hole)
    minimal: list[int] = []
    for region in sorted(complete_regions, key=lambda region: (region.bit_count(), region)):
        if all(smaller & ~region for smaller in minimal):
            minimal.append(region)
    return tuple(minimal)


def order_for_counting(masks: list[int]) -> list[int]:
    """Return at most MAX_REGIONS masks, a large disjoint subset first.

    The bounds count disjoint regions greedily in this order.
    """
    largest: list[int] = []
    nodes = 0

    def search(subset: list[int], candidates: list[int]) -> None:
        nonlocal largest, nodes
        nodes += 1
        if len(subset) > len(largest):
            largest = subset
        if len(subset) + len(candidates) <= len(largest) or nodes > MAX_NODES:
            return
        first, *remaining = candidates
        search([*subset, first], [mask for mask in remaining if not mask & first])
        search(subset, remaining)

    search([], masks)
    return (largest + [mask for mask in masks if mask not in largest])[:MAX_REGIONS]


def count_disjoint(masks: list[int]) -> int:
    """Return the number of masks in a large disjoint subset, which may not be the largest one."""
    covered = count = 0
    for mask in order_for_counting(masks):
        if not mask & covered:
            covered |= mask
            count += 1
    return count
