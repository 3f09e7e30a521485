"""The atlas of a problem of peg solitaire: all its winnable positions, up to symmetry.

A position that the start leads to is winnable if and only if it is in the atlas, so one look-up
decides it, and a solution takes one look-up for each jump. An atlas is made once (`build`) and
stored in a file. It has a level for each number of jumps made. A position is stored as its smallest
image under the symmetries that keep the finish. For the levels after the middle (see
`search.peg.levels`) the complements are stored: they are winnable positions of the dual problem. If
the problem is its own dual, these are those of the first half and not stored again.

Start with `Atlas`; `solve_by_atlas` is the solver, `load_cached` and `save_atlas` read and write
the file.

The file:

    a line     `ludoscope peg atlas 1`, where 1 is the version of the format
    a line     JSON: `game`, the problem as in `PegGame.spec`; `symmetries`, how many keep the
               finish; `forward` and `dual`, for each level [positions, bytes]; `dual` is null where
               its levels are the first forward ones
    the rest   the levels, forward first, each the sorted keys as packed by
               `search.peg.kernels.packing`; bit h of a key is hole h of `games.peg.board`
    32 bytes   the SHA-256 of everything before

It is written to a temporary file and renamed, so readers never see a part of it. A file that is not
exactly in this format is ignored.
"""

import hashlib
import json
import os
from bisect import bisect_left
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoscope.games import from_spec
from ludoscope.games.json_objects import parse_object
from ludoscope.games.peg.colouring import refute_by_counting_or_colouring
from ludoscope.games.peg.rules import Move, PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress, Solved, Verdict
from ludoscope.search.generic.path import trivial_verdict
from ludoscope.search.kernels import is_compiled
from ludoscope.search.peg.depth_first import deep
from ludoscope.search.peg.levels import (
    LevelLimitReached,
    default_thread_count,
    is_own_dual,
    winnable_levels,
)
from ludoscope.search.process.threads import ThreadPool
from ludoscope.search.storage import private_files
from ludoscope.search.storage.folders import cache_folder
from ludoscope.search.storage.quota import CACHED_FILE_MARK, evict_atlases, max_cached_bytes

if TYPE_CHECKING:
    from ludoscope.search.peg.kernels.child_buckets import LevelKeys

MAGIC = b"ludoscope peg atlas 1\n"
MAX_REACH_POSITIONS = 1_000_000  # of `is_reached_from_start`; some 0.3 s
DIGEST = hashlib.sha256
DIGEST_BYTES = DIGEST().digest_size


class DamagedAtlasError(ValueError):
    """Raised when a file is not an atlas, or is damaged."""


class Level:
    """The keys of one level of an atlas, unpacked on first use.

    Attributes:
        packed: The keys as packed by `search.peg.kernels.packing`.
        count: The number of keys.
    """

    __slots__ = ("_keys", "count", "packed")

    def __init__(self, packed: bytes, count: int) -> None:
        if not 0 <= count <= len(packed):
            raise ValueError(f"found {count} keys in {len(packed)} bytes")
        self.packed = packed
        self.count = count
        self._keys: Sequence[int] | None = None

    def __contains__(self, key: int) -> bool:
        keys = self.keys
        index = bisect_left(keys, key)
        return index < len(keys) and keys[index] == key

    @property
    def keys(self) -> Sequence[int]:
        """All keys in ascending order.

        Raises:
            ValueError: The level cannot be unpacked.
        """
        if self._keys is None:
            from ludoscope.search.peg.kernels.packing import unpack

            self._keys = memoryview(unpack(self.packed, self.count)).cast("Q")
        return self._keys


def pack_levels(levels: Sequence["LevelKeys"], pool: ThreadPool) -> list[Level]:
    """Pack levels for an atlas; each thread of the pool packs about as many keys."""
    from ludoscope.search.peg.kernels.packing import pack

    by_size = sorted(range(len(levels)), key=lambda number: len(levels[number]))

    def pack_share(share: list[int]) -> list[Level]:
        return [Level(pack(levels[n].to_bytearray()), len(levels[n])) for n in share]

    shares = [by_size[thread :: pool.count] for thread in range(pool.count)]
    packed = dict(zip(chain(*shares), chain(*pool.map(pack_share, shares)), strict=True))
    return [packed[number] for number in range(len(levels))]


