"""The solvers of hexapawn, its heuristics, and the learner of matchboxes."""
