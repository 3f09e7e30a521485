"""The base class of kernels: searches that can be run a bounded number of positions at a time.

Data layout:
    state      one of the constants in kernel.pxd, which are the values of `Status`
    explored   positions expanded so far, 64 bits

Invariants: `explored` never decreases; once `state` is not SEARCHING, `run` changes nothing.

Limits: `advance` may exceed `until` only by what one expansion adds. A kernel whose tables are full
has the state OUT_OF_MEMORY. A position that does not fit the arrays of a kernel is refused by its
constructor with ValueError.

Complexity: that of the kernel; a call of `run` itself takes less than a microsecond.

A kernel overrides `advance`, adds to `explored`, and may set `state` before the first call.
"""

import cython

from ludoscope.search.kernels import Status

STATUS = cython.declare(tuple, tuple(Status))


class Kernel:
    """A search; `explored` is the number of positions expanded so far."""

    def advance(self, until):
        """Search until `until` positions have been expanded or the search ends; return the state.

        It is called without the GIL.
        """
        return self.state

    def run(self, budget: int):
        """Expand up to `budget` more positions without the GIL, and return the `Status`."""
        more: cython.ulonglong = budget
        if self.state == SEARCHING:
            with cython.nogil:
                self.state = self.advance(self.explored + more)
        return STATUS[self.state]

    @property
    def status(self):
        """The state of the search as a `search.kernels.Status`."""
        return STATUS[self.state]
