"""What is done at a table in play: gestures are judged by the referee, refused with reasons, or asked about."""

from __future__ import annotations

from rummy_lab.core.moves import Draw, End, Pass, Take, Turn
from rummy_lab.core.referee import check, play_until_error
from rummy_lab.core.violations import PlayOrDraw, Violation
from rummy_lab.search import exists
from rummy_lab.widgets.desk_frame import HAND
from rummy_lab.widgets.gestures import Meaning, declared, meanings, refused, said
from rummy_lab.widgets.tabletop import Tabletop
from rummy_lab.widgets.telling import Chooser, Question, Refusal
from rummy_lab.widgets.tracker import LOOSE, PILE, STOCK, hand_of, heap_at
from rummy_lab.widgets.turn_steps import Step


class PlayedTable(Tabletop):
    """A table whose cards are moved by gestures and by moves that are told.

    Attributes:
        tried: the moves that were refused last.
    """

    tried: Turn | None = None

    def play(self, moves: Turn, *, exact: bool = True) -> None:
        """Do these moves as one gesture; what is refused or has to be chosen is shown.

        Where they are not `exact` a card for a meld may be meant for its joker, as where it is put there.
        """
        self._answered()
        ways = tuple(declared(self.state, Meaning(moves))) if exact else said(self.state, moves)
        self._decide(ways, HAND, ())
        self._changed()

    # Gestures

    def _tap(self, one: str) -> None:
        card = self.ids.cards.get(one)
        place = self.ids.place(one)
        if one in self.picked:
            self.picked = tuple(other for other in self.picked if other != one)
            self._news = (self.teller.text("put_back", cards=self.teller.say(card)),)
        elif STOCK in (place, one) or (not place and one not in self.shown().zones()):
            self._draw()
        elif PILE in (place, one) and not self.picked:
            self._judge(Turn([Take()]), one, (one,) if place else ())
        elif card is not None and self._picks(place):
            self.picked = (*self.picked, one)
            self._news = (self.teller.text("picked", cards=self.teller.say(card)),)
        elif one == HAND and self.picked and all(other in self.hand for other in self.picked):
            self._put_back(self.picked)
        elif self.picked:
            self._put(self.picked, one, None)
        else:
            self._news = (self.teller.text("not_movable" if place else "pick_first"),)

    def _picks(self, place: str) -> bool:
        """Whether a tap on a card of this place picks it up, rather than puts down what is picked up."""
        if place in (hand_of(self.seat), LOOSE):
            return True
        return heap_at(place) is not None and (not self.picked or any(self.ids.place(p) == place for p in self.picked))

    def _put(self, cards: tuple[str, ...], on: str, at: int | None) -> None:
        hand = hand_of(self.seat)
        place = self.ids.place(on) or self.shown().place(on)
        homes = {self.ids.place(one) for one in cards}
        if place == hand and homes == {hand}:
            self._move_in_hand(cards, on, at)
        elif homes == {place}:
            self._put_back(cards)
        elif any(not home or (home.startswith("hand-") and home != hand) for home in homes):
            self._news = (self.teller.text("not_movable"),)
        elif not self.mine:
            self._refuse(check(self.state, Turn([End()]), seat=self.seat), cards[0])
        elif STOCK in homes:
            self._draw()
        elif ways := meanings(self.state, self.ids, cards, on if self.ids.place(on) else place, at):
            self._decide(ways, cards[0], cards)
        else:
            self._news = (self.teller.text("not_here"),)

    def _move_in_hand(self, cards: tuple[str, ...], on: str, at: int | None) -> None:
        rest = [one for one in self.hand if one not in cards]
        if at is None:
            at = rest.index(on) if on in rest else len(rest)
        moved = tuple(one for one in self.hand if one in cards)
        self._hold((*rest[:at], *moved, *rest[at:]))
        self.picked = ()
        self.order = self.order if self.autosort else "none"

    def _chosen(self, chooser: Chooser | None, option: int | None) -> None:
        if chooser is None or option is None:
            self.picked = ()
            self._news = (self.teller.text("back"),)
        else:
            self._judge(chooser.ways[option].moves, chooser.near, chooser.touched)

    def _put_back(self, cards: tuple[str, ...]) -> None:
        told = ", ".join(self.teller.say(self.ids.cards[one]) for one in cards)
        self._news = (self.teller.text("put_back", cards=told) if told else self.teller.text("nothing_picked"),)
        self.picked = ()

    # Judging

    def _decide(self, ways: tuple[Meaning, ...], near: str, touched: tuple[str, ...]) -> None:
        """Do the one legal way, ask where there are several, else say why the likeliest is refused."""
        if len(ways) > 1 and self.mine:
            legal = tuple(way for way in ways if not refused(self.state, way.moves))
            if len(legal) > 1:
                self.chooser = Chooser(legal, near, touched)
                return
            ways = legal or ways
        self._judge(ways[0].moves, near, touched)

    def _judge(self, moves: Turn, near: str, touched: tuple[str, ...] = (), *, agreed: bool = False) -> None:
        """Play moves as one step, or show why they are refused: then all of it is as it was."""
        if self.state.over is None and not self.mine:
            self._refuse(check(self.state, moves, seat=self.seat), near)
            return
        search = exists if self.state.rules.needs_search else None
        # As a whole first: what follows the move that ends the turn is no move of the next player.
        _, faults = play_until_error(self.state, moves, exists=search)
        if faults:
            self.tried = moves
            self._refuse(faults, near)
            return
        if self.no_opening and not agreed and any(isinstance(move, Take) for move in moves):
            self.question = Question("take", moves, near, touched)
            return
        state, ids = self.state, self.ids
        for move in moves:
            after, _ = play_until_error(state, move, exists=search)
            ids = ids.follow(state, after, move, touched)
            state = after
        self._step(Step(state, ids, moves))

    def _refuse(self, faults: tuple[Violation, ...], near: str) -> None:
        place = next((f"m{heap}" for fault in faults if (heap := getattr(fault, "heap", 0))), "")
        shown = near == "hand" and place in self.ids.places
        self.refusal = Refusal(faults, place if shown else near)

    def _draw(self) -> None:
        moves, start = Turn([Draw()]), self._turn.steps[self._turn.start_of_play].state
        drawn = self.ids.places[STOCK][:1]
        moved = self.mine and self.state.moves
        if moved and PlayOrDraw() in check(self.state, moves) and not refused(start, moves):
            self.question = Question("draw", moves, STOCK, drawn)
        else:
            self._judge(moves, STOCK, drawn)

    def _answer(self, question: Question | None, *, yes: bool) -> None:
        if question is not None and yes:
            self._go(self._turn.start_of_play)
            self._judge(question.moves, question.near, question.touched, agreed=True)

    def _end(self) -> None:
        passes = Turn([Pass()])
        if self.mine and self.state.stock == () and not refused(self.state, passes):
            self._judge(passes, "hand")
        else:
            self._decide(tuple(declared(self.state, Meaning(Turn([End()])))), "hand", ())
