"""Script that makes `data/difficulty.txt`: `python -m ludoscope.puzzles.difficulty_bundle`.

It measures all puzzles of the catalogue, all daily puzzles and the first Microsoft deals, with
compiled kernels in an hour, most of it for peg problems on large boards that get no value.
"""

import argparse
from collections.abc import Iterable, Iterator

from ludoscope.games import AnyGame
from ludoscope.games.rush.rules import read_game
from ludoscope.puzzles import daily
from ludoscope.puzzles.bundled import RushBundleEntry
from ludoscope.puzzles.difficulty import NO_VALUE
from ludoscope.puzzles.patience.difficulty import standard_name
from ludoscope.puzzles.peg.solvability import OPEN_PROBLEMS, UNSOLVABLE_PROBLEMS
from ludoscope.puzzles.registry import collection

MICROSOFT_DEALS = 1000
VALUES_PER_LINE = 20


def peg_lines() -> Iterator[str]:
    """Yield a line for each problem of the catalogue that can be measured."""
    puzzles = collection("peg")
    names = [entry.name for entry in puzzles.entries() if "-daily" not in entry.name]
    for name in sorted({*names, *daily.load_lines("peg")}):
        if name not in OPEN_PROBLEMS and name not in UNSOLVABLE_PROBLEMS:
            yield from _named_line("peg", name)


def patience_lines() -> Iterator[str]:
    """Yield lines for the deals of the catalogue, the daily deals and the first Microsoft deals."""
    listed = (entry.name for entry in collection("patience").entries())
    names = map(standard_name, (*listed, *daily.load_lines("patience")))
    microsoft = [f"ms-{number}" for number in range(1, MICROSOFT_DEALS + 1)]
    yield from _numbered_lines("ms-N", (_game("patience", name) for name in microsoft))
    for name in sorted(set(filter(None, names)).difference(microsoft)):
        if not name.endswith("N"):
            yield from _named_line("patience", name)


def rush_lines() -> Iterator[str]:
    """Yield lines for the puzzles of the catalogue and the daily puzzles."""
    for entry in collection("rush").entries():
        if "-daily" not in entry.name:
            yield from _named_line("rush", entry.name)
    strings = (RushBundleEntry.parse(line).string for line in daily.load_lines("rush"))
    yield from _numbered_lines("orush-daily-N", map(read_game, strings))


def _game(family: str, name: str) -> AnyGame:
    puzzle = collection(family).find(name)
    assert puzzle
    return puzzle.game


def _named_line(family: str, name: str) -> Iterator[str]:
    """Yield the line of a puzzle unless it cannot be measured."""
    if (text := value_text(_game(family, name))) != NO_VALUE:
        yield f"{name} {text}"


def _numbered_lines(name: str, games: Iterable[AnyGame]) -> Iterator[str]:
    """Yield the lines of puzzles with the numbers from 1 on."""
    texts: list[str] = []
    first = 1
    for game in games:
        texts.append(value_text(game))
        if len(texts) == VALUES_PER_LINE:
            yield f"{name} {first} {' '.join(texts)}"
            first += len(texts)
            texts = []
    if texts:
        yield f"{name} {first} {' '.join(texts)}"


def value_text(game: AnyGame) -> str:
    """Return the value of a game as in the file; it is rounded down, so that no grade changes."""
    measure = collection(game.family).difficulty_measure(game)
    value = measure.measure(game) if measure else None
    if value is None:
        return NO_VALUE
    hundredths = int(value * 100 + 1e-6)
    return f"{hundredths / 100:g}"


LINES_BY_FAMILY = {"peg": peg_lines, "patience": patience_lines, "rush": rush_lines}


def main() -> None:
    """Print the file, or the part of one family."""
    parser = argparse.ArgumentParser(prog="python -m ludoscope.puzzles.difficulty_bundle")
    parser.add_argument("family", nargs="?", choices=LINES_BY_FAMILY, help="by default all")
    options = parser.parse_args()
    print("# python -m ludoscope.puzzles.difficulty_bundle")
    for family, make_lines in LINES_BY_FAMILY.items():
        if options.family in (None, family):
            for line in make_lines():
                print(line, flush=True)


if __name__ == "__main__":
    main()
