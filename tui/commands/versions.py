"""The output of `--version`: what a bug report needs."""

import platform

from ludoscope.games.entry_points import installed_version
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.tui import lazy

# none of the private names that we use is missing there; others are looked at, which takes 0.3 s
CHECKED_TEXTUAL_VERSIONS = ("8.2.5", "8.2.6", "8.2.7", "8.2.8")


def print_versions() -> None:
    """Print the versions, whether kernels are compiled, and which terminal driver is missing."""
    print(f"ludoscope {installed_version('ludoscope')}")
    print("kernels compiled" if all_kernels_compiled() else "kernels not compiled")
    # not `platform.platform`, which runs the program uname
    system = (platform.system(), platform.release(), platform.machine(), *platform.libc_ver())
    print(f"{platform.python_implementation()} {platform.python_version()}, {' '.join(system)}")
    textual_version = installed_version("textual")
    print(f"Textual {textual_version}")
    if textual_version in CHECKED_TEXTUAL_VERSIONS:
        return
    if driver_warning := lazy.driver_choice.describe_missing_names():
        print(driver_warning)
