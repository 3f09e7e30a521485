"""Former names of the command line; each is refused with a message that gives the new name."""

import os
from collections.abc import Mapping, Sequence

from ludoscope.tui.commands.usage import UsageError
from ludoscope.tui.lobby import VARIABLE

COMMANDS: Mapping[str, str] = {"company": "lobby"}
PLAY_OPTIONS: Mapping[str, str] = {"--company": "--lobby"}
VARIABLES: Mapping[str, str] = {"LUDOSCOPE_COMPANY": VARIABLE}


def refuse_former_command(words: Sequence[str]) -> None:
    """Raise UsageError if a command line begins with the former name of a command."""
    if words and words[0] in COMMANDS:
        raise UsageError(f'the command "{words[0]}" is now "{COMMANDS[words[0]]}"')


def refuse_former_options(words: Sequence[str]) -> None:
    """Raise UsageError if the arguments of `play` contain the former name of an option."""
    for word in words:
        if word == "--":
            return
        option = word.partition("=")[0]
        if option in PLAY_OPTIONS:
            raise UsageError(f'the option "{option}" is now "{PLAY_OPTIONS[option]}"')


def refuse_former_variables() -> None:
    """Raise UsageError if an environment variable is set only under its former name."""
    for former, name in VARIABLES.items():
        if os.environ.get(former) and not os.environ.get(name):
            raise UsageError(f'the environment variable "{former}" is now "{name}"')
