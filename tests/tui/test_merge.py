"""Two programs on the same saves, or two machines: one tree holds what was played in both."""

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import each_of, many

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.merge import MoveTree, merge_trees
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.sql_tables import load_session
from ludoscope.tui.saves.store import Store, StoreContent

PUZZLES = [catalogue.find(name) for name in ("lucas-07", "hexapawn-3x3")]


def wander(session: Session, dice: random.Random, steps: int) -> None:
    for _ in range(steps):
        what = dice.random()
        if what < 0.3:
            session.undo()
        elif what < 0.4:
            session.redo()
        elif what < 0.45:
            session.toggle_bookmark()
        elif what < 0.5 or not (moves := session.game.moves(session.position)):
            session.restart()
        else:
            session.play(dice.choice(moves), continues_step=dice.random() < 0.2)


def save(session: Session, updated: float = 1.0) -> SavedSession:
    return SavedSession.from_session(session, 1.0, updated)


def again(stored: SavedSession, puzzle: Puzzle) -> Session:
    session = Session(puzzle)
    stored.resume(session)
    return session


def ways(session: Session) -> list[tuple[str, ...]]:
    """Return every move with those that led to it, in the order in which they were first played."""
    found = {session.history.root: ()}
    for node in session.history.nodes[1:]:
        found[node] = (*found[node.parent], node.text)
    return list(found.values())


@settings(max_examples=many(100), deadline=None)
@given(puzzle=st.sampled_from(PUZZLES), seed=st.integers(0, 1 << 32))
def test_merged_tree_has_the_moves_of_both(puzzle: Puzzle, seed: int) -> None:
    dice = random.Random(seed)
    own = Session(puzzle)
    wander(own, dice, dice.randrange(15))
    other = again(save(own), puzzle)
    for session in (own, other):
        wander(session, dice, dice.randrange(15))
    both = save(own).with_tree_of(save(other))
    found = again(both, puzzle)
    plain = again(save(own), puzzle)
    assert ways(found)[: len(ways(own))] == ways(own)
    assert set(ways(found)) == {*ways(own), *ways(other)}
    assert len(ways(found)) == len(set(ways(found)))
    assert found.history.current.index == plain.history.current.index
    assert found.move_texts[: len(plain.move_texts)] == plain.move_texts, (
        "undone moves are still there to redo"
    )
    marked = [ways(found)[node.index] for node in found.history.bookmarks.values()]
    assert len(marked) == len(set(marked))
    for one in (own, other):
        assert {ways(one)[node.index] for node in one.history.bookmarks.values()} <= set(marked)
    for node in found.history.nodes[len(ways(own)) :]:
        assert node.from_earlier_attempt
    assert both.with_tree_of(save(other)) is both


@each_of(
    ("own", "other"),
    [
        (("", ""), ("a > >", "")),
        (("a ^3", ""), ("b", "")),
        (("a", ""), ("b ^3", "")),
        (("a", ""), ("b", "1:9")),
        (("a\n\nb", ""), ("", "")),
        (("a", "", "2 on a move of the other tree"), ("b", "")),
        (("a", ""), ("b", "", "2 on no move")),
    ],
)
def test_malformed_history_is_refused(own, other) -> None:
    with pytest.raises(ValueError, match="history"):
        merge_trees(MoveTree(*own), MoveTree(*other))


MOVE_LINES = st.builds(
    "{}{}{}".format,
    st.sampled_from(["a", "b"]),
    st.sampled_from(["", " ^0"]),
    st.sampled_from(["", " +", " >", " ~", " + > ~"]),
)
LINES = st.one_of(MOVE_LINES, MOVE_LINES, st.text("ab ^01239>+~", min_size=1))
COMMENT_LINES = st.builds(
    "{}{} {}".format,
    st.integers(0, 2),
    st.sampled_from(["", "+"]),
    st.sampled_from(["!", "?? x", "x", "x / y", "x y"]) | st.text("xy /?!", min_size=1),
)
TREES = st.builds(
    MoveTree,
    st.lists(LINES, max_size=8).map("\n".join),
    st.sampled_from(["", "1:0", "1:1 2:0"]) | st.text("123: "),
    st.lists(COMMENT_LINES, max_size=3, unique_by=lambda line: line[0]).map("\n".join),
)


