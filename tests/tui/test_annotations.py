"""Comments, verdicts and branches of a game: edited, saved, merged, exported and shared."""

import asyncio
import random
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import each_of

from ludoscope.games.rush.rules import read_game
from ludoscope.puzzles import catalogue, share
from ludoscope.puzzles.annotations import (
    MAX_COMMENT_CHARACTERS,
    VERDICTS,
    clean_annotation,
    merge_annotations,
    parse_lines,
    split_annotation,
    with_next_verdict,
)
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.shared_tree import (
    MAX_TREE_CHARACTERS,
    SharedNode,
    SharedTree,
    fit_tree,
)
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.history import History
from ludoscope.tui.model.players import HUMAN, PERFECT
from ludoscope.tui.model.session import Session
from ludoscope.tui.model.share import list_share_texts
from ludoscope.tui.model.tree_rows import build_rows
from ludoscope.tui.saves.database import copy_to_memory
from ludoscope.tui.saves.merge import MoveTree, merge_trees
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.store import Store
from ludoscope.tui.saves.transfer import export_saves, import_saves
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.screens.share.dialog import ShareDialog
from ludoscope.tui.screens.tree.screen import TreeScreen

NAMES = ("lucas-07", "orush-05", "hexapawn-4x4", "FreeCell.3-free")
HOSTILE = "a\x1b[31m b\u202e \n\r\t\x00 c\u2066\u200f 'quoted' {braces} 100% # and \\"
TEXTS = st.text(max_size=40) | st.sampled_from(
    [HOSTILE, "?! slow", "!!", "??", "} {3 # '", "& +9: 1^2:", "über…", "x" * 900]
)


def branched(name: str, seed: int, moves: int = 12) -> Session:
    """Return a session with a random tree of moves."""
    dice, session = random.Random(seed), Session(catalogue.find(name))
    for _ in range(moves):
        if dice.random() < 0.4:
            session.go_to(dice.choice(session.history.nodes))
        if choices := session.game.moves(session.position):
            session.play(dice.choice(choices), continues_step=dice.random() < 0.1)
    return session


def described(session: Session) -> set[tuple[tuple[object, ...], str]]:
    """Return the moves that lead to each node, and its annotation."""
    nodes = session.history.nodes
    return {(tuple(each.move for each in node.path()), node.annotation) for node in nodes}


def promoted(session: Session) -> set[tuple[str, ...]]:
    """Return the moves that lead to each node promoted beside other moves."""
    return {
        tuple(each.text for each in node.path())
        for node in session.history.nodes
        if node.parent and node.parent.promoted_child is node and len(node.parent.children) > 1
    }


def reopened(session: Session) -> Session:
    again = Session(session.puzzle)
    SavedSession.from_session(session, 1.0, 1.0).restore(again)
    return again


JOINED_TEXTS = st.lists(
    st.sampled_from(["x", "x y", "x, y", "xy", "y", "? x", "/", "!"]), max_size=5
).map(" / ".join)


@given(TEXTS)
def test_an_annotation_is_one_printable_line_of_bounded_length(text: str) -> None:
    cleaned = clean_annotation(text)
    assert cleaned == clean_annotation(cleaned)
    assert cleaned.isprintable() or not cleaned
    assert len(split_annotation(cleaned).comment) <= MAX_COMMENT_CHARACTERS
    seen = cleaned
    for _ in range(len(VERDICTS) + 1):
        seen = with_next_verdict(seen)
        assert split_annotation(seen).comment == split_annotation(cleaned).comment
    assert seen == cleaned


@given(TEXTS | JOINED_TEXTS, TEXTS | JOINED_TEXTS)
def test_merged_annotations_hold_both_once(text: str, other: str) -> None:
    text, other = clean_annotation(text), clean_annotation(other)
    for merged in (merge_annotations(text, other), merge_annotations(other, text)):
        assert merge_annotations(merged, other) == merge_annotations(merged, text) == merged
        assert merged == clean_annotation(merged)
    assert merge_annotations(text, text) == text


