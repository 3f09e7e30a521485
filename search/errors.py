"""What is wrong with a name; told apart without a solver loaded."""


class UnknownSolver(LookupError):
    """No such solver for this family, or it is not available on this machine."""
