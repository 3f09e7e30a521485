"""Compiles the kernels where a C compiler is at hand; without one the install still succeeds.

The folders games/, search/, puzzles/ and tui/ are installed as parts of one package, `ludoscope`
(see pyproject.toml). Cython and mypy find modules by folders alone, so for them the package is laid
out with links below build/stage.

`Extension(optional=True)` forgives a compiler that fails, not one that is missing, hence the
build command below. Generated C stays under build/, out of the wheel and out of git.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

PARTS = ("games", "search", "puzzles", "tui")
LIBRARY = Path("puzzles/library")  # the modules of `ludoscope` itself
STAGE = Path("build/stage")
FAILURES = (CCompilerError, ExecError, PlatformError, OSError)


class BuildKernels(build_ext):
    """Builds what it can, on all processors, and says what it could not."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        try:
            super().run()
        except FAILURES as failure:
            self._skip("the kernels", failure)

    def build_extension(self, extension: Extension) -> None:
        try:
            super().build_extension(extension)
        except FAILURES as failure:
            self._skip(extension.name, failure)

    def copy_extensions_to_source(self) -> None:
        self.extensions = [e for e in self.extensions if self._built(e).exists()]
        super().copy_extensions_to_source()

    def _built(self, extension: Extension) -> Path:
        return Path(self.build_lib, self.get_ext_filename(self.get_ext_fullname(extension.name)))

    def _skip(self, what: str, failure: Exception) -> None:
        self.warn(f"kernels not compiled: {what}: {failure}")


def packages() -> list[str]:
    found = [name for part in PARTS for name in find_packages(include=[part, f"{part}.*"])]
    parts = [f"ludoscope.{name}" for name in found]
    return ["ludoscope", *(name for name in parts if name != "ludoscope.puzzles.library")]


def staged() -> Path:
    """The package as a folder: links to the four parts and to the modules of its own."""
    root = STAGE / "ludoscope"
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    for source in [*map(Path, PARTS), *LIBRARY.glob("*.py*")]:
        target = root / source.name
        with suppress(OSError):  # on systems where links need a privilege
            target.symlink_to(os.path.relpath(source, root))
        if not target.exists():
            (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    return root


def extensions() -> list[Extension]:
    root = staged()
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    kernels = [path for path in root.glob("search/**/kernels/*.py") if path.name != "__init__.py"]
    modules = [
        Extension(
            ".".join(path.relative_to(STAGE).with_suffix("").parts),
            [str(path)],
            extra_compile_args=["-O3"],
        )
        for path in sorted(kernels)
    ]
    directives = {
        "language_level": 3,
        "boundscheck": False,
        "wraparound": False,
        "cdivision": True,
        "initializedcheck": False,
    }
    return cythonize(
        modules,
        build_dir="build/cython",
        include_path=[str(STAGE)],
        compiler_directives=directives,
        quiet=True,
    )


setup(packages=packages(), ext_modules=extensions(), cmdclass={"build_ext": BuildKernels})
