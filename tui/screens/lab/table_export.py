"""Exporting the table of a race to files or to the clipboard."""

from collections.abc import Mapping, Sequence

from ludoscope.tui.lab.export import TableFormatter
from ludoscope.tui.lab.race import RaceRow
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.exporting import export_files


async def export_table(
    screen: BaseScreen[None],
    file_name: str,
    formats: Mapping[str, TableFormatter],
    rows: Sequence[RaceRow],
) -> None:
    """Write the table to the folder of exports, in a file for each format.

    Args:
        screen: The screen that shows the outcome.
        file_name: The beginning of the file names; a date follows.
        formats: Functions that write the table, by the suffix of the file.
        rows: The results.
    """
    texts = {suffix: write(rows) for suffix, write in formats.items()}
    await export_files(screen.app, file_name, texts)


def copy_table(screen: BaseScreen[None], markdown: str) -> None:
    screen.app.copy_to_clipboard(markdown)
    screen.notify_here("Copied as Markdown (if your terminal supports it)")
