"""The largest screen that is drawn, whatever a terminal or a browser asks for.

At this size the app was measured to take up to 140 MB.
"""

MAX_COLUMNS, MAX_ROWS = 1000, 500


def clamp_size(columns: int, rows: int) -> tuple[int, int]:
    """Return columns and rows within the limits; there is at least one of each."""
    return max(1, min(columns, MAX_COLUMNS)), max(1, min(rows, MAX_ROWS))
