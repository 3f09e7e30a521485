"""Keys that mean places of a board, which has them before what they do on the screen otherwise."""

from textual import events

from ludoscope.tui import registry
from ludoscope.tui.play.table import Table
from ludoscope.tui.screens.play_speech import PlaySpeech
from ludoscope.tui.widgets.footer import told


def for_board(page: PlaySpeech, event: events.Key) -> bool:
    """Whether the key is the board's; where a letter means a place, its capital does the rest."""
    name = event.character if event.is_printable and event.character else event.key
    table, board = page.table, page.table.board
    if table.replay or table.session.over or page.asking:
        return False
    if board.wants(name):
        table.press(name)
        page.paint()
        return True
    if len(name) != 1 or name.lower() == name or name.lower() not in board.letters:
        return False
    active = page.active_bindings.get(name.lower())
    if active and active.enabled:
        page.call_next(page.run_action, active.binding.action)
    return active is not None


def shown_key(table: Table, key: str) -> str:
    """The sign of a key as it works now."""
    given_way = len(key) == 1 and key in table.board.letters and not table.session.over
    return key.upper() if given_way else key


def unheard(page: PlaySpeech, key: str) -> str:
    """What to say of a key that has nothing to do, not on the board either; "" of most.

    Of a letter that names no piece, the key that does here what it does on other boards.
    """
    usual = {one.key: one.id for one in registry.bindings(type(page), type(page.app))}
    name = usual.get(key)
    if key in page.active_bindings:
        idle = {"play.undo": "nothing to undo", "play.redo": "nothing to redo"}
        return page.table.standing if name == "play.winnable" else idle.get(name or "", "")
    here = ((sign, one.binding) for sign, one in told(page) if one.binding.id == name)
    return next((f"{binding.description}: {sign}" for sign, binding in here), "")
