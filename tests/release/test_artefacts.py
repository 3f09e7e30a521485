"""Release artefacts: the source distribution and one wheel, installed in empty environments."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest
from ways import Way, ways

ROOT = Path(__file__).parents[2]
MOST = 25 * 10**5  # bytes of a wheel
REQUIRED = {**os.environ, "LUDOSCOPE_KERNELS": "required"}
LEFT = shutil.ignore_patterns(".*", "build", "dist", "*.so", "__pycache__", "*.egg-info", "tests")

pytestmark = pytest.mark.long


def clone(folder: Path) -> Path:
    """Copy the project as it is checked out, nothing built."""
    return Path(shutil.copytree(ROOT, folder / "clone", symlinks=True, ignore=LEFT))


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (find_spec("build") and find_spec("build.__main__")):  # not the folder of that name
        pytest.skip("the package build is not installed")
    folder = tmp_path_factory.mktemp("release")
    command = [sys.executable, "-m", "build", "--outdir", str(folder / "dist")]
    subprocess.run(command, cwd=clone(folder), env=REQUIRED, check=True, capture_output=True)
    return folder / "dist"


def test_one_small_wheel_for_every_python_has_all_kernels(dist: Path) -> None:
    [wheel] = dist.glob("*.whl")
    assert "-cp311-abi3-" in wheel.name
    assert wheel.stat().st_size <= MOST
    there = ZipFile(wheel).namelist()
    kernels = [path.stem for path in ROOT.glob("search/**/kernels/*.py") if "__" not in path.name]
    built = [Path(name).name for name in there if name.endswith(".abi3.so")]
    assert sorted(built) == sorted(f"{name}.abi3.so" for name in kernels)


def test_each_way_of_installing_works(dist: Path, tmp_path: Path) -> None:
    tried = [way for way in ways(dist, tmp_path) if isinstance(way, Way)]
    assert len(tried) >= 2
    for way in tried:
        way.install()
        assert "with kernels" in way.works()
        assert way.first_frame(tmp_path / "home") > 0


def test_a_kernel_that_does_not_compile_fails_a_release_and_nothing_else(tmp_path: Path) -> None:
    folder = clone(tmp_path)
    (folder / "search/rush/kernels/line.pxd").write_text(
        'cdef extern from *:\n    """\n    #error "broken"\n    """\n'
        + (folder / "search/rush/kernels/line.pxd").read_text()
    )
    command = [sys.executable, "setup.py", "-q", "build_ext"]
    release = subprocess.run(command, cwd=folder, env=REQUIRED, capture_output=True)
    assert release.returncode != 0
    lenient = subprocess.run(command, cwd=folder, capture_output=True)
    assert lenient.returncode == 0
    built = [path.name for path in folder.glob("build/lib*/ludoscope/search/**/*.so")]
    assert built
    assert not [name for name in built if name.startswith("line.") and "rush" in name]


def test_a_checkout_without_links_builds_every_kernel(tmp_path: Path) -> None:
    folder = clone(tmp_path)
    for name in ("games", "search", "puzzles", "tui"):
        link = folder / "ludoscope" / name
        assert link.is_symlink()
        link.unlink()
        link.write_text(f"../{name}")  # as git writes links where the system has none
    command = [sys.executable, "setup.py", "-q", "build_ext"]
    subprocess.run(command, cwd=folder, env=REQUIRED, check=True, capture_output=True)
    built = [path.name for path in folder.glob("build/lib*/ludoscope/search/**/*.so")]
    kernels = [path for path in ROOT.glob("search/**/kernels/*.py") if "__" not in path.name]
    assert len(built) == len(kernels)


def test_an_installed_program_works_in_the_root_of_a_clone(dist: Path, tmp_path: Path) -> None:
    folder = clone(tmp_path)
    [wheel] = dist.glob("*.whl")
    environment = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    python = environment / "bin" / "python"
    install = [python, "-m", "pip", "install", "--quiet", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    for command in ([environment / "bin" / "ludoscope"], [python, "-m", "ludoscope"]):
        done = subprocess.run(
            [*command, "solve", "orush-01"], cwd=folder, capture_output=True, text=True, check=True
        )
        assert done.stdout.endswith("SUCCES\n")
        assert "Traceback" not in done.stderr
