# ruff: noqa: N999
"""Not Pillow: there are no pixels here."""
