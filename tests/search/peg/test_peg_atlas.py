"""The atlas: against plain exhaustive search, its file against damage; the English counts."""

import os
import random
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from many import first_of, many

from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.kernels import is_compiled
from ludoscope.search.peg import atlas as peg_atlas
from ludoscope.search.peg.atlas import (
    Atlas,
    DamagedAtlasError,
    atlas_path,
    load_cached,
    save_atlas,
    solve_by_atlas,
)
from ludoscope.search.peg.jump_order import JumpOrder
from ludoscope.search.peg.levels import LevelLimitReached, count_reachable, select_best_pagodas
from ludoscope.search.storage import private_files

KERNELS = (
    "ludoscope.search.peg.kernels.child_buckets",
    "ludoscope.search.peg.kernels.bucket_tables",
    "ludoscope.search.peg.kernels.packing",
    "ludoscope.search.peg.kernels.pagoda",
    "ludoscope.search.peg.kernels.problem",
    "ludoscope.search.peg.kernels.depth_first",
)
pytestmark = pytest.mark.skipif(
    not all(map(is_compiled, KERNELS)), reason="kernels not compiled here"
)

TRIANGLE = BOARDS["triangle"]
ENGLISH = BOARDS["english"]
CENTRAL = PegGame(ENGLISH, ENGLISH.all_holes & ~(1 << 16))
SMALL = [
    Board.from_rows(["....", "....", "....", "...."]),
    Board.from_rows(["...  ", ".....", ".....", "  ..."]),
    Board.from_rows([".....", " ... ", "....."]),
    Board.from_rows([".   .", "..   ", "...  ", ".... ", " ...."], "triangular"),
    TRIANGLE,
]

# of the English central game, after 0 to 15 jumps; then the same numbers backwards
WINNABLE = [1, 1, 2, 8, 38, 164, 635, 2089, 6174, 16020, 35749, 68326, 112788, 162319, 204992]
WINNABLE += [230230]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path))
    return tmp_path


def finished(work: Generator[Progress, None, Any]) -> Any:
    while True:
        try:
            assert isinstance(next(work), Progress)
        except StopIteration as end:
            return end.value


def built(game: PegGame, threads: int = 2) -> Atlas:
    return finished(Atlas.build(game, Budget(Limits()), threads=threads))


def exhausted(game: PegGame) -> dict[int, bool]:
    """Map each reachable position to whether it can be won: plain recursion, no symmetry."""
    can: dict[int, bool] = {}

    def won(position: int) -> bool:
        if position not in can:
            after = [won(game.play(position, move)) for move in game.moves(position)]
            can[position] = game.is_won(position) or any(after)
        return can[position]

    won(game.start)
    return can


def vacancy(board: Board, empty: int, last: int) -> PegGame:
    return PegGame(board, board.all_holes & ~(1 << empty), 1 << last)


def some_problem(chance: random.Random) -> PegGame:
    """Return a problem on a small board; random jumps usually lead to its finish."""
    board = chance.choice(SMALL)
    start = board.all_holes
    for _ in range(chance.randrange(1, 5)):
        start &= ~(1 << chance.randrange(len(board.holes)))
    game = PegGame(board, start)
    position = start
    for _ in range(chance.randrange(2, 12)):
        if moves := game.moves(position):
            position = game.play(position, chance.choice(moves))
    if chance.random() < 0.2 or position == start:
        position &= position - 1
    return PegGame(board, start, position)


def check(game: PegGame, atlas: Atlas) -> None:
    """Every position that the start leads to, and the counts."""
    can = exhausted(game)
    for position, truth in can.items():
        assert atlas.contains(position) == truth
    classes = {game.key(position) for position, truth in can.items() if truth}
    levels = [0] * len(atlas.counts)
    for position in classes:
        levels[game.start.bit_count() - position.bit_count()] += 1
    assert atlas.counts == levels


@first_of(("empty", "last"), [(0, 0), (0, 12), (1, 1), (3, 3), (4, 12), (12, 4)], 3)
def test_the_triangle_agrees_with_exhaustive_search(empty: int, last: int) -> None:
    game = vacancy(TRIANGLE, empty, last)
    check(game, built(game))


def test_random_problems_agree_with_exhaustive_search() -> None:
    chance = random.Random(11)
    pruned = lost = other = 0
    for _ in range(many(160)):
        game = some_problem(chance)
        atlas = built(game, threads=chance.randrange(1, 4))
        check(game, atlas)
        pruned += bool(select_best_pagodas(game))
        lost += not any(atlas.counts)
        other += any(game.board.transform(game.start, p) != game.start for p in game.symmetries)
    assert min(pruned, lost, other) > many(5)  # of each kind there were some


@first_of("holes", [61, 58, 64], 1)
def test_boards_whose_keys_leave_few_bits_for_the_last_jump(holes: int) -> None:
    board = Board.from_rows(["." * 8] * 7 + ["." * (holes - 56)])
    near = [hole for hole, (x, y) in enumerate(board.holes) if x <= 4 < y]
    chance = random.Random(holes)
    longest = 0
    for _ in range(many(30)):
        start = position = sum(1 << hole for hole in chance.sample(near, 9))
        while moves := PegGame(board, start).moves(position):
            position = PegGame(board, start).play(position, chance.choice(moves))
        game = PegGame(board, start, position)
        if position != start:
            check(game, built(game))
        longest = max(longest, start.bit_count() - position.bit_count())
    assert longest >= 5


