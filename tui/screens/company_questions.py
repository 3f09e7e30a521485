"""What company asks: a board and a side for an invitation, whether results are for others."""

import re
from functools import partial

from ludoscope.games.hexapawn.rules import check_size
from ludoscope.tui.company.people import Person
from ludoscope.tui.play.seats import SIDES
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.picker import Choice, Picker
from ludoscope.tui.services.contract import Services
from ludoscope.tui.services.in_company import in_company
from ludoscope.tui.widgets.ask import Ask

SIZE = re.compile(r"\s*(\d{1,2})\s*[x×*]\s*(\d{1,2})\s*")
USUAL = "4x4"


def invite(page: BaseScreen[None], other: Person, name: str) -> None:
    """Ask for a board and a side, and invite somebody."""

    def sized(text: str) -> bool:
        match = SIZE.fullmatch(text)
        try:
            if not match:
                raise ValueError(f"{text[:20]!r} found, expected rows x columns, such as {USUAL}")
            size = int(match[1]), int(match[2])
            check_size(*size)
        except ValueError as error:
            page.tell(str(error))
            return False
        _ask_side(page, other, name, size)
        return True

    page.ask(Ask(f"hexapawn with {name}, rows x columns:", sized, USUAL))


def _ask_side(page: BaseScreen[None], other: Person, name: str, size: tuple[int, int]) -> None:
    def chosen(side: int | None) -> None:
        if side is not None:
            page.run_worker(partial(_invite, page, other, name, size, side), group="duel")

    details = ("you begin", f"{name} begins")
    choices = [Choice(SIDES[side], details[side], side) for side in (0, 1)]
    page.app.push_screen(Picker("Which side do you play?", choices), chosen)


async def _invite(
    page: BaseScreen[None], other: Person, name: str, size: tuple[int, int], side: int
) -> None:
    company = in_company(page.app)
    if await company.does(partial(company.duels.invite, other, *size, side)):
        page.tell(f"{name} is invited to hexapawn {size[0]}×{size[1]}")


def ask_for_board(app: Services) -> None:
    """Ask once whether solved puzzles of the day are for others to see; no is the first answer."""
    choices = [
        Choice("no", "others see nothing of it", "no"),
        Choice("yes", "your name, moves, time and hints are shown", "yes"),
    ]

    async def answered(chosen: str | None) -> None:
        if chosen:
            said = f"results on the leaderboard: {chosen}; the settings change it"
            await app.preferences.change("board", chosen, said)
            in_company(app).wake()

    app.push_screen(Picker("Put your dailies on the leaderboard?", choices), answered)
