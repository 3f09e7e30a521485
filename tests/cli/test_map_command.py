"""The command `map`."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import ludoscope as library


def test_it_counts_and_draws(ludoscope, tmp_path: Path) -> None:
    picture = tmp_path / "map.svg"
    result = ludoscope("map", "lucas-03", "-o", str(picture))
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[0] == "540 positions"
    assert "start: 8 jumps to the end" in lines
    assert lines[-2] == "on every way to a win:"
    assert picture.read_text().startswith("<svg ")
    assert not result.err


def test_a_map_of_one_position_is_counted_in_the_singular(ludoscope, tmp_path: Path) -> None:
    puzzle, picture = tmp_path / "one.txt", tmp_path / "map.svg"
    puzzle.write_text("x.x\n")
    result = ludoscope("map", str(puzzle), "-o", str(picture))
    assert result.out.splitlines()[0] == "1 position"
    assert "1 position," in picture.read_text()


def test_a_file_that_cannot_be_written_is_refused_before_the_search(
    ludoscope, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    explore = "ludoscope.tui.commands.map.explore_states"
    monkeypatch.setattr(explore, lambda *_: pytest.fail("explored"))
    path = tmp_path / "none" / "map.svg"
    result = ludoscope("map", "lucas-03", "-o", str(path))
    assert (result.code, result.out) == (66, "")
    assert result.err == f"ludoscope: {path}: No such file or directory\n"


def test_json_and_samples(ludoscope) -> None:
    whole = json.loads(ludoscope("map", "orush-02", "--json").out)
    assert (whole["positions"], whole["complete"], whole["distance"]) == (99, True, 4)
    assert whole["outcomes"]["won"] + whole["outcomes"]["winnable"] == 99
    sample = json.loads(ludoscope("map", "orush-02", "--positions", "50", "--json").out)
    assert sample["positions"] <= 50
    assert not sample["complete"]
    assert sample["distance"] == 4  # from the table of all positions
    assert "a sample of more" in ludoscope("map", "FreeCell.1", "--positions", "50").out


def test_a_distance_within_a_sample_is_not_told(ludoscope, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = replace(library.explore(library.puzzle("lucas-03")), is_complete=False)
    assert sample.distances[0] == 8  # it may be less in the whole graph
    monkeypatch.setattr("ludoscope.tui.commands.map.explore_states", lambda *_: sample)
    assert json.loads(ludoscope("map", "lucas-03", "--json").out)["distance"] is None
    printed = ludoscope("map", "lucas-03").out
    assert printed.startswith("540 positions, a sample of more\n")
    assert "start:" not in printed
