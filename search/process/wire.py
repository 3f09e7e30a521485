"""The JSON messages between a worker and its client.

Job
    {"family", "solvers": references to the declarations, "game": spec, "position": text,
    "solver": name, "seconds", "explored", "memory", "jobs": as in `Limits`,
    "held": true to pause after the first expansion, "traced": true to send each step}
Event
    {"event": "progress" | "solved" | "unsolvable" | "gave up", and the fields of the event}, or
    {"event": "fault", "message": text} if the solver failed. Of a traced search each event also
    has "trace", the list of the steps since the one before; see `search.trace`
Command
    a line "pause", "resume" or "step N" to a running worker; see `search.pause`

Positions and moves are texts in the notation of the game, so that messages can be read. The type
and the size of each field of an event are checked before it is used.
"""

import math
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.games.errors import short_repr
from ludoscope.games.game import SupportsLineTexts
from ludoscope.search.budget import MAX_LEVELS
from ludoscope.search.events import Event, GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.trace import MAX_STEPS, TraceStep

EVENT_TYPES: dict[str, type[Event]] = {
    "progress": Progress,
    "solved": Solved,
    "unsolvable": Unsolvable,
    "gave up": GaveUp,
}
EVENT_NAMES = {event_type: name for name, event_type in EVENT_TYPES.items()}
MAX_COUNT = 1 << 63
MAX_TEXT_LENGTH = 10_000  # characters of a line


def encode(game: AnyGame, start: Any, event: Event) -> dict[str, Any]:
    """Return an event as a JSON object.

    Args:
        game: The game in the measure of the solver.
        start: The position that is solved.
        event: The event.
    """
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    if isinstance(event, Progress):
        if event.sample is not None:
            values["sample"] = game.text(event.sample)
        if event.best is not None and not math.isfinite(event.best):
            values["best"] = None  # JSON has no infinity, which heuristics give to lost positions
    if isinstance(event, Solved):
        values["moves"] = move_texts(game, start, event.moves)
        values["values"] = [(game.move_text(start, move), value) for move, value in event.values]
    return {"event": EVENT_NAMES[type(event)], **values}


def decode(game: AnyGame, start: Any, message: dict[str, Any]) -> Event:
    """Return the event that `encode` wrote; raise ValueError if the message is malformed."""
    values = dict(message)
    name = values.pop("event", None)
    event_type = EVENT_TYPES.get(name) if isinstance(name, str) else None
    if event_type is None:
        raise ValueError(
            f"found event {short_repr(name)}, expected one of {', '.join(EVENT_TYPES)}"
        )
    if set(values) != {field.name for field in fields(event_type)}:
        raise ValueError(
            f"found the fields {short_repr(' '.join(values))} in an event {short_repr(name)}"
        )
    for field, value in values.items():
        is_valid, expected = FIELD_CHECKS[field]
        if not is_valid(value):
            raise ValueError(f"found {short_repr(value)} in {field}, expected {expected}")
    values["levels"] = tuple(values["levels"])
    if event_type is Progress and values["sample"] is not None:
        values["sample"] = game.parse(values["sample"])
    if event_type is Solved:
        values["moves"] = parse_move_texts(game, start, values["moves"])
        values["values"] = tuple(
            (_parse_move(game, start, text), value) for text, value in values["values"]
        )
    if event_type is Unsolvable:
        values["certificate"] = tuple(values["certificate"])
    return event_type(**values)


def pop_steps(message: dict[str, Any]) -> list[TraceStep]:
    """Remove the steps of a traced search from a message and return them.

    Raises:
        ValueError: The steps are malformed.
    """
    steps = message.pop("trace", [])
    if not isinstance(steps, list) or len(steps) > MAX_STEPS:
        raise ValueError(f"found {short_repr(steps)} in trace, expected at most {MAX_STEPS} steps")
    return [TraceStep.decode(step) for step in steps]


def is_text_line(value: Any) -> bool:
    """Return True for a printable line of at most `MAX_TEXT_LENGTH` characters."""
    return isinstance(value, str) and len(value) <= MAX_TEXT_LENGTH and value.isprintable()


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_integer(value) and 0 <= value < MAX_COUNT


def _is_number(value: Any) -> bool:
    return _is_integer(value) or (isinstance(value, float) and math.isfinite(value))


def _is_position_value(value: Any) -> bool:
    """Return True for a number of plies, negative for a loss."""
    return _is_integer(value) and abs(value) < MAX_COUNT


def _is_move_value(pair: Any) -> bool:
    return (
        isinstance(pair, list)
        and len(pair) == 2
        and is_text_line(pair[0])
        and _is_position_value(pair[1])
    )


def _list_of(is_valid: Callable[[Any], bool], max_length: int) -> Callable[[Any], bool]:
    def is_valid_list(value: Any) -> bool:
        return isinstance(value, list) and len(value) <= max_length and all(map(is_valid, value))

    return is_valid_list


def _or_null(is_valid: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or is_valid(value)


COUNT_CHECK = (_is_count, "a count")
TEXT_CHECK = (is_text_line, "a line of text")
FLAG_CHECK = (lambda value: isinstance(value, bool), "true or false")
FIELD_CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {  # field: (test, expected)
    "explored": COUNT_CHECK,
    "frontier": COUNT_CHECK,
    "depth": COUNT_CHECK,
    "entries": COUNT_CHECK,
    "bytes": COUNT_CHECK,
    "band": COUNT_CHECK,
    "levels": (_list_of(_is_count, MAX_LEVELS), f"up to {MAX_LEVELS} counts"),
    "best": (_or_null(_is_number), "a number or null"),
    "seconds": (lambda value: _is_number(value) and 0 <= value < MAX_COUNT, "seconds"),
    "width": (_or_null(_is_count), "a count or null"),
    "held": FLAG_CHECK,
    "exhausted": FLAG_CHECK,
    "ended": FLAG_CHECK,
    "sample": (_or_null(lambda value: isinstance(value, str)), "a position or null"),
    "moves": (_list_of(is_text_line, MAX_COUNT), "a list of moves"),
    "values": (_list_of(_is_move_value, MAX_COUNT), "a list of moves and their values"),
    "value": (_or_null(_is_position_value), "a value in plies or null"),
    "optimal_in": (_or_null(is_text_line), "a measure or null"),
    "certificate": (_list_of(is_text_line, MAX_COUNT), "a list of lines"),
    "reason": TEXT_CHECK,
    "proved": TEXT_CHECK,
    "proof": TEXT_CHECK,
}


def move_texts(game: AnyGame, position: Any, moves: tuple[Any, ...]) -> list[str]:
    """Return moves played from `position` in the notation of the game."""
    if isinstance(game, SupportsLineTexts):
        return game.line_texts(position, moves)
    texts = []
    for move in moves:
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    return texts


def parse_move_texts(game: AnyGame, position: Any, texts: list[str]) -> tuple[Any, ...]:
    """Return the moves that `move_texts` wrote; raise ValueError if one is malformed or illegal."""
    if isinstance(game, SupportsLineTexts):
        return tuple(game.parse_line_texts(position, texts))
    moves: list[Any] = []
    for text in texts:
        for move in game.parse_moves(position, text):
            moves.append(move)
            position = game.play(position, move)
    return tuple(moves)


def _parse_move(game: AnyGame, position: Any, text: str) -> Any:
    moves = parse_move_texts(game, position, [text])
    if len(moves) != 1:
        raise ValueError(f"found {short_repr(text)}, expected one move")
    return moves[0]
