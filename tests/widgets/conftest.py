"""What a handler of a widget raises is shown nowhere: here it fails the test."""

import pytest

from rummy_lab.widgets.guard import Guarded


@pytest.fixture(autouse=True)
def failures(monkeypatch, request):
    """The errors of handlers; a test that expects some empties the list."""
    found = []
    tell = Guarded.attempt

    def attempt(self, work):
        tell(self, work)
        if self.last_error is not None:
            found.append(self.last_error)

    monkeypatch.setattr(Guarded, "attempt", attempt)
    yield found
    if found:
        raise found[0]
