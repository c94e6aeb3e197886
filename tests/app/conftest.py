"""What a handler of a widget raises is shown nowhere: here it fails the test."""

from widgets.conftest import failures  # noqa: F401 a fixture of every test here
