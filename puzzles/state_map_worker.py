"""A worker process that explores a game for its map; see `search.process.worker`.

A job has the keys "family", "solvers" (the declarations as "module:name", or null), "game" (its
spec), "positions" (texts of the positions that the map may begin with, the first one that leads to
few enough positions is taken), "max_positions", "exploring_seconds", and the limits of each search
that is followed, "seconds" and "memory", of which the latter is also that of the process. Messages
out:

    {"event": "exploring", "count", "is_sample"}  positions found so far, of all or of a sample
    {"event": "map", "texts", "xs", "ys", "columns", "distances", "outcomes", "is_complete"}
        a list each with an entry for each position: its text, its place in `SCALE`ths of the width
        and the height, its column, its distance (-1 if unknown) and its outcome
    {"event": "ways", "source", "shortest", "narrow", "unavoidable"}  indices, for a position:
        on shortest ways, none if distances are unknown; on each of them, and on every way at all,
        none in a sample
    {"event": "route", "indices"}  a shortest way between two positions, empty if there is none
    {"event": "svg", "text"}  the map as an SVG document
    {"event": "expanded", "number", "indices"}  positions that a solver expands, batch by batch
    {"event": "verdict", "number", "verdict", "explored"}  the solver has ended
    {"event": "fault", "message"}

and commands in, lines of JSON:

    {"ways": index}
    {"target": index, "sources"}  indices, of which the first that leads to the target is taken
    {"svg": title, "path"}  indices
    {"expand": name of a solver, "source": index, "number"}  a search ends the one before
    {"stop": true}  ends the search
"""

import time
from collections.abc import Callable
from dataclasses import replace
from queue import SimpleQueue
from typing import Any

from ludoscope.games import FAMILIES, AnyGame, from_spec
from ludoscope.games.json_objects import parse_object
from ludoscope.games.tracebacks import describe_exception
from ludoscope.puzzles.pictures.state_maps import map_svg
from ludoscope.puzzles.state_map import MapLayout, lay_out
from ludoscope.search.budget import Limits
from ludoscope.search.expansion_order import expansions
from ludoscope.search.pause import Pause
from ludoscope.search.process.loading_limit import limit_loading_time
from ludoscope.search.process.wire import EVENT_NAMES
from ludoscope.search.process.worker import limit_memory, lower_priority, send_message, serve
from ludoscope.search.registry import SOLVER_SETS, find_solver
from ludoscope.search.state_graph import UNKNOWN, StateGraph, explore_states

SCALE = 10_000
REPORT_INTERVAL_SECONDS = 0.1
EXPANSIONS_PER_POSITION = 4  # of the map; a search without a memory may go on for ever
NICENESS = 5


class MapJobs:
    """The commands that have arrived; a new search ends the one before."""

    def __init__(self) -> None:
        self.commands: SimpleQueue[tuple[dict[str, Any], Pause]] = SimpleQueue()
        self._pause = Pause()

    def handle_line(self, line: bytes) -> None:
        """Add the command in a line."""
        command = parse_object(line)
        if "expand" in command or "stop" in command:
            self._pause.pause()  # `_send_expansions` ends a search that is paused
            self._pause = Pause()
        if "stop" not in command:
            self.commands.put((command, self._pause))

    def run(self, job: dict[str, Any]) -> None:
        """Explore the game and answer commands until the process is ended."""
        lower_priority(NICENESS)
        limit_loading_time(_send_fault)
        limit_memory(job["memory"])
        try:
            game, graph, layout = _explore(job)
            while True:
                command, pause = self.commands.get()
                if "ways" in command:
                    _send_ways(graph, command["ways"])
                elif "target" in command:
                    _send_route(graph, command["sources"], command["target"])
                elif "svg" in command:
                    text = map_svg(graph, layout, path=command["path"], title=command["svg"])
                    send_message({"event": "svg", "text": text})
                else:
                    limits = Limits(job["seconds"], memory=job["memory"], pause=pause)
                    _send_expansions(game, graph, command, limits)
        except BrokenPipeError:
            raise
        except MemoryError:
            _send_fault("there is not enough memory for the map")
        except TimeoutError as error:
            _send_fault(str(error))
        except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
            _send_fault(describe_exception(error))


