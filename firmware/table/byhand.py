"""Telling something by the buttons: an entry's questions one after another, until an action stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from firmware.byhand.entry import Asked, Entry
from firmware.screens.views import Choice, Keys, View
from firmware.table.moment import Buttons, Does, Moment
from firmware.table.notices import Act, nothing
from firmware.table.proposing import propose
from rules.trouble import Trouble
from rules.words import SILENCE, Phrase, say

if TYPE_CHECKING:
    from firmware.table.table import Table

Told = Callable[[Mapping[str, Any]], None]


class Telling(Moment):
    """An entry by hand. `then` gets what was told; if it is turned down, the last question is asked again."""

    name = "telling"

    def __init__(self, table: Table, entry: Entry, then: Told, leave: Act = nothing) -> None:
        super().__init__(table)
        self.entry, self.then, self.leave = entry, then, leave
        self.chosen = 0
        self.asked: Asked | None = None
        self._ask()

    def begin(self) -> None:
        """Open it; an entry that has nothing to ask is told at once."""
        self.table.open(self)
        if self.asked is None:
            self._told()

    def buttons(self) -> Buttons:
        mine = {"back": Does(say("back"), self._back)}
        if self.asked is not None:
            mine["confirm"] = Does(say("choose"), self._answer)
            if len(self.asked.options) > 1:
                mine["previous"] = Does(say("up"), lambda: self._move(-1))
                mine["next"] = Does(say("down"), lambda: self._move(1))
        return mine

    def view(self, keys: Keys) -> View:
        if self.asked is None:
            return Choice(say("by hand"), (), 0, keys)
        options = tuple(with_worth(option.words, option.worth) for option in self.asked.options)
        return Choice(self.asked.title, options, self.chosen, keys, self.asked.about)

    def _ask(self) -> None:
        self.asked = self.entry.question()
        self.chosen = self.asked.chosen if self.asked else 0

    def _move(self, by: int) -> None:
        assert self.asked is not None
        self.chosen = (self.chosen + by) % len(self.asked.options)

    def _answer(self) -> None:
        self.entry.answer(self.chosen)
        self._ask()
        if self.asked is None:
            self._told()

    def _told(self) -> None:
        try:
            self.then(self.entry.action())
        except Trouble:  # which is said by whoever called; here the last question is asked again
            self.once_more()
            raise

    def _back(self) -> None:
        if self.entry.back():
            self._ask()
        else:
            self.close()
            self.leave()

    def once_more(self) -> None:
        """What was told is not wanted: the last question again, or out of the entry if there was none."""
        self._back()


def with_worth(words: Phrase, worth: Phrase) -> Phrase:
    return words if worth == SILENCE else say("{} ({})", words, worth)


def tell(table: Table, trial: bool = False, seen: Mapping[str, Any] | None = None) -> None:
    """An action told by hand, then proposed. What was told or seen for this turn is not asked for again."""
    from firmware.byhand.actions import entry_for  # only a game that is kept by hand needs its entries

    def told(action: Mapping[str, Any]) -> None:
        events = [{"do": "action", "action": dict(action)}]
        propose(table, events, dice=faces(table.given), trial=trial, leave=telling.once_more)

    telling = Telling(table, entry_for(table.game, table.state, table.given or None, seen), told)
    telling.begin()


def faces(given: Mapping[str, Any] | None) -> tuple[str, ...]:
    """The dice that are known for this turn, as words."""
    dice = (given or {}).get("dice") or ()
    if isinstance(dice, Mapping):
        tower, houses = dice.get("tower"), dice.get("houses") or ()
        dice = [*([tower] if tower else []), *houses]
    return tuple(" ".join(map(str, die)) if isinstance(die, (list, tuple)) else str(die) for die in dice)
