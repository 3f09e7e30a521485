"""Shared lines: a puzzle and the moves made on it as one line of text.

    ludoscope lucas-07 2: 5,4:SW 2,2:E # 2 moves
    ludoscope 'rush ~~~~~~/~~~~~~/AA~B~~/~~~B~~/~~~~~~/~~~~~~ 2: B> B>' # 2 cells
    ludoscope 'patience FreeCell-free - - - - | … / 2C JC 2: 9S-TH 4D-V'
    ludoscope hexapawn ppp/.../PPP W 0:

First comes the name of a puzzle in the catalogue, or the family and the game itself. Then come the
number of moves, by which a line that was cut off is recognised, and the moves in the notation of
the game, each without white space. Text after # is a comment. Words are separated by any white
space, so a line may be wrapped between words. The line is a command of a shell as well: what a
shell would take for its own stands in quotes.
"""

import re
from collections.abc import Hashable, Sequence

from ludoscope.games import FAMILIES, AnyGame, NotationError
from ludoscope.games.errors import short_repr
from ludoscope.puzzles.names import by_name, unnamed
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import UnknownPuzzle, collection
from ludoscope.puzzles.sharing import Sharing

FIRST = "ludoscope"  # the first word
TOLD = "Ludoscope · "  # how what is told of a game begins, of which the last line opens it

MOST = 20_000  # moves

_PLAIN = re.compile(r"[A-Za-z0-9_@%+=:,./ -]*")  # what every shell leaves as it is
_COUNT = re.compile("([0-9]{1,6}):")
_COMMENT = re.compile(r"\s#.*", re.DOTALL)
_EXPECTED = "expected a line such as: ludoscope lucas-07 2: 5,4:S 5,2:W"


def write(puzzle: Puzzle, moves: Sequence[Hashable], said: str = "") -> str:
    """The line for `moves`, played from the start of the puzzle; `said` is for people."""
    texts = _sharing(puzzle.game.family).move_texts(puzzle.game, moves)
    words = " ".join([_puzzle_text(puzzle), f"{len(texts)}:", *texts])
    line = f"{FIRST} {words if _PLAIN.fullmatch(words) else _quoted(words)}"
    return f"{line} # {said}" if said else line


def _quoted(words: str) -> str:
    """In the quotes of a shell; there is none in `words`."""
    return f"'{words}'"


def last_line(text: str) -> str:
    """Of how a game went, with the line that opens it as the last, that line; else the text."""
    first, *rest = text.strip().splitlines() or [""]
    return rest[-1] if rest and first.startswith(TOLD) and is_shared(rest[-1]) else text


def is_shared(text: str) -> bool:
    """Whether a text is meant to be what `read` reads."""
    words = text.split(maxsplit=2)
    return len(words) > 1 and words[0] == FIRST


def counts_moves(text: str) -> bool:
    """Whether there is a number of moves in it, which only a shared line has."""
    return any(_COUNT.fullmatch(word) for word in _words(text))


def _words(text: str) -> list[str]:
    """Those of the line after its first, without quotes."""
    _, _, rest = _COMMENT.sub("", text).strip().partition(FIRST)
    return rest.strip().removeprefix("'").removesuffix("'").split()


def read(text: str) -> Puzzle:
    """The puzzle of a line, with its moves.

    NotationError when the line is malformed, or a move is illegal; UnknownPuzzle when there is no
    such puzzle.
    """
    if not is_shared(text):
        raise NotationError(f"found {short_repr(text)}, {_EXPECTED}")
    words = _words(text)
    cut = next((at for at, word in enumerate(words) if _COUNT.fullmatch(word)), len(words))
    puzzle = _read_puzzle(words[:cut])
    return puzzle._replace(moves=_read_moves(puzzle.game, words[cut:]))


def _read_puzzle(words: Sequence[str]) -> Puzzle:
    if words and words[0] in FAMILIES:
        try:
            game = _sharing(words[0]).read_game(words[1:])
        except ValueError as error:
            raise NotationError(f"the game of {words[0]}: {error}") from None
        return unnamed(game)
    if len(words) != 1:
        found = short_repr(" ".join(words)) if words else "no puzzle"
        raise NotationError(f"found {found}, {_EXPECTED}")
    puzzle = by_name(words[0])
    if not puzzle:
        raise UnknownPuzzle(f"no puzzle is called {short_repr(words[0])}")
    return puzzle


def _read_moves(game: AnyGame, words: Sequence[str]) -> tuple[Hashable, ...]:
    """The moves after their count."""
    if not words:
        return ()
    count, texts = int(words[0].removesuffix(":")), words[1:]
    if len(texts) != count:
        missing = ": the line was cut off" if len(texts) < count else ""
        raise NotationError(f"found {len(texts)} moves, expected {count}{missing}")
    if count > MOST:
        raise NotationError(f"found {count} moves, expected {MOST} at the most")
    position, moves, sharing = game.start, list[Hashable](), _sharing(game.family)
    for number, text in enumerate(texts, 1):
        try:
            meant = game.parse_moves(position, sharing.text(text))
            for move in meant:
                position = game.play(position, move)
        except ValueError as error:
            raise NotationError(f"move {number} of {count}, {short_repr(text)}: {error}") from None
        moves += meant
    return tuple(moves)


def _puzzle_text(puzzle: Puzzle) -> str:
    """The name where it says everything, else the game."""
    spec = puzzle.game.spec()
    try:
        known = by_name(puzzle.name)
    except UnknownPuzzle:
        known = None
    if known and known.game.spec() == spec:
        return puzzle.name
    return f"{puzzle.game.family} {_sharing(puzzle.game.family).game_text(spec)}"


def _sharing(family: str) -> Sharing:
    return collection(family).sharing
