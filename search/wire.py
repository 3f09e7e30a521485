"""Jobs and events as JSON values, for the pipe between a worker and its client.

A job      {"game": spec, "position": text, "solver": name, "seconds", "explored", "memory",
            "jobs": cores, or null, "held": whether it is to stand still at its first expansion}
An event   {"event": "progress" | "solved" | "unsolvable" | "gave up" | "fault", …fields}
An order   pause | resume | step N: a line for a worker at its job (`search.gate`)

Positions and moves travel as texts of the game, so that a line of the pipe can be read by eye.
"""

from dataclasses import asdict
from typing import Any

from games import AnyGame
from search.events import Event, GaveUp, Progress, Solved, Unsolvable

KINDS: dict[str, type[Event]] = {
    "progress": Progress,
    "solved": Solved,
    "unsolvable": Unsolvable,
    "gave up": GaveUp,
}
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
    """The event that `encode` wrote; ValueError when it is none."""
    fields = dict(message)
    kind = KINDS[fields.pop("event")]
    fields["levels"] = tuple(fields["levels"])
    if kind is Progress and fields["sample"] is not None:
        fields["sample"] = game.parse(fields["sample"])
    if kind is Solved:
        fields["moves"] = parsed_moves(game, start, fields["moves"])
        fields["values"] = tuple(
            (*parsed_moves(game, start, [text]), value) for text, value in fields["values"]
        )
    if kind is Unsolvable:
        fields["certificate"] = tuple(fields["certificate"])
    return kind(**fields)


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
