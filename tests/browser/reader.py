"""What a screen reader would say at a table, one line a key.

A `Reader` presses keys and tells what they lead to: the focus, as the accessibility tree of the browser has it (the
groups that are entered, role, name, states, position), then the sentences of the live region in their order. It sees
neither colours nor places on the screen, so whatever does not come out here is not told to the blind.
"""

from __future__ import annotations

import time

from playwright.sync_api import CDPSession, Page

KEPT_QUIET = 0.4  # seconds without a change after which the page has said all it has to say
SECONDS_TO_ANSWER = 20
MOST_STOPS = 40  # of the Tab key, before the table
FOCUS = """(() => {
    let one = document.activeElement;
    while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
    const led = one?.getAttribute('aria-activedescendant');
    return (led && one.getRootNode().getElementById(led)) || one;
})()"""
# Everything that is put into a live region is noted, and the moment of the last change anywhere in the table.
LISTEN = """() => {
    const heard = window.heard ??= { said: [], at: performance.now(), roots: new WeakSet() };
    for (const host of document.querySelectorAll('.rummy-table, .rl-position-editor, .rl-viewer, .rl-manners')) {
        const root = host.shadowRoot ?? host;
        if (root === host && host.parentElement.closest('.rl-viewer, .rl-manners')) continue; // heard from outside
        if (!root || heard.roots.has(root)) continue;
        heard.roots.add(root);
        const there = root.querySelectorAll('[role=status].news p');
        heard.said.push(...[...there].map(one => one.textContent.trim()).filter(Boolean));
        new MutationObserver(changes => {
            heard.at = performance.now();
            for (const change of changes) {
                if (change.type === 'attributes') continue;
                const node = change.target.nodeType === 1 ? change.target : change.target.parentElement;
                const region = node?.closest('[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]');
                if (!region) continue;
                const added = change.type === 'childList' ? [...change.addedNodes] : [change.target];
                if (!added.length) continue;
                // Both roles are atomic unless they say that they are not: then all is read at every change.
                const whole = region.getAttribute('aria-atomic') ?? region.matches('[role=status], [role=alert]');
                const read = String(whole) === 'true' ? [...region.childNodes] : added;
                const sentences = one => one.querySelector?.('p') ? [...one.querySelectorAll('p')] : [one];
                heard.said.push(...read.flatMap(sentences).map(one => one.textContent.trim()).filter(Boolean));
            }
        }).observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    }
}"""
HEARD = """() => [window.heard.said.splice(0), performance.now() - window.heard.at]"""
# The kernel's answer to a question put after the key comes after the answer to the key.
ANSWERED = """async () => {
    const kernel = window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel;
    if (!kernel) return;
    await kernel.requestKernelInfo();
    for (let tries = 0; kernel.status !== 'idle' && tries < 400; tries++) await new Promise(go => setTimeout(go, 50));
}"""
ENTERED = frozenset({
    "alertdialog", "application", "article", "complementary", "dialog", "form", "grid", "group", "list", "listbox",
    "menu", "navigation", "radiogroup", "region", "table", "toolbar", "tree",
})  # fmt: skip
STATES = ("selected", "checked", "pressed", "expanded")
WHERE = {"disabled": "unavailable", "required": "required", "readonly": "read only", "invalid": "invalid entry"}


