"""What the host says of a shared folder: that it is one, and whether guests are in company.

{"ludoscope": "company", "version": 1, "guests": false}
"""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from ludoscope.tui.lobby import shared_files
from ludoscope.tui.lobby.json_documents import document
from ludoscope.tui.saves.json_fields import check, read_object

FILE = "company.json"
MOST = 4096  # bytes
MODE = 0o1777  # everybody may make a folder in it, and delete their own only
FIELDS = {"ludoscope": str, "version": int, "guests": bool}
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


class CompanyError(Exception):
    """There is no company in a folder; the text says why, in a sentence."""


@dataclass(frozen=True, slots=True)
class Host:
    """`guests`: whether those of `play --guest` with a profile take part."""

    guests: bool = False


def read_host(path: Path) -> Host:
    """What the host of that folder says; CompanyError when it is not one of ours."""
    require_accounts()
    how = f"ludoscope company {path} --make makes one"
    try:
        with shared_files.folder(path) as handle:
            found = os.fstat(handle)
            data = shared_files.read(FILE, handle, found.st_uid, MOST)
        if found.st_mode & OTHERS_WRITE and not found.st_mode & stat.S_ISVTX:
            raise CompanyError(f"{path}: others could delete your files there (no sticky bit)")
        row = read_object(data)
        check(row, FIELDS)
    except OSError as error:
        said = error.strerror or str(error)
        raise CompanyError(f"no company in {path} ({said}): {how}") from None
    except ValueError as error:
        raise CompanyError(f"{path / FILE}: {error}") from None
    if (row["ludoscope"], row["version"]) != ("company", 1):
        raise CompanyError(f"{path / FILE} is of another version of Ludoscope")
    return Host(row["guests"])


def require_accounts() -> None:
    """CompanyError where files do not say whose they are as the protocol needs it."""
    if not hasattr(os, "geteuid"):
        raise CompanyError("company needs a system with accounts as those of Linux or macOS")


def make_company(path: Path, host: Host) -> None:
    """Make the folder, or say anew what holds in it; OSError, CompanyError."""
    require_accounts()
    try:
        os.mkdir(path)
    except FileExistsError:
        if not path.is_dir() or (os.listdir(path) and not (path / FILE).is_file()):
            raise CompanyError(
                f"{path} holds something else, expected a new or an empty folder"
            ) from None
        if os.listdir(path):
            _write(path, host)
            return
    os.chmod(path, MODE)
    _write(path, host)


def _write(path: Path, host: Host) -> None:
    with shared_files.folder(path) as handle:
        if os.fstat(handle).st_uid != os.geteuid():
            raise CompanyError(f"{path} belongs to another account")
        shared_files.write(FILE, handle, document("company", {"guests": host.guests}))
