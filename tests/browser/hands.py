"""Hands that move cards on a table in a browser: by mouse, by finger or by keys alone."""

from playwright.sync_api import Locator

from browser.tables import EXAMPLES, Table, until

# A point at which this card or place is met by a pointer: cards overlap, and a place is covered by its cards. Where
# there is none in what can be seen, one scrolls.
REACH = """element => {
    const root = element.getRootNode();
    const parts = [8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14].map(part => part / 16); // the middle first
    for (const block of ['nearest', 'center', 'start', 'end']) {
        element.scrollIntoView({ block, behavior: 'instant' });
        const box = element.getBoundingClientRect();
        for (const y of parts) for (const x of parts) {
            const at = [box.left + box.width * x, box.top + box.height * y];
            if (element.contains(root.elementFromPoint(...at))) return at;
        }
    }
    return null;
}"""
FOCUSED = """host => {
    const one = host.shadowRoot.activeElement;
    if (!one) return null;
    const list = [...host.shadowRoot.querySelectorAll('.list')]
        .find(list => one.id && (list.getAttribute('aria-owns') ?? '').split(' ').includes(one.id));
    const zone = one.closest('.zone') ?? list?.closest('.zone');
    return { id: one.id, zone: zone?.querySelector('h4').textContent ?? null };
}"""


class Hand:
    """Moves cards; the kinds of hands say how a card is tapped and a place is."""

    def __init__(self, table: Table) -> None:
        self.table, self.page = table, table.page

    def pick(self, told: str) -> None:
        name = self.table.card(told).get_attribute("aria-label")
        before = self.table.picked()
        self.touch(self.table.card(told), told)
        until(lambda: len(self.table.picked()) > len(before), f"{name} is picked up; said: {self.table.news()[-2:]}")

    def put(self, place: str) -> None:
        self.touch(self.table.put(place), place)

    def move(self, cards: list[str], place: str) -> None:
        """Pick up and put down; returns when the table has answered."""
        for one in cards:
            self.pick(one)
        self.put(place)
        answers = (self.table.refusal, self.table.host.locator(".chooser"), self.table.host.locator(".question"))
        until(
            lambda: not self.table.picked() or any(one.is_visible() for one in answers),
            f"{cards} on {place}; said: {self.table.news()[-2:]}",
        )

    def press(self, name: str) -> None:
        self.touch(self.table.button(name), name)

    def touch(self, element: Locator, told: str) -> None:
        raise NotImplementedError


class Clicks(Hand):
    def spot(self, element: Locator) -> tuple[float, float]:
        at = element.evaluate(REACH)
        assert at, f"no pointer gets to {element}"
        return tuple(at)

    def touch(self, element: Locator, told: str) -> None:
        self.page.mouse.click(*self.spot(element))


class Drags(Clicks):
    """The last card is dragged and takes the picked ones along."""

    def move(self, cards: list[str], place: str) -> None:
        for one in cards[:-1]:
            self.pick(one)
        start, end = self.spot(self.table.card(cards[-1])), self.spot(self.table.put(place))
        lying = self.table.names(place) if place in self.table.cards() else ""
        self.carry(start, end)
        until(
            lambda: self.table.names(place) != lying or self.table.refusal.is_visible() or not place.startswith("Meld"),
            f"{cards} dragged to {place}",
        )
        until(lambda: not self.table.picked(), "nothing is left in the air")

    def carry(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
        mouse.move(*end, steps=3)
        mouse.up()


class Fingers(Clicks):
    def touch(self, element: Locator, told: str) -> None:
        self.page.touchscreen.tap(*self.spot(element))


class Keys(Hand):
    """Keys alone: from place to place, from card to card, from button to button."""

    def focused(self) -> dict[str, object]:
        return self.table.host.evaluate(FOCUSED) or {}

    def enter(self) -> None:
        """Into the table, as far as the Tab key leads."""
        for _ in range(40):
            if self.focused().get("zone"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("the Tab key does not lead into the table")

    def touch(self, element: Locator, told: str) -> None:
        if told in self.table.texts:
            return self.act(told)
        if not self.focused().get("zone"):
            self.page.keyboard.press("Shift+Tab")
        self.enter()
        place = told.partition(": ")[0]
        self.page.keyboard.press("PageUp")
        for _ in self.table.cards():
            if self.focused()["zone"] == place:
                break
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Home")
        wanted = element.get_attribute("id")
        while wanted and self.focused()["id"] != wanted:
            before = self.focused()
            self.page.keyboard.press("ArrowRight")
            assert self.focused() != before, f"the arrows do not lead to {told}"
        assert self.focused()["zone"] == place
        self.page.keyboard.press("Enter")
        return None

    def tab_to(self, element: Locator) -> None:
        """As far as the Tab key leads, from the table on."""
        self.enter()
        here = element.evaluate_handle("element => element")
        for _ in range(40):
            if here.evaluate("element => element.matches(':focus')"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not lead to {element}")

    def act(self, name: str) -> None:
        """A button: they are one stop of the Tab key, and the arrows lead from one to the next."""
        button = self.table.button(name)
        self.tab_to(self.table.host.locator(".bar [tabindex='0']"))
        self.page.keyboard.press("Home")
        for _ in range(self.table.host.locator("[data-act]").count()):
            if button.evaluate("element => element.matches(':focus')"):
                break
            self.page.keyboard.press("ArrowRight")
        assert button.evaluate("element => element.matches(':focus')")
        self.page.keyboard.press("Enter")

    def type(self, moves: str) -> None:
        """Moves by the line of text."""
        self.tab_to(self.table.host.get_by_role("textbox"))
        self.page.keyboard.type(moves)
        self.page.keyboard.press("Enter")


def play_example(hand: Hand, name: str) -> None:
    """The turn of an example, to its end."""
    _, gestures, melds = EXAMPLES[name]
    for cards, place in gestures:
        hand.move(cards, place)
        assert not hand.table.refusal.is_visible()
    hand.table.expect_melds(*melds)
    hand.press("end")
    hand.table.expect_turn("Player B to play")
    hand.table.expect_melds(*melds)