def test_jumps_of_a_class_are_images_of_each_other() -> None:
    for board in SMALL:
        order = JumpOrder(board, board.symmetries)
        for number, jump in enumerate(board.jumps):
            images = [tuple(p[hole] for hole in jump) for p in board.symmetries]
            ranks = {order.image_ranks[board.jumps.index(image)][0] for image in images}
            assert set(order.image_ranks[number]) == ranks
            assert {order.classes[board.jumps.index(image)] for image in images} == {
                order.classes[number]
            }


@pytest.mark.long
def test_the_english_central_game() -> None:
    atlas = built(CENTRAL)
    assert atlas.counts == WINNABLE + WINNABLE[::-1]
    assert sum(atlas.counts) == 1_679_072
    save_atlas(atlas)
    assert atlas_path(CENTRAL).stat().st_size < 2_000_000
    read = load_cached(CENTRAL)
    assert read is not None
    chance = random.Random(2)
    for _ in range(many(20)):
        position = CENTRAL.start
        while moves := CENTRAL.moves(position):
            hint = read.winning_move(position)
            assert atlas.contains(position) == read.contains(position) == bool(hint)
            image = ENGLISH.transform(position, chance.choice(ENGLISH.symmetries))
            assert read.contains(image) == read.contains(position)
            good = hint and chance.random() < 0.9
            position = CENTRAL.play(position, hint if good else chance.choice(moves))


@pytest.mark.long
def test_all_positions_of_the_english_central_game() -> None:
    counts = finished(count_reachable(CENTRAL, Budget(Limits())))
    assert counts[:6] == [1, 1, 2, 8, 39, 171]
    assert counts[17] == max(counts) == 3_626_632
    assert counts[30:] == [7, 2]
    assert sum(counts) == 23_475_688


@pytest.mark.parametrize(
    ("empty", "last", "count"), [(0, 0, 3016), (1, 1, 2377), (3, 3, 4237), (4, 12, 1651)]
)
def test_all_positions_of_the_triangle(empty: int, last: int, count: int) -> None:
    game = vacancy(TRIANGLE, empty, last)
    # without symmetry: each class as often as it has images
    counts = finished(count_reachable(game, Budget(Limits())))
    positions = set(exhausted(game))
    assert len(positions) == count
    assert sum(counts) == len({game.key(position) for position in positions})


def test_moves_that_keep_it_winnable() -> None:
    game = vacancy(TRIANGLE, 3, 3)
    atlas = built(game)
    for position in exhausted(game):
        good = [m for m in game.moves(position) if atlas.contains(game.play(position, m))]
        assert list(atlas.winning_moves(position)) == good
        assert atlas.winning_move(position) == (good[0] if good else None)


# The solver


@pytest.mark.long
def test_solutions_and_proofs_from_any_position(solved) -> None:
    game = vacancy(TRIANGLE, 0, 0)
    for position, truth in list(exhausted(game).items())[::10]:
        *_, verdict = solve_by_atlas(game, position, Limits())
        assert isinstance(verdict, Solved if truth else Unsolvable)
        if isinstance(verdict, Solved):
            for move in verdict.moves:
                position = game.play(position, move)
            assert game.is_won(position)
        else:
            assert "not among the 190 winnable positions" in verdict.proof
    assert isinstance(solved(solve_by_atlas, game), Solved)


def test_positions_that_the_start_does_not_lead_to() -> None:
    """The atlas does not know them, and is not taken for a proof."""
    game = vacancy(TRIANGLE, 0, 0)
    led = exhausted(game)
    chance = random.Random(3)
    kinds = set()
    for _ in range(many(150)):
        position = chance.getrandbits(15)
        if position in led or position.bit_count() < 2:
            continue
        truth = exhausted(PegGame(TRIANGLE, position, game.finish))[position]
        *_, verdict = solve_by_atlas(game, position, Limits())
        assert isinstance(verdict, Solved if truth else Unsolvable)
        kinds.add(type(verdict))
    assert kinds == {Solved, Unsolvable}


def test_making_the_atlas_counts_when_a_position_is_searched_afterwards() -> None:
    game = vacancy(TRIANGLE, 0, 0)
    position = 0b11  # the start does not lead there, nor can it be won
    *_, built_first = solve_by_atlas(game, position, Limits())
    *_, looked_up = solve_by_atlas(game, position, Limits())
    assert isinstance(built_first, Unsolvable)
    assert built_first.explored > looked_up.explored
    atlas_path(game).unlink()
    *_, limited = solve_by_atlas(game, position, Limits(explored=built_first.explored - 1))
    assert isinstance(limited, GaveUp)
    assert limited.explored < built_first.explored


