"""The dialog that sets who plays white and black."""
