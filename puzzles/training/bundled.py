"""The bundled positions for training: `data/training-<family>.txt`, made by `training.bundle`."""

from functools import cache
from pathlib import Path

from ludoscope.puzzles.bundled import read_lines
from ludoscope.puzzles.training.training_position import TrainingPosition

_FOLDER = Path(__file__).parents[1] / "data"


def bundle_path(family: str) -> Path:
    """Return the path of the bundled file of a family, which may not exist."""
    return _FOLDER / f"training-{family}.txt"


@cache
def bundled_positions(family: str) -> tuple[TrainingPosition, ...]:
    """Return the bundled positions of a family; none for a family that has no file.

    A name is the family and the number of the line. Numbers never change.
    """
    path = bundle_path(family)
    if not path.exists():
        return ()
    lines = enumerate(read_lines(path), 1)
    return tuple(TrainingPosition.parse(f"{family}-{number}", line) for number, line in lines)
