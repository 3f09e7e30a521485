"""All moves of a session as a tree: what was undone and then played otherwise is a branch of it.

node       a move and the position after it; the root is the start, before any move
line       from the root by `here`, where the session stands, to the end: below `here` at each
           branch the child that was visited last
step       what one key did; a node that is *joined* belongs to the step of its parent; those that
           are joined to the start went by themselves before the first move

As text the tree is a line for each move, in the order in which they were first played, numbered
from 1 (0 is the start): the move in the field's notation, then what cannot be told from the order.

    4,2:N ^3     played after move 3 instead of the one before it in the text
    8 T +        joined
    5,4:S >      visited last, though it is not the youngest of its parent's children
    5,4:S ~      of an earlier attempt, and not played again in this one

A plain list of moves is such a text too.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

LINE = re.compile(
    r"(?P<move>.*?)(?: \^(?P<parent>[0-9]{1,9}))?(?P<joined> \+)?(?P<last> >)?(?P<earlier> ~)?"
)
BOOKMARK = re.compile(r"([1-9][0-9]{0,8}):([0-9]{1,9})")


class Node:
    """`index` counts nodes in the order in which they were first played, `ply` moves before it.

    `last` is the child visited last, `bookmark` a number from 1, or 0.
    """

    def __init__(
        self, parent: "Node | None", index: int, move: Any, text: str, position: Any
    ) -> None:
        self.parent = parent
        self.index = index
        self.move = move
        self.text = text
        self.position = position
        self.ply: int = parent.ply + 1 if parent else 0
        self.children: tuple[Node, ...] = ()
        self.last: Node | None = None
        self.bookmark = 0
        self.joined = False
        self.earlier = False

    def child(self, move: Hashable) -> "Node | None":
        return next((child for child in self.children if child.move == move), None)

    def written(self) -> str:
        """Its line of the text."""
        text = self.text
        if self.parent and self.parent.index != self.index - 1:
            text += f" ^{self.parent.index}"
        if self.joined:
            text += " +"
        if self.parent and self.parent.last is self and self.parent.children[-1] is not self:
            text += " >"
        return f"{text} ~" if self.earlier else text


class History:
    """Moves are added and gone along; nothing is ever forgotten.

    Going to a neighbour takes constant time, going anywhere else time in its depth.
    """

    def __init__(self, start: Any) -> None:
        self.root = self.here = Node(None, 0, None, "", start)
        self.nodes = [self.root]
        self.line = [self.root]
        self.marked: dict[int, Node] = {}
        self._lines: list[str] = []

    @property
    def next(self) -> Node | None:
        """Where redo leads."""
        return self.here.last

    def add(self, parent: Node, move: Hashable, text: str, position: Any) -> Node:
        """A new child of `parent`; one stands where one stood."""
        node = Node(parent, len(self.nodes), move, text, position)
        self.nodes.append(node)
        self._lines.append("")
        parent.children += (node,)
        self._visit(node)
        self.write(node)
        return node

    def join(self, node: Node, joined: bool) -> None:
        """Let it belong to its parent's step, or begin one; of the start's, it is no step."""
        node.joined = joined
        self.write(node)

    def replace(self, node: Node, move: Hashable, text: str, position: Any) -> None:
        """Let a node that nothing follows have a move of which its own was only the beginning."""
        assert not node.children
        node.move, node.text, node.position = move, text, position
        self.write(node)

    def forget(self, node: Node) -> None:
        """Take away the youngest node, which nothing follows, and stand where it was played."""
        assert node is self.nodes[-1]
        assert node.parent
        assert not node.children
        parent = node.parent
        self.stand(parent)
        self.nodes.pop()
        self._lines.pop()
        parent.children = parent.children[:-1]
        parent.last = parent.children[-1] if parent.children else None
        for child in parent.children:
            self.write(child)
        self._relay(parent)

    def stand(self, node: Node) -> None:
        """Go to `node`."""
        way = []
        at = node
        while at.ply >= len(self.line) or self.line[at.ply] is not at:
            way.append(at)
            assert at.parent
            at = at.parent
        self.here = node
        if way:
            for child in reversed(way):
                self._visit(child)
            self._relay(at)

    def _visit(self, node: Node) -> None:
        assert node.parent
        before, node.parent.last = node.parent.last, node
        if before and before is not node:
            self.write(before)
            self.write(node)

    def _relay(self, node: Node) -> None:
        """The line below `node` is another now."""
        del self.line[node.ply + 1 :]
        while node.last:
            node = node.last
            self.line.append(node)

    def settle(self, visited: Iterable[Node], here: Node) -> None:
        """Stand at `here`, with these visited later than their brothers, else the youngest."""
        for node in self.nodes:
            node.last = node.children[-1] if node.children else None
        for node in visited:
            assert node.parent
            node.parent.last = node
        for node in self.nodes:
            self.write(node)
        self._relay(self.root)
        self.stand(here)

    def grow_old(self) -> None:
        """An attempt begins here: whatever was played is of an earlier one, but what led here."""
        led = self.line[: self.here.ply + 1]
        for node in self.nodes[1:]:
            node.earlier = node not in led
            self.write(node)

    # Bookmarks

    def bookmark(self, node: Node) -> int:
        """Set one, or take it away; its number, below 0 when it was taken away."""
        if node.bookmark:
            number, node.bookmark = node.bookmark, 0
            del self.marked[number]
            return -number
        number = next(n for n in range(1, len(self.marked) + 2) if n not in self.marked)
        node.bookmark, self.marked[number] = number, node
        return number

    # As text

    def write(self, node: Node) -> None:
        """Its line of the text is another now."""
        if node.index:
            self._lines[node.index - 1] = node.written()

    def text(self) -> str:
        return "\n".join(self._lines)

    def bookmarks(self) -> str:
        """Each bookmark's number and its node's."""
        return " ".join(f"{number}:{node.index}" for number, node in sorted(self.marked.items()))


def read_line(line: str) -> "re.Match[str]":
    """A line of the text in its parts."""
    parts = LINE.fullmatch(line)
    alone = parts and LINE.fullmatch(parts["move"])
    if not (parts and alone) or alone["move"] != parts["move"]:  # one that ends as a mark does
        raise ValueError(f"{line[:30]!r} found, expected a move of a history")
    return parts


def steps_of(node: Node) -> int:
    """How many steps lead to a node."""
    steps, at = 0, node
    while at.parent:
        steps += not at.joined
        at = at.parent
    return steps


def steps_to(lines: Sequence[str], node: int) -> int:
    """How many steps lead to a node of that number of the text; ValueError when it is none."""
    parts = [read_line(line) for line in lines]
    steps = 0
    while 0 < node <= len(parts):
        part = parts[node - 1]
        steps += not part["joined"]
        node = int(part["parent"]) if part["parent"] else node - 1
    return steps


def read_bookmarks(texts: Sequence[str], nodes: Sequence[Node]) -> Iterator[tuple[int, Node]]:
    """The bookmarks that `bookmarks` wrote; ValueError when they are none of `nodes`."""
    numbers, marked = set(), set()
    for text in texts:
        parts = BOOKMARK.fullmatch(text)
        if not parts:
            raise ValueError(f"bookmark {text[:30]!r} found, expected one like 1:12")
        number, at = int(parts[1]), int(parts[2])
        if at >= len(nodes) or number in numbers or nodes[at] in marked:
            raise ValueError(f"bookmark {text} of a history that has no such place for it")
        numbers.add(number)
        marked.add(nodes[at])
        yield number, nodes[at]
