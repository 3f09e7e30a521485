"""What company asks: a board and a side for an invitation, whether results are for others."""

import asyncio
import re
from functools import partial

from ludoscope.games import FAMILIES
from ludoscope.games.hexapawn.rules import check_size
from ludoscope.puzzles import catalogue, daily
from ludoscope.tui.lobby.published_games import daily_of
from ludoscope.tui.lobby.users import Person
from ludoscope.tui.model.players import SIDES, read
from ludoscope.tui.model.session import Session
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.picker.dialog import Choice, Picker
from ludoscope.tui.services.app_protocol import Services
from ludoscope.tui.services.lobby import in_company
from ludoscope.tui.text.formatting import count, move_noun
from ludoscope.tui.widgets.prompt import Ask

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
        Choice("no", "others do not see them", "no"),
        Choice("yes", "your name, moves, time and hints are shown", "yes"),
    ]

    async def answered(chosen: str | None) -> None:
        if chosen:
            said = f"results on the leaderboard: {chosen}; the settings change it"
            await app.settings.change("board", chosen, said)

    app.push_screen(Picker("Put your daily results on the leaderboard?", choices), answered)


async def offer_results(app: Services) -> None:
    """Who agrees to the leaderboard is asked about what they have solved today before they did."""
    company = in_company(app)
    try:
        names = await company.missing(daily.today())
    except OSError:
        return  # the folder is away, which is told
    solved = [session for name in names if (session := await _solved(app, name))]
    if not solved:
        return
    said = ", ".join(map(_result, solved))
    choices = [Choice("no", "only what you solve from now on", "no"), Choice("yes", said, "yes")]

    def answered(chosen: str | None) -> None:
        for session in solved if chosen == "yes" else ():
            company.post(session, session.elapsed(0.0))

    app.push_screen(Picker("Post today's results too?", choices), answered)


def _result(session: Session) -> str:
    family = FAMILIES[session.game.family]
    return f"{family.short_title} in {count(session.count, move_noun(session.game))}"


async def _solved(app: Services, name: str) -> Session | None:
    """A puzzle of the day as it was solved, None where it was not; its moves are replayed."""
    save, _ = await app.records.session(name)
    if not (save and save.over):
        return None

    def ended() -> Session:
        session = Session(catalogue.find(name, files=False))
        save.take_up(session)
        return session

    try:
        session = await asyncio.to_thread(ended)
    except ValueError:  # it has changed since
        return None
    if players := read(await app.records.noted("seats", name)):
        session.set_players(players)
    return session if daily_of(session) else None
