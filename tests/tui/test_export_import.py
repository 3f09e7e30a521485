"""Saves as text: out and in again, merged, and malformed in every way."""

import json
import os
import re
import resource
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import each_of

from ludoscope.games import NotationError
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.files import FileError
from ludoscope.tui.commands import cli
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves import training
from ludoscope.tui.saves.reader import read_content
from ludoscope.tui.saves.results import Note
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.store import Store, StoreContent, StoreError
from ludoscope.tui.saves.transfer import HEADER, export_saves, import_saves, read_saves

FULL = os.environ.get("LUDOSCOPE_FULL")
ROUNDS = int(os.environ.get("LUDOSCOPE_ROUNDS", "150" if FULL else "60"))
NAMES = ("lucas-07", "orush-02", "hexapawn-3x3", "FreeCell.1")


def session(name: str, moves: int) -> Session:
    session = Session(catalogue.find(name))
    for _ in range(moves):
        session.play(session.game.moves(session.position)[0])
    session.undo()
    return session


def noted(store: Store, *notes: Note) -> None:
    store.merge(StoreContent([], [], list(notes))).result()


@pytest.fixture
def store(tmp_path: Path):
    store = Store(tmp_path / "saves")
    for at, name in enumerate(NAMES):
        store.save(
            SavedSession.from_session(session(name, 3), 10.5 * at, 1795168800.25 + at)
        ).result()
    noted(store, Note("fewest", "lucas-07", 9), Note("beaten", "hexapawn-3x3", 6))
    yield store
    store.close()


@pytest.fixture
def other(tmp_path: Path):
    store = Store(tmp_path / "other")
    yield store
    store.close()


def content(store: Store) -> StoreContent:
    return store.run(read_content).result().content


def export(store: Store, path: Path) -> list[str]:
    content(store)  # wait until all is stored
    return export_saves(store._folder, path)


@pytest.fixture
def text(store: Store, tmp_path: Path) -> Path:
    path = tmp_path / "saves.txt"
    assert export(store, path) == []
    return path


def test_export_can_be_imported(store: Store, other: Store, text: Path) -> None:
    assert import_saves(other, text) == (4, 4)
    assert content(other) == content(store)


def test_resigned_and_won_games_stay_over(store: Store, other: Store, tmp_path: Path) -> None:
    resigned = session("hexapawn-3x3", 2)
    resigned.player_side = resigned.side_to_move
    resigned.resign()
    lost = session("hexapawn-3x2", 1)
    while not lost.is_over:
        lost.play(lost.game.moves(lost.position)[0])
    lost.player_side = lost.side_to_move
    # nobody wins a game that two users play
    shared = SavedSession.from_session(lost, 1.0, 2e9)._replace(name="both", won=False, person=0)
    for save in (
        SavedSession.from_session(resigned, 1.0, 2e9),
        SavedSession.from_session(lost, 1.0, 2e9),
        shared,
        shared._replace(name="other", person=1),
    ):
        store.save(save).result()
    assert export(store, tmp_path / "text") == []
    import_saves(other, tmp_path / "text")
    assert content(other) == content(store)
    over = {save.name: (save.over, save.won) for save in content(other).saves if save.over}
    assert over == dict.fromkeys(("hexapawn-3x3", "hexapawn-3x2", "both", "other"), (True, False))


def test_old_export_can_be_imported(store: Store, other: Store, text: Path) -> None:
    old = [json.dumps({"ludoscope": "saves", "version": 1})]
    for line in text.read_text().splitlines()[1:]:
        row = json.loads(line)
        if "note" in row:
            continue
        if "session" in row:
            row["ply"] = row.pop("node")
            assert row.pop("bookmarks") == []
        old.append(json.dumps(row))
    text.write_text("\n".join(old))
    assert import_saves(other, text) == (4, 4)
    assert content(other) == content(store)._replace(notes=[])


def test_old_export_keeps_its_comments(store: Store, other: Store, text: Path) -> None:
    commented = session("lucas-07", 1)
    commented.annotate(commented.history.current, "?! too early")
    store.save(SavedSession.from_session(commented, 1.0, 2e9)).result()
    export(store, text)
    header, *rows = text.read_text().splitlines()
    text.write_text("\n".join([json.dumps(json.loads(header) | {"version": 3}), *rows]))
    import_saves(other, text)
    assert content(other) == content(store)


