"""Distributions of plug-ins, put on a path without an installer."""

import shutil
import sys
import tomllib
from pathlib import Path

from registries import refresh_registries


def put_on_path(distribution: Path, site: Path) -> None:
    """Copy the packages of a distribution into a folder, with the metadata of an installed one."""
    project = tomllib.loads((distribution / "pyproject.toml").read_text(encoding="utf-8"))
    name, version = project["project"]["name"], project["project"]["version"]
    for package in project["tool"]["setuptools"]["packages"]:
        shutil.copytree(distribution / package, site / package, dirs_exist_ok=True)
    metadata = site / f"{name.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir(exist_ok=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    groups = project["project"]["entry-points"].items()
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
        for group, entries in groups
    ]
    (metadata / "entry_points.txt").write_text("\n".join(lines))


def forget_package(name: str) -> None:
    """Forget the modules of a package, whose files have changed, and what it declares."""
    for module in [module for module in sys.modules if module.split(".")[0] == name]:
        del sys.modules[module]
    refresh_registries()
