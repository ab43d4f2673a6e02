"""Sentences that can be said in another language: an English pattern and what goes into it."""

from __future__ import annotations

from typing import NamedTuple


class Phrase(NamedTuple):
    """An English sentence with gaps, and what fills them. Only who shows it puts it together.

    The pattern is the key under which a catalogue of another language finds its own; what fills a gap is a number, a
    name, or a word that the catalogue may know too.
    """

    pattern: str
    fills: tuple[str | int | Phrase, ...] = ()

    def __str__(self) -> str:
        return self.pattern.format(*self.fills) if self.fills else self.pattern


def say(pattern: str, *fills: str | int | Phrase) -> Phrase:
    return Phrase(pattern, fills)


SILENCE = Phrase("")


def listed(words: tuple[str | int | Phrase, ...] | list[str]) -> str:
    """a; a and b; a, b and c."""
    texts = [str(word) for word in words]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}" if texts else "none"