def test_branches_and_bookmarks_are_exported(store: Store, other: Store, tmp_path: Path) -> None:
    tree = session("lucas-07", 3)
    tree.play(tree.game.moves(tree.position)[-1])
    tree.toggle_bookmark()
    tree.undo()
    store.save(SavedSession.from_session(tree, 1.0, 2e9)).result()
    export(store, tmp_path / "text")
    import_saves(other, tmp_path / "text")
    save = other.load("lucas-07").result()
    assert save
    again = Session(tree.puzzle)
    save.resume(again)
    assert again.history.to_text() == tree.history.to_text()
    assert " ^2" in again.history.to_text()
    assert again.history.format_bookmarks() == tree.history.format_bookmarks() == "1:4"


def test_importing_twice_changes_nothing(store: Store, text: Path) -> None:
    before = content(store)
    import_saves(store, text)
    import_saves(store, text)
    assert content(store) == before


def test_newer_session_is_kept(store: Store, other: Store, text: Path) -> None:
    newer = SavedSession.from_session(session("lucas-07", 2), 1.0, 2e9)._replace(title="newer")
    older = SavedSession.from_session(session("orush-02", 2), 1.0, 1e9)._replace(title="older")
    other.save(newer)
    other.save(older)
    import_saves(other, text)
    titles = {save.name: save.title for save in content(other).saves}
    assert titles["lucas-07"] == "newer"
    assert titles["orush-02"] != "older"
    assert len(other.outcomes().result()) == 6  # everybody's attempts count


def test_the_day_of_a_win_is_exported(store: Store, other: Store, tmp_path: Path) -> None:
    noted(store, Note("won on", "lucas-07", 20261120))
    assert export(store, tmp_path / "text") == []
    import_saves(other, tmp_path / "text")
    assert content(other) == content(store)


def test_better_record_is_kept(store: Store, other: Store, text: Path) -> None:
    noted(other, Note("fewest", "lucas-07", 7), Note("beaten", "hexapawn-3x3", 8))
    import_saves(other, text)
    assert content(other).notes == [
        Note("beaten", "hexapawn-3x3", 6),
        Note("fewest", "lucas-07", 7),
    ]


ODD = "session 'lucas-08' is left out: 'nonsense' is not a valid move, expected a move like "


def test_unreadable_saves_are_skipped(store: Store, other: Store, tmp_path: Path) -> None:
    store.save(
        SavedSession.from_session(session("lucas-08", 3), 1.0, 1.0)._replace(
            moves="nonsense", title="Odd"
        )
    )
    noted(store, Note("fewest", "lucas-08", 5))
    path = tmp_path / "text"
    [problem] = export(store, path)
    assert problem.startswith(ODD)
    assert import_saves(other, path) == (4, 4)


def test_rows_that_import_would_refuse_are_left_out(
    store: Store, other: Store, tmp_path: Path
) -> None:
    store.save_note("fewest", "lucas-07", "99999999999").result()
    answer = training.Answer("5f1c" * 4, "peg-17", "peg", "practice", 1.0, 1e10, True, 9.0, "none")
    store.run(lambda connection: training.add_answers([answer], connection)).result()
    note_problem, answer_problem = export(store, tmp_path / "text")
    assert note_problem.startswith("note 'fewest' of 'lucas-07' is left out: number ")
    assert answer_problem.startswith("answer '5f1c5f1c5f1c5f1c' is left out: seconds ")
    assert import_saves(other, tmp_path / "text") == (4, 4)


def play_on(store: Store) -> None:
    """Continue Lucas 7 with a hint, in saves that are then opened again."""
    puzzle = catalogue.find("lucas-07")
    save = store.open_session(puzzle).result().save
    assert save
    continued = Session(puzzle)
    save.resume(continued)
    continued.hint_count += 1
    continued.play(continued.game.moves(continued.position)[0])
    later = SavedSession.from_session(continued, save.elapsed + 1, save.updated + 1)
    store.save(later).result()
    store.close()
    again = Store(store._folder)
    assert again.load("lucas-07").result() == later
    assert not again.next_notice()
    again.close()


def test_greatest_imported_numbers_leave_room_for_playing_on(other: Store, text: Path) -> None:
    lines = text.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if '"session": "lucas-07"' in line)
    greatest = {"hints": 10**9, "elapsed": 10**9, "updated": 10**10}
    lines[at] = json.dumps({**json.loads(lines[at]), **greatest})
    text.write_text("\n".join(lines))
    import_saves(other, text)
    play_on(other)


def test_greater_numbers_of_an_earlier_import_are_limited(other: Store) -> None:
    save = SavedSession.from_session(session("lucas-07", 3), 1.0, 1.0)
    other.save(save._replace(hints=10**11, elapsed=1e11, updated=1e11)).result()
    play_on(other)


