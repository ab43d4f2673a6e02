"""An action told by hand: questions with a few answers each, until it is whole. The rules decide what may be asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from rules.words import SILENCE, Phrase


@dataclass(frozen=True)
class Option:
    """One answer. `worth` says what is known of it already, so that it can stand beside it."""

    words: Phrase
    worth: Phrase = SILENCE


@dataclass(frozen=True)
class Asked:
    """One question. `chosen` is the answer that the marker stands on first: the likeliest, or what was seen."""

    title: Phrase
    options: tuple[Option, ...]
    chosen: int = 0
    about: Phrase = SILENCE  # what has been answered so far


class Entry(Protocol):
    """Asks for one action (or for the chance of a turn) step by step."""

    def question(self) -> Asked | None:
        """The next question; None when everything is answered."""

    def answer(self, option: int) -> None: ...

    def back(self) -> bool:
        """Takes the last answer back; False when there was none, which leaves the entry."""

    def action(self) -> Mapping[str, Any]:
        """The action in the rules' JSON form, once everything is answered. It may be one that the rules refuse."""
