"""The rules of ORush."""

from ludoscope.games.rush.rules import read_game
from ludoscope.tui.boards.board import Look
from ludoscope.tui.boards.rules import Book, Keys, Scene

SMALL, LARGE = (27, 11), (27, 11)
HARBOUR = "~~~B~C/~~~B~C/AA~B~C/DD~~~~/~~E~~~/FFE~~~"
SOLUTION = "B>B>B>C>C>C>A>A>A>A>"


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
    book.heading("Steps and slides")
    book.text(
        """There are two ways to count. A step takes a boat one cell; a slide takes it any distance
        at once. The solution above is ten steps, three by B, three by C and four by A, but three
        slides. The fewest steps and the fewest slides need not be the same solution. The board
        counts steps; every puzzle says both of its numbers, and a solver says which one it has
        made the least."""
    )
    scene = Scene(read_game(HARBOUR), look)
    book.how_to_play(scene.board, keys)
    book.text(
        f"""Capital letters name boats, so the commands are small letters. A boat moves by its
        letter with > (right, or down) or < (left, or up), once for each cell: `{SOLUTION}` solves
        the harbour above. The mouse works too: a boat, then the cell where its bow is to go."""
    )
    _things_to_know(book, keys)


def _pictures(book: Book, look: Look, target: str, exit_: str) -> None:
    scene = Scene(read_game(HARBOUR), look).press("B")
    chosen = scene.drawn(SMALL, LARGE, cursor=True)
    scene.press("shift+down")
    gone = scene.drawn(SMALL, LARGE, cursor=True)
    scene.press("C", "shift+down", "A", "shift+right")
    out = scene.drawn(SMALL, LARGE)
    book.pictures(
        (chosen, f"B is chosen; {target} is where it can go."),
        (gone, "It went three cells down: three steps, or one slide."),
        (out, f"C has made way likewise, and A is at the exit {exit_}: won."),
    )


def _things_to_know(book: Book, keys: Keys) -> None:
    book.heading("Things to know")
    book.points(
        """What blocks A must leave its row: a boat of three that stands across the third row from
        the top has one place only to go to, all the way down. Look for what keeps it from there,
        then for what keeps that.""",
        """Every move can be taken back by its opposite. So no position is ever lost that was won
        before, and a jam is never worse than the way into it.""",
        """Some puzzles have walls, which never move. The hardest that are known need 60 slides
        with walls and 51 without; in steps 93.""",
        """All positions that can be reached, often some thousands, are searched in a few
        milliseconds; the badge says how many moves are left at the least, and tells after each of
        yours whether it was a step on the way.""",
        f"""A puzzle from a collection can be pasted as its 36 letters, row by row, `o` for water
        and `x` for a wall; in the library `{keys("library.new")}` makes new puzzles of the length
        that you want.""",
    )
    book.heading("Where it comes from")
    book.text(
        """ORush is Rush Hour put to sea. As an exercise it counts steps and writes a boat as
        `A2H12`: letter, length, horizontal or vertical, column and row from 0 at the top left; the
        collections of Rush Hour puzzles count slides. Both are spoken here."""
    )
