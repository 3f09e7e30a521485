"""The results of a batch as a file that can be taken up again: CSV, or a JSON object a line.

A line is written whole, by one call, as soon as its puzzle is done. A line at the end that was
cut off all the same (the machine went down) is cut away when the file is opened again; anything
else that is not ours is left alone and said.
"""

import csv
import fcntl
import io
import json
import os
import stat
from pathlib import Path
from types import TracebackType
from typing import Any

from games import NotationError
from games.errors import shown
from puzzles.files import FileError, read_pieces

Row = dict[str, Any]

FIELDS = (
    "number",
    "puzzle",
    "solver",
    "verdict",
    "reason",
    "explored",
    "length",
    "measure",
    "optimal",
    "seconds",
)
LARGEST = 1 << 28  # bytes


class InUseError(ValueError):
    """Another batch writes the same file."""


class CsvLines:
    """A head, then a line for each row; nothing stands for what is not known."""

    head = ",".join(FIELDS) + "\n"
    begins = ""

    def line(self, row: Row) -> str:
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerow(_cell(row[name]) for name in FIELDS)
        return out.getvalue()

    def row(self, line: str) -> Row:
        """ValueError when the line is no row."""
        [cells] = csv.reader([line], strict=True)
        row: Row = dict(zip(FIELDS, cells, strict=True))
        row["optimal"] = {"true": True, "false": False}[row["optimal"]]
        row["length"] = int(row["length"]) if row["length"] else None
        return row


class JsonLines:
    """An object for each row."""

    head = ""
    begins = '{"number": '

    def line(self, row: Row) -> str:
        return json.dumps({name: row[name] for name in FIELDS}, ensure_ascii=False) + "\n"

    def row(self, line: str) -> Row:
        """ValueError when the line is no row."""
        row = json.loads(line)
        if not isinstance(row, dict) or set(row) != set(FIELDS):
            raise ValueError
        return row


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else value


class Results:
    """The rows that are there, and a place for more; `with Results(path) as results`.

    OSError when the file can't be had, InUseError, FileError when it holds something else.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: dict[int, Row] = {}
        self._form = CsvLines() if path.suffix.lower() == ".csv" else JsonLines()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            self._lock()
            self._take_up()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Results":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def add(self, row: Row) -> None:
        """Keep a row; OSError when there is no room."""
        self.rows[row["number"]] = row
        data = memoryview(self._form.line(row).encode())
        while data:
            data = data[os.write(self._file, data) :]

    def close(self) -> None:
        os.close(self._file)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUseError(f"another batch is writing {self.path}") from None

    def _take_up(self) -> None:
        """Read what is there; cut away what was cut off."""
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            raise FileError(str(self.path), NotationError("not a regular file"))
        with open(self._file, "rb", buffering=0, closefd=False) as file:
            raw = bytes(read_pieces(file, LARGEST))
        form = self._form
        head = form.head.encode()
        if not raw or (head.startswith(raw) and raw != head):
            os.ftruncate(self._file, 0)
            os.write(self._file, head)
            return
        self._must(raw.startswith(head), raw, 1)
        whole = len(head)
        lines = raw[len(head) :].splitlines(keepends=True)
        for at, line in enumerate(lines):
            row = self._row(line)
            if row is None:
                # the first line of a file without a head might be somebody else's
                ours = at > 0 or form.begins.encode().startswith(line[: len(form.begins)])
                self._must(ours and at == len(lines) - 1, line, at + 1 + bool(head))
                break
            self.rows[row["number"]] = row
            whole += len(line)
        os.ftruncate(self._file, whole)

    def _row(self, line: bytes) -> Row | None:
        """The row, None where the line is damaged."""
        if not line.endswith(b"\n"):
            return None
        try:
            row = self._form.row(line.decode().rstrip("\n"))
            row["number"], row["explored"] = int(row["number"]), int(row["explored"])
            row["seconds"] = float(row["seconds"])
        except (ValueError, KeyError, TypeError, csv.Error):
            return None
        return row

    def _must(self, right: bool, line: bytes, number: int) -> None:
        if not right:
            found = shown(line.decode(errors="replace").splitlines()[0])
            error = NotationError(f"{found} found, expected the results of a batch", number)
            raise FileError(str(self.path), error)
