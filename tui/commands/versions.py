"""The output of `--version`: what a bug report needs."""

from importlib.metadata import version
from platform import platform, python_implementation, python_version

from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.tui import lazy


def print_versions() -> None:
    """Print the versions, whether kernels are compiled, and which terminal driver is missing."""
    print(f"ludoscope {version('ludoscope')}")
    print("kernels compiled" if all_kernels_compiled() else "kernels not compiled")
    print(f"{python_implementation()} {python_version()}, {platform(terse=True)}")
    print(f"Textual {version('textual')}")
    if driver_warning := lazy.driver_choice.describe_missing_names():
        print(driver_warning)
