"""Compiles the kernels where a C compiler is at hand; without one the install still succeeds.

`Extension(optional=True)` forgives a compiler that fails, not one that is missing, hence the
build command below. Generated C stays under build/, out of the wheel and out of git.
"""

import os
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

KERNELS = sorted(
    str(path) for path in Path("search/kernels").glob("*.py") if path.name != "__init__.py"
)
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


def extensions() -> list[Extension]:
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    modules = [
        Extension(
            path.removesuffix(".py").replace("/", "."),
            [path],
            extra_compile_args=["-O3"],
        )
        for path in KERNELS
    ]
    directives = {
        "language_level": 3,
        "boundscheck": False,
        "wraparound": False,
        "cdivision": True,
        "initializedcheck": False,
    }
    return cythonize(modules, build_dir="build/cython", compiler_directives=directives, quiet=True)


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildKernels})