class Atlas:
    """The winnable positions of a problem, up to symmetry.

    A position that the start does not lead to is never in it, even if it can be won.

    Attributes:
        game: The problem.
    """

    def __init__(self, game: PegGame, forward: list[Level], dual: list[Level] | None) -> None:
        """Make an atlas of levels.

        Args:
            game: The problem.
            forward: The winnable positions after 0, 1, 2, … jumps from the start.
            dual: The same for the dual problem; None if the problem is its own dual.

        Raises:
            ValueError: The levels are not those of all numbers of jumps.
        """
        self.game = game
        self._forward = forward
        self._stored_dual = dual
        self._jump_count = game.start.bit_count() - game.finish.bit_count()
        self._dual = forward[: self._jump_count + 1 - len(forward)] if dual is None else dual
        if len(self._forward) + len(self._dual) != self._jump_count + 1:
            raise ValueError(f"found other levels than those after 0 to {self._jump_count} jumps")

    @classmethod
    def build(
        cls, game: PegGame, budget: Budget, memory: int | None = None, threads: int | None = None
    ) -> "Generator[Progress, None, Atlas]":
        """Build an atlas; in a solver, `atlas = yield from Atlas.build(game, budget)`.

        Args:
            game: The problem.
            budget: The limits; positions are counted in it.
            memory: The bytes to use at most, 1 GB by default.
            threads: The number of threads, by default that of the processors, at most 4.

        Raises:
            LevelLimitReached: A limit is reached, the board has more than 64 holes, or start and
                finish have as many pegs.
        """
        forward, dual = yield from winnable_levels(game, budget, memory, threads)
        stored = forward if is_own_dual(game) else [*forward, *dual]
        with ThreadPool(threads or default_thread_count()) as pool:
            levels = pack_levels(stored, pool)
        return cls(game, levels[: len(forward)], levels[len(forward) :] or None)

    # Looking up

    def contains(self, position: int) -> bool:
        """Return True if a position that the start leads to is winnable; some 10 µs.

        For a position that the start does not lead to, the result is False even if it can be won.
        """
        jumps = self.game.start.bit_count() - position.bit_count()
        if not 0 <= jumps <= self._jump_count:
            return False
        if jumps < len(self._forward):
            return self.game.key(position) in self._forward[jumps]
        complement = self.game.board.all_holes & ~position
        return self.game.key(complement) in self._dual[self._jump_count - jumps]

    def winning_moves(self, position: int) -> Iterator[Move]:
        """Return the jumps that lead to winnable positions."""
        game = self.game
        return (move for move in game.moves(position) if self.contains(game.play(position, move)))

    def winning_move(self, position: int) -> Move | None:
        """Return the first jump that leads to a winnable position, None if there is none."""
        return next(self.winning_moves(position), None)

    def solution(self, position: int) -> tuple[Move, ...]:
        """Return a solution from a winnable position."""
        moves: list[Move] = []
        while move := self.winning_move(position):
            moves.append(move)
            position = self.game.play(position, move)
        return tuple(moves)

    @property
    def counts(self) -> list[int]:
        """The numbers of winnable positions after 0, 1, 2, … jumps, up to symmetry."""
        return [level.count for level in (*self._forward, *reversed(self._dual))]

    # Files

    @classmethod
    def load(cls, path: Path) -> "Atlas":
        """Read an atlas from a file.

        Raises:
            OSError: The file cannot be read.
            DamagedAtlasError: The file is not exactly in the format.
        """
        with open(path, "rb", opener=private_files.opener) as file:
            data = file.read()
        body, digest = memoryview(data)[:-DIGEST_BYTES], data[-DIGEST_BYTES:]
        if not data.startswith(MAGIC) or DIGEST(body).digest() != digest:
            raise DamagedAtlasError(f"{path} is not a complete atlas of this version")
        try:
            header_end = data.index(b"\n", len(MAGIC)) + 1
            return cls._parse(parse_object(data[len(MAGIC) : header_end]), body[header_end:])
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise DamagedAtlasError(f"{path} is not an atlas: {error}") from None

    @classmethod
    def _parse(cls, header: dict[str, Any], packed: memoryview) -> "Atlas":
        game = from_spec(header["game"])
        if not isinstance(game, PegGame) or header["symmetries"] != len(game.symmetries):
            raise ValueError("found another problem than it says")

        def next_levels(sizes: list[list[int]]) -> list[Level]:
            nonlocal packed
            levels = []
            for count, size in sizes:
                levels.append(Level(bytes(packed[:size]), count))
                packed = packed[size:]
            return levels

        forward = next_levels(header["forward"])
        dual = None if header["dual"] is None else next_levels(header["dual"])
        return cls(game, forward, dual)

    def to_bytes(self) -> bytes:
        """Return the content of the file."""

        def sizes(levels: list[Level]) -> list[list[int]]:
            return [[level.count, len(level.packed)] for level in levels]

        header = {
            "game": self.game.spec(),
            "symmetries": len(self.game.symmetries),
            "forward": sizes(self._forward),
            "dual": None if self._stored_dual is None else sizes(self._stored_dual),
        }
        levels = [level.packed for level in (*self._forward, *(self._stored_dual or []))]
        body = b"".join([MAGIC, json.dumps(header).encode(), b"\n", *levels])
        return body + DIGEST(body).digest()


