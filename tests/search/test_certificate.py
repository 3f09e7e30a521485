"""Certificates: those that are accepted are proofs, by exhaustive search and by the definitions.

Pagoda functions are made at random here, so that no solver has a part in them.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import chain

import pytest
from many import case, many

from ludoscope.games.errors import short_repr
from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Limits
from ludoscope.search.certificate import find_flaw, pagoda_refutes
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.search.generic.uninformed import depth_first

TRIANGLE = BOARDS["triangle"]
Weights = tuple[int, ...]
Jump = tuple[int, int]
Proof = dict[tuple[Jump, ...], Weights]
"""Weights by the jumps of a line in the order of the game; none where no jump is possible."""


def random_pagoda(board: Board, chance: random.Random) -> Weights:
    """Return weights that no jump increases: random ones, each lowered until it is so."""
    weights = [chance.choice((0, 0, 1, 1, 2, 3)) for _ in board.holes]
    while too_high := [
        (target, weights[source] + weights[jumped])
        for source, jumped, target in board.jumps
        if weights[target] > weights[source] + weights[jumped]
    ]:
        for target, limit in too_high:
            weights[target] = min(weights[target], limit)
    return tuple(weights)


PAGODAS = [random_pagoda(TRIANGLE, random.Random(seed)) for seed in range(200)]


def total(weights: Sequence[int], pegs: int) -> int:
    return sum(weight for hole, weight in enumerate(weights) if pegs >> hole & 1)


def is_pagoda(board: Board, weights: Sequence[int]) -> bool:
    """Return True if no jump increases the sum over the pegs; see `PegGame.play`."""
    return not any(
        total(weights, pegs ^ mask) > total(weights, pegs) for _, mask, pegs in board.masked_jumps
    )


def random_problem(chance: random.Random) -> PegGame:
    start = chance.getrandbits(15) & (chance.getrandbits(15) | chance.getrandbits(15))
    return PegGame(TRIANGLE, start, 1 << chance.randrange(15))


def solvable_problem(chance: random.Random) -> PegGame:
    """Return a problem made from its finish, by taking back four to eight jumps."""
    game = PegGame(TRIANGLE, 0, 1 << chance.randrange(15))
    start = game.finish
    for _ in range(chance.randrange(4, 9)):
        if jumps := predecessors(game, start):
            _, start = chance.choice(jumps)
    return PegGame(TRIANGLE, start, game.finish)


def predecessors(game: PegGame, position: int) -> list[tuple[Jump, int]]:
    """Return (jump, position before it) of each jump that can have led to a position."""
    return [
        (jump, position ^ mask)
        for jump, mask, _ in game.board.masked_jumps
        if jump in game.moves(position ^ mask)
    ]


def refuting_pagoda(position: int, finish: int) -> Weights:
    """Return the first of the pagoda functions that proves the finish out of reach, or ()."""
    return next((w for w in PAGODAS if total(w, position) < total(w, finish)), ())


def make_proof(game: PegGame, position: int, depth: int, line: tuple[Jump, ...] = ()) -> Proof:
    """Return the lines of a proof by first jumps; raise LookupError if there is none so short."""
    if game.is_won(position):
        raise LookupError
    if depth < 2 and (weights := refuting_pagoda(position, game.finish)):
        return {line: weights}
    moves = game.moves(position)
    if not moves:
        return {line: ()}
    if not depth:
        raise LookupError
    children = [(game.play(position, move), (*line, move)) for move in moves]
    proofs = [make_proof(game, child, depth - 1, longer) for child, longer in children]
    return dict(chain.from_iterable(proof.items() for proof in proofs))


def make_backward_proof(
    game: PegGame, finish: int, depth: int, line: tuple[Jump, ...] = ()
) -> Proof:
    """Return the lines of a proof by last jumps; raise LookupError if there is none so short."""
    if finish == game.start:
        raise LookupError
    if depth < 2 and (weights := refuting_pagoda(game.start, finish)):
        return {line: weights}
    jumps = predecessors(game, finish)
    if not jumps:
        return {line: ()}
    if not depth:
        raise LookupError
    proofs = [
        make_backward_proof(game, position, depth - 1, (jump, *line)) for jump, position in jumps
    ]
    return dict(chain.from_iterable(proof.items() for proof in proofs))


def weights_text(weights: Weights) -> str:
    rows, first = [], 0
    for length in range(1, 6) if weights else ():
        rows.append(" ".join(map(str, weights[first : first + length])))
        first += length
    return f"[{'/'.join(rows)}]"


def lines_of(game: PegGame, kind: str, proof: Proof) -> list[str]:
    return [
        " ".join([kind, *(game.move_text(0, jump) for jump in line), weights_text(weights)])
        for line, weights in proof.items()
    ]


def proofs(kind: str, count: int) -> Iterator[tuple[PegGame, Proof]]:
    """Yield problems with proofs of two jumps a line, or of some lines of one and some of two."""
    chance = random.Random(kind)
    make = make_backward_proof if kind == "before" else make_proof
    while count:
        game = random_problem(chance)
        root = game.finish if kind == "before" else game.start
        try:
            proof = make(game, root, 2)
        except LookupError:
            continue
        if len(proof) > 2 and sum(map(bool, proof.values())) > 1:
            count -= 1
            yield game, proof


def test_weights_refute_by_their_definition_and_no_others() -> None:
    chance = random.Random(1)
    results: set[bool] = set()
    for weights in PAGODAS:
        assert is_pagoda(TRIANGLE, weights)
        hole, step = chance.randrange(15), chance.choice((-1, 0, 1))
        changed = (*weights[:hole], weights[hole] + step, *weights[hole + 1 :])
        game = random_problem(chance)
        assert pagoda_refutes(game, game.start, weights) is (
            total(weights, game.start) < total(weights, game.finish)
        )
        for position in (game.start, game.finish, chance.getrandbits(15)):
            with case(changed, position, game.finish):
                refuted = is_pagoda(TRIANGLE, changed) and (
                    total(changed, position) < total(changed, game.finish)
                )
                assert pagoda_refutes(game, position, changed) is refuted
                results.add(refuted)
    assert results == {True, False}
    with pytest.raises(ValueError):
        pagoda_refutes(game, game.start, PAGODAS[0][1:])


@pytest.mark.parametrize("kind", ["after", "before"])
def test_a_proof_is_accepted_and_none_with_a_change(kind: str) -> None:
    refusals = set()
    for game, proof in proofs(kind, many(50)):
        lines = lines_of(game, kind, proof)
        with case(game.text(game.start), game.text(game.finish), lines):
            *_, verdict = depth_first(game, game.start, Limits())
            assert isinstance(verdict, Unsolvable)
            assert find_flaw(game, game.start, lines) == ""
            assert find_flaw(game, game.start, lines[::-1]) == ""
            for number, (line, weights) in enumerate(proof.items(), 1):
                remaining = [key for key in proof if key != line]
                missing = find_flaw(
                    game, game.start, lines_of(game, kind, {key: proof[key] for key in remaining})
                )
                inner = slice(1, None) if kind == "before" else slice(None, -1)
                has_sibling = any(key[inner] == line[inner] for key in remaining)
                depth = len(line) if has_sibling or len(line) == 1 else len(line) - 1
                assert missing == f"no line covers a game that begins with these {depth} jumps"
                zeros = find_flaw(
                    game, game.start, lines_of(game, kind, {**proof, line: (0,) * 15})
                )
                assert zeros == f"the weights of line {number} refute nothing"
                denied = find_flaw(game, game.start, lines_of(game, kind, {**proof, line: ()}))
                refusals.add(denied.replace(str(number), "N"))
                assert denied or not weights or not jumps_left(game, kind, line)
    assert "line N denies a jump" in refusals


def jumps_left(game: PegGame, kind: str, line: tuple[Jump, ...]) -> bool:
    """Return True if a jump can follow the jumps of a line, or go before them."""
    if kind == "after":
        position = game.start
        for jump in line:
            position = game.play(position, jump)
        return bool(game.moves(position))
    finish = game.finish
    for jump in reversed(line):
        finish = dict(predecessors(game, finish))[jump]
    return bool(predecessors(game, finish))


@pytest.mark.parametrize("kind", ["after", "before"])
def test_the_jumps_of_a_line_are_in_the_order_of_the_game(kind: str) -> None:
    tried = 0
    for game, proof in proofs(kind, many(50)):
        swapped = {line[::-1]: weights for line, weights in proof.items()}
        if swapped.keys() != proof.keys():
            assert find_flaw(game, game.start, lines_of(game, kind, swapped))
            tried += 1
    assert tried


def test_no_proof_is_accepted_of_a_problem_that_can_be_solved() -> None:
    chance = random.Random(2)
    certificates = [
        lines_of(game, kind, proof)
        for kind in ("after", "before")
        for game, proof in proofs(kind, many(50))
    ]
    certificates += [[f"here {weights_text(weights)}"] for weights in PAGODAS]
    for _ in range(many(50)):
        game = solvable_problem(chance)
        *_, verdict = depth_first(game, game.start, Limits())
        assert isinstance(verdict, Solved)
        for certificate in certificates:
            assert find_flaw(game, game.start, certificate)


def test_a_line_here_has_no_jumps() -> None:
    game, weights = next(
        (game, weights)
        for game in map(random_problem, map(random.Random, range(99)))
        if game.moves(game.start) and (weights := refuting_pagoda(game.start, game.finish))
    )
    text = weights_text(weights)
    assert find_flaw(game, game.start, [f"here {text}"]) == ""
    assert find_flaw(game, game.start, [f"after {text}"]) == ""
    jump = game.move_text(game.start, game.moves(game.start)[0])
    line = f"here {jump} {text}"
    assert find_flaw(game, game.start, [line]) == (
        f"{short_repr(line)} is not a line of a proof by pagodas"
    )


def test_a_start_that_is_the_finish_is_never_refuted() -> None:
    for kind in ("here", "after", "before"):
        game = PegGame(TRIANGLE, 1, 1)
        assert find_flaw(game, 1, [f"{kind} []"]) == "start and finish meet"


def test_a_line_without_weights_denies_the_jumps_at_its_end_of_the_game() -> None:
    """A full board cannot be reached by a jump, and two pegs side by side can make one."""
    game = PegGame(TRIANGLE, 0b11, TRIANGLE.all_holes)
    assert game.moves(game.start)
    assert not predecessors(game, game.finish)
    assert find_flaw(game, game.start, ["before []"]) == ""
    for kind in ("here", "after"):
        assert find_flaw(game, game.start, [f"{kind} []"]) == "line 1 denies a jump"


def test_a_proof_is_of_peg_solitaire_only() -> None:
    game = HexapawnGame(3, 3)
    expected = "a proof by pagodas says nothing about hexapawn"
    assert find_flaw(game, game.start, [f"here {ONES}"]) == expected


ONES = "[1/1 1/1 1 1/1 1 1 1/1 1 1 1 1]"


def test_what_is_wrong_with_a_line_is_told() -> None:
    game = PegGame(TRIANGLE, 0b111, 1)
    long_line = f"{'here' * 30} {ONES}"
    no_line, no_weights = "is not a line of a proof by pagodas", "are not the weights of the holes"
    for certificate, expected in [
        ([], "found lines [] in a proof, expected one kind"),
        ([f"here {ONES}", f"after {ONES}"], "found lines ['after', 'here'] in a proof"),
        (["here"], no_line),
        ([f"here {ONES}x"], no_line),
        ([long_line], f"{short_repr(long_line)} {no_line}"),
        ([f"after 4,2:X {ONES}"], "'4,2:X' is not a jump of this board"),
        ([f"after {'x' * 30} {ONES}"], f"{short_repr('x' * 30)} is not a jump of this board"),
        (["here [1]"], f"'1' {no_weights}"),
        (["here [1/1 1/1 1 1/1 1 1 1/1 1 1 1 1 1]"], no_weights),
        (["here [1/1 1/1 1 1/1 1 1 1/1 1 1 1 -]"], no_weights),
        (["here [1/1 1/1 1 1/1 1 1 1/1 1 1 1 1000000000]"], no_weights),
        (["here [1/1 1/1 1 1/1 1 1 1/1 1 1 1 _]"], no_weights),
        ([f"here [{'1 ' * 60}]"], f"{short_repr('1 ' * 60)} {no_weights}"),
    ]:
        with case(certificate):
            assert expected in find_flaw(game, game.start, certificate)


def test_weights_may_have_nine_digits_and_a_sign() -> None:
    heavy, light = "999999999", "-999999999"
    game = PegGame(TRIANGLE, 0b11 << 13, 1)
    weights = f"[{heavy}/0 0/0 0 0/0 0 0 0/0 0 0 0 {light}]"
    assert (
        find_flaw(game, game.start, [f"here {weights}"]) == "the weights of line 1 refute nothing"
    )
    assert find_flaw(game, game.start, [f"here {ONES.replace('1', heavy)}"]).endswith("nothing")


def test_places_outside_a_board_are_marked_within_a_row_and_may_end_it() -> None:
    board = Board.from_rows(["xx xx", "xxxxx"])
    game = PegGame(board, 0b1, 0b10)
    good = "here [-1 0 _ 1 0/0 0 0 0 0]"
    assert find_flaw(game, game.start, [good]) == ""
    for bad in (good.replace("_", "0"), good.replace("_ ", ""), good.replace(" 1", " _")):
        assert "are not the weights" in find_flaw(game, game.start, [bad])
