"""What is known of the end of a game; `tui.widgets.result_box` shows it."""

from dataclasses import dataclass

from ludoscope.tui.model.replay import Replay
from ludoscope.tui.saves.results import Best


@dataclass(slots=True)
class Result:
    """What is known of the end at hand; some of it comes while it is shown.

    `before`   the person's best before this game
    `fresh`    it has come just now
    `streak`   games of the family won in a row, this one included
    `proving`  the fewest moves are being looked for
    `fewest`   what came of that; for peg solitaire moves by one peg
    `line`     a solution that has them
    `lit`      the stars are
    `step`     of the celebration, 0 where nothing moves
    """

    before: Best | None = None
    fresh: bool = True
    streak: int = 0
    proving: bool = False
    fewest: int | None = None
    line: Replay | None = None
    lit: bool = True
    step: int = 0
