"""Compiles the kernels where a C compiler is at hand; without one the install still succeeds.

The folders games/, search/, puzzles/ and tui/ are installed as parts of one package, `ludoscope`
(see pyproject.toml). Cython and mypy find modules by folders alone, so for them the package is laid
out with links below build/stage.

Kernels are compiled for Python's limited API, so that one wheel serves all its versions. Generated
C stays under build/, out of the wheel and out of git. Two variables of the environment are heard:

LUDOSCOPE_KERNELS=required   a kernel that does not compile fails the build, as a release should
LUDOSCOPE_PROGRESS=FILE      a line is added to FILE for each step: pip shows nothing of a build
"""

import multiprocessing
import os
import shutil
import sys
import sysconfig
from contextlib import suppress
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

PARTS = ("games", "search", "puzzles", "tui")
LIBRARY = Path("puzzles/library")  # the modules of `ludoscope` itself
STAGE = Path("build/stage")
FAILURES = (CCompilerError, ExecError, PlatformError, OSError)
STEP = 5  # kernels from one line of progress to the next

# `Extension(optional=True)` forgives a compiler that fails, not one that is missing, hence a
# build command of our own
REQUIRED = os.environ.get("LUDOSCOPE_KERNELS") == "required"

# one wheel for 3.11 and all later ones; a Python without a lock has no limited API yet
LIMITED = sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")
OLDEST = "0x030B0000"

# with -O2 the C takes a tenth less time, but the pagodas of `prove` a sixth more; debugging
# information would be most of the size
FLAGS = [] if sys.platform == "win32" else ["-O3", "-g0"]


class BuildKernels(build_ext):
    """Builds what it can, on all processors, and says what it could not."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        self._done = 0
        try:
            super().run()
        except FAILURES as failure:
            self._skip("the kernels", failure)

    def build_extension(self, extension: Extension) -> None:
        try:
            super().build_extension(extension)
        except FAILURES as failure:
            self._skip(extension.name, failure)
        self._done += 1
        if self._done % STEP == 0 or self._done == len(self.extensions):
            tell(f"compiled {self._done} of {len(self.extensions)} kernels")

    def copy_extensions_to_source(self) -> None:
        """Put kernels beside their sources in place of older builds, which Python may prefer."""
        self.extensions = [e for e in self.extensions if self._built(e).exists()]
        for extension in self.extensions:
            source = Path(*extension.name.split(".")[1:])
            for old in source.parent.glob(f"{source.name}.*"):
                if old.suffix in (".so", ".pyd"):
                    old.unlink()
        super().copy_extensions_to_source()

    def _built(self, extension: Extension) -> Path:
        return Path(self.build_lib, self.get_ext_filename(self.get_ext_fullname(extension.name)))

    def _skip(self, what: str, failure: Exception) -> None:
        if REQUIRED:
            raise failure
        self.warn(f"kernels not compiled: {what}: {failure}")
        tell(f"not compiled: {what}: {failure}")


def tell(line: str) -> None:
    """Add a line to the file of progress, if one is wanted."""
    if name := os.environ.get("LUDOSCOPE_PROGRESS"):
        with suppress(OSError), open(name, "a", encoding="utf-8") as file:
            print(line, file=file)


def packages() -> list[str]:
    found = [name for part in PARTS for name in find_packages(include=[part, f"{part}.*"])]
    parts = [f"ludoscope.{name}" for name in found]
    parts = [name for name in parts if name != "ludoscope.puzzles.library"]
    return ["ludoscope", "ludoscope.puzzles.data", *parts]  # setuptools takes folders for packages


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
        if REQUIRED:
            raise
        return []
    kernels = [path for path in root.glob("search/**/kernels/*.py") if path.name != "__init__.py"]
    modules = [
        Extension(
            ".".join(path.relative_to(STAGE).with_suffix("").parts),
            [str(path)],
            extra_compile_args=FLAGS,
            define_macros=[("Py_LIMITED_API", OLDEST)] if LIMITED else [],
            py_limited_api=LIMITED,
        )
        for path in sorted(kernels)
    ]
    if not any(Path("build/cython").rglob("*.c")):  # pip runs this file several times
        tell(f"translating {len(modules)} kernels to C")
    # other ways to start a process than to fork would run this file in each
    forks = multiprocessing.get_start_method() == "fork"
    return cythonize(
        modules,
        build_dir="build/cython",
        include_path=[str(STAGE)],
        nthreads=(os.cpu_count() or 1) if forks else 0,
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            # nobody looks at the signature of a kernel's method, or pickles one: a third of the C
            "binding": False,
            "auto_pickle": False,
        },
        quiet=True,
    )


def shared() -> list[tuple[str, list[str]]]:
    """The man page and what shells complete words by, where `make share` has made them."""
    files = [path for path in Path("share").rglob("*") if path.is_file()]
    return [(path.parent.as_posix(), [path.as_posix()]) for path in sorted(files)]


setup(
    packages=packages(),
    data_files=shared(),
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildKernels},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {},
)
