"""What argparse says around the arguments of a command is in the language of the call, in every command."""

from __future__ import annotations

import pytest

from rummy_lab import cli
from rummy_lab.arguments import frame
from rummy_lab.language import LANGUAGES

HELP = [[name] for name in cli.COMMANDS if name != "lab"] + [
    ["worksheet", "lesson"],
    ["worksheet", "puzzles"],
    ["lite", "build"],
]
# The frame of argparse in English, and where it would stand.
ENGLISH = ("usage:", "positional arguments", "show this help message", "\noptions:", "error:")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", HELP, ids=" ".join)
def test_help_has_its_frame_in_the_language(command, lang, capsys):
    with pytest.raises(SystemExit, match=r"^0$"):
        cli.main([*command, "--help", "--lang", lang])
    said = capsys.readouterr().out
    assert said.startswith(frame()["parser"]["usage"][lang])
    assert frame()["parser"]["help"][lang] in said
    assert "--lang" in said
    if lang != "en":
        assert not [text for text in ENGLISH if text in said]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("arguments", "key", "named"),
    [
        (["worksheet"], "required", {"names": "{lesson,puzzles}"}),
        (["worksheet", "lesson", "schmidt/sets"], "required", {"names": "-o/--out"}),
        (
            ["worksheet", "puzzles", "schmidt", "-o", "x.html", "--seed", "x"],
            "value",
            {"name": "--seed", "value": "'x'"},
        ),
        (["lite", "build", "site", "--aap", "x"], "unknown", {"names": "--aap x"}),
        (["app", "--port"], "expected", {"name": "--port"}),
    ],
)
def test_what_is_not_understood_is_told_in_the_language(arguments, key, named, lang, capsys):
    with pytest.raises(SystemExit, match=r"^2$"):
        cli.main([*arguments, "--lang", lang])
    said = capsys.readouterr().err
    assert frame()["fault"][key][lang].format(**named) in said
    assert "error:" not in said


@pytest.mark.parametrize(
    ("arguments", "de", "nl"),
    [
        (["check", "schmidt; hand A 4x; turn A", "draw"], "ist keine Karte", "is geen kaart"),
        (["check", "rummy40{opening.points=3x}; turn A", "draw"], "eine ganze Zahl von", "een heel getal van"),
        (["solve", "schmitt; turn A"], "meinst du", "bedoel je"),
        (["worksheet", "lesson", "schmidt/sets", "-o", "x.doc"], "gib der Datei so eine Endung", "geef het bestand"),
        (["lite", "build", "x", "--app", "ftp://x"], "ist eine Adresse", "is een adres"),
        (
            ["selfplay", "--game", "schmidt", "--players", "gready", "exact", "--games", "1"],
            "es gibt keinen Bot 'gready'",
            "er is geen bot 'gready'",
        ),
        (["lesson", "play", "schmidt/none"], "es gibt keine Lektion", "er is geen les"),
        (["puzzle", "schmidt", "--level", "9"], "die Stufe eines Rätsels", "het niveau van een puzzel"),
    ],
)
def test_what_cannot_be_is_told_in_the_language(arguments, de, nl, capsys):
    for lang, told in (("de", de), ("nl", nl)):
        assert cli.main([*arguments, "--lang", lang]) == 2
        assert told in capsys.readouterr().err
