"""What has happened in games of two since the last look, shown on any screen."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludoscope.tui.lobby.duel import Duel


@dataclass(frozen=True, slots=True)
class News:
    """`what` has NAME for the other."""

    duel: Duel
    what: str

    def sentence(self, name: str, key: str) -> str:
        """`key` opens the screen from home; "" where that is open."""
        said = f"{self.what.replace('NAME', name)}, hexapawn {self.duel.title}"
        return f"{said}: {key} at home opens it" if key else said


def news(before: Sequence[Duel], now: Sequence[Duel], at_board: str, looked: bool) -> News | None:
    """The first that is new; `at_board` is on the screen already.

    Before the person has `looked`, what waits for them is new.
    """
    known = {(one.id, one.other): one for one in before}
    for one in now:
        old = known.get((one.id, one.other))
        what = _what(old, one) if looked or one.state == "invitation" else ""
        if not looked and one.ours_to_move:
            what = "it is your move against NAME"
        if what and one.id != at_board:
            return News(one, what)
    return None


def _what(old: Duel | None, now: Duel) -> str:
    state = old.state if old else ""
    if now.state == "invitation":
        return "" if old else "NAME invites you"
    if state == "invited" and now.state in ("playing", "declined"):
        return "NAME accepts" if now.state == "playing" else "NAME declines"
    if state == "playing" and now.state == "over":
        return "NAME resigns" if now.resigned and now.winner == now.side else "the game is over"
    grown = old is not None and len(now.moves) > len(old.moves)
    return "NAME has moved" if grown and now.ours_to_move else ""
