"""The generator that ORush declares, around the one in `puzzles.rush.generator`."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from ludoscope.games.rush.rules import MEASURES, RushGame
from ludoscope.puzzles.generator import Generator, GeneratorProgress, Option, OptionValue
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.rush import generator
from ludoscope.puzzles.rush.difficulty import FEWEST_SLIDES
from ludoscope.puzzles.rush.generated import generated_puzzle

DEFAULT_LENGTH = 20
DEFAULT_MEASURE = "slides"


class RushGenerator(Generator):
    """Puzzles of a given length in which no boat or wall is superfluous."""

    options = (
        Option(
            "slides",
            f"fewest slides to the exit ({DEFAULT_LENGTH})",
            2,
            generator.MAX_LENGTH["slides"],
            excludes=("cells",),
        ),
        Option(
            "cells",
            "fewest cells to the exit",
            2,
            generator.MAX_LENGTH["cells"],
            excludes=("slides",),
        ),
        Option("walls", "1 to N walls", 0, 3),
    )

    def generate(self, seed: int, **options: Any) -> Iterator[Puzzle | GeneratorProgress]:
        """Return an endless iterator of puzzles, and of the longest draft so far between them."""
        length, measure = _requested_length(options)
        events = generator.generate(seed, length, measure, options.get("walls", 0))
        return _puzzles(events, length, measure)

    def text(self, puzzle: Puzzle) -> str:
        """Return the grid as one string."""
        return generator.puzzle_string(cast(RushGame, puzzle.game))

    def facts(self, puzzle: Puzzle) -> Mapping[str, Any]:
        """Return the length in both measures, the grade, and the numbers of boats and walls."""
        game = cast(RushGame, puzzle.game)
        lengths = {measure: generator.solution_length(game, measure) for measure in MEASURES}
        return {
            **lengths,
            "grade": FEWEST_SLIDES.difficulty(lengths["slides"] or 0).grade,
            "boats": len(game.boats),
            "walls": len(game.walls),
        }

    def describe(self, puzzle: Puzzle, facts: Mapping[str, Any]) -> str:
        """Return the length in both measures."""
        return f"{facts['cells']} cells, {facts['slides']} slides"

    def file_stem(self, family: str, options: Mapping[str, OptionValue]) -> str:
        """Return the length that was asked for."""
        length, measure = _requested_length(options)
        return f"orush-{length}-{measure}"


def _requested_length(options: Mapping[str, OptionValue]) -> tuple[int, str]:
    """Return the shortest solution that is asked for, and its measure."""
    for measure in MEASURES:
        if measure in options:
            return int(options[measure]), measure
    return DEFAULT_LENGTH, DEFAULT_MEASURE


def _puzzles(
    events: Iterator[generator.DraftProgress | RushGame], length: int, measure: str
) -> Iterator[Puzzle | GeneratorProgress]:
    best_length = 0
    for event in events:
        if isinstance(event, RushGame):
            yield generated_puzzle(generator.puzzle_string(event))
            best_length = 0
        else:
            best_length = min(max(best_length, event.length), length)
            yield GeneratorProgress(f"longest so far: {best_length} {measure} of {length}")
