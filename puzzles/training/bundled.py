"""The bundled positions for training: `data/training-<family>.txt`, made by `training.bundle`.

A plug-in bundles positions by `Trainer.bundled_lines`.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ludoscope.puzzles.bundled import read_lines
from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.training.training_position import TrainingPosition

_FOLDER = Path(__file__).parents[1] / "data"


def bundle_path(family: str) -> Path:
    """Return the path of the bundled file of a family, which may not exist."""
    return _FOLDER / f"training-{family}.txt"


@cache
def bundled_positions(family: str) -> tuple[TrainingPosition, ...]:
    """Return the bundled positions of a family; none if it has no training, or bundles none.

    A name is the family and the number of the line. Numbers never change.

    Raises:
        NotationError: A line of a plug-in is malformed.
    """
    path = bundle_path(family)
    trainer = collection(family).trainer()
    lines: Sequence[str] = trainer.bundled_lines() if trainer else ()
    if path.exists():
        lines = read_lines(path)
    numbered = enumerate(lines, 1)
    return tuple(TrainingPosition.parse(f"{family}-{number}", line) for number, line in numbered)
