"""An sshd of our own on the loopback, for tests and measurements: `ssh_server`.

It runs as the current account and lets in one key, which it makes in its folder.
"""

import getpass
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
SSH, KEYGEN = shutil.which("ssh"), shutil.which("ssh-keygen")
SEPARATION_FOLDER = "/run/sshd"  # required by an sshd of root
START_SECONDS = 10.0

CONFIG = """\
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host
AuthorizedKeysFile {folder}/person.pub
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
MaxStartups 100
"""


@dataclass(frozen=True)
class SshServer:
    """A running sshd.

    Attributes:
        port: Its port on 127.0.0.1.
        folder: Folder with its keys.
        pid: Process id of the daemon.
    """

    port: int
    folder: Path
    pid: int

    def command(self, program: str) -> list[str]:
        """Return the command that runs a shell command on the server in a terminal."""
        assert SSH
        return [
            *(SSH, "-tt", "-F/dev/null", f"-p{self.port}", f"-i{self.folder}/person"),
            *("-oIdentitiesOnly=yes", "-oStrictHostKeyChecking=no", "-oLogLevel=ERROR"),
            f"-oUserKnownHostsFile={self.folder}/known",
            *(f"{getpass.getuser()}@127.0.0.1", program),
        ]


@contextmanager
def ssh_server(folder: Path) -> Iterator[SshServer]:
    """Run an sshd that keeps its files in `folder`, until the end of the block."""
    assert SSHD
    assert KEYGEN
    for name in ("host", "person"):
        path = folder / name
        subprocess.run([KEYGEN, "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
    port = free_port()
    (folder / "config").write_text(CONFIG.format(port=port, folder=folder))
    if os.getuid() == 0:
        os.makedirs(SEPARATION_FOLDER, mode=0o755, exist_ok=True)
    log = folder / "log"
    daemon = subprocess.Popen([SSHD, "-D", "-f", folder / "config", "-E", log])
    try:
        deadline = time.monotonic() + START_SECONDS
        while not log.exists() or "listening" not in log.read_text():
            assert daemon.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.02)
        yield SshServer(port, folder, daemon.pid)
    finally:
        daemon.terminate()
        daemon.wait()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port
