"""The tree of moves of a shared line: branches and comments beside the moves that it leads to.

    … 2: 5,4:S 5,2:W +11: 1^2: 2,2:E 4,1:N {0 a start } {3 ?! slow }

After the moves `+11:` says that eleven more tokens follow. `1^2:` begins a branch of two moves
after move 1. Moves are numbered in the order in which they stand in the line, 0 is the start; `&`
before a move joins it to the step of the move before it. `{3 … }` is the annotation of move 3, see
`puzzles.annotations`. Characters of it that have a meaning in the line are percent-encoded. As in
the saves, a plus sign after the number marks a move that was promoted: `{3+ }`.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import quote, unquote

from ludoscope.games import FAMILIES, AnyGame, NotationError
from ludoscope.games.errors import short_repr
from ludoscope.puzzles.annotations import AnnotationLine, clean_annotation
from ludoscope.puzzles.sharing import Sharing

MAX_TREE_CHARACTERS = 6000  # of branches and annotations, so that a line can still be pasted
MAX_FRAME_CHARACTERS = 10  # around an annotation: braces, its number and blanks
JOIN_MARK = "&"
COMMENT_END = "}"

_EXTRA_COUNT = re.compile(r"\+([0-9]{1,6}):")
_BRANCH = re.compile(r"([0-9]{1,6})\^([0-9]{1,6}):")
_COMMENT_BEGIN = re.compile(r"\{([0-9]{1,6})(\+)?")
_SPECIAL_CHARACTERS = re.compile(r"[{}#'%\\]")


class SharedNode(NamedTuple):
    """A move of a shared tree; the first one is the start, which has no moves.

    Attributes:
        parent: The number of the node before it, -1 for the start.
        moves: The moves of the game, which `GameFamily.merge_line` makes one: most often one move.
        continues_step: True if the player made it together with the move before it.
        annotation: The verdict and the comment, see `puzzles.annotations`.
        is_promoted: True if the player made it the main line, beside other moves.
    """

    parent: int
    moves: tuple[Hashable, ...] = ()
    continues_step: bool = False
    annotation: str = ""
    is_promoted: bool = False


class SharedTree(NamedTuple):
    """The moves of a shared line with its branches and annotations.

    Attributes:
        nodes: The start, the moves of the line, and the moves of the branches.
        line_length: The number of moves of the line.
    """

    nodes: tuple[SharedNode, ...]
    line_length: int

    @property
    def has_extras(self) -> bool:
        """True if there are branches or annotations."""
        has_branches = len(self.nodes) > self.line_length + 1
        return has_branches or any(node.annotation for node in self.nodes)


class FittingTree(NamedTuple):
    """The part of a tree that has room in a line, and what was left out.

    Attributes:
        tree: The part that fits.
        moves_left_out: The number of moves of branches that were left out.
        comments_left_out: The number of annotations that were left out.
    """

    tree: SharedTree
    moves_left_out: int
    comments_left_out: int


def encode_moves(sharing: Sharing, game: AnyGame, nodes: Sequence[SharedNode]) -> list[str]:
    """Return the token of each node but the first."""
    tokens, positions = [], [game.start]
    for node in nodes[1:]:
        position = positions[node.parent]
        (move,) = FAMILIES[game.family].merge_line(node.moves)
        positions.append(game.play(position, move))
        text = sharing.encode_move(game.move_text(position, move))
        tokens.append(f"{JOIN_MARK * node.continues_step}{text}")
    return tokens


def encode_extras(tree: SharedTree, tokens: Sequence[str]) -> str:
    """Return the branches and annotations as text, "" if there are none.

    Args:
        tree: The tree.
        tokens: The tokens of all nodes but the first.
    """
    nodes, line_length = tree
    parts: list[str] = []
    index = line_length + 1
    while index < len(nodes):
        end = index + 1
        while end < len(nodes) and nodes[end].parent == end - 1:
            end += 1
        parts += [f"{nodes[index].parent}^{end - index}:", *tokens[index - 1 : end - 1]]
        index = end
    for index, node in enumerate(nodes):
        if node.annotation or node.is_promoted:
            words = _encode_annotation(node.annotation).split()
            parts += [f"{{{index}{'+' * node.is_promoted}", *words, COMMENT_END]
    return " ".join([f"+{len(parts)}:", *parts]) if parts else ""


def _encode_annotation(text: str) -> str:
    """Percent-encode the characters that have a meaning in a shared line."""
    return _SPECIAL_CHARACTERS.sub(lambda match: quote(match[0]), text)


def split_extras(tokens: Sequence[str], move_count: int) -> tuple[Sequence[str], Sequence[str]]:
    """Return the tokens of the moves and those of branches and annotations.

    Raises:
        NotationError: The line was cut off.
    """
    if len(tokens) <= move_count or not (match := _EXTRA_COUNT.fullmatch(tokens[move_count])):
        return tokens, ()
    extras = tokens[move_count + 1 :]
    if len(extras) != int(match[1]):
        missing = ": the line was cut off" if len(extras) < int(match[1]) else ""
        raise NotationError(
            f"found {len(extras)} words of branches and comments, expected {match[1]}{missing}"
        )
    return tokens[:move_count], extras


def read_branches(extras: Sequence[str], node_count: int) -> Iterator[tuple[int, str]]:
    """Yield the number of the parent and the token of each move of the branches.

    Raises:
        NotationError: The branches are malformed.
    """
    index = 0
    while index < len(extras) and (match := _BRANCH.fullmatch(extras[index])):
        parent, count = int(match[1]), int(match[2])
        tokens = extras[index + 1 : index + 1 + count]
        if parent >= node_count or not count or len(tokens) < count:
            raise NotationError(f"branch {short_repr(match[0])} does not fit the line")
        for token in tokens:
            yield parent, token
            parent = node_count
            node_count += 1
        index += 1 + count


def read_annotations(extras: Sequence[str], node_count: int) -> Iterator[AnnotationLine]:
    """Yield the annotations and promotions that follow the branches.

    Raises:
        NotationError: They are malformed.
    """
    index = 0
    while index < len(extras) and (match := _BRANCH.fullmatch(extras[index])):
        index += 1 + int(match[2])
    numbers: set[int] = set()
    while index < len(extras):
        match = _COMMENT_BEGIN.fullmatch(extras[index])
        end = index + 1
        while end < len(extras) and extras[end] != COMMENT_END:
            end += 1
        if not match or end == len(extras):
            found = short_repr(extras[index])
            raise NotationError(f"found {found}, expected a comment such as {{3 text }}")
        number = int(match[1])
        if number >= node_count or number in numbers:
            raise NotationError(f"found a comment on move {number}, expected one for each move")
        numbers.add(number)
        text = clean_annotation(unquote(" ".join(extras[index + 1 : end])))
        yield AnnotationLine(number, bool(match[2]) and number > 0, text)
        index = end + 1


def fit_tree(sharing: Sharing, game: AnyGame, tree: SharedTree) -> FittingTree:
    """Return as much of a tree as has room in a line.

    First branches without an annotation are left out, then all branches, then the annotations of
    the last moves.
    """
    nodes, length = tree
    annotated = {index for index, node in enumerate(nodes) if node.annotation}
    for index in range(len(nodes) - 1, 0, -1):
        if index in annotated:
            annotated.add(nodes[index].parent)
    line = set(range(length + 1))
    for kept in (set(range(len(nodes))), annotated | line, line):
        fitting = SharedTree(_keep(nodes, kept), length)
        if _fits(sharing, game, fitting):
            return _compare(tree, fitting)
    room, line_nodes = MAX_TREE_CHARACTERS, list(fitting.nodes)
    for index, node in enumerate(line_nodes):
        if node.annotation:
            room -= len(_encode_annotation(node.annotation)) + MAX_FRAME_CHARACTERS
        if room < 0:
            line_nodes[index] = node._replace(annotation="")
    return _compare(tree, SharedTree(tuple(line_nodes), length))


def _keep(nodes: Sequence[SharedNode], kept: set[int]) -> tuple[SharedNode, ...]:
    """Return the nodes whose numbers are in `kept`, which has the parents of all of them.

    A promotion is dropped with the moves that the node was preferred to.
    """
    numbers = {-1: -1} | {old: new for new, old in enumerate(sorted(kept))}
    child_counts = Counter(nodes[old].parent for old in kept)
    return tuple(
        node._replace(
            parent=numbers[node.parent],
            is_promoted=node.is_promoted and child_counts[node.parent] > 1,
        )
        for node in (nodes[old] for old in sorted(kept))
    )


def _fits(sharing: Sharing, game: AnyGame, tree: SharedTree) -> bool:
    extras = encode_extras(tree, encode_moves(sharing, game, tree.nodes))
    return len(extras) <= MAX_TREE_CHARACTERS


def _compare(tree: SharedTree, fitting: SharedTree) -> FittingTree:
    comments = [sum(bool(node.annotation) for node in each.nodes) for each in (tree, fitting)]
    return FittingTree(fitting, len(tree.nodes) - len(fitting.nodes), comments[0] - comments[1])
