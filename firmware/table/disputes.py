"""Disputes: why, back to the start; taking back and doing again at any depth; the end and its reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware.screens.views import Keys, View, Why
from firmware.table.byhand import Telling
from firmware.table.moment import Buttons, Does, Moment
from firmware.table.notices import Picked, Picking, Saying, Sure
from firmware.table.proposing import propose
from firmware.table.secrets import shown_entries
from rules.sitting import Step
from rules.words import Phrase, say

if TYPE_CHECKING:
    from firmware.table.table import Table


def why(table: Table) -> None:
    if not table.sitting.steps:
        table.say(say("Why?"), say("Nothing has been done yet."))
        return
    table.open(Because(table))


class Because(Moment):
    """The steps that stand, from the newest back to the start: arithmetic and clauses."""

    name = "why"

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.at = 0  # steps back from the newest
        self.page = 0

    @property
    def step(self) -> Step:
        return self.table.sitting.steps[-1 - self.at]

    def buttons(self) -> Buttons:
        return {
            "confirm": Does(say("page"), self._turn),
            "back": Does(say("back"), self.close),
            "previous": Does(say("older"), lambda: self._move(1)),
            "next": Does(say("newer"), lambda: self._move(-1)),
            "hold previous": Does(say("correct this"), lambda: doubts(self.table, self.step)),
        }

    def view(self, keys: Keys) -> View:
        table, step = self.table, self.step
        words = say("{}: {}", step.event, step.words)
        if step.replaced:
            words = say("{} (corrected): {}", step.event, step.words)
        return Why(
            table.game,
            table.names,
            words,
            shown_entries(table, step.ledger, fresh=self.at == 0),
            self.at,
            len(table.sitting.steps),
            step.set_aside,
            keys,
            self.page,
        )

    def _move(self, by: int) -> None:
        self.at = min(max(self.at + by, 0), len(self.table.sitting.steps) - 1)
        self.page = 0

    def _turn(self) -> None:
        self.page = self.table.turned(self.view(self.keys()), self.page, 1)


def doubts(table: Table, step: Step) -> None:
    """What can be done about a step that somebody doubts."""
    options: list[Picked] = []
    if step.made["do"] in ("action", "override"):
        options.append((say("correct it"), lambda: correct(table, step)))
    options.append((say("take back to before it"), lambda: _back_to(table, step)))
    table.open(Picking(table, say("Event {}", step.event), options))


def _back_to(table: Table, step: Step) -> None:
    count = sum(1 for one in table.sitting.steps if one.event >= step.event)
    sure_back(table, count)


def correct(table: Table, step: Step) -> None:
    """Another action in the place of an earlier one: told from how things stood then, judged with all after."""
    from firmware.byhand.actions import entry_for

    sitting = table.sitting
    place = sitting.steps.index(step)
    before = sitting.steps[place - 1].state if place else sitting.start

    def told(action: Any) -> None:
        propose(table, [{"do": "correct", "of": step.event, "action": dict(action)}], leave=telling.once_more)

    telling = Telling(table, entry_for(table.game, before, seen=step.made["action"]), told)
    telling.begin()


# ---- taking back, and doing again
def take_back(table: Table) -> None:
    """A list with what was taken back above and what stands below; the marker stands on the newest that stands."""
    sitting = table.sitting
    options: list[Picked] = []
    again = list(sitting.undone)  # the first to be done again is the last of these
    for n, step in enumerate(again):
        count = len(again) - n
        options.append((say("do again: {}", step.words), lambda count=count: sure_again(table, count)))  # type: ignore[misc]
    for n, step in enumerate(reversed(sitting.steps), 1):
        options.append((say("take back: {}", step.words), lambda n=n: sure_back(table, n)))  # type: ignore[misc]
    chosen = min(len(again), len(options) - 1)
    table.open(Picking(table, say("Take back to where?"), options, chosen))


def sure_back(table: Table, count: int) -> None:
    steps = table.sitting.steps[-count:]
    lines = [say("Nothing is erased: it stays in the record."), *(step.words for step in reversed(steps))]
    title = say("Take back 1?") if count == 1 else say("Take back {}?", count)
    table.open(Sure(table, title, lines, lambda: moved(table, "undo", count)))


def sure_again(table: Table, count: int) -> None:
    steps = table.sitting.undone[-count:]
    title = say("Do 1 again?") if count == 1 else say("Do {} again?", count)
    table.open(Sure(table, title, [step.words for step in reversed(steps)], lambda: moved(table, "redo", count)))


def moved(table: Table, kind: str, count: int) -> None:
    if table.do({"do": kind, "count": count}):
        table.home(say("taken back: {}", count) if kind == "undo" else say("done again: {}", count))


# ---- the end
def outcome(table: Table) -> None:
    """Who wins, by which rule; the table may put the game away, or take back what ended it."""
    standing = table.game.standing(table.state)
    lines: list[Phrase] = []
    if standing.outcome is not None:
        names = ", ".join(standing.seats[seat].name for seat in standing.outcome.winners)
        lines.append(say("{}: {}", names, standing.outcome.how))
    lines += [say("{}: {} {}", seat.name, seat.now or 0, table.game.points) for seat in standing.seats]
    lines += standing.notes
    if table.sitting.marked:
        lines.append(say("House rules: {}", len(table.sitting.marked)))
    words = (say("put away"), say("not yet"))
    table.open(Sure(table, say("The game is over"), lines, lambda: finish(table), words=words))


def finish(table: Table) -> None:
    """The table is content: the game is put away. It stays in the list and can be taken up again."""
    assert table.evening is not None
    table.evening.finish()
    table.take_up(None)
    table.home()


__all__ = ["Because", "Saying", "correct", "doubts", "finish", "outcome", "take_back", "why"]