def test_limits_are_kept() -> None:
    for limits in (Limits(explored=500), Limits(seconds=1e-6), Limits(memory=20 << 20)):
        *_, verdict = solve_by_atlas(CENTRAL, CENTRAL.start, limits)
        assert isinstance(verdict, GaveUp)
        assert "limit" in verdict.reason
        assert limits.explored is None or verdict.explored == limits.explored
    assert load_cached(CENTRAL) is None
    board = Board.from_rows(["." * 9] * 9)
    *_, verdict = solve_by_atlas(vacancy(board, 40, 40), board.all_holes & ~(1 << 40), Limits())
    assert isinstance(verdict, GaveUp)
    assert "81 holes" in verdict.reason
    with pytest.raises(LevelLimitReached, match="as many pegs"):
        finished(Atlas.build(PegGame(TRIANGLE, 3, 3), Budget(Limits())))


# The file


def test_the_file_says_the_same_whatever_made_it(home: Path) -> None:
    for game in (vacancy(TRIANGLE, 0, 0), vacancy(TRIANGLE, 0, 12)):
        texts = {built(game, threads).to_bytes() for threads in (1, 2, 3)}
        assert len(texts) == 1
        path = home / "an.atlas"
        path.write_bytes(texts.pop())
        read = Atlas.load(path)
        assert read.to_bytes() == path.read_bytes()
        assert (read.game.start, read.game.finish) == (game.start, game.finish)
        check(game, read)


def test_a_damaged_file_is_made_again() -> None:
    game = vacancy(TRIANGLE, 0, 12)
    path = atlas_path(game)
    list(solve_by_atlas(game, game.start, Limits()))
    whole = path.read_bytes()
    assert load_cached(game) is not None
    chance = random.Random(4)
    damaged = [whole[: chance.randrange(len(whole))] for _ in range(50)]
    damaged += [whole + b"x", b"", whole.replace(b"atlas 1", b"atlas 2")]
    for _ in range(many(200)):
        place_of_error = chance.randrange(len(whole))
        wrong = bytes([whole[place_of_error] ^ 1 << chance.randrange(8)])
        damaged.append(whole[:place_of_error] + wrong + whole[place_of_error + 1 :])
    for text in damaged:
        path.write_bytes(text)
        with pytest.raises(DamagedAtlasError):
            Atlas.load(path)
        assert load_cached(game) is None
    assert isinstance(list(solve_by_atlas(game, game.start, Limits()))[-1], Solved)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "header",
    [
        "[]",
        "{}",
        '{"game": {"family": "rush"}}',
        '{"game": GAME, "symmetries": 9, "forward": [], "dual": null}',
        '{"game": GAME, "symmetries": 2, "forward": [], "dual": null}',
        '{"game": GAME, "symmetries": 2, "forward": [[9, 1]], "dual": null}',
        '{"game": GAME, "symmetries": 2, "forward": 5, "dual": null}',
        "no JSON",
    ],
)
def test_a_false_header_is_found_out(header: str, home: Path) -> None:
    import json

    game = vacancy(TRIANGLE, 0, 0)
    body = peg_atlas.MAGIC + header.replace("GAME", json.dumps(game.spec())).encode() + b"\nxyz"
    path = home / "false.atlas"
    path.write_bytes(body + peg_atlas.DIGEST(body).digest())
    with pytest.raises(DamagedAtlasError):
        Atlas.load(path)


def test_the_atlas_of_another_problem_is_not_taken() -> None:
    game, other = vacancy(TRIANGLE, 0, 0), vacancy(TRIANGLE, 1, 1)
    private_files.write_atomically(atlas_path(game), built(other).to_bytes())
    assert load_cached(game) is None


def test_a_name_for_the_board_makes_no_difference() -> None:
    game = vacancy(TRIANGLE, 0, 0)
    save_atlas(built(game))
    nameless = vacancy(Board(TRIANGLE.holes, TRIANGLE.lattice), 0, 0)
    assert load_cached(nameless) is not None


def test_writing_is_all_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = vacancy(TRIANGLE, 0, 0)
    atlas = built(game)
    path = save_atlas(atlas)
    whole = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        save_atlas(atlas)
    assert [file.read_bytes() for file in path.parent.iterdir()] == [whole]


def test_a_folder_that_cannot_be_written_costs_the_file_only(home: Path) -> None:
    (home / "cache").write_text("in the way")
    game = vacancy(TRIANGLE, 0, 0)
    assert isinstance(list(solve_by_atlas(game, game.start, Limits()))[-1], Solved)
    assert load_cached(game) is None


def test_an_atlas_that_may_only_be_read_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    game = vacancy(TRIANGLE, 0, 0)
    save_atlas(built(game))

    def refuse(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(os, "utime", refuse)
    assert load_cached(game) is not None


def test_several_at_once_see_a_whole_file_or_none() -> None:
    game = vacancy(TRIANGLE, 0, 0)
    atlas = built(game)
    path = save_atlas(atlas)
    failures: list[BaseException] = []

    def write() -> None:
        try:
            for _ in range(many(30)):
                save_atlas(atlas)
                assert Atlas.load(path).counts == atlas.counts
        except BaseException as error:
            failures.append(error)

    writers = [threading.Thread(target=write) for _ in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert not failures
    assert list(path.parent.iterdir()) == [path]
