"""Solvers: algorithms, compiled kernels, and the processes that run them.

Start reading with `solver`, the declaration of a solver, and `registry`, which finds one by name or
role. A solver yields `events` and obeys the limits of a `budget`. `generic` has textbook searches
for any game; `peg`, `patience`, `rush` and `hexapawn` have the solvers of each family, `kernels`
what their compiled parts share. `process` runs a solver in a process of its own, `verify` checks
its verdict, and `storage` has the files of the program.
"""
