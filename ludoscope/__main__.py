"""`python -m ludoscope` is the command `ludoscope`."""

import sys

from ludoscope.tui.start import main

if __name__ == "__main__":
    sys.exit(main())
