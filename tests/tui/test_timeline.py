"""The story of a game in marks and in words: progress, moves taken back, hints, losses."""

import pytest

from ludoscope.puzzles import catalogue
from ludoscope.tui.model.analysis import LOST, Analysis, Judgement
from ludoscope.tui.model.session import Session
from ludoscope.tui.model.timeline import (
    GAP,
    MAX_MARKS,
    describe_timeline,
    draw_timeline,
    list_events,
)

SOLUTION = ["4,5:E", "4,3:N", "3,5:E", "6,5:W", "4,6:S"]  # of Lucas 7


@pytest.fixture
def session() -> Session:
    return Session(catalogue.find("lucas-07"))


def play(session: Session, *texts: str) -> None:
    for text in texts:
        [move] = session.game.parse_moves(session.position, text)
        session.play(move)


def test_the_story_of_a_game(session: Session) -> None:
    analysis = Analysis(session.game)
    play(session, "3,4:S")
    analysis.add_judgement(session.position, Judgement(LOST))
    session.undo()
    play(session, SOLUTION[0])
    session.hint_count += 1
    session.hint_count += 1
    play(session, SOLUTION[1], "6,5:S")
    session.undo()
    play(session, *SOLUTION[2:])
    events = list_events(session, analysis)
    assert events == ["lost", "on", "hint", "hint", "on", "undone", "on", "on", "on"]
    assert draw_timeline(events) == "🟥🟩🟩💡🟩🟩🟨🟩🟩🟩🟩🟩"
    assert draw_timeline(events, ascii_only=True) == "x##?##~#####"
    words = "lost and taken back, on, a hint, on, taken back, on to the end"
    assert describe_timeline(events) == words


def test_moves_of_an_earlier_attempt_are_not_told(session: Session) -> None:
    play(session, "3,4:S")
    session.restart()
    play(session, *SOLUTION)
    assert list_events(session, Analysis(session.game)) == ["on"] * 5


def test_hints_of_an_earlier_sitting_come_at_its_end(session: Session) -> None:
    play(session, *SOLUTION[:2])
    session.hint_count = 10**9  # as a save says it
    assert len(session.hint_times) <= 1000
    session.hint_count = 0
    play(session, *SOLUTION[2:])
    assert "hint" in list_events(session, Analysis(session.game))


def test_a_long_story_is_cut_in_the_middle() -> None:
    events = ["on", "undone", "hint"] * 100
    marks = draw_timeline(events)
    assert len(marks) <= MAX_MARKS
    assert GAP in marks
    assert describe_timeline(events) == "on, 298 more turns, a hint to the end"
    assert describe_timeline([]) == ""