@each_of(
    ("text", "other", "merged"),
    [
        ("x", "x / y", "x / y"),
        ("y / x", "x", "y / x"),
        ("a / x", "x and more / b", "a / x and more / b"),
        ("good", "not good", "good / not good"),
        ("no", "now or never", "no / now or never"),
    ],
)
def test_comments_are_merged_part_by_part(text: str, other: str, merged: str) -> None:
    assert merge_annotations(text, other) == merged
    reverse = merge_annotations(other, text)
    assert sorted(reverse.split(" / ")) == sorted(merged.split(" / "))


def test_malformed_annotations_are_refused_in_a_sentence() -> None:
    for line, message in (
        ("x", "expected one such as"),
        ("-1 a", "expected one such as"),
        ("4 a", "a comment on move 4 of a history with 3 moves"),
        ("1 a\n1 b", "a second comment on move 1"),
    ):
        with pytest.raises(ValueError, match=message):
            list(parse_lines(line.split("\n"), 4))


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(NAMES), st.integers(0, 99), st.lists(TEXTS, max_size=6))
def test_a_tree_with_comments_survives_saves_and_shared_lines(
    name: str, seed: int, texts: list[str]
) -> None:
    session = branched(name, seed)
    nodes, dice = session.history.nodes, random.Random(seed)
    for text in texts:
        session.annotate(dice.choice(nodes), text)
    session.history.promote(dice.choice(nodes))
    again = reopened(session)
    assert described(again) == described(session)
    assert again.history.format_annotations() == session.history.format_annotations()

    tree = session.shared_tree(session.history.current.path())
    line = share.encode_tree(session.puzzle, tree, "a game")
    assert line.isprintable()
    puzzle = share.decode(line.replace(" ", "\n", 3))
    received = Session(session.puzzle)
    received.replay_from_start(puzzle.moves)
    assert received.position == session.position
    if puzzle.tree:
        received.add_shared_tree(puzzle.tree)
        assert share.decode(share.encode_tree(puzzle, puzzle.tree)).tree == puzzle.tree
        assert not received.add_shared_tree(puzzle.tree)
    assert described(received) == described(session)
    assert promoted(received) == promoted(session)


@pytest.mark.parametrize("name", NAMES)
def test_deleted_branch_comes_back_as_it_was(name: str) -> None:
    session = branched(name, 3, 30)
    history, dice = session.history, random.Random(3)
    for node in dice.sample(history.nodes, 4):
        session.annotate(node, f"! {node.index}")
        session.toggle_bookmark(node)
    history.promote(history.nodes[-1])
    before = SavedSession.from_session(session, 1.0, 1.0)
    line = list(history.line)
    deletable = [node for node in history.nodes if not history.is_on_path(node)]
    for node in (deletable[-1], deletable[0]):
        count = len(history.nodes)
        assert history.delete_branch(node) == count - len(history.nodes)
        assert described(reopened(session)) == described(session)
    while history.restore_branch():
        pass
    assert SavedSession.from_session(session, 1.0, 1.0) == before
    assert history.line == line


def test_a_new_move_ends_the_undo_of_a_deletion() -> None:
    session = branched("lucas-07", 3, 20)
    history = session.history
    history.delete_branch(next(node for node in history.nodes if not history.is_on_path(node)))
    session.go_to(history.root)
    session.play(
        next(m for m in session.game.moves(session.position) if not history.root.find_child(m))
    )
    assert not history.can_restore_branch
    assert not history.restore_branch()


