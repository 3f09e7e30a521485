"""The analysis of a game as text, to be saved with its moves.

    {"version": 1, "moves": 2, "tree": "5f1c…",
     "known": [[0, "w", 5, true], [1, "l", null, false, "proof"], …]}

moves   number of moves in the history at the time of writing
tree    digest of these moves: the text is valid for the same history, also when it has grown since
known   for each position its index in the history, state, moves to the end, whether they are the
        fewest, proof, value and steps to the end; see `Judgement`

Positions on which a solver gave up are not saved: it may succeed another time.
"""

import json
from collections.abc import Sequence
from typing import NamedTuple

from ludoscope.games.json_objects import parse_object
from ludoscope.tui import lazy
from ludoscope.tui.model.analysis import LOST, UNKNOWN, WINNABLE, Analysis, Judgement
from ludoscope.tui.model.history import Node
from ludoscope.tui.model.session import Session

VERSION = 1
MAX_POSITIONS = 600  # the newest are saved
MAX_TEXT_LENGTH = 1 << 17
MAX_PROOF_LENGTH = 200
MAX_NUMBER = 1_000_000  # of moves or plies to the end
STATES_BY_LETTER = {"w": WINNABLE, "l": LOST}
STATE_LETTERS = {state: letter for letter, state in STATES_BY_LETTER.items()}


class IndexedJudgement(NamedTuple):
    """A judgement of the position at a node of the history."""

    node_index: int
    judgement: Judgement


def format_analysis(analysis: Analysis, session: Session) -> str:
    """Return the judgements of a session's positions as text, "" before the first move."""
    nodes = session.history.nodes
    if not session.step_ranges:
        return ""
    entries = [
        [node.index, *_format_judgement(judgement)]
        for node in nodes[-MAX_POSITIONS:]
        if (judgement := analysis.get(node.position)) and judgement.state != UNKNOWN
    ]
    document = {
        "version": VERSION,
        "moves": len(nodes) - 1,
        "tree": _digest(nodes),
        "known": entries,
    }
    return json.dumps(document, separators=(",", ":"))


def restore_analysis(text: str, analysis: Analysis, session: Session) -> bool:
    """Add saved judgements to an analysis.

    Returns:
        False, and nothing is added, if the text is malformed or belongs to another history.
    """
    nodes = session.history.nodes
    try:
        document = parse_object(text, MAX_TEXT_LENGTH)
        if document["version"] != VERSION:
            return False
        saved_nodes = nodes[: document["moves"] + 1]
        if len(saved_nodes) <= document["moves"] or document["tree"] != _digest(saved_nodes):
            return False
        entries = _parse_entries(document["known"], len(saved_nodes), session.game.players > 1)
    except (KeyError, TypeError, ValueError):
        return False
    for node_index, judgement in entries:
        analysis.add_judgement(nodes[node_index].position, judgement)
    return True


def _digest(nodes: Sequence[Node]) -> str:
    digest = lazy.hashlib.blake2b(digest_size=8)
    for node in nodes[1:]:
        assert node.parent
        digest.update(f"{node.parent.index} {node.text}\n".encode())
    return digest.hexdigest()


def _format_judgement(judgement: Judgement) -> list[object]:
    """Return the fields of a judgement without default values at the end."""
    fields: list[object] = [
        STATE_LETTERS[judgement.state],
        judgement.length,
        judgement.is_fewest,
        judgement.proof[:MAX_PROOF_LENGTH],
        judgement.value,
        judgement.steps,
    ]
    while fields[-1] is None or fields[-1] is False or fields[-1] == "":
        fields.pop()
    return fields


def _parse_entries(entries: object, node_count: int, is_for_two: bool) -> list[IndexedJudgement]:
    """Parse the list of judgements; raise ValueError if anything in it is out of range."""
    if not isinstance(entries, list) or len(entries) > MAX_POSITIONS:
        raise ValueError(entries)
    return [_parse_entry(entry, node_count, is_for_two) for entry in entries]


def _parse_entry(entry: object, node_count: int, is_for_two: bool) -> IndexedJudgement:
    defaults: list[object] = [None, None, None, False, "", None, None]
    if not isinstance(entry, list) or len(entry) > len(defaults):
        raise ValueError(entry)
    fields = entry + defaults[len(entry) :]
    index, letter, length, is_fewest, proof, value, steps = fields
    is_valid = (
        type(index) is int
        and 0 <= index < node_count
        and letter in STATES_BY_LETTER
        and type(is_fewest) is bool
        and isinstance(proof, str)
        and len(proof) <= MAX_PROOF_LENGTH
        and proof.isprintable()
        and _is_number_or_none(length, 0)
        and _is_number_or_none(value, -MAX_NUMBER)
        and _is_number_or_none(steps, 0)
        and (value is not None) == is_for_two
    )
    if not is_valid or (is_for_two and (value > 0) != (letter == "w")):
        raise ValueError(entry)
    judgement = Judgement(STATES_BY_LETTER[letter], length, is_fewest, proof, value, steps)
    return IndexedJudgement(index, judgement)


def _is_number_or_none(number: object, minimum: int) -> bool:
    return number is None or (type(number) is int and minimum <= number <= MAX_NUMBER)
