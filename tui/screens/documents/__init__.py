"""Screens to read: rules, solver pages."""
