"""Regions of a board of peg solitaire: bounds on the number of moves that a problem needs.

A region is a set of holes such that each jump over a hole of it starts or ends in it. While it is
full of pegs no jump ends in it, so the first jump that changes it starts in it, and where its
pegs have not jumped yet that is the start of a move. Disjoint regions that are full at the start
and not at the finish therefore cost a move each. The least regions are the holes that no jump
passes over, the corners. (R. Merson, 1962; J. D. Beasley, "The Ins and Outs of Peg Solitaire".)

    region   a mask of holes
    pair     the holes from and to of the jumps over a hole, both ways
"""

from functools import lru_cache

from ludoscope.games.peg import Board

LARGEST = 8  # holes: larger regions are rarely full for long
NODES = 2_000  # of the search for many regions that do not overlap
MOST = 96  # regions that are looked at on each position


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
    """The masks in an order in which taking those that overlap none before takes many."""
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
    """How many masks are taken when, in order, those that overlap none before are."""
    used = count = 0
    for mask in packed(masks):
        if not mask & used:
            used |= mask
            count += 1
    return count
