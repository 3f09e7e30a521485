"""The rules page of ORush."""

from ludoscope.games.rush.rules import read_game
from ludoscope.tui.boards.rules_page import ExampleBoard, KeyDisplay, RulesDocument
from ludoscope.tui.boards.rush.drawing import ASCII, UNICODE
from ludoscope.tui.boards.user_options import UserOptions

PICTURE_SIZE = (27, 11)
HARBOUR = "~~~B~C/~~~B~C/AA~B~C/DD~~~~/~~E~~~/FFE~~~"
SOLUTION = "B↓3 C↓3 A→4"


def write_rules(document: RulesDocument, options: UserOptions, keys: KeyDisplay) -> None:
    exit_sign, _ = _signs(options)
    document.add_heading("The basics")
    document.add_paragraph(
        f"""Boats lie in a harbour of six by six squares. They move only forwards and backwards:
        horizontal boats left and right, vertical boats up and down. They never turn and never pass
        over each other. Boat A must leave by the exit {exit_sign} at the right end of its row, and
        the others are in its way."""
    )
    _add_pictures(document, options)
    document.add_heading("Moves and squares")
    document.add_paragraph(
        """A move is a slide: a boat goes any number of squares in one direction. The solution
        above is three moves, B↓3, C↓3 and A→4, and ten squares. The screen counts moves. A
        solution in the fewest moves may take more squares than another one; each solver says which
        of the two it minimises."""
    )
    example = ExampleBoard(read_game(HARBOUR), options)
    extra_actions = (
        ("play.overlay", "show the fewest moves left after each slide"),
        ("go.edit", "set up a grid of your own"),
    )
    document.add_how_to_play(example.board, keys, extra_actions)
    document.add_paragraph(
        f"""A capital letter picks the boat with that letter, an arrow slides it one square. The
        arrow again slides it on, which is still the same move; with shift it goes as far as it can.
        With the mouse, drag a boat, or click on it and then on a free square of its row or column.
        Small letters are commands, as in all games. Typed after `{keys("play.type")}`, `{SOLUTION}`
        solves the harbour above. `bd3` and `b d 3` are the same as B↓3, and so is `B>B>B>`: > is
        right or down, < is left or up."""
    )
    _add_things_to_know(document, keys)


def _signs(options: UserOptions) -> tuple[str, str]:
    """Return the signs of the exit and of a square that a boat can reach."""
    glyphs = ASCII if options.appearance.ascii_only else UNICODE
    return glyphs.exit, glyphs.target


def _add_pictures(document: RulesDocument, options: UserOptions) -> None:
    exit_sign, target_sign = _signs(options)
    example = ExampleBoard(read_game(HARBOUR, "slides"), options).press("B")
    picked = example.picture(PICTURE_SIZE, cursor=True)
    example.press("shift+down")
    slid = example.picture(PICTURE_SIZE, cursor=True)
    example.press("C", "shift+down", "A", "shift+right")
    won = example.picture(PICTURE_SIZE)
    document.add_drawings(
        (picked, f"Boat B is picked; it can go to the squares with {target_sign}."),
        (slid, "B has slid three squares down: one move, B↓3."),
        (won, f"C has moved too, and A has left by the exit {exit_sign}: solved."),
    )


def _add_things_to_know(document: RulesDocument, keys: KeyDisplay) -> None:
    document.add_heading("Things to know")
    document.add_list(
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
    document.add_heading("Where it comes from")
    document.add_paragraph(
        """ORush is Rush Hour with boats. The exercise of that name counts squares and writes a boat
        as `A2H12`: letter, length, horizontal or vertical, column and row from 0 at the top left.
        Collections of Rush Hour puzzles count slides. Ludoscope reads and writes both."""
    )
