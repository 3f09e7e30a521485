"""The story of a game without its moves: a mark for each stretch of play, in order.

    🟩🟩🟨🟩🟩💡🟥🟩🟩🟩

A player went on, took something back, went on, asked for a hint, lost the game, found it again and
won.

What leads to the end is told in eighths of the game, so that a long game has no more marks than a
short one. What was taken back is a single mark, as is a row of hints.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, TypeAlias

from ludoscope.tui.model.analysis import LOST, Analysis
from ludoscope.tui.model.review import get_state
from ludoscope.tui.model.session import Session

Event: TypeAlias = Literal["on", "undone", "lost", "hint"]
MARKS = {"on": "🟩", "undone": "🟨", "lost": "🟥", "hint": "💡"}
ASCII_MARKS = {"on": "#", "undone": "~", "lost": "x", "hint": "?"}
WORDS = {"on": "on", "undone": "taken back", "lost": "lost and taken back", "hint": "a hint"}
PARTS = 8  # marks for the moves that lead to the end, if nothing comes between them
MAX_MARKS = 24
GAP = "…"  # in place of the middle of a longer story


def list_events(session: Session, analysis: Analysis) -> list[Event]:
    """Return what became of each step of the current attempt, and each hint, in order."""
    history, events = session.history, list[Event]()
    line = set(history.line[: session.ply + 1])
    hints = list(session.hint_times)
    for node in history.nodes[1:]:
        while hints and hints[0] <= node.index:
            events.append("hint")
            hints.pop(0)
        if node.continues_step or node.from_earlier_attempt:
            continue
        if node in line:
            events.append("on")
        else:
            events.append("lost" if get_state(analysis, session, node) == LOST else "undone")
    events += ["hint" for _ in hints]
    return events


def draw_timeline(events: Iterable[Event], ascii_only: bool = False) -> str:
    """Return the marks of a story: "🟩🟩🟨🟩🟩"."""
    return "".join(_shorten(list(_list_marks(list(events), ascii_only))))


def describe_timeline(events: Iterable[Event]) -> str:
    """Return the story in words: "on, taken back, on, a hint, on to the end"."""
    stretches = [WORDS[event] for event, _ in groupby(events)]
    if len(stretches) > MAX_MARKS:
        stretches = [stretches[0], f"{len(stretches) - 2} more turns", stretches[-1]]
    return f"{', '.join(stretches)} to the end" if stretches else ""


def _list_marks(events: Sequence[Event], ascii_only: bool) -> Iterator[str]:
    marks, total = ASCII_MARKS if ascii_only else MARKS, events.count("on")
    for event, stretch in groupby(events):
        count = max(1, round(PARTS * len(list(stretch)) / total)) if event == "on" else 1
        yield from [marks[event]] * count


def _shorten(marks: list[str]) -> list[str]:
    if len(marks) <= MAX_MARKS:
        return marks
    half = (MAX_MARKS - 1) // 2
    return [*marks[:half], GAP, *marks[-half:]]
