"""The plain moments: a sentence to be read, one of several to be picked, a thing to be sure of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from firmware.screens.views import Choice, Keys, Notice, View
from firmware.table.moment import Buttons, Does, Moment
from rules.words import SILENCE, Phrase, say

if TYPE_CHECKING:
    from firmware.table.table import Table

Act = Callable[[], None]
Picked = tuple[Phrase, Act]


def nothing() -> None:
    """Nothing is done."""


class Saying(Moment):
    """Sentences; confirm or back goes on."""

    name = "saying"

    def __init__(
        self,
        table: Table,
        title: Phrase,
        lines: Sequence[Phrase],
        tone: str = "plain",
        then: Act = nothing,
    ) -> None:
        super().__init__(table)
        self.title, self.lines, self.tone, self.then = title, tuple(lines), tone, then
        self.page = 0

    def buttons(self) -> Buttons:
        return {
            "confirm": Does(say("ok"), self._on),
            "back": Does(say("back"), self._on),
            "previous": Does(say("page"), lambda: self._turn(-1)),
            "next": Does(say("page"), lambda: self._turn(1)),
        }

    def view(self, keys: Keys) -> View:
        return Notice(self.title, self.lines, keys, self.tone, self.page)

    def _turn(self, by: int) -> None:
        self.page = self.table.turned(self.view(self.keys()), self.page, by)

    def _on(self) -> None:
        self.close()
        self.then()


class Picking(Moment):
    """One of several. `back` says what leaving does; without it, leaving just closes."""

    name = "picking"

    def __init__(
        self,
        table: Table,
        title: Phrase,
        options: Sequence[Picked],
        chosen: int = 0,
        about: Phrase = SILENCE,
        back: Act | None = None,
        stay: bool = False,
        marked: frozenset[int] = frozenset(),
    ) -> None:
        super().__init__(table)
        self.title, self.options, self.about = title, list(options), about
        self.chosen = min(max(chosen, 0), max(len(self.options) - 1, 0))
        self.back, self.stay, self.marked = back, stay, marked

    def buttons(self) -> Buttons:
        mine = {"back": Does(say("back"), self._leave)}
        if self.options:
            mine["confirm"] = Does(say("choose"), self._pick)
        if len(self.options) > 1:
            mine["previous"] = Does(say("up"), lambda: self._move(-1))
            mine["next"] = Does(say("down"), lambda: self._move(1))
        return mine

    def view(self, keys: Keys) -> View:
        return Choice(self.title, tuple(words for words, _ in self.options), self.chosen, keys, self.about, self.marked)

    def _move(self, by: int) -> None:
        self.chosen = (self.chosen + by) % len(self.options)

    def _pick(self) -> None:
        _, do = self.options[self.chosen]
        if not self.stay:
            self.close()
        do()

    def _leave(self) -> None:
        self.close()
        if self.back is not None:
            self.back()


class Sure(Saying):
    """A question whose answer is confirm or back."""

    name = "sure"

    def __init__(
        self,
        table: Table,
        title: Phrase,
        lines: Sequence[Phrase],
        yes: Act,
        no: Act = nothing,
        words: tuple[Phrase, Phrase] | None = None,
        tone: str = "ask",
    ) -> None:
        super().__init__(table, title, lines, tone)
        self.yes, self.no = yes, no
        self.words = words or (say("yes"), say("no"))

    def buttons(self) -> Buttons:
        return {
            **super().buttons(),
            "confirm": Does(self.words[0], lambda: self._said(self.yes)),
            "back": Does(self.words[1], lambda: self._said(self.no)),
        }

    def _said(self, do: Act) -> None:
        self.close()
        do()
