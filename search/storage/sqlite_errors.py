"""The causes of errors of SQLite: a damaged file, a full disk, or anything else."""

import sqlite3

CORRUPTION_CODES = {
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_SCHEMA,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_CONSTRAINT,
}
EXTENDED_CORRUPTION_CODES = {sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_DATA}


def primary_code(error: sqlite3.Error) -> int:
    """Return the primary result code; SQLITE_ERROR for an error of Python's module itself."""
    return _extended_code(error) & 0xFF


def is_corruption(error: sqlite3.Error) -> bool:
    """Return True if the file is to blame, rather than the disk, permissions or another program."""
    code = _extended_code(error)
    return code & 0xFF in CORRUPTION_CODES or code in EXTENDED_CORRUPTION_CODES


def is_lock_conflict(error: sqlite3.Error) -> bool:
    """Return True if another program has locked the file."""
    return primary_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _extended_code(error: sqlite3.Error) -> int:
    # missing where Python's module raises the error, for instance for text that is not UTF-8
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code