def test_a_mistake_of_a_session_from_the_future_is_stored(store: Store) -> None:
    late = training.Mistake("peg-17", "peg", "Lucas 1", "peg", 10**11, 1e11 + 86400)
    store.run(lambda connection: training.add_mistakes([late], connection)).result()
    store.run(partial(training.update_mistake, late)).result()
    store.close()
    again = Store(store._folder)
    assert again.run(training.load_mistakes).result()
    assert not again.next_notice()
    again.close()


WRONG = [
    ('{"ludoscope": "saves", "version": 7}', 1, "version '7' found, expected '1' to '6'"),
    ("", 1, "nothing found"),
    ('{"ludoscope": "saves", "version": 1}\n\n[1]', 3, "expected a line of JSON"),
    ('{"ludoscope": "saves", "version": 1}\n' + "[" * 100_000, 2, "expected a line of JSON"),
    ('{"ludoscope": "saves", "version": 1}\n{"session": "x"}', 2, "the fields 'session' found"),
]


@each_of(("text", "line", "said"), WRONG)
def test_malformed_lines_are_refused(text: str, line: int, said: str) -> None:
    with pytest.raises(NotationError, match=said) as caught:
        read_saves(text)
    assert caught.value.line == line
    assert "\n" not in str(caught.value)


CHANGES = [
    ("session", "", "expected a text"),
    ("session", "\ud800", "half of a character"),
    ("session", "x" * 5000, "expected a text"),
    ("puzzle", {"family": [[[[[[[[[[[[[[[[[0]]]]]]]]]]]]]]]]]}, "expected a line of JSON"),
    ("moves", ["4,2:N"] * 100_001, "at most 100,000"),
    ("title", 3, "expected a text"),
    ("puzzle", [], "expected an object"),
    ("puzzle", {"family": "chess"}, "unknown family"),
    ("moves", ["9,9:E"], "hole"),
    ("moves", [7], "expected a text"),
    ("moves", ["4,2:N ^3"], "comes later"),
    ("node", 99, "with only"),
    ("node", True, "expected a whole number"),
    ("bookmarks", ["1:0", "1:0"], "repeats a number"),
    ("bookmarks", [1], "expected a text"),
    ("person", 1, "person 1 found"),
    ("elapsed", float("inf"), "expected a finite number"),
    ("updated", 10**400, "at most 300 digits"),
    ("updated", float("nan"), "expected a finite number"),
    ("updated", 1e11, "expected at most 10,000,000,000"),
    ("elapsed", 1e11, "expected at most 1,000,000,000"),
    ("hints", 10**11, "expected at most 1,000,000,000"),
    ("hints", -1, "expected a whole number"),
    ("over", True, "over True found"),
    ("over", 1, "expected true or false"),
    ("won", True, "won True found"),
    ("undid", 1, "expected true or false"),
    ("attempt", "zz", "expected 16 digits"),
]


@pytest.mark.parametrize(("field", "value", "said"), CHANGES)
def test_malformed_field_imports_nothing(
    other: Store, text: Path, field: str, value: object, said: str
) -> None:
    lines = text.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if '"lucas-07"' in line)
    lines[at] = json.dumps({**json.loads(lines[at]), field: value})
    text.write_text("\n".join(lines))
    with pytest.raises(FileError, match=f"saves.txt:{at + 1}: .*{said}"):
        import_saves(other, text)
    assert content(other) == ([], [], [], [], [])


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": "nobody"}, "before the session"),
        ({"won": False, "seconds": 3.0}, "not won"),
        ({"length": -1}, "or null"),
        ({"begun": None}, "begun 'None' found"),
    ],
)
def test_malformed_attempts_are_refused(text: Path, changed: dict[str, object], said: str) -> None:
    check_malformed(text, '{"attempt"', changed, said)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": "nobody"}, "before the session"),
        ({"note": "learner"}, "expected one of fewest, beaten"),
        ({"note": "won on"}, "expected a day"),
        ({"number": 1.5}, "expected a whole number"),
        ({"length": 1}, "the fields 'note, name, number, length' found"),
    ],
)
def test_malformed_notes_are_refused(text: Path, changed: dict[str, object], said: str) -> None:
    check_malformed(text, '{"note"', changed, said)


