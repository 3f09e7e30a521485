"""One key, one meaning: the keys of all screens, and the table of them in the documentation.

UPDATE_GOLDEN=1 writes the table of `docs/keys.md` anew.
"""

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from textual.binding import Binding

from ludoscope.games import FAMILIES
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.daily import DAILY_GROUP
from ludoscope.puzzles.names import name_opened_in_app
from ludoscope.puzzles.registry import collection
from ludoscope.tui import actions
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.session import Session
from ludoscope.tui.screens.duel.screen import DuelScreen
from ludoscope.tui.screens.play.availability import is_action_available
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.screens.review.screen import ReviewScreen
from ludoscope.tui.screens.tree.screen import TreeScreen
from ludoscope.tui.widgets.footer import key_symbol

PAGE = Path(__file__).parents[2] / "docs" / "keys.md"
BEGIN = "<!-- from the bindings, see tests/tui/test_keys.py -->\n"
ARROW_LETTERS = {"h": "left", "j": "down", "k": "up", "l": "right"}
SAME_MEANING = {  # ids of actions elsewhere that do what the key does in a game
    "b": {"tree.bookmark"},
    "c": {"lab.copy"},
    "d": {"training.random"},
    "e": {"library.edit"},
    "n": {
        *("dailies.later", "edit.board", "library.new", "lobby.day_after"),
        *("steps.next", "generator.make", "last.new", "training.next"),
        "lobby.rematch",
    },
    "o": {"app.lobby"},
    "p": {"dailies.earlier", "lobby.day_before", "steps.previous"},
    "q": {"home.leave", "list.back"},
    "r": {"lab.replay", "search.steps"},
    "s": {"edit.solve", "lab.go", "matchboxes.train", "training.solution"},
    "u": {"edit.undo", "statistics.undo", "training.again", "tree.restore"},
    "v": {"lab.view", "library.table", "race.view"},
    "w": {"home.race", "lab.watch", "search.replay"},
    "x": {
        *("edit.stop", "lab.stop", "matchboxes.stop", "race.stop", "sizes.stop"),
        *("search.stop", "generator.stop", "lobby.resign", "review.stop", "map.stop"),
    },
    "y": {"edit.redo"},
    "%": {"list.swap"},
    "+": {"tree.promote"},  # raises a branch, as it does a card
    "=": {"tree.verdict"},  # a judgement of a move, as in a review
    ":": {
        *("edit.name", "home.name", "lab.puzzle", "library.name", "generator.length"),
        *("training.series", "tree.comment"),
    },
    "/": {"home.find", "library.find", "settings.find"},
}
OTHER_MEANING = {  # on screens that have nothing in common with a game, where it cannot be meant
    "a": {"mistakes.collect"},
    "b": {"read.page_back"},  # pages of text have the keys of less
    "c": {"home.calendar"},
    "d": {"dailies.today", "edit.dual", "home.daily"},
    "e": {"lab.export", "map.export"},
    "g": {"first line"},  # as in vim and less; home does it too
    "i": {"lab.about", "list.about", "lobby.invite", "steps.about"},
    "o": {"library.order"},
    "p": {"edit.play", "lab.presets"},
    "r": {"go.rules", "help.rules"},
    "s": {"go.statistics"},
    "t": {"help.tour", "home.training", "mistakes.train"},
    "w": {"edit.save", "library.rename"},
    "*": {"settings.reset_all"},
    "+": {"edit.fill", "lab.add", "library.similar", "steps.faster"},
    "=": {"library.grade"},
}


def screen_name(screen: type) -> str:
    """Return the name of a screen as in a sentence: "search view"."""
    return screen.__module__.split(".")[-2].replace("_", " ")


def bindings() -> Iterator[tuple[type, Binding]]:
    """Yield all bindings with an id, with their screens."""
    for screen in sorted(actions.all_screens(), key=screen_name):
        for binding in actions.screen_bindings(screen, LudoscopeApp):
            yield screen, binding


def test_an_action_has_one_description_and_the_same_keys_on_all_screens() -> None:
    keys = defaultdict(set)
    for screen, binding in bindings():
        keys[screen, binding.id, binding.description].add(binding.key)
    by_id = defaultdict(set)
    for (_, name, description), its_keys in keys.items():
        by_id[name].add((description, frozenset(its_keys)))
    several = {name: each for name, each in by_id.items() if len(each) > 1}
    assert not several


