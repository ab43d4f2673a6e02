"""Look: what is on the table is read, and what is not sure is asked. The dice first, then what was done with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from firmware.doors.ports import DoorTrouble, Frame
from firmware.screens.views import Keys, Notice, View
from firmware.table.byhand import Telling, faces, tell
from firmware.table.moment import Buttons, Does, Moment
from firmware.table.notices import Act, Picked, Picking, nothing
from firmware.table.proposing import Refusing, propose
from firmware.table.readings import ASK, MOVE, NOT_ALLOWED, Reading, SeenDice, SeenDie
from firmware.table.sight import TOO_LONG
from firmware.table.worker import Answer
from rules.game import Refused
from rules.words import SILENCE, Phrase, say

if TYPE_CHECKING:
    from firmware.table.eyes import Eyes
    from firmware.table.table import Table

ASKED = 3  # answers to one question, so that it fits the panel


class Looking(Moment):
    """A picture is being taken and read. Back does not wait for it; what comes of it then is let go."""

    name = "looking"
    menu = False

    def __init__(self, table: Table, read: Callable[[Eyes, Frame], Any], then: Callable[[Any], None]) -> None:
        super().__init__(table)
        self.then = then
        self.since = table.clock.now()
        self.slow = False
        self.ticket = table.sight.look(lambda eyes, frame: (frame, read(eyes, frame)))

    def buttons(self) -> Buttons:
        mine = {"back": Does(say("back"), self.close)}
        if self.slow:
            mine["confirm"] = Does(say("by hand"), self._by_hand)
        return mine

    def view(self, keys: Keys) -> View:
        lines = (say("This takes long. You may tell it by hand."),) if self.slow else (say("Hands off the table."),)
        return Notice(say("Looking..."), lines, keys)

    def tick(self, now: float) -> None:
        self.slow = now - self.since > TOO_LONG

    def answered(self, answer: Answer) -> None:
        table = self.table
        self.close()
        if answer.trouble is None:
            table.after, value = answer.value
            self.then(value)
        elif isinstance(answer.trouble, DoorTrouble):
            table.sound("trouble")
            why = table.sight.why_not
            blind(table, why if why.pattern else say("{}", str(answer.trouble)))
        else:
            table.log(f"reading failed: {answer.trouble!r}")
            blind(table, say("This picture could not be read: {}", str(answer.trouble)))

    def _by_hand(self) -> None:
        self.close()
        by_hand(self.table)


def blind(table: Table, sentence: Phrase) -> None:
    """Nothing was read: the sentence, and the ways on."""
    options: list[Picked] = []
    if table.sight.sees:
        options.append((say("look again"), lambda: look(table)))
    if table.evening is not None and not table.over:
        options.append((say("by hand"), lambda: by_hand(table)))
    table.open(Picking(table, say("Not read"), options, about=sentence))


def by_hand(table: Table, trial: bool = False, seen: Mapping[str, Any] | None = None) -> None:
    if table.evening is not None:
        tell(table, trial=trial, seen=seen)


# ---- a turn, from the picture
def look(table: Table, trial: bool = False) -> None:
    """Dice that nobody has told yet come first. A game whose board is not read goes on by hand from there."""
    eyes, game, state = table.sight.eyes, table.game, table.state
    if eyes is None or not table.sight.sees:
        by_hand(table, trial)
        return
    if not table.given and eyes.dice_of(game) and _chance(table) is not None:
        table.open(Looking(table, lambda e, frame: e.dice(frame, game, state), lambda seen: dice(table, seen, trial)))
    elif not table.given and _chance(table) is not None:
        tell_given(table, {}, trial)
    else:
        board(table, trial)


def board(table: Table, trial: bool) -> None:
    eyes, game, state, given = table.sight.eyes, table.game, table.state, dict(table.given)
    if eyes is None or not table.sight.sees or not eyes.board_of(game):
        by_hand(table, trial)
        return
    read = Looking(table, lambda e, frame: e.board(frame, game, state, given), lambda seen: meant(table, seen, trial))
    table.open(read)


def _chance(table: Table) -> Any:
    from firmware.byhand.actions import given_for

    return given_for(table.game, table.state)


# ---- dice
def dice(table: Table, seen: SeenDice, trial: bool) -> None:
    """Each die that is not sure is asked for; then all are put before the table to be looked over."""
    if seen.advice != SILENCE:
        options: list[Picked] = [
            (say("look again"), lambda: look(table, trial)),
            (say("tell the dice"), lambda: tell_given(table, {}, trial)),
        ]
        table.sound("ask")
        table.open(Picking(table, say("The dice?"), options, about=seen.advice))
        return
    _settle(table, list(seen.dice), trial)


def _settle(table: Table, seen: Sequence[SeenDie], trial: bool) -> None:
    at = next((n for n, die in enumerate(seen) if not die.sure), None)
    if at is None:
        tell_given(table, {"dice": in_form(table, [die.faces[0] for die in seen])}, trial)
        return
    die = seen[at]

    def settled(face: Any) -> Act:
        return lambda: _settle(table, [*seen[:at], SeenDie((face,)), *seen[at + 1 :]], trial)

    options: list[Picked] = [(in_words(face), settled(face)) for face in die.faces[:ASKED]]
    options.append((say("look again"), lambda: look(table, trial)))
    options.append((say("tell the dice"), lambda: tell_given(table, {}, trial)))
    about = (
        say("die {} of {}, {}", at + 1, len(seen), die.where) if die.where else say("die {} of {}", at + 1, len(seen))
    )
    table.sound("ask")
    table.open(Picking(table, say("What does it show?"), options, about=about))


def in_words(face: Any) -> Phrase:
    return say("{}", " ".join(map(str, face)) if isinstance(face, (list, tuple)) else str(face))


def in_form(table: Table, shown: Sequence[Any]) -> Any:
    """The dice as the rules' JSON form has them: a list, or for Masons the tower die by itself."""
    kinds = [face for face in shown if isinstance(face, tuple) and face and face[0] in ("tower", "house")]
    if not kinds:
        return [list(face) if isinstance(face, tuple) else face for face in shown]
    towers = [face for kind, face in kinds if kind == "tower"]
    return {"tower": towers[0] if towers else None, "houses": [face for kind, face in kinds if kind == "house"]}


