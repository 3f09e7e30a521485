"""The screen that shows documents: the rules of a family and the guide to a solver."""
