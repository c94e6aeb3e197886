"""Two browsers at once would disturb each other, and the tests of one page follow on each other."""


def test_what_drives_a_browser_stays_with_one_worker(request):
    is_worker = hasattr(request.config, "workerinput")
    assert request.node.nodeid.endswith("@browser") == is_worker
