"""The pages of the tour: a drawing and a few sentences each."""

from collections.abc import Callable
from typing import NamedTuple

from textual.content import Content

from ludoscope.puzzles import catalogue
from ludoscope.search.move_values import LOSS, WIN, MoveValue
from ludoscope.tui.boards.board import MOVE_VALUES, Board, Move
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block, StyledLine

CROSS, LOSING_MOVE = "english-cross", "4,5:N"
VALUED_GAME = "hexapawn-3x4"
VALUES = {  # of the first moves of that game, which a test computes again
    "a1a2": MoveValue(WIN, 5),
    "b1b2": MoveValue(LOSS, 6),
    "c1c2": MoveValue(LOSS, 6),
    "d1d2": MoveValue(WIN, 5),
}
SOLVED_GAME = "orush-20"
TIMELINE: Block = [
    [
        (" ◄ ", "key"),
        ("▇▆▅▅▄", "good"),
        ("?×××", "bad"),
        ("[", "cursor"),
        ("×", "bad"),
        ("]", "cursor"),
        (" ► ", "key"),
    ],
    [],
    [("   ▇▅▁ ", "good"), ("can be won; low near the end", "")],
    [("   ×   ", "bad"), ("lost", "")],
    [("   ?   ", "bad"), ("the move that lost the game", "")],
    [],
    [("   4  5,3:W", "")],
    [("   5  4,1:N ", ""), ("??", "bad"), ("  marked in the list", "dim")],
    [("   6  3,5:E", "dim")],
    [("   7  4,6:S", "dim")],
]


class Page(NamedTuple):
    """A page of the tour.

    Attributes:
        title: Its heading.
        text: Returns its text, with the keys as the user has set them.
        draw: Returns its drawing for a number of columns and lines.
    """

    title: str
    text: Callable[[UserOptions], str]
    draw: Callable[[UserOptions, int, int], Block]


def _board(name: str, options: UserOptions) -> Board:
    return create_board(catalogue.find(name, files=False).game, options)


def _moves_by_text(board: Board) -> dict[str, Move]:
    game = board.game
    return {game.move_text(game.start, move): move for move in game.moves(game.start)}


def _draw_start(options: UserOptions, width: int, height: int) -> Block:
    board = _board(CROSS, options)
    return list(board.draw(board.game.start, width, height))


def _draw_lost(options: UserOptions, width: int, height: int) -> Block:
    board = _board(CROSS, options)
    move = _moves_by_text(board)[LOSING_MOVE]
    lines = board.draw(board.game.play(board.game.start, move), width, height - 2, move)
    return [[("   ✗ lost", "bad"), ("   z: back to winnable", "dim")], [], *lines]


def _draw_timeline(options: UserOptions, width: int, height: int) -> Block:
    return TIMELINE


def _draw_values(options: UserOptions, width: int, height: int) -> Block:
    board = _board(VALUED_GAME, options)
    start, moves = board.game.start, _moves_by_text(board)
    board.overlay = MOVE_VALUES
    board.set_move_values(start, {(moves[text],): value for text, value in VALUES.items()})
    return list(board.draw(start, width, height))


def _draw_solved(options: UserOptions, width: int, height: int) -> Block:
    board = _board(SOLVED_GAME, options)
    lines = board.draw(board.game.start, width, height - 2)
    bar: StyledLine = [(" ◄ ", "key"), ("□" * 11, "dim"), (" ► ", "key"), ("move 0 of 11", "")]
    return [*lines, [], bar]


def _play_text(options: UserOptions) -> str:
    key = options.key_display
    enter = key("board.enter", "⏎")
    return (
        f"Move with the arrow keys; {enter} picks a piece up and puts it down. "
        "Or use the mouse: click a piece, then its target, or drag it.\n\n"
        f"{key('play.undo', 'u')} takes a move back, as often as you like; "
        f"{key('play.hint', 'i')} gives a hint.\n\n"
        "The last lines of a screen show its keys. "
        f"{key('app.help', '?')} explains the screen, and {key('app.palette', '^p')} finds "
        "every command and puzzle by name."
    )


def _badge_text(options: UserOptions) -> str:
    back = options.key_display("play.winnable", "z")
    return (
        "A badge in the top line answers this after each move:\n\n"
        "✓ winnable: there is a way to win.\n"
        "✗ lost: it is proved that there is none.\n\n"
        f"{back} goes back to the last position that could be won. "
        "Moves that you take back are kept, so nothing is lost by trying."
    )


def _timeline_text(options: UserOptions) -> str:
    tree = options.key_display("play.tree", "t")
    return (
        "The line below the board shows each position of your game.\n\n"
        "A click on it goes there, and so does a click in the list of moves, where ?? marks the "
        "move that lost the game.\n\n"
        f"{tree} shows all moves as a tree, with the ones that you took back."
    )


def _values_text(options: UserOptions) -> str:
    values = options.key_display("play.overlay", "v")
    return (
        f"{values} shows what each move leads to: here +5 wins in five moves of both sides, "
        "and −6 loses in six. In other games it is ✓ or ✗, or the fewest moves left.\n\n"
        f"In peg solitaire {values} goes on to colourings, which prove positions lost.\n\n"
        "The panel explains the marks. Values count as a hint."
    )


def _solver_text(options: UserOptions) -> str:
    key = options.key_display
    return (
        f"{key('play.solve', 's')} solves the game from where you are and shows the solution: "
        f"←→ step through it, {key('board.space', 'space')} plays it, and "
        f"{key('board.enter', '⏎')} lets you play on from there.\n\n"
        f"{key('play.watch', 'w')} shows the solver at work.\n\n"
        f"{key('app.lab', '^l')} opens the lab, where several solvers race on the same position."
    )


PAGES = (
    Page("Keys or mouse", _play_text, _draw_start),
    Page("Can it still be won?", _badge_text, _draw_lost),
    Page("Where did it go wrong?", _timeline_text, _draw_timeline),
    Page("What is each move worth?", _values_text, _draw_values),
    Page("Solvers and the lab", _solver_text, _draw_solved),
)


def draw_page(page: Page, options: UserOptions, width: int, height: int) -> Block:
    """Return the drawing of a page in the middle of `width` × `height` cells."""
    return drawing.center(page.draw(options, width, height), width, height)


def page_text(page: Page, options: UserOptions) -> Content:
    """Return the heading and the text of a page."""
    return Content.assemble((page.title, "bold"), "\n\n", page.text(options))
