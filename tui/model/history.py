"""The moves of a session as a tree: a move played after an undo begins a new branch.

Start with `History`.

node       a move and the position after it; the root is the start of the game, before any move
line       the nodes from the root through the current one to a leaf; below the current node it
           follows the child visited last at each branch, which is what redo plays again
main line  the nodes that follow the root by `Node.main_child`: the promoted child of each node,
           else the one visited last
step       the moves made by one key press; a node with `continues_step` belongs to the step of its
           parent; if its parent is the root, it was played automatically before the first move

As text, the tree is one line per move in the order in which the moves were first played, numbered
from 1 (0 is the root). A line holds the move in the notation of the game and these marks:

    4,2:N ^3     played after move 3, not after the move on the line above
    8 T +        continues the step of its parent
    5,4:S >      visited last, although its parent has newer children
    5,4:S ~      played in an earlier attempt and not again in this one

A plain list of moves is a valid text too. Bookmarks and annotations are stored beside it.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ludoscope.games.errors import short_repr
from ludoscope.puzzles.annotations import AnnotationLine, format_line, parse_lines

LINE_PATTERN = re.compile(
    r"(?P<move>.*?)(?: \^(?P<parent>[0-9]{1,9}))?(?P<joined> \+)?(?P<last> >)?(?P<earlier> ~)?"
)
BOOKMARK_PATTERN = re.compile(r"([1-9][0-9]{0,8}):([0-9]{1,9})")


class Node:
    """A move, the position after it, and the moves played from there.

    Attributes:
        index: Number of the node in the order in which the nodes were first played.
        ply: Number of moves from the start to this node.
        text: The move in the notation of the game, "" at the root.
        bookmark_number: Number of the bookmark on this node, 0 without one.
        continues_step: True if the move belongs to the step of its parent.
        from_earlier_attempt: True if the move was not played in the current attempt.
        annotation: The user's verdict and comment, see `puzzles.annotations`; "" without one.
        promoted_child: The child that the user has made the main line, if any.
    """

    def __init__(
        self,
        parent: "Node | None",
        index: int,
        move: Hashable,
        text: str,
        position: Hashable,
    ) -> None:
        self.parent = parent
        self.index = index
        self.move = move
        self.text = text
        self.position = position
        self.ply: int = parent.ply + 1 if parent else 0
        self.children: tuple[Node, ...] = ()
        self.last_visited_child: Node | None = None
        self.bookmark_number = 0
        self.continues_step = False
        self.from_earlier_attempt = False
        self.annotation = ""
        self.promoted_child: Node | None = None

    @property
    def main_child(self) -> "Node | None":
        """The child by which the main line goes on."""
        return self.promoted_child or self.last_visited_child

    def find_child(self, move: Hashable) -> "Node | None":
        return next((child for child in self.children if child.move == move), None)

    def count_steps(self) -> int:
        """Return the number of steps from the start to this node."""
        step_count, node = 0, self
        while node.parent:
            if not node.continues_step:
                step_count += 1
            node = node.parent
        return step_count

    def path(self) -> "list[Node]":
        """Return the nodes from the start to this node."""
        nodes = [self]
        while nodes[-1].parent:
            nodes.append(nodes[-1].parent)
        return nodes[::-1]

    def to_text(self) -> str:
        """Return the line for this node in the text of the history."""
        text = self.text
        if self.parent and self.parent.index != self.index - 1:
            text += f" ^{self.parent.index}"
        if self.continues_step:
            text += " +"
        if (
            self.parent
            and self.parent.last_visited_child is self
            and self.parent.children[-1] is not self
        ):
            text += " >"
        return f"{text} ~" if self.from_earlier_attempt else text


class DeletedBranch(NamedTuple):
    """A branch that was deleted, with what is needed to bring it back.

    Attributes:
        node: The first node of the branch.
        nodes: All of its nodes with the index that each had, in that order.
        was_visited_last: True if redo led to it.
        was_promoted: True if it was the main line.
    """

    node: Node
    nodes: list[tuple[int, Node]]
    was_visited_last: bool
    was_promoted: bool


class History:
    """The tree of moves with its current node, bookmarks and text.

    Going to a neighbour takes constant time, going elsewhere time proportional to the depth.
    """

    def __init__(self, start: Hashable) -> None:
        self.root = self.current = Node(None, 0, None, "", start)
        self.nodes = [self.root]
        self.line = [self.root]
        self.bookmarks: dict[int, Node] = {}
        self._text_lines: list[str] = []
        self._deleted: list[DeletedBranch] = []  # the last one can be brought back

    @property
    def redo_node(self) -> Node | None:
        """The node that redo leads to."""
        return self.current.last_visited_child

    def add_child(self, parent: Node, move: Hashable, text: str, position: Hashable) -> Node:
        """Add a node below `parent`; the current node stays the same."""
        self._deleted.clear()
        node = Node(parent, len(self.nodes), move, text, position)
        self.nodes.append(node)
        self._text_lines.append("")
        parent.children += (node,)
        self._mark_visited(node)
        self.update_text(node)
        return node

    def set_continues_step(self, node: Node, continues_step: bool) -> None:
        """Make a node part of its parent's step, or the first of its own."""
        node.continues_step = continues_step
        self.update_text(node)

    def replace_move(self, node: Node, move: Hashable, text: str, position: Hashable) -> None:
        """Replace the move of a leaf."""
        assert not node.children
        self._deleted.clear()
        node.move, node.text, node.position = move, text, position
        self.update_text(node)

    def remove_newest(self, node: Node) -> None:
        """Remove the newest node, which has to be a leaf, and go to its parent."""
        assert node is self.nodes[-1]
        assert node.parent
        assert not node.children
        parent = node.parent
        self._deleted.clear()
        self.go_to(parent)
        self.nodes.pop()
        self._text_lines.pop()
        parent.children = parent.children[:-1]
        parent.last_visited_child = parent.children[-1] if parent.children else None
        parent.promoted_child = None if parent.promoted_child is node else parent.promoted_child
        for child in parent.children:
            self.update_text(child)
        self._extend_line(parent)

    def go_to(self, node: Node) -> None:
        """Make `node` the current node."""
        off_line = []
        ancestor = node
        while ancestor.ply >= len(self.line) or self.line[ancestor.ply] is not ancestor:
            off_line.append(ancestor)
            assert ancestor.parent
            ancestor = ancestor.parent
        self.current = node
        if off_line:
            for child in reversed(off_line):
                self._mark_visited(child)
            self._extend_line(ancestor)

    def _mark_visited(self, node: Node) -> None:
        assert node.parent
        previous = node.parent.last_visited_child
        node.parent.last_visited_child = node
        if previous and previous is not node:
            self.update_text(previous)
            self.update_text(node)

    def _extend_line(self, node: Node) -> None:
        """Rebuild the part of the line below `node`, which is on the line."""
        del self.line[node.ply + 1 :]
        while node.last_visited_child:
            node = node.last_visited_child
            self.line.append(node)

    def restore_visits(self, visited: Iterable[Node], current: Node) -> None:
        """Set the child visited last of every node, and go to `current`.

        Args:
            visited: Nodes visited later than their siblings. Where none is given, the newest
                child counts as visited last.
            current: The node to go to.
        """
        for node in self.nodes:
            node.last_visited_child = node.children[-1] if node.children else None
        for node in visited:
            assert node.parent
            node.parent.last_visited_child = node
        for node in self.nodes:
            self.update_text(node)
        self._extend_line(self.root)
        self.go_to(current)

    def start_attempt(self) -> None:
        """Mark all nodes that did not lead to the current one as from an earlier attempt."""
        path = set(self.line[: self.current.ply + 1])
        for node in self.nodes[1:]:
            node.from_earlier_attempt = node not in path
            self.update_text(node)

    def toggle_bookmark(self, node: Node) -> int:
        """Set or remove the bookmark on a node.

        Returns:
            The number of the bookmark, negative if it was removed.
        """
        if node.bookmark_number:
            number, node.bookmark_number = node.bookmark_number, 0
            del self.bookmarks[number]
            return -number
        number = self._free_bookmark_number()
        node.bookmark_number, self.bookmarks[number] = number, node
        return number

    def _free_bookmark_number(self) -> int:
        return next(n for n in range(1, len(self.bookmarks) + 2) if n not in self.bookmarks)

    # Branches

    def is_on_path(self, node: Node) -> bool:
        """Return True if a node leads to the current one, or is the current one."""
        return node.ply <= self.current.ply and self.line[node.ply] is node

    def promote(self, node: Node) -> bool:
        """Make the branch that a node belongs to the main line, where it leaves another one.

        Returns:
            False if the node is on the main line already.
        """
        while node.parent:
            if node.parent.main_child is not node:
                node.parent.promoted_child = node
                return True
            node = node.parent
        return False

    def delete_branch(self, node: Node) -> int:
        """Remove a node that is not on the path to the current one, and all that follow it.

        It can be brought back with `restore_branch` until a new move is played.

        Returns:
            The number of moves removed.
        """
        parent = node.parent
        assert parent
        assert not self.is_on_path(node)
        branch = {node}
        for each in self.nodes[node.index + 1 :]:
            if each.parent in branch:
                branch.add(each)
        indexed_nodes = [(each.index, each) for each in self.nodes if each in branch]
        was_visited_last = parent.last_visited_child is node
        was_promoted = parent.promoted_child is node
        self._deleted.append(DeletedBranch(node, indexed_nodes, was_visited_last, was_promoted))
        self.nodes = [each for each in self.nodes if each not in branch]
        parent.children = tuple(child for child in parent.children if child is not node)
        if was_visited_last:
            parent.last_visited_child = parent.children[-1] if parent.children else None
        if was_promoted:
            parent.promoted_child = None
        self._renumber()
        return len(branch)

    def restore_branch(self) -> Node | None:
        """Bring back the branch deleted last; return its first node, None if there is none."""
        if not self._deleted:
            return None
        node, indexed_nodes, was_visited_last, was_promoted = self._deleted.pop()
        parent = node.parent
        assert parent
        for index, each in indexed_nodes:
            self.nodes.insert(index, each)
        parent.children = tuple(each for each in self.nodes if each.parent is parent)
        if was_visited_last and (parent is self.current or not self.is_on_path(parent)):
            parent.last_visited_child = node
        if was_promoted:
            parent.promoted_child = node
        self._renumber()
        return node

    @property
    def can_restore_branch(self) -> bool:
        return bool(self._deleted)

    def _renumber(self) -> None:
        """Update numbers, bookmarks, text and line after nodes were removed or inserted."""
        self.bookmarks.clear()
        for index, node in enumerate(self.nodes):
            node.index = index
            if node.bookmark_number:
                if node.bookmark_number in self.bookmarks:  # given to another move meanwhile
                    node.bookmark_number = self._free_bookmark_number()
                self.bookmarks[node.bookmark_number] = node
        self._text_lines = [node.to_text() for node in self.nodes[1:]]
        self._extend_line(self.current)

    def format_annotations(self) -> str:
        """Return the annotations and promotions as text, a line for each node that has one."""
        lines = (
            AnnotationLine(
                node.index,
                bool(node.parent and node.parent.promoted_child is node),
                node.annotation,
            )
            for node in self.nodes
        )
        return "\n".join(format_line(line) for line in lines if line.is_promoted or line.text)

    def update_text(self, node: Node) -> None:
        """Update the text after a change to `node`."""
        if node.index:
            self._text_lines[node.index - 1] = node.to_text()

    def to_text(self) -> str:
        """Return the tree as text, one line per move."""
        return "\n".join(self._text_lines)

    def format_bookmarks(self) -> str:
        """Return the bookmarks as text: "1:12 2:5", number and node index of each."""
        return " ".join(f"{number}:{node.index}" for number, node in sorted(self.bookmarks.items()))


