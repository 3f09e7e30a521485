"""Objects of JSON from others: whether their fields are those expected, and what they hold."""

import json
import re
from collections.abc import Mapping
from typing import Any

from ludoscope.games.errors import short_repr

DEEPEST = 16  # lists and objects in each other
MOST = 10**11  # of anything; as seconds since 1970 it is no time that a clock will show
LONGEST = 4096  # characters of a text; a puzzle may be called by the path of its file
UNWRITTEN = re.compile("[\ud800-\udfff]")  # halves of characters, which no file can hold
WORDS = {
    str: "a text",
    dict: "an object",
    list: "a list",
    bool: "true or false",
    int: "a whole number from 0",
    float: "a number from 0",
    float | None: "a number from 0, or null",
    int | None: "a whole number from 0, or null",
}


def read_object(text: str | bytes) -> dict[str, Any]:
    """The object that a text is; ValueError when it is none, or one too deep."""
    try:
        row = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("expected a JSON object") from None
    if not isinstance(row, dict) or deeper(row, DEEPEST):
        raise ValueError("expected a JSON object")
    return row


def deeper(value: Any, levels: int) -> bool:
    """Whether lists and objects are in each other beyond so many levels."""
    if not isinstance(value, (dict, list)):
        return False
    within = value.values() if isinstance(value, dict) else value
    return not levels or any(deeper(one, levels - 1) for one in within)


def check(row: Mapping[str, Any], kinds: Mapping[str, Any]) -> None:
    """ValueError when the fields are not these, or a value is of another kind."""
    if row.keys() != kinds.keys():
        found = short_repr(", ".join(row))
        raise ValueError(f"the fields {found} found, expected {', '.join(kinds)}")
    for field, kind in kinds.items():
        if not fits(row[field], kind):
            raise ValueError(f"{field} {str(row[field])[:30]!r} found, expected {WORDS[kind]}")


def fits(value: Any, kind: Any) -> bool:
    if kind in (float | None, int | None):
        return value is None or fits(value, float if kind == float | None else int)
    if kind is str:
        return type(value) is str and 0 < len(value) <= LONGEST and not UNWRITTEN.search(value)
    if kind is float:
        return type(value) in (int, float) and 0 <= value <= MOST
    return type(value) is kind and (kind is not int or 0 <= value <= MOST)
