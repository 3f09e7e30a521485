"""The tests, run from a clean checkout by each supported version of Python.

    python tests/release/pythons.py                     prints pytest's last line for each version
    python tests/release/pythons.py --python 3.14 -- -q tests/tui     …of some tests, by one

Python 3.11, 3.13 and 3.14 are those of three Debian releases: debootstrap installs each in a
folder, which later runs reuse (remove it for a newer state of the release), and the tests run there
in a chroot. That needs root and Linux. No Debian release has Python 3.12, so it is looked for on
the PATH and where pyenv keeps it. The free-threaded build is not tried.

What is tested is the last commit, not changes after it. pip has the configuration that it has here,
and Debian's packages come from the mirror that apt uses, or from DEBIAN_MIRROR.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ways import VERSIONS, python_of

ROOT = Path(__file__).parents[2]
SYSTEMS = ROOT / "build" / "pythons"
RELEASES = {"3.11": "bookworm", "3.13": "trixie", "3.14": "sid"}
DEFAULT_MIRROR = "http://deb.debian.org/debian"

# what `make test` needs, and the programs without which tests skip
PACKAGES = (
    *("python3", "python3-venv", "python3-dev", "gcc", "libc6-dev", "make", "ca-certificates"),
    *("openssh-server", "openssh-client", "tzdata"),
)

# the namespaces take the mounts and the processes with them when they end; `sh` is their process 1
# and must stay, since it alone reaps orphans, hence `|| exit`
NAMESPACES = ("unshare", "--mount", "--pid", "--fork", "--kill-child")
ENTER = """
mount -t proc proc "$1/proc"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$1/dev/pts"
mount -t tmpfs tmpfs "$1/dev/shm"
mount -t tmpfs tmpfs "$1/run"
chroot "$@" || exit
"""

# what reaches the package index from here
NETWORK_FILES = ("/etc/hosts", "/etc/resolv.conf", "/etc/ssl/certs/ca-certificates.crt")

ENVIRONMENT = {  # that of a session that has just begun
    "LANG": "C.UTF-8",
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "TERM": "xterm-256color",
}


class UnavailableError(Exception):
    """A version of Python cannot be had here; the message says why."""


@dataclass(frozen=True)
class System:
    """A Python interpreter and the folder that is the root of its file system."""

    python: str
    checkout: Path
    root: Path = Path("/")

    @property
    def checkout_here(self) -> Path:
        """The path of the checkout as this process sees it."""
        return self.root / self.checkout.relative_to("/")

    def run(self, *words: str, log: IO[str]) -> None:
        """Run a command in the checkout and write its output to `log`.

        Raises:
            CalledProcessError: The command failed.
        """
        command = ["env", f"--chdir={self.checkout}", *words]
        if self.root != Path("/"):
            command = [*NAMESPACES, "sh", "-ec", ENTER, "sh", str(self.root), *command]
        subprocess.run(
            command,
            check=True,
            env={"HOME": str(self.checkout.parent), **ENVIRONMENT, **pip_environment()},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )

    def check_out(self) -> None:
        """Replace the checkout by the last commit."""
        shutil.rmtree(self.checkout_here, ignore_errors=True)
        self.checkout_here.mkdir(parents=True)
        command = ["git", "archive", "HEAD"]
        archive = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
        subprocess.run(["tar", "-x", "-C", self.checkout_here], input=archive, check=True)


def pip_options() -> dict[str, str]:
    """Return the options that pip takes from its files and from the environment."""
    command = [sys.executable, "-m", "pip", "config", "list"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {
        key: ast.literal_eval(value)
        for key, value in re.findall(r"^\S+?\.([\w-]+)=(.+)$", listed, re.MULTILINE)
    }


def pip_environment() -> dict[str, str]:
    """Return variables that give another pip the same options."""
    return {f"PIP_{key.upper().replace('-', '_')}": value for key, value in pip_options().items()}


def mirror() -> str:
    """Return the address from which this machine takes Debian's packages."""
    if named := os.environ.get("DEBIAN_MIRROR"):
        return named
    files = sorted(Path("/etc/apt").glob("sources.list*")) + sorted(
        Path("/etc/apt/sources.list.d").glob("*")
    )
    text = "\n".join(path.read_text() for path in files if path.is_file())
    found = re.search(r"^(?:deb|URIs:)\s.*?(https?://\S+/debian)/?(?=\s|$)", text, re.MULTILINE)
    return found[1] if found else DEFAULT_MIRROR


def install_release(release: str, root: Path, log: IO[str]) -> None:
    """Install a Debian release in a folder.

    Raises:
        UnavailableError: This machine cannot.
        CalledProcessError: Debootstrap failed.
    """
    if not shutil.which("debootstrap") or os.geteuid() != 0:
        raise UnavailableError("needs debootstrap and root")
    unfinished = root.with_name(f"{root.name}.part")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    include = f"--include={','.join(PACKAGES)}"
    command = ["debootstrap", "--variant=minbase", include, release, str(unfinished), mirror()]
    subprocess.run(command, check=True, stdout=log, stderr=subprocess.STDOUT)
    unfinished.rename(root)


def system_of(version: str, folder: Path, log: IO[str]) -> System:
    """Return the system that has a version of Python, installed if need be.

    Raises:
        UnavailableError: This machine has no such version and cannot install it.
        CalledProcessError: The installation failed.
    """
    if release := RELEASES.get(version):
        root = folder / release
        if not root.exists():
            install_release(release, root, log)
        copy_network_files(root)
        return System("/usr/bin/python3", Path("/root/ludoscope"), root)
    if python := python_of(version):
        return System(str(python), folder / version / "ludoscope")
    raise UnavailableError("not on this machine")


def copy_network_files(root: Path) -> None:
    """Copy what a system needs to reach the package index as this one does."""
    for name in {*NETWORK_FILES, pip_options().get("cert", NETWORK_FILES[-1])}:
        if Path(name).exists():
            copy = root / Path(name).relative_to("/")
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(name, copy)


def run_tests(version: str, folder: Path, pytest_args: list[str], log: IO[str]) -> None:
    """Install the last commit with its kernels in a new environment and run its tests.

    Raises:
        UnavailableError: There is no such version here.
        CalledProcessError: A step failed; its output is in `log`.
    """
    system = system_of(version, folder, log)
    system.check_out()
    system.run("make", f"PYTHON={system.python}", "LUDOSCOPE_KERNELS=required", "compiled", log=log)
    system.run(".venv/bin/python", "-VV", log=log)
    system.run(".venv/bin/python", "-m", "pytest", *pytest_args, log=log)


def main() -> int:
    """Run the tests by each version and return 1 if any failed."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append", choices=VERSIONS, help="one version only")
    parser.add_argument(
        "--folder", type=Path, default=SYSTEMS, help="where the systems are installed"
    )
    parser.add_argument(
        "pytest_args", nargs="*", default=["-q", "-n", "2"], help="options of pytest"
    )
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    failed = False
    for version in options.python or VERSIONS:
        path = folder / f"{version}.log"
        with path.open("w+") as log:
            try:
                run_tests(version, folder, options.pytest_args, log)
            except UnavailableError as error:
                print(f"{version}: {error}", flush=True)
                continue
            except subprocess.CalledProcessError:
                failed = True
        print(f"{version}: {path.read_text().splitlines()[-1]}  ({path})", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
