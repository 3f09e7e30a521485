"""Shared lines: a puzzle and the moves made on it as one line of text.

    ludoscope lucas-07 2: 5,4:SW 2,2:E # 2 moves
    ludoscope 'rush ~~~~~~/~~~~~~/AA~B~~/~~~B~~/~~~~~~/~~~~~~ 2: B> B>' # 2 cells
    ludoscope 'patience FreeCell-free - - - - | … / 2C JC 2: 9S-TH 4D-V'
    ludoscope hexapawn ppp/.../PPP W 0:

The first token is followed by the name of a puzzle in the catalogue, or the family and the encoded
game. Then come the number of moves, by which a truncated line is detected, and the moves in the
notation of the game, each without white space; branches and annotations may follow, see
`puzzles.shared_tree`. Text after # is a comment. Words are separated by any white space, so a line
may be wrapped between tokens. A line is also a command for a shell; it is quoted if it contains
characters that a shell would interpret.

`encode` or `encode_tree`, and `decode`, are inverse to each other. The encoding of games and moves
is that of the `Sharing` of each family.
"""

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from ludoscope.games import FAMILIES, AnyGame, NotationError
from ludoscope.games.errors import short_repr
from ludoscope.puzzles import shared_tree
from ludoscope.puzzles.names import find_by_name, puzzle_of_game
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import UnknownPuzzle, collection
from ludoscope.puzzles.shared_tree import SharedNode, SharedTree
from ludoscope.puzzles.sharing import Sharing

COMMAND_WORD = "ludoscope"  # the first token
# the beginnings of a summary of a game and of a game in words, which end with a shared line
SUMMARY_PREFIX = "Ludoscope · "
WORDS_PREFIX = "Ludoscope, "

MAX_MOVES = 20_000
MAX_TOKEN_CHARACTERS = 4_000  # of moves written as one, such as all jumps of a peg in a row

_UNQUOTED = re.compile(r"[A-Za-z0-9_@%+=:,./ -]*")  # characters that no shell interprets
_COUNT = re.compile("([0-9]{1,6}):")
_COMMENT = re.compile(r"\s#.*", re.DOTALL)
_EXPECTED = "expected a line such as: ludoscope lucas-07 2: 5,4:S 5,2:W"


def encode(puzzle: Puzzle, moves: Sequence[Hashable], comment: str = "") -> str:
    """Return the line for a puzzle and moves from its start, followed by a comment if given."""
    texts = _sharing(puzzle.game.family).encode_moves(puzzle.game, moves)
    tokens = " ".join([_puzzle_text(puzzle), f"{len(texts)}:", *texts])
    line = f"{COMMAND_WORD} {tokens if _UNQUOTED.fullmatch(tokens) else _quote(tokens)}"
    return f"{line} # {comment}" if comment else line


def encode_tree(puzzle: Puzzle, tree: SharedTree, comment: str = "") -> str:
    """Return the line for a puzzle and a tree of moves."""
    tokens = shared_tree.encode_moves(_sharing(puzzle.game.family), puzzle.game, tree.nodes)
    length = tree.line_length
    extras = shared_tree.encode_extras(tree, tokens)
    parts = [_puzzle_text(puzzle), f"{length}:", *tokens[:length], *filter(None, [extras])]
    line = f"{COMMAND_WORD} {_quote(' '.join(parts))}"
    return f"{line} # {comment}" if comment else line


def _quote(tokens: str) -> str:
    # no family encodes a game or a move with quotes in it
    return f"'{tokens}'"


def extract_shared_line(text: str) -> str:
    """Return the shared line that ends a summary of a game, or a game in words.

    It may be wrapped between its words. Any other text is returned unchanged.
    """
    lines = text.strip().splitlines()
    if not lines or not lines[0].startswith((SUMMARY_PREFIX, WORDS_PREFIX)):
        return text
    starts = (index for index in range(len(lines) - 1, 0, -1) if is_shared(lines[index]))
    start = next(starts, None)
    return text if start is None else " ".join(lines[start:])


def is_shared(text: str) -> bool:
    """Return True if a text begins like a shared line; it may still be malformed."""
    tokens = text.split(maxsplit=2)
    return len(tokens) > 1 and tokens[0] == COMMAND_WORD


def has_move_count(text: str) -> bool:
    """Return True if a text contains a number of moves such as `2:`, as only shared lines do."""
    return any(_COUNT.fullmatch(token) for token in _tokens(text))


def _tokens(text: str) -> list[str]:
    """Return the tokens after the first one, without quotes and comment."""
    _, _, arguments = _COMMENT.sub("", text).strip().partition(COMMAND_WORD)
    return arguments.strip().removeprefix("'").removesuffix("'").split()


