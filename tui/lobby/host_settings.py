"""The host's file in the shared folder: marks it as a lobby and says whether guests take part.

    {"ludoscope": "company", "version": 1, "guests": false}

The file is called `company.json` and its kind "company" since version 1 of the format; older
versions read them.
"""

import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ludoscope.games.json_objects import parse_object
from ludoscope.tui.lobby import shared_files
from ludoscope.tui.lobby.json_documents import VERSION, encode_document, is_newer
from ludoscope.tui.saves.json_fields import check_fields

HOST_FILE = "company.json"
KIND = "company"
MAX_FILE_BYTES = 4096
FOLDER_MODE = 0o1777  # every account may create folders, and delete only its own
FIELDS = {"ludoscope": str, "version": int, "guests": bool}
WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


class LobbyError(Exception):
    """Raised when a folder cannot be used as a lobby; the message says why."""


@dataclass(frozen=True, slots=True)
class HostSettings:
    """Settings that the host of a lobby chose.

    Attributes:
        guests_allowed: Players of `play --guest` with a profile take part.
    """

    guests_allowed: bool = False


def read_host_settings(path: Path) -> HostSettings:
    """Return the host's settings of the lobby in a folder.

    Raises:
        LobbyError: The folder is not a lobby, or not a safe one.
    """
    require_accounts()
    try:
        with shared_files.open_folder(path) as folder_fd:
            status = os.fstat(folder_fd)
            data = shared_files.read(HOST_FILE, folder_fd, status.st_uid, MAX_FILE_BYTES)
        if status.st_mode & WRITABLE_BY_OTHERS and not status.st_mode & stat.S_ISVTX:
            raise LobbyError(f"{path}: others could delete your files there (no sticky bit)")
        row = parse_object(data)
        check_fields(row, FIELDS)
    except OSError as error:
        reason = error.strerror or str(error)
        advice = f"create one with: ludoscope lobby {path} --make"
        raise LobbyError(f"no lobby in {path} ({reason}); {advice}") from None
    except ValueError as error:
        raise LobbyError(f"{path / HOST_FILE}: {error}") from None
    if (row["ludoscope"], row["version"]) != (KIND, VERSION):
        raise LobbyError(f"{path / HOST_FILE} is of another version of Ludoscope")
    return HostSettings(row["guests"])


def require_accounts() -> None:
    """Raise LobbyError on a system where the owner of a file does not identify its author."""
    if not hasattr(os, "geteuid"):
        raise LobbyError("the lobby needs a system with user accounts, such as Linux or macOS")


def make_lobby(path: Path, settings: HostSettings) -> None:
    """Create a lobby folder, or change the settings of an existing one.

    Raises:
        LobbyError: The folder holds something else or belongs to another account.
        OSError: The folder or its file cannot be written.
    """
    require_accounts()
    try:
        os.mkdir(path)
    except FileExistsError:
        is_lobby = (path / HOST_FILE).is_file()
        if not path.is_dir() or (os.listdir(path) and not is_lobby):
            raise LobbyError(
                f"{path} holds something else, expected a new or an empty folder"
            ) from None
        if is_lobby:
            _write(path, settings)
            return
    os.chmod(path, FOLDER_MODE)
    _write(path, settings)


def _write(path: Path, settings: HostSettings) -> None:
    document = encode_document(KIND, {"guests": settings.guests_allowed})
    with shared_files.open_folder(path) as folder_fd:
        if os.fstat(folder_fd).st_uid != os.geteuid():
            raise LobbyError(f"{path} belongs to another account")
        with suppress(OSError):  # there is no file yet
            data = shared_files.read(HOST_FILE, folder_fd, os.geteuid(), MAX_FILE_BYTES)
            if is_newer(data):
                raise LobbyError(f"{path / HOST_FILE} is of a newer version of Ludoscope")
        shared_files.write(HOST_FILE, folder_fd, document)
