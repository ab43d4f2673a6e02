"""Propose, confirm, apply: what an event would do is shown first. What the rules refuse is shown as refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from firmware.screens.views import Keys, Notice, Proposal, View
from firmware.table.moment import Buttons, Does, Moment
from firmware.table.notices import Act, Picked, Picking, Saying, Sure, nothing
from firmware.table.secrets import shown_entries
from rules.game import Refused
from rules.ledger import Entry
from rules.sitting import Done
from rules.words import Phrase, say

if TYPE_CHECKING:
    from firmware.table.table import Event, Table

MOST_SET_ASIDE = 4  # clauses that one house rule sets aside


@dataclass(frozen=True)
class Proposed:
    """An event with what it would do."""

    event: Event
    done: Done
    words: Phrase
    worth: tuple[Entry, ...]
    warnings: tuple[Phrase, ...]


def proposed(table: Table, event: Event) -> Proposed | Refused:
    """What an event would do, in words."""
    done = table.tried(event)
    if isinstance(done, Refused):
        return done
    step = done.added[0]
    words = step.words
    if event["do"] == "correct":
        words = say("event {} becomes: {}", event["of"], words)
    if step.set_aside:
        words = say("house rule: {}", words)
    return Proposed(event, done, words, step.ledger, step.warnings)


def propose(
    table: Table,
    events: Sequence[Event],
    certainty: float = 1.0,
    dice: tuple[str, ...] = (),
    trial: bool = False,
    leave: Act = nothing,
) -> None:
    """Show the first event, the others as the nearest alternatives; if the rules refuse the first, show that.

    `leave` is what happens when the table turns the proposal down.
    """
    first = proposed(table, events[0])
    if isinstance(first, Refused):
        table.sound("refused")
        table.open(Refusing(table, events[0], first, trial, leave))
        return
    rest = [other for other in (proposed(table, event) for event in events[1:]) if isinstance(other, Proposed)]
    table.sound("ask")
    table.open(Proposing(table, [first, *rest], certainty, dice, trial, leave))


class Proposing(Moment):
    """Nothing counts before it is confirmed. In a trial nothing counts at all."""

    name = "proposing"

    def __init__(
        self,
        table: Table,
        choices: Sequence[Proposed],
        certainty: float,
        dice: tuple[str, ...],
        trial: bool,
        leave: Act,
    ) -> None:
        super().__init__(table)
        self.choices, self.certainty, self.dice, self.trial, self.leave = choices, certainty, dice, trial, leave
        self.at = self.page = 0

    def buttons(self) -> Buttons:
        more = say("page, other") if len(self.choices) > 1 else say("page")
        return {
            "confirm": Does(say("ok") if self.trial else say("confirm"), self._confirm),
            "back": Does(say("no"), self._turn_down),
            "previous": Does(more, lambda: self._move(-1)),
            "next": Does(more, lambda: self._move(1)),
        }

    def view(self, keys: Keys) -> View:
        one, table = self.choices[self.at], self.table
        seat = one.done.added[0].seat
        return Proposal(
            table.game,
            table.state,
            seat,
            one.words,
            shown_entries(table, one.worth, fresh=True),
            one.warnings,
            self.dice,
            self.certainty if self.at == 0 else 0.0,
            keys,
            self.trial,
            self.page,
        )

    def _move(self, by: int) -> None:
        """The next page; after the last, the next alternative."""
        pages = self.table.pages(self.view(self.keys()))
        self.page += by
        if not 0 <= self.page < pages:
            self.at = (self.at + by) % len(self.choices)
            self.page = 0 if by > 0 else self.table.pages(self.view(self.keys())) - 1

    def _confirm(self) -> None:
        if self.trial:
            self.table.home(say("a trial: nothing was recorded"))
        elif self.table.do(self.choices[self.at].event):
            self.table.home()

    def _turn_down(self) -> None:
        self.close()
        self.leave()


class Refusing(Moment):
    """What the rules say against it: the clause, why, and where. Nothing is bent to make it fit."""

    name = "refusing"

    def __init__(self, table: Table, event: Event, refused: Refused, trial: bool, leave: Act) -> None:
        super().__init__(table)
        self.event, self.refused, self.trial, self.leave = event, refused, trial, leave
        self.page = 0

    def buttons(self) -> Buttons:
        return {
            "confirm": Does(say("what now"), self._what_now),
            "back": Does(say("back"), self._back),
            "next": Does(say("page"), lambda: self._turn(1)),
            "previous": Does(say("page"), lambda: self._turn(-1)),
        }

    def view(self, keys: Keys) -> View:
        return Notice(say("Not allowed"), self._lines(), keys, "refused", self.page)

    def _lines(self) -> tuple[Phrase, ...]:
        clauses, lines = self.table.game.clauses, [self.refused.reason]
        if self.refused.clause in clauses:  # a picture may show what no clause of the game has a name for
            lines.append(Phrase(clauses[self.refused.clause].sentence))
        if self.refused.places:
            lines.append(say("Where: {}", ", ".join(self.refused.places)))
        return tuple(lines)

    def _turn(self, by: int) -> None:
        self.page = self.table.turned(self.view(self.keys()), self.page, by)

    def _back(self) -> None:
        self.close()
        self.leave()

    def _what_now(self) -> None:
        options: list[Picked] = [(say("put it right, then look"), self.table.home)]
        if not self.trial and self.event["do"] in ("action", "override", "correct") and self._waivable():
            options.append((say("let it stand (house rule)"), self._let_it_stand))
        options.append((say("tell it by hand"), self._by_hand))
        self.table.open(Picking(self.table, say("What now?"), options))

    def _by_hand(self) -> None:
        from firmware.table.byhand import tell  # by hand, this moment is met again

        self.table.home()
        tell(self.table, trial=self.trial)

    def _waivable(self) -> bool:
        clauses = self.table.game.clauses
        return self.refused.clause in clauses and clauses[self.refused.clause].waivable

    def _let_it_stand(self) -> None:
        """A house rule that sets aside just what stands in the way; the table is asked once, with all of it."""
        table, clauses = self.table, [self.refused.clause]
        while True:
            event = overridden(self.event, clauses)
            verdict = proposed(table, event)
            if isinstance(verdict, Proposed):
                break
            if not table.game.clauses[verdict.clause].waivable or len(clauses) == MOST_SET_ASIDE:
                table.open(Saying(table, say("This cannot stand"), (verdict.reason,), "refused"))
                return
            clauses.append(verdict.clause)
        sentences = [Phrase(table.game.clauses[id].sentence) for id in clauses]
        lines = (say("This stays marked for ever. Set aside:"), *sentences)
        table.open(Sure(table, say("House rule?"), lines, lambda: propose(table, [event], leave=self.leave)))


def overridden(event: Event, clauses: Sequence[str]) -> dict[str, Any]:
    """The same event, with clauses set aside."""
    told = {key: value for key, value in event.items() if key != "clause"}
    if told["do"] == "action":
        told["do"] = "override"
    return {**told, "clause": list(clauses)}


Leave = Callable[[], None]
