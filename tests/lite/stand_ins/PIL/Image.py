# ruff: noqa: N999
class Image:
    """A name for annotations."""
