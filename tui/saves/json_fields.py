"""Validation of JSON objects from files that others may have written.

`parse_object` parses a text; `check_fields` compares the fields with a table of their types.
"""

import json
import re
from collections.abc import Mapping
from types import UnionType
from typing import Any, TypeAlias

from ludoscope.games.errors import short_repr

JsonObject: TypeAlias = dict[str, Any]  # its fields are typed by a table, see `check_fields`
FieldType: TypeAlias = type | UnionType
FieldTypes: TypeAlias = Mapping[str, FieldType]

MAX_DEPTH = 16  # of nested lists and objects
MAX_NUMBER = 10**11  # of any field; as seconds since 1970 later than any clock will show
MAX_TEXT_LENGTH = 4096  # characters; a puzzle may be named by the path of its file
SURROGATES = re.compile("[\ud800-\udfff]")  # halves of characters, which no file can hold
TYPE_DESCRIPTIONS: dict[FieldType, str] = {
    str: "a text",
    dict: "an object",
    list: "a list",
    bool: "true or false",
    int: "a whole number from 0",
    float: "a number from 0",
    float | None: "a number from 0, or null",
    int | None: "a whole number from 0, or null",
}


def parse_object(text: str | bytes) -> JsonObject:
    """Parse a JSON object.

    Raises:
        ValueError: The text is not a JSON object, or one that is nested too deeply.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("expected a JSON object") from None
    if not isinstance(value, dict) or _is_deeper(value, MAX_DEPTH):
        raise ValueError("expected a JSON object")
    return value


def _is_deeper(value: object, max_depth: int) -> bool:
    if not isinstance(value, (dict, list)):
        return False
    children = value.values() if isinstance(value, dict) else value
    return not max_depth or any(_is_deeper(child, max_depth - 1) for child in children)


def check_fields(row: Mapping[str, object], types: FieldTypes) -> None:
    """Check that an object has exactly the fields of `types`, with values of these types.

    Raises:
        ValueError: A field is missing, unexpected or of another type.
    """
    if row.keys() != types.keys():
        fields = short_repr(", ".join(row))
        raise ValueError(f"the fields {fields} found, expected {', '.join(types)}")
    for field, field_type in types.items():
        if not is_valid(row[field], field_type):
            value = short_repr(row[field])
            raise ValueError(f"{field} {value} found, expected {TYPE_DESCRIPTIONS[field_type]}")


def is_valid(value: object, field_type: FieldType) -> bool:
    """Return True if a value has the type, and numbers and texts are within their limits."""
    if field_type == float | None:
        return value is None or is_valid(value, float)
    if field_type == int | None:
        return value is None or is_valid(value, int)
    if field_type is str:
        return (
            isinstance(value, str)
            and 0 < len(value) <= MAX_TEXT_LENGTH
            and not SURROGATES.search(value)
        )
    if field_type in (int, float):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        return (field_type is float or isinstance(value, int)) and 0 <= value <= MAX_NUMBER
    return type(value) is field_type
