"""A sitting: one game at one table, as the events that made it. Every way to a state leads through here.

An event is a small JSON object whose `do` says what it is:

    {"do": "action", "action": {...}}                          a player's action
    {"do": "override", "action": {...}, "clause": id}          a refused action that the table lets stand
    {"do": "set", "at": "path.to.value", "value": v, "clause": id}   one value or space set by hand
    {"do": "setting", "name": ..., "value": ...}               a setting that may still be changed
    {"do": "undo", "count": n}, {"do": "redo", "count": n}     take back, and take the taking-back back
    {"do": "correct", "of": number, "action": {...}}           another action in the place of event `of`

No event erases another: what was undone or corrected stays in `events`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.clauses import Clause
from rules.forms import Form
from rules.game import Allowed, AnyGame, Game, Refused
from rules.ledger import TABLE, Entry
from rules.trouble import Trouble
from rules.words import Phrase, say

EVENTS = ("action", "override", "set", "setting", "undo", "redo", "correct")


@dataclass(frozen=True, slots=True)
class Step:
    """One event that moved the game on: what was done, and how things stood afterwards."""

    event: int  # its number; a corrected step keeps the number of the event that it corrects
    seat: int | None
    words: Phrase
    made: Mapping[str, Any]  # the event itself, or the correction of it
    state: Any
    ledger: tuple[Entry, ...]
    warnings: tuple[Phrase, ...] = ()
    set_aside: tuple[str, ...] = ()  # clauses that a house rule set aside: such a step stays marked
    replaced: tuple[Mapping[str, Any], ...] = ()  # what stood here before it was corrected


@dataclass(frozen=True, slots=True)
class Done:
    """What an event did: the steps it added, and those it took back."""

    number: int
    added: tuple[Step, ...] = ()
    taken_back: tuple[Step, ...] = ()


@dataclass
class Sitting:
    """`start` is the state that the first event finds. `do` is the only thing that changes a sitting."""

    game: AnyGame
    start: Any
    events: list[Mapping[str, Any]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)

    @property
    def state(self) -> Any:
        return self.steps[-1].state if self.steps else self.start

    @property
    def ledger(self) -> tuple[Entry, ...]:
        return tuple(entry for step in self.steps for entry in step.ledger)

    @property
    def marked(self) -> tuple[Step, ...]:
        """The steps that stand by a house rule."""
        return tuple(step for step in self.steps if step.set_aside)

    def act(self, action: Any) -> Done | Refused:
        return self.do({"do": "action", "action": self.game.told(action)})

    def do(self, event: Mapping[str, Any]) -> Done | Refused:
        """Apply an event and keep it. A refused one is not kept; one that makes no sense is Trouble."""
        form = Form(event, "the event")
        kind = form.text("do", among=EVENTS)
        number = len(self.events) + 1
        match kind:
            case "undo" | "redo":
                done: Done | Refused = self._back_or_forth(kind, form.number("count", 1, low=1), number)
            case "correct":
                done = self._correct(form, number)
            case _:
                step = self._make(event, self.state, number)
                if isinstance(step, Refused):
                    return step
                self.steps.append(step)
                self.undone.clear()
                done = Done(number, (step,))
        form.any("note", None)
        if kind in ("undo", "redo"):
            form.done()
        if isinstance(done, Done):
            self.events.append(dict(event))
        return done

    # ---- the kinds of events
    def _back_or_forth(self, kind: str, count: int, number: int) -> Done:
        source, target = (self.steps, self.undone) if kind == "undo" else (self.undone, self.steps)
        if count > len(source):
            what = "taken back" if kind == "undo" else "done again"
            raise Trouble(f"{count} cannot be {what}: there {'is' if len(source) == 1 else 'are'} only {len(source)}")
        moved = tuple(source[-count:])
        del source[-count:]
        target.extend(reversed(moved))
        return Done(number, taken_back=moved) if kind == "undo" else Done(number, added=tuple(reversed(moved)))

    def _correct(self, form: Form, number: int) -> Done | Refused:
        of, action = form.number("of"), form.any("action")
        place = next((i for i, step in enumerate(self.steps) if step.event == of), None)
        if place is None:
            raise Trouble(f"event {of} cannot be corrected: it is not among the actions that stand")
        old = self.steps[place]
        event = {"do": "action", "action": action}
        state = self.steps[place - 1].state if place else self.start
        redone: list[Step] = []
        for step in self.steps[place:]:
            new = self._make(event if step is old else step.made, state, step.event)
            if isinstance(new, Refused):
                if step is old:
                    return new
                why = say(
                    "after that correction, event {} ({}) would not stand: {}", step.event, step.words, new.reason
                )
                return Refused(new.clause, why, new.places)
            if step is old:
                new = replace(new, replaced=(*old.replaced, old.made))
            else:
                new = replace(new, replaced=step.replaced)
            redone.append(new)
            state = new.state
        taken_back = tuple(self.steps[place:])
        self.steps[place:] = redone
        self.undone.clear()
        return Done(number, tuple(redone), taken_back)

    def _make(self, event: Mapping[str, Any], state: Any, number: int) -> Step | Refused:
        form = Form(event, "the event")
        kind = form.text("do")
        form.any("note", None)
        if kind in ("action", "override"):
            action = self.game.action(form.form("action").data)
            verdict = self.game.judge(state, action)
            waived: tuple[str, ...] = ()
            if kind == "override":
                waived = self._waived(form, verdict)
                verdict = self.game.judge(state, action, frozenset(waived))
            form.done()
            if isinstance(verdict, Refused):
                return verdict
            words = self.game.in_words(state, action)
            seat = self.game.turn(state)
            return Step(number, seat, words, event, verdict.state, verdict.ledger, verdict.warnings, waived)
        if kind == "set":
            return self._set(form, state, number, event)
        name, value = form.text("name"), form.any("value")
        form.done()
        open_now = {setting.name for setting in self.game.may_change(state)}
        settings = self.game.table_settings(state).but(name, value)
        if name not in open_now:
            raise Trouble(f"the setting “{name}” cannot be changed any more; it was fixed when the game began")
        after = self.game.with_settings(state, settings)
        return Step(number, None, say("setting {}: {}", name, str(value).lower()), event, after, ())

    def _waived(self, form: Form, verdict: Allowed[Any] | Refused) -> tuple[str, ...]:
        ids = (form.text("clause"),) if isinstance(form.data.get("clause"), str) else form.texts("clause")
        for id in ids:
            clause = clause_of(self.game, id)
            if not clause.waivable:
                raise Trouble(f"the clause “{id}” cannot be set aside: what such an action would do is not defined")
        if isinstance(verdict, Allowed):
            raise Trouble("that action is allowed as it is; no house rule is needed")
        return ids

    def _set(self, form: Form, state: Any, number: int, event: Mapping[str, Any]) -> Step:
        at, value, id = form.text("at"), form.any("value"), form.text("clause")
        form.done()
        clause_of(self.game, id)
        data = self.game.describe(state)
        old = put(data, at, value)
        after = self.game.position(data)
        why = say("{} set by hand from {} to {}", at, as_word(old), as_word(value))
        before_after = zip(self.game.standing(state).seats, self.game.standing(after).seats, strict=True)
        entries = [
            Entry(seat.seat, self.game.points, (new.so_far or 0) - (seat.so_far or 0), why, "by-hand", (at,))
            for seat, new in before_after
            if new.so_far != seat.so_far
        ]
        if not entries:
            change = value - old if type(value) is int and type(old) is int else 0
            entries = [Entry(TABLE, at, change, why, "by-hand", (at,))]
        return Step(number, None, why, event, after, tuple(entries), (), (id,))


def clause_of(game: Game[Any, Any], id: str) -> Clause:
    if id not in game.clauses:
        raise Trouble(f"{game.title} has no clause “{id}”")
    return game.clauses[id]


def as_word(value: Any) -> str | int:
    return (
        value
        if isinstance(value, (str, int)) and not isinstance(value, bool)
        else "nothing"
        if value is None
        else str(value)
    )


def put(data: dict[str, Any], at: str, value: Any) -> Any:
    """Set the value at a dotted path of a JSON form, in place; null empties it. Returns what stood there."""
    here: Any = data
    *way, last = at.split(".")
    for word in way:
        here = (
            here[int(word)]
            if isinstance(here, list) and word.isdigit() and int(word) < len(here)
            else (here.get(word) if isinstance(here, dict) else None)
        )
        if here is None:
            raise Trouble(f"there is nothing at “{at}” that could be set")
    if isinstance(here, list):
        if not last.isdigit() or int(last) >= len(here):
            raise Trouble(f"there is nothing at “{at}” that could be set")
        old, here[int(last)] = here[int(last)], value
        return old
    if not isinstance(here, dict):
        raise Trouble(f"there is nothing at “{at}” that could be set")
    old = here.get(last)
    if value is None:
        here.pop(last, None)
    else:
        here[last] = value
    return old