def decode(text: str) -> Puzzle:
    """Return the puzzle of a line, with its moves.

    Raises:
        NotationError: The line is malformed, or a move is illegal.
        UnknownPuzzle: There is no such puzzle.
    """
    if not is_shared(text):
        raise NotationError(f"found {short_repr(text)}, {_EXPECTED}")
    tokens = _tokens(text)
    counts = (index for index, token in enumerate(tokens) if _COUNT.fullmatch(token))
    count_index = next(counts, len(tokens))
    puzzle = _read_puzzle(tokens[:count_index])
    tree = _read_tree(puzzle.game, tokens[count_index:])
    line = tree.nodes[1 : tree.line_length + 1]
    moves = tuple(move for node in line for move in node.moves)
    return replace(puzzle, moves=moves, tree=tree if tree.has_extras else None)


def _read_puzzle(tokens: Sequence[str]) -> Puzzle:
    if tokens and tokens[0] in FAMILIES:
        try:
            game = _sharing(tokens[0]).decode_game(tokens[1:])
        except ValueError as error:
            raise NotationError(f"the game of {tokens[0]}: {error}") from None
        return puzzle_of_game(game)
    if len(tokens) != 1:
        actual = short_repr(" ".join(tokens)) if tokens else "no puzzle"
        raise NotationError(f"found {actual}, {_EXPECTED}")
    puzzle = find_by_name(tokens[0])
    if not puzzle:
        raise UnknownPuzzle(f"no puzzle is called {short_repr(tokens[0])}")
    return puzzle


def _read_tree(game: AnyGame, tokens: Sequence[str]) -> SharedTree:
    """Return the tree of the tokens: the number of moves, their texts, branches, annotations."""
    if not tokens:
        return SharedTree((SharedNode(-1),), 0)
    count = int(tokens[0].removesuffix(":"))
    texts, extras = shared_tree.split_extras(tokens[1:], count)
    if len(texts) != count:
        missing = ": the line was cut off" if len(texts) < count else ""
        raise NotationError(f"found {len(texts)} moves, expected {count}{missing}")
    if count + len(extras) > MAX_MOVES:
        raise NotationError(f"found {count + len(extras)} moves, expected {MAX_MOVES} at the most")
    nodes, positions = [SharedNode(-1)], [game.start]
    node_numbers = [0]  # by the number of the token
    entries = [*enumerate(texts), *shared_tree.read_branches(extras, count + 1)]
    for number, (parent_token, text) in enumerate(entries, 1):
        parent = node_numbers[parent_token]
        position = positions[parent]
        try:
            for node in _read_token(game, parent, len(nodes), position, text):
                if len(nodes) > MAX_MOVES:  # the start is one of them
                    raise NotationError(f"found more moves, expected {MAX_MOVES} at the most")
                nodes.append(node)
                for move in node.moves:
                    position = game.play(position, move)
                positions.append(position)
        except ValueError as error:
            what = f"move {number} of {len(entries)}, {short_repr(text)}"
            raise NotationError(f"{what}: {error}") from None
        node_numbers.append(len(nodes) - 1)
    for token_number, is_promoted, text in shared_tree.read_annotations(extras, len(node_numbers)):
        index = node_numbers[token_number]
        nodes[index] = nodes[index]._replace(annotation=text, is_promoted=is_promoted)
    return SharedTree(tuple(nodes), node_numbers[count])


def _read_token(
    game: AnyGame, parent: int, next_number: int, position: Hashable, text: str
) -> Iterator[SharedNode]:
    """Yield the nodes of a token; one that stands for several moves of the player has several."""
    if len(text) > MAX_TOKEN_CHARACTERS:
        raise NotationError(
            f"found {len(text)} characters, expected {MAX_TOKEN_CHARACTERS} at the most"
        )
    move_text = text.removeprefix(shared_tree.JOIN_MARK)
    continues_step = move_text != text
    moves = tuple(game.parse_moves(position, _sharing(game.family).decode_move(move_text)))
    if len(FAMILIES[game.family].merge_line(moves)) == 1:
        yield SharedNode(parent, moves, continues_step)
        return
    for index, move in enumerate(moves):
        yield SharedNode(parent, (move,), continues_step or index > 0)
        parent = next_number + index


def _puzzle_text(puzzle: Puzzle) -> str:
    """Return the name of a puzzle in the catalogue; for others, the family and the encoded game."""
    spec = puzzle.game.spec()
    try:
        namesake = find_by_name(puzzle.name)
    except UnknownPuzzle:
        namesake = None
    if namesake and namesake.game.spec() == spec:
        return puzzle.name
    return f"{puzzle.game.family} {_sharing(puzzle.game.family).encode_game(spec)}"


def _sharing(family: str) -> Sharing:
    return collection(family).sharing
