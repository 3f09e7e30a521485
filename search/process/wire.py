"""Jobs and events as JSON values, for the pipe between a worker and its client.

A job      {"family", "solvers": references of declarations, "game": spec, "position": text,
            "solver": name, "seconds", "explored", "memory", "jobs": cores, or null,
            "held": whether it is to stand still at its first expansion}
An event   {"event": "progress" | "solved" | "unsolvable" | "gave up" | "fault", …fields}
An order   pause | resume | step N: a line for a running worker (`search.process.pause`)

Positions and moves are texts in the notation of the game, so that messages are readable. The type
and size of each field of an event are checked before it is used.
"""

import math
from collections.abc import Callable
from dataclasses import asdict, fields
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.games.errors import shown
from ludoscope.search.budget import MOST_LEVELS
from ludoscope.search.events import Event, GaveUp, Progress, Solved, Unsolvable

KINDS: dict[str, type[Event]] = {
    "progress": Progress,
    "solved": Solved,
    "unsolvable": Unsolvable,
    "gave up": GaveUp,
}
MOST = 1 << 63  # upper bound of all counts
LONGEST_TEXT = 10_000  # characters of a line
NAMES = {kind: name for name, kind in KINDS.items()}


def encode(game: AnyGame, start: Any, event: Event) -> dict[str, Any]:
    """The event as a JSON object."""
    fields: dict[str, Any] = asdict(event)
    if isinstance(event, Progress) and event.sample is not None:
        fields["sample"] = game.text(event.sample)
    if isinstance(event, Solved):
        fields["moves"] = move_texts(game, start, event.moves)
        fields["values"] = [(game.move_text(start, move), value) for move, value in event.values]
    return {"event": NAMES[type(event)], **fields}


def decode(game: AnyGame, start: Any, message: dict[str, Any]) -> Event:
    """The event that `encode` wrote; ValueError when the message is malformed."""
    values = dict(message)
    name = values.pop("event", None)
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise ValueError(f"found event {shown(name)}, expected one of {', '.join(KINDS)}")
    if set(values) != {field.name for field in fields(kind)}:
        raise ValueError(f"found the fields {shown(' '.join(values))} in an event {name!r}")
    for field, value in values.items():
        right, expected = CHECKS[field]
        if not right(value):
            raise ValueError(f"found {shown(value)} in {field}, expected {expected}")
    values["levels"] = tuple(values["levels"])
    if kind is Progress and values["sample"] is not None:
        values["sample"] = game.parse(values["sample"])
    if kind is Solved:
        values["moves"] = parsed_moves(game, start, values["moves"])
        values["values"] = tuple(
            (_parsed_move(game, start, text), value) for text, value in values["values"]
        )
    if kind is Unsolvable:
        values["certificate"] = tuple(values["certificate"])
    return kind(**values)


def is_text(value: Any) -> bool:
    """Whether it is one printable line of at most LONGEST_TEXT characters."""
    return isinstance(value, str) and len(value) <= LONGEST_TEXT and value.isprintable()


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_whole(value) and 0 <= value < MOST


def _is_number(value: Any) -> bool:
    return _is_whole(value) or (isinstance(value, float) and not math.isnan(value))


def _is_value(value: Any) -> bool:
    """Whether it can be the value of a position, in plies."""
    return _is_whole(value) and abs(value) < MOST


def _is_move_value(pair: Any) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and is_text(pair[0]) and _is_value(pair[1])


def _list_of(right: Callable[[Any], bool], most: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(right, value))


def _or_null(right: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or right(value)


COUNT = (_is_count, "a count")
TEXT = (is_text, "a line of text")
FLAG = (lambda value: isinstance(value, bool), "true or false")
CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {  # by the field of an event
    "explored": COUNT,
    "frontier": COUNT,
    "depth": COUNT,
    "entries": COUNT,
    "bytes": COUNT,
    "band": COUNT,
    "levels": (_list_of(_is_count, MOST_LEVELS), f"up to {MOST_LEVELS} counts"),
    "best": (_or_null(_is_number), "a number or null"),
    "seconds": (lambda value: _is_number(value) and 0 <= value < MOST, "seconds"),
    "width": (_or_null(_is_count), "a count or null"),
    "held": FLAG,
    "exhausted": FLAG,
    "ended": FLAG,
    "sample": (_or_null(lambda value: isinstance(value, str)), "a position or null"),
    "moves": (_list_of(is_text, MOST), "a list of moves"),
    "values": (_list_of(_is_move_value, MOST), "a list of moves and their values"),
    "value": (_or_null(_is_value), "a value in plies or null"),
    "optimal_in": (_or_null(is_text), "a measure or null"),
    "certificate": (_list_of(is_text, MOST), "a list of lines"),
    "reason": TEXT,
    "proved": TEXT,
    "proof": TEXT,
}


def move_texts(game: AnyGame, position: Any, moves: tuple[Any, ...]) -> list[str]:
    """The moves played from `position`, each in the notation of the game."""
    texts = []
    for move in moves:
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    return texts


def parsed_moves(game: AnyGame, position: Any, texts: list[str]) -> tuple[Any, ...]:
    """The moves that `move_texts` wrote."""
    moves: list[Any] = []
    for text in texts:
        for move in game.parse_moves(position, text):
            moves.append(move)
            position = game.play(position, move)
    return tuple(moves)


def _parsed_move(game: AnyGame, position: Any, text: str) -> Any:
    moves = parsed_moves(game, position, [text])
    if len(moves) != 1:
        raise ValueError(f"found {shown(text)}, expected one move")
    return moves[0]
