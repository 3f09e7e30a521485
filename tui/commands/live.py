"""A progress line on the terminal, shown while work is running."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from ludoscope.tui.text.plain import show_progress

LOOK_SECONDS = 0.25


@asynccontextmanager
async def told_live(line: Callable[[], str]) -> AsyncIterator[None]:
    """Keep the line up to date, where standard error is a terminal."""
    telling = asyncio.create_task(_tell(line)) if sys.stderr.isatty() else None
    try:
        yield
    finally:
        if telling:
            telling.cancel()
            with suppress(asyncio.CancelledError):
                await telling


async def _tell(line: Callable[[], str]) -> None:
    try:
        while True:
            show_progress(line())
            await asyncio.sleep(LOOK_SECONDS)
    finally:
        show_progress()
