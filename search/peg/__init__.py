"""Solvers and heuristics of peg solitaire.

`solvers` lists the solvers in order. The readable searches are `breadth_first`, `both_ends` and
`pagoda_plain`; the compiled ones are `swift`, `prove`, `fewest`, `depth_first` and `atlas`, which
share `kernel_problem`, `levels`, `pagoda`, `regions` and the kernels in `kernels`.
"""
