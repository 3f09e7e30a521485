"""Where positions are looked up rather than searched: the atlas of a peg problem, once it is made.

A look takes microseconds, but reading the file takes milliseconds: all this is for a thread.
"""

from pathlib import Path

from games import AnyGame
from games.peg import PegGame
from search.events import Verdict
from search.kernels import compiled
from search.peg_atlas import Atlas, known, place
from search.watch import Limits, Watch


class Reference:
    """What is known for certain of the positions that a game's start leads to."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game if isinstance(game, PegGame) and compiled("peg_packing") else None
        self._read: tuple[int, int] | None = None  # which file the atlas was read from
        self._atlas: Atlas | None = None

    def verdict(self, position: int) -> Verdict | None:
        """What the atlas says, with a line that wins or a proof; None where there is no atlas.

        The file is looked for each time, since a solver may have made it meanwhile.
        """
        if not self._game:
            return None
        identity = _identity(place(self._game))
        if identity != self._read:
            self._read, self._atlas = identity, known(self._game) if identity else None
        if not self._atlas:
            return None
        watch = Watch(Limits())
        if self._atlas.winnable(position):
            return watch.solved(self._atlas.solution(position))
        if compiled("peg_pagoda"):
            from search.peg_swift import refuted

            if proof := refuted(self._game, position, watch):
                return proof
        return watch.unsolvable(
            f"not among the {sum(self._atlas.counts):,} winnable positions of the atlas"
        )


def _identity(path: Path) -> tuple[int, int] | None:
    """Of the file, None when there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns
