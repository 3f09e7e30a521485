"""The rules of hexapawn."""

from ludoscope.games.hexapawn.rules import parse_game
from ludoscope.tui.boards.rules_page import Book, Keys, Scene
from ludoscope.tui.boards.user_options import UserOptions

SMALL, LARGE = (26, 7), (26, 7)
MIDDLE = "p.p/.p./P.P W"


def write(book: Book, options: UserOptions, keys: Keys) -> None:
    book.heading("The basics")
    book.text(
        """Two rows of pawns face each other. A pawn steps one cell straight ahead if that is
        empty, or captures an enemy one cell ahead and to the side, as in chess; there is no double
        step. White moves first and up the board, black down."""
    )
    _moves(book, options)
    book.heading("Three ways to win")
    _wins(book, options)
    book.text(
        """All three are one rule: the side to move has lost if an enemy pawn stands on its home
        row, or if it has no legal move. There are no draws, since every move takes a pawn
        forward."""
    )
    scene = Scene(parse_game(MIDDLE), options)
    more = (
        ("play.sides", "who plays: you, a solver, random moves, the matchboxes"),
        ("play.turn", "turn the board; black sees it from the other side"),
        ("play.overlay", "the value of every move, on the board"),
        ("play.matchboxes", "the matchboxes that learn"),
    )
    book.how_to_play(scene.board, keys, more)
    _values(book, keys)
    _history(book)


def _moves(book: Book, options: UserOptions) -> None:
    scene = Scene(parse_game(MIDDLE), options)
    start = scene.drawn(SMALL, LARGE, cursor=True)
    scene.press("tab", "enter")
    picked = scene.drawn(SMALL, LARGE, cursor=True)
    scene.press("up", "right", "enter")
    book.pictures(
        (start, "White is to move, with the cursor on a pawn."),
        (picked, "It is picked: it can step ahead, or capture the pawn between ( )."),
        (scene.drawn(SMALL, LARGE), "The pawn has captured."),
    )


def _wins(book: Book, options: UserOptions) -> None:
    def ended(text: str) -> Scene:
        return Scene(parse_game(text), options)

    book.pictures(
        (ended("P.p/.p./..P B").drawn(SMALL, LARGE), "A pawn on the far row: white has won."),
        (ended(".../.P./P.. B").drawn(SMALL, LARGE), "The other side has no pawn left."),
        (ended("..p/p.P/P.. B").drawn(SMALL, LARGE), "The other side cannot move: white has won."),
    )


def _values(book: Book, keys: Keys) -> None:
    book.heading("Values")
    book.text(
        f"""Small boards can be solved completely. A value says how a position ends with best play
        by both sides, in plies (a ply is a move by one side): +19 is a win in 19 plies for the side
        to move, −8 a loss in 8, and 0 a game that is over. The value of a move is that of the
        position after it with the sign reversed, one ply further off.
        `{keys("play.overlay")}` shows the values on the board."""
    )
    book.heading("Things to know")
    book.points(
        """With best play black wins on 3×3, in 6 plies, and on 6×6, in 30; white, who moves first,
        wins on 4×4, in 11, and on 5×5, in 19. No simple rule is known.""",
        f"""The library has a table of values by board size (`{keys("library.table")}`); values that
        are not known yet can be computed there.""",
        """Leave your opponent few moves: the side that has none loses. That is often worth more
        than a capture.""",
        """A passed pawn, which no enemy pawn can block or capture, decides the game: count who
        reaches the far row first.""",
    )


def _history(book: Book) -> None:
    book.heading("A little history")
    book.text(
        """Martin Gardner invented hexapawn in 1962 for a machine of matchboxes and beads, HER,
        which learns from its losses. It follows MENACE, the matchboxes that Donald Michie had
        taught noughts and crosses. Ludoscope has these matchboxes too."""
    )
