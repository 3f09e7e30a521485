"""The command line: words in, exit code out. Loads neither Textual nor a game before it is needed.

Its exit codes are in `tui.commands.errors`, its commands in `tui.commands.parser`.
"""

import sys
from collections.abc import Sequence
from itertools import takewhile

from ludoscope.games import FAMILIES
from ludoscope.tui import startup
from ludoscope.tui.commands.errors import (
    GAVE_UP,
    INTERRUPTED,
    MISSING,
    USAGE,
    Parser,
    UsageError,
    fail,
    what_failed,
)
from ludoscope.tui.commands.interrupt import interruptible
from ludoscope.tui.commands.parser import parser

OF_ALL = ("-h", "--help", "--version")  # options that are not those of `play`


def in_our_words(words: Sequence[str], grammar: Parser) -> list[str]:
    """The command line as a command of ours; exits if its first word is nothing that can be.

    Without a command a puzzle is played, or a shared line as the shell splits it up, and options
    are those of `play`. The course's form has its own meaning.
    """
    if not words:
        return ["play"]
    from ludoscope.tui.commands.course_syntax import CourseError, translated

    if words[0] not in grammar.commands and (line := _shared(words)):
        return line
    try:
        ours = translated(words, grammar.commands)
    except CourseError as error:
        grammar.error(str(error))
    if not ours or ours[0] in grammar.commands or ours[0] in OF_ALL:
        return ours
    if not ours[0].startswith("-"):
        _require_puzzle(ours[0], grammar)
    return ["play", *ours]


def _shared(words: Sequence[str]) -> list[str]:
    """The command that plays a shared line without its first word, [] where it is none.

    What follows # is a comment also in shells that do not know one, and what begins with -- is
    for the command.
    """
    from ludoscope.puzzles import share

    said = list(takewhile(lambda word: not word.startswith("#"), words))
    told = list(takewhile(lambda word: not word.startswith("--"), said))
    line = " ".join([share.COMMAND_WORD, *told])
    return ["play", line, *said[len(told) :]] if share.has_move_count(line) else []


def _require_puzzle(word: str, grammar: Parser) -> None:
    """Exit if a word, which is not a command, is not a puzzle either."""
    from ludoscope.games.errors import short_repr
    from ludoscope.puzzles import catalogue

    try:
        catalogue.find(word)
    except catalogue.UnknownName:
        from difflib import get_close_matches

        like = get_close_matches(word, list(grammar.commands), 1)
        meant = f"; did you mean {like[0]}?" if like else ""
        grammar.error(f"{short_repr(word)} is neither a command nor a puzzle{meant}")
    except (LookupError, ValueError, OSError):
        return  # it is meant to be one: `play` says what is wrong with it


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code."""
    from ludoscope.tui.text.sanitize import show_progress, streams

    with streams():
        try:
            code = _dispatch(sys.argv[1:] if words is None else words)
            sys.stdout.flush()
            for fault in FAMILIES.load_errors:
                print(f"ludoscope: {fault}", file=sys.stderr)
            return code
        except KeyboardInterrupt:
            show_progress()
            return INTERRUPTED
        except BrokenPipeError:  # nobody reads any more
            return GAVE_UP
        except MemoryError:
            return fail(GAVE_UP, "not enough memory")
        except OSError as error:
            return fail(MISSING, what_failed(error))


def _print_versions() -> None:
    """What a report of a fault should say."""
    from importlib.metadata import version
    from platform import platform, python_implementation, python_version

    from ludoscope.search.kernels import all_kernels_compiled
    from ludoscope.tui.terminal.driver_choice import remark

    print(f"ludoscope {version('ludoscope')}")
    print("kernels compiled" if all_kernels_compiled() else "kernels not compiled")
    print(f"{python_implementation()} {python_version()}, {platform(terse=True)}")
    print(f"Textual {version('textual')}")
    if lacking := remark():
        print(lacking)


def _dispatch(said: Sequence[str]) -> int:
    grammar = parser(only_play=not said or said[0] == "play")
    try:
        words = in_our_words(said, grammar)
        options = grammar.parse_args(words or ["play"])
    except SystemExit as end:  # it has said why, or helped
        sys.stdout.flush()
        return int(end.code or 0)
    if options.version:
        _print_versions()
        return 0
    if options.command == "play" and options.guest:
        from ludoscope.tui.guest import start_over

        try:
            start_over(words)
        except UsageError as error:
            return fail(USAGE, str(error))
    from ludoscope.tui.commands import dispatch

    if options.command != "play":  # whose driver hears all signals, and which has yet more to load
        interruptible()
        startup.over()
    return dispatch.run(options)
