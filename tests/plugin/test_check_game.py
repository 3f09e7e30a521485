"""What the checks of `ludoscope.testing` and the command `check-game` find, and that they end.

One fault at a time is put into the game of `takeaway.py`, which has none.
"""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import takeaway
from distributions import put_on_path
from many import FULL, case, first_of
from registries import refresh_registries
from takeaway import Takeaway, TakeawayBoard, TakeawayBoards, TakeawayCollection, TakeawayFamily

import ludoscope
from ludoscope.games import FAMILIES
from ludoscope.search.budget import Budget
from ludoscope.search.registry import GENERIC_SOLVERS
from ludoscope.search.solver_set import SolverSet
from ludoscope.testing import CHECKS, check_game, find_faults
from ludoscope.tui.boards.registry import BOARD_FAMILIES
from ludoscope.tui.commands.cli import main
from ludoscope.tui.game_check.checks import run_checks
from ludoscope.tui.game_check.client import check_in_process
from ludoscope.tui.game_check.subject import Subject

ROOT = Path(__file__).parents[2]


@pytest.fixture
def game(checked_here: None) -> Iterator[None]:
    with ludoscope.register(TakeawayFamily, collection=TakeawayCollection):
        remove = BOARD_FAMILIES.add("takeaway", TakeawayBoards())
        yield
        remove()
    refresh_registries()


def interrupts(*_: object) -> None:
    raise KeyboardInterrupt


def never_ends(self: object, *_: object) -> None:
    while True:
        pass


def prints(self: Any, position: int) -> bool:
    print("hello")
    return position == 0


def raises(*_: object) -> None:
    raise RuntimeError("\x1b[31mred")


class Unhashable(list[int]):
    pass


class IndexedMoves:
    """Moves that are no `Sequence`, and neither true nor false, as an array of NumPy."""

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: int) -> int:
        return (0, -1)[index]

    def __bool__(self) -> bool:
        raise ValueError("neither true nor false")


FAULTS: tuple[tuple[str, type, str, Callable[..., Any], str], ...] = (
    # check, class, method, its replacement, a part of the fault
    ("moves", Takeaway, "moves", lambda self, p: [0, 0], "expected no move twice"),
    ("moves", Takeaway, "moves", lambda self, p: iter(()), "expected a sequence"),
    ("moves", Takeaway, "moves", lambda self, p: IndexedMoves(), "expected a sequence"),
    ("moves", Takeaway, "moves", lambda self, p: {}, "expected a sequence"),
    ("moves", Takeaway, "moves", lambda self, p: [[]], "TypeError"),
    ("moves", Takeaway, "moves", lambda self, p: [None], "expected no None"),
    ("moves", Takeaway, "moves", raises, "RuntimeError at test_check_game.py"),
    ("play", Takeaway, "play", lambda self, p, move: Unhashable(), "hash(play("),
    (
        "play",
        Takeaway,
        "play",
        lambda self, p, move: p - 1 if p else 5,
        "ValueError, as no legal move",
    ),
    ("play", Takeaway, "play", raises, "play(position, 0)"),
    ("play", Takeaway, "play", interrupts, "KeyboardInterrupt at test_check_game.py"),
    ("play", Takeaway, "play", lambda: 1, "found TypeError: "),
    ("end", Takeaway, "is_won", lambda self, p: p, "expected bool"),
    ("end", Takeaway, "is_won", prints, "expected a game that prints nothing"),
    ("keys", Takeaway, "key", lambda self, p: p % 2, "expected equal keys only where"),
    ("keys", Takeaway, "key", lambda self, p: [], "hash(key(position))"),
    ("positions", Takeaway, "text", lambda self, p: "one\ntwo", "a line of printable"),
    ("positions", Takeaway, "text", lambda self, p: 7, "a line of printable"),
    ("positions", Takeaway, "parse", lambda self, text: 3, "parse('8')"),
    ("positions", Takeaway, "parse", lambda self, text: {}[text], "KeyError"),
    ("notation", Takeaway, "move_text", lambda self, p, m: "take 1", "expected [-1]"),
    ("notation", Takeaway, "move_text", lambda self, p, m: f"{m} +", "which saved games use"),
    ("notation", Takeaway, "parse_moves", lambda self, p, text: [0, 0], "expected ["),
    ("parameters", Takeaway, "spec", lambda self: {"family": "takeaway", "x": {1}}, "json.dumps"),
    ("parameters", Takeaway, "spec", lambda self: {}, "expected the family 'takeaway'"),
    ("parameters", TakeawayFamily, "from_spec", lambda self, s: Takeaway(3, s["type"]), "found"),
    ("sharing", Takeaway, "parse_moves", lambda self, p, text: [], "expected"),
    ("files", TakeawayCollection, "read", raises, "RuntimeError"),
    ("files", TakeawayCollection, "write_solution", lambda *_: "take 1", "expected the moves"),
    ("catalogue", TakeawayCollection, "find", lambda self, name: None, "found None"),
    ("catalogue", TakeawayCollection, "entries", lambda self: [1], "expected Entry"),
    (
        "catalogue",
        TakeawayCollection,
        "known_difficulty",
        lambda self, n: 5,
        "a Difficulty or None",
    ),
    (
        "catalogue",
        TakeawayCollection,
        "difficulty_measure",
        lambda self, puzzle: 5,
        "a DifficultyMeasure or None",
    ),
    ("drawing", TakeawayBoard, "draw", raises, "draw(position, "),
    ("drawing", TakeawayBoard, "draw", lambda *_: [[("ö", "no role")]], "styles.STYLES"),
    ("drawing", TakeawayBoard, "draw", lambda *_, **__: "text", "expected list"),
    ("drawing", TakeawayBoard, "draw", lambda *_, **__: [[("\x1b", "")]], "printable"),
    ("drawing", TakeawayBoard, "draw", lambda *_, **__: [[("●", "")]], "ASCII characters"),
    ("drawing", TakeawayBoard, "drawing_size", lambda *_: None, "a pair of numbers"),
    ("drawing", TakeawayBoard, "draw", lambda *_, **__: [[("o" * 99, "")]], "at most 8 columns"),
    ("input", TakeawayBoard, "handle_key", lambda *_: None, "expected InputResult"),
    ("input", TakeawayBoard, "handle_click", raises, "handle_click(position, "),
    (
        "input",
        TakeawayBoard,
        "handle_click",
        lambda *_: ludoscope_input(7),
        "expected tuple or list",
    ),
    ("input", TakeawayBoard, "handle_click", lambda *_: ludoscope_input(("?",)), "legal moves"),
    ("hints", TakeawayBoard, "propose_move", lambda *_: "enter", "names this key"),
    ("hints", TakeawayBoard, "describe_piece", lambda *_: None, "expected a text"),
    ("hints", TakeawayBoard, "automatic_move", lambda *_: "?", "None or a legal move"),
    ("rules-page", TakeawayBoards, "write_rules", raises, "write_rules(document"),
)


