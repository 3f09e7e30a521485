"""Services of the app: screens call them and never import the app itself. See `app_protocol`."""
