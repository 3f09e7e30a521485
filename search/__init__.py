"""The solvers: algorithms, compiled kernels, the worker process."""
