"""The lab: several solvers on one puzzle, side by side."""
