"""The command line: words in, exit code out. Loads neither textual nor a game before it must.

Its exit codes are in `tui.commands.usage`, its commands in `tui.commands.grammar`.
"""

import shlex
import sys
from collections.abc import Sequence

from ludoscope.games import FAMILIES
from ludoscope.tui import loading
from ludoscope.tui.commands.grammar import parser
from ludoscope.tui.commands.interrupt import interruptible
from ludoscope.tui.commands.usage import GAVE_UP, INTERRUPTED, MISSING, Parser, fail, what_failed


def in_our_words(words: Sequence[str], grammar: Parser) -> list[str]:
    """The course's command line as a command of ours; exits if a word is valid in neither."""
    from ludoscope.tui.commands.course import CourseError, translated

    try:
        ours = translated(words, grammar.commands)
    except CourseError as error:
        grammar.error(str(error))
    if ours and not ours[0].startswith("-") and ours[0] not in grammar.commands:
        _suggest(ours[0], grammar)
    return ours


def _suggest(word: str, grammar: Parser) -> None:
    """Exit with a suggestion if `word`, which is not a command, is a puzzle."""
    from ludoscope.puzzles import catalogue

    try:
        catalogue.find(word)
    except (LookupError, ValueError, OSError):
        return
    name = shlex.quote(word) if word.isprintable() else "PUZZLE"
    grammar.error(f"a command comes first: ludoscope play {name}, or ludoscope show {name}")


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code."""
    from ludoscope.tui.text.plain import show_progress, streams

    with streams():
        try:
            code = _dispatch(sys.argv[1:] if words is None else words)
            sys.stdout.flush()
            for fault in FAMILIES.faults:
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


def _dispatch(said: Sequence[str]) -> int:
    grammar = parser(only_play=not said or said[0] == "play")
    try:
        words = in_our_words(said, grammar)
        options = grammar.parse_args(words or ["play"])
    except SystemExit as end:  # it has said why, or helped
        sys.stdout.flush()
        return int(end.code or 0)
    if options.version:
        from importlib.metadata import version

        from ludoscope.tui.terminal.choice import remark

        print(f"ludoscope {version('ludoscope')}")
        if lacking := remark():
            print(lacking)
        return 0
    if options.command == "play" and options.guest:
        from ludoscope.tui.guest import start_over

        start_over(words)
    from ludoscope.tui.commands import dispatch

    if options.command != "play":  # whose driver hears all signals, and which has yet more to load
        interruptible()
        loading.over()
    return dispatch.run(options)
