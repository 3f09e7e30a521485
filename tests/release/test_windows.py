"""Systems without POSIX, tested on a simulated Windows."""

import subprocess
import sys
from pathlib import Path

import pytest

WINDOWS = Path(__file__).with_name("windows.py")


@pytest.mark.long
def test_everything_loads_and_works_without_posix(tmp_path: Path) -> None:
    command = [sys.executable, str(WINDOWS), str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.stdout.endswith("modules, commands and the app work without POSIX\n"), ran.stderr
