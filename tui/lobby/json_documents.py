"""The objects of JSON in the shared folder: each says what it is, and of which version."""

import json
from collections.abc import Mapping
from typing import Any

from ludoscope.tui.saves.json_fields import check, read_object

VERSION = 1


def document(kind: str, fields: Mapping[str, Any]) -> bytes:
    """What `read_document` reads, as a line."""
    return line({"ludoscope": kind, "version": VERSION, **fields})


def line(row: Mapping[str, Any]) -> bytes:
    """An object, as a line."""
    return (json.dumps(row) + "\n").encode()


def read_document(data: bytes, kind: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """One with these `fields`, of these kinds; ValueError when it is none."""
    row = read_object(data)
    check(row, {"ludoscope": str, "version": int, **fields})
    if (row["ludoscope"], row["version"]) != (kind, VERSION):
        raise ValueError(f"expected a {kind} of version {VERSION}")
    return row
