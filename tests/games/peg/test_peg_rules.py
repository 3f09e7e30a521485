"""Peg solitaire: boards, symmetries, jumps, known counts, colouring."""

import re

import pytest
from many import each_of

from ludoscope.games import from_spec
from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.colouring import refute_by_counting_or_colouring
from ludoscope.games.peg.rules import PegGame

SHAPES = {  # holes, jumps, symmetries
    "english": (33, 76, 8),
    "european": (37, 92, 8),
    "wiegleb": (45, 108, 8),
    "asymmetric": (39, 92, 2),
    "diamond": (41, 100, 8),
    "triangle": (15, 36, 6),
}
CLASSES = {"english": 21, "european": 10, "wiegleb": 36, "diamond": 17}  # as published


def english_centre() -> PegGame:
    board = BOARDS["english"]
    return PegGame(board, board.all_holes & ~(1 << 16), 1 << 16)


def perft(game: PegGame, position: int, depth: int) -> int:
    """Return the number of lines of `depth` jumps."""
    if not depth:
        return 1
    return sum(perft(game, game.play(position, m), depth - 1) for m in game.moves(position))


@each_of("name", BOARDS)
def test_boards_have_their_holes_jumps_and_symmetries(name: str) -> None:
    board = BOARDS[name]
    assert (len(board.holes), len(board.jumps), len(board.symmetries)) == SHAPES[name]
    assert board.symmetries[0] == tuple(range(len(board.holes)))


@each_of("name", BOARDS)
def test_every_symmetry_maps_jumps_onto_jumps(name: str) -> None:
    board = BOARDS[name]
    jumps = set(board.jumps)
    for image in board.symmetries:
        assert {tuple(image[hole] for hole in jump) for jump in jumps} == jumps


def test_levels_of_the_english_central_game_up_to_symmetry() -> None:
    game = english_centre()
    level = {game.key(game.start)}
    sizes = []
    for _ in range(8):
        sizes.append(len(level))
        level = {game.key(game.play(p, m)) for p in level for m in game.moves(p)}
    assert sizes == [1, 1, 2, 8, 39, 171, 719, 2757]


STEPS = {"square": [(1, 0), (0, 1)], "triangular": [(1, 0), (0, 1), (1, -1)]}


def perft_on_sets(pegs: set[tuple[int, int]], board: Board, depth: int) -> int:
    """Return the same count as `perft`, computed from coordinates without masks or tables."""
    if not depth:
        return 1
    total = 0
    for x, y in pegs:
        for dx, dy in [(s * dx, s * dy) for dx, dy in STEPS[board.lattice] for s in (1, -1)]:
            over, to = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if over in pegs and to in board.holes and to not in pegs:
                total += perft_on_sets(pegs - {(x, y), over} | {to}, board, depth - 1)
    return total


@pytest.mark.parametrize(("name", "vacancy"), [("english", 16), ("diamond", 7), ("triangle", 0)])
def test_perft_agrees_with_a_count_on_coordinates(name: str, vacancy: int) -> None:
    board = BOARDS[name]
    game = PegGame(board, board.all_holes & ~(1 << vacancy))
    pegs = {place for hole, place in enumerate(board.holes) if hole != vacancy}
    for depth in range(5):
        assert perft(game, game.start, depth) == perft_on_sets(pegs, board, depth)


@pytest.mark.parametrize(("vacancy", "count"), [(0, 3016), (1, 2377), (3, 4237), (4, 1651)])
def test_reachable_positions_of_the_triangle(vacancy: int, count: int) -> None:
    board = BOARDS["triangle"]
    game = PegGame(board, board.all_holes & ~(1 << vacancy))
    met = {game.start}
    todo = [game.start]
    for position in todo:
        found = {game.play(position, move) for move in game.moves(position)} - met
        met |= found
        todo += found
    assert len(met) == count


def test_moves_are_sorted_and_legal() -> None:
    game = english_centre()
    position = game.start
    while moves := game.moves(position):
        assert list(moves) == sorted(moves)
        after = game.play(position, moves[-1])
        assert after.bit_count() == position.bit_count() - 1
        position = after


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ((34, 36), "found holes (34, 36), expected two numbers below 33"),  # of a larger board
        ((16, 4), "there is no peg at 4,4"),
        ((0, 2), "5,7 is not empty"),
        ((0, 1), "no jump leads from 3,7 to 4,7"),
    ],
)
def test_illegal_jumps_are_refused_with_a_reason(move: tuple[int, int], reason: str) -> None:
    game = english_centre()
    with pytest.raises(ValueError, match="^" + re.escape(reason)) as refusal:
        game.play(game.start, move)
    assert "\n" not in str(refusal.value)


