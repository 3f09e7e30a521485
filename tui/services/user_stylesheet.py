"""The user's own stylesheet beside the saves: Textual CSS, applied over the built-in one.

TitleBar { text-style: reverse; }
PlayScreen SidePanel { width: 40; }
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from textual.app import App
from textual.css.errors import StylesheetError
from textual.css.parse import substitute_references
from textual.css.stylesheet import Stylesheet, StylesheetParseError
from textual.css.tokenize import tokenize, tokenize_values
from textual.css.tokenizer import Token, TokenError

from ludoscope.games.errors import NotationError, replace_unprintable
from ludoscope.puzzles.files import read_text
from ludoscope.search.storage import private_files
from ludoscope.tui.terminal.size_limits import MAX_COLUMNS

STYLESHEET_NAME = "style.tcss"
MAX_BYTES = 1 << 16
TIE_BREAKER = 1 << 20  # above all other sources, for rules of equal specificity
MAX_MESSAGE_LENGTH = 200  # characters
# Textual notes which widgets are in each block of 100 × 20 cells, until memory is full
MAX_CELLS = MAX_COLUMNS
MAX_FRACTION = 10  # fr; across the direction of a layout that is ten times the parent's size
MAX_PERCENT = 200  # also w, h, vw and vh; nested widgets multiply it
MAX_GRID_SIZE = 20  # rows, columns, or cells between them
GRID_DECLARATIONS = (
    *("grid-size", "grid-size-columns", "grid-size-rows", "column-span", "row-span"),
    *("grid-gutter", "grid-gutter-horizontal", "grid-gutter-vertical"),
)
MAX_VALUES = 1 << 16  # of all declarations, after the variables are replaced
_NUMBER = re.compile(r"(-?\d+\.?\d*)(.*)")
_MARKUP = re.compile(r"\[/?[a-z ]*\]")


def apply_user_stylesheet(app: App[Any], folder: Path) -> str:
    """Add the stylesheet in `folder` to the app's; return a message if that is impossible."""
    path = folder / STYLESHEET_NAME
    try:
        text = read_text(path, MAX_BYTES, private_files.opener)
        _check(app, path, text)
    except FileNotFoundError:
        return ""
    except OSError as error:
        problem = f"{path} cannot be read ({error.strerror})"
    except NotationError as error:
        problem = f"{path}: {error}"
    except (StylesheetError, TokenError) as error:
        problem = f"{path}, {describe_error(error)}"
    else:
        app.stylesheet.add_source(text, (str(path), ""), tie_breaker=TIE_BREAKER)
        return ""
    return f"{problem}: the built-in style is used"


def _check(app: App[Any], path: Path, text: str) -> None:
    """Parse the stylesheet in every theme, so that choosing a theme later cannot fail.

    Raises:
        StylesheetError, TokenError: It is invalid, or asks for more than a screen can show.
    """
    with suppress(TokenError):  # parsing says what is wrong
        _check_sizes(text, path, app.get_css_variables())
    for theme in app.available_themes.values():
        variables = theme.to_color_system().generate()
        stylesheet = Stylesheet(variables={**app.get_theme_variable_defaults(), **variables})
        stylesheet.add_source(text, (str(path), ""))
        try:
            stylesheet.parse()
        except StylesheetError as error:  # Textual's, also for errors of Python
            if "recursion" in str(error):
                raise StylesheetError("nested too deeply, expected a few levels") from None
            raise


def _check_sizes(text: str, path: Path, variables: Mapping[str, str]) -> None:
    """Check every number in the stylesheet, whatever its unit and declaration.

    Args:
        text: The stylesheet.
        path: Its file.
        variables: The variables that the app defines.

    Raises:
        StylesheetError: A number is too large, or there are too many values.
        TokenError: The stylesheet is invalid.
    """
    tokens = _limit_values(tokenize(text, (str(path), "")))
    declaration = ""
    for token in substitute_references(tokens, tokenize_values(dict(variables))):
        if token.name in ("declaration_name", "variable_name"):
            declaration = token.value.rstrip(":")
        elif token.name in ("number", "scalar") and (match := _NUMBER.match(token.value)):
            number, unit = match.groups()
            limit = _largest(declaration, unit)
            if abs(float(number)) > limit:
                line = (token.referenced_by or token).location[0] + 1
                raise StylesheetError(
                    f"line {line}: {token.value[:20]} found in {declaration[:40]}, "
                    f"expected at most {limit}{unit}"
                )


def _largest(declaration: str, unit: str) -> int:
    """Return the largest number that a declaration may have in a unit."""
    if unit:
        return MAX_FRACTION if unit == "fr" else MAX_PERCENT
    return MAX_GRID_SIZE if declaration in GRID_DECLARATIONS else MAX_CELLS


def _limit_values(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield the tokens of a stylesheet while they have at most MAX_VALUES values.

    A variable has the values of those that it refers to: thirty lines can make a billion.

    Raises:
        StylesheetError: There are more.
    """
    value_counts: dict[str, int] = {}
    total = 0
    variable = ""
    for token in tokens:
        count = 1
        if token.name == "variable_name":
            variable = token.value[1:-1]
        elif token.name == "variable_value_end":
            variable = ""
        elif token.name == "variable_ref":
            count = value_counts.get(token.value[1:], 1)
        if variable:
            value_counts[variable] = value_counts.get(variable, 0) + count
        total += count
        if total > MAX_VALUES:
            raise StylesheetError(
                f"line {token.start[0]}: more than {MAX_VALUES:,} values found after variables "
                "are replaced, expected fewer"
            )
        yield token


def describe_error(error: Exception) -> str:
    """Return the line of the error, what is wrong and what was expected."""
    if isinstance(error, TokenError):
        return f"line {error.start[0]}: {_one_line(str(error))}"
    if isinstance(error, StylesheetParseError):
        errors = [rule_error for rule in error.errors.rules for rule_error in rule.errors]
        token, message = errors[0]
        line = (token.referenced_by or token).location[0] + 1
        summary = str(getattr(message, "summary", message)).rstrip(".")
        bullets = [bullet.markup for bullet in getattr(message, "bullets", ())]
        return f"line {line}: {_one_line('; '.join([summary, *bullets[:1]]))}"
    return _one_line(str(error))


def _one_line(text: str) -> str:
    """Return a text in one line, without markup and control characters, of limited length."""
    printable = replace_unprintable(_MARKUP.sub("", text), " ")
    line = " ".join(printable.split()).rstrip(".")
    return line if len(line) <= MAX_MESSAGE_LENGTH else f"{line[:MAX_MESSAGE_LENGTH]}…"
