"""The exception of the solver registry, separate so that importing it loads no solvers."""


class UnknownSolver(LookupError):
    """Raised when a solver does not exist, is not available here, or lacks a requested ability."""
