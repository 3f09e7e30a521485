"""The rules page of hexapawn."""

from ludoscope.games.hexapawn.rules import parse_game
from ludoscope.tui.boards.rules_page import ExampleBoard, KeyDisplay, RulesDocument
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text.documents import DrawForWidth

PICTURE_SIZE = (26, 7)
MIDDLE_GAME = "p.p/.p./P.P W"


def write_rules(document: RulesDocument, options: UserOptions, keys: KeyDisplay) -> None:
    document.add_heading("The basics")
    document.add_paragraph(
        """Two rows of pawns face each other. A pawn steps one square straight ahead if that is
        empty, or captures an enemy one square ahead and to the side, as in chess; there is no
        double step. White moves first and up the board, black down."""
    )
    _add_moves(document, options)
    document.add_heading("Three ways to win")
    _add_wins(document, options)
    document.add_paragraph(
        """All three are one rule: the side to move has lost if an enemy pawn stands on its home
        row, or if it has no legal move. There are no draws, since every move takes a pawn
        forward."""
    )
    example = ExampleBoard(parse_game(MIDDLE_GAME), options)
    extra_actions = (
        ("play.sides", "choose who plays: you, a solver, random moves or the matchboxes"),
        ("play.turn", "turn the board, to see it from the other side"),
        ("play.overlay", "show the value of every move on the board"),
        ("play.matchboxes", "watch and train the matchboxes that learn"),
        ("go.edit", "set up a position of your own"),
    )
    document.add_how_to_play(example.board, keys, extra_actions)
    _add_values(document, keys)
    _add_history(document)


def _add_moves(document: RulesDocument, options: UserOptions) -> None:
    example = ExampleBoard(parse_game(MIDDLE_GAME), options)
    start = example.picture(PICTURE_SIZE, cursor=True)
    example.press("tab", "enter")
    picked = example.picture(PICTURE_SIZE, cursor=True)
    example.press("up", "right", "enter")
    document.add_drawings(
        (start, "White is to move, with the cursor on a pawn."),
        (picked, "It is picked up: it can step ahead, or capture the pawn between ( )."),
        (example.picture(PICTURE_SIZE), "The pawn has captured."),
    )


def _add_wins(document: RulesDocument, options: UserOptions) -> None:
    def picture_of(position: str) -> DrawForWidth:
        return ExampleBoard(parse_game(position), options).picture(PICTURE_SIZE)

    document.add_drawings(
        (picture_of("P.p/.p./..P B"), "A pawn on the far row: white has won."),
        (picture_of(".../.P./P.. B"), "The other side has no pawn left."),
        (picture_of("..p/p.P/P.. B"), "The other side cannot move: white has won."),
    )


def _add_values(document: RulesDocument, keys: KeyDisplay) -> None:
    document.add_heading("Values")
    document.add_paragraph(
        f"""Small boards can be solved completely. A value says how a position ends with best play
        by both sides, in plies (a ply is a move by one side): +19 is a win in 19 plies for the side
        to move, −8 a loss in 8, and 0 a game that is over. The value of a move is that of the
        position after it with the sign reversed, one ply further off.
        `{keys("play.overlay")}` shows the values on the board."""
    )
    document.add_heading("Things to know")
    document.add_list(
        """With best play black wins on 3×3, in 6 plies, and on 6×6, in 30; white, who moves first,
        wins on 4×4, in 11, and on 5×5, in 19. No simple rule is known.""",
        f"""The library has a table of values by board size (`{keys("library.table")}`); values that
        are not known yet can be computed there.""",
        """Leave your opponent few moves: the side that has none loses. That is often worth more
        than a capture.""",
        """A passed pawn, which no enemy pawn can block or capture, decides the game: count who
        reaches the far row first.""",
    )


def _add_history(document: RulesDocument) -> None:
    document.add_heading("A little history")
    document.add_paragraph(
        """Martin Gardner invented hexapawn in 1962 for a machine of matchboxes and beads, HER,
        which learns from its losses. It follows MENACE, the matchboxes that Donald Michie had
        taught noughts and crosses. Ludoscope has these matchboxes too."""
    )
