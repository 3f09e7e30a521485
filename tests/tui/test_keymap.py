"""Keys: every action has an id and can have another key, and whatever shows keys follows."""

import json
import re
from pathlib import Path

import pytest
from many import case, each_of, first_of
from textual.binding import Binding
from textual.keys import _character_to_key
from textual.screen import Screen

from ludoscope.tui import actions as registry
from ludoscope.tui import keymap
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.boards.preferences import Preferences
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.screens.settings.key_table import HEADINGS, KeyTable
from ludoscope.tui.widgets.footer import key_symbol

ROOT = Path(__file__).parents[2]
PAGES = sorted(registry.all_screens(), key=lambda page: page.__name__)


def own_bindings(screen: type) -> list[Binding]:
    """Return the bindings of our own classes, before they are merged."""
    found = []
    for holder in screen.__mro__:
        if issubclass(holder, Screen) and holder.__module__.startswith("ludoscope.tui."):
            found += holder.__dict__.get("BINDINGS", [])
    return found


@pytest.fixture(scope="module")
def actions():
    return registry.load_actions(LudoscopeApp)


@each_of("page", [*PAGES, LudoscopeApp])
def test_every_binding_has_an_id_and_a_description(page: type) -> None:
    for binding in own_bindings(page):
        assert re.fullmatch(r"[a-z]+\.[a-z_+]+", binding.id or ""), binding
        assert binding.description


@each_of("page", PAGES)
def test_no_key_has_two_actions_on_a_screen(page: type) -> None:
    means: dict[str, str] = {}
    for holder in (page, LudoscopeApp):
        for binding in {b for found in [holder._merged_bindings] for _, b in found if b.id}:
            assert means.setdefault(binding.key, binding.id) == binding.id


def test_an_id_means_the_same_on_every_screen() -> None:
    means: dict[str, set[str]] = {}
    for screen in PAGES:
        for binding in registry.screen_bindings(screen, LudoscopeApp):
            means.setdefault(binding.id, set()).add(binding.description.split()[0])
    assert {name: does for name, does in means.items() if len(does) > 1} == {}


def test_cells_of_the_key_table_do_not_overlap(actions) -> None:
    fixed = sum(heading.width or 0 for heading in HEADINGS)
    room = 80 - 4 - 1 - fixed  # without its borders and its scrollbar
    widths = [heading.width or room for heading in HEADINGS]
    for action in actions.values():
        cells = (
            action.group,
            action.description,
            keymap.display_keys(",".join(action.keys)),
            action.id,
        )
        for cell, width in zip(cells, widths, strict=True):
            assert len(cell) < width, cell


