"""Which cards of a patience go home by themselves: the key that changes it, and what it says.

In a deal that normalises it is the rules that send them; the same deal without that rule is
another puzzle, whose name ends in -free.
"""

from typing import Any

from ludoscope.puzzles.registry import collection
from ludoscope.tui.model.game_model import Table
from ludoscope.tui.saves.settings import OFFERED
from ludoscope.tui.screens.play.speech import PlaySpeech
from ludoscope.tui.widgets.prompt import Ask


def autoplay_key(table: Table, does: str) -> str:
    """What the key does, in the footer: for autoplay how it is set."""
    game: Any = table.game
    if does != "autoplay" or game.normalise:
        return does
    return f"autoplay {table.options.preferences.autoplay}"


async def switch_autoplay(page: PlaySpeech, table: Table) -> None:
    """The next way; or the offer of a deal that has a choice."""
    from ludoscope.tui.boards.patience.descriptions import AUTOPLAY

    game: Any = table.game
    options = table.options
    if game.normalise:
        _offer_free(page, table)
    elif game.variant.can_return:
        page.tell("no card goes home by itself where cards may come back")
    else:
        ways = OFFERED["autoplay"]
        way = ways[(ways.index(options.preferences.autoplay) + 1) % len(ways)]
        await page.app.settings.change("autoplay", way, f"autoplay {way}: {AUTOPLAY[way]}")


def _offer_free(page: PlaySpeech, table: Table) -> None:
    free = f"{table.puzzle.name}-free"
    if collection("patience").find(free) is None:
        page.tell("cards go home by the rules here; a deal by number has a -free form without that")
        return

    def entered(name: str) -> bool:
        page.app.opener.open(name, "patience", replace=True)
        return False  # the prompt stays until the deal is there

    page.inquire(Ask("cards go home by the rules here; open instead:", entered, free), "open")
