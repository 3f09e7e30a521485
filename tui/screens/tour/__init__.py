"""The tour shown at the first start."""
