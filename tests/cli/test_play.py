"""`rummy-lab play`: a match in the terminal."""

import io
import re

import pytest

import rummy_lab as rl
from rummy_lab.bots import bot
from rummy_lab.cli import play
from rummy_lab.cli.play import Play
from rummy_lab.cli.session import Ended, next_line
from rummy_lab.search.best import best_turn
from rummy_lab.search.choices import legal_turns
from rummy_lab.widgets.desk import Desk
from rummy_lab.widgets.saved import load_match
from rummy_lab.widgets.sitting import Sitting
from rummy_lab.widgets.typed_table import TypedTable
from rummy_lab.widgets.variant_controls import Seats
from rummy_lab.widgets.variant_model import Experiment
from rummy_lab.words.scene import bot_name

SEED = ["--seed", "3"]


class Typist(io.StringIO):
    """Types for whoever is to move: the best turn that lays, else any; Enter where nobody is to move."""

    def __init__(self, game, lines):
        super().__init__()
        self.game, self.lines = game, lines

    def readline(self, size=-1):
        if not self.lines or self.game.sitting.records:
            return ""
        self.lines -= 1
        state = self.game.desk.state
        if state.over is not None or state.seat != self.game.desk.seat:
            return "\n"
        best = best_turn(state) if state.phase != "start" or not state.rules.has_pile else None
        return f"{best.turn if best is not None and best.cards_laid else next(iter(legal_turns(state)))}\n"


@pytest.mark.parametrize(("rules", "players"), [("schmidt", ["me", "greedy"]), ("rummy40", ["greedy", "me", "me"])])
def test_a_deal_is_played_to_its_end(capsys, monkeypatch, rules, players):
    sitting = Sitting(rules, players, 3)
    game = Play(sitting, "en")
    monkeypatch.setattr("sys.stdin", Typist(game, 300))
    assert game.run() == 0
    out = capsys.readouterr().out
    assert "did not work" not in out
    assert "✗" not in out
    assert sitting.records
    assert sitting.records[0].outcome.how in ("out", "blocked")
    assert "this deal" in out
    assert "turns had a better one" in out or "no turn had a better one" in out
    assert ("Hand over; the cards are covered." in out) is (players.count("me") > 1)


def test_what_is_typed_is_heard_as_at_the_table(call):
    typed = "what fits\nlayoff 1r>4\nlalala\nhint\nunseen\nscores\nhelp\nshow\ndraw\n"
    code, out, err = call("play", "schmidt", "--players", "me,greedy", *SEED, typed=typed)
    assert (code, err) == (0, "")
    assert out.startswith("Schmidt Rummy. You are player A. Against you: player B (greedy, a bot). You begin.\n")
    assert "You can do this now: " in out
    assert "✗ " in out
    assert "  Rule: " in out
    assert "Cards you have not seen. Jokers: " in out
    assert "This is the first deal; there are no scores yet." in out
    assert "take my turn back" in out
    assert "You drew: " in out
    assert "Player B draws a card from the stock." in out


def test_the_hands_of_others_are_not_told(call):
    start = Sitting("schmidt", ["me", "greedy"], 3).state
    out = call("play", "schmidt", "--players", "me,greedy", *SEED, typed="hand\ntable\nshow\n")[1]
    seen = rl.view(start, "A")
    assert out.count("Player B, not opened, rack with 14 hidden cards.") == 2
    assert str(start) not in out
    assert seen.hand is not None


@pytest.mark.parametrize(("lang", "typed"), [("de", "hilfe\nziehen\nbeenden\n"), ("nl", "hulp\ntrekken\nstoppen\n")])
def test_in_the_language(call, lang, typed):
    code, out, _ = call("play", "rummy40", "--level", "2", *SEED, "--lang", lang, typed=typed)
    assert code == 0
    assert {"de": "Gezogen: ", "nl": "Getrokken: "}[lang] in out or "✗" not in out
    assert {"de": "speichern DATEI", "nl": "bewaar BESTAND"}[lang] in out


def test_a_match_is_saved_and_gone_on_with(call, tmp_path):
    out = call("play", "schmidt", "--players", "me,greedy", *SEED, typed="draw\nsave mine.toml\nquit\n")[1]
    assert "Saved in mine.toml.\n" in out
    assert out.endswith("To go on: rummy-lab play --resume mine.toml\n")
    assert len(load_match(tmp_path / "mine.toml").turns) == 2
    out = call("play", "--resume", "mine.toml", typed="draw\nsave mine.toml\n")[1]
    assert "The deal goes on; it is your turn." in out
    assert len(load_match(tmp_path / "mine.toml").turns) == 4, "its own file may be written again"