def test_default_keys_in_texts_match_the_bindings(actions) -> None:
    """`look.key("play.undo", "u")`: the second is what the first comes with."""
    said = re.compile(r"""key\(\s*["']([a-z]+\.[a-z_]+)["'],\s*["']([^"']+)["']""")
    found = [
        one
        for path in (ROOT / "tui").rglob("*.py")
        for one in said.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(found) > 5
    for name, usual in found:
        keys = actions[name].keys
        assert usual in {key_symbol(key) for key in keys} | set(keys), name


async def test_a_key_is_changed_on_the_settings_screen(open_app, tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    async with open_app("lucas-01") as pilot:
        await pilot.press(",", "/", *"play.hint", "enter", "enter")
        assert "Press the new key for “hint”" in pilot.screen_text()
        await pilot.press("s")
        assert "s is already used for solve (play.solve)" in pilot.screen_text()
        await pilot.press("enter", "D")
        assert "D is reserved for moves" in pilot.screen_text()
        await pilot.press("enter", "f5")
        assert "“hint” is now on f5" in pilot.screen_text()
        await pilot.press("escape", "escape")
        assert "f5 hint" in pilot.screen_text()
        await pilot.wait_until(lambda: (folder / "keys.json").exists())
    async with open_app("lucas-01") as pilot:
        assert "f5 hint" in pilot.screen_text()
        await pilot.press("f5")
        await pilot.wait_until(lambda: pilot.screen.model.hint is not None)
        await pilot.press(",", "*", "escape")
        assert "i show move" in pilot.screen_text()
        await pilot.wait_until(lambda: json.loads((folder / "keys.json").read_text()) == {})


async def test_keys_that_cannot_be_stored_are_refused(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        await pilot.press(",", "/", *"play.hint", "enter")
        for key in ("print_screen", "pause", "f25", "media_play", "hyper+a"):
            with case(key):
                await pilot.press("enter", key)
                assert f"The key {key} cannot be used" in pilot.screen_text()
        assert pilot.app.key_bindings.custom_keys == {}


async def test_a_click_on_another_action_leaves_it_its_key(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        await pilot.press(",", "/", *"keys: undo", "enter", "enter")
        key_table = pilot.screen.query_one(KeyTable)
        recorded, clicked = key_table.actions[:2]
        lines = pilot.screen_text().splitlines()
        y = next(y for y, line in enumerate(lines) if clicked.id in line)
        await pilot.click(lines[y].index(clicked.id), y)
        assert key_table.highlighted_action is clicked
        assert f"Press the new key for “{recorded.description}”" in pilot.screen_text()
        await pilot.press("f5")
        await pilot.wait_until(lambda: bool(pilot.app.key_bindings.custom_keys))
        assert pilot.app.key_bindings.custom_keys == {recorded.id: "f5"}


async def test_alt_key_can_be_recorded(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        await pilot.press(",", "/", *"play.hint", "enter", "enter")
        await pilot.send_input("\x1br")
        assert "“hint” is now on alt+r" in pilot.screen_text()
        assert pilot.app.key_bindings.custom_keys == {"play.hint": "alt+r"}
        await pilot.send_input("\x1br")  # not bound here: escape ends the search
        assert "matching" not in pilot.screen_text()


async def test_texts_and_board_keys_follow_the_keymap(open_app, tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    own = {"board.left": "a", "set.analysis": "f2", "play.redo": "f3", "board.enter": "f4"}
    (tmp_path / "saves" / "keys.json").write_text(json.dumps(own))
    async with open_app("lucas-01") as pilot:
        assert "↑↓a→ hole" in pilot.screen_text()
        assert "f4 jump/pick up" in pilot.screen_text()
        await pilot.press("tab", "f4", "tab", "f4")
        assert pilot.screen.model.session.ply == 1
        await pilot.press("r")
        assert "f3 redoes the moves" in pilot.screen_text()


@pytest.mark.long
async def test_a_changed_key_keeps_its_place_in_the_footer(open_app, tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    own = {"settings.find": "ctrl+f", "home.find": "f7"}
    (tmp_path / "saves" / "keys.json").write_text(json.dumps(own))
    async with open_app() as pilot:
        await pilot.wait_until(lambda: "⏎ open f7 find d today" in pilot.screen_text())
        await pilot.press(",")
        await pilot.wait_until(lambda: "tab view ^f find esc back" in pilot.screen_text())


BAD = {  # what a file holds, and what is said of it
    "{": "keys.json:1: expected a JSON object",
    "[]": "keys.json: expected a JSON object",
    '{"play.hint": 5}': "gives 'play.hint' 5, expected the name of a key",
    '{"play.hint": "no such key"}': "expected the name of a key",
    '{"play.hint": "ctrl+\\u009b"}': "expected the name of a key",
    '{"play.hint": "f9", "play.solve": "f9"}': "f9 is already used for",
}


def test_errors_of_a_bad_key_file(tmp_path: Path, actions) -> None:
    for text, said in BAD.items():
        with case(text):
            (tmp_path / "keys.json").write_text(text)
            keys, wrong = keymap.read_keys_file(tmp_path)
            assert said in (wrong or keymap.find_problem(keys, actions))


def test_invalid_entry_leaves_the_other_keys(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text(text := '{"play.hint": "print_screen", "play.undo": "z", "play.redo": 5}')
    keys, problem = keymap.read_keys_file(tmp_path)
    assert keys == {"play.undo": "z"}
    assert "gives 'play.hint' \"print_screen\", expected the name of a key" in problem
    keymap.write(tmp_path, keys)
    assert keymap.read_keys_file(tmp_path) == ({"play.undo": "z"}, "")
    [backup] = tmp_path.glob("keys-*.broken.json")
    assert backup.read_text() == text


@first_of("text", ["{", '{"play.hint": "f9", "play.solve": "f9"}'])
async def test_bad_key_file_is_reported_and_kept(open_app, tmp_path: Path, text: str) -> None:
    folder = tmp_path / "saves"
    folder.mkdir()
    (folder / "keys.json").write_text(text)
    async with open_app("lucas-01") as pilot:
        await pilot.wait_until(
            lambda: "default keys" in pilot.notifications() + pilot.status_message
        )
        assert BAD[text] in pilot.notifications() + pilot.status_message
        assert pilot.app.key_bindings.custom_keys == {}
        await pilot.press("tab")
        assert "i hint" in pilot.screen_text()
    assert (folder / "keys.json").read_text() == text


@pytest.mark.long
async def test_user_s_key_wins_over_a_new_default(open_app, tmp_path) -> None:
    """Check a user's key that a later version gives to another action."""
    folder = tmp_path / "saves"
    folder.mkdir()
    (folder / "keys.json").write_text(text := '{"play.undo": "z"}')
    for name in ("lucas-01", "orush-01"):
        async with open_app(name) as pilot:
            options = pilot.app.options
            await pilot.wait_until(
                lambda options=options: options.key_display("play.winnable", "z") == "no key"
            )
            model = pilot.screen.model
            [move, *_] = model.game.moves(model.position)
            await pilot.press(":", *model.game.move_text(model.position, move), "enter")
            await pilot.wait_until(lambda model=model: model.session.ply == 1)
            await pilot.press("z")
            assert model.session.ply == 0
            await pilot.press(",", "/", *"back to winnable", "enter")
            assert re.search(r"back to winnable *no key +play.winnable", pilot.screen_text())
    assert (folder / "keys.json").read_text() == text


def test_two_actions_can_swap_keys(actions) -> None:
    assert keymap.find_problem({"play.hint": "s", "play.solve": "i"}, actions) == ""
    assert "s is already used for" in keymap.find_problem({"play.hint": "s"}, actions)
    assert keymap.find_problem({"library.open": "f9", "play.hint": "f9"}, actions) == ""


def test_random_key_file_is_read_or_reported(tmp_path: Path) -> None:
    for text in ("", "null", "[" * 10**5, '{"a": ["x"]}', '{"a": ""}', '{"a": "²"}', "\x00"):
        (tmp_path / "keys.json").write_text(text)
        keys, wrong = keymap.read_keys_file(tmp_path)
        assert bool(keys) != bool(wrong)
    (tmp_path / "keys.json").write_bytes(b"\xff\xfe")
    assert keymap.read_keys_file(tmp_path)[1]


def test_any_character_can_be_a_key_after_a_restart(tmp_path: Path) -> None:
    for code in range(33, 127):
        key = _character_to_key(chr(code))
        assert key_symbol(key) == chr(code)
        assert keymap.key_for_display(chr(code)) == key
        for spelt in (key, chr(code)):
            (tmp_path / "keys.json").write_text(json.dumps({"play.hint": spelt}))
            assert keymap.read_keys_file(tmp_path) == ({"play.hint": key}, "")


def test_shown_keys_can_be_pressed_by_name() -> None:
    shown = {"⏎": "enter", "^p": "ctrl+p", "?": "question_mark", "esc": "escape", "→": "right"}
    shown |= {"shift+↓": "shift+down", "^/": "ctrl+slash", "f5": "f5", "^shift+f2": "ctrl+shift+f2"}
    assert {text: keymap.key_for_display(text) for text in shown} == shown
    assert all(key_symbol(key) == text for text, key in shown.items())
    assert [
        keymap.key_for_display(text) for text in ("│", "A-Z/tab", "", "no key", "x+", "↓+")
    ] == [""] * 6
    options = UserOptions(preferences=Preferences(key_displays={"play.undo": "f1"}))
    assert options.key_display("play.undo", "u") == "f1"
