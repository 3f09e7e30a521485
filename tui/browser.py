"""Detection of a browser session, as `ludoscope serve` starts it, and its own saves.

`serve` starts the app for each tab, without a terminal, and names Textual's web driver in the
environment. This module does not import Textual.
"""

import os
from itertools import count

from ludoscope.search.storage import private_files
from ludoscope.search.storage.folders import profile_saves_folder
from ludoscope.search.storage.locks import try_lock

DRIVER = "textual.drivers.web_driver:WebDriver"
DEFAULT_PROFILE = "tab"
IN_USE_FILE = "tab-in-use"


def in_browser() -> bool:
    """Return True if a browser displays the app.

    Other drivers named in the environment are ignored. A guest's environment names none.
    """
    return os.environ.get("TEXTUAL_DRIVER") == DRIVER


def reserve_profile(prefix: str | None) -> str:
    """Reserve a profile for this tab: the first of `prefix-1`, `prefix-2`, … that is free.

    It is reserved until the process ends: a file in its folder stays open and locked.

    Raises:
        OSError: The folder of the saves cannot be written to.
    """
    for number in count(1):
        name = f"{prefix or DEFAULT_PROFILE}-{number}"
        folder = profile_saves_folder(name)
        private_files.make_folder(folder)
        handle = private_files.opener(str(folder / IN_USE_FILE), os.O_RDWR | os.O_CREAT)
        if try_lock(handle):
            return name
        os.close(handle)
    raise AssertionError("unreachable: `count` is endless")
