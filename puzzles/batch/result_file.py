"""Results of a batch in memory, and in a CSV or JSON lines file from which it can be resumed.

Each line is written whole, by one call, and the rows of a chunk are on the disk before those of the
next one are written. If the last line is incomplete, for instance after a power failure, it is
removed when the file is opened again. Any other unexpected content raises an error and leaves the
file unchanged.
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
from ludoscope.games.errors import short_repr
from ludoscope.games.json_objects import parse_object
from ludoscope.puzzles.batch.rows import FIELDS, InUseError, Jobs, Row, check_row
from ludoscope.puzzles.files import FileError, open_nonblocking
from ludoscope.search.result_text import GAVE_UP
from ludoscope.search.storage.locks import try_lock

MAX_LINE_BYTES = 1 << 20
sync_to_disk = getattr(os, "fdatasync", os.fsync)  # macOS and Windows have no fdatasync


class InMemoryResults:
    """The results of a batch in memory, at most one row for each number and solver."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[str, Row]] = {}  # by number, then by solver

    def __iter__(self) -> Iterator[Row]:
        for row_by_solver in self._rows.values():
            yield from row_by_solver.values()

    def __len__(self) -> int:
        return sum(map(len, self._rows.values()))

    @property
    def solvers(self) -> set[str]:
        """The names of the solvers that have rows."""
        return {row["solver"] for row in self}

    def iter_puzzles(self) -> Iterator[tuple[int, str]]:
        """Yield the number and the puzzle's name of each row."""
        for row in self:
            yield row["number"], row["puzzle"]

    def has_row(self, number: int, solver: str) -> bool:
        """Return True if there is a row of a number and a solver."""
        return solver in self._rows.get(number, {})

    def count_done(self, jobs: Jobs) -> int:
        """Return how many of the jobs are done."""
        return sum(1 for _ in self.iter_verdicts(jobs))

    def iter_verdicts(self, jobs: Jobs) -> Iterator[Row]:
        """Yield the rows of those of the jobs that are done, ordered by number."""
        for number in sorted(self._rows):  # there may be far more jobs than rows
            if number in jobs.numbers:
                row_by_solver = self._rows[number]
                yield from (row_by_solver[name] for name in jobs.solvers if name in row_by_solver)

    def add(self, row: Row) -> None:
        """Store a row, replacing an earlier one of the same number and solver.

        A decided row is not replaced by one that gave up.
        """
        row_by_solver = self._rows.setdefault(row["number"], {})
        earlier = row_by_solver.get(row["solver"])
        if not earlier or earlier["verdict"] == GAVE_UP or row["verdict"] != GAVE_UP:
            row_by_solver[row["solver"]] = row

    def add_all(self, rows: Iterable[Row]) -> None:
        """Store the rows of a chunk."""
        for row in rows:
            self.add(row)


class CsvFormat:
    """The CSV format: a header, then a line for each row; None is an empty cell."""

    header = ",".join(FIELDS) + "\n"

    def is_partial_row(self, line: bytes) -> bool:
        """Return True if a line without a newline may be the beginning of a row."""
        return bool(re.match(rb"[0-9]+(,|$)", line))

    def format_row(self, row: Row) -> str:
        """Return the line of a row, with its line end."""
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerow(_csv_cell(row[name]) for name in FIELDS)
        return out.getvalue()

    def parse_row(self, line: str) -> Row:
        """Parse a line.

        Raises:
            ValueError, KeyError, csv.Error: The line is not a row.
        """
        [cells] = csv.reader([line], strict=True)
        row: Row = dict(zip(FIELDS, cells, strict=True))
        row["number"], row["explored"] = int(row["number"]), int(row["explored"])
        row["seconds"] = float(row["seconds"])
        row["optimal"] = {"true": True, "false": False}[row["optimal"]]
        row["length"] = int(row["length"]) if row["length"] else None
        return row


class JsonLinesFormat:
    """The JSON lines format: a JSON object for each row."""

    header = ""

    def is_partial_row(self, line: bytes) -> bool:
        """Return True if a line without a newline may be the beginning of a row."""
        start = b'{"number": '
        return line.startswith(start) or start.startswith(line)

    def format_row(self, row: Row) -> str:
        """Return the line of a row, with its line end."""
        return json.dumps({name: row[name] for name in FIELDS}, ensure_ascii=False) + "\n"

    def parse_row(self, line: str) -> Row:
        """Parse a line.

        Raises:
            ValueError: The line is not a JSON object.
        """
        return parse_object(line)


def _csv_cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else value


class ResultFile(InMemoryResults):
    """The results of a batch in a file, CSV if its suffix is .csv and JSON lines otherwise.

    The file is locked for other batches until `close`. Use it as a context manager.
    """

    def __init__(self, path: Path) -> None:
        """Open or create the file and read its rows.

        Raises:
            OSError: The file cannot be opened.
            InUseError: Another batch is writing the file.
            FileError: The file holds something else.
        """
        super().__init__()
        self.path = path
        self._format = CsvFormat() if path.suffix.lower() == ".csv" else JsonLinesFormat()
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._file = open_nonblocking(str(path), flags)
        try:
            if not try_lock(self._file):
                raise InUseError(f"another batch is writing {self.path}")
            self._load()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "ResultFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and release its lock."""
        os.close(self._file)

    def add(self, row: Row) -> None:
        """Append a row to the file.

        Raises:
            OSError: The row cannot be written, for instance because the disk is full.
        """
        self._write(self._format.format_row(row).encode())
        super().add(row)

    def add_all(self, rows: Iterable[Row]) -> None:
        """Append the rows of a chunk and wait until they are on the disk.

        Raises:
            OSError: They cannot be written, for instance because the disk is full.
        """
        super().add_all(rows)
        try:
            sync_to_disk(self._file)
        except OSError as error:
            error.filename = str(self.path)
            raise

    def _write(self, line: bytes) -> None:
        """Append all of `line` or, if the disk is full, nothing."""
        size, data = os.fstat(self._file).st_size, memoryview(line)
        try:
            while data:
                data = data[os.write(self._file, data) :]
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, size)
            error.filename = str(self.path)
            raise

    def _load(self) -> None:
        """Read the rows, write a missing header and remove an incomplete last line."""
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            raise FileError(str(self.path), NotationError("not a regular file"))
        header = self._format.header.encode()
        with open(self._file, "rb", closefd=False) as file:
            start = file.read(len(header))
            if header and start != header and header.startswith(start):
                os.ftruncate(self._file, 0)
                self._write(header)
                return
            if start != header:
                raise self._not_results(start, 1)
            size = len(header)
            lines = iter(lambda: file.readline(MAX_LINE_BYTES), b"")
            for number, line in enumerate(lines, 2 if header else 1):
                is_too_long = len(line) >= MAX_LINE_BYTES
                if (
                    not is_too_long
                    and not line.endswith(b"\n")
                    and self._format.is_partial_row(line)
                ):
                    os.ftruncate(self._file, size)
                    return
                row = self._parse(line)
                if row is None:
                    raise self._not_results(line, number)
                super().add(row)
                size += len(line)

    def _parse(self, line: bytes) -> Row | None:
        """Return the row of a line, None if the line is damaged."""
        try:
            row = self._format.parse_row(line.decode().removesuffix("\n"))
        except (ValueError, KeyError, csv.Error):
            return None
        return check_row(row) if line.endswith(b"\n") else None

    def _not_results(self, line: bytes, number: int) -> FileError:
        text = short_repr(line.decode(errors="replace").splitlines()[0])
        error = NotationError(f"{text} found, expected the results of a batch", number)
        return FileError(str(self.path), error)
