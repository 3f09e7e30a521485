"""The metadata of a release: what a package index shows of it."""

import re
import runpy
import tomllib
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
URL = "https://example.org/puzzles/ludoscope"


@pytest.fixture
def script() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "setup.py"))


def linked_files(text: str) -> list[str]:
    return re.findall(r"\]\((?!https?:|#)([^)\s#]+)", text)


def test_links_and_pictures_of_the_readme_are_absolute(script: dict[str, Any]) -> None:
    shown = script["description"](README, URL)
    assert f"]({URL}/raw/HEAD/docs/film.svg)" in shown
    assert f"]({URL}/blob/HEAD/SECURITY.md)" in shown
    assert linked_files(shown) == []
    assert shown.count("![") == README.count("![")


def test_links_of_the_readme_lead_to_files() -> None:
    assert linked_files(README)
    assert [name for name in linked_files(README) if not (ROOT / name).exists()] == []


def test_without_an_address_nothing_leads_nowhere(script: dict[str, Any]) -> None:
    shown = script["description"](README, "")
    assert linked_files(shown) == []
    assert "![" not in shown
    assert "## " in shown
    assert script["project_urls"]("") == {}


def test_the_address_comes_from_the_environment_or_the_source_distribution(
    script: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    find: Callable[[], str] = script["repository_url"]
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LUDOSCOPE_URL", raising=False)
    assert find() == ""
    links = "".join(f"Project-URL: {a}, {b}\n" for a, b in script["project_urls"](URL).items())
    Path("PKG-INFO").write_text(f"Metadata-Version: 2.4\n{links}\nProject-URL: Source, no\n")
    assert find() == URL
    monkeypatch.setenv("LUDOSCOPE_URL", "https://example.org/other/")
    assert find() == "https://example.org/other"


def test_the_description_renders(script: dict[str, Any]) -> None:
    if not find_spec("readme_renderer"):
        pytest.skip("the package readme_renderer is not installed")
    from readme_renderer.markdown import render

    for url in (URL, ""):
        html = render(script["description"](README, url))
        assert html
        assert html.count("<img") == (README.count("![") if url else 0)


def test_what_a_package_index_is_told() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["authors"]
    assert {"peg solitaire", "FreeCell", "Rush Hour", "hexapawn"} <= set(project["keywords"])
    assert "Typing :: Typed" in project["classifiers"]
    assert project["classifiers"] == sorted(project["classifiers"])
    assert (ROOT / "ludoscope" / "py.typed").exists()


def test_every_classifier_exists() -> None:
    if not find_spec("trove_classifiers"):
        pytest.skip("the package trove-classifiers is not installed")
    from trove_classifiers import classifiers

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["classifiers"]) <= classifiers
