"""Exceptions of the solver registry, in a module that imports no solver."""


class UnknownSolver(LookupError):
    """Raised when a family has no solver of a name, or it is not available on this machine."""
