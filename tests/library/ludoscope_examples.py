"""The examples of the documentation as modules."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def load_fifteen() -> ModuleType:
    """Load fifteen.py as the module `fifteen`."""
    if "fifteen" not in sys.modules:
        spec = spec_from_file_location("fifteen", EXAMPLES / "fifteen.py")
        assert spec
        assert spec.loader
        sys.modules["fifteen"] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules["fifteen"])
    return sys.modules["fifteen"]
