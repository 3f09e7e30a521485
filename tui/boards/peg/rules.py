"""The rules page of peg solitaire."""

from ludoscope.games.peg.board import BOARDS
from ludoscope.puzzles import catalogue
from ludoscope.tui.boards.rules_page import (
    CaptionedPicture,
    ExampleBoard,
    KeyDisplay,
    RulesDocument,
)
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.peg_editor import create_initial_problem

NARROW_SIZE, WIDE_SIZE = (18, 9), (28, 10)  # columns and rows of pictures

BOARD_CAPTIONS = (
    ("english", "English, 33 holes"),
    ("european", "European, 37: the French board, and Lucas's"),
    ("wiegleb", "Wiegleb, 45: arms of three by three"),
    ("asymmetric", "Asymmetric, 39: arms of 3, 3, 2 and 2"),
    ("diamond", "Diamond, 41"),
    ("triangle", "Triangle, 15: jumps in six directions"),
)


def write_rules(document: RulesDocument, options: UserOptions, keys: KeyDisplay) -> None:
    _add_basics(document, options)
    document.add_heading("The boards")
    document.add_drawings(
        *(_board_picture(name, caption, options) for name, caption in BOARD_CAPTIONS)
    )
    example = ExampleBoard(create_initial_problem(BOARDS["english"]), options)
    extra_actions = (
        ("play.overlay", "show the values of the jumps, then the colourings and what they prove"),
        ("go.edit", "set up a problem of your own"),
    )
    document.add_how_to_play(example.board, keys, extra_actions)
    document.add_paragraph(
        """A hole is named by its column and its row, both from 1, the lowest row being 1: the
        centre of the English board is 4,4. A move is the hole that a peg starts from and a
        direction, N, E, S or W; for several jumps of one peg, write the directions one after the
        other. Lucas's pairs are from and to: `45-43`. The triangle has NW and SE as well, with dots
        between: `1,5:S.SE.E`."""
    )
    _add_things_to_know(document)


def _board_picture(name: str, caption: str, options: UserOptions) -> CaptionedPicture:
    example = ExampleBoard(create_initial_problem(BOARDS[name]), options)
    return CaptionedPicture(example.picture(NARROW_SIZE), caption)


def _add_basics(document: RulesDocument, options: UserOptions) -> None:
    document.add_heading("The basics")
    document.add_paragraph(
        """A peg jumps over the peg beside it into the empty hole behind, and the peg that was
        jumped over is taken off the board. There is no other move. Jumps go along rows and
        columns, never diagonally. A problem gives the pegs at the start and at the finish; most
        often all holes but one are full at the start, and a single peg is left at the finish."""
    )
    game = catalogue.find("english-central", files=False).game
    example = ExampleBoard(game, options)
    example.board.propose_move(example.position, game.moves(example.position)[0])
    picked = example.picture(NARROW_SIZE, WIDE_SIZE, cursor=True)
    target = "o" if options.appearance.ascii_only else "◌"
    example.press("enter")
    jumped = example.picture(NARROW_SIZE, WIDE_SIZE)
    finish = ExampleBoard(game, options, example.board.goal_position()).picture(
        NARROW_SIZE, WIDE_SIZE
    )
    document.add_drawings(
        (picked, f"A peg is picked up; it can jump to {target}."),
        (jumped, "After the jump: the peg between is gone, and two holes are empty."),
        (finish, "The finish of this problem, 31 jumps from the start."),
    )
    document.add_paragraph(
        """Several jumps in a row by one peg are one move, and the top line counts moves. Every
        solution of a problem has the same number of jumps; solutions differ in the number of
        moves."""
    )


def _add_things_to_know(document: RulesDocument) -> None:
    document.add_heading("Things to know")
    document.add_list(
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
    document.add_heading("A little history")
    document.add_paragraph(
        """Wiegleb described the large board with 45 holes in 1779. Lucas gave thirty problems
        on the European one, with names such as “Three horsemen encircled by sixteen soldiers”.
        You can replay all his solutions here, though most of the problems can be solved in fewer
        moves."""
    )
