"""Finds texts by words, also misspelled ones: by the pieces of three letters that words have in common."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

_WORD: Final = re.compile(r"\w+")
_LEAST: Final = 0.22  # less is what unrelated sentences have in common
_WHOLE: Final = 0.8
"""How much it counts, beside the likest text, how much of a question stands in all the texts of a key together."""


def pieces(text: str) -> Counter[str]:
    """What a text is compared by: three letters each, words with their start and end, without accents.

    >>> sorted(pieces("Één joker"))
    ['#ee', '#jo', 'een', 'en#', 'er#', 'jok', 'ker', 'oke']
    """
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    marked = [f"#{word}#" for word in _WORD.findall(letters)]
    return Counter(word[at : at + 3] for word in marked for at in range(max(1, len(word) - 2)))


class Finder:
    """Texts under keys, several under one; ranks keys by the likest of their texts and by all of them together, and
    always in the same way.

    >>> finder = Finder({"open": ["points to open", "the first meld"], "score": ["points at the end"]})
    >>> [key for key, _ in finder.ranked("points of the first meld to open")]
    ['open', 'score']
    """

    def __init__(self, texts: Mapping[str, Sequence[str]]) -> None:
        split = [(key, pieces(text)) for key, rows in texts.items() for text in rows]
        self._count = len(split)
        self._found_in = Counter(piece for _, found in split for piece in found)
        self._rows = [(key, self._weighed(found)) for key, found in split]
        self._order = {key: at for at, key in enumerate(texts)}
        self._whole: dict[str, set[str]] = {key: set() for key in texts}
        for key, found in split:
            self._whole[key].update(found)
        self._holding = Counter(piece for found in self._whole.values() for piece in found)

    def ranked(self, asked: str) -> list[tuple[str, float]]:
        """The keys that fit what is asked, the best first, each with how well it fits, 0 to 1."""
        wanted = self._weighed(pieces(asked))
        best: dict[str, float] = {}
        for key, row in self._rows:
            shared = [piece for piece in wanted if piece in row]
            both = sum(wanted[piece] * row[piece] for piece in shared)
            # A few words out of a long question are as good as all of it.
            alike = round((both + sum(wanted[piece] ** 2 for piece in shared)) / 2, 9)
            if alike > best.get(key, _LEAST):
                best[key] = alike
        rare = {piece: math.log(1 + len(self._whole) / (1 + self._holding[piece])) for piece in sorted(wanted)}
        for key, alike in best.items():
            there = sum(weight for piece, weight in rare.items() if piece in self._whole[key]) / sum(rare.values())
            best[key] = round((alike + _WHOLE * there) / (1 + _WHOLE), 9)
        return sorted(best.items(), key=lambda one: (-one[1], self._order[one[0]]))

    def _weighed(self, found: Counter[str]) -> dict[str, float]:
        """Rare pieces weigh more; all together weigh 1."""
        weights = {
            piece: (1 + math.log(count)) * math.log(1 + self._count / (1 + self._found_in[piece]))
            for piece, count in sorted(found.items())
        }
        length = math.sqrt(sum(weight * weight for weight in weights.values()))
        return {piece: weight / length for piece, weight in weights.items()} if length else {}