def test_promoted_branch_is_the_trunk_of_the_tree() -> None:
    session = Session(catalogue.find("lucas-07"))
    for move in session.game.moves(session.position)[:2]:
        session.go_to(session.history.root)
        session.play(move)
    first, second = session.history.nodes[1:]

    def rows() -> list[int]:
        return [row.node.index for row in build_rows(session.history, lambda node: True)]

    assert rows() == [0, 1, 2]
    assert session.history.promote(first)
    assert not session.history.promote(first)
    assert rows() == [0, 2, 1]
    assert session.history.redo_node is None
    assert session.history.current is second
    assert reopened(session).history.root.main_child.index == 1


def test_merging_trees_joins_comments() -> None:
    merged = merge_trees(
        MoveTree("a\nb", "", "1+ ! mine"), MoveTree("b\na\nx ^2", "", "2 yours\n3 new")
    )
    # node 1 of the other tree is b at the start, node 2 is a after it
    assert merged.moves.splitlines()[2:] == ["b ^0 ~", "a ~", "x ~"]
    assert merged.comments == "1+ ! mine\n4 yours\n5 new"
    again = merge_trees(merged, MoveTree("a", "", "1 yours"))
    assert again.comments.splitlines()[0] == "1+ ! mine / yours"
    assert merge_trees(again, again) == again


def test_export_and_import_keep_comments_and_branches(tmp_path: Path) -> None:
    store, other = Store(tmp_path / "one"), Store(tmp_path / "two")
    for name in NAMES:
        session = branched(name, 5)
        session.annotate(session.history.nodes[2], HOSTILE)
        session.annotate(session.history.root, "?? the start")
        session.history.promote(session.history.nodes[3])
        store.save(SavedSession.from_session(session, 1.0, 1.0)).result()
    store.close()
    export_saves(tmp_path / "one", tmp_path / "first")
    import_saves(other, tmp_path / "first")
    import_saves(other, tmp_path / "first")
    other.close()
    export_saves(tmp_path / "two", tmp_path / "second")
    first, second = ((tmp_path / name).read_text() for name in ("first", "second"))
    assert sorted(first.splitlines()) == sorted(second.splitlines())
    assert "?? the start" in first
    assert "\x1b" not in first


def test_a_shared_promotion_gives_way_to_an_own_one() -> None:
    session = Session(catalogue.find("lucas-07"))
    texts = ("5,4:S", "4,5:W")
    for text in texts:
        session.go_to(session.history.root)
        session.play(*session.game.parse_moves(session.position, text))
    first, second = session.history.root.children
    session.history.promote(first)
    line = share.encode_tree(session.puzzle, session.shared_tree(session.history.current.path()))
    assert line.endswith(" {2+ }'")
    tree = share.decode(line).tree
    received = Session(session.puzzle)
    assert received.add_shared_tree(tree)
    assert received.history.root.main_child.text == first.text
    received.history.promote(received.history.root.find_child(second.move))
    assert not received.add_shared_tree(tree)
    assert received.history.root.main_child.text == second.text


def joined(tree: SharedTree) -> SharedTree:
    """Return a tree in which every move continues the step before it."""
    nodes = (node._replace(continues_step=True) for node in tree.nodes)
    return SharedTree(tuple(nodes), tree.line_length)


@pytest.mark.parametrize("name", NAMES)
def test_a_shared_tree_leaves_the_own_moves_as_they_are(name: str) -> None:
    session = branched(name, 3, 30)
    session.restart()
    session.play(session.game.moves(session.position)[0])  # the others are of an earlier attempt
    session.undo()
    session.resign()
    tree = joined(session.shared_tree(session.history.line))
    line, text = list(session.history.line), session.history.to_text()
    assert not session.add_shared_tree(tree)
    assert session.history.to_text() == text
    assert session.history.line == line
    assert session.resigned
    assert not session.history.current.parent


@pytest.mark.parametrize("name", NAMES)
def test_no_shared_move_belongs_to_the_start(name: str) -> None:
    session, received = branched(name, 3), Session(catalogue.find(name))
    path = session.history.current.path()
    received.add_shared_tree(joined(session.shared_tree(path)))
    received.show_shared_line([node.move for node in path[1:]])
    assert received.moves == session.moves
    assert not received.at_start
    groups_moves = name.startswith("FreeCell")
    step_count = received.history.current.count_steps()
    assert step_count == (1 if groups_moves else session.ply)