def test_the_hole_jumped_over_needs_a_peg() -> None:
    board = BOARDS["english"]
    with pytest.raises(ValueError, match="no peg at 4,7 to jump over"):
        PegGame(board, 1).play(1, (0, 2))


@pytest.mark.parametrize("name", CLASSES)
def test_the_colouring_leaves_the_published_number_of_problems(name: str) -> None:
    board = BOARDS[name]
    holes = range(len(board.holes))
    classes = {
        min((image[a], image[b]) for image in board.symmetries)
        for a in holes
        for b in holes
        if not refute_by_counting_or_colouring(board, board.all_holes & ~(1 << a), 1 << b)
    }
    assert len(classes) == CLASSES[name]


def test_the_colouring_refutes_the_european_centre_and_no_reachable_position() -> None:
    european = BOARDS["european"]
    centre = 1 << european.hole_numbers[4, 4]
    assert "colouring" in refute_by_counting_or_colouring(
        european, european.all_holes & ~centre, centre
    )
    for name in ("english", "triangle"):
        board = BOARDS[name]
        game = PegGame(board, board.all_holes & ~2)
        position = game.start
        while moves := game.moves(position):
            position = game.play(position, moves[len(moves) // 2])
            assert not refute_by_counting_or_colouring(board, game.start, position)


def test_counting_refutes_what_has_too_many_pegs() -> None:
    board = BOARDS["english"]
    assert "counting" in refute_by_counting_or_colouring(board, 3, 7)
    assert "counting" in refute_by_counting_or_colouring(board, 3, 5)
    assert not refute_by_counting_or_colouring(board, 3, 3)


def test_the_dual_is_solved_by_the_same_jumps_backwards() -> None:
    board = BOARDS["triangle"]
    game = PegGame(board, board.all_holes & ~(1 << 4), 1 << 12)
    dual = game.dual()
    position, played = game.start, []
    for _ in range(5):
        move = game.moves(position)[0]
        played.append(move)
        position = game.play(position, move)
    back = board.all_holes & ~position
    for move in reversed(played):
        back = dual.play(back, move)
    assert back == dual.finish == board.all_holes & ~game.start


def test_key_joins_images_and_nothing_else() -> None:
    game = english_centre()
    position = game.play(
        game.play(game.start, (4, 16)), game.moves(game.play(game.start, (4, 16)))[0]
    )
    images = {game.board.transform(position, image) for image in game.symmetries}
    assert len({game.key(image) for image in images}) == 1
    assert game.key(game.start) not in {game.key(position)}


def test_symmetries_keep_the_finish() -> None:
    board = BOARDS["english"]
    game = PegGame(board, board.all_holes & ~1, 1 << 2)
    assert len(game.symmetries) == 1
    assert all(board.transform(game.finish, image) == game.finish for image in game.symmetries)


def test_without_symmetry_each_position_is_by_itself() -> None:
    game = english_centre()
    plain = game.without_symmetry()
    assert len(game.symmetries) == 8
    assert len({game.key(game.play(game.start, move)) for move in game.moves(game.start)}) == 1
    assert len({plain.key(plain.play(plain.start, move)) for move in plain.moves(plain.start)}) == 4
    assert len(plain.dual().symmetries) == len(plain.with_endpoints(1, 2).symmetries) == 1
    again = from_spec(plain.spec())
    assert len(again.symmetries) == 1
    assert again.spec() == plain.spec() == game.spec() | {"merge_symmetric": False}
    assert from_spec(game.spec()).symmetries == game.symmetries


@each_of("name", BOARDS)
def test_a_game_survives_its_spec(name: str) -> None:
    board = BOARDS[name]
    game = PegGame(board, board.all_holes & ~2, 4)
    again = from_spec(game.spec())
    assert again.spec() == game.spec()
    assert isinstance(again, PegGame)
    assert again.board is board


@pytest.mark.parametrize("change", [{"start": "xx"}, {"lattice": "round"}, {"finish": "_._"}])
def test_a_broken_spec_is_refused(change: dict[str, str]) -> None:
    with pytest.raises(ValueError):
        from_spec(english_centre().spec() | change)
    with pytest.raises(ValueError, match="lacks"):
        from_spec({"family": "peg"})
    with pytest.raises(ValueError, match="unknown family 'chess'"):
        from_spec({"family": "chess"})
