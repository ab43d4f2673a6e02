"""The game as it stands: pages to turn, and from here one look, one proposal, one confirmation takes it on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware.doors.ports import BACK
from firmware.screens.pages import pages_of
from firmware.screens.views import Keys, TablePage, View
from firmware.table import disputes
from firmware.table.byhand import faces, tell
from firmware.table.looking import look
from firmware.table.moment import Buttons, Does, Moment
from firmware.table.resume import Start
from firmware.table.secrets import has_screens
from rules.words import Phrase, say

if TYPE_CHECKING:
    from firmware.table.table import Table


def lowest(table: Table) -> Moment:
    """The moment that stays: the game that is going on, or the list of what can be done without one."""
    return Playing(table) if table.evening is not None else Start(table)


class Playing(Moment):
    """Show: whose turn it is, and the pages of the game."""

    name = "playing"

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.page = 0
        self.peeking = False
        self._paged: tuple[Any, tuple[str, ...]] = (None, ())  # a state and its pages: asked for in every round

    def buttons(self) -> Buttons:
        table = self.table
        eyes = table.sight.eyes
        sees = table.sight.sees and eyes is not None and (eyes.dice_of(table.game) or eyes.board_of(table.game))
        mine = {
            "previous": Does(say("page"), lambda: self._turn(-1)),
            "next": Does(say("page"), lambda: self._turn(1)),
            "hold previous": Does(say("why?"), lambda: disputes.why(table)),
        }
        if table.sitting.steps or table.sitting.undone:
            mine["back"] = Does(say("take back"), lambda: disputes.take_back(table))
        if table.over:
            mine["confirm"] = Does(say("the end"), lambda: disputes.outcome(table))
        elif sees:
            mine["confirm"] = Does(say("look"), lambda: look(table))
        else:
            mine["confirm"] = Does(say("enter"), lambda: tell(table))
        if has_screens(table) and not table.over:
            mine["hold back"] = Does(say("peek"), self._peek)
        return mine

    def view(self, keys: Keys) -> View:
        table = self.table
        pages = self._pages()
        self.page %= len(pages)
        turn = table.game.turn(table.state)
        return TablePage(
            table.game,
            table.state,
            pages[self.page],
            keys,
            turn if self.peeking else None,
            table.open_purses,
            self._note(),
            faces(table.given),
        )

    def tick(self, now: float) -> None:
        if self.peeking and BACK not in self.table.fingers_down():
            self.peeking = False

    def _pages(self) -> tuple[str, ...]:
        state = self.table.state
        if self._paged[0] is not state:
            self._paged = state, pages_of(self.table.game, state)
        return self._paged[1]

    def _turn(self, by: int) -> None:
        self.page = (self.page + by) % len(self._pages())

    def _peek(self) -> None:
        self.peeking = True

    def _note(self) -> Phrase:
        table = self.table
        if table.out_of_step:
            return say("out of step: see the menu")
        if table.note.pattern:
            return table.note
        return table.sight.why_not
