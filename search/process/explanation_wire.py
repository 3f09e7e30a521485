"""The JSON messages of an explanation, between its worker and its client.

    {"event": "progress", and the fields of `ExplanationProgress`}
    {"event": "explanation", "is_last", and the fields of `Explanation`}
    {"event": "fault", "message"}

A verdict is written as in `search.process.wire`. A change has the "game" after it, null if that is
the game itself, its "position" and the "moves" that win.
"""

from typing import Any

from ludoscope.games import AnyGame, Unit, from_spec
from ludoscope.games.errors import short_repr
from ludoscope.search.events import Progress
from ludoscope.search.explanation import (
    Change,
    Core,
    Explanation,
    ExplanationProgress,
    TriedKind,
    TriedSize,
    WinningChange,
)
from ludoscope.search.process import wire
from ludoscope.search.verify import replay

Event = ExplanationProgress | Explanation
MAX_ELEMENTS = 10_000


def encode(
    game: AnyGame, position: Any, event: Event, max_wins: int | None, *, is_last: bool = False
) -> dict[str, Any]:
    """Return an event as a JSON object, with at most `max_wins` of the wins of each size."""
    if isinstance(event, ExplanationProgress):
        return {
            "event": "progress",
            "stage": event.stage,
            "counts": [event.done, event.total, event.found],
            "seconds": event.seconds,
        }
    core = event.core
    return {
        "event": "explanation",
        "is_last": is_last,
        "verdict": wire.encode(game, position, event.verdict),
        "is_lost": event.is_lost,
        "kinds": [
            {
                "name": kind.name,
                "unit": kind.unit,
                "sizes": [
                    {
                        "counts": [tried.size, tried.total, tried.won, tried.losses],
                        "wins": [_encode_win(game, win) for win in tried.wins[:max_wins]],
                    }
                    for tried in kind.sizes
                ],
            }
            for kind in event.kinds
        ],
        "core": core
        and {
            "elements": core.elements,
            "undecided": core.undecided,
            "unit": core.unit,
            "total": core.total,
            "rule": core.rule,
        },
        "is_complete": event.is_complete,
        "seconds": event.seconds,
    }


def _encode_win(game: AnyGame, win: WinningChange) -> dict[str, Any]:
    change = win.change
    return {
        "text": change.text,
        "elements": change.elements,
        "passes_turn": change.passes_turn,
        "game": None if change.game is game else change.game.spec(),
        "position": change.game.text(change.position),
        "moves": wire.move_texts(change.game, change.position, win.moves),
    }


def decode(game: AnyGame, position: Any, message: dict[str, Any]) -> Event:
    """Return the event that `encode` wrote; the moves of all changes are replayed.

    Raises:
        ValueError: The message is malformed, or a change does not win.
    """
    try:
        if message["event"] == "progress":
            done, total, found = _counts(message["counts"], 3)
            stage, seconds = _text(message["stage"]), _seconds(message["seconds"])
            return ExplanationProgress(stage, done, total, found, seconds)
        verdict = wire.decode(game, position, message["verdict"])
        if message["event"] != "explanation" or isinstance(verdict, Progress):
            raise ValueError("expected a progress report or an explanation")
        return Explanation(
            verdict=verdict,
            is_lost=bool(message["is_lost"]),
            kinds=tuple(_decode_kind(game, kind) for kind in message["kinds"]),
            core=_decode_core(message["core"]) if message["core"] else None,
            is_complete=bool(message["is_complete"]),
            seconds=_seconds(message["seconds"]),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"found {short_repr(str(error))} in an explanation") from error


def _decode_kind(game: AnyGame, kind: dict[str, Any]) -> TriedKind:
    sizes = []
    for tried in kind["sizes"]:
        size, total, won, losses = _counts(tried["counts"], 4)
        wins = tuple(_decode_win(game, win) for win in tried["wins"])
        sizes.append(TriedSize(size, total, won, losses, wins))
    return TriedKind(_text(kind["name"]), _unit(kind["unit"]), tuple(sizes))


def _decode_win(game: AnyGame, win: dict[str, Any]) -> WinningChange:
    changed = game if win["game"] is None else from_spec(win["game"])
    position = changed.parse(win["position"])
    moves = wire.parse_move_texts(changed, position, win["moves"])
    check = replay(changed, position, moves)
    if not check:
        raise ValueError(f"found a change that does not win: {check.reason}")
    text, is_passed = _text(win["text"]), bool(win["passes_turn"])
    return WinningChange(Change(text, changed, position, _texts(win["elements"]), is_passed), moves)


def _decode_core(core: dict[str, Any]) -> Core:
    return Core(
        _texts(core["elements"]),
        _texts(core["undecided"]),
        _unit(core["unit"]),
        _count(core["total"]),
        _text(core["rule"]),
    )


def _text(value: Any) -> str:
    if not wire.is_text_line(value):
        raise TypeError(value)
    text: str = value
    return text


def _texts(values: Any) -> tuple[str, ...]:
    if not isinstance(values, list) or len(values) > MAX_ELEMENTS:
        raise TypeError(values)
    return tuple(map(_text, values))


def _unit(values: Any) -> Unit:
    texts = _texts(values)
    if len(texts) != 2:
        raise TypeError(f"found {len(texts)} texts, expected a noun in the singular and the plural")
    return Unit(*texts)


def _seconds(value: Any) -> float:
    is_number = type(value) in (int, float) and 0 <= value < wire.MAX_COUNT
    if not is_number:
        raise TypeError(value)
    return float(value)


def _counts(values: Any, length: int) -> list[int]:
    if not isinstance(values, list) or len(values) != length:
        raise TypeError(f"found {short_repr(values)}, expected {length} counts")
    return [_count(value) for value in values]


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value < wire.MAX_COUNT:
        raise TypeError(value)
    return value
