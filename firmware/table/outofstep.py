"""Out of step: where the table shows something else than what is kept. Either the table is right, or it is put back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from firmware.table.handset import sure_set
from firmware.table.looking import Looking
from firmware.table.notices import Picked, Picking, Saying
from rules.words import Phrase, say

if TYPE_CHECKING:
    from firmware.referee.companion import Difference
    from firmware.table.table import Table


def compare(table: Table) -> None:
    """Look at the whole table and name what differs."""
    game, state = table.game, table.state
    table.open(
        Looking(table, lambda eyes, frame: eyes.differs(frame, game, state), lambda found: compared(table, found))
    )


def compared(table: Table, found: Sequence[Difference]) -> None:
    table.out_of_step = bool(found)
    if not found:
        table.say(say("In step"), say("Nothing on the table is seen to differ."))
        return
    table.sound("ask")
    table.open(OutOfStep(table, found))


class OutOfStep(Picking):
    """Both directions are open; until one is taken, every page says that table and record differ."""

    name = "out of step"

    def __init__(self, table: Table, found: Sequence[Difference]) -> None:
        self.found = tuple(found)
        options: list[Picked] = [
            (say("put it back: show me"), self._put_back),
            (say("the table is right"), self._take_over),
            (say("compare again"), lambda: compare(table)),
        ]
        super().__init__(table, say("Out of step"), options, about=differences(found))

    def _put_back(self) -> None:
        lines = [say("{}: put back {}", one.place, one.held or say("nothing")) for one in self.found]
        self.table.open(Saying(self.table, say("Put back"), lines, then=lambda: compare(self.table)))

    def _take_over(self) -> None:
        table, events = self.table, []
        for one in self.found:
            eyes = table.sight.eyes
            event = eyes.event_of(one, table.game, table.state) if eyes is not None else None
            if event is None:
                by_hand = say("{} cannot be taken from the picture: correct or set it by hand.", one.place)
                table.open(Saying(table, say("Out of step"), (by_hand,), "ask"))
                return
            events.append(dict(event))
        sure_set(table, events, lambda: compare(table))


def differences(found: Sequence[Difference]) -> Phrase:
    one = found[0]
    words = say("{}: {}, not {}", one.place, one.seen or say("nothing"), one.held or say("nothing"))
    return words if len(found) == 1 else say("{} and {} more", words, len(found) - 1)
