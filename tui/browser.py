"""The app in a browser, as `ludoscope serve` has it: whether it is, and whose saves a tab has.

`serve` starts the app anew for each tab, without a terminal, and has Textual's driver for the web
in the environment. Nothing here loads Textual.
"""

import os
from itertools import count

from ludoscope.search.storage import private_files
from ludoscope.search.storage.folders import profile_saves_folder
from ludoscope.search.storage.locks import try_lock

DRIVER = "textual.drivers.web_driver:WebDriver"
PROFILE = "tab"
IN_USE = "tab-in-use"


def in_browser() -> bool:
    """Whether a browser shows the app; no other driver that the environment names is taken.

    Never in a guest's session, whose environment is clean.
    """
    return os.environ.get("TEXTUAL_DRIVER") == DRIVER


def take_profile(wanted: str | None) -> str:
    """The first profile of `wanted-1`, `wanted-2`, … that no tab has; OSError as of the saves.

    It is this tab's until its process ends: the file that says so stays open, and locked.
    """
    for number in count(1):
        name = f"{wanted or PROFILE}-{number}"
        folder = profile_saves_folder(name)
        private_files.make_folder(folder)
        handle = private_files.opener(str(folder / IN_USE), os.O_RDWR | os.O_CREAT)
        if try_lock(handle):
            return name
        os.close(handle)
    raise AssertionError  # numbers do not end