def parse_line(line: str) -> "re.Match[str]":
    """Match a line of the text with `LINE_PATTERN`, whose groups are its parts.

    Raises:
        ValueError: The line is not a move of a history.
    """
    parts = LINE_PATTERN.fullmatch(line)
    move_parts = parts and LINE_PATTERN.fullmatch(parts["move"])
    # a move that itself ends like a mark could not be told from one
    if not (parts and move_parts and parts["move"]) or move_parts["move"] != parts["move"]:
        raise ValueError(f"{short_repr(line)} found, expected a move of a history")
    return parts


def count_steps(lines: Sequence[str], node_index: int) -> int:
    """Return the number of steps from the start to a node of a history given as text.

    Args:
        lines: The lines of the text.
        node_index: The index of the node, 0 for the root.

    Raises:
        ValueError: A line is not a move of a history.
    """
    moves = [parse_line(line) for line in lines]
    step_count = 0
    while 0 < node_index <= len(moves):
        move = moves[node_index - 1]
        if not move["joined"]:
            step_count += 1
        node_index = int(move["parent"]) if move["parent"] else node_index - 1
    return step_count


def parse_bookmarks(texts: Sequence[str], nodes: Sequence[Node]) -> Iterator[tuple[int, Node]]:
    """Yield the number and the node of each bookmark, given as "number:index".

    Raises:
        ValueError: A bookmark is malformed, used twice, or on a node that does not exist.
    """
    numbers, bookmarked = set(), set()
    for text in texts:
        parts = BOOKMARK_PATTERN.fullmatch(text)
        if not parts:
            raise ValueError(f"bookmark {short_repr(text)} found, expected one such as 1:12")
        number, index = int(parts[1]), int(parts[2])
        if index >= len(nodes):
            raise ValueError(f"bookmark {text} of a history with only {len(nodes) - 1} moves")
        if number in numbers or nodes[index] in bookmarked:
            raise ValueError(f"bookmark {text} repeats a number or a move")
        numbers.add(number)
        bookmarked.add(nodes[index])
        yield number, nodes[index]


def apply_annotations(lines: Sequence[str], nodes: Sequence[Node]) -> None:
    """Set the annotations and promotions of nodes from the lines of `History.format_annotations`.

    Raises:
        ValueError: A line is malformed, or of a node that does not exist.
    """
    for index, is_promoted, text in parse_lines(lines, len(nodes)):
        node = nodes[index]
        node.annotation = text
        if is_promoted and node.parent:
            node.parent.promoted_child = node
