"""Addresses of the app: each is read and written back; what is none of ours says why and leads somewhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_lab.app.address import LONGEST, NAMED, PLAIN, Address, Fault, read
from rummy_lab.lessons.catalogue import lesson_files

GOOD = [
    "?lesson=schmidt/split&lang=de",
    "?course=rummy40",
    "?puzzles=schmidt&lang=nl",
    "?game=rummy40",
    "?game=rummy40{opening.points=51}&players=me,greedy,careful&seed=17&lang=nl",
    "?rules=jokeren_nl",
    "?variant=schmidt{opening.points=20}",
    "?ask=may+I+keep+the+joker?&lang=en".replace("joker?", "joker%3F"),
    *(f"?page={page}&lang=de" for page in PLAIN if page != "start"),
]


@pytest.mark.parametrize("query", GOOD)
def test_an_address_is_written_as_it_was_read(query):
    address, fault = read(query)
    assert fault is None
    assert address.query == query


@pytest.mark.parametrize(
    ("query", "kind", "fault"),
    [
        ("?lesson=schmidt/splt&lang=de", "learn", Fault("lesson", "schmidt/splt", "schmidt/split")),
        ("?lesson=../../secret.toml", "learn", Fault("lesson", "../../secret.toml")),
        ("?course=chess", "learn", Fault("course", "chess")),
        ("?puzzles=smidt", "learn", Fault("puzzles", "smidt", "schmidt")),
        ("?game=rumy40", "play", Fault("game", "rumy40", "rummy40")),
        ("?game=rummy40{opening.points=many}", "play", Fault("game", "rummy40{opening.points=many}", "")),
        ("?game=rummy40&seed=-1", "play", Fault("seed", "-1")),
        ("?game=rummy40&seed=99999999999", "play", Fault("seed", "99999999999")),
        ("?game=rummy40&players=greedy,careful", "play", Fault("players", "greedy,careful")),
        ("?game=rummy40&players=me,nobody", "play", Fault("players", "me,nobody")),
        ("?rules=poker", "ask", Fault("rules", "poker")),
        ("?variant=rummy40{", "explore", Fault("variant", "rummy40{", "rummy40")),
        ("?page=lern", "start", Fault("page", "lern", "learn")),
        ("?page=learn&lang=fr", "learn", Fault("lang", "fr")),
        (f"?ask={'a' * LONGEST}", "start", Fault("long")),
        ("?" + "&".join(f"a{at}=1" for at in range(50)), "start", Fault("long")),
    ],
)
def test_what_is_none_of_ours_says_why_and_leads_somewhere(query, kind, fault):
    address, found = read(query)
    assert (address.kind, found) == (kind, fault)


def test_what_others_put_into_an_address_does_not_matter():
    assert read("?token=abc&utm_source=mail") == (Address(), None)
    assert read("") == (Address(), None)
    assert read("?lesson=") == (Address(), None)


def test_every_lesson_has_an_address():
    for name in lesson_files():
        assert read(Address("lesson", name, lang="nl").query) == (Address("lesson", name, lang="nl"), None)


words = st.text(max_size=40)


@given(
    st.one_of(words, st.builds(lambda key, value: f"?{key}={value}", st.sampled_from((*NAMED, "page", "lang")), words))
)
def test_any_text_leads_to_an_address_that_stays_itself(query):
    address, _ = read(query)
    again, fault = read(address.query)
    assert fault is None
    assert again == address or address.kind == "ask"
    assert again.kind == address.kind
