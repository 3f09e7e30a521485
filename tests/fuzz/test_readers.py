"""Every reader, on valid inputs gone wrong: a ValueError of one line, or an exact round trip.

The inputs in the folder `corpus` were found by `guided.py`.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from many import FULL
from readers import games_of, holds
from targets import TARGETS, read_corpus, target_seeds

from ludoscope.games import FAMILIES
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.files import FileError

Mutants = Callable[[Sequence[bytes], int], Iterator[bytes]]


@pytest.mark.parametrize("name", TARGETS)
def test_inputs_gone_wrong_are_refused_or_read(name: str, mutants: Mutants, tmp_path: Path) -> None:
    target = TARGETS[name]
    read = target.make(tmp_path)
    accepted = 0
    for data in mutants(target_seeds(name), target.rounds):
        accepted += holds(read, data, target.max_seconds)
    assert accepted or not FULL  # a few random changes may all be wrong


@pytest.mark.parametrize("name", TARGETS)
def test_inputs_found_by_fuzzing_are_refused_or_read(name: str, tmp_path: Path) -> None:
    target = TARGETS[name]
    read = target.make(tmp_path)
    for data in read_corpus(name):
        holds(read, data, target.max_seconds)


def test_files_of_any_bytes(mutants: Mutants, tmp_path: Path) -> None:
    """Told apart by their form alone; what cannot be read says where."""
    seeds, path, read = [], tmp_path / "puzzle", 0
    for family in FAMILIES:
        for game in games_of(family)[:2]:
            for write in catalogue.collection(family).position_formats.values():
                try:
                    seeds.append(write(game, game.start).encode())
                except ValueError:
                    continue
    for data in mutants(seeds, 150):
        path.write_bytes(data)
        try:
            catalogue.find(str(path))
        except FileError as error:
            assert str(error).startswith(str(path)), error
            assert "\n" not in str(error)
        else:
            read += 1
    assert read
