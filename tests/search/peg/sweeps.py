"""Whether so many moves solve a problem of peg solitaire, divided in two as the caller likes.

    python tests/search/peg/sweeps.py lucas-30 12 7 [GB]

`fewest` chooses how many moves its forward sweep takes; this program takes 12 forward and 7
backward. No board in common proves that 19 moves do not suffice if 18 do not.
"""

import sys
import time
from collections.abc import Generator

from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.catalogue import find
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event
from ludoscope.search.peg.fewest import FewestMovesSearch, Meeting, SweepFactory
from ludoscope.search.process.threads import ThreadPool


def meet(game: PegGame, forward_moves: int, backward_moves: int, limits: Limits) -> Meeting:
    """Sweep from both ends of a problem and return where they meet."""
    with ThreadPool(limits.jobs or 1) as pool:
        search = FewestMovesSearch(game, limits, Budget(limits), pool)
        events = search.meet(SweepFactory(game, pool), forward_moves, backward_moves)
        return result_of(events)


def result_of(events: Generator[Event, None, Meeting]) -> Meeting:
    while True:
        try:
            next(events)
        except StopIteration as end:
            return end.value


if __name__ == "__main__":
    name, forward_moves, backward_moves, *gigabytes = sys.argv[1:]
    limits = Limits(memory=int(gigabytes[0]) << 30 if gigabytes else None)
    meeting = meet(find(name).game, int(forward_moves), int(backward_moves), limits)
    print(meeting, f"{time.process_time():.0f} s of processor time")
