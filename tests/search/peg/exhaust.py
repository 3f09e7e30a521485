"""A second program that decides problems of peg solitaire, to check the solvers by.

    python tests/search/peg/exhaust.py diamond-48-62 [GB]

It finds all positions after n jumps from the start, and all before n jumps to the finish, as sorted
arrays, until both would meet; if they share nothing, there is no solution. Pagoda functions prune:
before each level grows, those are added that refute positions of a sample of it. A linear program
of `search.peg.pagoda` proposes them, but each is checked here (exhaust.c) before it is used, and
nothing else is shared with the solvers.
"""

import random
import subprocess
import sys
import tempfile
from ctypes import CDLL, POINTER, byref, c_int, c_uint64, cast, memmove, memset
from functools import cache
from itertools import chain
from mmap import mmap
from pathlib import Path
from typing import Any

from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.catalogue import find
from ludoscope.search.peg.pagoda import find_pagoda

PACK = 1024  # pagoda functions; a multiple of 32
SAMPLE, STEP = 4_000, 250  # positions of a level; that are asked about at a time
GREATEST = 10_000  # sum of the weights
MET = 1 << 22  # positions of both sides that are counted, children that are met more than once
Permutation = tuple[int, ...]


@cache
def compiled() -> Any:
    """Compile exhaust.c and return its functions; raise OSError without a C compiler."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "exhaust.so"
        source = Path(__file__).with_suffix(".c")
        options = ["-O3", "-march=native", "-shared", "-fPIC"]
        subprocess.run(["cc", *options, "-o", path, source], check=True)
        program = CDLL(str(path))
    for name in ("expand", "sorted", "sieve", "meet"):
        getattr(program, name).restype = c_uint64
    return program


def ints(numbers: Any) -> Any:
    numbers = list(numbers)
    return (c_int * len(numbers))(*numbers)


class Level:
    """Room for so many keys, `count` of them in use."""

    def __init__(self, room: int) -> None:
        self.room, self.count = room, 0
        self.keys = (c_uint64 * room).from_buffer(mmap(-1, 8 * room))

    def after(self, index: int) -> Any:
        return cast(byref(self.keys, 8 * index), POINTER(c_uint64))


class Side:
    """The levels of a problem from its start on: `level`, and the one `before`."""

    def __init__(self, game: PegGame, room: int) -> None:
        board = self.board = game.board
        self.game, self.jumps, self.chance = game, 0, random.Random(1)
        ends = (game.start, game.finish)
        self.symmetries = [
            p for p in board.symmetries if all(board.transform(end, p) == end for end in ends)
        ]
        self.pagodas: list[tuple[int, ...]] = []
        self.level, self.before = Level(room), Level(room)
        self.level.keys[0], self.level.count = game.start, 1

    def use(self) -> None:
        """Tell the compiled part of this problem."""
        board, turned = self.board, self.symmetries[1:]
        jumps = ints(chain(*board.jumps))
        compiled().set_board(
            len(board.holes), len(board.jumps), jumps, len(turned), ints(chain(*turned))
        )
        weights, count = ints(chain(*self.pagodas)), len(self.pagodas)
        assert compiled().set_pagodas(count, weights, c_uint64(self.game.finish)) == count

    def grow(self, spare: Level) -> bool:
        """Go on to the next level; False where there is no room for it."""
        self.use()
        self.learn()
        self.level, self.before = self.before, self.level
        old, new = self.before, self.level
        done, filled = 0, c_uint64(0)
        while done < old.count:
            left = c_uint64(old.count - done)
            room = c_uint64(new.room)
            done += compiled().expand(old.after(done), left, new.keys, byref(filled), room)
            kept = compiled().sorted(new.keys, spare.keys, filled)
            filled = c_uint64(compiled().sieve(new.keys, c_uint64(kept)))
            if filled.value > 0.9 * new.room:
                return False
        new.count = filled.value
        self.jumps += 1
        return True

    def learn(self) -> None:
        """Add pagoda functions that refute positions of the level, and drop what they refute."""
        size = min(SAMPLE, self.level.count)
        sample = (c_uint64 * size)(
            *(self.level.keys[i] for i in self.chance.sample(range(self.level.count), size))
        )
        while size:
            step = [sample[i] for i in range(max(0, size - STEP), size)]
            found = {find_pagoda(self.board, here, self.game.finish) for here in step} - {None}
            new = {
                tuple(weights[hole] for hole in p)
                for weights in found
                for p in self.symmetries
                if sum(map(abs, weights)) <= GREATEST
            }
            self.pagodas = list(dict.fromkeys([*sorted(new), *self.pagodas]))[:PACK]
            self.use()
            size = compiled().sieve(sample, c_uint64(max(0, size - STEP)))
        self.level.count = compiled().sieve(self.level.keys, c_uint64(self.level.count))


def dual_symmetry(game: PegGame) -> Permutation | None:
    """Return the symmetry that maps the dual problem to this one, if there is one."""
    dual, image = game.dual(), game.board.transform
    return next(
        (
            p
            for p in game.board.symmetries
            if (image(dual.start, p), image(dual.finish, p)) == (game.start, game.finish)
        ),
        None,
    )


def impossible(game: PegGame, memory: int, say: Any = lambda _: None) -> bool | None:
    """Return True if there is no solution; None if the memory (bytes) does not suffice."""
    total = game.start.bit_count() - game.finish.bit_count()
    turn = dual_symmetry(game) if total % 2 else None  # ahead is back as well, after it is turned
    room = memory // 8 // (3 if turn else 5)
    ahead, spare = Side(game, room), Level(room)
    back = None if turn else Side(game.dual(), room)
    while ahead.jumps + (back or ahead).jumps < total - 1:
        side = back if back and back.level.count < ahead.level.count else ahead
        if not side.grow(spare):
            return None
        say(f"{'back' if side is back else 'ahead'} {side.jumps}: {side.level.count:,}")
        if not side.level.count:
            return True
    ahead.use()
    met = meeting(ahead, back, turn or tuple(range(len(game.board.holes))), spare)
    say(f"{met:,} positions in both")
    return met == 0


def meeting(ahead: Side, back: Side | None, turn: Permutation, spare: Level) -> int:
    """Return how many positions one jump after the level of `ahead` the other side has."""
    program, count = compiled(), c_uint64((back or ahead).level.count)
    other, scratch = (back.level, spare) if back else (spare, ahead.before)
    if not back:
        memmove(other.keys, ahead.level.keys, 8 * count.value)
    program.complement(other.keys, count, ints(turn))
    count = c_uint64(program.sorted(other.keys, scratch.keys, count))
    power = (32 * count.value).bit_length()  # at most a word for each key
    memset(scratch.keys, 0, 1 << power - 3)
    found, hits = Level(MET), Level(MET)
    level = (ahead.level.keys, c_uint64(ahead.level.count))
    room = (found.keys, c_uint64(MET))
    many = program.meet(*level, other.keys, count, scratch.keys, power, *room)
    return int(program.sorted(found.keys, hits.keys, c_uint64(many)))


if __name__ == "__main__":
    gigabytes = float(sys.argv[2]) if len(sys.argv) > 2 else 4
    verdict = impossible(
        find(sys.argv[1]).game, int(gigabytes * 2**30), lambda s: print(s, flush=True)
    )
    print({True: "no solution", False: "a solution", None: "not enough memory"}[verdict])
