"""Sessions: history, time, saves as text."""

import pytest

from games.hexapawn import HexapawnGame
from games.peg import BOARDS, PegGame
from puzzles.puzzle import Puzzle
from tui.session import IDLE_SECONDS, Session

TRIANGLE = BOARDS["triangle"]


def triangle() -> Session:
    game = PegGame(TRIANGLE, TRIANGLE.full & ~1)
    return Session(Puzzle("triangle", game, "Triangle"))


def play_first(session: Session, count: int) -> list[int]:
    """Play the first legal move `count` times; the positions passed."""
    passed = [session.position]
    for _ in range(count):
        session.play(session.game.moves(session.position)[0])
        passed.append(session.position)
    return passed


def test_undo_and_redo_go_all_the_way() -> None:
    session = triangle()
    passed = play_first(session, 5)
    for position in reversed(passed[:-1]):
        assert session.undo()
        assert session.position == position
    assert not session.undo()
    for position in passed[1:]:
        assert session.redo()
        assert session.position == position
    assert not session.redo()


def test_a_new_move_forgets_what_was_undone() -> None:
    session = triangle()
    play_first(session, 3)
    session.undo()
    session.undo()
    other = session.game.moves(session.position)[-1]
    session.play(other)
    assert session.undone == 0
    assert session.last == other
    assert len(session.texts) == 2


def test_an_illegal_move_changes_nothing() -> None:
    session = triangle()
    play_first(session, 2)
    session.undo()
    before = session.position
    with pytest.raises(ValueError, match="no jump leads"):
        session.play((0, 14))
    assert session.position == before
    assert session.undone == 1


def test_restart_can_be_redone() -> None:
    session = triangle()
    passed = play_first(session, 4)
    assert session.restart()
    assert session.position == session.game.start
    assert not session.restart()
    while session.redo():
        pass
    assert session.position == passed[-1]


def test_following_a_line_keeps_what_agrees() -> None:
    session = triangle()
    play_first(session, 4)
    line = session.moves
    session.undo()
    session.undo()
    session.follow(line[:3])
    assert (session.ply, session.undone) == (3, 1)
    other = session.game.moves(session.position)[-1]
    session.follow([*line[:3], other])
    assert session.moves == [*line[:3], other]


def test_a_history_survives_as_text() -> None:
    session = triangle()
    play_first(session, 5)
    session.undo()
    again = triangle()
    again.resume(session.texts, session.ply, 12.5)
    assert again.position == session.position
    assert again.texts == session.texts
    assert (again.ply, again.undone, again.elapsed(0.0)) == (4, 1, 12.5)


@pytest.mark.parametrize(("texts", "ply"), [(["9,9:E"], 1), (["nonsense"], 1), ([], 3)])
def test_a_history_that_does_not_replay_changes_nothing(texts: list[str], ply: int) -> None:
    session = triangle()
    play_first(session, 2)
    before = session.texts
    with pytest.raises(ValueError, match=r"history|no hole|move|jump"):
        session.resume(texts, ply, 1.0)
    assert session.texts == before


def test_time_away_does_not_count() -> None:
    session = triangle()
    session.touch(10.0)
    session.touch(15.0)
    assert session.elapsed(17.0) == 17.0
    assert not session.away(17.0)
    assert session.away(15.0 + IDLE_SECONDS + 1)
    assert session.elapsed(1e6) == 15.0 + IDLE_SECONDS


def test_the_clock_stops_when_it_is_won() -> None:
    game = PegGame(TRIANGLE, 0b1011, 0b1000000 | 0b10)
    move = next(m for m in game.moves(game.start))
    session = Session(Puzzle("two", PegGame(TRIANGLE, 0b1011, game.play(game.start, move)), "Two"))
    session.touch(3.0)
    session.play(move)
    assert session.won
    assert session.elapsed(50.0) == 3.0


def test_who_has_won_with_two_players() -> None:
    game = HexapawnGame(3, 2)
    session = Session(Puzzle("hexapawn-3x2", game, "3×2"))
    while not session.over:
        session.play(game.moves(session.position)[-1])
    loser = session.to_move
    session.person = loser
    assert not session.won
    session.person = 1 - loser
    assert session.won
