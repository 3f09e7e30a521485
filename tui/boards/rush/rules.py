"""The rules of ORush."""

from ludoscope.games.rush.rules import read_game
from ludoscope.tui.boards.rules_page import Book, Keys, Scene
from ludoscope.tui.boards.user_options import UserOptions

SMALL, LARGE = (27, 11), (27, 11)
HARBOUR = "~~~B~C/~~~B~C/AA~B~C/DD~~~~/~~E~~~/FFE~~~"
SOLUTION = "B↓3 C↓3 A→4"


def write(book: Book, options: UserOptions, keys: Keys) -> None:
    exit_, target = (">", "o") if options.appearance.ascii_only else ("►", "◌")
    book.heading("The basics")
    book.text(
        f"""Boats lie in a harbour of six by six squares. They move only forwards and backwards:
        horizontal boats left and right, vertical boats up and down. They never turn and never pass
        over each other. Boat A must leave by the exit {exit_} at the right end of its row, and the
        others are in its way."""
    )
    _pictures(book, options, target, exit_)
    book.heading("Moves and squares")
    book.text(
        """A move is a slide: a boat goes any number of squares in one direction. The solution
        above is three moves, B↓3, C↓3 and A→4, and ten squares. Both numbers are always shown, the
        moves first. A solution in the fewest moves may take more squares than another one; each
        solver says which of the two it minimises."""
    )
    scene = Scene(read_game(HARBOUR), options)
    book.how_to_play(scene.board, keys)
    book.text(
        f"""A letter picks the boat with that letter, an arrow slides it one square. The arrow again
        slides it on, which is still the same move; with shift it goes as far as it can. With the
        mouse, drag a boat, or click on it and then on a free square of its row or column.
        Since letters pick boats, commands have other keys while you play:
        `{keys("play.undo")}` undoes a move, `{keys("play.hint")}` gives a hint.
        Typed, `{SOLUTION}` solves the harbour above. `bd3` and `b d 3` are the same as B↓3, and so
        is `B>B>B>`: > is right or down, < is left or up."""
    )
    _things_to_know(book, keys)


def _pictures(book: Book, options: UserOptions, target: str, exit_: str) -> None:
    scene = Scene(read_game(HARBOUR, "slides"), options).press("b")
    chosen = scene.drawn(SMALL, LARGE, cursor=True)
    scene.press("shift+down")
    gone = scene.drawn(SMALL, LARGE, cursor=True)
    scene.press("c", "shift+down", "a", "shift+right")
    out = scene.drawn(SMALL, LARGE)
    book.pictures(
        (chosen, f"B is chosen; {target} is where it can go."),
        (gone, "It went three squares down: one move, B↓3."),
        (out, f"C has moved too, and A has left by the exit {exit_}: won."),
    )


def _things_to_know(book: Book, keys: Keys) -> None:
    book.heading("Things to know")
    book.points(
        """What blocks A must leave its row: a boat of length three across the third row from the
        top can only go all the way down. Look for what blocks it there, and then for what blocks
        that.""",
        """Every move can be reversed by the opposite move, so no move ever loses the game.""",
        """Some puzzles have walls, which never move. The hardest known puzzles need 60 moves with
        walls and 51 without, and up to 93 squares.""",
        """All positions that can be reached, often some thousands, are searched in a few
        milliseconds. The badge shows the fewest moves left; after each move you see whether it
        was on a shortest solution.""",
        f"""A puzzle from a collection can be pasted as its 36 letters, row by row, `o` for water
        and `x` for a wall; in the library `{keys("library.new")}` makes new puzzles of the length
        that you want.""",
    )
    book.heading("Where it comes from")
    book.text(
        """ORush is Rush Hour with boats. The exercise of that name counts squares and writes a boat
        as `A2H12`: letter, length, horizontal or vertical, column and row from 0 at the top left.
        Collections of Rush Hour puzzles count slides. Ludoscope reads and writes both."""
    )
