"""The rules of peg solitaire."""

from functools import partial
from typing import Any

from ludoscope.games.peg.board import BOARDS
from ludoscope.puzzles import catalogue
from ludoscope.tui.boards.rules_page import Book, Keys, Scene
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.peg_editor import blank

SMALL, LARGE = (18, 9), (28, 10)  # cells of a drawing, on narrow pages and on others

NAMES = (
    ("english", "English, 33 holes"),
    ("european", "European, 37: the French board, and Lucas's"),
    ("wiegleb", "Wiegleb, 45: arms of three by three"),
    ("asymmetric", "Asymmetric, 39: arms of 3, 3, 2 and 2"),
    ("diamond", "Diamond, 41"),
    ("triangle", "Triangle, 15: jumps in six directions"),
)


def write(book: Book, options: UserOptions, keys: Keys) -> None:
    _rules(book, options)
    book.heading("The boards")
    made = [(Scene(blank(BOARDS[name]), options), words) for name, words in NAMES]
    book.pictures(*((scene.drawn(SMALL, SMALL), words) for scene, words in made))
    scene = Scene(blank(BOARDS["english"]), options)
    overlays = ("play.overlay", "show the colouring on the board, and what it proves")
    book.how_to_play(scene.board, keys, [overlays, ("go.edit", "set up a problem of your own")])
    book.text(
        """A hole is named by its column and its row, both from 1, the lowest row being 1: the
        centre of the English board is 4,4. A move is the hole that a peg starts from and a
        direction, N, E, S or W; for several jumps of one peg, write the directions one after the
        other. Lucas's pairs are from and to: `45-43`. The triangle has NW and SE as well, with dots
        between: `1,5:S.SE.E`."""
    )
    _things_to_know(book)


def _rules(book: Book, options: UserOptions) -> None:
    book.heading("The basics")
    book.text(
        """A peg jumps over the peg beside it into the empty hole behind, and the peg that was
        jumped over is taken off the board. There is no other move. Jumps go along rows and
        columns, never diagonally. A problem gives the pegs at the start and at the finish; most
        often all holes but one are full at the start, and a single peg is left at the finish."""
    )
    game: Any = catalogue.find("english-central", files=False).game
    drawn = partial(Scene.drawn, narrow=SMALL, roomy=LARGE)
    scene = Scene(game, options).press("tab", "enter")
    picked = drawn(scene, cursor=True)
    target = "o" if options.appearance.ascii_only else "◌"
    scene.press("tab", "enter")
    jumped = drawn(scene)
    finish = drawn(Scene(game, options, game.finish))
    book.pictures(
        (picked, f"A peg is picked; it can jump to {target}."),
        (jumped, "After the jump: the peg between is gone, and two holes are empty."),
        (finish, "The finish of this problem, 31 jumps from the start."),
    )
    book.text(
        """Several jumps in a row by one peg are one move. The board counts jumps, of which
        every solution of a problem has the same number; solutions differ in the number of
        moves."""
    )


def _things_to_know(book: Book) -> None:
    book.heading("Things to know")
    book.points(
        """Colour the holes A, B, C in turn along the diagonals. Each jump changes the parity of
        the number of pegs on every colour, so from start to finish all three parities change or
        none does. There are two such colourings, and the overlay shows both. They prove, for
        example, that the European board cannot be played from an empty centre to a single peg in
        the centre.""",
        """The dual of a problem, backwards and with pegs and holes exchanged, has the same
        solutions backwards. When you are stuck, think from the finish.""",
        """A peg in a corner cannot be jumped over; it must jump out itself.""",
        """The English board with its centre empty has 23,475,688 positions up to symmetry. From
        1,679,072 of them a single peg in the centre can still be reached: after every jump the
        badge above the board says whether yours is among them.""",
        """That problem takes 18 moves at least, and none of the 21 from one vacancy to one peg
        takes more than 19. The solver `fewest` proves this.""",
    )
    book.heading("A little history")
    book.text(
        """Wiegleb described the large board with 45 holes in 1779. Lucas gave thirty problems
        on the European one, with names such as “Three horsemen encircled by sixteen soldiers”.
        You can replay all his solutions here, though most of the problems can be solved in fewer
        moves."""
    )
