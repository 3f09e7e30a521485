"""The atlas of a peg problem, in which positions are looked up once it is made.

What makes and reads it is loaded with the first look, in its thread: the first frame does without.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from ludoscope.games.peg.rules import PegGame
from ludoscope.search.kernels import is_compiled
from ludoscope.tui.model.reference import Reference

if TYPE_CHECKING:
    from ludoscope.search.events import Verdict
    from ludoscope.search.peg.atlas import Atlas


def atlas(game: PegGame) -> Reference | None:
    """Of peg solitaire, as it declares."""
    return AtlasReference(game) if is_compiled("ludoscope.search.peg.kernels.packing") else None


class AtlasReference(Reference):
    """The atlas of a peg problem, where it is made."""

    def __init__(self, game: PegGame) -> None:
        self._game = game
        self._read: tuple[int, int] | None = None  # which file the atlas was read from
        self._atlas: Atlas | None = None

    def verdict(self, position: int) -> "Verdict | None":
        """The file is looked for each time, since a solver may have made it meanwhile."""
        from ludoscope.search.budget import Budget, Limits
        from ludoscope.search.peg.atlas import atlas_path, load_cached

        identity = _identity(atlas_path(self._game))
        if identity != self._read:
            self._read, self._atlas = identity, load_cached(self._game) if identity else None
        if not self._atlas:
            return None
        budget = Budget(Limits())
        if self._atlas.contains(position):
            return budget.solved(self._atlas.solution(position))
        if is_compiled("ludoscope.search.peg.kernels.pagoda"):
            from ludoscope.search.peg.swift import pagoda_verdict

            if proof := pagoda_verdict(self._game, position, budget):
                return proof
        return budget.unsolvable(
            f"not among the {sum(self._atlas.counts):,} winnable positions of the atlas"
        )


def _identity(path: Path) -> tuple[int, int] | None:
    """Of the file, None when there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns
