"""The command `generate`: new puzzles, a line each or as files in a folder, or training positions.

The games and the options are those of the generators that collections declare; the positions are
those of their trainers.
"""

import argparse
import json
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Any

from ludoscope.games import FAMILIES, PluginError
from ludoscope.games.registry import PluginFault
from ludoscope.puzzles.files import check_writable, write_text
from ludoscope.puzzles.generator import (
    Generator,
    GeneratorProgress,
    Option,
    OptionValue,
    check_options,
    find_generator,
    generate_puzzles,
    generators,
)
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import UnknownPuzzle, collection
from ludoscope.puzzles.training.generate import generate_positions
from ludoscope.puzzles.training.training_position import TrainingPosition
from ludoscope.tui.commands.arguments import (
    TIME,
    expects,
    folder_name,
    positive_count,
    whole_number,
)
from ludoscope.tui.commands.errors import EXIT_FAILURE, UsageError, fail
from ludoscope.tui.text.sanitize import show_progress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    generator_by_family = dict(generators())
    parser.add_argument(
        "family", metavar="GAME", choices=FAMILIES, help=", ".join(generator_by_family)
    )
    parser.add_argument(
        "--training",
        action="store_true",
        help="positions for training with their certificates, of any game that has training",
    )
    parser.add_argument(
        "--count", metavar="K", type=positive_count, default=1, help="how many puzzles (1)"
    )
    parser.add_argument("--seed", metavar="S", type=whole_number, help="random seed")
    parser.add_argument("--time", **TIME, help="time limit")
    parser.add_argument("--json", action="store_true", help="print one list")
    parser.add_argument(
        "-o", dest="output", metavar="FOLDER", type=folder_name, help="a file for each puzzle"
    )
    added: set[str] = set()
    for family, generator in generator_by_family.items():
        group = parser.add_argument_group(f"options of {family}")
        for option in generator.options:
            flag = _flag(option.name)
            if flag in added:  # of another game too: the value is checked when the game is known
                group.description = f"{group.description or ''} {flag}: {option.help}".strip()
                continue
            added.add(flag)
            group.add_argument(
                flag,
                dest=f"option {option.name}",
                metavar="WORD" if option.choices else "N",
                help=option.help.replace("%", "%%"),
            )


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def run(options: argparse.Namespace) -> int:
    """Generate puzzles, print or write them, and return the exit code."""
    try:
        return _run(options)
    except PluginFault:
        raise  # the command line logs it
    except PluginError as error:
        return fail(EXIT_FAILURE, str(error))


def _run(options: argparse.Namespace) -> int:
    family = options.family
    if options.training:
        return _generate_training(options)
    try:
        generator = find_generator(family)
    except UnknownPuzzle as error:
        raise UsageError(str(error)) from None
    values = _read_options(family, generator, options)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    try:
        events = generate_puzzles(family, generator, seed, values, options.time)
    except ValueError as error:
        raise UsageError(str(error)) from None
    folder = Path(options.output) if options.output else None
    stem = f"{generator.file_stem(family, values)}-{seed}" if folder else ""
    if folder:
        _prepare_file(folder, f"{stem}-01.txt")
    records: list[dict[str, Any]] = []
    try:
        for puzzle in _without_progress(events):
            facts = generator.facts(puzzle)
            record = {"puzzle": generator.text(puzzle), **facts, "seed": seed}
            if folder:
                path = folder / f"{stem}-{len(records) + 1:02}.txt"
                _write_puzzle(path, puzzle)
                record["file"] = str(path)
            records.append(record)
            if not options.json:
                _print_puzzle(record, generator.describe(puzzle, facts))
            if len(records) == options.count:
                break
    except BaseException as error:
        if options.json and records:
            _print_json(records)
        if isinstance(error, KeyboardInterrupt):
            _print_seed(options, seed)
        raise
    if options.json:
        _print_json(records)
    return _report_end(options, seed, len(records), "puzzles")


def _print_json(records: Sequence[Mapping[str, Any]]) -> None:
    """Print records as one list, at once: an interrupt discards what is buffered for a pipe."""
    print(json.dumps(records, ensure_ascii=False, indent=1), flush=True)


