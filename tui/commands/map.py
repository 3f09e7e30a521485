"""The command `map`: all positions that a puzzle leads to, counted and drawn."""

import argparse
import json
from collections import Counter
from pathlib import Path

from ludoscope.games import FAMILIES, count_text
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.files import check_writable, write_text
from ludoscope.puzzles.pictures.state_maps import map_svg
from ludoscope.puzzles.state_map import OUTCOME_TEXTS, MapLayout, lay_out
from ludoscope.search.state_graph import MAX_POSITIONS, UNKNOWN, StateGraph, explore_states
from ludoscope.tui.commands.arguments import OUTPUT, add_puzzle, positive_count
from ludoscope.tui.text.formatting import format_count
from ludoscope.tui.text.sanitize import show_progress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    parser.add_argument(
        "--positions",
        metavar="N",
        type=positive_count,
        default=MAX_POSITIONS,
        help=f"positions at the most; of more, a sample ({MAX_POSITIONS:,})",
    )
    parser.add_argument("-o", **OUTPUT, help="write the map to FILE as an SVG picture")
    parser.add_argument("--json", action="store_true", help="print one object")


def run(options: argparse.Namespace) -> int:
    """Explore a puzzle, print its counts, write its map and return the exit code."""
    puzzle = catalogue.find(options.puzzle, options.game)
    if options.output:
        check_writable(Path(options.output))  # before the search, which may take minutes
    try:
        graph = explore_states(
            puzzle.game,
            puzzle.position.value,
            options.positions,
            lambda count, is_sample: show_progress(
                f"{count:,} positions{' of a sample' if is_sample else ''}"
            ),
        )
    finally:
        show_progress()
    layout = lay_out(graph)
    if options.output:
        write_text(Path(options.output), map_svg(graph, layout, title=f"Map of {puzzle.title}"))
    if options.json:
        print(json.dumps(_to_json(puzzle.name, graph, layout)))
    else:
        _print_counts(graph, layout)
    return 0


def _start_distance(graph: StateGraph) -> int | None:
    """Return the distance from the start to the end; None if there is none or it is not known.

    The distance within a sample may be more than the fewest moves.
    """
    distance = graph.distances[0]
    return distance if graph.has_exact_distances and distance != UNKNOWN else None


def _to_json(name: str, graph: StateGraph, layout: MapLayout) -> dict[str, object]:
    return {
        "puzzle": name,
        "game": graph.game.family,
        "positions": len(graph),
        "complete": graph.is_complete,
        "measure": graph.game.measure,
        "distance": _start_distance(graph),
        "outcomes": dict(Counter(layout.outcomes)),
        "unavoidable": [graph.game.text(graph.positions[i]) for i in graph.unavoidable(0)],
    }


def _print_counts(graph: StateGraph, layout: MapLayout) -> None:
    """Print the number of positions, by outcome too, and what is known of the start."""
    note = "" if graph.is_complete else ", a sample of more"
    print(f"{format_count(len(graph), 'position')}{note}")
    for outcome, count in Counter(layout.outcomes).most_common():
        print(f"{count:>10,}  {OUTCOME_TEXTS[outcome]}")
    distance = _start_distance(graph)
    if distance is not None:
        unit = FAMILIES[graph.game.family].unit_of(graph.game.measure)
        print(f"start: {count_text(distance, unit)} to the end")
    if unavoidable := graph.unavoidable(0):
        print("on every way to a win:")
        for index in unavoidable:
            print(f"  {graph.game.text(graph.positions[index])}")
