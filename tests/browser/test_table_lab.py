"""The table in a real JupyterLab: the examples of the booklet, jokers, refusals, undo, several tables, keys."""

import re

import pytest
from playwright.sync_api import expect

from browser.hands import Clicks, Drags, Fingers, Keys, play_example
from browser.tables import EXAMPLES, FIRST, OTHERS, SECOND, Table, until

pytestmark = pytest.mark.browser

DIAMOND = "hand B 5c 5d; pile 4c; stock ??x40"
JOKERS = {
    "schmidt": (
        f"schmidt; table [6r *7r 8r]; hand A+ 7r 9y 9g 2b; {OTHERS}",
        [
            (["Your rack: red 7"], "Meld 1"),
            (["Your rack: yellow 9", "Your rack: green 9", "Taken out: joker"], "New meld"),
        ],
        ["red 6, red 7, red 8", "yellow 9, green 9, joker in the set of nines"],
    ),
    "rummy40": (
        f"rummy40; table [5h *6h 7h]; hand A+ 6h 9c 9d 2c; {DIAMOND}; turn A drew",
        [
            (["Your hand: 6 of hearts"], "Meld 1"),
            (["Your hand: 9 of clubs", "Your hand: 9 of diamonds", "Taken out: joker"], "New meld"),
        ],
        ["5 of hearts, 6 of hearts, 7 of hearts", "9 of clubs, 9 of diamonds, joker in the set of nines"],
    ),
}
# A position, what is moved, whether the turn is then ended, and what the explanation says.
REFUSALS = {
    "colours": (SECOND, [(["Your rack: red 9"], "Meld 1")], True, "Meld 1 mixes colours"),
    "left too short": (
        SECOND,
        [(["Meld 1: green 2", "Meld 1: green 3"], "Taken out")],
        True,
        "Too little of meld 1 is left; at least 3 cards must stay together.",
    ),
    "not opened": (SECOND.replace("A+", "A"), [(["Your rack: green 6"], "Meld 1")], False, "You have not opened yet"),
    "opening": (
        f"schmidt; hand A 2r 2y 2b 9r; {OTHERS}",
        [(["Your rack: red 2", "Your rack: yellow 2", "Your rack: blue 2"], "New meld")],
        True,
        "Your first melds are worth 6 points; to open you need at least 30.",
    ),
    "a freed joker": (
        JOKERS["schmidt"][0],
        [(["Your rack: red 7"], "Meld 1")],
        True,
        "You have freed a joker; lay it on the table again",
    ),
    "not drawn": (
        f"rummy40; table [5h 6h 7h]; hand A+ 8h 9c 9d 2c; {DIAMOND}; turn A",
        [(["Your hand: 8 of hearts"], "Meld 1")],
        False,
        "You have to draw before you can do that.",
    ),
    "two cards": (
        f"rummy40; hand A+ 8h 9c 9d 2c; {DIAMOND}; turn A drew",
        [(["Your hand: 9 of clubs", "Your hand: 9 of diamonds"], "New meld")],
        False,
        "These are not enough cards for a meld; you need at least 3",
    ),
}
EVERYTHING = """() => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    const cells = [...notebook.model.cells].map(cell => [cell.type, cell.sharedModel.source, cell.executionCount]);
    return [cells, notebook.mode, document.querySelectorAll('.jp-Dialog').length];
}"""


@pytest.mark.parametrize("hand", [Clicks, Drags, Keys])
@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_booklet(room, hand, example):
    (table,) = room.lay(EXAMPLES[example][0])
    play_example(hand(table), example)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_booklet_by_finger(phone, example):
    (table,) = phone.lay(EXAMPLES[example][0])
    play_example(Fingers(table), example)


@pytest.mark.parametrize("hand", [Clicks, Keys])
@pytest.mark.parametrize("game", JOKERS)
def test_a_joker_is_exchanged_and_laid_again(room, hand, game):
    position, gestures, melds = JOKERS[game]
    (table,) = room.lay(position)
    for cards, place in gestures:
        hand(table).move(cards, place)
    table.expect_melds(*melds)
    if game == "rummy40":
        hand(table).move(["Your hand: 2 of clubs"], "Discard pile")
        until(lambda: "You went out and win." in table.news(), "the deal is over")
    else:
        hand(table).press("end")
        table.expect_turn("Player B to play")


@pytest.mark.parametrize("why", REFUSALS)
def test_what_is_refused_is_explained(room, why):
    position, gestures, ends, said = REFUSALS[why]
    (table,) = room.lay(position)
    hand = Clicks(table)
    for cards, place in gestures:
        hand.move(cards, place)
    if ends:
        before = table.melds()
        hand.press("end")
        table.expect_refusal(said)
        assert table.melds() == before
    table.expect_refusal(said)
    table.expect_turn("Your turn")


def test_a_discard_that_does_not_open_is_asked_about_before_it_is_taken(room):
    shut = "rummy40; hand A 10h Jh Kh 2c; hand B 5c 5d; pile 7d Qs; stock ??x40; turn A"
    (table,) = room.lay(shut)
    expect(table.host.locator("[data-mark=barred]").get_by_text("you cannot open with it")).to_be_visible()
    expect(table.put("Discard pile")).to_have_accessible_name(re.compile("2 cards, you cannot open with it"))
    question = table.host.get_by_role("dialog", name="You cannot open with this card. Take it all the same?")
    for answer, cards in (("No", 4), ("Yes", 5)):
        Clicks(table).touch(table.card("Discard pile: queen of spades"), "the discard")
        expect(question.get_by_role("button", name="No")).to_be_focused()
        question.get_by_role("button", name=answer).click()
        expect(question).to_be_hidden()
        until(lambda cards=cards: len(table.cards()["Your hand"]) == cards, f"after {answer}")
    expect(table.host.locator("[data-mark=barred]")).to_have_count(0)


