"""The exception of the solver registry, in a module of its own to be imported cheaply."""


class UnknownSolver(LookupError):
    """Raised when a solver does not exist, is not available here, or lacks a requested ability."""
