"""Build script: compile the kernels if a C compiler is available, else install without them.

The folders games/, search/, puzzles/ and tui/ are installed as subpackages of `ludoscope` (see
pyproject.toml). Cython finds modules by their folders, so it reads the kernels through the symbolic
links in ludoscope/. Where those are missing (a source distribution, a checkout on Windows) the same
tree is laid out in a temporary folder below build/.

Kernels are compiled for Python's limited API, so that one wheel serves every Python version from
3.11 on. Generated C stays under build/, out of the wheel and out of git.

Environment variables:
    LUDOSCOPE_KERNELS: "required" makes a kernel that does not compile an error, as for a release.
    LUDOSCOPE_PROGRESS: A file to which a line is appended for each build step, since pip hides the
        output of a build.
    LUDOSCOPE_URL: The address of the repository, for the metadata of a release: the links of the
        project, and those in the README, whose pictures no package index shows otherwise.
"""

import multiprocessing
import os
import re
import shutil
import sys
import sysconfig
from contextlib import suppress
from email.parser import Parser
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

SUBPACKAGES = ("games", "search", "puzzles", "tui")
COMPILE_ERRORS = (CCompilerError, ExecError, PlatformError, OSError)
KERNELS_PER_PROGRESS_LINE = 5
SOURCE_LABEL = "Source"  # of the project's address in the metadata
IMAGE_LINE = re.compile(r"^.*!\[.*\]\(.*\n", re.MULTILINE)
RELATIVE_IMAGE = re.compile(r"(!\[[^\]]*\])\((?!https?:)([^)\s]+)\)")
RELATIVE_LINK = re.compile(r"(?<!!)\[([^\[\]]+)\]\((?!https?:|#)([^)\s]+)\)")

# `Extension(optional=True)` tolerates a compiler that fails, not one that is missing, hence the
# build command below
KERNELS_REQUIRED = os.environ.get("LUDOSCOPE_KERNELS") == "required"

# free-threaded Python has no limited API yet
USE_LIMITED_API = sys.implementation.name == "cpython" and not sysconfig.get_config_var(
    "Py_GIL_DISABLED"
)
LIMITED_API_VERSION = "0x030B0000"  # 3.11

# measured: -O2 compiles 10 % faster, but pagoda functions of `prove` then run 17 % slower;
# debugging information would be most of the size of a kernel
COMPILER_FLAGS = [] if sys.platform == "win32" else ["-O3", "-g0"]


