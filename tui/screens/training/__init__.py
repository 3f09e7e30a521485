"""The screens of training: the choice of a mode, a position to answer, and own mistakes."""
