"""The command `new-game`: a package with a small game, to start one's own from."""

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from errno import EEXIST
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from string import Template

from ludoscope.games.errors import short_repr
from ludoscope.games.families import FAMILY_NAME
from ludoscope.tui import lazy
from ludoscope.tui.commands.errors import UsageError
from ludoscope.tui.commands.parser import COMMANDS

TEMPLATE_FOLDER = Path(__file__).with_name("game_template")
TEMPLATE_SUFFIX = ".template"
PACKAGE_FOLDER = "package"  # of the template; it gets the name of the game
TEST_FOLDER = "tests"
MAX_TITLE_CHARACTERS = 30
NAME_EXPECTED = "one to nine small letters (a-z) and digits, a letter first"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help=f"of the game and its folder: {NAME_EXPECTED}")
    parser.add_argument(
        "--title", help=f"shown to players, at most {MAX_TITLE_CHARACTERS} characters"
    )


def run(options: argparse.Namespace) -> int:
    """Write the package into a new folder with the name of the game, and return the exit code."""
    name: str = options.name
    if not FAMILY_NAME.fullmatch(name):
        raise UsageError(f"found the name {short_repr(name)}, expected {NAME_EXPECTED}")
    folder = Path(name)
    _require_new(folder)
    _check_name(name)
    title = name.capitalize() if options.title is None else options.title
    _check_title(title)
    write_package(folder, name, title)
    print(f"{folder}: {title}, a game to start from")
    print(f"Install it:   pip install --editable ./{folder}")
    print(f"Play it:      ludoscope play {name}-1")
    print(f"Test it:      ludoscope check-game {name}")
    return 0


def _check_name(name: str) -> None:
    """Raise UsageError if a game, and its package, cannot have this name."""
    if iskeyword(name):
        raise UsageError(f"the name {name} is a keyword of Python")
    if name in COMMANDS:
        raise UsageError(f"the name {name} is taken by the command {name}")
    if name in lazy.game_check_client.installed_names():
        raise UsageError(f"the name {name} is taken by a game that is installed")
    if name == TEST_FOLDER or name in sys.stdlib_module_names or find_spec(name):
        raise UsageError(f"the name {name} is taken by a module of Python or of a package")


def _check_title(title: str) -> None:
    is_line = title.isprintable() and title == title.strip() and title
    if not is_line or len(title) > MAX_TITLE_CHARACTERS or set(title) & set("\"'\\$|`"):
        raise UsageError(
            f"found the title {short_repr(title)}, "
            f"expected one to {MAX_TITLE_CHARACTERS} characters without quotes"
        )


def _require_new(folder: Path) -> None:
    if os.path.lexists(folder):  # also a link that leads nowhere
        raise FileExistsError(EEXIST, os.strerror(EEXIST), str(folder))


def write_package(folder: Path, name: str, title: str) -> None:
    """Write the package of a new game completely or not at all.

    Args:
        folder: The folder to create.
        name: The name of the game.
        title: The name shown to players.

    Raises:
        FileExistsError: The folder, or a file of that name, exists.
        OSError: It cannot be written.
    """
    _require_new(folder)
    temporary = Path(tempfile.mkdtemp(prefix=".ludoscope-", dir=folder.parent))
    try:
        for path, text in _package_files(name, title):
            (temporary / path).parent.mkdir(exist_ok=True)
            (temporary / path).write_text(text, encoding="utf-8")
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o777 & ~mask)
        temporary.rename(folder)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def _package_files(name: str, title: str) -> Iterator[tuple[Path, str]]:
    """Yield the path and the text of each file of the package."""
    values = {"name": name, "title": title, "class_name": _class_name(name, title)}
    for source in sorted(TEMPLATE_FOLDER.rglob(f"*{TEMPLATE_SUFFIX}")):
        path = source.relative_to(TEMPLATE_FOLDER)
        parts = [name if part == PACKAGE_FOLDER else part for part in path.parent.parts]
        text = Template(source.read_text(encoding="utf-8")).substitute(values)
        yield Path(*parts, path.name.removesuffix(TEMPLATE_SUFFIX)), text


def _class_name(name: str, title: str) -> str:
    """Return the title as the name of a class, such as LightsOut; else the name of the game."""
    words = re.findall("[A-Za-z0-9]+", title)
    class_name = "".join(word[0].upper() + word[1:] for word in words)
    is_usable = class_name.isidentifier() and not iskeyword(class_name)
    return class_name if is_usable else name.capitalize()
