"""What the editor of peg solitaire says of a problem."""

from collections.abc import Iterator

from textual.content import Content

from ludoscope.games.peg.rules import PegGame
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.tui.model.solver_run import Solving
from ludoscope.tui.text.formatting import count

STATES = {  # what a solver found out: a sign, a word, its style
    Solved: ("✓", "winnable", "$success"),
    Unsolvable: ("✗", "lost", "$error"),
}
MARKS = (
    ("44", "toggles the hole at column 4, row 4; so does #, then 44"),
    ("complement", "the finish has pegs where the start has holes"),
    ("dual", "the same problem backwards, pegs and holes exchanged"),
)


def known(game: PegGame, refuted: str, looking: bool, solving: Solving | None) -> Content:
    """The figures, the verdict, and what the solver says, a line each."""
    jumps = count(max(0, game.start.bit_count() - game.finish.bit_count()), "jumps")
    figures = f"{count(len(game.board.holes), 'holes')}, {jumps} from start to finish"
    lines = [Content(figures), _verdict(game, refuted, looking), *_found(solving)]
    return Content("\n").join(lines)


def _verdict(game: PegGame, refuted: str, looking: bool) -> Content:
    if refuted:
        return Content.styled(f"✗ impossible: {refuted}", "$error")
    if game.is_won(game.start):
        return Content.styled("✓ start and finish are the same", "$success")
    sentence = "… no count or colouring forbids it; looking for pagoda functions"
    return Content.styled(sentence if looking else "? no proof of impossibility found", "dim")


def _found(solving: Solving | None) -> Iterator[Content]:
    if solving and not solving.verdict:
        yield Content.styled(f"… {solving.solver.name} is running", "$warning")
    elif solving:
        unknown = ("?", "unknown", "$warning")
        sign, state, style = STATES.get(type(solving.verdict), unknown)
        yield Content.styled(f"{sign} {state}; {solving.words()}", style)