def ludoscope_input(moves: Any) -> takeaway.InputResult:
    return takeaway.InputResult(moves)


def test_each_fault_is_found(game: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for check, owner, method, replacement, expected in FAULTS:
        with case(check, method, expected), monkeypatch.context() as patch:
            patch.setattr(owner, method, replacement)
            found = "\n".join(map(str, find_faults("takeaway", check, time=5.0)))
            assert expected in found, found
            assert found.startswith(f"{check}: ")
            assert found.replace("\n", "").isprintable()


def test_a_method_that_never_ends_is_interrupted(
    game: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("subject", "faults"):
        module = sys.modules[f"ludoscope.tui.game_check.{name}"]
        monkeypatch.setattr(module, "CALL_LIMIT_SECONDS", 0.05)
    monkeypatch.setattr(Takeaway, "moves", never_ends)
    [fault] = find_faults("takeaway", "moves")
    assert fault.call == "moves(position)"
    assert fault.found == "no answer in 0.05 s"


def test_a_solver_that_is_wrong_is_found(game: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def unsolvable(game, position, limits, **_):
        yield Budget(limits).unsolvable("none")

    def too_long(game, position, limits, **_):
        moves = tuple(game.moves(position)[:1] * position)
        yield Budget(limits).solved(moves, game.measure)

    def no_verdict(game, position, limits, **_):
        yield Budget(limits).progress()

    def two_verdicts(game, position, limits, **_):
        yield from (Budget(limits).gave_up("twice"), Budget(limits).gave_up("twice"))

    for search, expected in (
        (unsolvable, "expected a solution"),
        (too_long, "found 8 moves as the fewest, expected 4"),
        (no_verdict, "ended without a verdict: yield one, do not return it"),
        (two_verdicts, "expected Progress before the only verdict"),
        (raises, "RuntimeError"),
    ):
        with case(search.__name__), monkeypatch.context() as patch:
            faulty = replace(GENERIC_SOLVERS[1].solvers[0], implementation=search)
            patch.setitem(GENERIC_SOLVERS, 1, SolverSet((faulty,)))
            found = "\n".join(map(str, find_faults("takeaway", "solvers", time=5.0)))
            assert expected in found, found


def test_a_source_of_a_solver_that_is_not_there_is_found(
    game: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    [solver, *_] = GENERIC_SOLVERS[1].solvers
    own = replace(solver, implementation=lambda *_: iter(()), guarantee="the {best}")
    for sources, expected in (
        ((), []),
        (("takeaway:Takeaway",), []),
        (("takeaway:solve",), ["the source takeaway:solve"]),
    ):
        faulty = replace(own, sources=sources)
        monkeypatch.setitem(GENERIC_SOLVERS, 1, SolverSet((faulty,)))
        with case(sources):
            assert [fault.call for fault in find_faults("takeaway", "solver-set")] == expected


def test_one_line_in_pytest_fails_with_the_position_and_the_call(
    game: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_game("takeaway", "moves", "keys")
    monkeypatch.setattr(Takeaway, "key", lambda self, position: 0)
    with pytest.raises(AssertionError, match=r"keys: takeaway-integers, position \d: key\("):
        check_game("takeaway", "moves", "keys")
    with pytest.raises(ValueError, match="no game 'sudoku', expected one of peg"):
        check_game("sudoku")
    with pytest.raises(ValueError, match="no check 'colour', expected one of family"):
        check_game("takeaway", "colour")


@first_of("family", ["hexapawn", "peg", "patience", "rush"])
def test_the_bundled_games_keep_the_contract(checked_here: None, family: str) -> None:
    slow = {"drawing", "input", "solvers", "play"}
    check_game(family, *(check for check in CHECKS if check not in slow))


@pytest.mark.long
@pytest.mark.parametrize("family", [*("peg", "patience", "rush", "hexapawn")])
def test_the_bundled_games_keep_the_contract_in_all_checks(family: str) -> None:
    check_game(family, time=300.0)


def test_command_prints_faults_and_ends_with_1(
    game: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["check-game", "sudoku"]) == 66
    assert "no game 'sudoku', expected one of" in capsys.readouterr().err
    assert main(["check-game", "hexapawn", "--only", "moves"]) == 0
    assert capsys.readouterr().out.endswith("hexapawn keeps the contract.\n")
    monkeypatch.setattr(ludoscope.games.hexapawn.rules.HexapawnGame, "key", lambda self, p: 0)
    assert main(["check-game", "hexapawn", "--only", "keys", "--only", "moves"]) == 1
    printed = capsys.readouterr().out
    assert "moves        ok\nkeys         1 failed\nkeys: hexapawn-" in printed
    assert printed.endswith("hexapawn does not keep the contract: faults found: 1\n")
    assert main(["check-game", "hexapawn", "--guest"]) == 64


def test_a_check_that_is_not_complete_is_named(
    game: None, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--only", "moves", "--only", "keys", "--time", "1e-9"]
    assert main(["check-game", "hexapawn", *words]) == 1
    last_line = capsys.readouterr().out.splitlines()[-1]
    assert last_line == (
        "hexapawn: no fault found, but --time ended before these checks were complete: moves, keys"
    )
    with pytest.warns(UserWarning, match="before they were complete: moves$") as warned:
        check_game("takeaway", "moves", time=1e-9)
    assert warned[0].filename == __file__


BAD_MODULES = {  # the module of the family, and what is found of it
    "import nothing_of_this_name": "ModuleNotFoundError",
    "def": "SyntaxError",
    "import os; os._exit(7)": "ended with exit code 7",
    "import os; os.close(1)\nimport nothing_of_this_name": "ModuleNotFoundError",
}


@pytest.fixture
def broken_module(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Install a game called broken, and return the module of its family, for code that is bad."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "broken"]) == 0
    put_on_path(tmp_path / "broken", site)
    monkeypatch.syspath_prepend(site)
    refresh_registries()
    yield site / "broken" / "family.py"
    monkeypatch.undo()
    refresh_registries()
    assert "broken" not in FAMILIES


def test_a_game_that_ends_the_process_is_reported(broken_module: Path) -> None:
    source = broken_module.read_text()
    for bad in BAD_MODULES if FULL else ["import os; os._exit(7)"]:
        broken_module.write_text(f"{source}\n{bad}\n")
        [result] = check_in_process("broken", CHECKS, 0, 60.0)
        assert BAD_MODULES[bad] in str(result.faults[0])


FORKS = """
import os, time
fifo = os.open({fifo!r}, os.O_WRONLY)
if os.fork() == 0:
    time.sleep(60)
    os.write(fifo, b"was not killed")
    os._exit(0)
os.close(fifo)
"""


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        ("", {"loading": "ok", "parameters": "ok"}),
        ("os._exit(7)", {"loading": "a process that the game has ended with exit code 7"}),
    ],
)
def test_a_process_that_the_game_has_forked_is_killed_at_the_end(
    broken_module: Path, tmp_path: Path, end: str, expected: dict[str, str]
) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    broken_module.write_text(f"{broken_module.read_text()}{FORKS.format(fifo=str(fifo))}{end}\n")
    with open(os.open(fifo, os.O_RDONLY | os.O_NONBLOCK), "rb") as reader:
        os.set_blocking(reader.fileno(), True)  # only the opening must not wait for a writer
        results = list(check_in_process("broken", ["parameters"], 0, 60.0))
        assert reader.read() == b""  # it ends with the process
    found = {each.check: each.faults[0].found if each.faults else "ok" for each in results}
    assert found == expected


def test_a_catalogue_that_fails_is_reported_once(
    game: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TakeawayCollection, "entries", raises)
    monkeypatch.setattr(TakeawayCollection, "find", raises)
    results = list(run_checks(Subject("takeaway"), ["catalogue", "moves", "drawing"], 60.0))
    assert [result.left_out for result in results] == [False, True, True]
    assert [bool(result.faults) for result in results] == [True, False, False]
    [fault] = [fault for fault in results[0].faults if fault.call == "the catalogue"]
    assert "checks that need one were left out" in fault.expected
