"""Entry points of distributions, in the same order as `importlib.metadata` returns them."""

import re
from importlib import metadata
from pathlib import Path

import pytest

from ludoscope.games.entry_points import entry_points

DECLARED = (
    "[console_scripts]\nno = a:b\n\n[ludoscope.games]\n# none\n one = a.b:C [x]\ntwo=d\n[e]\nf=g\n"
)


@pytest.mark.parametrize("group", ["ludoscope.games", "console_scripts", "pytest11", "no such"])
def test_the_same_is_found(group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, place in (
        ("1", "A_name-1.0.dist-info"),
        ("2", "a.name-2.0.dist-info"),
        ("2", "Z.egg-info"),
    ):
        about = tmp_path / folder / place
        about.mkdir(parents=True)
        name = place.removesuffix(".egg-info").partition("-")[0]
        (about / "METADATA").write_text(f"Name: {name}\nVersion: {folder}\n")
        (about / "entry_points.txt").write_text(DECLARED.replace("one", f"one{folder}"))
        monkeypatch.syspath_prepend(about.parent)
    monkeypatch.syspath_prepend(tmp_path / "nowhere")
    found = [
        (entry.name, entry.value, normalized(entry.dist.name))
        for entry in metadata.entry_points(group=group)
    ]
    read = [
        (name, value, normalized(distribution.partition(" ")[0]))
        for name, value, distribution in entry_points(group)
    ]
    assert sorted(read) == sorted(found)


def normalized(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()
