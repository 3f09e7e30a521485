"""The results of a batch as a file, with which it can be resumed: CSV, or a JSON object a line.

A line is written whole, by one call, as soon as its puzzle is done. A line at the end that was
incomplete all the same (the machine went down) is removed when the file is opened again; for any
other foreign content the file is left unchanged and an error is raised. The file is read line by
line, so it may have any size.
"""

import csv
import io
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from ludoscope.games import NotationError
from ludoscope.games.errors import shown
from ludoscope.puzzles.batch.rows import FIELDS, InUseError, Jobs, Row, is_row
from ludoscope.puzzles.files import FileError
from ludoscope.search.storage.locks import lock

LONGEST_LINE = 1 << 20  # bytes


class Rows:
    """The rows that are there, each of a number and a solver."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[str, Row]] = {}

    def __iter__(self) -> Iterator[Row]:
        for found in self._rows.values():
            yield from found.values()

    def __len__(self) -> int:
        return sum(map(len, self._rows.values()))

    @property
    def several(self) -> bool:
        """Whether a number has rows of several solvers."""
        return len(self) > len(self._rows)

    @property
    def solvers(self) -> set[str]:
        """Whose rows there are."""
        return {row["solver"] for row in self}

    @property
    def example(self) -> tuple[int, str] | None:
        """A number and the name of its puzzle; None where there is no row."""
        return next(((row["number"], row["puzzle"]) for row in self), None)

    def has(self, number: int, solver: str) -> bool:
        """Whether the row of that number by that solver is there, "" for any."""
        return self.get(number, solver) is not None

    def found(self, jobs: Jobs) -> Iterator[Row]:
        """The rows that there are of these."""
        return (row for job in jobs if (row := self.get(*job)))

    def get(self, number: int, solver: str) -> Row | None:
        """The row of that number by that solver, "" for any."""
        found = self._rows.get(number, {})
        return found.get(solver) if solver else next(iter(found.values()), None)

    def add(self, row: Row) -> None:
        """Keep a row."""
        self._rows.setdefault(row["number"], {})[row["solver"]] = row

    def add_all(self, rows: Iterable[Row]) -> None:
        """Keep the rows of a chunk."""
        for row in rows:
            self.add(row)


class CsvLines:
    """A head, then a line for each row; nothing stands for what is not known."""

    head = ",".join(FIELDS) + "\n"

    def begun(self, line: bytes) -> bool:
        """Whether it may be a row of ours that was cut off."""
        return bool(re.match(rb"[0-9]+(,|$)", line))

    def line(self, row: Row) -> str:
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerow(_cell(row[name]) for name in FIELDS)
        return out.getvalue()

    def row(self, line: str) -> Row:
        """ValueError when the line is no row."""
        [cells] = csv.reader([line], strict=True)
        row: Row = dict(zip(FIELDS, cells, strict=True))
        row["number"], row["explored"] = int(row["number"]), int(row["explored"])
        row["seconds"] = float(row["seconds"])
        row["optimal"] = {"true": True, "false": False}[row["optimal"]]
        row["length"] = int(row["length"]) if row["length"] else None
        return row


class JsonLines:
    """An object for each row."""

    head = ""

    def begun(self, line: bytes) -> bool:
        """Whether it may be a row of ours that was cut off."""
        start = b'{"number": '
        return line.startswith(start) or start.startswith(line)

    def line(self, row: Row) -> str:
        return json.dumps({name: row[name] for name in FIELDS}, ensure_ascii=False) + "\n"

    def row(self, line: str) -> Row:
        """ValueError when the line is no row."""
        row: Row = json.loads(line)
        return row


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else value


class Results(Rows):
    """The same in a file, and a place for more; `with Results(path) as results`.

    OSError when the file cannot be opened, InUseError, FileError when it holds something else.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._form = CsvLines() if path.suffix.lower() == ".csv" else JsonLines()
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._file = os.open(path, flags, 0o666)
        try:
            self._lock()
            self._take_up()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Results":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, row: Row) -> None:
        """Keep a row; OSError when there is no room."""
        self._write(self._form.line(row).encode())
        super().add(row)

    def _write(self, line: bytes) -> None:
        """Write all of it or, if the disk is full, nothing."""
        size, data = os.fstat(self._file).st_size, memoryview(line)
        try:
            while data:
                data = data[os.write(self._file, data) :]
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, size)
            error.filename = str(self.path)
            raise

    def close(self) -> None:
        os.close(self._file)

    def _lock(self) -> None:
        if not lock(self._file):
            raise InUseError(f"another batch is writing {self.path}")

    def _take_up(self) -> None:
        """Read the rows; remove an incomplete last line."""
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            raise FileError(str(self.path), NotationError("not a regular file"))
        form, head = self._form, self._form.head.encode()
        with open(self._file, "rb", closefd=False) as file:
            begun = file.read(len(head))
            if head and begun != head and head.startswith(begun):
                os.ftruncate(self._file, 0)
                self._write(head)
                return
            self._must(begun == head, begun, 1)
            size = len(head)
            lines = iter(lambda: file.readline(LONGEST_LINE), b"")
            for number, line in enumerate(lines, 1 + bool(head)):
                if form.begun(line) and len(line) < LONGEST_LINE and line[-1:] != b"\n":
                    os.ftruncate(self._file, size)
                    return
                row = self._row(line)
                self._must(row is not None, line, number)
                assert row is not None
                super().add(row)
                size += len(line)

    def _row(self, line: bytes) -> Row | None:
        """The row, None where the line is damaged."""
        try:
            row = self._form.row(line.decode().removesuffix("\n"))
        except (ValueError, KeyError, RecursionError, csv.Error):
            return None
        return row if line.endswith(b"\n") and is_row(row) else None

    def _must(self, right: bool, line: bytes, number: int) -> None:
        if not right:
            found = shown(line.decode(errors="replace").splitlines()[0])
            error = NotationError(f"{found} found, expected the results of a batch", number)
            raise FileError(str(self.path), error)
