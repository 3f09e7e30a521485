"""Generators of new puzzles: the declaration, `Generator`, and the run of one, `generate_puzzles`.

`Collection.generator` returns that of a family. The command `generate` and `ludoscope.generate`
offer the options that it declares.
"""

import re
import reprlib
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ludoscope.games import PluginError
from ludoscope.games.errors import short_repr
from ludoscope.puzzles import share
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import UnknownPuzzle, collection, collections

OPTION_NAME = re.compile("[a-z][a-z0-9]{1,15}(_[a-z0-9]{1,15}){0,2}")
RESERVED_NAMES = frozenset(  # of the arguments of the command and of the function
    (
        *("count", "debug", "family", "help", "json", "no_plugins", "output"),
        *("seed", "time", "training"),
    )
)

OptionValue = int | str
"""The value of an option of a generator."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a generator: `--walls N` of the command, the argument `walls` of the function.

    The value is one of `choices` if there are any, otherwise a whole number.

    Attributes:
        name: Its name as a Python argument; the command line has - in place of _.
        help: What it does, in a few words: "1 to N walls".
        minimum: The smallest number allowed.
        maximum: The greatest number allowed.
        choices: The words allowed.
        excludes: The names of options that cannot be given together with it.
    """

    name: str
    help: str
    minimum: int = 0
    maximum: int = 1_000_000
    choices: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()

    @property
    def expected(self) -> str:
        """The values allowed, completing "found 9, expected …"."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        return f"a number from {self.minimum:,} to {self.maximum:,}"

    def check(self, value: object) -> OptionValue:
        """Return a value that is allowed.

        Raises:
            TypeError: The value is not of the type of the option.
            ValueError: The value is not allowed.
        """
        expected_type = str if self.choices else int
        if not isinstance(value, expected_type) or isinstance(value, bool):
            raise TypeError(f"found {self.name} {reprlib.repr(value)}, expected {self.expected}")
        if value not in (self.choices or range(self.minimum, self.maximum + 1)):
            raise ValueError(f"found {self.name} {reprlib.repr(value)}, expected {self.expected}")
        return value

    def parse(self, text: str) -> OptionValue:
        """Return the value that a word of the command line stands for.

        Raises:
            ValueError: The word is not allowed.
        """
        return self.check(text if self.choices else int(text))


@dataclass(frozen=True, slots=True)
class GeneratorProgress:
    """A report between the puzzles of a generator, so that its run can be watched and stopped.

    Attributes:
        text: The state of the search, on one line: "longest so far: 12 slides of 20".
    """

    text: str = ""


class Generator(ABC):
    """A generator of puzzles of one family.

    A subclass implements `generate`; the other methods say how the command `generate` prints and
    stores a puzzle.

    Attributes:
        options: What can be asked for.
    """

    options: Sequence[Option] = ()

    @abstractmethod
    def generate(self, seed: int, **options: Any) -> Iterator[Puzzle | GeneratorProgress]:
        """Return an iterator of different puzzles, and of progress reports between them.

        The same seed and options always make the same puzzles. The iterator is endless, or ends
        when there are no more puzzles. It yields progress several times a second.

        Args:
            seed: The seed of all random numbers.
            options: The options that were given, checked. There is no argument for the others.

        Raises:
            ValueError: The options contradict each other. It is raised by the call, not by the
                iterator.
        """

    def text(self, puzzle: Puzzle) -> str:
        """Return a puzzle in one line that the other commands read."""
        return share.encode(puzzle, ())

    def facts(self, puzzle: Puzzle) -> Mapping[str, Any]:
        """Return what is known of a puzzle, as JSON values by name."""
        return {}

    def describe(self, puzzle: Puzzle, facts: Mapping[str, Any]) -> str:
        """Return what is known of a puzzle, given its `facts`, in a few words."""
        return puzzle.source

    def file_stem(self, family: str, options: Mapping[str, OptionValue]) -> str:
        """Return the beginning of the names of files; seed and number follow."""
        return family


def generators() -> Iterator[tuple[str, Generator]]:
    """Yield (family, generator) of the families that have one; skip those with a faulty one."""
    for family, puzzles in collections():
        with suppress(PluginError):
            if generator := puzzles.generator():
                yield family, _checked(family, generator)


def find_generator(family: str) -> Generator:
    """Return the generator of a family.

    Raises:
        UnknownPuzzle: There is no such family, or it has no generator.
        PluginError: Its declaration is faulty.
    """
    generator = collection(family).generator()
    if generator is None:
        families = ", ".join(name for name, _ in generators())
        raise UnknownPuzzle(f"puzzles of {family} cannot be generated, expected one of {families}")
    return _checked(family, generator)


def _checked(family: str, generator: Generator) -> Generator:
    """Return a generator of a collection; raise PluginError if its declaration is faulty."""
    if not isinstance(generator, Generator):
        raise PluginError(f"the generator of {family} is {short_repr(generator)}, not a Generator")
    for option in generator.options:
        _check_declaration(family, option)
    return generator


def _check_declaration(family: str, option: object) -> None:
    if not isinstance(option, Option):
        raise PluginError(f"the generator of {family} has {short_repr(option)}, expected an Option")
    if not OPTION_NAME.fullmatch(option.name) or option.name in RESERVED_NAMES:
        raise PluginError(
            f"the generator of {family} cannot have an option called {short_repr(option.name)}"
        )


def check_options(
    family: str, generator: Generator, options: Mapping[str, object]
) -> dict[str, OptionValue]:
    """Return options that a generator takes.

    Raises:
        TypeError: The generator has no such option, or the value has another type.
        ValueError: A value is not allowed, or two options exclude each other.
    """
    declared = {option.name: option for option in generator.options}
    for name in options:
        if name not in declared:
            expected = f"expected {', '.join(declared)}" if declared else "it has no options"
            raise TypeError(f"puzzles of {family} have no option {short_repr(name)}, {expected}")
        if excluded := next((other for other in declared[name].excludes if other in options), None):
            raise ValueError(f"{name} cannot be given together with {excluded}")
    return {name: declared[name].check(value) for name, value in options.items()}


def generate_puzzles(
    family: str,
    generator: Generator,
    seed: int,
    options: Mapping[str, OptionValue],
    time_limit: float | None = None,
) -> Iterator[Puzzle | GeneratorProgress]:
    """Return an iterator of puzzles and progress reports that ends at a time limit.

    Args:
        family: The family.
        generator: Its generator.
        seed: The seed of all random numbers.
        options: Options as `check_options` returns them.
        time_limit: Seconds from now on.

    Raises:
        ValueError: The options contradict each other.
    """
    events = generator.generate(seed, **options)
    deadline = time.monotonic() + time_limit if time_limit else float("inf")
    return _until(family, events, deadline)


def _until(
    family: str, events: Iterator[Puzzle | GeneratorProgress], deadline: float
) -> Iterator[Puzzle | GeneratorProgress]:
    for event in events:
        if not isinstance(event, Puzzle | GeneratorProgress):
            raise PluginError(
                f"the generator of {family} made {short_repr(event)}, expected a Puzzle"
            )
        yield event
        if time.monotonic() > deadline:
            return
