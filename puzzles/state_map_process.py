"""The asyncio client of `puzzles.state_map_worker`: the map of a game, made in its own process.

process = StateMapProcess(game, positions)
async for event in process.events():    # a MapEvent
    ...
process.find_ways(index)
process.expand(solver, index)
process.close()                          # kills the process
"""

import json
from collections.abc import AsyncGenerator, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.games.errors import short_repr
from ludoscope.puzzles.state_map import OUTCOMES
from ludoscope.puzzles.state_map_worker import SCALE
from ludoscope.search.budget import Limits
from ludoscope.search.process.child_process import ChildProcess, Job, WorkerLost, call_in_thread
from ludoscope.search.process.client import MIN_THREADED_BYTES, parse_worker_message
from ludoscope.search.process.host_limits import cap_limits
from ludoscope.search.process.wire import EVENT_TYPES, is_text_line
from ludoscope.search.registry import SOLVER_SETS
from ludoscope.search.state_graph import MAX_POSITIONS

WORKER_MODULE = "ludoscope.puzzles.state_map_worker"
LIMITS = Limits(seconds=60, memory=1 << 29)  # of each search that is followed
EXPLORING_LIMITS = Limits(seconds=600)  # on two busy cores 50,000 positions may take a minute


@dataclass(frozen=True)
class Exploring:
    """The number of positions found so far, of all or, if they are too many, of a sample."""

    count: int
    is_sample: bool


@dataclass(frozen=True)
class StateMap:
    """The positions of a game and their places on the map, by index; the first is the start.

    Attributes:
        texts: The positions as texts.
        xs: Their places in `SCALE`ths of the width, from the left.
        ys: Their places in `SCALE`ths of the height, from the top.
        columns: Their columns, counted from the nearest to a win.
        distances: The fewest moves to a win, plies to the end in a game for two; -1 if unknown.
        outcomes: One of `puzzles.state_map.OUTCOMES` each.
        is_complete: False if the positions are a sample.
    """

    texts: list[str]
    xs: list[int]
    ys: list[int]
    columns: list[int]
    distances: list[int]
    outcomes: list[str]
    is_complete: bool


@dataclass(frozen=True)
class Ways:
    """Positions between one of them and a win, by index.

    Attributes:
        source: The position.
        shortest: Those on any of the shortest ways.
        narrow: Those on all of the shortest ways, in their order.
        unavoidable: Those on every way, in their order.
    """

    source: int
    shortest: list[int]
    narrow: list[int]
    unavoidable: list[int]


@dataclass(frozen=True)
class Route:
    """A shortest way to a position, by index; empty if there is none."""

    indices: list[int]


@dataclass(frozen=True)
class MapPicture:
    """The map as an SVG document."""

    text: str


@dataclass(frozen=True)
class Expanded:
    """Positions that a solver has expanded, by index, in their order."""

    indices: list[int]


@dataclass(frozen=True)
class SearchEnded:
    """The end of a search: "solved", "unsolvable" or "gave up", and the positions expanded."""

    verdict: str
    explored: int


MapEvent = Exploring | StateMap | Ways | Route | MapPicture | Expanded | SearchEnded