def test_branches_of_a_deep_tree_are_added_without_going_to_each(monkeypatch) -> None:
    session = Session(catalogue.find("orush-05"))
    game, position = session.game, session.game.start
    nodes = [SharedNode(-1)]
    there, branch = game.moves(position)[:2]
    back = next(
        move
        for move in game.moves(game.play(position, there))
        if game.play(game.play(position, there), move) == position
    )
    for parent in range(1000):
        nodes.append(SharedNode(parent, ((there, back)[parent % 2],)))
    for parent in range(0, 500, 2):  # now near the start, now near the end
        nodes += [SharedNode(parent, (branch,)), SharedNode(1000 - parent, (branch,))]
    visits: list[object] = []
    go_to = History.go_to
    monkeypatch.setattr(
        History, "go_to", lambda self, node: (visits.append(node), go_to(self, node))
    )
    tree = SharedTree(tuple(nodes), 1000)
    assert session.add_shared_tree(tree)
    assert len(session.history.nodes) == len(nodes)
    again = reopened(session)
    assert again.history.to_text() == session.history.to_text()
    assert len(visits) <= 2


def test_what_has_no_room_in_a_line_is_counted() -> None:
    session = branched("lucas-07", 1, 400)
    game, sharing = session.puzzle.game, collection("peg").sharing
    path = session.history.current.path()
    for node in session.history.nodes:
        session.annotate(node, f"{node.index} " + "x" * 60)
    tree = session.shared_tree(path)
    fitting = fit_tree(sharing, game, tree)
    line = share.encode_tree(session.puzzle, fitting.tree)
    assert len(line) < MAX_TREE_CHARACTERS + 1000
    assert fitting.moves_left_out == len(tree.nodes) - len(fitting.tree.nodes) > 0
    kept = sum(bool(node.annotation) for node in share.decode(line).tree.nodes)
    assert kept + fitting.comments_left_out == len(tree.nodes)


def test_a_line_that_was_cut_off_is_refused() -> None:
    session = branched("lucas-07", 2)
    session.annotate(session.history.nodes[1], "?! a plan that fails")
    line = share.encode_tree(session.puzzle, session.shared_tree(session.history.current.path()))
    words = line.split()
    first = next(index for index, word in enumerate(words) if word.startswith("{"))
    for count in range(first, len(words)):
        with pytest.raises(ValueError, match="cut off"):
            share.decode(" ".join(words[:count]))


async def test_tree_is_annotated_promoted_and_pruned_by_keys(open_app, tmp_path: Path) -> None:
    async with open_app("lucas-07") as pilot:
        model: GameModel = pilot.screen.model
        for text in ("5,4:S", "5,2:W"):
            assert model.play_text(text)
        model.go_to_node(model.session.history.root)
        assert model.play_text("4,5:W")
        await pilot.press("t")
        tree = pilot.app.screen
        assert isinstance(tree, TreeScreen)
        await pilot.press("colon", *"?! too ", "e", "a", "r", "l", "y", "enter")
        assert model.session.history.current.annotation == "?! too early"
        assert "4,5:W?! too early" in pilot.screen_text()
        await pilot.wait_until(lambda: not pilot.app.autosave.has_pending)
        with closing(copy_to_memory(tmp_path / "saves")) as stored:  # a program killed now
            assert stored.execute("SELECT comments FROM session").fetchone() == ("3 ?! too early",)
        await pilot.press("equals_sign")
        assert model.session.history.current.annotation == "? too early"
        await pilot.press("up", "up")
        first = model.session.history.nodes[1]
        assert tree._selected_row.node is first
        await pilot.press("plus")
        assert model.session.history.root.main_child is first
        assert tree._selected_row.node is first
        await pilot.press("delete")
        assert len(model.session.history.nodes) == 2
        assert "2 moves deleted; u brings them back" in pilot.screen_text()
        assert "until you play a new move" in pilot.screen_text()
        await pilot.press("u")
        assert len(model.session.history.nodes) == 4
        assert tree._selected_row.node is first
        await pilot.press("end")
        while not model.session.history.is_on_path(tree._selected_row.node):
            await pilot.press("up")
        await pilot.press("delete")
        assert "Go to another move first" in pilot.screen_text()
        assert len(model.session.history.nodes) == 4
        expected = described(model.session)
    async with open_app("lucas-07") as pilot:
        assert described(pilot.screen.model.session) == expected
        assert pilot.screen.model.session.history.root.main_child.text == "5,4:S"


