"""The moves of the lines that an analysis knows."""

from collections.abc import Hashable

from ludoscope.tui.model.analysis import Analysis


def known_move(analysis: Analysis, position: Hashable) -> Hashable | None:
    """Return the next move of the line found last that goes on from a position."""
    return next((line.moves[0] for line in analysis.find_lines(position)), None)
