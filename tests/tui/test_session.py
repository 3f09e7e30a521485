"""Sessions: history, time, saves as text."""

import pytest
from many import each_of

from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.model.session import IDLE_SECONDS, Session

TRIANGLE = BOARDS["triangle"]


def triangle() -> Session:
    game = PegGame(TRIANGLE, TRIANGLE.all_holes & ~1)
    return Session(Puzzle("triangle", game, "Triangle"))


def play_first(session: Session, count: int) -> list[int]:
    """Play the first legal move `count` times, and return the positions passed."""
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


def test_a_move_after_undo_begins_a_branch() -> None:
    session = triangle()
    passed = play_first(session, 3)
    line = session.moves
    session.undo()
    session.undo()
    other = session.game.moves(session.position)[-1]
    session.play(other)
    assert (session.undone_count, session.last_move, len(session.move_texts)) == (0, other, 2)
    session.undo()
    session.play(line[1])
    assert (session.undone_count, session.ply) == (1, 2), "gone along again, with what came after"
    session.redo()
    assert session.position == passed[3]
    assert list(session.positions) == passed


def test_redo_takes_the_branch_visited_last() -> None:
    session = triangle()
    play_first(session, 2)
    first = session.history.current
    session.undo()
    session.play(session.game.moves(session.position)[-1])
    second = session.history.current
    session.restart()
    session.redo()
    session.redo()
    assert session.history.current is second
    assert session.go_to(first)
    session.restart()
    session.redo()
    session.redo()
    assert session.history.current is first
    assert not session.go_to(first)


def test_an_illegal_move_changes_nothing() -> None:
    session = triangle()
    play_first(session, 2)
    session.undo()
    before = session.position
    with pytest.raises(ValueError, match="no jump leads"):
        session.play((0, 14))
    assert session.position == before
    assert session.undone_count == 1


def test_restart_can_be_redone() -> None:
    session = triangle()
    passed = play_first(session, 4)
    assert session.restart()
    assert session.position == session.game.start
    assert not session.restart()
    while session.redo():
        pass
    assert session.position == passed[-1]


def test_following_a_line_keeps_the_common_prefix() -> None:
    session = triangle()
    play_first(session, 4)
    line = session.moves
    session.undo()
    session.undo()
    session.replay_from_start(line[:3])
    assert (session.ply, session.undone_count) == (3, 1)
    other = session.game.moves(session.position)[-1]
    session.replay_from_start([*line[:3], other])
    assert session.moves == [*line[:3], other]


def test_a_history_survives_as_text() -> None:
    session = triangle()
    play_first(session, 5)
    session.undo()
    again = triangle()
    again.restore(session.move_texts, session.ply, 12.5)
    assert again.position == session.position
    assert again.move_texts == session.move_texts
    assert (again.ply, again.undone_count, again.elapsed_seconds(0.0)) == (4, 1, 12.5)


def branched() -> Session:
    """Return a session of four moves, three undone, and a branch that starts with a joined move."""
    session = triangle()
    play_first(session, 4)
    for _ in range(3):
        session.undo()
    for _ in range(2):
        session.play(session.game.moves(session.position)[-1], continues_step=session.ply > 1)
    return session


def saved_and_resumed(session: Session) -> Session:
    again = triangle()
    history = session.history
    marks = history.format_bookmarks().split()
    again.restore(history.to_text().splitlines(), history.current.index, 1.0, marks)
    return again


def test_a_tree_survives_as_text() -> None:
    session = branched()
    assert session.toggle_bookmark() == 1
    assert session.toggle_bookmark(session.history.root) == 2
    assert session.toggle_bookmark() == -1
    assert session.toggle_bookmark(session.history.nodes[3]) == 1
    session.go_to(session.history.nodes[3])
    again = saved_and_resumed(session)
    assert again.history.to_text() == session.history.to_text()
    assert again.history.format_bookmarks() == session.history.format_bookmarks() == "1:3 2:0"
    assert (again.position, again.move_texts) == (session.position, session.move_texts)
    lines = again.history.to_text().splitlines()
    assert lines[1].endswith(" >"), "visited last, though the other branch is younger"
    assert lines[4].endswith(" ^1")
    assert lines[5].endswith(" +")
    nodes = again.history.nodes
    again.go_to(nodes[4])
    assert again.undo()
    assert not again.is_within_step
    again.go_to(nodes[6])
    assert again.undo()
    assert again.is_within_step, "the joined move is still of one step with the one before it"


