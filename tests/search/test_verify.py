"""The verifier: what it accepts is right, and what it refuses is told."""

from collections.abc import Hashable, Iterable

import pytest
from many import case, each_of

from ludoscope.games import AnyGame
from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import FREECELL
from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.catalogue import find
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.search.generic.adversarial import memo_negamax
from ludoscope.search.generic.uninformed import breadth_first, depth_first
from ludoscope.search.verify import (
    Replay,
    check_verdict,
    play_text,
    replay,
    replay_texts,
    verify_value,
)

NOT_WON = "the game is not won at the end"


def endgame(normalise: bool) -> PatienceGame:
    """Return FreeCell with the queens and kings of two suits left, each queen under its king."""
    columns = "QC KC / QH KH" + " / -" * 6
    text = f"JC KS JH KD | - - - - | {columns}"
    dealt = find("FreeCell.1-free").game
    return PatienceGame(FREECELL, dealt.parse(text), normalise)


def texts_of(game: AnyGame, moves: Iterable[Hashable]) -> list[str]:
    texts, position = [], game.start
    for move in moves:
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    return texts


def solution(game: AnyGame) -> tuple[Hashable, ...]:
    solver = memo_negamax if game.players == 2 else breadth_first
    *_, verdict = solver(game, game.start, Limits())
    assert isinstance(verdict, Solved)
    return verdict.moves


GAMES = {
    "patience": endgame(normalise=False),
    "patience, normalised": endgame(normalise=True),
    "peg": find("lucas-01").game,
    "rush": find("orush-01").game,
    "hexapawn": HexapawnGame(3, 3),
}


@each_of("name", GAMES)
def test_a_solution_is_valid_whole_and_nothing_less(name: str) -> None:
    game = GAMES[name]
    moves = solution(game)
    assert len(moves) > 1
    positions = [game.start]
    for move in moves:
        positions.append(game.play(positions[-1], move))
    for check, steps in ((replay, moves), (replay_texts, texts_of(game, moves))):
        result = check(game, game.start, steps)
        assert result == Replay(0, "", positions[-1])
        assert result.is_valid is True
        assert check(game, game.start, iter(steps)) == result
        for length, position in enumerate(positions[:-1]):
            with case(check, length):
                cut = check(game, game.start, steps[:length])
                assert cut == Replay(length + 1, NOT_WON, position)
                assert cut.is_valid is False


def refusal(game: AnyGame, position: Hashable, move: Hashable) -> str:
    """Return why a move is illegal, "" if it is legal."""
    try:
        game.play(position, move)
    except ValueError as error:
        return str(error)
    return ""


@each_of("name", GAMES)
def test_the_first_illegal_move_is_told(name: str) -> None:
    game = GAMES[name]
    moves = solution(game)
    position, tried = game.start, 0
    for number, move in enumerate(moves, 1):
        for illegal in moves:
            if reason := refusal(game, position, illegal):
                tried += 1
                with case(number, illegal):
                    line = (*moves[: number - 1], illegal, *moves[number:])
                    assert replay(game, game.start, line) == Replay(number, reason, position)
        position = game.play(position, move)
    assert tried


def test_a_text_of_several_moves_counts_as_one() -> None:
    board = BOARDS["english"]
    start = sum(1 << board.hole_numbers[hole] for hole in ((2, 4), (3, 4), (4, 5)))
    game = PegGame(board, start, 1 << board.hole_numbers[4, 6])
    chain = "2,4:EN"
    assert replay_texts(game, start, [chain]) == Replay(0, "", game.finish)
    assert play_text(game, start, chain) == game.finish
    assert replay_texts(game, start, [chain, chain]).failed_move == 2


def test_a_proof_without_a_certificate_is_accepted_and_one_with_it_is_checked() -> None:
    game = PegGame(BOARDS["triangle"], 0b111, 1)
    *_, verdict = depth_first(game, game.start, Limits())
    assert isinstance(verdict, Unsolvable)
    assert check_verdict(game, game.start, verdict) == Replay(0, "", game.start)
    flawed = Unsolvable(proof="pagodas", certificate=("here [0/0 0/0 0 0/0 0 0 0/0 0 0 0 0]",))
    refused = check_verdict(game, game.start, flawed)
    assert refused == Replay(1, "the weights of line 1 refute nothing", game.start)


def test_a_solution_with_a_value_must_have_its_length() -> None:
    game = GAMES["hexapawn"]
    moves = solution(game)
    assert check_verdict(game, game.start, Solved(moves=moves)).is_valid
    assert check_verdict(game, game.start, Solved(moves=moves, value=-6)).is_valid
    assert not check_verdict(game, game.start, Solved(moves=moves, value=-4)).is_valid
    assert not check_verdict(game, game.start, Solved(moves=moves[:-1])).is_valid


@pytest.mark.parametrize(
    ("name", "value"), [("hexapawn-3x4", 5), ("hexapawn-3x3", -6), ("hexapawn-3x2", -2)]
)
def test_a_line_proves_a_value_of_its_sign_and_length_alone(name: str, value: int) -> None:
    game = find(name).game
    *_, verdict = memo_negamax(game, game.start, Limits())
    assert isinstance(verdict, Solved)
    assert verdict.value == value
    after = game.play(game.start, verdict.moves[0])
    for position, moves, true in (
        (game.start, verdict.moves, value),
        (after, verdict.moves[1:], 1 - value if value > 0 else -value - 1),
    ):
        assert verify_value(game, position, moves, true).is_valid
        for false in (-true, true + 1, true - 1, true + 2, true - 2):
            refused = verify_value(game, position, moves, false)
            assert refused.failed_move == len(moves) + 1
            assert refused.reason == f"a value of {false} needs {abs(false)} plies"
            assert refused.final_position == position


def test_a_game_that_is_over_has_the_value_0() -> None:
    game = GAMES["hexapawn"]
    over = replay(game, game.start, solution(game)).final_position
    assert verify_value(game, over, (), 0) == Replay(0, "", over)
    assert verify_value(game, game.start, (), 0) == Replay(1, NOT_WON, game.start)


def test_a_line_that_breaks_off_or_is_illegal_proves_nothing() -> None:
    game = find("hexapawn-3x3").game
    *_, verdict = memo_negamax(game, game.start, Limits())
    assert isinstance(verdict, Solved)
    cut = verify_value(game, game.start, verdict.moves[:-2], -4)
    assert (cut.failed_move, cut.reason) == (5, "the game is not won at the end")
    twice = verify_value(game, game.start, verdict.moves[:1] * 2, -2)
    assert twice.failed_move == 2


def test_only_true_is_won() -> None:
    class Talkative(HexapawnGame):
        def is_won(self, position: Hashable) -> bool:
            return "no"

    game = Talkative(3, 3)
    assert replay(game, game.start, []).reason == NOT_WON
    assert not replay_texts(game, game.start, [])
