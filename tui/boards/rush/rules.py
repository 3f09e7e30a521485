"""The rules of ORush."""

from ludoscope.games.rush.rules import read_game
from ludoscope.tui.boards.board import Look
from ludoscope.tui.boards.rules import Book, Keys, Scene

SMALL, LARGE = (27, 11), (27, 11)
HARBOUR = "~~~B~C/~~~B~C/AA~B~C/DD~~~~/~~E~~~/FFE~~~"
SOLUTION = "B↓3 C↓3 A→4"


def write(book: Book, look: Look, keys: Keys) -> None:
    exit_, target = (">", "o") if look.ascii_only else ("►", "◌")
    book.heading("What it is about")
    book.text(
        f"""Boats lie in a harbour of six by six. Each moves along itself only, forwards or
        backwards: those that lie across to left and right, those that stand to up and down. They
        never turn, never jump, and pass nobody. Boat A wants out by the exit {exit_} at the right
        end of its row, and the others are in its way."""
    )
    _pictures(book, look, target, exit_)
    book.heading("Moves and squares")
    book.text(
        """A move is a slide: a boat goes any number of squares one way, and stops. The solution
        above is three moves, B↓3, C↓3 and A→4, and ten squares. Both numbers are always told, the
        moves first. The fewest moves and the fewest squares need not be the same solution; a
        solver says which of them it has made the least."""
    )
    scene = Scene(read_game(HARBOUR), look)
    book.how_to_play(scene.board, keys)
    book.text(
        f"""A letter picks the boat that bears it, an arrow slides it one square. The arrow again
        slides it on, which is still the same move; with shift it goes as far as it can. With the
        mouse, drag a boat, or click on it and then on a free square of its row or column.
        Since letters are for boats, commands have other keys while you play:
        `{keys("play.undo")}` takes a move back, `{keys("play.hint")}` gives a hint.
        Typed, `{SOLUTION}` solves the harbour above. `bd3` and `b d 3` are the same as B↓3, and so
        is `B>B>B>`: > is right or down, < is left or up."""
    )
    _things_to_know(book, keys)


def _pictures(book: Book, look: Look, target: str, exit_: str) -> None:
    scene = Scene(read_game(HARBOUR, "slides"), look).press("b")
    chosen = scene.drawn(SMALL, LARGE, cursor=True)
    scene.press("shift+down")
    gone = scene.drawn(SMALL, LARGE, cursor=True)
    scene.press("c", "shift+down", "a", "shift+right")
    out = scene.drawn(SMALL, LARGE)
    book.pictures(
        (chosen, f"B is chosen; {target} is where it can go."),
        (gone, "It went three squares down: one move, B↓3."),
        (out, f"C has made way likewise, and A is out by the exit {exit_}: won."),
    )


def _things_to_know(book: Book, keys: Keys) -> None:
    book.heading("Things to know")
    book.points(
        """What blocks A must leave its row: a boat of three that stands across the third row from
        the top has one place only to go to, all the way down. Look for what keeps it from there,
        then for what keeps that.""",
        """Every move can be taken back by its opposite. So no position is ever lost that was won
        before, and a jam is never worse than the way into it.""",
        """Some puzzles have walls, which never move. The hardest that are known need 60 moves
        with walls and 51 without; in squares 93.""",
        """All positions that can be reached, often some thousands, are searched in a few
        milliseconds; the badge says how many moves are left at the least, and tells after each of
        yours whether it was on a shortest way.""",
        f"""A puzzle from a collection can be pasted as its 36 letters, row by row, `o` for water
        and `x` for a wall; in the library `{keys("library.new")}` makes new puzzles of the length
        that you want.""",
    )
    book.heading("Where it comes from")
    book.text(
        """ORush is Rush Hour put to sea. As an exercise it counts squares and writes a boat as
        `A2H12`: letter, length, horizontal or vertical, column and row from 0 at the top left; the
        collections of Rush Hour puzzles count slides. Both can be read and written here."""
    )
