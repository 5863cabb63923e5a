"""Models as users bring them, made from packages: `python -m collection`."""
