"""Verdicts from the atlas of a peg problem: the set of its winnable positions."""

from collections.abc import Hashable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.kernels import is_compiled
from ludoscope.tui import lazy
from ludoscope.tui.model.reference import Reference

if TYPE_CHECKING:
    from ludoscope.search.events import Verdict
    from ludoscope.search.peg.atlas import Atlas


class FileIdentity(NamedTuple):
    """Two numbers that change when a file is replaced."""

    inode: int
    modified_nanoseconds: int


def create_atlas_reference(game: PegGame) -> Reference | None:
    """Return the atlas of a problem; None without the compiled kernel that reads it."""
    return AtlasReference(game) if is_compiled("ludoscope.search.peg.kernels.packing") else None


class AtlasReference(Reference):
    """The atlas of a peg problem, once its file exists."""

    def __init__(self, game: PegGame) -> None:
        self._game = game
        self._loaded_file: FileIdentity | None = None
        self._atlas: Atlas | None = None

    def find_verdict(self, position: Hashable) -> "Verdict | None":
        """Return the verdict of the atlas, which a solver may have built since the last call."""
        pegs = cast(int, position)
        identity = _identify(lazy.atlas.atlas_path(self._game))
        if identity != self._loaded_file:
            self._loaded_file = identity
            self._atlas = lazy.atlas.load_cached(self._game) if identity else None
        if not self._atlas:
            return None
        budget = Budget(Limits())
        if self._atlas.contains(pegs):
            return budget.solved(self._atlas.solution(pegs))
        has_kernel = is_compiled("ludoscope.search.peg.kernels.pagoda")
        if has_kernel and (proof := lazy.swift.pagoda_verdict(self._game, pegs, budget)):
            return proof
        position_count = sum(self._atlas.counts)
        return budget.unsolvable(
            f"not among the {position_count:,} winnable positions of the atlas"
        )


def _identify(path: Path) -> FileIdentity | None:
    """Return the identity of a file, None if it does not exist."""
    try:
        status = path.stat()
    except OSError:
        return None
    return FileIdentity(status.st_ino, status.st_mtime_ns)
