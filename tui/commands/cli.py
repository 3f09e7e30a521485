"""The entry point of the command line: words in, exit code out.

Commands and their arguments are listed in `tui.commands.parser`, exit codes in
`tui.commands.errors`. Neither Textual nor a game is imported before it is needed.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from typing import Any

from ludoscope.games import FAMILIES
from ludoscope.games.errors import UserInterrupt
from ludoscope.games.registry import (
    NO_PLUGINS_VARIABLE,
    PluginError,
    PluginFault,
    guard_plugins,
    noted_interrupt,
    supervise_plugins,
)
from ludoscope.games.tracebacks import format_traceback
from ludoscope.tui import lazy, startup
from ludoscope.tui.commands.errors import (
    EXIT_BROKEN_PIPE,
    EXIT_FAILURE,
    EXIT_FAULT,
    EXIT_INTERRUPTED,
    EXIT_MALFORMED,
    EXIT_MISSING,
    EXIT_TERMINATED,
    EXIT_USAGE,
    UsageError,
    describe_os_error,
    fail,
    warn,
)
from ludoscope.tui.commands.interrupt import (
    Terminated,
    forget_interrupt,
    interrupted_by_sigterm,
    raise_on_interrupt,
)
from ludoscope.tui.commands.parser import (
    COMMANDS,
    DEBUG_OPTION,
    HELP_OPTIONS,
    NO_PLUGINS_OPTION,
    VERSION_OPTION,
    build_parser,
    load_command,
)
from ludoscope.tui.commands.renamed import refuse_former_command, refuse_former_options
from ludoscope.tui.isolation import has_guest_option
from ludoscope.tui.text.sanitize import (
    discard_piped_output,
    sanitized_streams,
    show_progress,
    substitute_unencodable,
)

UNGUARDED_COMMAND = "check-game"  # reports each failure of a plug-in itself
ASCII_COMMANDS = ("show", "solve")  # commands that print boards; the app draws them itself

STANDARD_INPUT = "-"  # in place of the name of a file


def main(words: Sequence[str] | None = None) -> int:
    """Run a command line, by default the one of the process, and return the exit code."""
    words = sys.argv[1:] if words is None else words
    words, is_debugging = _take_option(words, DEBUG_OPTION)
    is_guarded = not is_debugging and words[:1] != [UNGUARDED_COMMAND]
    with sanitized_streams(), _supervised_plugins(is_guarded, is_debugging) as faults:
        try:
            exit_code = run_command_line(words)
            sys.stdout.flush()
        except KeyboardInterrupt as error:
            forget_interrupt()
            show_progress()
            discard_piped_output(sys.stdout)
            return EXIT_TERMINATED if isinstance(error, Terminated) else EXIT_INTERRUPTED
        except BrokenPipeError:  # the reader of our output has closed it
            return EXIT_BROKEN_PIPE
        except MemoryError:
            return fail(EXIT_FAILURE, "not enough memory")
        except OSError as error:
            return fail(EXIT_MISSING, describe_os_error(error))
        except Exception as error:
            if is_debugging:
                raise
            plugin_faults = lazy.plugin_faults
            if fault := plugin_faults.find_fault(error) or plugin_faults.find_unguarded_fault(
                error
            ):
                return _fail_by_plugin(fault)
            lazy.crash.report_crash(error, show_paths=not has_guest_option(words))
            return EXIT_FAULT
        for load_error in FAMILIES.load_errors:
            warn(str(load_error))
        for fault in faults:
            if not fault.is_shown:
                warn(str(fault))
        return exit_code


@contextmanager
def _supervised_plugins(is_guarded: bool, is_debugging: bool) -> Iterator[list[PluginFault]]:
    """Keep what plug-ins do apart from the work of a command.

    Yields a list to which their faults are appended.

    Args:
        is_guarded: False to let what they raise end the program.
        is_debugging: True to let one that cannot be loaded end it, too.
    """
    faults: list[PluginFault] = []
    is_contained = False

    @contextmanager
    def supervise(reference: str) -> Iterator[None]:
        try:
            with lazy.plugin_loading.supervise_loading(reference):
                yield
        except PluginError as error:
            if is_debugging:  # a PluginError would leave it out
                raise RuntimeError(str(error)) from error
            if error.__cause__:
                lazy.error_log.write_error(str(error), format_traceback(error.__cause__))
            raise

    def add_fault(fault: PluginFault) -> None:
        if str(fault) not in map(str, faults):
            faults.append(fault)
            lazy.error_log.write_error(str(fault), fault.details)

    def guard(declaration: Any, family: str) -> Any:
        nonlocal is_contained
        if not is_contained:  # from now on; the app does otherwise
            is_contained = True
            containment = lazy.plugin_guard.Containment(add_fault, watch=_watch_call)
            lazy.plugin_guard.contain_faults(containment)
        return lazy.plugin_guard.guard(declaration, family)

    previous = supervise_plugins(supervise)
    previous_guard = guard_plugins(guard if is_guarded else None)
    try:
        yield faults
    finally:
        supervise_plugins(previous)
        guard_plugins(previous_guard)


@contextmanager
def _watch_call(call: object) -> Iterator[None]:
    """Redirect what a plug-in prints to standard error, and tell ctrl+c from what it raises.

    Standard output has the results of the command, which programs read.

    Raises:
        UserInterrupt: Ctrl+c was pressed.
    """
    with redirect_stdout(sys.stderr), noted_interrupt() as was_interrupted:
        try:
            yield
        except KeyboardInterrupt as error:
            if was_interrupted():
                raise UserInterrupt from error
            raise


def run_command_line(words: Sequence[str]) -> int:
    """Parse a command line, run its command and return the exit code."""
    try:
        words, asks_version = _take_option(words, VERSION_OPTION)
        if asks_version:  # the parser would load every command for its help
            lazy.versions.print_versions()
            return 0
        words, has_no_plugins = _take_option(words, NO_PLUGINS_OPTION)
        if has_no_plugins:
            os.environ[NO_PLUGINS_VARIABLE] = "1"
        refuse_former_command(words)
        options = _parse(words or ["play"])
    except SystemExit as end:  # argparse has printed the help or an error
        sys.stdout.flush()
        return int(end.code or 0)
    except UsageError as error:
        return fail(EXIT_USAGE, str(error))
    is_app = options.command == "play"  # it handles signals itself, and has more to load
    if not is_app:
        raise_on_interrupt()
        startup.resume_garbage_collection()
    if _reads_typed_input(options):
        print("ludoscope: reading standard input; ctrl+d ends it", file=sys.stderr)
    if options.command in ASCII_COMMANDS and options.ascii:
        substitute_unencodable(sys.stdout, "ascii")
    try:
        with nullcontext() if is_app else interrupted_by_sigterm():
            exit_code: int = load_command(options.command).run(options)
    except Exception as error:
        if (error_code := _report_error(error)) is None:
            raise
        return error_code
    return exit_code


def _take_option(words: Sequence[str], option: str) -> tuple[list[str], bool]:
    """Return a command line without an option, and True if the option was there.

    The parser comes too late for some: it lists the games, and for that it loads them.
    """
    options = words[: words.index("--")] if "--" in words else words
    others = [word for word in options if word != option]
    return [*others, *words[len(options) :]], option in options


def _parse(words: Sequence[str]) -> argparse.Namespace:
    if words[0] not in COMMANDS and words[0] not in HELP_OPTIONS:
        # most command lines need no catalogue, which takes 36 ms to import
        from ludoscope.tui.commands.bare_words import expand_command_line

        try:
            words = expand_command_line(words)
        except UsageError as error:
            build_parser().error(str(error))
    if words[0] == "play":
        refuse_former_options(words)
        startup.import_asyncio_without_ssl()  # before the modules of the app import asyncio
    names = [words[0]] if words[0] in COMMANDS else []
    return build_parser(*names).parse_args(words)


def _reads_typed_input(options: argparse.Namespace) -> bool:
    """Return True if the command reads standard input, and that is a terminal."""
    if options.command == "play" and not sys.stdout.isatty():
        return False  # without a screen the app does not open
    names = [getattr(options, argument, None) for argument in ("puzzle", "solution")]
    if options.command == "import":
        names.append(options.file)
    return STANDARD_INPUT in names and sys.stdin.isatty()


def _report_error(error: Exception) -> int | None:
    """Print an expected error and return its exit code; return None for an unexpected one."""
    match error:
        case UsageError() | lazy.search_errors.UnknownSolver():
            return fail(EXIT_USAGE, str(error))
        case lazy.puzzle_files.FileError():
            return fail(EXIT_MALFORMED, str(error))
        case lazy.catalogue.UnknownPuzzle():
            unknown_name = lazy.catalogue.UnknownName
            has_suggestions = not isinstance(error, unknown_name) or bool(error.suggestions)
            hint = "" if has_suggestions else "; try: ludoscope list"
            return fail(EXIT_MISSING, f"{error}{hint}")
        case PluginError():
            return _fail_by_plugin(error)
        case OSError() if not isinstance(error, BrokenPipeError):
            return fail(EXIT_MISSING, describe_os_error(error))
    return None


def _fail_by_plugin(fault: PluginError) -> int:
    """Print the sentence on a fault of a plug-in, and return the exit code."""
    if not isinstance(fault, PluginFault):
        return fail(EXIT_FAULT, str(fault))
    fault.is_shown = True
    error_log = lazy.error_log
    place = ""
    with suppress(OSError):  # without a home folder there is no log
        path = error_log.log_path()
        if fault.is_reported:  # already written to the log, if that was possible
            is_logged = path.exists()
        else:
            is_logged = error_log.write_error(str(fault), fault.details)
        place = f"; details are in {path}" if is_logged else ""
    return fail(EXIT_FAULT, f"{fault}{place}")