def _prepare_file(folder: Path, name: str) -> Path:
    """Return the path of a file that will be written, after creating its folder.

    Raises:
        OSError: The folder cannot be created, or the file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    check_writable(folder / name)
    return folder / name


def _print_seed(options: argparse.Namespace, seed: int) -> None:
    """Print the seed if it was not given, so that the run can be repeated."""
    if options.seed is None:
        print(f"the same again: --seed {seed}", file=sys.stderr)


def _report_end(options: argparse.Namespace, seed: int, found_count: int, things: str) -> int:
    """Print a seed that was not given, and a failure to find as many as wanted; return the code."""
    _print_seed(options, seed)
    if found_count < options.count:
        limit = f" in {options.time:g} s" if options.time else ""
        return fail(EXIT_FAILURE, f"gave up: {found_count} of {options.count} {things}{limit}")
    return 0


def _generate_training(options: argparse.Namespace) -> int:
    """Print training positions, or write them to one file; return the exit code."""
    family = options.family
    if collection(family).trainer() is None:
        raise UsageError(f"{family} has no training")
    for name, value in vars(options).items():
        if name.startswith("option ") and value is not None:
            flag = _flag(name.removeprefix("option "))
            raise UsageError(f"argument {flag}: not allowed with argument --training")
    seed = secrets.randbits(32) if options.seed is None else options.seed
    deadline = inf if options.time is None else time.monotonic() + options.time
    path = None
    if options.output:
        path = _prepare_file(Path(options.output), f"training-{family}-{seed}.txt")
    positions: list[TrainingPosition] = []
    try:
        for tried, position in enumerate(generate_positions(family, seed), 1):
            show_progress(f"{len(positions)} found in {tried:,} positions")
            if position:
                positions.append(position)
                if not (options.json or path):
                    show_progress()
                    print(position.text, flush=True)
            if len(positions) == options.count or time.monotonic() > deadline:
                break
    except BaseException as error:
        show_progress()
        if positions:
            _output_training(positions, seed, path, as_json=options.json)
        if isinstance(error, KeyboardInterrupt):
            _print_seed(options, seed)
        raise
    show_progress()
    _output_training(positions, seed, path, as_json=options.json)
    return _report_end(options, seed, len(positions), "positions")


def _output_training(
    positions: Sequence[TrainingPosition], seed: int, path: Path | None, *, as_json: bool
) -> None:
    """Write positions, if there are any, to a file and print its name, or print them as JSON.

    Args:
        positions: The positions.
        seed: The seed of the run.
        path: The file, None if none is wanted.
        as_json: True to print JSON.
    """
    records = [_training_record(position, seed) for position in positions]
    if path and positions:
        write_text(path, "".join(f"{position.text}\n" for position in positions))
        records = [record | {"file": str(path)} for record in records]
        if not as_json:
            print(path, flush=True)
    if as_json:
        _print_json(records)


def _training_record(position: TrainingPosition, seed: int) -> dict[str, Any]:
    """Return a position as JSON values."""
    return {
        "puzzle": position.puzzle_text,
        "rating": round(position.rating),
        "themes": position.themes,
        "right": {step.moves: step.proof for step in position.right_steps},
        "wrong": {step.moves: step.proof for step in position.wrong_steps},
        "seed": seed,
    }


def _read_options(
    family: str, generator: Generator, options: argparse.Namespace
) -> dict[str, OptionValue]:
    """Return the options of the generator that were given, checked.

    Raises:
        UsageError: An option belongs to another game, or its value is not allowed.
    """
    declared = {option.name: option for option in generator.options}
    values: dict[str, OptionValue] = {}
    for key, text in vars(options).items():
        name = key.removeprefix("option ")
        if name == key or text is None:
            continue
        if name not in declared:
            flags = ", ".join(map(_flag, declared)) or "no options"
            raise UsageError(f"argument {_flag(name)}: not of {family}, which has {flags}")
        try:
            values[name] = _converter(declared[name])(text)
        except argparse.ArgumentTypeError as error:
            raise UsageError(f"argument {_flag(name)}: {error}") from None
    for name in values:
        for other in values.keys() & set(declared[name].excludes):
            raise UsageError(f"argument {_flag(name)}: not allowed with argument {_flag(other)}")
    try:
        return check_options(family, generator, values)
    except (TypeError, ValueError) as error:
        raise UsageError(str(error)) from None


def _converter(option: Option) -> Callable[[str], OptionValue]:
    return expects(option.expected)(option.parse)


def _write_puzzle(path: Path, puzzle: Puzzle) -> None:
    """Write a puzzle in the first format of its game that is read again, if there is one."""
    puzzles = collection(puzzle.game.family)
    texts = []
    for write in puzzles.position_formats.values():
        with suppress(ValueError):  # the format cannot express the game
            texts.append(write(puzzle.game, puzzle.game.start))
    write_text(path, next(filter(puzzles.recognises, texts), texts[0]))


def _print_puzzle(record: Mapping[str, Any], description: str) -> None:
    parts = (record["puzzle"], description, record.get("file", ""))
    print("  ".join(filter(None, parts)), flush=True)


def _without_progress(events: Iterator[Puzzle | GeneratorProgress]) -> Iterator[Puzzle]:
    """Yield the puzzles, and show the progress on a terminal."""
    try:
        for event in events:
            if isinstance(event, Puzzle):
                show_progress()
                yield event
            else:
                show_progress(event.text)
    finally:
        show_progress()