def test_a_key_of_a_game_means_the_same_wherever_it_can_be_meant() -> None:
    in_game = {
        key_symbol(binding.key): binding.id
        for binding in actions.screen_bindings(PlayScreen, LudoscopeApp)
    }
    assert len(in_game) > 40
    used = defaultdict(set)
    for screen, binding in bindings():
        key = key_symbol(binding.key)
        if len(key) != 1 or key in ARROW_LETTERS or not key.isascii():
            continue
        is_line_key = binding.key in ("g", "G") and binding.id not in in_game.values()
        name = "first line" if is_line_key else binding.id
        used[key].add(name)
        with_game = screen in (PlayScreen, DuelScreen, ReviewScreen, TreeScreen)
        allowed = SAME_MEANING.get(key, set())
        if not with_game:
            allowed = allowed | OTHER_MEANING.get(key, set())
        if key in in_game and name != in_game[key]:
            assert name in allowed, (key, screen.__name__, name)
    for table in (SAME_MEANING, OTHER_MEANING):
        for key, names in table.items():
            assert names <= used[key], key


def test_no_command_needs_a_key_that_terminals_take() -> None:
    """Flow control takes ctrl+s and ctrl+q; only suspending is on ctrl+z."""
    keys = defaultdict(set)
    for _, binding in bindings():
        keys[binding.id].add(binding.key)
    taken = {"ctrl+s", "ctrl+q", "ctrl+z"}
    assert {name for name, its_keys in keys.items() if its_keys <= taken} == {
        "app.quit",  # q and ctrl+c quit too
        "app.suspend",
    }


def test_capitals_are_left_to_boards() -> None:
    capitals = {
        (screen_name(screen), binding.key)
        for screen, binding in bindings()
        if len(binding.key) == 1 and binding.key.isupper()
    }
    assert {key for _, key in capitals} == {"G"}  # the last line of a list, as in vim and less
    assert not {"play", "duel"} & {screen for screen, _ in capitals}


def sample_models() -> list[GameModel]:
    """Return a game of each group of each family, such as FreeCell and Seahaven."""
    models = []
    for family in FAMILIES:
        names_by_group = {
            entry.group: entry.name
            for entry in catalogue.entries(family)
            if not entry.is_numbered_series and entry.group != DAILY_GROUP
        }
        names = map(name_opened_in_app, names_by_group.values())
        models += [GameModel(Session(catalogue.find(name)), UserOptions()) for name in names]
    return models


def scope(action: str, models: Sequence[GameModel]) -> str:
    """Return the families in which a key has its meaning: " (patience, ORush)"; "" for all.

    Args:
        action: The action of the binding, such as "board_command('raise')".
        models: Games of all families.
    """
    name = action.removeprefix("board_command('").removesuffix("')").partition("(")[0]
    having = [model for model in models if is_action_available(model, name)]
    if len(having) == len(models):
        return ""
    titles = []
    for family in FAMILIES.values():
        total, some = (
            [model for model in which if model.game.family == family.name]
            for which in (models, having)
        )
        if len(some) == len(total):
            titles.append(family.title if family.title[1].isupper() else family.title.lower())
        else:
            game_title = collection(family.name).game_title
            titles += dict.fromkeys(game_title(model.game.spec()) for model in some)
    return f" ({', '.join(titles)})"


def key_table() -> str:
    """Return the table of the documentation."""
    models = sample_models()
    in_game: dict[str, Binding] = {}
    for binding in actions.screen_bindings(PlayScreen, LudoscopeApp):
        in_game.setdefault(key_symbol(binding.key), binding)
    elsewhere = defaultdict(lambda: defaultdict(list))
    for screen, binding in bindings():
        key = key_symbol(binding.key)
        is_same = key in in_game and in_game[key].id == binding.id
        # the text of the page says what the arrow letters and G do
        if len(key) == 1 and key not in (*ARROW_LETTERS, "G") and not is_same:
            names = elsewhere[key][binding.description]
            if screen_name(screen) not in names:
                names.append(screen_name(screen))
    keys = {key for key in (*in_game, *elsewhere) if len(key) == 1 and key not in ARROW_LETTERS}
    lines = ["| key | in a game | on other screens |", "|---|---|---|"]
    for key in sorted(keys - set("↑↓←→⏎"), key=lambda key: (not key.isalpha(), key)):
        game = ""
        if key in in_game:
            game = in_game[key].description + scope(in_game[key].action, models)
        others = "; ".join(
            f"{description} ({', '.join(names)})" for description, names in elsewhere[key].items()
        )
        lines.append(f"| `{key}` | {game} | {others} |")
    return "\n".join(lines) + "\n"


def test_the_table_of_the_documentation() -> None:
    text = PAGE.read_text(encoding="utf-8")
    before, begin, _ = text.partition(BEGIN)
    assert begin
    expected = f"{before}{begin}\n{key_table()}"
    if os.environ.get("UPDATE_GOLDEN"):
        PAGE.write_text(expected, encoding="utf-8")
    assert text == expected, "UPDATE_GOLDEN=1 writes the table anew"
