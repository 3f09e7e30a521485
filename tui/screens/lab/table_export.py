"""Exporting the table of a race to files or to the clipboard."""

import asyncio
from collections.abc import Mapping, Sequence

from ludoscope.tui.lab.export import TableFormatter
from ludoscope.tui.lab.race import RaceRow
from ludoscope.tui.saves import exports
from ludoscope.tui.screens.base import BaseScreen


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
    try:
        path = await asyncio.to_thread(exports.write, screen.app.data_folder, file_name, texts)
    except OSError as error:
        screen.app.notify_anywhere(f"Export failed: {error.strerror}")
    else:
        screen.notify_here(f"Exported to {path}")


def copy_table(screen: BaseScreen[None], markdown: str) -> None:
    screen.app.copy_to_clipboard(markdown)
    screen.notify_here("Copied as Markdown (if your terminal supports it)")
