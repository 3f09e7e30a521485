"""`python -m ludoscope` is the command `ludoscope`."""

from ludoscope.tui.start import main

if __name__ == "__main__":
    main()