@settings(max_examples=many(500), deadline=None)
@given(own=TREES, other=TREES)
def test_random_texts_are_merged_or_refused(own: MoveTree, other: MoveTree) -> None:
    try:
        merged = merge_trees(own, other)
    except ValueError:
        return
    assert len(merged.moves.splitlines()) >= len(own.moves.splitlines())
    assert merge_trees(merged, other) == merged


def test_two_instances_lose_no_moves(tmp_path: Path) -> None:
    puzzle, dice = PUZZLES[0], random.Random(5)
    stores = [Store(tmp_path), Store(tmp_path)]
    try:
        sessions = []
        for store in stores:
            assert store.load(puzzle.name).result() is None
            sessions.append(Session(puzzle))
        for at in range(40):
            turn = dice.randrange(2)
            wander(sessions[turn], dice, 3)
            stores[turn].save(save(sessions[turn], float(at))).result()
        stored = stores[0].load(puzzle.name).result()
        found = set(ways(again(stored, puzzle)))
        assert found == {way for session in sessions for way in ways(session)}
        assert all(len(ways(session)) < len(found) for session in sessions)
    finally:
        for store in stores:
            store.close()


def test_two_comments_on_one_move_are_joined_once(tmp_path: Path) -> None:
    puzzle = PUZZLES[0]
    stores, sessions = [Store(tmp_path), Store(tmp_path)], [Session(puzzle), Session(puzzle)]
    try:
        for store, session, text in zip(stores, sessions, ("! x", "y"), strict=True):
            assert store.load(puzzle.name).result() is None
            session.play(session.game.moves(session.position)[0])
            session.annotate(session.history.current, text)
        for at in range(6):
            stores[at % 2].save(save(sessions[at % 2], float(at))).result()
            stored = stores[0].run(lambda connection: load_session(connection, puzzle.name))
            if at:
                assert stored.result().comments in ("1 ! x / y", "1 ! y / x")
    finally:
        for store in stores:
            store.close()


def test_moves_that_were_only_read_are_not_lost(tmp_path: Path) -> None:
    """A list or a prompt may read the session that is open, without taking its moves over."""
    puzzle = PUZZLES[0]
    first, second = Store(tmp_path), Store(tmp_path)
    try:
        session, other = Session(puzzle), Session(puzzle)
        for store in (first, second):
            assert store.open_session(puzzle).result().save is None
        for each, store, index in ((session, first, 0), (other, second, -1)):
            each.play(each.game.moves(each.position)[index])
            store.save(save(each)).result()
        assert first.load(puzzle.name).result().tree != save(session).tree
        session.undo()
        first.save(save(session, 2.0)).result()
        stored = first.load(puzzle.name).result()
        assert set(ways(again(stored, puzzle))) == {*ways(session), *ways(other)}
        assert first.open_session(puzzle).result().save == stored
        first.save(save(Session(puzzle), 3.0)).result()
        assert first.load(puzzle.name).result().moves == "", "what was opened counts as known"
    finally:
        first.close()
        second.close()


def test_older_session_is_merged_as_branches(tmp_path: Path) -> None:
    puzzle = PUZZLES[0]
    newer, older = Session(puzzle), Session(puzzle)
    newer.play(newer.game.moves(newer.position)[0])
    older.play(older.game.moves(older.position)[-1])
    store = Store(tmp_path)
    try:
        store.save(save(newer, 2.0)).result()
        for _ in range(2):
            store.merge(StoreContent([save(older, 1.0)], [], [])).result()
            stored = store.load(puzzle.name).result()
            assert stored.updated == 2.0
            assert again(stored, puzzle).position == newer.position
            assert ways(again(stored, puzzle)) == [*ways(newer), ways(older)[1]]
    finally:
        store.close()


def test_merging_ten_thousand_moves_is_fast() -> None:
    own = "\n".join(f"{at} >" for at in range(10_000))
    other = "\n".join(f"{at} ^0" for at in range(10_000))
    began = time.process_time()
    moves = merge_trees(MoveTree(own, ""), MoveTree(other, "")).moves
    assert time.process_time() - began < 0.5
    assert len(moves.splitlines()) == 19_999
