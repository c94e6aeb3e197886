"""A page that shows the table without Jupyter: the module, a model that stands in for Python, frames made by hand."""

import json
import zlib
from base64 import b64encode

from rummy_lab.core.cards import Card
from rummy_lab.core.referee import position
from rummy_lab.draw import face_svg, picture_of, picture_of_cards, picture_svg
from rummy_lab.widgets.front import ENGLISH, front_end, styles

ADDRESS = "http://table.test/"
START = "schmidt; table [6r 7r 8r] [8r 8y 8g] [2g 3g 4g 5g]; hand A+ 5r 10r 9r 2b 6g 13y 4b; turn A"
SETTINGS = {
    "lang": "en",
    "size": "normal",
    "four_colours": False,
    "contrast": False,
    "speed": "normal",
    "autosort": False,
}
COLOURS = {
    "light": {
        "--jp-content-font-color1": "rgba(0,0,0,.87)",
        "--jp-layout-color0": "white",
        "--jp-layout-color2": "#eee",
    },
    "dark": {"--jp-content-font-color1": "#fff", "--jp-layout-color0": "#111", "--jp-layout-color2": "#424242"},
}
# A model as anywidget gives it, and what tests need to look at: what was sent, and who still listens.
MOUNT = """async ([source, traits, views]) => {
    const inflate = (value) => {
        if (!value?.base64) return value;
        const bytes = Uint8Array.from(atob(value.base64), (one) => one.charCodeAt(0));
        return { ...value, base64: undefined, packed: new DataView(bytes.buffer) };
    };
    const heard = new Map();
    const model = {
        traits, sent: [],
        get(name) { return this.traits[name]; },
        set(name, value) { this.put(name, value); },
        save_changes() {},
        send(message) { this.sent.push(structuredClone(message)); },
        on(name, act) { heard.set(name, [...(heard.get(name) ?? []), act]); },
        off(name, act) { heard.set(name, (heard.get(name) ?? []).filter((one) => one !== act)); },
        put(name, value) {
            this.traits[name] = name === "frame" ? inflate(value) : value;
            for (const act of heard.get(`change:${name}`) ?? []) act();
        },
        listeners() { return [...heard.values()].flat().length; },
    };
    traits.frame = inflate(traits.frame);
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const { default: widget } = await import(address);
    const open = (id) => widget.render({ model, el: document.getElementById(id) });
    window.table = { model, close: views.map(open), reopen(id) { this.close.push(open(id)); } };
}"""


def words(gid):
    return gid.removeprefix("card-").rpartition("-")[0]


def make_frame(gen=1, text=START, picked=(), width=1000.0, **more):
    """A frame with a real picture; what is named in `more` replaces what would be in it."""
    state = position(text)
    picture = picture_of(state, {"width": width, "new_meld": True, "selected": tuple(picked)})
    zones, cards = [], []
    for group in picture.groups:
        if group.kind != "zone":
            continue
        name = group.gid.removeprefix("zone-")
        kind = "meld" if name[1:].isdigit() else name.partition("-")[0]
        zones.append(
            {
                "id": group.gid,
                "kind": kind,
                "label": f"meld {name[1:]}"
                if kind == "meld"
                else {"hand": "your rack", "new": "new meld"}.get(kind, kind),
                "heading": f"Meld {name[1:]}" if kind == "meld" else {"hand": "Your rack"}.get(kind, kind.title()),
                "key": name[1:] if kind == "meld" else "0" if kind == "hand" else "",
                "target": kind in {"meld", "new", "hand"},
                "box": [round(value, 2) for value in group.box],
                "mark": None,
            }
        )
        for card in picture.cards(group.gid):
            wide, high = card.face.size
            box = [card.spot.x, card.spot.y, wide * card.spot.scale, high * card.spot.scale]
            cards.append(
                {
                    "id": card.gid,
                    "zone": group.gid,
                    "label": f"{words(card.gid)}, {zones[-1]['heading']}",
                    "live": kind in {"meld", "hand"},
                    "picked": card.gid in picked,
                    "box": [round(value, 2) for value in box],
                }
            )
    frame = {
        "gen": gen,
        "svg": picture_svg(picture, "a table", faces=False),
        "width": picture.width,
        "height": picture.height,
        "zones": zones,
        "cards": cards,
        "news": [],
        "log": [],
        "refusal": None,
        "chooser": None,
        "question": None,
        "buttons": {
            "end": {"on": True, "text": "End turn"},
            "undo": {"on": False, "text": "Undo"},
            "redo": {"on": False, "text": "Redo"},
            "draw": {"on": True, "text": "Draw"},
            "hint": {"on": True, "text": "Hint"},
            "sort": {"on": True, "text": "Sort"},
        },
        "status": ["Your turn", "0 of 30", "7 tiles"],
    }
    return frame | more


def faces_of(*texts):
    """The faces of these positions by their ids."""
    pictures = [picture_of(position(text), {"width": 1000.0}) for text in texts]
    return {face.id: face_svg(face) for picture in pictures for face in picture.faces}


