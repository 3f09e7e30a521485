"""The measurement of many people over ssh, with two of them: all limits but the latency."""

import sys
from argparse import Namespace

import pytest
from load import measure
from ssh_server import KEYGEN, SSH, SSHD

pytestmark = pytest.mark.skipif(
    not (SSHD and SSH and KEYGEN and sys.platform.startswith("linux")),
    reason="needs Linux with sshd, ssh and ssh-keygen (openssh-server)",
)


@pytest.mark.long
@pytest.mark.fresh
@pytest.mark.parametrize("guests", [True, False])
def test_two_people_over_ssh_keep_the_limits(capsys: pytest.CaptureFixture, guests: bool) -> None:
    faults = measure(Namespace(people=2, guests=guests, lobby=True, seconds=2.0, searchers=1))
    assert [fault for fault in faults if not fault.startswith("latency")] == []
    printed = capsys.readouterr().out
    for row in ("arrival", "CPU idle", "CPU typing", "app RSS", "app PSS", "key → frame"):
        assert f"\n{row} " in f"\n{printed}"
