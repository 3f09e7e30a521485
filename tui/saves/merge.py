"""Merging of move trees, when two programs or two machines have played the same puzzle.

`merge_trees` works on the text that `tui.model.history` writes, so no game has to be replayed.

edge  a move together with the number of its parent node; no two nodes of a tree share it
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludoscope.puzzles.annotations import (
    AnnotationLine,
    format_line,
    merge_annotations,
    parse_lines,
)
from ludoscope.tui.model.history import BOOKMARK_PATTERN, parse_line


class MoveTree(NamedTuple):
    """The moves of a session, a line each, its bookmarks as `number:node`, and its annotations."""

    moves: str
    bookmarks: str
    comments: str = ""


class _Line(NamedTuple):
    """A line of the text of a tree: the number of the parent node and the parsed line."""

    parent: int
    parts: "re.Match[str]"


def merge_trees(tree: MoveTree, other_tree: MoveTree) -> MoveTree:
    """Return `tree` with the moves, bookmarks and comments added that only `other_tree` has.

    Where both have a comment on a move, they are joined. Added moves are marked as belonging to an
    earlier attempt. Takes time proportional to the moves.

    Raises:
        ValueError: One of the texts is malformed.
    """
    lines = tree.moves.splitlines()
    node_count = len(lines) + 1
    nodes: dict[tuple[int, str], int] = {}  # node number by edge
    newest_children: dict[int, int] = {}  # by parent
    for number, (parent, parts) in enumerate(_parse(lines), start=1):
        nodes[parent, parts["move"]] = newest_children[parent] = number
    marked_parents = {parent for parent, parts in _parse(lines) if parts["last"]}
    numbers = [0]  # of the other tree's nodes in the merged one
    extended_parents = set()
    for other_parent, parts in _parse(other_tree.moves.splitlines()):
        parent, move = edge = numbers[other_parent], parts["move"]
        if edge not in nodes:
            extended_parents.add(parent)
            parent_reference = f" ^{parent}" if parent != len(lines) else ""
            lines.append(f"{move}{parent_reference}{parts['joined'] or ''} ~")
            nodes[edge] = len(lines)
        numbers.append(nodes[edge])
    # without a mark the newest child counts as visited last: keep the one that was
    for parent in extended_parents & (newest_children.keys() - marked_parents):
        index = newest_children[parent] - 1
        line = lines[index].removesuffix(" ~")
        lines[index] = f"{line} >{lines[index][len(line) :]}"
    bookmarks = _merge_bookmarks(tree.bookmarks, other_tree.bookmarks, numbers)
    comments = _merge_comments(tree.comments, other_tree.comments, numbers, node_count)
    return MoveTree("\n".join(lines), bookmarks, comments)


def _parse(lines: Sequence[str]) -> Iterator[_Line]:
    for previous, line in enumerate(lines):
        parts = parse_line(line)
        parent = int(parts["parent"]) if parts["parent"] else previous
        if parent > previous:
            raise ValueError(f"a move after number {parent}, which comes later in the history")
        yield _Line(parent, parts)


def _merge_bookmarks(bookmarks: str, other_bookmarks: str, numbers: Sequence[int]) -> str:
    """Add the other tree's bookmarks; they keep their numbers if those are free."""
    nodes = {int(number): int(node) for number, node in BOOKMARK_PATTERN.findall(bookmarks)}
    for text, other_node in BOOKMARK_PATTERN.findall(other_bookmarks):
        if int(other_node) >= len(numbers):
            raise ValueError(f"bookmark {text}:{other_node}, but the history has no such move")
        number, node = int(text), numbers[int(other_node)]
        if node not in nodes.values():
            free_number = next(n for n in range(1, len(nodes) + 2) if n not in nodes)
            nodes[free_number if number in nodes else number] = node
    return " ".join(f"{number}:{node}" for number, node in sorted(nodes.items()))


def _merge_comments(
    comments: str, other_comments: str, numbers: Sequence[int], node_count: int
) -> str:
    """Add the other tree's annotations; what is promoted stays as it is.

    Args:
        comments: The annotations of the tree.
        other_comments: Those of the other tree.
        numbers: The number in the merged tree of each node of the other one.
        node_count: The number of nodes of the tree before it was merged.
    """
    merged = {line.node_index: line for line in parse_lines(comments.splitlines(), node_count)}
    for index, _, text in parse_lines(other_comments.splitlines(), len(numbers)):
        own = merged.get(numbers[index], AnnotationLine(numbers[index], False, ""))
        if text:
            merged[own.node_index] = own._replace(text=merge_annotations(own.text, text))
    return "\n".join(format_line(merged[index]) for index in sorted(merged))
