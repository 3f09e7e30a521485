"""What a person has chosen for good: a small JSON file beside the saves."""

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from puzzles.files import read_text, write_text

NAME = "settings.json"
OFFERED: dict[str, tuple[Any, ...]] = {  # the usual choice first
    "suits": (2, 4),
    "analysis": (True, False),
    "autoplay": ("safe", "full", "off"),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What is chosen among what is OFFERED.

    `suits`     how many colours the four suits have
    `analysis`  whether it is said if the game can still be won
    `autoplay`  which cards of a patience go home by themselves, where the rules leave it open
    """

    suits: int = 2
    analysis: bool = True
    autoplay: str = "safe"

    @classmethod
    def load(cls, folder: Path) -> "Settings":
        """Those in the folder; the usual ones where there are none that can be read."""
        try:
            found = json.loads(read_text(folder / NAME))
        except (OSError, ValueError, RecursionError):
            return cls()
        if not isinstance(found, dict):
            return cls()
        return cls(**{name: _known(found.get(name), offered) for name, offered in OFFERED.items()})

    @classmethod
    def change(cls, folder: Path, **chosen: Any) -> None:
        """Keep a choice beside the others; OSError when that cannot be done."""
        replace(cls.load(folder), **chosen).save(folder)

    def save(self, folder: Path) -> None:
        """OSError when they cannot be written."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_text(folder / NAME, json.dumps(asdict(self)) + "\n")


def _known(found: Any, offered: tuple[Any, ...]) -> Any:
    """What was found if it is offered (1 is not True here), else the usual choice."""
    return next((one for one in offered if one == found and type(one) is type(found)), offered[0])
