"""Regions of a board of peg solitaire: lower bounds of the number of moves of a problem.

A region is a set of holes such that each jump over one of its holes starts or ends in it. While it
is full of pegs, no jump ends in it; so the first jump that changes it starts in it, and that jump
starts a new move. Therefore disjoint regions that are full at the start and not at the finish need
one move each. The smallest regions are single holes that no jump passes over, the corners.

Source: R. Merson, 1962, in J. D. Beasley, "The Ins and Outs of Peg Solitaire".

    region   a mask of holes
    pair     (from, to) of the jumps over a hole, for both directions
"""

from functools import lru_cache

from ludoscope.games.peg.board import Board

LARGEST = 8  # holes of a region; larger ones are seldom full
NODES = 2_000  # limit of the search for many disjoint regions
MOST = 96  # regions that are tested for each position


@lru_cache(maxsize=8)
def regions(board: Board) -> tuple[int, ...]:
    """The regions of a board that contain no other, of up to LARGEST holes, smallest first."""
    pairs: list[set[tuple[int, int]]] = [set() for _ in board.holes]
    for source, over, to in board.jumps:
        pairs[over].add((min(source, to), max(source, to)))
    found: set[int] = set()
    seen: set[int] = set()

    def complete(region: int) -> None:
        if region in seen or region.bit_count() > LARGEST:
            return
        seen.add(region)
        for hole, around in enumerate(pairs):
            if region >> hole & 1:
                for one, other in around:
                    if not region & (1 << one | 1 << other):
                        complete(region | 1 << one)
                        complete(region | 1 << other)
                        return
        found.add(region)

    for hole in range(len(board.holes)):
        complete(1 << hole)
    least: list[int] = []
    for region in sorted(found, key=lambda region: (region.bit_count(), region)):
        if all(other & ~region for other in least):
            least.append(region)
    return tuple(least)


def packed(masks: list[int]) -> list[int]:
    """The masks, a large disjoint subset first; at most MOST."""
    best: list[int] = []
    nodes = 0

    def search(taken: list[int], rest: list[int]) -> None:
        nonlocal best, nodes
        nodes += 1
        if len(taken) > len(best):
            best = taken
        if len(taken) + len(rest) <= len(best) or nodes > NODES:
            return
        first, *others = rest
        search([*taken, first], [mask for mask in others if not mask & first])
        search(taken, others)

    search([], masks)
    return (best + [mask for mask in masks if mask not in best])[:MOST]


def disjoint(masks: list[int]) -> int:
    """The size of a large disjoint subset of the masks."""
    used = count = 0
    for mask in packed(masks):
        if not mask & used:
            used |= mask
            count += 1
    return count
