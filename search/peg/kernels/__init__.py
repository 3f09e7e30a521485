"""Compiled inner loops of the solvers of peg solitaire.

Start with `problem`, the tables that all searches share. `depth_first` and `beam` (with `goals`)
search directly; `child_buckets` and `bucket_tables` make the levels of an atlas, `packing`
compresses them; `sweep` (with `expander`, `bounds` and `sweep_states`) finds the fewest moves;
`pagoda` solves linear programs for pagoda functions.

All kernels represent a position as one 64-bit word, bit h set if hole h holds a peg.
"""
