"""Former names of the command line; each is refused with a message that gives the new name."""

import os
from collections.abc import Mapping, Sequence

from ludoscope.tui.commands.errors import UsageError
from ludoscope.tui.lobby import FOLDER_VARIABLE

RENAMED_COMMANDS: Mapping[str, str] = {"company": "lobby"}
PLAY_OPTIONS: Mapping[str, str] = {"--company": "--lobby"}
VARIABLES: Mapping[str, str] = {"LUDOSCOPE_COMPANY": FOLDER_VARIABLE}


def refuse_former_command(arguments: Sequence[str]) -> None:
    """Raise UsageError if a command line begins with the former name of a command."""
    if arguments and arguments[0] in RENAMED_COMMANDS:
        command = arguments[0]
        raise UsageError(f'the command "{command}" is now "{RENAMED_COMMANDS[command]}"')


def refuse_former_options(arguments: Sequence[str]) -> None:
    """Raise UsageError if the arguments of `play` contain the former name of an option."""
    for argument in arguments:
        if argument == "--":
            return
        option = argument.partition("=")[0]
        if option in PLAY_OPTIONS:
            raise UsageError(f'the option "{option}" is now "{PLAY_OPTIONS[option]}"')


def refuse_former_variables() -> None:
    """Raise UsageError if an environment variable is set only under its former name."""
    for former, name in VARIABLES.items():
        if os.environ.get(former) and not os.environ.get(name):
            raise UsageError(f'the environment variable "{former}" is now "{name}"')
