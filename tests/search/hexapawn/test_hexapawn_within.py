"""Values of hexapawn by a second program, within.c."""

import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
LONG = pytest.mark.long
MAX_PLIES = 51  # no game on these boards is longer


@pytest.fixture(scope="module")
def within(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("within") / "within"
    source = Path(__file__).with_name("within.c")
    subprocess.run(["cc", "-O3", "-march=native", "-o", program, source], check=True)
    return program


@pytest.mark.parametrize(
    ("rows", "columns", "value"),
    [
        *((3, 4, 5), (3, 5, 7), (4, 4, 11), (5, 5, 19), (6, 4, 21), (6, 5, 29), (7, 3, 19)),
        *((3, 6, -8), (4, 5, -14), (5, 4, -16), (7, 4, -24), (5, 6, -22)),
        *(pytest.param(*one, marks=LONG) for one in ((6, 6, -30), (5, 7, 29), (7, 6, 39))),
    ],
)
def test_a_side_wins_in_that_many_plies_and_in_no_fewer(
    within: Path, rows: int, columns: int, value: int
) -> None:
    plies = [value - 2, value] if value > 0 else [MAX_PLIES, value + 2, value]
    words = [str(number) for number in (rows, columns, 16 if rows * columns < 35 else 1024, *plies)]
    answers = subprocess.run([within, *words], check=True, capture_output=True, text=True).stdout
    said = [line.split()[:2] for line in answers.splitlines()]
    assert said == [[str(p), "yes" if p == value else "no"] for p in plies]
