"""Which puzzle the lab opens on: the one at hand, or one whose race is worth watching."""

import asyncio

from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.registry import find_solver
from ludoscope.tui.lab.presets import LUCAS
from ludoscope.tui.lab.race import Matter
from ludoscope.tui.screens.lab.screen import LabPage
from ludoscope.tui.screens.library.screen import LibraryPage
from ludoscope.tui.screens.play.screen import PlayPage
from ludoscope.tui.services.app_protocol import Services

USUAL = "lucas-06"  # where nothing is at hand: four methods differ widely, none takes long
SHOWN = "lucas-07"  # of the same four one takes a moment, one ten seconds; it alone finds the best


async def matter_at_hand(app: Services) -> Matter:
    """The position on the board; the puzzle chosen in a library; what was last begun."""
    found: Puzzle | str = ""
    for page in reversed(app.screen_stack):
        if isinstance(page, PlayPage):
            session = page.table.session
            return Matter(session.puzzle, session.position, session.moves)
        if isinstance(page, LibraryPage) and (name := page.at_hand()):
            found = await app.finder.found(name)
            break
    else:
        if save := await app.library.last_begun():
            try:
                found = await asyncio.to_thread(save.puzzle)
            except ValueError as error:
                found = str(error)
    usual = found if isinstance(found, Puzzle) else await app.finder.found(USUAL)
    assert isinstance(usual, Puzzle)
    return Matter.start_of(usual)


async def open_lab(app: Services) -> None:
    """Show it, with what was found on the same position before."""
    if any(isinstance(screen, LabPage) for screen in app.screen_stack):
        back = f"the lab is open: {app.options.key_display('go.back', 'esc')} goes back to it"
        app.tell("this is the lab" if isinstance(app.page(), LabPage) else back)
        return
    matter = await matter_at_hand(app)
    lab = LabPage(matter)
    if app.raced and app.raced[0].same(matter):
        lab.race.entrants = app.raced[1]
    await app.push_screen(lab)


async def show_race(app: Services) -> None:
    """A race that has begun: the methods of a table on one of its puzzles, none compiled."""
    puzzle = await app.finder.found(SHOWN)
    assert isinstance(puzzle, Puzzle)
    matter = Matter.start_of(puzzle)
    lab = LabPage(matter)
    methods = [find_solver(puzzle.game, method.solver) for method in LUCAS.methods]
    lab.race.entrants = matter.entrants(methods, lab.limits)
    await app.push_screen(lab)
    lab.action_go()
    watch = app.options.key_display("lab.watch", "⏎")
    lab.tell(f"{len(methods)} solvers on one problem: {watch} shows the search of the chosen one")
