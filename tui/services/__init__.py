"""What the app does for its screens: they ask these, and never import the app itself."""
