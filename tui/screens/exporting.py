"""Writing files to the folder of exports, for the screens that offer it."""

import asyncio
from collections.abc import Mapping

from ludoscope.tui.saves import exports
from ludoscope.tui.services.app_protocol import AppBase


async def export_files(app: AppBase, name: str, texts: Mapping[str, str]) -> None:
    """Write a file for each text, by suffix such as `.csv`, and say where they are.

    Args:
        app: The app, whose folder of saves they go to.
        name: The beginning of the file names; a date follows.
        texts: The content of each file, by suffix.
    """
    try:
        path = await asyncio.to_thread(exports.write, app.data_folder, name, texts)
    except OSError as error:
        app.notify_anywhere(f"Export failed: {error.strerror}")
    else:
        app.notify_here(f"Exported to {path}")
