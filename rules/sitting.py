"""A sitting: one game at one table, as the events that made it. Every way to a state leads through here.

An event is a small JSON object whose `do` says what it is:

    {"do": "action", "action": {...}}                          a player's action
    {"do": "override", "action": {...}, "clause": id}          a refused action that the table lets stand
    {"do": "set", "at": "path.to.value", "value": v, "clause": id}   one value or space set by hand
    {"do": "setting", "name": ..., "value": ...}               a setting that may still be changed
    {"do": "undo", "count": n}, {"do": "redo", "count": n}     take back, and take the taking-back back
    {"do": "correct", "of": number, "action": {...}}           another action in the place of event `of`; with a
                                                               `clause`, one that the table lets stand

Each may carry a `note` of the table. No event erases another: what was undone or corrected stays in `events`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from rules.clauses import Clause
from rules.forms import Form, shown
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
        if form.has("note"):
            form.text("note")
        number = len(self.events) + 1
        event = deepcopy(dict(event))
        match kind:
            case "undo" | "redo":
                count = form.number("count", 1, low=1)
                form.any("note", None)
                form.done()
                done: Done | Refused = self._back_or_forth(kind, count, number)
            case "correct":
                done = self._correct(form, number)
            case _:
                step = self._make(event, self.state, number)
                if isinstance(step, Refused):
                    return step
                self.steps.append(step)
                self.undone.clear()
                done = Done(number, (step,))
        if isinstance(done, Done):
            self.events.append(event)
        return done

    # ---- the kinds of events
    def _back_or_forth(self, kind: str, count: int, number: int) -> Done:
        source, target = (self.steps, self.undone) if kind == "undo" else (self.undone, self.steps)
        if count > len(source):
            what = "taken back" if kind == "undo" else "done again"
            there = f"there {'is' if len(source) == 1 else 'are'} only {len(source)}" if source else "there is nothing"
            raise Trouble(f"{count} cannot be {what}: {there}")
        moved = tuple(source[-count:])
        del source[-count:]
        target.extend(reversed(moved))
        return Done(number, taken_back=moved) if kind == "undo" else Done(number, added=tuple(reversed(moved)))

    def _correct(self, form: Form, number: int) -> Done | Refused:
        of, event = form.number("of"), {"do": "action", "action": deepcopy(form.form("action").data)}
        if form.has("clause"):
            event = {"do": "override", "action": event["action"], "clause": deepcopy(form.any("clause"))}
        for key in ("clause", "note"):
            form.any(key, None)
        form.done()
        place = self._place(of)
        old = self.steps[place]
        state = self.steps[place - 1].state if place else self.start
        redone: list[Step] = []
        for step in self.steps[place:]:
            if step is old:
                new = self._make(event, state, step.event)
                if isinstance(new, Refused):
                    return new
                new = replace(new, replaced=(*old.replaced, old.made))
            else:
                new = self._anew(step, state)
                if isinstance(new, Refused):
                    return new
            redone.append(new)
            state = new.state
        taken_back = tuple(self.steps[place:])
        self.steps[place:] = redone
        self.undone.clear()
        return Done(number, tuple(redone), taken_back)

    def _place(self, of: int) -> int:
        """Where among the steps the action of event `of` stands."""
        place = next((i for i, step in enumerate(self.steps) if step.event == of), None)
        if place is None:
            event = self.events[of - 1] if 0 < of <= len(self.events) else {}
            if event.get("do") == "correct":
                raise Trouble(f"event {of} is itself a correction; correct event {event['of']} once more")
            raise Trouble(f"event {of} cannot be corrected: it is not among the actions that stand")
        if self.steps[place].made["do"] not in ("action", "override"):
            raise Trouble(f"event {of} is no action, so no other action can take its place")
        return place

    def _anew(self, step: Step, state: Any) -> Step | Refused:
        """A step counted anew after a correction before it."""
        failed = "after that correction, event {} ({}) would not stand: {}"
        try:
            new = self._make(step.made, state, step.event, again=True)
        except Trouble as trouble:
            raise Trouble(failed.format(step.event, step.words, trouble)) from None
        if isinstance(new, Refused):
            return Refused(new.clause, say(failed, step.event, step.words, new.reason), new.places)
        return replace(new, replaced=step.replaced)

    def _make(self, event: Mapping[str, Any], state: Any, number: int, again: bool = False) -> Step | Refused:
        """The step of an event. Counted `again`, a house rule stands even where it is not needed any more."""
        form = Form(event, "the event")
        kind = form.text("do")
        form.any("note", None)
        if kind == "set":
            return self._set(form, state, number, event, again)
        if kind == "setting":
            return self._setting(form, state, number, event)
        action = self.game.action(form.form("action").data)
        waived: tuple[str, ...] = ()
        if kind == "override":
            ids = (form.text("clause"),) if isinstance(form.data.get("clause"), str) else form.texts("clause")
            waived = set_aside(self.game, ids)
        form.done()
        verdict = self.game.judge(state, action, frozenset(waived))
        if isinstance(verdict, Refused):
            return verdict
        if waived and not again:
            self._needed(state, action, waived)
        words = self.game.in_words(state, action)
        seat = self.game.turn(state)
        return Step(number, seat, words, event, verdict.state, verdict.ledger, verdict.warnings, waived)

    def _needed(self, state: Any, action: Any, waived: tuple[str, ...]) -> None:
        """Only what stands in the way is set aside."""
        if isinstance(self.game.judge(state, action), Allowed):
            raise Trouble("that action is allowed as it is; no house rule is needed")
        for id in waived:
            if isinstance(self.game.judge(state, action, frozenset(waived) - {id}), Allowed):
                raise Trouble(f"the clause “{id}” does not stand in the way of that action; do not set it aside")

    def _setting(self, form: Form, state: Any, number: int, event: Mapping[str, Any]) -> Step:
        name, value = form.text("name"), form.any("value")
        form.done()
        open_now = {setting.name for setting in self.game.may_change(state)}
        settings = self.game.table_settings(state).but(name, value)
        if name not in open_now:
            raise Trouble(f"the setting “{name}” cannot be changed any more; it was fixed when the game began")
        after = self.game.with_settings(state, settings)
        return Step(number, None, say("setting {}: {}", name, str(value).lower()), event, after, ())

    def _set(self, form: Form, state: Any, number: int, event: Mapping[str, Any], again: bool) -> Step:
        at, value, id = form.text("at"), form.any("value"), form.text("clause")
        form.done()
        clause_of(self.game, id)
        data = deepcopy(self.game.describe(state))
        old = put(data, at, deepcopy(value))
        self.game.loosen(data, at)
        after = self.game.position(data)
        self._only_set(state, after, again)
        if not again:
            self._was_set(state, after, at, old, value)
        why = say("{} set by hand from {} to {}", at, as_word(old), as_word(value))
        before_after = zip(self.game.standing(state).seats, self.game.standing(after).seats, strict=True)
        entries = [
            Entry(seat.seat, self.game.points, (new.so_far or 0) - (seat.so_far or 0), why, "by-hand", (at,))
            for seat, new in before_after
            if new.so_far != seat.so_far
        ]
        if not entries:
            change = value - old if type(value) is int and type(old) is int else 0
            entries = [Entry(seat_at(at), at, change, why, "by-hand", (at,))]
        return Step(number, None, why, event, after, tuple(entries), (), (id,))

    def _only_set(self, state: Any, after: Any, again: bool) -> None:
        """Who plays, by which settings and with which edition is not set by hand in the middle of a game."""
        game = self.game
        if game.players(after) != game.players(state):
            raise Trouble("the players cannot be set by hand; begin a game from a position with the right ones")
        if game.table_settings(after) != game.table_settings(state):
            raise Trouble("a setting is not set by hand; the event “setting” changes it")
        if game.edition_data(after) != game.edition_data(state):
            raise Trouble("the edition cannot be set by hand; begin a game from a position with the right one")

    def _was_set(self, state: Any, after: Any, at: str, old: Any, value: Any) -> None:
        """The value is there now, and was not before."""
        if after == state and value == old:
            raise Trouble(f"“{at}” is {as_word(value)} already")
        try:
            now = put(deepcopy(self.game.describe(after)), at, None)
        except Trouble:
            now = None
        plain = not isinstance(value, (dict, list))
        if after == state or (plain and now is not None and now != value):
            raise Trouble(f"“{at}” cannot be set to {shown(value)} by itself; it follows from something else")


def clause_of(game: Game[Any, Any], id: str) -> Clause:
    if id not in game.clauses:
        raise Trouble(f"{game.title} has no clause {shown(id)}")
    return game.clauses[id]


def set_aside(game: AnyGame, ids: Iterable[str]) -> tuple[str, ...]:
    """The clauses of these ids, each once, if a house rule may set them aside."""
    waived = tuple(dict.fromkeys(ids))
    if not waived:
        raise Trouble("a house rule names the clause that it sets aside")
    for id in waived:
        if not clause_of(game, id).waivable:
            raise Trouble(f"the clause “{id}” cannot be set aside: what such an action would do is not defined")
    return waived


def as_word(value: Any) -> str | int:
    if value is None:
        return "nothing"
    return value if isinstance(value, (str, int)) and not isinstance(value, bool) else json.dumps(value)


# ---- places in a JSON form
def put(data: dict[str, Any], at: str, value: Any) -> Any:
    """Set the value at a dotted path of a JSON form, in place; null empties it. Returns what stood there."""
    here: Any = data
    *way, last = at.split(".")
    for word in way:
        here = here[_item(here, word, at)] if isinstance(here, list) else isinstance(here, dict) and here.get(word)
    if isinstance(here, list):
        i = _item(here, last, at)
        old, here[i] = here[i], value
        return old
    if not isinstance(here, dict):
        raise _nothing_at(at)
    old = here.get(last)
    if value is None:
        here.pop(last, None)
    else:
        here[last] = value
    return old


def _item(items: list[Any], word: str, at: str) -> int:
    """The number that a word of a path is, if the list has that item."""
    if re.fullmatch("[0-9]{1,9}", word) and int(word) < len(items):
        return int(word)
    raise _nothing_at(at)


def _nothing_at(at: str) -> Trouble:
    return Trouble(f"there is nothing at {shown(at)} that could be set")


def seat_at(at: str) -> int:
    """The seat whose things a path names, TABLE if it names nobody's."""
    found = re.match(r"players\.([0-9]{1,9})\.", at)
    return int(found[1]) if found else TABLE