class Reader:
    """Presses keys on a page and keeps the transcript."""

    def __init__(self, page: Page, quiet: float = KEPT_QUIET) -> None:
        self.page = page
        self.quiet = quiet
        self.lines: list[str] = []
        self._cdp: CDPSession = page.context.new_cdp_session(page)
        self._cdp.send("Accessibility.enable")
        self._around: list[tuple[str, str]] = []
        self._told = ""
        self._hosts: set[int] = set()
        self.listen()

    def listen(self) -> None:
        self.page.evaluate(LISTEN)

    def enter(self) -> str:
        """By the Tab key from wherever one is into the table; what was met before is not kept, what was said is."""
        self._begin()
        if said := self._wait():
            self.lines.append(f"(shown) -> {' | '.join(f'“{one}”' for one in said)}")
        for _ in range(MOST_STOPS):
            line = self._line("Tab", self.page.keyboard.press)
            if self.page.evaluate("() => document.activeElement.matches('.rummy-table')"):
                return line
            self.lines.pop()
        raise AssertionError("the Tab key does not lead into the table")

    def press(self, *keys: str) -> list[str]:
        """Press these keys one after the other; each is a line of the transcript."""
        return [self._line(key, self.page.keyboard.press) for key in keys]

    def hurry(self, key: str, times: int) -> str:
        """One key so often that it is as good as held down."""
        return self._line(f"{key} {times} times", lambda _: [self.page.keyboard.press(key) for _ in range(times)])

    def type(self, text: str) -> str:
        """Letters that are typed in one go."""
        return self._line(f"“{text}”", lambda _: self.page.keyboard.type(text))

    def line(self, text: str) -> str:
        """What is typed and sent by Enter."""

        def act(told: str) -> None:
            self.page.keyboard.type(text)
            self.page.keyboard.press("Enter")

        return self._line(f"“{text}”", act)

    def note(self, text: str) -> None:
        """A heading in the transcript."""
        self.lines.append(f"# {text}")

    def _line(self, told: str, act) -> str:
        self._begin()
        act(told)
        said = self._wait()
        line = f"{told} -> {' | '.join([*self._focus(), *(f'“{one}”' for one in said)]) or '(nothing)'}"
        self.lines.append(line)
        return line

    def _begin(self) -> None:
        self.listen()
        self.page.evaluate("() => { window.heard.at = performance.now(); }")

    def _wait(self) -> list[str]:
        said: list[str] = []
        end = time.monotonic() + SECONDS_TO_ANSWER
        self.page.evaluate(ANSWERED)
        while time.monotonic() < end:
            self.listen()
            new, quiet = self.page.evaluate(HEARD)
            said += new
            if quiet > self.quiet * 1000 and not new:
                break
            self.page.wait_for_timeout(50)
        return said

    def _focus(self) -> list[str]:
        """What is said of the focus: nothing where it is as it was."""
        found = self._cdp.send("Runtime.evaluate", {"expression": FOCUS})["result"].get("objectId")
        if not found:
            return []
        asked = {"objectId": found, "fetchRelatives": True}
        nodes = self._cdp.send("Accessibility.getPartialAXTree", asked)["nodes"]
        known = {node["nodeId"]: node for node in nodes}
        here = nodes[0]
        around = []
        above = known.get(here.get("parentId"))
        self._find_hosts()
        while above and above.get("backendDOMNodeId") not in self._hosts:
            described = _value(above, "description")
            pair = (_value(above, "role"), _value(above, "name") + (f" ({described})" if described else ""))
            if not above.get("ignored") and pair[0] in ENTERED and (pair[1] or pair[0] == "listbox"):
                around.insert(0, pair)
            above = known.get(above.get("parentId"))
        told = self._element(here, known)
        entered = [f"{name}, {role}".removeprefix(", ") for role, name in around if (role, name) not in self._around]
        if told == self._told and not entered:
            return []
        self._around, self._told = around, told
        return [*entered, told]

    def _find_hosts(self) -> None:
        """Where the table ends: what the page around it says is not the table's doing."""
        found = self._cdp.send("Runtime.evaluate", {"expression": "document.querySelector('.rummy-table')"})
        if place := found["result"].get("objectId"):
            self._hosts = {self._cdp.send("DOM.describeNode", {"objectId": place})["node"]["backendNodeId"]}

    @staticmethod
    def _element(node: dict, known: dict) -> str:
        role, parts = _value(node, "role"), [_value(node, "name")]
        states = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
        parts.append(states.get("roledescription") or role)
        for state in STATES:
            if state in states and not (state == "selected" and role != "option" and not states[state]):
                is_so = states[state] in (True, "true")
                parts.append(state if is_so else f"not {state}")
        parts += [word for state, word in WHERE.items() if states.get(state) not in (None, False, "false")]
        if value := _value(node, "value"):
            parts.append(f"holds “{value}”")
        if role in ("option", "listitem", "radio", "menuitem", "tab") and (above := known.get(node.get("parentId"))):
            kin = [one for one in above.get("childIds", ()) if not known.get(one, {}).get("ignored")]
            if node["nodeId"] in kin:
                parts.append(f"{kin.index(node['nodeId']) + 1} of {len(kin)}")
        if described := _value(node, "description"):
            parts.append(f"({described})")
        if states.get("keyshortcuts"):
            parts.append(f"[{states['keyshortcuts']}]")
        return ", ".join(part for part in parts if part)


def _value(node: dict, name: str) -> str:
    return str(node.get(name, {}).get("value", "") or "").strip()