class StateMapProcess:
    """A process that makes the map of a game and answers questions about it.

    Args:
        game: The game.
        positions: Positions with which the map may begin; the first that leads to few enough
            positions is taken, else the last.
        max_positions: Positions of the map.
    """

    def __init__(
        self,
        game: AnyGame,
        positions: Sequence[Hashable],
        max_positions: int = MAX_POSITIONS,
    ) -> None:
        limits = cap_limits(LIMITS)
        self._job: Job = {
            "family": FAMILIES.reference(game.family),
            "solvers": SOLVER_SETS.reference(game.family) if game.family in SOLVER_SETS else None,
            "game": game.spec(),
            "positions": [game.text(position) for position in dict.fromkeys(positions)],
            "max_positions": max_positions,
            "exploring_seconds": cap_limits(EXPLORING_LIMITS).seconds,
            "seconds": limits.seconds,
            "memory": limits.memory,
        }
        self._child: ChildProcess | None = None
        self._size = 0  # positions of the map
        self._number = 0  # of the search that is followed

    async def events(self) -> AsyncGenerator[MapEvent, None]:
        """Start the process and yield its answers; closing the generator kills it.

        Raises:
            WorkerLost: The process has failed; the message says why.
        """
        self._child = await ChildProcess.start(WORKER_MODULE, self._job)
        try:
            while True:
                line = await self._child.read_line()
                if len(line) < MIN_THREADED_BYTES:
                    event = self.parse(line)
                else:  # a map takes longer than a frame
                    event = await call_in_thread(self.parse, line)
                if event:
                    yield event
        finally:
            self.close()

    def find_ways(self, index: int) -> None:
        """Ask for the `Ways` from a position."""
        self._send({"ways": index})

    def find_route(self, sources: Sequence[int], target: int) -> None:
        """Ask for a `Route` to a position, from the first of some others that leads there."""
        self._send({"sources": list(sources), "target": target})

    def draw(self, title: str, path: Sequence[int]) -> None:
        """Ask for the `MapPicture`, with a path of positions."""
        self._send({"svg": title, "path": list(path)})

    def expand(self, solver: str, index: int) -> None:
        """Follow a readable solver from a position, in place of the one before."""
        self._number += 1
        self._send({"expand": solver, "source": index, "number": self._number})

    def stop(self) -> None:
        """End the search that is followed."""
        self._number += 1
        self._send({"stop": True})

    def close(self) -> None:
        """Kill the process."""
        if self._child:
            self._child.kill()
        self._child = None

    def _send(self, command: dict[str, Any]) -> None:
        if self._child:
            self._child.send(json.dumps(command))

    def parse(self, line: bytes) -> MapEvent | None:
        """Return the event in a message; None if it is about a search that has been replaced.

        Raises:
            WorkerLost: The message is malformed, or tells of a fault.
        """
        message = parse_worker_message(line)
        if message.get("number", self._number) != self._number:
            return None
        match message:
            case {"event": "exploring", "count": int(count), "is_sample": bool(is_sample)}:
                return Exploring(count, is_sample)
            case {"event": "map", **fields} if _is_map(fields):
                self._size = len(fields["texts"])
                return StateMap(**fields)
            case {"event": "ways", "source": int(source), **fields} if all(
                self._are_indices(fields.get(name)) for name in _WAYS
            ):
                return Ways(source, *(fields[name] for name in _WAYS))
            case {"event": "route", "indices": indices} if self._are_indices(indices):
                return Route(indices)
            case {"event": "svg", "text": str(text)}:
                return MapPicture(text)
            case {"event": "expanded", "indices": indices} if self._are_indices(indices):
                return Expanded(indices)
            case {"event": "verdict", "verdict": str(verdict), "explored": int(explored)}:
                if verdict in EVENT_TYPES:
                    return SearchEnded(verdict, explored)
            case {"event": "fault", "message": fault} if is_text_line(fault):
                raise WorkerLost(str(fault))
        raise WorkerLost(f"the process sent {short_repr(message)}")

    def _are_indices(self, values: object) -> bool:
        return isinstance(values, list) and all(
            type(value) is int and 0 <= value < self._size for value in values
        )


_WAYS = ("shortest", "narrow", "unavoidable")


def _is_map(fields: dict[str, Any]) -> bool:
    """Return True if the fields of a map have the right types and the same length."""
    numbers = [fields.get(name) for name in ("xs", "ys", "columns", "distances")]
    texts, outcomes = fields.get("texts"), fields.get("outcomes")
    return (
        set(fields) == set(StateMap.__dataclass_fields__)
        and isinstance(texts, list)
        and isinstance(outcomes, list)
        and 0 < len(texts) == len(outcomes)
        and all(map(is_text_line, texts))
        and all(outcome in OUTCOMES for outcome in outcomes)
        and all(
            isinstance(values, list)
            and len(values) == len(texts)
            and all(
                type(value) is int and -1 <= value <= max(SCALE, len(texts)) for value in values
            )
            for values in numbers
        )
        and isinstance(fields["is_complete"], bool)
    )
