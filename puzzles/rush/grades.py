"""The grades of ORush puzzles by their length."""

GRADES = (("beginner", 10), ("easy", 20), ("intermediate", 32), ("hard", 46), ("expert", 93))
"""Names and maximum lengths in cells of the grades; 93 is the longest known."""


def find_grade(cells: int) -> str:
    """Return the grade of a puzzle by its length in cells."""
    return next((name for name, max_cells in GRADES if cells <= max_cells), GRADES[-1][0])
