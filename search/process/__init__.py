"""Solvers in separate processes, and what they share: pausing, threads and limits of the host.

Start reading with `client`, which starts a solver and yields its events. `worker` is the program
that runs in the process, `child_process` the process itself, and `wire` the messages between them.
"""
