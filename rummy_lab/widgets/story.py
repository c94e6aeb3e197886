"""What stands beside the picture: what happened, why something is refused, where the table stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from rummy_lab.core.events import Freed, Opened, Reshuffled, public
from rummy_lab.core.moves import Move
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.widgets.frames import Frame
from rummy_lab.widgets.stage import Look, notation, seen
from rummy_lab.widgets.texts import Language, text
from rummy_lab.words import caption, describe, explain, place, teachable_order


@dataclass(frozen=True, slots=True)
class Story:
    """A frame in words.

    Attributes:
        step: which step this is.
        happened: the moves that led here, or what was tried, a sentence each.
        rules: where the rules behind these moves stand.
        refused: why it is not allowed, each reason with its place.
        table: the melds, of a full table those that changed, and what is lifted from them.
        scene: the whole position.
        notation: the position as text, with the table that an open turn has led to.
    """

    lang: Language
    step: str
    happened: tuple[str, ...]
    rules: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]
    table: tuple[str, ...]
    scene: tuple[str, ...]
    notation: str

    def __str__(self) -> str:
        told = text("tried", self.lang) + " " if self.refused else ""
        lines = [self.step, told + " ".join(self.happened)]
        if self.refused:
            lines += [text("refused", self.lang), *(f"{reason} ({where})" for reason, where in self.refused)]
        elif self.rules:
            lines.append(f"{text('rule', self.lang)} {'; '.join(self.rules)}")
        return "\n".join([*lines, *self.table])

    def news(self) -> str:
        """What changed, as HTML."""
        tag = "rl-tried" if self.refused else "rl-happened"
        told = f"<b>{escape(text('tried', self.lang))}</b> " if self.refused else ""
        out = [_p("rl-step", escape(self.step)), _p(tag, told + escape(" ".join(self.happened)))]
        if self.refused:
            reasons = "".join(
                f'<li>{escape(reason)} <span class="rl-place">{escape(where)}</span></li>'
                for reason, where in self.refused
            )
            out.append(f'<div class="rl-refused"><b>{escape(text("refused", self.lang))}</b><ul>{reasons}</ul></div>')
        elif self.rules:
            out.append(_p("rl-place", escape(f"{text('rule', self.lang)} {'; '.join(self.rules)}")))
        return "".join([*out, *(_p("rl-table", escape(line)) for line in self.table)])

    def position(self) -> str:
        """The whole position, as HTML."""
        lines = "<br>".join(map(escape, self.scene))
        words = f"<h4>{escape(text('words', self.lang))}</h4><p>{lines}</p>"
        notation = f"<h4>{escape(text('notation', self.lang))}</h4><code>{escape(self.notation)}</code>"
        return f'<div class="rl-position" lang="{self.lang}">{words}{notation}</div>'


def _p(kind: str, inside: str) -> str:
    return f'<p class="{kind}">{inside}</p>'


_MELDS_TOLD: Final = 6  # a listener wants to hear of a table of twenty melds what is new in it
_TOLD: Final = (Opened, Freed, Reshuffled)  # the moves tell the rest


def story_of(before: Frame | None, frames: Sequence[Frame], step: int, steps: int, look: Look) -> Story:
    """Tell the last of these frames, which belong to one step; `before` is what was seen before them."""
    last, lang = frames[-1], look.lang
    state = seen(last.state, look)
    rules = state.rules
    moves = [(frame.seat, _shown(frame, move, look)) for frame in frames for move in frame.moves]
    if not moves:
        happened: Iterable[str] = [text("next_position" if step else "begin", lang)]
    else:
        happened = [explain(move, lang, rules=rules, seat=seat or None) for seat, move in moves]
    scene = describe(state, lang).split("\n")
    extras = [
        explain(event, lang, rules=rules) for frame in frames for event in frame.events if isinstance(event, _TOLD)
    ]
    extras += [frame.note for frame in frames if frame.note]
    if state.over is not None and not last.refused:
        extras.append(scene[-1])
    places = (_place(move, rules, lang) for _, move in moves)
    reasons = sorted(last.refused, key=lambda violation: teachable_order.index(violation.code))
    return Story(
        lang,
        caption("step", lang, n=step, m=steps) if step else caption("start", lang),
        (*happened, *extras),
        tuple(dict.fromkeys(filter(None, places))),
        tuple((explain(reason, lang, rules=rules), place(reason, rules).text(lang)) for reason in reasons),
        _table(before, state, scene, lang),
        tuple(scene),
        notation(state),
    )


def _table(before: Frame | None, state: State, scene: Sequence[str], lang: Language) -> tuple[str, ...]:
    melds, rest = scene[1], scene[2 : 3 if state.loose else 2]
    if before is None or len(state.heaps) <= _MELDS_TOLD:
        return (melds, *rest)
    known = before.state.heaps
    changed = [
        f"{text('meld', lang, heap=str(heap))}: {explain(meld, lang, rules=state.rules)}"
        for heap, meld in state.heaps.items()
        if meld and meld != known.get(heap)
    ]
    return (f"{text('changed', lang)} {'; '.join(changed)}.", *rest) if changed else tuple(rest)


def _shown(frame: Frame, move: Move, look: Look) -> Move:
    """The move as the seat that looks saw it."""
    return public(move) if look.seat and look.seat != frame.seat else move


def _place(move: Move, rules: RuleSet, lang: Language) -> str:
    """Where the rule that this kind of move follows stands; empty where there is none to name."""
    found = place(move, rules)
    return found.text(lang) if found else ""
