"""The script of the documentation: short, strictly typed, and what it prints."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ludoscope

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("script_example.py")
MAX_LINES = 25
PYRIGHT = shutil.which("pyright") or shutil.which("pyright", path=Path(sys.executable).parent)


@pytest.mark.usefixtures("forked_workers")
def test_the_script_is_short_and_prints_a_solution_and_the_board(capsys) -> None:
    code = SCRIPT.read_text()
    assert len(code.splitlines()) <= MAX_LINES
    values = {"__name__": "__main__"}
    exec(compile(code, SCRIPT, "exec"), values)  # `make check` has mypy check it
    printed = capsys.readouterr().out
    puzzle, verdict = values["puzzle"], values["verdict"]
    assert puzzle.position == ludoscope.puzzle("ms-617").position
    assert printed.endswith(f"{verdict}\n{puzzle}\n")
    assert ludoscope.verify(puzzle, str(verdict))


@pytest.mark.skipif(not PYRIGHT, reason="pyright is not installed")
def test_pyright_finds_no_error_in_it(tmp_path: Path) -> None:
    (tmp_path / SCRIPT.name).write_text(SCRIPT.read_text())
    settings = {
        "typeCheckingMode": "strict",
        "extraPaths": [str(ROOT)],
        "pythonVersion": "3.11",
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    done = subprocess.run([PYRIGHT, "--outputjson"], cwd=tmp_path, capture_output=True, text=True)
    report = json.loads(done.stdout)
    assert report["summary"]["filesAnalyzed"] == 1
    assert report["generalDiagnostics"] == []
