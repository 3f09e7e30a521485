"""JSON documents of the shared folder: objects that state their kind and the format's version."""

import json
from collections.abc import Mapping
from typing import Any

from ludoscope.games.json_objects import parse_object
from ludoscope.tui.saves.json_fields import check_fields

VERSION = 1


def encode_document(kind: str, fields: Mapping[str, object]) -> bytes:
    """Return a document as one line of JSON; `decode_document` reads it."""
    return encode_line({"ludoscope": kind, "version": VERSION, **fields})


def encode_line(row: Mapping[str, object]) -> bytes:
    return (json.dumps(row) + "\n").encode()


def is_newer(data: bytes) -> bool:
    """Return True if a file begins with a document of a newer version."""
    try:
        row = parse_object(data.partition(b"\n")[0])
    except ValueError:
        return False
    version = row.get("version")
    return "ludoscope" in row and type(version) is int and version > VERSION


def decode_document(data: bytes, kind: str, fields: Mapping[str, type]) -> dict[str, Any]:
    """Return the object in a file.

    Args:
        data: Contents of the file.
        kind: Expected kind of document.
        fields: Names and types of the fields that it must have, and no others.

    Raises:
        ValueError: The document is malformed or of another kind or version.
    """
    row = parse_object(data)
    check_fields(row, {"ludoscope": str, "version": int, **fields})
    if (row["ludoscope"], row["version"]) != (kind, VERSION):
        raise ValueError(f"expected a {kind} of version {VERSION}")
    return row
