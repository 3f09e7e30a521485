"""The registries of plug-ins, as tests change them."""

from ludoscope.games import FAMILIES
from ludoscope.puzzles.registry import COLLECTIONS
from ludoscope.search.registry import SOLVER_SETS
from ludoscope.tui.boards.registry import BOARD_FAMILIES


def refresh_registries() -> None:
    """Read the entry points again."""
    for registry in (FAMILIES, SOLVER_SETS, COLLECTIONS, BOARD_FAMILIES):
        registry.refresh()