def test_a_match_is_kept_after_each_turn(call, tmp_path):
    out = call("play", *SEED, "--save", "kept.toml", typed="draw\ndraw\n")[1]
    assert len(load_match(tmp_path / "kept.toml").turns) == 4
    assert out.endswith("To go on: rummy-lab play --resume kept.toml\n")
    code, out, err = call("play", *SEED, "--save", "kept.toml")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert len(load_match(tmp_path / "kept.toml").turns) == 4


def test_a_file_that_is_there_stays_as_it_is(call, tmp_path):
    (tmp_path / "notes.txt").write_text("mine", "utf-8")
    out = call("play", *SEED, typed="save notes.txt\nsave\nsave nowhere/a.toml\nsave a\0b\n")[1]
    assert out.count("✗ ") == 4
    assert (tmp_path / "notes.txt").read_text("utf-8") == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    ("lang", "words"),
    [("de", ["stop", "dieses Spiel abbrechen", "stopp", "stop this deal"]), ("nl", ["stop", "dit spel stoppen"])],
)
def test_the_words_of_english_are_understood_in_every_language(call, lang, words):
    told = {"de": "Das Spiel ist abgebrochen.", "nl": "Het spel is gestopt."}[lang]
    for word in words:
        assert told in call("play", *SEED, "--lang", lang, typed=f"{word}\nquit\n")[1], word
    out = call("play", *SEED, "--lang", lang, typed="show\nunseen\nscores\nhelp\nnext\nsame deal\nbye\n")[1]
    assert not re.search("kenne ich nicht|ken ik niet", out)


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_a_bot_has_one_name_wherever_people_read_of_it(call, lang):
    """The table's words, the scores, a summary and a menu; what is typed is the name of the bot."""
    name = bot_name("greedy", lang)
    assert (name == "greedy") is (lang == "en")
    given = ["play", "--players", "me,greedy", *SEED, "--lang", lang]
    assert call(*given, typed="stop\n")[1].count(f"({name}, ") == 2
    out = call("selfplay", "--game", "schmidt", "--players", "2xgreedy", "--games", "2", "--quiet", "--lang", lang)[1]
    assert [line.split()[0] for line in out.splitlines()[2:]] == [name] * 3
    seats = Seats(lambda act: lambda _: act(), lambda _: None)
    seats.show(Experiment(rl.SCHMIDT), lang)
    assert name in [told for told, _ in seats.children[1].options]
    assert f" {name}, " in " ".join(call("play", "--help", "--lang", lang)[1].split())
    seats.close()


def test_the_end_of_the_input_says_how_to_go_on(call):
    code, out, _ = call("play", "schmidt", "--players", "me,greedy", *SEED)
    assert code == 0
    assert 'The same cards again: rummy-lab play "schmidt" --players me,greedy --seed 3\n' in out


def test_an_interrupt_says_how_to_go_on(call, monkeypatch):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr("rummy_lab.cli.session.next_line", interrupted)
    code, out, err = call("play", *SEED)
    assert (code, err) == (130, "")
    assert "The same cards again: " in out


def test_turns_deals_and_stops(call):
    typed = (
        "take my turn back\ndraw\ntake my turn back\nnext deal\nsame deal again\nsame deal again\n"
        "stop this deal\nred 4\n\ndraw\n"
    )
    out = call("play", "schmidt", "--players", "me,greedy", *SEED, typed=typed)[1]
    for told in (
        "There is no turn of yours to take back.", "You are back at the start of your turn.",
        "This deal is still being played", "The deal is stopped.", "The deal is over. Press Enter", "Deal 2.",
    ):  # fmt: skip
        assert told in out, told


def test_what_has_to_be_agreed_to_is_asked():
    """A discard that does not let one open; yes and no are answers only where something is asked."""
    table = TypedTable(Desk(rl.position("rummy40; hand A 2h 9s; hand B 3h; pile 4c; stock 5h 6h; turn A")))
    table.type("yes")
    told = table.type("take")
    assert told[-1].endswith("(Yes / No)")
    table.type("no")
    assert table.desk.state.moves == ()
    table.type("take")
    table.type("y")
    assert [str(move) for move in table.desk.state.moves] == ["take"]


