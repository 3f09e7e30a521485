"""What a person has chosen for good: a small JSON file beside the saves."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from puzzles.files import read_text, write_text

NAME = "settings.json"


@dataclass(frozen=True, slots=True)
class Settings:
    """`suits`: how many colours the four suits have, 2 or 4."""

    suits: int = 2

    @classmethod
    def load(cls, folder: Path) -> "Settings":
        """Those in the folder; the usual ones when there are none that can be read."""
        try:
            found = json.loads(read_text(folder / NAME))
        except (OSError, ValueError, RecursionError):
            return cls()
        suits = found.get("suits") if isinstance(found, dict) else None
        return cls(suits=4) if suits == 4 else cls()

    def save(self, folder: Path) -> None:
        """OSError when they cannot be written."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_text(folder / NAME, json.dumps(asdict(self)) + "\n")
