"""What axe-core finds wrong by WCAG 2.2 A and AA, with its rule `target-size`, which is off by default, switched on."""

from axe_playwright_python.sync_playwright import Axe

RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "rules": {"target-size": {"enabled": True}},
}
# The body of JupyterLab has no height and cuts what overflows: axe sees nothing in it, and measures no contrast.
GIVE_ROOM = "() => { document.body.style.minHeight = '100vh'; }"


def violations(page, selector="body", *, touched=True):
    """What is wrong inside this element; that contrasts and, where it is touched, targets were looked at is sure."""
    page.evaluate(GIVE_ROOM)
    found = Axe().run(page, context={"include": [[selector]]}, options=RULES).response
    looked_at = {"target-size", "color-contrast"} if touched else {"color-contrast"}
    assert looked_at <= {one["id"] for one in found["passes"]}
    return [
        (one["id"], [(node["html"][:160], node.get("failureSummary", "")[:300]) for node in one["nodes"]])
        for one in found["violations"]
    ]