def test_a_choice_is_made_by_number():
    state = rl.position("schmidt; table [2y 3y 4y]; hand A+ 5r 6r * 9b; hand B+ 1y 2b; stock 1b 2b 3b; turn A")
    table = TypedTable(Desk(state))
    told = table.type("red 5 6 joker")
    options = [line for line in told if line.startswith("  ")]
    assert len(options) == 2
    assert options[0].startswith("  1) ")
    table.type("2")
    assert len(table.desk.state.work.heaps) == 2
    assert table.desk.chooser is None


def test_bots_alone_need_nobody(call):
    code, out, _ = call("play", "--players", "greedy,greedy", "--seed", "1")
    assert code == 0
    assert "Your turn" not in out
    assert "this deal" in out


@pytest.mark.parametrize(
    "more",
    [["chess"], ["--players", "me,nobody"], ["--players", "me"], ["--seed", "-4"], ["--level", "9"],
     ["--players", "me,me", "--level", "2"], ["--players", ""]],
)  # fmt: skip
def test_what_cannot_be_is_told(call, more):
    code, _, err = call("play", *more)
    assert (code, bool(err)) == (2, True)


def test_anything_may_be_typed(call):
    typed = "\x00\n" + "meld " * 3000 + "\n\udcff\n🃏\n" + "1 " * 50 + "\n" + "arrange [4r 4r]\nend\npass\n[]\n>\n"
    code, out, _ = call("play", *SEED, typed=typed)
    assert code == 0
    assert "did not work" not in out


def test_levels_name_bots_there_are():
    assert [bot(name).name for name in play.OPPONENTS] == list(play.OPPONENTS)


def test_a_person_types_at_a_prompt(monkeypatch, capsys):
    class Keyboard(io.StringIO):
        def isatty(self):
            return True

    typed, prompts = iter(["  draw "]), []

    def asked(prompt):
        prompts.append(prompt)
        for line in typed:
            return line
        raise EOFError

    monkeypatch.setattr("sys.stdin", Keyboard())
    monkeypatch.setattr("builtins.input", asked)
    assert next_line() == "draw"
    with pytest.raises(Ended):
        next_line()
    assert prompts == ["> ", "> "]
    assert capsys.readouterr().out == "\n", "what is said next begins in a line of its own"


def test_what_goes_wrong_behind_a_turn_is_told_with_the_turn():
    def full(*_):
        raise rl.RummyError("match.toml: cannot be written")

    state = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 10r; hand B ??x3; stock 1r 2r ??x3; turn A")
    table = TypedTable(Desk(state, on_turn=full))
    told = table.type("draw")
    assert told[0] == "You drew: red 1."
    assert told[-1] == "match.toml: cannot be written"
    assert table.type("what is there")[-1] != "match.toml: cannot be written"


def test_a_match_that_can_no_longer_be_saved_is_played_on(call, monkeypatch):
    written = []

    def full(sitting, path):
        written.append(path)
        if len(written) > 1:
            raise rl.RummyError("kept.toml: cannot be written: No space left on device")

    monkeypatch.setattr(play, "save_match", full)
    code, out, _ = call("play", *SEED, "--save", "kept.toml", typed="draw\ndraw\nquit\n")
    assert code == 0
    assert out.count("You drew") == 2
    assert "\u2717 kept.toml: cannot be written: No space left on device\n" in out
    assert "This match is not saved." in out


def test_a_card_that_was_just_drawn_is_seen(call):
    out = call("play", "rummy40", *SEED, typed="unseen\ndraw\nunseen\nquit\n")[1]
    counts = [
        re.findall(r"[0-9]+", line) for line in out.splitlines() if line.startswith(("clubs", "diam", "hear", "spad"))
    ]
    before, after = (sum(int(one) for row in rows for one in row) for rows in (counts[:4], counts[4:]))
    assert (len(counts), before - after) == (8, 1)


def test_a_deal_that_is_over_is_not_stopped_again(call):
    out = call("play", *SEED, typed="stop this deal\nstop this deal\nquit\n")[1]
    assert out.count("The deal is stopped.") == 1
    assert out.count("The deal is over. Press Enter") == 1
