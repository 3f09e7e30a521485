"""Types of the fields of JSON objects, see `games.json_objects`. Start with `check_fields`."""

from collections.abc import Mapping
from types import UnionType
from typing import TypeAlias

from ludoscope.games.errors import short_repr

FieldType: TypeAlias = type | UnionType
FieldTypes: TypeAlias = Mapping[str, FieldType]

MAX_NUMBER = 10**11  # of any field or column; as seconds since 1970 later than any clock will show
# lower limits of what is imported, from which no playing leads beyond MAX_NUMBER
MAX_TIME = 10**10  # seconds since 1970: the year 2286
MAX_COUNT = 10**9  # of any other field
MAX_TEXT_LENGTH = 4096  # characters; a puzzle may be named by the path of its file
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
        return isinstance(value, str) and 0 < len(value) <= MAX_TEXT_LENGTH
    if field_type in (int, float):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        return (field_type is float or isinstance(value, int)) and 0 <= value <= MAX_NUMBER
    return type(value) is field_type
