"""The machine that measurements are made on, and whether it has other work."""

import os
import platform
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from ludoscope.games.entry_points import installed_version
from ludoscope.search.process.threads import usable_cores

MAX_LOAD_PER_CORE = 0.25  # above it others use so much that times are too long
MIN_CORE_SHARE = 0.9  # of a core that a measurement on an idle machine gets


def describe_machine() -> dict[str, Any]:
    """Return the program, the system and its load.

    Returns:
        "version", "python", "system", "processor" and "cores"; "load", the number of processes that
        have wanted a core on average in the last minute, None where the system does not tell.
    """
    return {
        "version": installed_version("ludoscope"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor_name(),
        "cores": usable_cores(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def _processor_name() -> str:
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
        for line in lines:
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return " ".join(value.split())
    return platform.processor()


def busy_warning(machine: Mapping[str, Any]) -> str:
    """Return a sentence if the machine has other work, else ""."""
    load, cores = machine["load"], machine["cores"]
    if load is None or load <= MAX_LOAD_PER_CORE * cores:
        return ""
    return f"this machine is busy (load {load:g}, {cores} cores): times on a clock are too long"
