"""What is known of a game's positions as text, to be kept with its moves.

    {"version": 1, "moves": 2, "tree": "5f1c…",
     "known": [[0, "w", 5, true], [1, "l", null, false, "why"], …]}

tree    a digest of so many moves of the history, the first ones: a text that was written of another
        tree tells nothing of this one, but of a tree that has grown since it does
known   number in the history, state, moves to the end, whether none can be fewer, proof, value,
        steps to the end

Positions that a judge gave up on are not written: another time it may have more luck.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from ludoscope.tui.model.analysis import LOST, UNKNOWN, WINNABLE, Analysis, Judgement
from ludoscope.tui.model.history import Node
from ludoscope.tui.model.session import Session

VERSION = 1
MOST = 600  # positions, the youngest
LONGEST = 1 << 17  # characters of the text
PROOF = 200  # characters of a proof
LARGEST = 1_000_000  # moves to the end, or plies
STATES = {"w": WINNABLE, "l": LOST}
LETTERS = {state: letter for letter, state in STATES.items()}


def write(analysis: Analysis, session: Session) -> str:
    """The text; "" while nothing is played."""
    nodes = session.history.nodes
    if not session.spans:
        return ""
    known = [
        [node.index, *_written(judgement)]
        for node in nodes[-MOST:]
        if (judgement := analysis.of(node.position)) and judgement.state != UNKNOWN
    ]
    told = {"version": VERSION, "moves": len(nodes) - 1, "tree": _digest(nodes), "known": known}
    return json.dumps(told, separators=(",", ":"))


def read(text: str, analysis: Analysis, session: Session) -> bool:
    """Take up what `write` wrote; False, and nothing is taken up, where it is something else."""
    nodes = session.history.nodes
    try:
        told = json.loads(text) if len(text) <= LONGEST else None
        if not isinstance(told, dict) or told["version"] != VERSION:
            return False
        first = nodes[: told["moves"] + 1]
        if len(first) <= told["moves"] or told["tree"] != _digest(first):
            return False
        found = list(_read(told["known"], len(first), session.game.players > 1))
    except (KeyError, TypeError, ValueError, RecursionError):
        return False
    for at, judgement in found:
        analysis.note(nodes[at].position, judgement)
    return True


def _digest(nodes: Sequence[Node]) -> str:
    from hashlib import blake2b  # late: OpenSSL is slow to load, and a new game has no verdicts

    digest = blake2b(digest_size=8)
    for node in nodes[1:]:
        assert node.parent
        digest.update(f"{node.parent.index} {node.text}\n".encode())
    return digest.hexdigest()


def _written(judgement: Judgement) -> list[Any]:
    """Its parts, without those at the end that say nothing."""
    proof = judgement.proof[:PROOF]
    letter = LETTERS[judgement.state]
    parts = [letter, judgement.length, judgement.fewest, proof, judgement.value, judgement.steps]
    while parts[-1] is None or parts[-1] is False or parts[-1] == "":
        parts.pop()
    return parts


def _read(known: object, count: int, two: bool) -> Iterator[tuple[int, Judgement]]:
    """ValueError at what was not written by `write`."""
    if not isinstance(known, list) or len(known) > MOST:
        raise ValueError(known)
    for parts in known:
        if not isinstance(parts, list):
            raise ValueError(parts)
        usual: list[Any] = [None, None, None, False, "", None, None]
        at, letter, length, fewest, proof, value, steps = [*parts, *usual[len(parts) :]]
        good = type(at) is int and 0 <= at < count and type(fewest) is bool
        good = good and isinstance(proof, str) and len(proof) <= PROOF
        good = good and proof.isprintable()
        good = good and _is_number(length, 0) and _is_number(value, -LARGEST)
        good = good and _is_number(steps, 0)
        if not good or (value is None) == two or (two and (value > 0) != (letter == "w")):
            raise ValueError(parts)
        yield at, Judgement(STATES[letter], length, fewest, proof, value, steps)


def _is_number(found: object, least: int) -> bool:
    return found is None or (type(found) is int and least <= found <= LARGEST)
