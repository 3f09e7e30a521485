"""Running the app until the user quits."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ludoscope.tui import lazy
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.commands.errors import EXIT_FAULT

if TYPE_CHECKING:
    from ludoscope.puzzles.puzzle import Puzzle
    from ludoscope.tui.lobby.lobby import Lobby


def run_app(
    puzzle: "Puzzle | None",
    options: UserOptions,
    folder: Path,
    files_allowed: bool = True,
    store_choices: bool = True,
    lobby: "Lobby | None" = None,
    start_message: str = "",
) -> int:
    """Run the app and return its exit status; for the arguments see `LudoscopeApp`."""
    app = LudoscopeApp(puzzle, options, folder, files_allowed, store_choices, lobby, start_message)
    try:
        app.run(mouse=options.preferences.mouse)
    except RuntimeError as error:
        # on exit asyncio starts a thread to close its executor, which the system may refuse
        if app.return_code is None or "start new thread" not in str(error):
            raise
    finally:
        problem = app.close_store()
    if app.fatal_error:
        lazy.crash.report_crash(app.fatal_error, show_paths=files_allowed)
        return EXIT_FAULT
    if problem:
        print(f"ludoscope: {problem}", file=sys.stderr)
    return app.return_code or 0
