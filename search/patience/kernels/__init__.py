"""Compiled inner loops of the patience solvers.

Start with cards.pxd, which explains cards, supports and autoplay. Each kernel module describes its
data in its docstring; the .pxd file of the same name has the types.

freecell_best_first  any solution of FreeCell; with freecell_state (positions), freecell_moves
                     (moves) and freecell_solution (the solution in single-card moves)
bakers_search        any solution or a proof for Baker's Dozen; with bakers_layout (positions)
same_suit_search     the same for Seahaven and Midnight Oil; with same_suit_bits.pxd (sets of cards)
                     and same_suit_solution (the solution in single-card moves)
proof                any solution or a proof, depth-first, for any variant without reshuffles; with
                     position_set (the positions met, for several threads)
beam_search          the levels of a beam search, for a solution in few moves; its subclasses are
                     freecell_beam for FreeCell, with the positions and moves of the above, and
                     beam for any variant, with beam_node (positions) and beam_score (score and
                     lower bound)
"""