def test_the_rule_behind_a_refusal_is_opened_by_keys(room):
    (table,) = room.lay(SECOND)
    hand = Keys(table)
    hand.move(["Your rack: red 9"], "Meld 1")
    hand.press("end")
    table.expect_refusal("Meld 1 mixes colours")
    hand.tab_to(table.refusal.get_by_role("button", name="Why?"))
    room.page.keyboard.press("Enter")
    card = table.host.get_by_role("dialog")
    expect(card).to_contain_text("A run has one colour")
    room.page.keyboard.press("Escape")
    expect(card).to_be_hidden()


@pytest.mark.parametrize("hand", [Clicks, Keys])
def test_undo_and_redo(room, hand):
    (table,) = room.lay(SECOND)
    moves = hand(table)
    moves.move(["Your rack: green 6"], "Meld 1")
    moves.move(["Meld 1: green 2"], "Taken out")
    three, four, five = (", ".join(f"green {rank}" for rank in ranks) for ranks in ("3456", "2345", "23456"))
    for name, meld in (("undo", five), ("undo", four), ("redo", five), ("redo", three), ("restart", four)):
        moves.press(name)
        table.expect_melds(meld)
    assert "green 6" in table.names("Your rack")
    moves.move(["Your rack: green 6"], "Meld 1")
    table.expect_melds(five)


def test_two_tables_do_not_disturb_each_other(room):
    one, other = room.lay(SECOND, FIRST)
    Clicks(one).pick("Your rack: green 6")
    Drags(other).move(["Your rack: blue 2"], "Meld 1")
    Clicks(other).press("end")
    other.expect_refusal("Meld 1 mixes colours")
    assert one.picked() == ["green 6"]
    expect(one.refusal).to_be_hidden()
    Clicks(one).put("Meld 1")
    one.expect_melds("green 2, green 3, green 4, green 5, green 6")
    expect(other.refusal).to_be_visible()
    Keys(other).press("undo")
    other.expect_melds("red 6, red 7, red 8")
    one.expect_melds("green 2, green 3, green 4, green 5, green 6")


def test_a_table_shown_twice_follows_itself(room):
    room.run(f"import rummy_lab as rl\ntable = rl.TableView({SECOND!r})\ndisplay(table)\ndisplay(table)")
    one, other = Table(room.page, 0), Table(room.page, 1)
    Clicks(one).pick("Your rack: green 6")
    until(lambda: other.picked() == ["green 6"], "it is picked up in both")
    Keys(other).put("Meld 1")
    one.expect_melds("green 2, green 3, green 4, green 5, green 6")
    Clicks(one).move(["Your rack: red 9"], "Meld 1")
    Clicks(one).press("end")
    other.expect_refusal("Meld 1 mixes colours")


def test_keys_pressed_in_the_table_are_none_of_the_labs(room):
    (table,) = room.lay(SECOND)
    keyboard, hand = room.page.keyboard, Keys(table)
    before = room.page.evaluate(EVERYTHING)
    hand.enter()
    places = [
        table.card("Your rack: red 9"),
        table.put("Meld 1"),
        table.button("hint"),
        table.host.get_by_role("textbox"),
    ]
    for place in places:
        place.focus()
        for key in ("x", "m", "y", "r", "0", "0", "a", "b", "d", "d", "z", "1", "Shift+M", "Shift+L", "k", "j"):
            keyboard.press(key)
    assert room.page.evaluate(EVERYTHING) == before
    expect(table.host.get_by_role("textbox")).to_have_value("xmyr00abddz1MLkj")
    # Beside the table the same key is the lab's.
    room.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.activeCell.node.focus()")
    keyboard.press("b")
    until(lambda: len(room.page.evaluate(EVERYTHING)[0]) == 2, "a cell is added")


def test_keys_pressed_in_a_game_are_none_of_the_labs(room):
    room.run("import rummy_lab as rl\nrl.PlayGame('schmidt', seed=5, pace=0)")
    Table(room.page)
    before, game = room.page.evaluate(EVERYTHING), room.page.locator(".rl-play-game")
    game.get_by_role("button", name="Take my turn back").click()
    news = game.locator(".rl-news").first
    expect(news).to_contain_text("no turn of yours")
    expect(news).to_have_attribute("role", "status")
    for key in ("x", "m", "y", "0", "0", "a", "b", "d", "d"):
        room.page.keyboard.press(key)
    room.page.wait_for_timeout(200)
    assert room.page.evaluate(EVERYTHING) == before


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "de",
            ["Tisch", "Dein Brett", "Neue Kombination", "Zug beenden", "Rückgängig", "Wiederholen", "Zug eintippen"],
        ),
        ("nl", ["Tafel", "Je plankje", "Nieuwe combinatie", "Beurt beëindigen", "Ongedaan maken", "Zet typen"]),
    ],
)
def test_controls_are_named_in_the_chosen_language(room, lang, words):
    (table,) = room.lay(SECOND, lang=lang)
    named = table.host.aria_snapshot()
    assert [word for word in words if word not in named] == []
    assert "End turn" not in named
    Clicks(table).press("end")
    refused = {"de": "Nicht erlaubt", "nl": "Niet toegestaan"}[lang]
    expect(table.host.get_by_role("group", name=refused)).to_be_visible()
