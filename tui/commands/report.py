"""The command `report`: what came of a batch, from the file that it keeps."""

import argparse
from pathlib import Path

from ludoscope.tui.batch.report import report


def run_report(options: argparse.Namespace) -> int:
    """Print the report; OSError or FileError when the file cannot be read."""
    for line in report(Path(options.file), options.markdown):
        print(line)
    return 0