def packed(frame):
    """The same frame with its picture packed."""
    return {key: value for key, value in frame.items() if key != "svg"} | {
        "base64": b64encode(zlib.compress(frame["svg"].encode(), 1)).decode()
    }


def marked(frame, **signs):
    """The same frame with marks on melds: `m1="good"`."""
    texts = {"good": "valid", "unfinished": "one card is missing"}
    zones = [
        zone | {"mark": {"sign": sign, "text": texts[sign]} if (sign := signs.get(zone["id"][5:])) else None}
        for zone in frame["zones"]
    ]
    return frame | {"zones": zones}


def docked(frame):
    """The same frame with its hand on a picture of its own."""
    hand = [card for card in frame["cards"] if card["zone"] == "zone-hand"]
    drawn = picture_of_cards([Card(words(card["id"])) for card in hand])
    svg = picture_svg(drawn, "the hand", faces=False)
    cards = {}
    for at, card in enumerate(hand):
        svg = svg.replace(f'id="card-{at + 1}"', f'id="{card["id"]}"')
        cards[card["id"]] = card | {"box": [10 + 53 * at, 9, 50, 68]}
    box = [0, 0, drawn.width, drawn.height]
    return frame | {
        "zones": [zone | {"box": box} if zone["id"] == "zone-hand" else zone for zone in frame["zones"]],
        "cards": [cards.get(card["id"], card) for card in frame["cards"]],
        "dock": {"svg": svg, "width": drawn.width, "height": drawn.height, "zones": ["zone-hand"]},
    }


def rule(right="6r 7r 8r", wrong="6r 7r 8b"):
    def picture(cards, label):
        drawn = picture_of_cards([Card(card) for card in cards.split()])
        return {"svg": picture_svg(drawn, label), "label": label}

    return {
        "title": "A run is of one colour",
        "text": "Three or more tiles of one colour whose numbers follow each other are a run.",
        "place": "Rulebook, melds, sentence 4",
        "right": picture(right, "6, 7 and 8, all red"),
        "wrong": picture(wrong, "the 8 is blue"),
    }


REFUSAL = {
    "near": "card-6g-1",
    "text": "A green 6 does not go with 6, 7 and 8 in red: a run is of one colour.",
    "also": ["There is a red 6 in this meld already."],
}
CHOOSER = {
    "title": "What does the joker stand for?",
    "near": "zone-m2",
    "options": [
        {"text": "blue 8", "points": 8, "sum": 32},
        {"text": "red 8", "points": 8, "sum": 32},
        {"text": "stays loose", "points": None, "sum": None},
    ],
}
QUESTION = {"text": "One tile is loose. End the turn all the same?", "yes": "End the turn", "no": "Go on"}


def open_table(page, frame=None, *, settings=None, theme="light", views=1, above=0, below=1200, around="", texts=None):
    """Show the table in a page; `above` and `below` are the heights of what else is on it."""
    colours = ";".join(f"{name}:{value}" for name, value in COLOURS[theme].items())
    places = "".join(f'<div id="view{at}" style="flex:1;min-width:0"></div>' for at in range(views))
    html = (
        f'<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>table</title><style>body{{margin:8px;{colours};background:var(--jp-layout-color0);"
        f"color:var(--jp-content-font-color1)}}</style>"
        f'<main><div style="height:{above}px"></div><div style="display:flex;gap:12px;{around}">{places}</div>'
        f'<div style="height:{below}px"></div></main>'
    )
    page.route(f"{ADDRESS}**", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(ADDRESS)
    traits = {
        "frame": make_frame() if frame is None else frame,
        "faces": faces_of(START, START.replace("A+", "A+ 5g 3b 4y 7y 1r 2r 3r 5b 12r")),
        "texts": ENGLISH if texts is None else texts,
        "settings": SETTINGS | (settings or {}),
        "styles": styles(),
    }
    page.evaluate(MOUNT, [front_end(), traits, [f"view{at}" for at in range(views)]])
    page.wait_for_selector("#view0 .card")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page


def show(page, frame):
    page.evaluate("(frame) => window.table.model.put('frame', frame)", frame)


def sent(page, *kinds):
    """The messages of these kinds; without kinds all but those about the width of the screen."""
    everything = page.evaluate("() => window.table.model.sent")
    return [one for one in everything if (one["type"] in kinds if kinds else one["type"] != "narrow")]


def dumped(value):
    return json.dumps(value, sort_keys=True)


FOCUSED = """() => {
    let node = document.activeElement;
    while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
    return node?.dataset?.stop ?? node?.dataset?.act ?? node?.tagName;
}"""
IN_ROOT = "document.querySelector('.rummy-table').shadowRoot"


def focused(page):
    """What has the focus: the id of a card or zone, the name of a button, or what else it is."""
    return page.evaluate(FOCUSED)


def middle(page, selector, x=0.5, y=0.5):
    """A point of an element, as a part of its width and height."""
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] * x, box["y"] + box["height"] * y


def drag(page, start, end, *, drop=True):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    if drop:
        page.mouse.up()


def sized(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    return page


def in_motion(page):
    """A visitor who does not mind motion."""
    page.emulate_media(reduced_motion="no-preference")
    return page
