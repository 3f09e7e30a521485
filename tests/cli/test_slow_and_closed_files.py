"""Files that never answer, input that takes its time, and output that nobody reads."""

import contextlib
import os
import shutil
from pathlib import Path

import pytest
from hostile import NOT_RUN, commands, judged, ran, readers, with_value, words
from silent_files import SilentFile, give_up_waiting, interrupt_main_thread, silent_file

from ludoscope.tui.commands.cli import main
from ludoscope.tui.lobby.host_settings import HostSettings, make_lobby

__all__ = ["give_up_waiting", "silent_file"]

READERS = {
    **{
        f"{name} {action.dest}": lambda path, name=name, action=action: with_value(
            name, action, path
        )
        for name, action in readers()
    },
    "a puzzle to play": lambda path: ["play", path],
    "a puzzle without a command": lambda path: [path],
    "results": lambda path: ["batch", "ms", "1..2", "-o", path],
}
RUN = [name for name in commands() if name not in NOT_RUN]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run each command in an empty folder, with a lobby folder and empty saves."""
    make_lobby(tmp_path / "folder", HostSettings())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.mark.usefixtures("give_up_waiting")
@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_does_not_answer(reader: str, silent_file: SilentFile, place: Path) -> None:
    result = ran(READERS[reader](str(silent_file.path)))
    assert result.code == 66, result
    assert f"{silent_file.path}: no answer for " in result.err
    assert not judged(result, place), result


@pytest.mark.parametrize("reader", READERS)
def test_an_interrupt_while_a_file_does_not_answer(reader: str, silent_file: SilentFile) -> None:
    interrupt_main_thread(silent_file)
    assert ran(READERS[reader](str(silent_file.path))) == (130, "", "")


@pytest.mark.parametrize("given", [*map(words, RUN), ["--help"], ["--version"]], ids=str)
def test_a_pipe_that_nobody_reads(given: list[str]) -> None:
    with_reader = ran(given)
    shutil.rmtree("newgame", ignore_errors=True)  # the folder that new-game makes
    read_end, write_end = os.pipe()
    os.close(read_end)
    with open(write_end, "w", encoding="utf-8") as output, contextlib.redirect_stdout(output):
        code = main(given)
    assert code == (141 if with_reader.out else with_reader.code)


@pytest.mark.parametrize("given", [["show", "-"], ["check", "lucas-01", "-"], ["import", "-"]])
def test_input_that_is_typed_is_announced(given: list[str]) -> None:
    announced = "ludoscope: reading standard input; ctrl+d ends it\n"
    assert announced not in ran(given).err
    keyboard, terminal = os.openpty()
    os.write(keyboard, b"\x04")
    result = ran(given, terminal)
    os.close(keyboard)
    assert result.code in (1, 65)
    assert result.err.startswith(announced)
