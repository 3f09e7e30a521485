"""Pagodas: they refute what they should, never a winnable position, and proofs are checked."""

import json
import os
import random

import pytest
from many import case, each_of, first_of

from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.peg.lucas import lucas_problem
from ludoscope.search.budget import Limits
from ludoscope.search.certificate import find_flaw, pagoda_refutes
from ludoscope.search.events import Unsolvable
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.kernels import is_compiled
from ludoscope.search.peg.pagoda import (
    collect_pagodas,
    excess,
    find_pagoda,
    fits_pack,
    is_refutation,
    weights_text,
)
from ludoscope.search.process.wire import decode, encode
from ludoscope.search.verify import check_verdict

pytestmark = pytest.mark.skipif(
    not is_compiled("ludoscope.search.peg.kernels.pagoda"), reason="kernels not compiled here"
)

DIAMOND = BOARDS["diamond"]
TRIANGLE = BOARDS["triangle"]
ROUNDS = int(os.environ.get("LUDOSCOPE_ROUNDS", "1"))


def vacancy(name: str, empty: tuple[int, int], last: tuple[int, int]) -> PegGame:
    board = BOARDS[name]
    return PegGame(
        board, board.all_holes & ~(1 << board.hole_numbers[empty]), 1 << board.hole_numbers[last]
    )


def unjump(game: PegGame, position: int, chance: random.Random) -> int:
    """Return a random predecessor of `position` by one jump, or `position` if there is none."""
    jumps = [
        1 << a | 1 << b | 1 << c
        for a, b, c in game.board.jumps
        if position & (1 << a | 1 << b | 1 << c) == 1 << c
    ]
    return position ^ chance.choice(jumps) if jumps else position


@first_of("name", sorted(BOARDS), 3)
def test_what_can_be_won_is_never_refuted(name: str) -> None:
    board = BOARDS[name]
    chance = random.Random(name)
    for _ in range(40 * ROUNDS):
        game = PegGame(board, 0, chance.getrandbits(len(board.holes)) & chance.getrandbits(64))
        position = game.finish
        for _ in range(chance.randrange(1, 30)):
            position = unjump(game, position, chance)
        assert find_pagoda(board, position, game.finish) is None
        for weights in collect_pagodas(board, position, game.finish, 2):
            assert fits_pack(position, game.finish, weights)
            assert not pagoda_refutes(game, position, weights)


@each_of("name", sorted(BOARDS))
def test_what_is_found_refutes_by_the_verifier_too(name: str) -> None:
    board = BOARDS[name]
    chance = random.Random(name)
    found = 0
    for _ in range(40):
        game = PegGame(board, chance.getrandbits(len(board.holes)), 1 << chance.randrange(9))
        if weights := find_pagoda(board, game.start, game.finish):
            found += 1
            assert is_refutation(board, game.start, game.finish, weights)
            assert pagoda_refutes(game, game.start, weights)
            assert excess(game.start, game.finish, weights) < 0
            assert find_flaw(game, game.start, [f"here {weights_text(board, weights)}"]) == ""
    assert found > 3


def test_a_pagoda_agrees_with_exhaustion_on_small_problems() -> None:
    chance = random.Random(3)
    refuted = 0
    for _ in range(150):
        game = PegGame(TRIANGLE, chance.getrandbits(15) | 3, 1 << chance.randrange(15))
        *_, verdict = depth_first(game, game.start, Limits())
        if find_pagoda(TRIANGLE, game.start, game.finish):
            refuted += 1
            assert isinstance(verdict, Unsolvable)
    assert refuted > 20


@pytest.mark.parametrize(("empty", "last"), [((5, 7), (5, 6)), ((5, 6), (5, 7)), ((5, 6), (5, 4))])
def test_three_problems_of_the_diamond_fall_at_the_root(empty, last) -> None:
    game = vacancy("diamond", empty, last)
    weights = find_pagoda(DIAMOND, game.start, game.finish)
    assert weights
    assert pagoda_refutes(game, game.start, weights)


def test_a_pack_has_room_for_what_is_harvested_and_the_images_belong_to_it() -> None:
    game = lucas_problem(12)
    found = collect_pagodas(game.board, game.start, game.finish, 10)
    assert len(found) > 20
    assert len(set(found)) == len(found)
    assert all(fits_pack(game.start, game.finish, weights) for weights in found)
    for permutation in game.symmetries:
        if game.board.transform(game.start, permutation) == game.start:
            assert {tuple(w[h] for h in permutation) for w in found} == set(found)


