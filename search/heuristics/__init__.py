"""What each family knows of its positions: scores, estimates, proofs that one is lost."""
