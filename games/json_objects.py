"""The reader of JSON that others may have written: in files, saves, lines and pipes.

`parse_object` is for nearly all of it, `parse_json` for lists and single values.

No other module calls `json.loads`, which takes any depth, the constants NaN and Infinity, halves of
characters, and the last of two values of one name.
"""

import json
import math
import re
from collections.abc import Sequence
from typing import Any, TypeAlias

from ludoscope.games.errors import NotationError, short_repr

JsonObject: TypeAlias = dict[str, Any]  # the reader of an object checks the types of its fields

MAX_LENGTH = 1 << 26  # characters or bytes; a depth-first solution may be very long
MAX_DEPTH = 16  # of nested lists and objects
MAX_DIGITS = 300  # of a whole number; any such number can be converted to a float
EXPECTED = "expected a JSON object"
SURROGATES = re.compile("[\ud800-\udfff]")  # halves of characters, which no file can hold


def parse_object(text: str | bytes, max_length: int = MAX_LENGTH) -> JsonObject:
    """Parse a JSON object; bytes are UTF-8.

    Args:
        text: The text.
        max_length: Characters or bytes that it may have.

    Raises:
        NotationError: The text is not an object, or as for `parse_json`.
    """
    value = parse_json(text, max_length)
    if not isinstance(value, dict):
        raise NotationError(EXPECTED)
    return value


def parse_json(text: str | bytes, max_length: int = MAX_LENGTH) -> object:
    """Parse any JSON value; see `parse_object`.

    Raises:
        NotationError: The text is too long, is not JSON or is nested too deeply, an object has two
            values of one name, or a number or a text cannot be stored.
    """
    if len(text) > max_length:
        raise NotationError(f"{EXPECTED} of at most {max_length:,} characters")
    try:
        if isinstance(text, bytes):
            text = text.decode()
        value: object = json.loads(
            text,
            parse_int=_parse_int,
            parse_float=_parse_float,
            parse_constant=_parse_float,
            object_pairs_hook=_make_object,
        )
    except NotationError:
        raise
    except json.JSONDecodeError as error:
        raise NotationError(EXPECTED, error.lineno) from None
    except (ValueError, RecursionError):
        raise NotationError(EXPECTED) from None
    _check_nested(value, MAX_DEPTH)
    return value


def _parse_int(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise NotationError(f"expected numbers of at most {MAX_DIGITS} digits")
    return int(text)


def _parse_float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise NotationError(f"found {short_repr(text)}, expected a finite number")
    return number


def _make_object(pairs: Sequence[tuple[str, Any]]) -> JsonObject:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = set()
        for name, _ in pairs:
            if name in names:
                raise NotationError(f"found {short_repr(name)} twice, expected it once")
            names.add(name)
    return fields


def _check_nested(value: object, max_depth: int) -> None:
    """Check the depth of a value, and that its texts have no halves of characters."""
    if isinstance(value, str):
        if not value.isascii() and SURROGATES.search(value):
            raise NotationError("found half of a character in a JSON text")
    elif isinstance(value, (dict, list)):
        if not max_depth:
            raise NotationError(f"{EXPECTED} nested at most {MAX_DEPTH} deep")
        if isinstance(value, dict):
            for name in value:
                _check_nested(name, 1)
        for child in value.values() if isinstance(value, dict) else value:
            _check_nested(child, max_depth - 1)
