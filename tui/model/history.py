"""The moves of a session as a tree: a move played after an undo begins a new branch.

Start with `History`.

node       a move and the position after it; the root is the start of the game, before any move
line       the nodes from the root through the current one to a leaf; below the current node it
           follows the child visited last at each branch, which is what redo plays again
step       the moves made by one key press; a node with `continues_step` belongs to the step of its
           parent; if its parent is the root, it was played automatically before the first move

As text, the tree is one line per move in the order in which the moves were first played, numbered
from 1 (0 is the root). A line holds the move in the notation of the game and these marks:

    4,2:N ^3     played after move 3, not after the move on the line above
    8 T +        continues the step of its parent
    5,4:S >      visited last, although its parent has newer children
    5,4:S ~      played in an earlier attempt and not again in this one

A plain list of moves is a valid text too.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence

from ludoscope.games.errors import short_repr

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

    @property
    def redo_node(self) -> Node | None:
        """The node that redo leads to."""
        return self.current.last_visited_child

    def add_child(self, parent: Node, move: Hashable, text: str, position: Hashable) -> Node:
        """Add a node below `parent`; the current node stays the same."""
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
        node.move, node.text, node.position = move, text, position
        self.update_text(node)

    def remove_newest(self, node: Node) -> None:
        """Remove the newest node, which has to be a leaf, and go to its parent."""
        assert node is self.nodes[-1]
        assert node.parent
        assert not node.children
        parent = node.parent
        self.go_to(parent)
        self.nodes.pop()
        self._text_lines.pop()
        parent.children = parent.children[:-1]
        parent.last_visited_child = parent.children[-1] if parent.children else None
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
        number = next(n for n in range(1, len(self.bookmarks) + 2) if n not in self.bookmarks)
        node.bookmark_number, self.bookmarks[number] = number, node
        return number

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