async def test_a_shared_line_brings_comments_and_branches(open_app) -> None:
    session = branched("orush-05", 7)
    session.annotate(session.history.nodes[2], f"!? {HOSTILE}")
    line = share.encode_tree(session.puzzle, session.shared_tree(session.history.current.path()))
    async with open_app() as pilot:
        assert pilot.app.puzzle_opener.open_text(line)
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        model = pilot.app.screen.model
        assert described(model.session) == described(session)
        assert "branches and comments are in the tree: press t" in model.message
        texts = {text.title: text.text for text in list_share_texts(model)}
        assert share.decode(texts["branches and comments"]).tree
        await pilot.press("c")
        assert isinstance(pilot.app.screen, ShareDialog)
        assert pilot.app.clipboard == texts["branches and comments"]


async def test_comments_on_both_sides_of_a_game_stay_in_the_tree(open_app) -> None:
    async with open_app("hexapawn-4x4") as pilot:
        model: GameModel = pilot.screen.model
        model.set_players((HUMAN, HUMAN))
        for _ in range(4):
            assert model.play_player_move(model.game.moves(model.position)[0])
            model.annotate(model.session.history.current, f"after {model.session.ply}")
        model.set_players((PERFECT, HUMAN))
        await pilot.press("t")
        text = pilot.screen_text()
        assert all(f"after {ply}" in text for ply in range(1, 5))


def test_a_comment_is_kept_where_a_slide_goes_on() -> None:
    game = read_game("......\n......\nAA....\n......\n......\n......\n")
    for known_moves in ((), ((0, 2),)):  # with and without the combined move
        session = Session(Puzzle("one-slide", game, "One slide"))
        for move in known_moves:
            session.play(move)
            session.undo()
        session.play((0, 1))
        commented = session.history.current
        session.annotate(commented, "halfway")
        session.play((0, 1))
        assert session.history.current.parent is commented
        assert (commented.move, commented.annotation) == ((0, 1), "halfway")


async def test_edits_of_the_tree_are_saved_before_the_first_move(open_app) -> None:
    session = branched("lucas-07", 7)
    line = share.encode_tree(session.puzzle, session.shared_tree([session.history.root]))
    async with open_app("lucas-07") as pilot:
        session = pilot.screen.model.session
        assert pilot.app.puzzle_opener.open_text(line)
        await pilot.wait_until(lambda: len(session.history.nodes) > 1)
        shared = described(session)
    async with open_app("lucas-07") as pilot:
        session = pilot.screen.model.session
        assert described(session) == shared
        await pilot.press("b", "t", "colon", *"start", "enter")
        edited = described(session)
        assert not session.has_player_moved
    async with open_app("lucas-07") as pilot:
        session = pilot.screen.model.session
        assert described(session) == edited
        assert session.history.root.annotation == "start"
        assert session.history.bookmarks == {1: session.history.root}
        assert await asyncio.wrap_future(pilot.app._store.outcomes()) == []
        await pilot.press("b")
    async with open_app("lucas-07") as pilot:
        assert not pilot.screen.model.session.history.bookmarks