def _explore(job: dict[str, Any]) -> tuple[AnyGame, StateGraph, MapLayout]:
    """Explore the game and send its map."""
    name = job["game"]["family"]
    if job["family"]:
        FAMILIES.restrict_to(name, job["family"])
        SOLVER_SETS.restrict_to(name, job["solvers"])
    game = from_spec(job["game"])
    report = _progress_reporter(job["exploring_seconds"])
    for text in job["positions"]:
        start = game.parse(text)
        graph = explore_states(game, start, job["max_positions"], report)
        if graph.is_complete:
            break
    layout = lay_out(graph)
    distances = graph.distances.tolist() if graph.has_exact_distances else [UNKNOWN] * len(graph)
    send_message(
        {
            "event": "map",
            "texts": [game.text(position) for position in graph.positions],
            "xs": [round(x * SCALE) for x in layout.xs],
            "ys": [round(y * SCALE) for y in layout.ys],
            "columns": layout.columns.tolist(),
            "distances": distances,
            "outcomes": layout.outcomes,
            "is_complete": graph.is_complete,
        }
    )
    return game, graph, layout


def _progress_reporter(seconds: float) -> Callable[[int, bool], None]:
    """Return a function that sends the number of positions, at most ten times a second.

    It raises TimeoutError after some seconds.
    """
    start, last_sent = time.monotonic(), 0.0

    def report(count: int, is_sample: bool) -> None:
        nonlocal last_sent
        now = time.monotonic()
        if now - start > seconds:
            raise TimeoutError(f"exploring took longer than {seconds:g} seconds")
        if now - last_sent >= REPORT_INTERVAL_SECONDS:
            last_sent = now
            send_message({"event": "exploring", "count": count, "is_sample": is_sample})

    return report


def _send_ways(graph: StateGraph, source: int) -> None:
    """Send what is certain: a sample may lack shorter ways, and others that are as short."""
    levels = graph.shortest_ways(source) if graph.has_exact_distances else [[source]]
    narrow = [level[0] for level in levels[1:-1] if len(level) == 1] if graph.is_complete else []
    send_message(
        {
            "event": "ways",
            "source": source,
            "shortest": [index for level in levels[1:] for index in level],
            "narrow": narrow,
            "unavoidable": graph.unavoidable(source),
        }
    )


def _send_route(graph: StateGraph, sources: list[int], target: int) -> None:
    routes = (graph.route(source, target) for source in sources)
    send_message({"event": "route", "indices": next(filter(None, routes), [])})


def _send_expansions(
    game: AnyGame, graph: StateGraph, command: dict[str, Any], limits: Limits
) -> None:
    """Run a readable solver and send the positions that it expands."""
    number = command["number"]
    indices = {position: index for index, position in enumerate(graph.positions)}
    solver = find_solver(game, command["expand"])
    bounded = replace(limits, explored=EXPANSIONS_PER_POSITION * len(graph))
    for batch in expansions(game, graph.positions[command["source"]], solver, bounded):
        if limits.pause and limits.pause.paused:
            return  # another search was asked for
        if isinstance(batch, list):
            found = [indices[position] for position in batch if position in indices]
            send_message({"event": "expanded", "number": number, "indices": found})
        else:
            verdict = EVENT_NAMES[type(batch)]
            send_message(
                {
                    "event": "verdict",
                    "number": number,
                    "verdict": verdict,
                    "explored": batch.explored,
                }
            )


def _send_fault(message: str) -> None:
    send_message({"event": "fault", "message": message})


if __name__ == "__main__":
    jobs = MapJobs()
    serve(jobs.run, jobs.handle_line)