def test_new_attempt_gets_no_credit_for_an_earlier_solution() -> None:
    session = triangle()
    play_first(session, 3)
    line, attempt = session.moves, session.attempt_id
    session.restart()
    session.redo()
    assert (session.attempt_id, session.hint_count) == (attempt, 0), "the same attempt, taken back"
    session.restart()
    session.play(line[0])
    assert session.attempt_id != attempt
    assert (session.has_undone, session.hint_count, session.undone_count) == (False, 0, 2)
    session = saved_and_resumed(session)
    session.play(line[1])
    session.undo()
    session.redo()
    assert session.hint_count == 0, "its own move"
    session.redo()
    assert (session.hint_count, session.has_undone) == (1, True)


def test_history_of_thousands_of_moves_and_branches() -> None:
    session = Session(catalogue.find("orush-05"))
    game, history = session.game, session.history
    for at in range(3000):
        choices = game.moves(session.position)
        session.play(choices[at % len(choices)])
        if at % 10 == 9:
            session.undo()
    assert len(history.nodes) > 2000
    again = Session(session.puzzle)
    again.restore(history.to_text().splitlines(), history.current.index, 0.0)
    assert again.history.to_text() == history.to_text()


WRONG = [
    (["9,9:E"], 1, []),
    (["nonsense"], 1, []),
    ([], 1, []),
    ([], 3, []),
    (["4,2:N ^1"], 1, []),
    (["4,2:N ^x"], 1, []),
    (["4,2:N\n ^0"], 1, []),
    ([], 0, ["1:1"]),
    ([], 0, ["1:0", "2:0"]),
    ([], 0, ["1:0", "1:0"]),
    ([], 0, ["0:0"]),
    ([], 0, ["one"]),
]


@each_of(("texts", "ply", "bookmarks"), WRONG)
def test_a_history_that_does_not_replay_changes_nothing(
    texts: list[str], ply: int, bookmarks: list[str]
) -> None:
    session = triangle()
    play_first(session, 2)
    before = session.move_texts
    with pytest.raises(ValueError, match=r"history|no hole|move|jump|bookmark"):
        session.restore(texts, ply, 1.0, bookmarks)
    assert session.move_texts == before


def test_time_away_does_not_count() -> None:
    session = triangle()
    session.record_activity(10.0)
    assert session.elapsed_seconds(12.0) == 0.0  # before the first move
    session.play(session.game.moves(session.position)[0])
    session.record_activity(15.0)
    assert session.elapsed_seconds(17.0) == 7.0
    assert not session.is_idle(17.0)
    assert not session.is_idle(15.0 + IDLE_SECONDS)
    assert session.is_idle(15.0 + IDLE_SECONDS + 1)
    assert session.elapsed_seconds(1e6) == 5.0 + IDLE_SECONDS


def test_clock_stands_while_it_is_stopped_and_after_a_restart() -> None:
    session = triangle()
    session.play(session.game.moves(session.position)[0])
    session.stop_clock(4.0)
    assert session.is_idle(5.0)
    session.record_activity(30.0)
    assert session.elapsed_seconds(40.0) == 4.0
    session.start_clock(40.0)
    assert session.elapsed_seconds(42.0) == 6.0
    session.record_activity(42.0)
    session.restart()
    assert session.shown_seconds(50.0) == 0.0
    session.redo()
    session.record_activity(60.0)
    assert session.shown_seconds(61.0) >= 6.0


def test_clock_stops_on_a_win() -> None:
    game = PegGame(TRIANGLE, 0b1011, 0b1000000 | 0b10)
    move = next(m for m in game.moves(game.start))
    session = Session(Puzzle("two", PegGame(TRIANGLE, 0b1011, game.play(game.start, move)), "Two"))
    session.record_activity(3.0)
    session.play(move)
    assert session.is_won
    assert session.is_idle(3.0)
    assert session.elapsed_seconds(50.0) == session.final_seconds == 0.0


def test_winner_of_a_two_player_game() -> None:
    game = HexapawnGame(3, 2)
    session = Session(Puzzle("hexapawn-3x2", game, "3×2"))
    while not session.is_over:
        session.play(game.moves(session.position)[-1])
    loser = session.side_to_move
    session.player_side = loser
    assert not session.is_won
    session.player_side = 1 - loser
    assert session.is_won