def atlas_path(game: PegGame) -> Path:
    """Return the path of the atlas of a problem; the name of its board does not matter."""
    spec = game.spec()
    parts = [spec["lattice"], spec["start"], spec["finish"]]
    problem = "\n".join(parts if game.merge_symmetric else [*parts, "each position by itself"])
    return cache_folder() / f"peg-{DIGEST(problem.encode()).hexdigest()[:16]}{CACHED_FILE_MARK}"


def load_cached(game: PegGame) -> Atlas | None:
    """Return the atlas of a problem if its file exists and is complete, else None.

    Takes a few milliseconds.
    """
    if not is_compiled("ludoscope.search.peg.kernels.packing"):
        return None
    try:
        atlas = Atlas.load(atlas_path(game))
    except (OSError, DamagedAtlasError):
        return None
    with suppress(OSError):  # the file may be read-only
        os.utime(atlas_path(game))  # the atlases used longest ago are deleted first
    return atlas if atlas_path(atlas.game) == atlas_path(game) else None


def save_atlas(atlas: Atlas) -> Path:
    """Write the file of an atlas and return its path.

    The atlases used longest ago are deleted if all of them exceed the quota.

    Raises:
        TooLargeError: The atlas alone exceeds the quota.
        OSError: The file cannot be written.
    """
    path, content = atlas_path(atlas.game), atlas.to_bytes()
    evict_atlases(cache_folder(), len(content), max_cached_bytes())
    private_files.write_atomically(path, content)
    return path


def solve_by_atlas(game: PegGame, position: int, limits: Limits) -> Iterator[Event]:
    """Look a solution up in the atlas of the problem, which is made if necessary.

    The atlas of a problem has all its winnable positions. It is made from both ends: the positions
    after each number of jumps from the start, and those before each number of jumps to the finish,
    until both meet at a level; then positions that lead to no winnable position are removed, level
    by level, backwards. The English board with its centre empty has 23,475,688 positions up to
    symmetry, of which 1,679,072 are winnable; about half of these are stored, because the problem
    is its own dual. Of two jumps without a common hole only one order is tried. A level is made in
    two phases, on several threads (`--jobs N`): the successors are distributed by hash over 128
    buckets, and each bucket is entered into a table that fits the cache of the processor. The
    sorted keys are packed into a file. Afterwards a position is looked up, and a solution is found
    by one look-up for each jump.

    Time     O(jumps · positions) once, 10 to 20 ns a jump; then some 10 µs a position
    Memory   8 bytes a state of all levels and 16 to 34 of the level being made
    Verdict  some solution; unsolvable when the position is not in the atlas though the start leads
             to it, which is searched for; where that cannot be shown, `deep` searches the position
    Source   the counts agree with published ones; the method is our own
    """
    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget):
        yield verdict
        return
    atlas = load_cached(game)
    if atlas is None:
        try:
            atlas = yield from Atlas.build(game, budget, limits.memory, limits.jobs)
        except LevelLimitReached as reason:
            yield budget.gave_up(str(reason))
            return
        with suppress(OSError):  # if it cannot be stored, it is used only now
            save_atlas(atlas)
    if atlas.contains(position):
        yield budget.solved(atlas.solution(position))
    elif position == game.start or is_reached_from_start(game, position, limits, budget):
        yield budget.unsolvable(
            f"not among the {sum(atlas.counts):,} winnable positions of this problem, "
            f"a complete list{' up to symmetry' if game.merge_symmetric else ''}"
        )
    else:
        yield from deep(game, position, limits.after(budget))


def is_reached_from_start(game: PegGame, position: int, limits: Limits, budget: Budget) -> bool:
    """Return True if a short search shows that the start leads to a position.

    Its time and positions are counted in `budget`.
    """
    if refute_by_counting_or_colouring(game.board, game.start, position):
        return False
    problem = game.with_endpoints(game.start, position)
    max_explored = budget.explored + budget.cap_expansions(MAX_REACH_POSITIONS)
    reach_limits = replace(limits.after(budget), explored=max_explored)
    *_, verdict = deep(problem, game.start, reach_limits)
    assert isinstance(verdict, Verdict)
    budget.count(verdict.explored - budget.explored)
    return isinstance(verdict, Solved)