def test_wrong_weights_are_found_out() -> None:
    game = vacancy("diamond", (5, 7), (5, 6))
    weights = find_pagoda(DIAMOND, game.start, game.finish)
    assert weights
    for hole in range(len(weights)):
        worse = (*weights[:hole], weights[hole] + 50, *weights[hole + 1 :])
        assert not pagoda_refutes(game, game.start, worse)
        assert not is_refutation(DIAMOND, game.start, game.finish, worse)
    with pytest.raises(ValueError):
        pagoda_refutes(game, game.start, weights[1:])


def leaning(game: PegGame) -> list[str]:
    """Return a line for each first jump that a pagoda function refutes."""
    lines = []
    for move in game.moves(game.start):
        weights = find_pagoda(game.board, game.play(game.start, move), game.finish)
        if weights:
            name = game.move_text(game.start, move)
            lines.append(f"after {name} {weights_text(game.board, weights)}")
    return lines


def test_a_proof_after_each_first_jump_must_leave_none_out() -> None:
    game = next(
        game
        for game in (
            PegGame(DIAMOND, DIAMOND.all_holes & ~(1 << empty), 1 << last)
            for empty in range(41)
            for last in range(41)
        )
        if 1 < len(leaning(game)) == len(game.moves(game.start))
        and not find_pagoda(DIAMOND, game.start, game.finish)
    )
    lines = leaning(game)
    assert find_flaw(game, game.start, lines) == ""
    for index in range(len(lines)):
        assert "no line covers" in find_flaw(game, game.start, lines[:index] + lines[index + 1 :])
    zeros = weights_text(DIAMOND, (0,) * 41)
    assert "refute nothing" in find_flaw(
        game, game.start, [*lines, lines[0].split(" [")[0] + f" {zeros}"]
    )
    verdict = Unsolvable(proof="pagodas", certificate=tuple(lines))
    assert check_verdict(game, game.start, verdict).is_valid
    line = json.dumps(encode(game, game.start, verdict))
    assert decode(game, game.start, json.loads(line)) == verdict
    assert not check_verdict(
        game, game.start, Unsolvable(proof="x", certificate=(*lines[1:],))
    ).is_valid


def test_what_is_no_proof_is_said_in_a_sentence() -> None:
    for line in [
        "",
        "here",
        "here [1]",
        "here 4,2:N [1]",
        "after [1]",
        "after []",
        "before []",
        "here []",
        "after 4,2:X [1]",
        "there [1 1 1]",
        "here [1/1 1/1 1 1/1 1 1 1/1 1 1 1 x]",
        "here [1/1 1/1 1 1/1 1 1 1/1 1 1 1 --1]",
        "here [1/1 1/1 1 1/1 1 1 1/1 1 1 1 1]x",
        "here [1/1 1/1 1 1/1 1 1 1/1 1 1 1 ²]",
    ]:
        with case(line):
            game = PegGame(TRIANGLE, 7, 1)
            assert find_flaw(game, game.start, [line])
            assert find_flaw(game, game.start, ["here [1/1 1/1 1 1/1 1 1 1/1 1 1 1 1]", line])


def test_the_kernel_refuses_boards_that_do_not_fit() -> None:
    from ludoscope.search.peg.kernels.pagoda import PagodaProgram

    with pytest.raises(ValueError, match="64 holes"):
        PagodaProgram([], 65)


def test_a_proof_is_a_proof_of_peg_solitaire_only() -> None:
    from ludoscope.games.hexapawn.rules import HexapawnGame

    game = HexapawnGame(3, 3)
    assert "nothing" in find_flaw(game, game.start, ["here [1]"])


def test_that_no_jump_can_be_made_is_a_proof_where_it_is_true() -> None:
    stuck = PegGame(TRIANGLE, 1 << 0 | 1 << 12, 1 << 3)
    assert find_flaw(stuck, stuck.start, ["here []"]) == ""
    assert find_flaw(stuck, stuck.start, ["after []"]) == ""
    moving = PegGame(TRIANGLE, 1 << 0 | 1 << 1, 1 << 3)
    assert "denies" in find_flaw(moving, moving.start, ["here []"])
    assert "meet" in find_flaw(stuck, stuck.finish, ["here []"])
    assert "denies" in find_flaw(moving, moving.start, ["before []"])
