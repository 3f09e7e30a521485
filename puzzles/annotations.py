"""Annotations of moves: a verdict and a comment on a node of the history.

    ?! gives up the centre      a verdict and a comment
    !!                          a verdict alone
    the same as in game 3       a comment alone

An annotation is one line of text, in the game, in the saves and in shared lines. It may come from
a stranger, so `clean_annotation` bounds its length and removes what controls a terminal or changes
the direction of writing.

The annotations of a history are stored as lines that begin with the number of the node, 0 for the
start. A plus sign after it marks a node that was promoted, see `tui.model.history`:

    12 ?! gives up the centre
    15+
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludoscope.games.errors import replace_unprintable, short_repr

MAX_COMMENT_CHARACTERS = 500
VERDICTS = ("!", "!!", "!?", "?!", "?", "??")
"""The signs of chess for a good, brilliant, interesting, dubious, bad and losing move."""

_VERDICT_PATTERN = re.compile(r"([!?]{1,2})(?: (.*))?")
_LINE_PATTERN = re.compile(r"(0|[1-9][0-9]{0,8})(\+)?(?: (.+))?")
_SEPARATOR_PATTERN = re.compile(r"(?<!\S)/(?!\S)")  # between comments that were merged


class Annotation(NamedTuple):
    """The parts of an annotation; either may be empty."""

    verdict: str
    comment: str


class AnnotationLine(NamedTuple):
    """The stored annotation of a node, with its number and whether it was promoted."""

    node_index: int
    is_promoted: bool
    text: str


def clean_annotation(text: str) -> str:
    """Return a text as one line of printable characters, with its comment cut to the limit.

    Control characters, line separators and marks of direction become spaces.
    """
    printable = replace_unprintable(text[: 2 * MAX_COMMENT_CHARACTERS], " ")
    verdict, comment = split_annotation(" ".join(printable.split()))
    return f"{verdict} {comment[:MAX_COMMENT_CHARACTERS]}".strip()


def split_annotation(text: str) -> Annotation:
    """Return the verdict at the beginning of an annotation, and the comment after it."""
    match = _VERDICT_PATTERN.fullmatch(text)
    if match and match[1] in VERDICTS:
        return Annotation(match[1], match[2] or "")
    return Annotation("", text)


def with_next_verdict(text: str) -> str:
    """Return an annotation with the next verdict of `VERDICTS`, without one after the last."""
    verdict, comment = split_annotation(text)
    choices = ("", *VERDICTS)
    following = choices[(choices.index(verdict) + 1) % len(choices)]
    return clean_annotation(f"{following} {comment}")


def format_line(line: AnnotationLine) -> str:
    """Return the line that is stored for a node."""
    number = f"{line.node_index}{'+' if line.is_promoted else ''}"
    return f"{number} {line.text}" if line.text else number


def parse_lines(lines: Sequence[str], node_count: int) -> Iterator[AnnotationLine]:
    """Yield the stored annotations of a history with `node_count` nodes.

    Raises:
        ValueError: A line is malformed, or of a node that does not exist or has another line.
    """
    seen = set()
    for line in lines:
        match = _LINE_PATTERN.fullmatch(line)
        if not match:
            raise ValueError(f"comment {short_repr(line)} found, expected one such as '12 text'")
        index = int(match[1])
        if index >= node_count:
            raise ValueError(f"a comment on move {index} of a history with {node_count - 1} moves")
        if index in seen:
            raise ValueError(f"a second comment on move {index}, expected one for each move")
        seen.add(index)
        yield AnnotationLine(index, bool(match[2]) and index > 0, clean_annotation(match[3] or ""))


def merge_annotations(text: str, other_text: str) -> str:
    """Return an annotation with what another one adds, as far as there is room.

    Comments are joined by " / ", each of them once. Of two of which one begins with the other, the
    longer is kept. Merging the result with one of the texts again changes nothing.
    """
    verdict, comment = split_annotation(text)
    other_verdict, other_comment = split_annotation(other_text)
    verdict = verdict or other_verdict
    merged_comment = _merge_comments(comment, other_comment) if comment else other_comment
    if not verdict and split_annotation(merged_comment).verdict:
        merged_comment = f"/ {merged_comment}"  # its first word is none of the user's verdicts
    if len(merged_comment) > MAX_COMMENT_CHARACTERS:
        merged_comment = comment
    return f"{verdict} {merged_comment}".strip()


def _merge_comments(comment: str, other_comment: str) -> str:
    """Return a comment with the parts that only the other one has; itself if it has none."""
    parts = _split_comments(comment)
    other_parts = _split_comments(other_comment)
    if all(any(_extends(part, other) for part in parts) for other in other_parts):
        return comment
    for other in other_parts:
        if not any(_extends(part, other) for part in parts):
            parts = [other if _extends(other, part) else part for part in parts]
            parts = list(dict.fromkeys([*parts, other]))
    return " / ".join(parts)


def _split_comments(comment: str) -> list[str]:
    """Return the comments that were merged into one, or the one alone."""
    parts = (part.strip() for part in _SEPARATOR_PATTERN.split(comment))
    return [part for part in parts if part]


def _extends(comment: str, start: str) -> bool:
    """Return True if a comment is `start`, or goes on from it after a whole word."""
    return comment.startswith(start) and not comment[len(start) :][:1].isalnum()
