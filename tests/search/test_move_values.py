"""The values of moves, compared with plain search."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.search.move_values import LOSS, UNDECIDED, WIN, MoveValue
from ludoscope.search.peg import values as peg_values
from ludoscope.search.peg.atlas import Atlas
from ludoscope.search.peg.moves_left import MovesLeftSearch
from ludoscope.search.process.move_valuer import MoveValuer
from ludoscope.search.registry import find_solver, solver_set
from ludoscope.search.rush.values import list_steps
from ludoscope.search.solver import resolve
from ludoscope.search.verify import replay

LIMITS = Limits(seconds=4, memory=1 << 28)


def random_positions(name: str, count: int, max_plies: int) -> Iterator[tuple[AnyGame, Any]]:
    generator = random.Random(name)
    game = catalogue.find(name).game
    game = FAMILIES[game.family].as_played(game)
    for _ in range(count):
        position = game.start
        for _ in range(generator.randrange(max_plies + 1)):
            if not game.moves(position) or game.is_won(position):
                break
            position = game.play(position, generator.choice(list(game.moves(position))))
        yield game, position


def values_of(game: AnyGame, position: Any) -> dict[tuple[Any, ...], MoveValue]:
    reference = solver_set(game.family).value_moves
    assert reference
    return dict(resolve(reference)(game, position, LIMITS))


def child_of(game: AnyGame, position: Any, step: tuple[Any, ...]) -> Any:
    for move in step:
        position = game.play(position, move)
    return position


def verdict_of(game: AnyGame, position: Any, solver: str) -> Any:
    *_, verdict = find_solver(game, solver).run(game, position, Limits(explored=200_000))
    return verdict


@pytest.mark.parametrize(
    ("name", "solver", "max_plies"),
    [
        ("lucas-01", "depth-first", 3),
        ("lucas-03", "depth-first", 5),
        ("ms-11982", "prove", 8),
        ("Seahaven.3", "depth-first", 6),
        ("MidnightOil.2", "depth-first", 4),
        ("BakersDozen.5", "prove", 6),
    ],
)
def test_outcomes_agree_with_another_solver(name: str, solver: str, max_plies: int) -> None:
    decided = 0
    for game, position in random_positions(name, 2, max_plies):
        values = values_of(game, position)
        assert {(move,) for move in game.moves(position)} <= values.keys()
        for step, value in values.items():
            verdict = verdict_of(game, child_of(game, position, step), solver)
            if isinstance(verdict, Unsolvable):
                assert value.outcome in (LOSS, UNDECIDED), (step, verdict)
            elif isinstance(verdict, Solved):
                assert replay(game, child_of(game, position, step), verdict.moves)
                assert value.outcome in (WIN, UNDECIDED), (step, verdict)
            decided += value.outcome != UNDECIDED
    assert decided


@pytest.mark.parametrize("measure", ["slides", "cells"])
def test_slides_have_breadth_first_distances(measure: str) -> None:
    for slides, position in random_positions("orush-05", 3, 6):
        game = slides.with_measure(measure)  # type: ignore[attr-defined]
        values = values_of(game, position)
        assert set(values) == set(list_steps(game, position))
        for step, value in values.items():
            child = child_of(game, position, step)
            verdict = verdict_of(slides, child, "breadth-first-slides")
            assert value == MoveValue(WIN, len(verdict.moves))


def test_values_of_hexapawn_are_those_of_plain_recursion() -> None:
    for game, position in random_positions("hexapawn-3x3", 3, 2):
        for (move,), value in values_of(game, position).items():
            after = verdict_of(game, game.play(position, move), "memo").value
            expected = 1 - after if after <= 0 else -1 - after
            assert value == MoveValue(WIN if expected > 0 else LOSS, abs(expected))


def test_atlas_decides_every_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    atlas = make_atlas("lucas-04")
    for _, position in random_positions("lucas-04", 3, 4):
        searched = values_of(atlas.game, position)
        with monkeypatch.context() as patch:
            found = (atlas, MovesLeftSearch(atlas))
            patch.setattr(peg_values, "_find_atlas", lambda game, found=found: found)
            looked_up = values_of(atlas.game, position)
        assert UNDECIDED not in {value.outcome for value in looked_up.values()}
        for step, value in searched.items():
            assert value.outcome in (UNDECIDED, looked_up[step].outcome)


def make_atlas(name: str) -> Atlas:
    building = Atlas.build(catalogue.find(name).game, Budget(Limits()))
    try:
        while True:
            next(building)
    except StopIteration as stop:
        return stop.value


def test_moves_left_are_those_of_breadth_first_search() -> None:
    atlas = make_atlas("lucas-05")
    game, generator = atlas.game, random.Random(5)
    for _ in range(2):
        position, moves = game.start, []
        while not game.is_won(position):
            moves.append(generator.choice(list(atlas.winning_moves(position))))
            position = game.play(position, moves[-1])
            [left] = MovesLeftSearch(atlas).after_jumps({moves[-1]: position}, 10_000).values()
            # no peg continues: the fewest moves; else a jump by the same peg saves one at most
            verdict = verdict_of(game, position, "breadth-first")
            fewest = FAMILIES["peg"].count_moves(verdict.moves)
            saves = verdict.moves and verdict.moves[0][0] == moves[-1][1]
            assert fewest - 1 <= left <= fewest - bool(saves)


def test_moves_left_stay_within_a_limit_and_remember_their_work() -> None:
    atlas = make_atlas("lucas-05")
    game = atlas.game
    jump = atlas.winning_move(game.start)
    assert jump
    jumps, search = {jump: game.play(game.start, jump)}, MovesLeftSearch(atlas)
    assert search.after_jumps(jumps, 0) == {}
    found = [search.after_jumps(jumps, 60) for _ in range(10)]
    assert found[0] == {}
    assert found[-1] == MovesLeftSearch(atlas).after_jumps(jumps, 10_000)


@pytest.mark.asyncio
async def test_new_position_ends_the_one_before() -> None:
    valuer = MoveValuer()
    try:
        [(hard, start)] = random_positions("hexapawn-7x7", 1, 0)
        [(easy, other)] = random_positions("orush-05", 1, 0)
        slow = valuer.value_moves(hard, start, LIMITS)
        reading = asyncio.ensure_future(anext(slow))
        await asyncio.sleep(0)
        reading.cancel()
        reports = [report async for report in valuer.value_moves(easy, other, LIMITS)]
        assert reports[-1].is_last
        assert reports[-1].values == values_of(easy, other)
    finally:
        valuer.close()
