"""The base class of kernels: searches that go on for a bounded number of positions a call.

A kernel that extends it overrides `advance`, counts in `explored`, and may set `state`, one of the
constants in kernel.pxd, before the first call.
"""

import cython

from ludoscope.search.kernels import Status

STATUS = cython.declare(tuple, tuple(Status))


class Kernel:
    """A search; `explored` counts the positions expanded so far."""

    def advance(self, until):
        """Search until so many positions have been expanded, or to an end; the state then."""
        return self.state

    def run(self, budget: int):
        """Expand up to `budget` more positions, the GIL released; the status then."""
        more: cython.ulonglong = budget
        if self.state == SEARCHING:
            with cython.nogil:
                self.state = self.advance(self.explored + more)
        return STATUS[self.state]

    @property
    def status(self):
        """A `search.kernels.Status`."""
        return STATUS[self.state]