def check_malformed(text: Path, kind: str, changed: dict[str, object], said: str) -> None:
    lines = text.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith(kind))
    lines[at] = json.dumps({**json.loads(lines[at]), **changed})
    with pytest.raises(NotationError, match=said):
        read_saves("\n".join(lines))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> str:
    store = Store(tmp_path_factory.mktemp("saves"))
    for name in NAMES:
        store.save(SavedSession.from_session(session(name, 3), 1.0, 1.0))
    noted(store, Note("fewest", "lucas-07", 9))
    path = tmp_path_factory.mktemp("text") / "saves"
    export(store, path)
    store.close()
    return path.read_text()


@settings(max_examples=ROUNDS, deadline=None)
@given(data=st.data())
def test_random_text_is_read_or_refused_with_a_message(sample: str, data: st.DataObject) -> None:
    text = sample
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        end = min(len(text), at + data.draw(st.integers(0, 20)))
        text = text[:at] + data.draw(st.text(max_size=6)) + text[end:]
    try:
        read_saves(text)
    except NotationError as error:
        assert str(error)
        assert "\n" not in str(error)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@settings(max_examples=ROUNDS, deadline=None)
@given(data=st.data())
def test_random_values_are_read_or_refused_with_a_message(sample: str, data: st.DataObject) -> None:
    row = json.loads(data.draw(st.sampled_from(sample.splitlines()[1:])))
    part = row
    if "puzzle" in row and data.draw(st.booleans()):
        part = row["puzzle"]
    part[data.draw(st.sampled_from(sorted(part)))] = data.draw(JSON)
    try:
        read_saves(f"{json.dumps(HEADER)}\n{json.dumps(row)}\n")
    except NotationError as error:
        assert "\n" not in str(error)


def test_export_and_import_commands(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    path = str(tmp_path / "saves.txt")
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "saves"))
    assert cli.main(["export", path]) == 0
    assert cli.main(["export"]) == 0
    out = capsys.readouterr().out
    assert out.isascii()  # it may have any encoding
    rows = [list(map(json.loads, text.splitlines())) for text in (out, Path(path).read_text())]
    assert rows[0] == rows[1]
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "other"))
    assert cli.main(["import", path]) == 0
    assert cli.main(["import", path, "--profile", "ann"]) == 0
    assert (tmp_path / "other" / "profiles" / "ann").is_dir()
    capsys.readouterr()

    (tmp_path / "bad").write_text("{}\n")
    assert cli.main(["import", str(tmp_path / "bad")]) == 65
    assert capsys.readouterr().err.startswith(f"ludoscope: {tmp_path / 'bad'}:1: ")
    assert cli.main(["import", str(tmp_path / "none")]) == 66
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "file"))
    assert cli.main(["export"]) == 66
    assert "Not a directory" in capsys.readouterr().err


def test_too_large_exports_are_refused_and_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: Path, store: Store, other: Store
) -> None:
    monkeypatch.setattr("ludoscope.tui.saves.transfer.MAX_SESSIONS", 3)
    with pytest.raises(FileError, match="more than 3 sessions"):
        import_saves(other, text)
    [problem] = export(store, tmp_path / "again")
    assert problem == "the export cannot be imported: 4 sessions, expected at most 3"
    with monkeypatch.context() as small:
        small.setattr("ludoscope.tui.saves.transfer.MAX_BYTES", 1 << 10)
        problem = export(store, tmp_path / "again")[1]
        assert re.search("cannot be imported: [0-9,]+ bytes, expected at most", problem)
    with text.open("ab") as file:
        file.truncate(100 << 20)
    with pytest.raises(FileError, match="larger than 64 MiB"):
        import_saves(other, text)
    assert content(other) == ([], [], [], [], [])


@pytest.mark.parametrize("depth", [20, 400, 900, 100_000])
def test_nesting_is_refused_at_any_depth(depth: int) -> None:
    row = '{"session": ' + "[" * depth + "]" * depth + "}"
    with pytest.raises(NotationError, match="expected a line of JSON") as caught:
        read_saves(f"{json.dumps(HEADER)}\n{row}")
    assert caught.value.line == 2


def test_failed_import_changes_nothing(text: Path, other: Store) -> None:
    """Check for every write that can fail."""
    before = content(other)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    failed = 0
    for size in [0, *range(32, 1 << 17, 2060)]:  # bytes of a WAL: its head, half a frame each
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        try:
            import_saves(other, text)
        except StoreError:
            failed += 1
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        taken = content(other)
        assert taken == before or len(taken.saves) == len(taken.attempts) == 4
        if taken != before:
            break
    assert failed >= 5
    assert len(taken.notes) == 2