class BuildKernels(build_ext):
    """A build command that uses all processors and skips kernels that do not compile."""

    def finalize_options(self) -> None:
        """Use one build process for each processor unless the user gives a number."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        """Compile the kernels; without a compiler, compile none."""
        self._compiled_count = 0
        try:
            super().run()
        except COMPILE_ERRORS as error:
            self._skip("the kernels", error)

    def build_extension(self, extension: Extension) -> None:
        """Compile one kernel, or skip it if it does not compile."""
        try:
            super().build_extension(extension)
        except COMPILE_ERRORS as error:
            self._skip(extension.name, error)
        self._compiled_count += 1
        if self._compiled_count % KERNELS_PER_PROGRESS_LINE == 0 or self._compiled_count == len(
            self.extensions
        ):
            report_progress(f"compiled {self._compiled_count} of {len(self.extensions)} kernels")

    def copy_extensions_to_source(self) -> None:
        """Copy the kernels next to their sources and delete older builds there."""
        self.extensions = [e for e in self.extensions if self._built_file(e).exists()]
        for extension in self.extensions:
            source = Path(*extension.name.split(".")[1:])
            for old in source.parent.glob(f"{source.name}.*"):
                if old.suffix in (".so", ".pyd"):
                    old.unlink()
        super().copy_extensions_to_source()

    def _built_file(self, extension: Extension) -> Path:
        return Path(self.build_lib, self.get_ext_filename(self.get_ext_fullname(extension.name)))

    def _skip(self, name: str, error: Exception) -> None:
        if KERNELS_REQUIRED:
            raise error
        self.warn(f"kernels not compiled: {name}: {error}")
        report_progress(f"not compiled: {name}: {error}")


def report_progress(line: str) -> None:
    """Append a line to the file that LUDOSCOPE_PROGRESS names, if it is set."""
    if name := os.environ.get("LUDOSCOPE_PROGRESS"):
        with suppress(OSError), open(name, "a", encoding="utf-8") as file:
            print(line, file=file)


def packages() -> list[str]:
    """Return the dotted names of all packages of the distribution."""
    names = [
        name
        for subpackage in SUBPACKAGES
        for name in find_packages(include=[subpackage, f"{subpackage}.*"])
    ]
    return ["ludoscope", "ludoscope.puzzles.data", *(f"ludoscope.{name}" for name in names)]


def package_root() -> Path:
    """Return a folder in which `ludoscope` is a package with its four subpackages."""
    if all(Path("ludoscope", name).is_dir() for name in SUBPACKAGES):
        return Path()
    root = Path("build/layout")
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(
        "ludoscope", root / "ludoscope", ignore=lambda _, names: {*SUBPACKAGES} & {*names}
    )
    for name in SUBPACKAGES:
        shutil.copytree(name, root / "ludoscope" / name)
    return root


def extensions() -> list[Extension]:
    """Translate the kernels to C and return them as extension modules; without Cython, none."""
    root = package_root()
    try:
        from Cython.Build import cythonize
    except ImportError:
        if KERNELS_REQUIRED:
            raise
        return []
    paths = root.glob("ludoscope/search/**/kernels/*.py")
    kernels = [path for path in paths if path.name != "__init__.py"]
    modules = [
        Extension(
            ".".join(path.relative_to(root).with_suffix("").parts),
            [str(path)],
            extra_compile_args=COMPILER_FLAGS,
            define_macros=[("Py_LIMITED_API", LIMITED_API_VERSION)] if USE_LIMITED_API else [],
            py_limited_api=USE_LIMITED_API,
        )
        for path in sorted(kernels)
    ]
    if not any(Path("build/cython").rglob("*.c")):  # pip runs this file several times
        report_progress(f"translating {len(modules)} kernels to C")
    # start methods other than fork would run this file again in each process
    can_fork = multiprocessing.get_start_method() == "fork"
    return cythonize(
        modules,
        build_dir="build/cython",
        include_path=[str(root)],
        nthreads=(os.cpu_count() or 1) if can_fork else 0,
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            # signatures and pickling of kernel methods are not used and would be a third of the C
            "binding": False,
            "auto_pickle": False,
        },
        quiet=True,
    )


def data_files() -> list[tuple[str, list[str]]]:
    """Return the man page and the shell completions, if `make share` has made them."""
    files = [path for path in Path("share").rglob("*") if path.is_file()]
    return [(path.parent.as_posix(), [path.as_posix()]) for path in sorted(files)]


def repository_url() -> str:
    """Return the address of the repository from the environment or a source distribution, or ""."""
    if url := os.environ.get("LUDOSCOPE_URL", ""):
        return url.rstrip("/")
    with suppress(OSError), open("PKG-INFO", encoding="utf-8") as file:
        for link in Parser().parse(file, headersonly=True).get_all("Project-URL", []):
            label, _, url = link.partition(", ")
            if label == SOURCE_LABEL:
                return url
    return ""


def project_urls(url: str) -> dict[str, str]:
    """Return the links of the project, given the address of its repository."""
    if not url:
        return {}
    return {
        "Homepage": url,
        "Documentation": f"{url}/tree/HEAD/docs",
        SOURCE_LABEL: url,
        "Issues": f"{url}/issues",
        "Changelog": f"{url}/blob/HEAD/CHANGELOG.md",
    }


def description(readme: str, url: str) -> str:
    """Return the README for a package index, where relative links lead nowhere.

    They become absolute; without an address the pictures are left out, and links are only text.
    """
    if not url:
        return RELATIVE_LINK.sub(r"\1", IMAGE_LINE.sub("", readme))
    readme = RELATIVE_IMAGE.sub(rf"\1({url}/raw/HEAD/\2)", readme)
    return RELATIVE_LINK.sub(rf"[\1]({url}/blob/HEAD/\2)", readme)


if __name__ == "__main__":
    setup(
        packages=packages(),
        data_files=data_files(),
        ext_modules=extensions(),
        cmdclass={"build_ext": BuildKernels},
        options={"bdist_wheel": {"py_limited_api": "cp311"}} if USE_LIMITED_API else {},
        project_urls=project_urls(repository_url()),
        long_description=description(
            Path("README.md").read_text(encoding="utf-8"), repository_url()
        ),
        long_description_content_type="text/markdown",
    )
