"""The command `ludoscope`, run as `python -m ludoscope`."""

import sys

from ludoscope.tui.start import main

if __name__ == "__main__":
    sys.exit(main())
