"""The command `explain`: what would make a lost position winnable, and a core of the loss."""

import argparse
import asyncio
import json
from typing import Any

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp
from ludoscope.search.explanation import (
    Explanation,
    ExplanationProgress,
    TriedSize,
    earlier_positions,
)
from ludoscope.search.process.child_process import WorkerLost, wait_for_killed
from ludoscope.search.process.client import SolverFault
from ludoscope.search.process.explanation_client import ExplanationRequest, explanation_events
from ludoscope.search.process.wire import move_texts
from ludoscope.search.result_text import verdict_reason
from ludoscope.tui.commands.arguments import MEMORY, TIME, add_puzzle
from ludoscope.tui.commands.errors import EXIT_FAILURE, EXIT_UNSOLVABLE, fail
from ludoscope.tui.text.sanitize import show_progress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    parser.add_argument("--time", **TIME, help="time limit, for everything together")
    parser.add_argument("--memory", **MEMORY, help="memory limit (1024)")
    parser.add_argument("--json", action="store_true", help="print one object")


def run(options: argparse.Namespace) -> int:
    """Explain a puzzle and print the explanation; return the exit code."""
    puzzle = catalogue.find(options.puzzle, options.game)
    try:
        explanation = asyncio.run(_explain(puzzle, options))
    except (SolverFault, WorkerLost) as error:
        return fail(EXIT_FAILURE, f"the explanation failed: {error}")
    if options.json:
        print(json.dumps(summarize(puzzle, explanation), ensure_ascii=False))
    else:
        print("\n".join(explanation.sentences))
    if explanation.is_lost:
        return EXIT_UNSOLVABLE
    return EXIT_FAILURE if isinstance(explanation.verdict, GaveUp) else 0


async def _explain(puzzle: Puzzle, options: argparse.Namespace) -> Explanation:
    """Explain a puzzle in a worker process, showing its progress."""
    game = puzzle.game
    request = ExplanationRequest(
        game,
        puzzle.position.value,
        earlier_positions(game, game.start, puzzle.moves),
        Limits(options.time, memory=options.memory * 2**20),
    )
    explanation: Explanation | None = None
    try:
        async for event in explanation_events(request):
            if isinstance(event, ExplanationProgress):
                show_progress(format_progress(event))
            else:
                explanation = event
    finally:
        show_progress()
        await wait_for_killed()
    assert explanation
    return explanation


def format_progress(progress: ExplanationProgress) -> str:
    """Return a report in less than 80 columns."""
    return (
        f"{progress.done:,} of {progress.total:,} {progress.stage}  {progress.found:,} win  "
        f"{progress.seconds:.1f} s"
    )[:79]


def summarize(puzzle: Puzzle, explanation: Explanation) -> dict[str, Any]:
    """Return the object that `--json` prints."""
    core = explanation.core
    return {
        "puzzle": puzzle.name,
        "game": puzzle.game.family,
        "lost": explanation.is_lost,
        "decided": explanation.is_lost or not isinstance(explanation.verdict, GaveUp),
        "reason": verdict_reason(explanation.verdict) or None,
        "smallest": explanation.smallest_size,
        "changes": [
            {"kind": kind.name, **_summarize_size(tried)}
            for kind in explanation.kinds
            for tried in kind.sizes
        ],
        "core": {
            "elements": list(core.elements),
            "total": core.total,
            "irreducible": core.is_irreducible,
            "undecided": list(core.undecided),
            "others": core.rule,
        }
        if core
        else None,
        "complete": explanation.is_complete,
        "seconds": round(explanation.seconds, 6),
    }


def _summarize_size(tried: TriedSize) -> dict[str, Any]:
    return {
        "size": tried.size,
        "total": tried.total,
        "won": tried.won,
        "lost": tried.losses,
        "undecided": tried.undecided,
        "wins": [
            {
                "change": win.change.text,
                "elements": list(win.change.elements),
                "position": win.change.game.text(win.change.position),
                "moves": move_texts(win.change.game, win.change.position, win.moves),
            }
            for win in tried.wins
        ],
    }
