"""The exception of the library."""


class Error(Exception):
    """Raised for a value that is not valid, and for a file that cannot be read.

    The message is one sentence. The exception that caused it, if any, is its `__cause__`.
    """

    __module__ = "ludoscope"  # so that a traceback shows the name by which users import it