def tell_given(table: Table, seen: Mapping[str, Any], trial: bool) -> None:
    """What no picture of the board shows is looked over and told; then the board is looked at."""
    from firmware.byhand.actions import given_for

    entry = given_for(table.game, table.state, seen or None)
    if entry is None:
        board(table, trial)
        return

    def told(given: Mapping[str, Any]) -> None:
        telling.close()
        table.given = dict(given)
        board(table, trial)

    telling = Telling(table, entry, told)
    telling.begin()


# ---- what the board means
def meant(table: Table, reading: Reading, trial: bool) -> None:
    """Move, nothing, not allowed, ask: four answers, never blurred."""
    table.reading = reading
    events = [{"do": "action", "action": dict(action)} for action in reading.actions]
    if reading.verdict == MOVE and events:
        propose(
            table, events, reading.certainty, faces(table.given), trial, lambda: turned_down(table, events[0], trial)
        )
    elif reading.verdict == NOT_ALLOWED:
        _not_allowed(table, reading, events, trial)
    elif reading.verdict == ASK:
        ask(table, reading, events, trial)
    else:
        options: list[Picked] = [
            (say("look again"), lambda: board(table, trial)),
            (say("by hand"), lambda: by_hand(table, trial)),
            (say("the dice were others"), lambda: _again(table, trial)),
        ]
        table.open(Picking(table, say("Nothing new is seen"), options, about=reading.text))


def turned_down(table: Table, event: Mapping[str, Any], trial: bool) -> None:
    """It was not so: by hand from what was seen, so that only what is wrong has to be changed; or another look."""
    options: list[Picked] = [
        (say("correct it by hand"), lambda: by_hand(table, trial, event["action"])),
        (say("look again"), lambda: board(table, trial)),
        (say("the dice were others"), lambda: _again(table, trial)),
    ]
    table.open(Picking(table, say("Not so?"), options))


def _again(table: Table, trial: bool) -> None:
    table.forget()
    look(table, trial)


def _not_allowed(table: Table, reading: Reading, events: Sequence[Mapping[str, Any]], trial: bool) -> None:
    sentence = reading.text if reading.text != SILENCE else say("the picture shows what no legal action explains")
    refused = Refused(reading.clause, sentence, reading.places)
    event: Mapping[str, Any] = events[0] if events else {"do": "seen"}
    table.sound("refused")
    table.open(Refusing(table, event, refused, trial, nothing))


def ask(table: Table, reading: Reading, events: Sequence[Mapping[str, Any]], trial: bool) -> None:
    """The fewest places that settle it; what would explain the picture stands as two or three answers."""
    options: list[Picked] = []
    for n, event in enumerate(events[:ASKED]):
        ordered = [event, *events[:n], *events[n + 1 :]]
        words = table.game.in_words(table.state, table.game.action(event["action"]))
        options.append((words, lambda ordered=ordered: propose(table, ordered, 0.5, faces(table.given), trial)))  # type: ignore[misc]
    options.append((say("look again"), lambda: board(table, trial)))
    likeliest = events[0]["action"] if events else None
    options.append((say("by hand"), lambda: by_hand(table, trial, likeliest)))
    about = reading.text
    if reading.places and reading.places != ("all",):
        where = say("look: {}", ", ".join(reading.places))
        about = where if about == SILENCE else say("{}; {}", about, where)
    table.sound("ask")
    table.open(Picking(table, say("Which is it?") if events else say("Not clear"), options, about=about))


__all__ = ["Looking", "blind", "look", "meant"]
