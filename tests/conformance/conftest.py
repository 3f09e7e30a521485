"""Finds the folder of published positions and answers; without it these tests skip."""

import os
from pathlib import Path

import pytest

BESIDE = Path(__file__).parents[3] / "shared" / "data"


@pytest.fixture(scope="session")
def data() -> Path:
    folder = Path(os.environ.get("LUDOSCOPE_DATA") or BESIDE)
    if not folder.is_dir():
        pytest.skip(f"no published data at {folder}; set LUDOSCOPE_DATA to the folder")
    return folder
